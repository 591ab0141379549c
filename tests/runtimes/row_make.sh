# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# make, CMake and Cargo.
# shellcheck disable=SC2154 # what run sets

# min(max(1, ceil(Q)), max(1, B / 512 MiB)), and no more than there are CPUs.
jobs_due() {
	jobs=$(clamp "${P_UP:-$U}" 1 "$U")
	if [ -n "$B" ]; then
		jobs=$(clamp $((B / 512)) 1 "$jobs")
	fi
	due jobs "$jobs"
}

if have make; then
	make_is=$(make --version | head -n 1)
	read_back "$make_is" jobs_due make -s -f "$programs/jobs.mk"
	user_wins "$make_is" MAKEFLAGS=-j7 "jobs 7" make -s -f "$programs/jobs.mk"
	for make_user in k -k; do
		user_wins "$make_is" MAKEFLAGS=$make_user "jobs 1" make -s -f "$programs/jobs.mk"
		user_wins "$make_is" MAKEFLAGS=$make_user "flags ks" \
			make -s -f "$programs/jobs.mk" flags
	done
else
	skip "make: no make"
fi

if have cmake && have make; then
	if builds "$build/cmake/Makefile" cmake -G "Unix Makefiles" -S "$programs/cmake" \
		-B "$build/cmake"; then
		read_back "$(cmake --version | head -n 1)" jobs_due \
			"$programs/jobs_ask" cmake "$build/cmake"
	fi
else
	skip "make: no cmake"
fi

if have cargo && have rustc; then
	mkdir -p "$build/jobs"
	cp -R "$programs/jobs/." "$build/jobs"
	read_back "$(cargo --version)" jobs_due "$programs/jobs_ask" cargo "$build/jobs"
else
	skip "make: no cargo"
fi
