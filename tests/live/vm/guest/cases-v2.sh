# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
# shellcheck disable=SC2016,SC2086 # for other shells; no path of ours has a blank
#
# Pure cgroup v2: the only mount is cgroup2.
. ./common.sh
. ./run.sh

top=/sys/fs/cgroup
mount -t cgroup2 cgroup2 $top
all="+cpu +cpuset +memory +pids"
echo "$all" >$top/cgroup.subtree_control

# nest GROUP...: makes groups, each enabling the controllers for those inside.
nest() {
	for group; do
		mkdir $top/"$group"
		echo "$all" >$top/"$group/cgroup.subtree_control"
	done
}

leaf() {
	mkdir $top/"$1"
}

test_nested() {
	expect "root" $top "quota=max max=max high=max swap=max pids=max horizon=1"
	nest a a/b
	leaf a/b/c
	expect "no limits" $top/a/b/c "quota=max cpuset=0-3 max=max high=max swap=max pids=max"
	for level in a a/b a/b/c; do
		echo "150000 100000" >$top/$level/cpu.max
		echo 64M >$top/$level/memory.max
		echo 48M >$top/$level/memory.high
		echo 32M >$top/$level/memory.swap.max
		echo 77 >$top/$level/pids.max
		expect "limits at $level only" $top/a/b/c "quota=150000/100000 max=$((64 * MiB)) \
			high=$((48 * MiB)) swap=$((32 * MiB)) pids=77 horizon=1"
		expect_outside "limits at $level only" $top/a/b/c
		for file in cpu.max memory.max memory.high memory.swap.max pids.max; do
			echo max >$top/$level/$file
		done
	done
	echo "50000 100000" >$top/a/cpu.max
	echo "20000 20000" >$top/a/b/c/cpu.max
	echo 100M >$top/a/memory.max
	echo 90M >$top/a/b/memory.high
	echo 200M >$top/a/b/c/memory.max
	echo 10 >$top/a/b/pids.max
	echo 20 >$top/a/b/c/pids.max
	expect "the least of each" $top/a/b/c \
		"quota=50000/100000 max=$((100 * MiB)) high=$((90 * MiB)) pids=10"
	echo "max 50000" >$top/a/cpu.max
	expect "max with a period" $top/a/b/c "quota=20000/20000"
	for quota in "1000 1000" "200000 1000000" "1500000 1000000" "5000 10000" "123457 99991"; do
		echo "$quota" >$top/a/b/c/cpu.max
		expect "cpu.max $quota" $top/a/b/c "quota=$(echo "$quota" | tr ' ' /)"
	done
	echo "100000 100000" >$top/a/b/c/cpu.max
	echo 50000 >$top/a/b/c/cpu.max.burst
	expect "burst is no quota" $top/a/b/c "quota=100000/100000 burst=50000"
	echo 0 >$top/a/b/c/memory.swap.max
	echo 12345678 >$top/a/b/c/memory.max
	expect "rounded to pages" $top/a/b/c "max=12345344 swap=0"
	remove $top/a
}

test_cpuset() {
	nest a
	leaf a/b
	leaf n
	echo 0-2 >$top/a/cpuset.cpus
	echo 1-3 >$top/a/b/cpuset.cpus
	expect "cpuset narrower above" $top/a/b "cpuset=1-2 usable=2"
	expect "affinity in a cpuset" $top/a/b "cpuset=1-2 usable=1" taskset 4
	echo "" >$top/a/b/cpuset.cpus
	expect "cpuset of above" $top/a/b "cpuset=0-2 usable=3"
	echo 2-3 >$top/a/cpuset.cpus
	for kind in root isolated; do
		echo $kind >$top/a/cpuset.cpus.partition
		same "partition $kind" $kind "$(cat $top/a/cpuset.cpus.partition)"
		expect "in a partition: $kind" $top/a/b "cpuset=2-3 usable=2"
		expect "beside a partition: $kind" $top/n "cpuset=0-1 usable=2"
		expect "root beside a partition: $kind" $top "cpuset=0-1 usable=2"
		echo member >$top/a/cpuset.cpus.partition
	done
	expect "no partition any more" $top/n "cpuset=0-3"
	remove $top/a
	remove $top/n
}

