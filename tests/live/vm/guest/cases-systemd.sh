# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
# shellcheck disable=SC2016,SC2086 # for other shells; several names
#
# The service climits-test.service, which systemd as the first process started in a slice.
echo "guest up after $(cut -d ' ' -f 1 /proc/uptime) s: $(uname -r)," \
	"$(systemctl --version | head -n 1)"
cd /guest || exit
. ./common.sh

own=/sys/fs/cgroup/climits.slice/climits-test.slice/climits-test.service
same "the service is in its slice" "1" "$(grep -c "^0::${own#/sys/fs/cgroup}\$" /proc/self/cgroup)"
expect "a service and its slice" $own "quota=150000/100000 max=$((200 * MiB)) high=$((150 * MiB)) \
	swap=$((10 * MiB)) pids=44 cpuset=0-2 usable=3 horizon=1"
same "--dotenv as EnvironmentFile" "GOMAXPROCS=1 GOMEMLIMIT=135MiB" \
	"$(env | grep '^GOM' | sort | paste -sd ' ')"
same "systemd-run --scope" "50000 67108864" "$(
	systemd-run -q --scope -p CPUQuota=50% -p MemoryMax=64M \
	climits get -q cpu.quota memory.max | paste -sd ' ')"
same "climits run in a service" "100000 33554432" "$(climits run --cpus 1 --memory 32M -- \
	climits get -q cpu.quota memory.max 2>/tmp/err | paste -sd ' ')"
echo "said: $(head -n 1 /tmp/err)"
same "climits run says which limits of the service it loses" "5" "$(
	climits run --cpus 1 -- true 2>&1 |
	grep -c 'of our own cgroup')"
systemctl set-property --runtime climits-test.service CPUQuota=30% 2>/dev/null
has "set-property" "quota=30000/100000" "$(probe limits)"
checks_end
echo "guest down after $(cut -d ' ' -f 1 /proc/uptime) s"
sync
/bin/busybox poweroff -f
