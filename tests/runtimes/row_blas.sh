# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Numeric libraries. Python asks them, each Python that has one.
# shellcheck disable=SC2154 # what run sets

blas_due() {
	due threads "$P"
}

# OpenBLAS and oneMKL take no more threads than there are CPUs.
capped_due() {
	if [ -n "$P" ]; then
		due threads "$(clamp "$P" 1 "$here")"
	else
		due threads ''
	fi
}

if [ "$here" -gt 1 ]; then
	library_ask openblas numpy capped_due
else
	skip "blas: OpenBLAS has no choice with one CPU"
fi
library_ask numexpr numexpr blas_due
library_ask numba numba blas_due

if bare python3 "$programs/libraries.py" blis >"$checks_dir/stdout"; then
	read_back "blis" blas_due python3 "$programs/libraries.py" blis
else
	skip "blas: no libblis.so.4"
fi
blas_mkl=$(find "$build/venv/lib" -maxdepth 1 -name 'libmkl_rt.so*' 2>/dev/null | head -n 1)
if [ -n "$blas_mkl" ]; then
	read_back "oneMKL" capped_due "$build/venv/bin/python3" "$programs/libraries.py" mkl \
		"$blas_mkl"
else
	skip "blas: no oneMKL"
fi
