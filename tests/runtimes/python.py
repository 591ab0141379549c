# SPDX-License-Identifier: MIT
import os

print("cpu_count", os.cpu_count())
print("process_cpu_count", os.process_cpu_count())