test_offline() {
	leaf a
	echo 1,3 >$top/a/cpuset.cpus
	echo 0 >/sys/devices/system/cpu/cpu3/online
	usleep 300000
	expect "a CPU of the set is offline" $top/a "cpuset=1 usable=1"
	expect "a CPU is offline" $top "cpuset=0-2 usable=3"
	same "online" "0-2" "$(climits get online)"
	echo 0 >/sys/devices/system/cpu/cpu1/online
	usleep 300000
	expect "all CPUs of the set are offline" $top/a \
		"cpuset=$(cat $top/a/cpuset.cpus.effective) usable=2"
	echo 1 >/sys/devices/system/cpu/cpu1/online
	echo 1 >/sys/devices/system/cpu/cpu3/online
	remove $top/a
}

test_swap() {
	nest a
	leaf a/b
	echo 16M >$top/a/memory.max
	echo 24M >$top/a/memory.swap.max
	expect "swap limit without swap" $top/a/b "max=$((16 * MiB)) swap=$((24 * MiB))"
	eats "16 MiB, no swap" $top/a/b 20 137
	modprobe zram
	if [ -b /dev/zram0 ]; then
		echo 64M >/sys/block/zram0/disksize
		mkswap /dev/zram0 >/dev/null
		swapon /dev/zram0
		try_swap zram
		swapoff /dev/zram0
	else
		skip "swap on zram: the kernel has no zram module"
	fi
	modprobe loop
	dd if=/dev/zero of=/tmp/disk bs=1M count=80 2>/dev/null
	losetup /dev/loop0 /tmp/disk && mke2fs /dev/loop0 >/dev/null 2>&1 &&
		mount -t ext4 /dev/loop0 /mnt &&
		dd if=/dev/zero of=/mnt/swap bs=1M count=64 2>/dev/null
	mkswap /mnt/swap >/dev/null
	if swapon /mnt/swap; then
		try_swap file
		swapoff /mnt/swap
	else
		skip "swap on a file: cannot be switched on"
	fi
	umount /mnt
	losetup -d /dev/loop0
	rm -f /tmp/disk
	remove $top/a
}

# try_swap WHERE: a group with 16 MiB of memory.
try_swap() {
	echo 24M >$top/a/memory.swap.max
	expect "swap on $1" $top/a/b "max=$((16 * MiB)) swap=$((24 * MiB)) pids=max"
	has "swap on $1: note" "swap-with-gc" "$(at $top/a/b probe advice)"
	eats "16 MiB and 24 MiB of swap on $1" $top/a/b 30 0
	eats "16 MiB and 24 MiB of swap on $1" $top/a/b 60 137
	echo 0 >$top/a/memory.swap.max
	eats "16 MiB and no swap on $1" $top/a/b 20 137
}

test_threaded() {
	nest a
	mkdir $top/d
	echo "200000 100000" >$top/d/cpu.max
	echo 50M >$top/d/memory.max
	mkdir $top/d/t
	echo threaded >$top/d/t/cgroup.type
	echo "+cpu" >$top/d/cgroup.subtree_control
	echo "100000 100000" >$top/d/t/cpu.max
	has "threaded: library" "quota=100000/100000 max=$((50 * MiB))" "$(at $top/d sh -c \
		'echo $$ >"$1/cgroup.threads"; exec probe limits' sh $top/d/t)"
	# shellcheck disable=SC2086 # several names
	has "threaded: get" "quota=100000/100000 max=$((50 * MiB))" "$(at $top/d sh -c \
		'echo $$ >"$1/cgroup.threads"; shift; exec climits get -q "$@"' sh \
		$top/d/t $names | to_words)"
	remove $top/d
	remove $top/a
}

