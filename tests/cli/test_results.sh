# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# What the outputs promise on every captured tree: agreement, --strict, lines that fit.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

# Of --json: the value of a variable.
recommended() {
	sed -n "/\"$1\":/,/value/s/.*\"value\":	\"\(.*\)\",/\1/p" "$out"
}

# agreement ROOT: --env, --dotenv, --json, get and exec say the same.
agreement() {
	climits --json --root "$1"
	agreement_json=$({ recommended GOMAXPROCS; recommended GOMEMLIMIT; } | xargs)
	climits get cpus gomaxprocs gomemlimit --root "$1" -q
	agreement_get=$(sed 1d "$out" | sed 's/^none$//; s/^unknown$//; s/^invalid$//' | xargs)
	[ "$(sed -n 1p "$out")" = "$(sed -n 2p "$out")" ] || echo "cpus: $(cat "$out")"
	[ "$agreement_json" = "$agreement_get" ] || echo "$agreement_json | $agreement_get"
	climits --env --always --root "$1" -q
	agreement_env=$(sed 's/^export //' "$out")
	[ "$(sed 's/^[A-Z]*=//' "$out" | sed 's/^export.*=//' | xargs)" = "$agreement_get" ] ||
		echo "$agreement_env | $agreement_get"
	climits --dotenv --always --root "$1" -q
	[ "$(cat "$out")" = "$agreement_env" ] || echo "$(cat "$out") | $agreement_env"
	climits exec --always --root "$1" -q env
	[ "$(grep ^GO "$out")" = "$agreement_env" ] || echo "$(cat "$out") | $agreement_env"
}

# fits ROOT: 80 columns, printable.
fits() {
	climits --root "$1" --for all,go1.12
	LC_ALL=C awk 'length > 80 || /[^ -~]/' "$out"
	LC_ALL=C awk 'length > 400 || /[^ -~]/' "$err"
}

# strictly ROOT: with --strict the output is the same, or exit status 3 and a line for each culprit.
strictly() {
	for output in --env --dotenv --json --override; do
		climits $output --root "$1" -q
		cp "$out" "$checks_dir/lenient"
		[ $status -eq 0 ] || echo "$output: $status"
		climits $output --root "$1" --strict
		case $status in
		0) cmp "$out" "$checks_dir/lenient" ;;
		3)
			[ ! -s "$out" ] || echo "$output: $(cat "$out")"
			! grep -vE '^climits: [a-z.]+ is (unknown|invalid): .*E[A-Z]+' "$err" ;;
		*) echo "$output --strict: $status" ;;
		esac
	done
}

for root in "$checks_dir"/cases/*/root; do
	number=$(basename "$(dirname "$root")")
	number=${number%%-*}
	check "$number: outputs agree" silent agreement "$root"
	check "$number: the table fits" silent fits "$root"
	check "$number: --strict" silent strictly "$root"
done
check "this machine: the table fits" silent fits /

# --strict asks about what matters to the output, no more.
root=$(tree 118)
refused "--strict get of an unknown limit" 3 /proc/self/mountinfo \
	get memory.max --strict --root "$root"
refused "--strict get cpus" 3 cpu.quota get cpus --strict --root "$root"
prints "--strict get of a known limit" 8 get online.count --strict --root "$root"
prints "--strict get of a version" none get cgroup.version --strict --root "$root"
climits get memory.max cpus gomemlimit pids.max --root "$root"
same "unknown values of get" "0 unknown 8 unknown unknown" "$status $(xargs <"$out")"
climits get memory.max --root "$root"
check "get says why a value is unknown" grep -q 'memory.max is unknown: /proc/self/mountinfo' "$err"
climits --env --strict --root "$root"
same "--strict --env names each culprit once" "3 cpu.quota memory.max memory.high" \
	"$status $(sed 's/^climits: \([a-z.]*\) is .*/\1/' "$err" | xargs)"
