# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# OpenMP by gcc (libgomp) and by clang (libomp). Threads, and whether they spin.
# shellcheck disable=SC2154 # what run sets

openmp_due() {
	due max_threads "$P"
	due threads "$P"
	openmp_spin=
	if [ -n "$P" ]; then
		openmp_spin=0
	fi
	due spin "$openmp_spin"
}

for openmp_compiler in gcc clang; do
	openmp_out=$build/openmp-$openmp_compiler
	if ! have $openmp_compiler; then
		skip "openmp: no $openmp_compiler"
	elif ! echo 'int main(void) { return 0; }' |
		$openmp_compiler -fopenmp -x c -o "$openmp_out" - 2>"$checks_dir/stderr"; then
		skip "openmp: no OpenMP library for $openmp_compiler"
	elif builds "$openmp_out" $openmp_compiler -O2 -fopenmp -o "$openmp_out" \
		"$programs/openmp.c"; then
		read_back "OpenMP of $openmp_compiler $($openmp_compiler -dumpversion)" openmp_due \
			"$programs/openmp_ask" "$openmp_out"
	fi
done
