# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Trees to read with --root, for machines where no cgroup can be made. The tighter limits are above
# the process's own level.

# put FILE TEXT
put() {
	mkdir -p "${1%/*}"
	printf '%s\n' "$2" >"$1"
}

# What every tree has: a machine of 8 CPUs and 16 GiB, a process that may run on 6 of them.
tree_machine() {
	put "$1/sys/devices/system/cpu/online" 0-7
	put "$1/proc/meminfo" "MemTotal:       16777216 kB
SwapTotal:       1048576 kB"
	put "$1/proc/self/status" "Name:	app
State:	S (sleeping)
Cpus_allowed:	3f"
}

tree_v2() {
	tree_machine "$1"
	put "$1/proc/self/cgroup" "0::/pod/app"
	put "$1/proc/self/mountinfo" \
		"30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw"
	put "$1/sys/fs/cgroup/cgroup.controllers" "cpuset cpu memory pids"
	for tree_level in pod pod/app; do
		tree_at=$1/sys/fs/cgroup/$tree_level
		put "$tree_at/cgroup.controllers" "cpuset cpu memory pids"
		put "$tree_at/cpu.max" "400000 100000"
		put "$tree_at/cpu.weight" 100
		put "$tree_at/cpuset.cpus.effective" 0-3
		put "$tree_at/memory.max" 1073741824
		put "$tree_at/memory.high" max
		put "$tree_at/memory.swap.max" 536870912
		put "$tree_at/pids.max" 200
	done
	put "$1/sys/fs/cgroup/pod/cpu.max" "250000 100000"
	put "$1/sys/fs/cgroup/pod/memory.max" 536870912
	put "$1/sys/fs/cgroup/pod/memory.high" 402653184
	put "$1/sys/fs/cgroup/pod/memory.swap.max" 0
	put "$1/sys/fs/cgroup/pod/pids.max" 100
}

tree_v1() {
	tree_machine "$1"
	put "$1/proc/self/cgroup" "4:pids:/pod/app
3:memory:/pod/app
2:cpuset:/pod/app
1:cpu,cpuacct:/pod/app"
	put "$1/proc/self/mountinfo" \
		"31 20 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct
32 20 0:32 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset
33 20 0:33 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
34 20 0:34 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids"
	for tree_level in / /pod /pod/app; do
		put "$1/sys/fs/cgroup/cpu$tree_level/cpu.cfs_quota_us" -1
		put "$1/sys/fs/cgroup/cpu$tree_level/cpu.cfs_period_us" 100000
		put "$1/sys/fs/cgroup/cpu$tree_level/cpu.shares" 1024
		put "$1/sys/fs/cgroup/cpuset$tree_level/cpuset.cpus" 0-7
		tree_at=$1/sys/fs/cgroup/memory$tree_level
		put "$tree_at/memory.use_hierarchy" 1
		put "$tree_at/memory.limit_in_bytes" 9223372036854771712
		put "$tree_at/memory.memsw.limit_in_bytes" 9223372036854771712
	done
	put "$1/sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us" 250000
	put "$1/sys/fs/cgroup/cpuset/pod/cpuset.cpus" 0-3
	put "$1/sys/fs/cgroup/cpuset/pod/app/cpuset.cpus" 0-3
	put "$1/sys/fs/cgroup/memory/pod/memory.limit_in_bytes" 536870912
	put "$1/sys/fs/cgroup/memory/pod/memory.memsw.limit_in_bytes" 805306368
	put "$1/sys/fs/cgroup/memory/pod/app/memory.limit_in_bytes" 1073741824
	put "$1/sys/fs/cgroup/memory/pod/app/memory.stat" "cache 0
hierarchical_memory_limit 536870912
hierarchical_memsw_limit 805306368"
	put "$1/sys/fs/cgroup/pids/pod/pids.max" 100
	put "$1/sys/fs/cgroup/pids/pod/app/pids.max" max
}
