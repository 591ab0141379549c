# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
# shellcheck disable=SC2016,SC2086 # for other shells; no path of ours has a blank
#
# Hybrid: cpu and cpuacct on v1, cpuset, memory and pids on v2, mounted below unified as systemd had
# it. Each controller is looked for where it is.
. ./common.sh

top=/sys/fs/cgroup
mount -t tmpfs none $top
mkdir $top/cpu,cpuacct $top/systemd $top/unified
mount -t cgroup -o cpu,cpuacct cgroup $top/cpu,cpuacct
mount -t cgroup -o none,name=systemd cgroup $top/systemd
mount -t cgroup2 cgroup2 $top/unified
echo "+cpuset +memory +pids" >$top/unified/cgroup.subtree_control
v1=$top/cpu,cpuacct v2=$top/unified

expect "hybrid, no limits" $v2 "quota=max max=max pids=max horizon=1"
mkdir -p $v1/a/b $v2/m $top/systemd/s
echo "+cpuset +memory +pids" >$v2/m/cgroup.subtree_control
mkdir $v2/m/n
both=$v1/a/b:$v2/m/n:$top/systemd/s
echo 150000 >$v1/a/cpu.cfs_quota_us
echo 40M >$v2/m/memory.max
echo 30M >$v2/m/n/memory.high
echo 50 >$v2/m/pids.max
echo 1-2 >$v2/m/cpuset.cpus
words="quota=150000/100000 max=$((40 * MiB)) high=$((30 * MiB)) pids=50 cpuset=1-2 usable=2"
expect "hybrid" "$both" "$words horizon=1"
same "hybrid: version" hybrid "$(at "$both" climits get cgroup.version)"
same "hybrid: paths" "/a/b /m/n" \
	"$(at "$both" climits get cgroup.path.cpu cgroup.path.memory | paste -sd ' ')"
expect "hybrid, cpu in another group" "$v1:$v2/m/n" "quota=max max=$((40 * MiB))"
expect "hybrid, v2 not mounted" "$both" "quota=150000/100000 max=unknown pids=unknown" \
	probe unshare m sh -c 'umount /sys/fs/cgroup/unified && exec "$@"' sh
expect "hybrid, v1 not mounted" "$both" "quota=unknown max=$((40 * MiB)) pids=50" \
	probe unshare m sh -c 'umount /sys/fs/cgroup/cpu,cpuacct && exec "$@"' sh
spin "hybrid, 1.5 CPUs of two" "$both" 3 1400 1600
remove $v2/m/n
mkdir $v2/m/n
same "run: both versions at once" "50000 33554432 20" "$(
	at "$both" climits run --cpus 0.5 --memory 32M --pids 20 -- \
	climits get cpu.quota memory.max pids.max | paste -sd ' ')"
same "run: nothing is left" 0 "$(find $top -name 'climits-run-*' | wc -l)"
remove $v1/a
remove $v2/m
checks_end
