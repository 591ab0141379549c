# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC1091,SC2034,SC2154 # files that are beside this one in the guest
# shellcheck disable=SC2016,SC2086 # for other shells; no path of ours has a blank
#
# What the cases of all guests use. `expect` holds four answers against what the test wrote: the
# library's, `climits get`, `climits --json`, and `climits --pid` from outside.
# On the host the suite has done so.
[ ! -f /checks.sh ] || . /checks.sh

names="cpu.quota cpu.period cpu.burst cpuset memory.max memory.high memory.swap.max pids.max"

# to_words: values of $names, one a line, as the words that probe prints.
to_words() {
	awk '{ v[NR] = $0 } END {
		printf "quota=%s burst=%s cpuset=%s max=%s high=%s swap=%s pids=%s\n",
			v[1] ~ /^[0-9]/ ? v[1] "/" v[2] : v[1], v[3] ~ /^[0-9]/ ? v[3] : 0, v[4],
			v[5], v[6], v[7], v[8]
	}'
}

# The same out of `climits --json`, as cJSON prints it: a line for each member.
json_to_words() {
	awk -F '\t' '
	function value() {
		gsub(/^"|",?$|,$/, "", $NF)
		return $NF
	}
	/"notes"/ { exit }
	/:\t\{$/ { split($0, part, "\""); path[++depth] = part[2]; next }
	/^\t*\}/ { depth--; next }
	{
		split($0, part, "\"")
		v[path[depth - 1] "." path[depth] "." part[2]] = value()
	}
	function limit(name, number) {
		if (v[name ".status"] == "limited")
			return v[name "." number]
		return v[name ".status"] == "unlimited" ? "max" : v[name ".status"]
	}
	END {
		quota = limit("cpu.quota", "quota_us")
		if (quota ~ /^[0-9]/)
			quota = quota "/" v["cpu.quota.period_us"]
		burst = v["cpu.quota.burst_us"]
		list = v["cpu.cpuset.list"]
		if (list == "null")
			list = v["cpu.cpuset.status"] == "unknown" ? "unknown" : "none"
		printf "quota=%s burst=%s cpuset=%s max=%s high=%s swap=%s pids=%s\n",
			quota, burst ~ /^[0-9]/ ? burst : 0, list,
			limit("memory.max", "bytes"), limit("memory.high", "bytes"),
			limit("memory.swap_max", "bytes"), limit("pids.max", "value")
	}'
}

# The words of the library that the two others have too.
common_words() {
	sed 's/ usable=[^ ]*//; s/ horizon=.*//'
}

# at GROUP COMMAND...: COMMAND in the group (of several, separated by colons).
at() {
	at_groups=$1
	shift
	sh -c 'IFS=:; for group in $1; do echo $$ >"$group/cgroup.procs" || exit 99; done; shift
		exec "$@"' sh "$at_groups" "$@"
}

# has NAME WORDS LINE: the line has every word.
has() {
	has_missing=
	for has_word in $2; do
		case " $3 " in
		*" $has_word "*) ;;
		*) has_missing="$has_missing $has_word" ;;
		esac
	done
	if [ -z "$has_missing" ]; then
		pass "$1"
	else
		fail "$1: not$has_missing"
		echo "    in $3"
	fi
}

# expect NAME GROUP WORDS [UNDER...]: a process of the group, started by UNDER, gets these limits.
expect() {
	name=$1 group=$2 words=$3
	shift 3
	library=$(at "$group" "$@" probe limits 2>&1)
	has "$name: library" "$words" "$library"
	library=$(echo "$library" | common_words)
	# shellcheck disable=SC2086 # several names
	same "$name: get" "$library" "$(at "$group" "$@" climits get -q $names | to_words)"
	same "$name: json" "$library" "$(at "$group" "$@" climits --json -q | json_to_words)"
}

# outside GROUP COMMAND...: starts COMMAND in the group, as process $outside.
outside() {
	sh -c 'echo $$ >"$1/cgroup.procs" || exit 99; shift; exec "$@"' sh "$@" &
	outside=$!
	usleep 200000
}

end_outside() {
	kill -9 $outside
	wait $outside 2>/dev/null
}

# expect_outside NAME GROUP: `--pid` from here says what the process itself says.
expect_outside() {
	outside "$2" sleep 1000
	# shellcheck disable=SC2086 # several names
	same "$1: --pid" "$(at "$2" climits get -q $names | to_words)" \
		"$(climits get -q --pid $outside $names | to_words)"
	end_outside
}

# Empties and removes a tree of groups.
remove() {
	find "$1" -depth -type d | while read -r remove_group; do
		for _ in $(seq 100); do
			rmdir "$remove_group" 2>/dev/null && break
			xargs -r kill -9 <"$remove_group/cgroup.procs" 2>/dev/null
			usleep 20000
		done
	done
}

# spin NAME GROUP THREADS LOW HIGH: CPU time that busy threads get, in thousandths of the time.
spin() {
	for _ in 1 2 3; do
		spin_used=$(at "$2" probe spin "$3" 2000)
		[ "$spin_used" -lt "$4" ] || [ "$spin_used" -gt "$5" ] || break
	done
	echo "measured: $1: $spin_used of 1000 CPU-ms a second"
	if [ "$spin_used" -ge "$4" ] && [ "$spin_used" -le "$5" ]; then
		pass "$1: $spin_used in $4..$5"
	else
		fail "$1: $spin_used not in $4..$5"
	fi
}

# eats NAME GROUP MIB STATUS
eats() {
	eats_status=0
	at "$2" probe eat $(($3 * 1048576)) >/dev/null 2>&1 || eats_status=$?
	same "$1: $3 MiB" "$4" "$eats_status"
}

MiB=1048576
