# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
# shellcheck disable=SC2016,SC2086 # for other shells; no path of ours has a blank
#
# cgroup v1: cpu and cpuacct together, cpuset, memory and pids each alone, as distributions had it.
# Newer kernels are built without the memory and cpuset controllers of v1.
. ./common.sh

top=/sys/fs/cgroup
mount -t tmpfs none $top
have=
for controllers in cpu,cpuacct cpuset memory pids; do
	mkdir $top/$controllers
	if mount -t cgroup -o $controllers cgroup $top/$controllers 2>/dev/null; then
		have="$have $controllers"
	else
		rmdir $top/$controllers
		echo "note: this kernel has no $controllers controller of v1"
	fi
done

has_controller() {
	[ -d "$top/$1" ]
}

# make GROUP: in every hierarchy. $all is where a process goes to be in it.
make() {
	all=
	for controllers in $have; do
		mkdir "$top/$controllers/$1"
		all=$all:$top/$controllers/$1
	done
	all=${all#:}
	if has_controller cpuset; then
		cat "$top/cpuset/$1/../cpuset.cpus" >"$top/cpuset/$1/cpuset.cpus"
		cat "$top/cpuset/$1/../cpuset.mems" >"$top/cpuset/$1/cpuset.mems"
	fi
}

unmake() {
	for controllers in $have; do
		remove "$top/$controllers/$1"
	done
}

set_quota() {
	echo "$3" >"$top/cpu,cpuacct/$1/cpu.cfs_period_us"
	echo "$2" >"$top/cpu,cpuacct/$1/cpu.cfs_quota_us"
}

test_nested_cpu() {
	for level in a a/b a/b/c; do
		set_quota $level 150000 100000
		expect "quota at $level only" "$all" "quota=150000/100000"
		set_quota $level -1 100000
	done
	set_quota a 50000 100000
	expect "-1 below a limit" "$all" "quota=50000/100000"
	set_quota a/b/c 5000 20000
	expect "the least quota" "$all" "quota=5000/20000"
	echo 77 >$top/pids/a/pids.max
	echo 88 >$top/pids/a/b/c/pids.max
	expect "the least of pids" "$all" "pids=77"
	expect_outside "v1" $top/cpu,cpuacct/a/b/c
}

test_nested_memory() {
	if ! has_controller memory; then
		expect "memory is nowhere" "$all" "max=max swap=max"
		return
	fi
	for level in a/b/c a/b a; do
		echo 64M >$top/memory/$level/memory.limit_in_bytes
		expect "memory at $level" "$all" "max=$((64 * MiB)) high=max"
	done
	echo 96M >$top/memory/a/memory.memsw.limit_in_bytes
	expect "memory and swap" "$all" "max=$((64 * MiB)) swap=$((32 * MiB))"
	echo 30M >$top/memory/a/b/memory.limit_in_bytes
	expect "memory tighter in the middle" "$all" "max=$((30 * MiB))"
	echo 20M >$top/memory/a/b/c/memory.soft_limit_in_bytes
	expect "the soft limit is none" "$all" "max=$((30 * MiB)) high=max"
	eats "30 MiB above" $top/memory/a/b/c 20 0
	eats "30 MiB above" $top/memory/a/b/c 50 137
	if echo 0 >$top/memory/a/memory.use_hierarchy 2>/dev/null; then
		skip "use_hierarchy can be switched off: no case for it yet"
	else
		pass "use_hierarchy cannot be switched off"
	fi
}

test_cpuset() {
	has_controller cpuset || return 0
	echo 1-2 >$top/cpuset/a/b/c/cpuset.cpus
	expect "cpuset of v1" "$all" "cpuset=1-2 usable=2"
	echo 0 >/sys/devices/system/cpu/cpu2/online
	usleep 300000
	expect "a CPU of it is offline" "$all" "cpuset=1 usable=1"
	echo 1 >/sys/devices/system/cpu/cpu2/online
	usleep 300000
	same "back online: v1 may forget it" "$(at "$all" climits get cpuset)" \
		"$(cat $top/cpuset/a/b/c/cpuset.effective_cpus 2>/dev/null ||
			cat $top/cpuset/a/b/c/cpuset.cpus)"
	mkdir /dev/cpuset
	mount -t cgroup -o cpuset,noprefix none /dev/cpuset 2>/dev/null ||
		mount -t cpuset none /dev/cpuset 2>/dev/null || true
	expect "a second mount of cpuset" "$all" "cpuset=$(at "$all" climits get cpuset)"
	umount /dev/cpuset 2>/dev/null || true
}

test_namespaces() {
	set_quota a 70000 100000
	set_quota a/b/c 50000 100000
	expect "v1 namespace over older mounts" "$all" "quota=unknown" probe unshare c
	expect "v1 namespace with its own mount" "$all" "quota=50000/100000" probe unshare cm \
		sh -c 'umount -l /sys/fs/cgroup/cpu,cpuacct
		mount -t cgroup -o cpu,cpuacct none /sys/fs/cgroup/cpu,cpuacct && exec "$@"' sh
	mount --bind $top/cpu,cpuacct/a/b /mnt
	set_quota a/b/c -1 100000
	expect "v1, a mount of a part only" "$all" "quota=max horizon=2" probe unshare m \
		sh -c 'umount -l /sys/fs/cgroup/cpu,cpuacct && exec "$@"' sh
	umount /mnt
	expect "v1, one hierarchy is not mounted" "$all" "quota=unknown pids=77" probe unshare m \
		sh -c 'umount -l /sys/fs/cgroup/cpu,cpuacct && exec "$@"' sh
}

test_run() {
	same "run: quota, v1" "150000 100000" "$(at "$all" climits run --cpus 1.5 --pids 40 -- \
		climits get cpu.quota cpu.period | paste -sd ' ')"
	if has_controller memory; then
		same "run: memory and swap, v1" "16777216 8388608" "$(
			at "$all" climits run --memory 16M --swap 8M -- \
			climits get memory.max memory.swap.max | paste -sd ' ')"
	else
		same "run: memory is nowhere" "1 1" "$(status=0
			climits run --memory 16M -- true 2>/tmp/err || status=$?
			echo "$status $(grep -c 'memory controller' /tmp/err)")"
		echo "said: $(cat /tmp/err)"
	fi
	if has_controller cpuset; then
		same "run: cpuset, v1" "1" "$(climits run --cpuset 1 -- climits get cpuset)"
	fi
	climits run --pids 30 -- sh -c 'sleep 999 & setsid sleep 999 & exit 0'
	same "run: children end, v1" "0 0" "$(pidof sleep | wc -w) \
$(find $top -name 'climits-run-*' | wc -l)"
}

expect "v1, no limits" $top/pids "quota=max max=max swap=max pids=max horizon=1"
make a
make a/b
make a/b/c
test_nested_cpu
test_nested_memory
test_cpuset
set_quota a/b/c -1 100000
set_quota a -1 100000
test_run
test_namespaces
set_quota a/b/c -1 100000
set_quota a 50000 100000
spin "v1, 0.5 CPUs above" $top/cpu,cpuacct/a/b/c 2 450 550
unmake a
checks_end