test_mounts() {
	nest a
	leaf a/b
	echo "50000 100000" >$top/a/cpu.max
	echo 40M >$top/a/b/memory.max
	both="quota=50000/100000 max=$((40 * MiB))"
	# They take a while to make: once for all three answers.
	mkdir /tmp/many
	at $top/a/b probe mounts 10000 /tmp/many sh -c 'wc -l </proc/self/mountinfo >/run/mounts
		probe limits >/run/library
		climits get -q "$@" >/run/get; climits --json -q >/run/json' sh $names
	same "10,000 mounts: are there" 1 $(($(cat /run/mounts) > 10000))
	has "10,000 mounts: library" "$both horizon=1" "$(cat /run/library)"
	same "10,000 mounts: get" "$(common_words </run/library)" "$(to_words </run/get)"
	same "10,000 mounts: json" "$(common_words </run/library)" "$(json_to_words </run/json)"
	mkdir -p /run/second /tmp/empty
	mount -t cgroup2 none /run/second
	expect "two cgroup2 mounts" $top/a/b "$both horizon=1"
	umount /run/second
	mount --bind $top/a /mnt
	expect "a mount of a part beside" $top/a/b "$both horizon=1"
	expect "only a mount of a part" $top/a/b "$both horizon=2" probe unshare m \
		sh -c 'umount /sys/fs/cgroup && exec "$@"' sh
	umount /mnt
	mount --bind $top/a/b /mnt
	expect "only a mount of the leaf" $top/a/b "quota=max max=$((40 * MiB)) horizon=2" \
		probe unshare m sh -c 'umount /sys/fs/cgroup && exec "$@"' sh
	umount /mnt
	mkdir /run/other
	mount --bind $top /run/other
	expect "elsewhere" $top/a/b "$both horizon=1" probe unshare m \
		sh -c 'umount /sys/fs/cgroup && exec "$@"' sh
	umount /run/other
	expect "no cgroup mount" $top/a/b "quota=unknown max=unknown pids=unknown" probe unshare m \
		sh -c 'umount /sys/fs/cgroup && exec "$@"' sh
	expect "a tmpfs over it" $top/a/b "quota=unknown max=unknown pids=unknown" probe unshare m \
		sh -c 'mount -t tmpfs none /sys/fs/cgroup && exec "$@"' sh
	has "no /proc" "quota=unknown max=unknown" "$(at $top/a/b probe unshare m \
		sh -c 'umount -l /proc && exec probe limits')"
	remove $top/a
}

test_namespaces() {
	nest a
	leaf a/b
	echo "50000 100000" >$top/a/cpu.max
	echo 40M >$top/a/b/memory.max
	# From inside, nothing says below which of the visible groups ours is.
	expect "cgroup namespace, the host's mount" $top/a/b "quota=unknown max=unknown horizon=0 \
		notes=outside-mount," probe unshare c
	expect "cgroup namespace, private mount" $top/a/b "quota=max max=$((40 * MiB)) horizon=2" \
		probe unshare cm sh -c 'umount /sys/fs/cgroup
			mount -t cgroup2 none /sys/fs/cgroup && exec "$@"' sh
	expect "pid namespace" $top/a/b "quota=50000/100000 max=$((40 * MiB)) horizon=1" \
		probe unshare pm sh -c 'mount -t proc proc /proc && exec "$@"' sh
	remove $top/a
}