climits --env --strict --for python --root "$root"
same "--strict asks about the CPU for a runtime that has no memory setting" "3 cpu.quota" \
	"$status $(sed 's/^climits: \([a-z.]*\) is .*/\1/' "$err" | xargs)"
climits --env --strict --for node --root "$root"
same "--strict asks about memory for a runtime that has no CPU setting" "3 memory.max memory.high" \
	"$status $(sed 's/^climits: \([a-z.]*\) is .*/\1/' "$err" | xargs)"
climits --json --strict --root "$root"
same "--strict --json asks about everything" \
	"3 cpu.quota cpuset memory.max memory.high memory.swap.max pids.max" \
	"$status $(sed 's/^climits: \([a-z.]*\) is .*/\1/' "$err" | xargs)"
climits --env -q --root "$root"
same "-q silences what is no error" "0 0 0" "$status $(wc -c <"$out") $(wc -c <"$err")"
climits --env -q --strict --root "$root"
same "-q does not silence --strict" "3 3" "$status $(wc -l <"$err")"

root=$(tree 008)
refused "--strict get of an invalid limit" 3 EBADMSG get cpu.quota --strict --root "$root"
climits get cpu.quota cpu.period cpus --root "$root"
same "invalid values of get" "0 invalid invalid 6" "$status $(xargs <"$out")"
climits --env --strict --for java --root "$root"
same "--strict --env and an invalid quota" "3 1" "$status $(wc -l <"$err")"
prints "a known setting under --strict" 921MiB get gomemlimit --strict --root "$root"

# Variables that are set.
root=$(tree 001)
given="GOMAXPROCS=7"
prints "a variable that is set stays" "export GOMEMLIMIT=460MiB" --env --root "$root"
prints "--override replaces it" "export GOMAXPROCS=2
export GOMEMLIMIT=460MiB" --env --override --root "$root"
prints "get does not look at it" 2 get gomaxprocs --root "$root"
climits --json --root "$root"
check "--json tells of it" grep -q 'left alone because GOMAXPROCS is set' "$out"
climits --root "$root"
check "the table tells of it" \
	grep -q '(GOMAXPROCS=2)  *a quota of 2.5 CPUs, rounded down; left' "$out"
given="GOMAXPROCS="
prints "an empty variable counts as unset" "GOMAXPROCS=2
GOMEMLIMIT=460MiB" --dotenv --root "$root"
given="JAVA_TOOL_OPTIONS=-Dours=1"
prints "list variables: ours first" \
	"JAVA_TOOL_OPTIONS=-XX:ActiveProcessorCount=2 -Xmx320m -Dours=1" \
	--dotenv --for java --root "$root"
given=
status=0
env -i PATH="$PATH" JAVA_TOOL_OPTIONS="$(printf 'a\nb')" "$CLIMITS" --dotenv --for java \
	--root "$root" >"$out" 2>"$err" || status=$?
same "a newline does not fit --dotenv" "1, 0 bytes, 1 line" \
	"$status, $(wc -c <"$out") bytes, $(wc -l <"$err") line"

# -v
climits --env -v --root "$root"
check "-v tells the file that binds" \
	grep -q '^climits: GOMAXPROCS=2: .*(/sys/fs/cgroup/cpu.max)$' "$err"
check "-v tells the notes" grep -q '^climits: note: 2.5 CPUs is no whole number' "$err"
same "-v leaves stdout alone" "export GOMAXPROCS=2
export GOMEMLIMIT=460MiB" "$(cat "$out")"
climits get memory.max -v --root "$(tree 013)"
file=/sys/fs/cgroup/user.slice/user-cg.slice/memory.max
same "-v with get" "climits: memory.max: $file, 2 levels up" \
	"$(cat "$err")"
climits --env -qv --root "$root"
same "-q silences -v" 0 "$(wc -c <"$err")"

# Another process, this one.
climits --json
check "--json of this process" grep -q '"pid":	[0-9]' "$out"
climits -p $$ get cpus
same "-p" 0 "$status"
climits get cpus
check "cpus of this process is a number above 0" grep -qxE '[1-9][0-9]*' "$out"
