# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The same with limits that the kernel enforces: 1.5 CPUs and 512 MiB, on the group of the program
# and on the one above. What the runtimes make of them when left alone is shown beside.
# shellcheck disable=SC2154 # what run sets

# real NAME GROUP DUE COMMAND...
real() {
	real_name=$1 real_group=$2 real_due=$3
	shift 3
	echo "$real_name in $real_group alone: $(
		in_group "$real_group" env -i PATH="$PATH" HOME="$HOME" "$@" 2>/dev/null |
			paste -sd ' ')"
	real_status=0
	real_got=$(in_group "$real_group" env -i PATH="$PATH" HOME="$HOME" \
		"$CLIMITS" exec -q --for "$row" -- "$@" 2>"$checks_dir/stderr") || real_status=$?
	answers "$real_name in $real_group" "$real_due" "$real_status" "$real_got"
}

# real_ask ROW NAME DUE COMMAND...: where the program was built, under both limits.
real_ask() {
	row=$1 real_what=$2 real_is=$3
	shift 3
	if have "$1"; then
		real "$real_what" limited "$real_is" "$@"
		real "$real_what" above/free "$real_is" "$@"
	else
		skip "real limit: no $real_what"
	fi
}

if ! group_can; then
	skip "real limits: $group_why"
else
	group_make limited
	group_make above
	for group in limited above; do
		group_set $group cpu.cfs_period_us 100000
		group_set $group cpu.cfs_quota_us 150000
		group_set $group memory.limit_in_bytes $((512 << 20))
	done
	group_make above/free

	for real_go in ${go_built:-}; do
		real_ask go "$real_go" "GOMAXPROCS 1
GOMEMLIMIT $((460 << 20))" "$build/$real_go"
	done
	if [ -e "$build/Processors.class" ]; then
		while read -r real_program real_version; do
			real_ask java "java $real_version" "processors 1
MaxHeapSize $((320 << 20))" "$real_program" -cp "$build" Processors
		done <"$checks_dir/java"
	else
		skip "real limits: no java"
	fi
	while read -r real_program real_version; do
		real_ask node "node $real_version" "heap_size_limit $(((384 + 48) << 20))" \
			"$real_program" "$programs/node.js"
	done <"$checks_dir/node"
	real_ask openmp OpenMP "max_threads 1
threads 1" "$build/openmp-gcc"
	if [ -n "${dotnet_is:-}" ]; then
		real_ask dotnet "$dotnet_is" "ProcessorCount 1
TotalAvailableMemoryBytes $((384 << 20))" "$dotnet_python" "$programs/dotnet.py" \
			"$(head -n 1 "$checks_dir/dotnet")"
	else
		skip "real limits: no .NET"
	fi
fi
