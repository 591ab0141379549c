# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# ImageMagick. Its policy.xml caps memory, and OpenMP the threads; Map may not be above Disk.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

heap=1

# The lower of what is due and what is there without our variables.
magick_due() {
	magick_threads=''
	if [ -n "$P" ]; then
		magick_threads=$(clamp "$P" 1 "$here")
	fi
	due Thread "$magick_threads"
	for magick_key in Memory Map; do
		magick_most=$(due $magick_key '')
		magick_size=''
		if [ -n "$B" ] && [ "$B" -ge 8 ]; then
			magick_size=$(clamp $((B / 2)) 0 "${magick_most#* }")
		fi
		due $magick_key "$magick_size"
	done
}

magick_program=
for magick_name in magick identify identify-im6 identify-im6.q16; do
	if [ -z "$magick_program" ] && have "$magick_name" &&
		bare "$magick_name" -version | grep -q ImageMagick; then
		magick_program=$magick_name
	fi
done
if [ -z "$magick_program" ]; then
	skip "magick: no ImageMagick"
elif [ "$here" -eq 1 ]; then
	skip "magick: no choice of threads with one CPU"
else
	read_back "$(bare "$magick_program" -version | awk 'NR == 1 { print $2, $3 }')" magick_due \
		"$programs/magick_ask" "$magick_program"
fi
