# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# glibc's malloc: arenas that exist once many threads have allocated.
# shellcheck disable=SC2154 # what run sets

malloc_due() {
	if [ "$U" -ge 4 ] && [ -n "$B" ] && [ "$B" -le 2048 ]; then
		due arenas 2
	else
		due arenas ''
	fi
}

malloc_libc=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
if [ -z "$malloc_libc" ]; then
	skip "malloc: not glibc"
elif builds "$build/arenas" "${CC:-cc}" -D_GNU_SOURCE -O2 -pthread -o "$build/arenas" \
	"$programs/arenas.c"; then
	read_back "$malloc_libc" malloc_due "$build/arenas"
fi
