# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
#
# Containers by crun and runc on cgroup v2.
. ./common.sh
. ./bundle.sh

mount -t cgroup2 cgroup2 /sys/fs/cgroup
echo "+cpu +cpuset +memory +pids" >/sys/fs/cgroup/cgroup.subtree_control
modprobe zram
echo 64M >/sys/block/zram0/disksize
mkswap /dev/zram0 >/dev/null
swapon /dev/zram0

oci_dir=/tmp/bundle
oci_cgroup=/containers
oci_root /bin/busybox /bin/climits /bin/probe
oci_options=--no-pivot
for runtime in crun runc; do
	for namespace in private host; do
		if have $runtime; then
			oci_check $runtime $namespace
		else
			skip "containers: no $runtime"
		fi
	done
done
checks_end
