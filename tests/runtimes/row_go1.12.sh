# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# GODEBUG=madvdontneed=1 is the default of every Go at hand (1.16 and later). So it has to move a
# program that was linked with the other default, which Go 1.21 and later can do; in all of them the
# user's text stands after ours.
# shellcheck disable=SC2154,SC2034 # what run and row_go.sh set and read

if [ -z "${go_built:-}" ]; then
	skip "go1.12: the row go has built nothing"
fi
for go_version in ${go_built:-}; do
	user_wins "$go_version" GODEBUG=madvdontneed=0 "given-back kept" "$build/$go_version" memory
	user_wins "$go_version" GODEBUG=gctrace=0 "given-back gone" "$build/$go_version" memory

	go_program=$(awk -v version="$go_version" '$4 == version { print $1 }' "$checks_dir/go")
	if ! go_build "$build/$go_version-kept" -ldflags=-X=runtime.godebugDefault=madvdontneed=0 ||
		! bare "$go_out" memory | grep -q "given-back kept"; then
		skip "go1.12: $go_version cannot link with another default"
		continue
	fi
	go_is="$go_version linked with madvdontneed=0"
	echo "$go_is alone: $(bare "$go_out" memory | paste -sd ' ')"
	ask "$go_is" fraction "given-back gone
GOMAXPROCS 2
GOMEMLIMIT $((403 << 20))" "$go_out" memory
done
