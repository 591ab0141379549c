# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Cgroups of version 1 for suites, made by hand: `. tests/live/groups.sh` after tests/checks.sh.
# All lie below the suite's own name in each hierarchy, and are removed at its end, whatever
# happened. Only processes that the suite started are put there.
#
# shellcheck disable=SC2154,SC2034 # checks_dir is of tests/checks.sh; group_why is for the suite

group_name=climits-test-$$
group_controllers="cpu cpuset memory pids"

# group_mount CONTROLLER: where its hierarchy is mounted.
group_mount() {
	awk -v controller="$1" '{
		for (i = 7; $i != "-"; i++)
			;
		n = split($(i + 3), option, ",")
		if ($(i + 1) != "cgroup" || $4 != "/")
			next
		for (j = 1; j <= n; j++)
			if (option[j] == controller) {
				print $5
				exit
			}
	}' /proc/self/mountinfo
}

# Succeeds where cgroups can be made; else group_why says why not.
group_can() {
	if [ "$(id -u)" -ne 0 ]; then
		group_why="not root"
		return 1
	fi
	for group_controller in $group_controllers; do
		group_at=$(group_mount "$group_controller")
		if [ -z "$group_at" ]; then
			group_why="$group_controller is not mounted with cgroup version 1"
			return 1
		fi
		if ! mkdir "$group_at/$group_name" 2>/dev/null; then
			group_why="cannot make a $group_controller cgroup"
			return 1
		fi
		group_prepare "$group_controller" "$group_at/$group_name"
	done
}

# A cpuset takes processes once it has CPUs and memory nodes.
group_prepare() {
	if [ "$1" = cpuset ]; then
		cat "${2%/*}/cpuset.cpus" >"$2/cpuset.cpus"
		cat "${2%/*}/cpuset.mems" >"$2/cpuset.mems"
	fi
}

# group_path CONTROLLER NAME: the directory of a group of ours, "" the one above all.
group_path() {
	echo "$(group_mount "$1")/$group_name${2:+/$2}"
}

# group_make NAME: in every hierarchy. NAME may be A/B where A was made.
group_make() {
	for group_controller in $group_controllers; do
		group_at=$(group_path "$group_controller" "$1")
		mkdir "$group_at"
		group_prepare "$group_controller" "$group_at"
	done
}

# group_set NAME FILE VALUE
group_set() {
	echo "$3" >"$(group_path "${2%%.*}" "$1")/$2"
}

# enter_group NAME: moves the shell that calls it, a subshell.
enter_group() {
	for group_controller in $group_controllers; do
		sh -c "echo \$PPID >'$(group_path "$group_controller" "$1")/cgroup.procs'"
	done
}

# in_group NAME COMMAND...: runs a command there.
in_group() {
	(
		enter_group "$1"
		shift
		exec "$@"
	)
}

# in_group_background NAME COMMAND...: the same, and $! is the command.
in_group_background() {
	(
		enter_group "$1"
		shift
		exec "$@"
	) &
}

# group_move PID NAME: a process of ours.
group_move() {
	for group_controller in $group_controllers; do
		echo "$1" >"$(group_path "$group_controller" "$2")/cgroup.procs"
	done
}

# group_remove NAME: with all below. A group whose last process has just ended may still be busy.
group_remove() {
	for group_controller in $group_controllers; do
		group_at=$(group_path "$group_controller" "$1")
		for group_try in 1 2 3 4 5 6 7 8 9 10; do
			[ -d "$group_at" ] || break
			find "$group_at" -depth -type d -exec rmdir {} + 2>/dev/null && break
			sleep "0.$group_try"
		done
	done
}

# Ends what the suite started and left in its groups, and waits for it.
end_jobs() {
	group_at=$(group_path pids "")
	if [ -d "$group_at" ]; then
		find "$group_at" -name cgroup.procs -exec cat {} + | while read -r group_pid; do
			kill -KILL "$group_pid" 2>/dev/null || true
		done
	fi
	wait
} 2>/dev/null

group_end() {
	end_jobs
	group_remove ""
}

trap 'group_end; rm -rf "$checks_dir"' EXIT
