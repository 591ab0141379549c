# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Trees that nobody captured: names with control characters, bytes that are not UTF-8, numbers
# beyond what a double holds.
# shellcheck disable=SC2154,SC2034,SC2016 # what run sets and reads; $ that stays

# invented NAME CGROUP CPU_MAX MEMORY_MAX: a v2 tree whose process is in CGROUP. $invented is its
# root.
invented() {
	invented=$checks_dir/invented/$1
	mkdir -p "$invented/proc/self" "$invented/sys/fs/cgroup$2"
	mkdir -p "$invented/sys/devices/system/cpu"
	printf '0::%s\n' "$2" >"$invented/proc/self/cgroup"
	echo '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw' >"$invented/proc/self/mountinfo"
	echo 0-7 >"$invented/sys/devices/system/cpu/online"
	echo 'MemTotal: 16777216 kB' >"$invented/proc/meminfo"
	for file in cpu.max memory.max memory.high memory.swap.max; do
		echo max >"$invented/sys/fs/cgroup$2/$file"
	done
	echo "$3" >"$invented/sys/fs/cgroup$2/cpu.max"
	echo "$4" >"$invented/sys/fs/cgroup$2/memory.max"
	echo 'cpu memory' >"$invented/sys/fs/cgroup/cgroup.controllers"
}

escape=$(printf '\033')
invented escape "/a${escape}]0;title${escape}[31m" '200000 100000' 536870912
climits --root "$invented"
check "no control character in the table" grep -qF '\x1b' "$out"
same "nor anything else that does not print" "" "$(LC_ALL=C grep '[^ -~]' "$out")"
climits --env -v --root "$invented"
same "nor in messages" "" "$(LC_ALL=C grep '[^ -~]' "$err")"
climits --json --root "$invented"
same "nor in --json" "" "$(LC_ALL=C tr -d '\t' <"$out" | LC_ALL=C grep '[^ -~]')"
prints "get gives a path as it is to a program" "/a${escape}]0;title${escape}[31m" \
	get cgroup.path.cpu --root "$invented"

# U+009B is a control sequence in one character, U+202E turns the direction of text.
invented invisible "/$(printf 'a\302\233b\342\200\256c')" '200000 100000' max
climits --root "$invented"
same "no invisible character in the table" "" "$(LC_ALL=C grep '[^ -~]' "$out")"

invented bytes "/$(printf 'a\377b\303\050')" '200000 100000' max
climits --json --root "$invented"
check "bytes that are not UTF-8 become U+FFFD in --json" \
	grep -qF "\"cpu\":	\"/$(printf 'a\357\277\275b\357\277\275(')\"" "$out"
climits --root "$invented"
check "and are escaped in the table" grep -qF 'a\xffb\xc3(' "$out"

invented quotes '/a"b\c'"'d"'$(touch pwned)`touch pwned`' '150000 100000' 536870912
climits --json --root "$invented"
check "quotes and backslashes in --json" \
	grep -qF '"/a\"b\\c'"'d"'$(touch pwned)`touch pwned`"' "$out"

ten=éééééééééé
invented long "/$ten$ten$ten$ten/$ten$ten$ten$ten/$ten$ten$ten$ten" '150000 100000' 536870912
climits --root "$invented"
check "a long name is cut in the middle" grep -q 'CPUs.*\.\.\..*/cpu\.max$' "$out"
same "at whole characters" "" "$(sed 's/é//g' "$out" | LC_ALL=C grep '[^ -~]')"

# 2^44 us of quota; 2^53 + 1 bytes and more.
invented large / '17592186044416 1000000' 9007199254740993
climits --json --root "$invented"
check "large integers are exact in --json" grep -q '"bytes":	9007199254740993,' "$out"
check "large quotas too" grep -q '"quota_us":	17592186044416,' "$out"
check "large millicores too" grep -q '"millicores":	17592186044,' "$out"
prints "and in get" "9007199254740993
17592186044" get memory.max cpu.millicores --root "$invented"

invented small / '1000 1000000' 4194304
prints "a small quota" "1
1" get cpus cpu.millicores --root "$invented"
prints "too little memory for a heap limit" none get gomemlimit --root "$invented"
climits --root "$invented"
check "the table says so" grep -q 'memory budget of 4 MiB is too small' "$out"

invented zero / 'max 100000' 0
prints "a memory limit of 0 is a limit" "0
0
none" get memory.max memory.budget gomemlimit --root "$invented"

for text in '' x 100000x '100000 0' '-1 100000' '99999999999999999999 100000' 'max max'; do
	invented malformed / "$text" max
	climits get cpu.quota cpus --root "$invented"
	same "cpu.max of '$text'" "0 invalid 8" "$status $(xargs <"$out")"
done

invented empty / max max
rm -r "$invented"
mkdir "$invented"
climits get cpus --root "$invented"
same "get cpus is a number when nothing can be known" "0 1" "$status $(cat "$out")"
refused "but not under --strict" 3 cpu.quota get cpus --strict --root "$invented"
climits --json --root "$invented"
same "--json of an empty tree" "0 0" "$status $(wc -c <"$err")"
check "and nothing in it is a limit" silent grep -E 'limited"' "$out"
climits --env --root "$invented"
same "--env of an empty tree" "0 0" "$status $(wc -c <"$out")"
