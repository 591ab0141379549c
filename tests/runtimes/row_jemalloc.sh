# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# jemalloc. It complains on stderr about what it does not understand.
# shellcheck disable=SC2154 # what run sets

jemalloc_due() {
	due narenas "$P"
	jemalloc_background=
	if [ -n "$P" ]; then
		jemalloc_background=true
	fi
	due background_thread "$jemalloc_background"
}

if ! echo 'int main(void) { return 0; }' | "${CC:-cc}" -x c -o "$build/jemalloc" - \
	-l:libjemalloc.so.2 2>"$checks_dir/stderr"; then
	skip "jemalloc: no libjemalloc.so.2"
elif builds "$build/jemalloc" "${CC:-cc}" -O2 -o "$build/jemalloc" "$programs/jemalloc.c" \
	-l:libjemalloc.so.2; then
	jemalloc_is="jemalloc $(bare "$build/jemalloc" version | cut -d - -f 1)"
	read_back "$jemalloc_is" jemalloc_due "$build/jemalloc"
	user_wins "$jemalloc_is" MALLOC_CONF=narenas:7 "narenas 7" "$build/jemalloc"
	under most "$build/jemalloc" >"$checks_dir/stdout" || true
	same "$jemalloc_is: no complaints" "" "$(cat "$checks_dir/stderr")"
fi
