# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The whole output on captured trees that differ much: v1, v2 and hybrid, limits at the own level
# and above, values that cannot be known.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

golden() {
	golden_file=tests/cli/golden/$1.$2
	shift 2
	climits "$@"
	sed 's/"version":\t"[0-9.]*"/"version":\t"VERSION"/' "$out" >"$checks_dir/golden"
	if [ "${GOLDEN:-}" = write ]; then
		cp "$checks_dir/golden" "$golden_file"
	fi
	same "$golden_file" "0: $(cat "$golden_file")" "$status: $(cat "$checks_dir/golden")"
}

golden_names="cpus gomaxprocs gomemlimit cpu.quota cpu.period cpu.millicores cpu.burst cpu.weight
cpuset cpuset.count affinity affinity.count online online.count cpu.usable memory.max memory.high
memory.swap.max memory.total memory.budget pids.max cgroup.version cgroup.horizon cgroup.path.cpu
cgroup.path.cpuset cgroup.path.memory GOMAXPROCS GOMEMLIMIT JAVA_TOOL_OPTIONS NODE_OPTIONS"

for number in 001 008 013 043 061 062 107 118; do
	golden $number table --root "$(tree $number)"
	golden $number env --env --root "$(tree $number)"
	golden $number dotenv --dotenv --for all,go1.12 --root "$(tree $number)"
	golden $number json --json --for safe,java --root "$(tree $number)"
	# shellcheck disable=SC2086 # names
	golden $number get get --root "$(tree $number)" $golden_names
done
