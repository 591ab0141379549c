# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# For suites that are shell scripts: `. tests/checks.sh`, then a call for each check, `checks_end`
# last. A failed check does not end the suite.

passed=0 failed=0 skipped=0

pass() {
	passed=$((passed + 1))
	echo "ok: $1"
}

fail() {
	failed=$((failed + 1))
	echo "FAILED: $1"
}

skip() {
	skipped=$((skipped + 1))
	echo "skip: $1"
}

# check NAME COMMAND...: the command succeeds. Its output shows when it does not.
check() {
	check_name=$1
	shift
	if check_output=$("$@" 2>&1); then
		pass "$check_name"
	else
		fail "$check_name"
		printf '%s\n' "$check_output" | sed 's/^/    /' | tail -n 100
	fi
}

# same NAME EXPECTED GOT: two texts are one.
same() {
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1"
		printf '%s\n' "$2" >"$checks_dir/expected"
		printf '%s\n' "$3" >"$checks_dir/got"
		diff -u "$checks_dir/expected" "$checks_dir/got" | sed 's/^/    /' || true
	fi
}

# at_most NAME LIMIT NUMBER
at_most() {
	if [ "$3" -le "$2" ]; then
		pass "$1: $3, at most $2"
	else
		fail "$1: $3, at most $2"
	fi
}

have() {
	command -v "$1" >/dev/null
}

checks_end() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
}

checks_dir=$(mktemp -d)
trap 'rm -rf "$checks_dir"' EXIT
trap 'exit 1' HUP INT TERM
