# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# libvips. It warns on stderr about what it does not take.
# shellcheck disable=SC2154 # what run sets

vips_due() {
	due concurrency "$P"
}

if have python3 && bare python3 "$programs/vips.py" >"$checks_dir/stdout"; then
	read_back "libvips" vips_due python3 "$programs/vips.py"
	under most python3 "$programs/vips.py" >"$checks_dir/stdout" || true
	same "libvips: no complaints" "" "$(cat "$checks_dir/stderr")"
else
	skip "vips: no libvips.so.42"
fi
