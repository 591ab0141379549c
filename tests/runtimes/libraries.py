# SPDX-License-Identifier: MIT
#
# libraries.py NAME: threads that a library says it will use; fails where there is no such library.
import ctypes
import sys


def openblas():
    """The OpenBLAS that NumPy has loaded."""
    import numpy  # noqa: F401

    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if "openblas" in line}
    for path in sorted(paths):
        library = ctypes.CDLL(path)
        for name in ("openblas_get_num_threads", "openblas_get_num_threads64_",
                     "scipy_openblas_get_num_threads", "scipy_openblas_get_num_threads64_"):
            if hasattr(library, name):
                return getattr(library, name)()


def mkl(path):
    return ctypes.CDLL(path).MKL_Get_Max_Threads()


def blis():
    return ctypes.CDLL("libblis.so.4").bli_thread_get_num_threads()


def numexpr():
    import numexpr

    numexpr.evaluate("1 + 1")
    return numexpr.get_num_threads()


def numba():
    import numba

    return numba.get_num_threads()


def polars():
    import polars

    return polars.thread_pool_size()


try:
    threads = globals()[sys.argv[1]](*sys.argv[2:])
except ImportError:
    sys.exit(1)
if threads is None:
    sys.exit(1)
print("threads", threads)
