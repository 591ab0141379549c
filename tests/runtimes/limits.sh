# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Invented limits for tests/runtimes/run, and the numbers that the advice makes of them: P, P_UP and
# B of the contract, computed here and never asked of climits. Sizes are whole MiB, CPUs are in
# hundredths, so that a shell can reckon exactly.
#
# shellcheck disable=SC2154,SC2034 # checks_dir is of tests/checks.sh; what numbers sets, rows read

# name, CPUs of the machine, quota in hundredths of a CPU, memory.max, memory.high, RAM in MiB
limits="
fraction 8 250 512 448 16384
share 8 150 1024 max 16384
large 16 590 3072 max 16384
tight 2 50 24 max 16384
memory 8 max 768 max 16384
quota 12 350 max max 16384
ram 8 400 65536 max 16384
"

# No program may refuse to start, whatever the limit: the least and the most that the kernel can be
# told; for runtimes with a heap limit also budgets just above the smallest that get one.
edges="
least 1 1 0 max 1
most 8192 409600 8796093022207 max 8796093022207
wide 8192 max 8796093022207 max 8796093022207
"
edges_heap="
heap8 1 1 8 8 16384
heap9 2 200 9 max 16384
heap16 2 200 16 max 16384
heap21 2 200 21 max 16384
heap27 2 200 27 max 16384
heap64 2 200 64 max 16384
"

limits_bytes() {
	if [ "$1" = max ]; then
		echo max
	else
		echo $(($1 * 1048576))
	fi
}

# limits_make NAME CPUS QUOTA MAX HIGH RAM: a process at the top of version 2.
limits_make() {
	limits_at=$checks_dir/limits/$1
	mkdir -p "$limits_at/proc/self" "$limits_at/sys/devices/system/cpu" \
		"$limits_at/sys/fs/cgroup"
	echo "0::/" >"$limits_at/proc/self/cgroup"
	echo "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw" >"$limits_at/proc/self/mountinfo"
	echo "MemTotal: $(($6 * 1024)) kB" >"$limits_at/proc/meminfo"
	echo "0-$(($2 - 1))" | sed 's/^0-0$/0/' >"$limits_at/sys/devices/system/cpu/online"
	limits_at=$limits_at/sys/fs/cgroup
	cp "$limits_at/../../devices/system/cpu/online" "$limits_at/cpuset.cpus.effective"
	if [ "$3" = max ]; then
		echo "max 100000" >"$limits_at/cpu.max"
	else
		echo "$(($3 * 1000)) 100000" >"$limits_at/cpu.max"
	fi
	limits_bytes "$4" >"$limits_at/memory.max"
	limits_bytes "$5" >"$limits_at/memory.high"
	echo 0 >"$limits_at/memory.swap.max"
}

limits_make_all() {
	echo "$limits$edges$edges_heap" | while read -r limits_name limits_rest; do
		# shellcheck disable=SC2086 # words
		[ -z "$limits_name" ] || limits_make "$limits_name" $limits_rest
	done
	limits_make unlimited 8 max max max 16384
}

# clamp NUMBER LEAST MOST
clamp() {
	if [ "$1" -lt "$2" ]; then
		echo "$2"
	elif [ "$1" -gt "$3" ]; then
		echo "$3"
	else
		echo "$1"
	fi
}

# numbers NAME CPUS QUOTA MAX HIGH RAM: sets U, P and P_UP (empty without a quota), B in MiB (empty
# without a memory limit).
numbers() {
	U=$2 P='' P_UP='' B=''
	if [ "$3" != max ]; then
		P=$(clamp $(($3 / 100)) 1 "$U")
		P_UP=$(clamp $((($3 + 99) / 100)) 1 99999)
	fi
	if [ "$4" != max ] || [ "$5" != max ]; then
		B=$6
		[ "$4" = max ] || B=$(clamp "$B" 0 "$4")
		[ "$5" = max ] || B=$(clamp "$B" 0 "$5")
	fi
}
