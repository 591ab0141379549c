# SPDX-License-Identifier: MIT
#
# Threads that libvips will use.
import ctypes

vips = ctypes.CDLL("libvips.so.42")
if vips.vips_init(b"vips.py") != 0:
    raise SystemExit(1)
print("concurrency", vips.vips_concurrency_get())
