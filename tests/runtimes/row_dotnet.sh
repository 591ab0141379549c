# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# .NET: the one on PATH, and one that a Python package carries. pythonnet asks it.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

heap=1

# 3B/4, when that is 20 MiB at least.
dotnet_due() {
	dotnet_heap=
	if [ -n "$B" ] && [ "$((B * 3))" -ge 80 ]; then
		dotnet_heap=$((B * 786432))
	fi
	due ProcessorCount "$P"
	due TotalAvailableMemoryBytes "$dotnet_heap"
}

{
	if have dotnet; then
		dirname "$(readlink -f "$(command -v dotnet)")"
	fi
	dirname "$(wheel dnv/net/runtime/.net/dotnet)"
} | while read -r dotnet_root; do
	if [ -d "$dotnet_root/host/fxr" ]; then
		echo "$dotnet_root"
	fi
done >"$checks_dir/dotnet"
dotnet_python=$(python_with pythonnet | head -n 1)
if [ ! -s "$checks_dir/dotnet" ]; then
	skip "dotnet: no dotnet"
elif [ -z "$dotnet_python" ]; then
	skip "dotnet: no pythonnet to ask it with"
else
	while read -r dotnet_root; do
		dotnet_is=$(bare "$dotnet_python" "$programs/dotnet.py" "$dotnet_root" version)
		read_back "$dotnet_is" dotnet_due \
			"$dotnet_python" "$programs/dotnet.py" "$dotnet_root"
	done <"$checks_dir/dotnet"
fi
