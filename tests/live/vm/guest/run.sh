# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
# shellcheck disable=SC2016,SC2086 # for other shells; no path of ours has a blank
#
# climits run, on cgroup v2 mounted at $top.

# Groups that it left anywhere.
left() {
	find "$top" -name 'climits-run-*' | wc -l
}

run_sets() {
	run_group=$1 run_names=$2 run_values=$3
	shift 3
	# shellcheck disable=SC2086 # several names
	same "run $*" "$run_values 0" "$(at "$run_group" climits run "$@" -- \
		climits get -q $run_names | paste -sd ' ') $(left)"
}

# run_fails NAME WORD GROUP COMMAND...: exit status 1, one line that has the word, nothing left.
run_fails() {
	run_name=$1 run_word=$2 run_group=$3
	shift 3
	run_status=0
	at "$run_group" "$@" >/tmp/run.out 2>/tmp/run.err || run_status=$?
	same "$run_name" "1 1 1 0 0" "$run_status $(wc -l </tmp/run.err) \
$(grep -c -e "$run_word" /tmp/run.err) $(wc -c </tmp/run.out) $(left)"
	echo "said: $(cat /tmp/run.err)"
}

test_run_limits() {
	run_sets "$top" "cpu.quota cpu.period" "150000 100000" --cpus 1.5
	run_sets "$top" "cpu.quota cpu.period" "5000 10000" --cpus 0.5 --period 10000
	run_sets "$top" "memory.max memory.high memory.swap.max" "67108864 50331648 0" \
		--memory 64M --memory-high 48M --swap 0
	run_sets "$top" "memory.swap.max" "33554432" --swap 32M
	run_sets "$top" "cpuset pids.max" "1-2 30" --cpuset 1,2 --pids 30
	same "run --env" "GOMAXPROCS=1 GOMEMLIMIT=57MiB" "$(
		climits run --cpus 1 --memory 64M --env env | grep ^GOM | sort | paste -sd ' ')"
	same "run: statuses" "42 137 127 126" "$(for command in 'sh -c "exit 42"' \
		'sh -c "kill -9 \$\$"' nonesuch /init/; do
		eval climits run --pids 9 -- "$command" >/dev/null 2>&1
		echo $?
	done | paste -sd ' ')"
	run_fails "run: CPU that is not there" "does not have" "$top" \
		climits run --cpuset 2-9 -- true
	run_fails "run: quota under 1 ms" "longer" "$top" climits run --cpus 0.001 -- true
	climits run --cpus 1 --memory 64M --pids 30 -- sh -c 'sleep 999 & setsid sleep 999 & exit 0'
	same "run: children end" "0 0" "$(pidof sleep | wc -w) $(left)"
	climits run --pids 30 -- sh -c 'sleep 999' &
	run_pid=$!
	usleep 500000
	kill $run_pid
	run_status=0
	wait $run_pid || run_status=$?
	same "run: SIGTERM" "143 0 0" "$run_status $(pidof sleep | wc -w) $(left)"
	climits run --memory 30M -- probe eat 60000000 >/dev/null 2>&1
	same "run: killed above the limit" 137 $?
}

# A caller in a group that is not the root: the kernel wants the new group beside it.
test_run_beside() {
	leaf one
	run_sets $top/one "cpu.quota memory.max" "50000 67108864" --cpus 0.5 --memory 64M
	echo "10000 100000" >$top/one/cpu.max
	same "run: says what is lost" 1 "$(at $top/one climits run --memory 64M -- true 2>&1 |
		grep -c 'cpu.quota of our own')"
	remove $top/one
	mkdir $top/two $top/two/caller
	same "run: beside the caller" "/two" "$(at $top/two/caller climits run --memory 64M -- \
		climits get cgroup.path.memory | sed 's|/climits-run-[0-9]*$||')"
	# The caller's own group has the controller now, and may use it.
	same "run: a controller that others have stays" "memory" \
		"$(cat $top/two/cgroup.subtree_control)"
	remove $top/two
	echo "-pids" >$top/cgroup.subtree_control
	run_sets $top pids.max 30 --pids 30
	same "run: one that no other has is taken back" "" \
		"$(grep -o pids $top/cgroup.subtree_control)"
	leaf three
	echo 0-1 >$top/three/cpuset.cpus
	mkdir $top/three/caller
	run_fails "run: CPU that the group above does not have" "not all of" $top/three/caller \
		climits run --cpuset 1-2 -- true
	run_fails "run: none of the CPUs" "not all of" $top/three/caller \
		climits run --cpuset 3 -- true
	echo "$all" >$top/cgroup.subtree_control
	remove $top/three
}

# A user whose group was delegated as cgroup-v2.rst has it: the directory and three of its files.
test_run_delegated() {
	mkdir $top/user $top/user/caller
	run_fails "run: no rights" "sudo" $top/user/caller probe as 1000 \
		climits run --cpus 1 -- true
	chown 1000 $top/user $top/user/caller
	for file in cgroup.procs cgroup.subtree_control cgroup.threads; do
		chown 1000 $top/user/$file $top/user/caller/$file
	done
	same "run: delegated" "67108864 0" "$(at $top/user/caller probe as 1000 \
		climits run --memory 64M -- climits get memory.max) $(left)"
	echo "-memory" >$top/user/cgroup.subtree_control
	echo "-memory" >$top/cgroup.subtree_control
	run_fails "run: controller not delegated" "sudo" $top/user/caller probe as 1000 \
		climits run --memory 64M -- true
	echo "+memory" >$top/cgroup.subtree_control
	remove $top/user
}

# As in a container: our group is the top of what can be seen.
test_run_contained() {
	leaf box
	run_fails "run: in a container" "free of processes" $top/box probe unshare cm sh -c \
		'umount /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
		climits run --cpus 1 -- true'
	run_fails "run: in a container, read-only" "read-only" $top/box probe unshare cm sh -c \
		'umount /sys/fs/cgroup; mount -t cgroup2 -o ro none /sys/fs/cgroup
		mount -o remount,bind,ro /sys/fs/cgroup; climits run --cpus 1 -- true'
	run_fails "run: no cgroup mount" "no cgroup mount" $top/box probe unshare m sh -c \
		'umount /sys/fs/cgroup; climits run --cpus 1 -- true'
	same "run: below a mount of a part" "67108864" "$(mkdir $top/box/in
		mount --bind $top/box /mnt
		at $top/box/in probe unshare m sh -c 'umount /sys/fs/cgroup
		climits run --memory 64M -- climits get memory.max'
		umount /mnt)"
	remove $top/box
}

test_run() {
	test_run_limits
	test_run_beside
	test_run_delegated
	test_run_contained
}