test_users() {
	nest a
	leaf a/b
	echo "50000 100000" >$top/a/cpu.max
	echo 40M >$top/a/b/memory.max
	expect "unprivileged user" $top/a/b "quota=50000/100000 max=$((40 * MiB)) horizon=1" \
		probe as 1000
	outside $top/a/b sleep 1000
	has "another user's process" "quota=50000/100000" "$(probe as 1000 climits get -q \
		--pid $outside $names | to_words)"
	for option in hidepid=1 hidepid=2 hidepid=4; do
		status=0
		message=$(probe unshare m sh -c 'umount -l /proc; mount -t proc -o "$1" proc /proc
			exec probe as 1000 climits get --pid "$2" cpus' sh $option $outside 2>&1) ||
			status=$?
		same "$option hides another's process" "1 1" "$status $(echo "$message" | wc -l)"
		echo "said: $message"
	done
	end_outside
	for option in hidepid=2 subset=pid; do
		expect "/proc with $option" $top/a/b "quota=50000/100000 max=$((40 * MiB))" \
			probe unshare m sh -c 'umount -l /proc; mount -t proc -o "$0" proc /proc
			exec probe as 1000 "$@"' $option
	done
	chmod 700 $top/a
	expect "a level that we may not enter" $top/a/b "quota=unknown" probe as 1000
	chmod 755 $top/a
	chmod 600 $top/a/cpu.max
	expect "a file that we may not read" $top/a/b "quota=unknown max=$((40 * MiB))" \
		probe as 1000
	remove $top/a
}

test_not_enabled() {
	nest a
	mkdir $top/a/b $top/a/b/c
	echo "70000 100000" >$top/a/cpu.max
	echo 40M >$top/a/memory.max
	expect "controllers not enabled below" $top/a/b/c "quota=70000/100000 max=$((40 * MiB))"
	echo "-memory" >$top/a/cgroup.subtree_control
	expect "one controller not enabled below" $top/a/b/c "quota=70000/100000 max=$((40 * MiB))"
	remove $top/a
	echo "-memory -cpu" >$top/cgroup.subtree_control
	leaf a
	expect "controllers enabled nowhere" $top/a "quota=max max=max"
	echo "$all" >$top/cgroup.subtree_control
	remove $top/a
}

test_deep() {
	path=deep
	leaf $path
	echo "30000 100000" >$top/$path/cpu.max
	for level in $(seq 2 64); do
		echo "$all" >$top/$path/cgroup.subtree_control
		path=$path/$level
		leaf $path
		echo $((200 - level))M >$top/$path/memory.max
	done
	expect "64 levels deep" $top/$path "quota=30000/100000 max=$((136 * MiB)) horizon=1"
	expect_outside "64 levels deep" $top/$path
	remove $top/deep
}

# hold GROUP SCRIPT: what a handle reads after the script; it has read once before. $holder is the
# process.
hold() {
	rm -f /tmp/in /tmp/out
	mkfifo /tmp/in
	at "$1" probe hold </tmp/in >/tmp/out &
	exec 3>/tmp/in
	echo >&3
	until [ -s /tmp/out ]; do usleep 20000; done
	holder=$(cat "$1/cgroup.procs")
	eval "$2"
	echo >&3
	exec 3>&-
	wait
	sed -n 2p /tmp/out
}

test_handle() {
	nest a
	leaf a/b
	leaf n
	echo "50000 100000" >$top/a/cpu.max
	echo "60000 100000" >$top/n/cpu.max
	has "a limit changes" "quota=40000/100000" \
		"$(hold $top/a/b 'echo "40000 100000" >$top/a/b/cpu.max')"
	has "the process is moved" "quota=60000/100000" \
		"$(hold $top/a/b 'echo $holder >$top/n/cgroup.procs')"
	has "moved, its group removed" "quota=60000/100000" "$(hold $top/a/b \
		'echo $holder >$top/n/cgroup.procs; rmdir $top/a/b')"
	leaf a/b
	has "removed and made again" "quota=45000/100000" "$(hold $top/a/b \
		'echo $holder >$top/cgroup.procs; rmdir $top/a/b; mkdir $top/a/b
		echo "45000 100000" >$top/a/b/cpu.max; echo $holder >$top/a/b/cgroup.procs')"
	echo "-cpu" >$top/a/cgroup.subtree_control
	has "a controller appears" "quota=35000/100000" "$(hold $top/a/b \
		'echo "+cpu" >$top/a/cgroup.subtree_control
		echo "35000 100000" >$top/a/b/cpu.max')"
	leaf dead
	outside $top/dead sh -c 'sleep 0 & exec sleep 1000'
	zombie=$(grep -l 'State:.*zombie' /proc/[0-9]*/status | head -n 1 | tr -dc 0-9)
	has "a zombie has no limits" "process-dead" "$(probe limits "$zombie" |
		sed 's/.*notes=//; s/,/ /g')"
	end_outside
	remove $top/dead
	remove $top/a
	remove $top/n
}

test_enforced() {
	nest a
	leaf a/b
	echo "50000 100000" >$top/a/cpu.max
	spin "0.5 CPUs, above" $top/a/b 2 450 550
	echo "20000 20000" >$top/a/cpu.max
	echo "150000 100000" >$top/a/b/cpu.max
	spin "1 CPU above 1.5" $top/a/b 3 900 1100
	echo max >$top/a/cpu.max
	spin "1.5 CPUs" $top/a/b 3 1400 1600
	echo 1 >$top/a/b/cpuset.cpus
	spin "1.5 CPUs on one CPU" $top/a/b 3 900 1050
	echo 40M >$top/a/memory.max
	eats "40 MiB above" $top/a/b 30 0
	eats "40 MiB above" $top/a/b 60 137
	remove $top/a
}

for part in nested cpuset offline threaded swap mounts namespaces users not_enabled deep handle \
	run enforced; do
	started=$(cut -d ' ' -f 1 /proc/uptime)
	test_$part
	echo "time: $part from $started s to $(cut -d ' ' -f 1 /proc/uptime) s"
done
checks_end
