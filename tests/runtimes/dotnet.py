# SPDX-License-Identifier: MIT
#
# dotnet.py ROOT: what .NET says it will use; pythonnet runs it here, so no compiler is needed.
import json
import os
import sys
import tempfile

from clr_loader import get_coreclr
from pythonnet import set_runtime

root = sys.argv[1]
name = "Microsoft.NETCore.App"
versions = os.listdir(os.path.join(root, "shared", name))
version = max(versions, key=lambda text: [int(word) for word in text.split(".") if word.isdigit()])
with tempfile.TemporaryDirectory() as directory:
    path = os.path.join(directory, "runtimeconfig.json")
    with open(path, "w") as config:
        json.dump({"runtimeOptions": {"framework": {"name": name, "version": version}}}, config)
    set_runtime(get_coreclr(dotnet_root=root, runtime_config=path))
    import clr  # noqa: F401
    import System

if len(sys.argv) > 2:
    print(".NET", System.Environment.Version.ToString())
    sys.exit()
print("ProcessorCount", System.Environment.ProcessorCount)
print("TotalAvailableMemoryBytes", System.GC.GetGCMemoryInfo().TotalAvailableMemoryBytes)
