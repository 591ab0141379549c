# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# What live suites share: copies of the command that another user and a chroot can reach, waiting,
# and counting.
#
# shellcheck disable=SC2154,SC2034 # checks_dir is of tests/checks.sh; copy, jail are for the suite

# libraries PROGRAM...: the files that the loader needs, none for static ones.
libraries() {
	ldd "$@" 2>/dev/null | awk '
		$2 == "=>" && $3 ~ /^\// { print $3 }
		$1 ~ /^\/.*[^:]$/ { print $1 }' | sort -u
}

# The command where everyone may run it: $copy/bin/climits, with its library beside it.
make_copy() {
	copy=$checks_dir/copy
	chmod 755 "$checks_dir"
	mkdir -p "$copy/bin" "$copy/lib"
	cp -L "$CLIMITS" "$copy/bin/climits"
	for library in $(libraries "$CLIMITS"); do
		case $library in
		*/libcontainerlimits.so.*) cp -L "$library" "$copy/lib/${library##*/}" ;;
		esac
	done
}

# A root directory with the same paths as here, climits and sleep, and an empty /proc.
make_jail() {
	jail=$checks_dir/jail
	mkdir -p "$jail/proc" "$jail/bin" "$jail$copy"
	cp -R "$copy/." "$jail$copy"
	cp -L "$(command -v sleep)" "$jail/bin/sleep"
	for library in $(libraries "$copy/bin/climits" "$jail/bin/sleep"); do
		mkdir -p "$jail${library%/*}"
		cp -L "$library" "$jail$library"
	done
}

# wait_for_lines FILE N: at most 5 seconds.
wait_for_lines() {
	wait_tries=0
	while [ "$( (wc -l <"$1") 2>/dev/null || echo 0)" -lt "$2" ] && [ $wait_tries -lt 50 ]; do
		wait_tries=$((wait_tries + 1))
		sleep 0.1
	done
	# What was started may still be on its way to the program that it becomes.
	sleep 0.2
}

wait_for() {
	wait_for_lines "$1" 1
}

# only_known NAME EXPECTED GOT: word by word as expected, or "unknown"; or nothing at all.
only_known() {
	only_wrong=$(echo "$2 |$3" | awk '{
		n = 0
		while ($(n + 1) !~ /^\|/)
			n++
		sub(/^\|/, "", $(n + 1))
		for (i = 1; i <= n; i++) {
			got = $(n + i)
			if (got != "" && got != $i && got != "unknown")
				print got
		}
	}')
	if [ -z "$only_wrong" ]; then
		pass "$1: $3"
	else
		fail "$1: $3, not $2"
	fi
}

# counted NAME COMMAND...: a program that counts its checks itself.
counted() {
	echo "--- $1"
	shift
	"$@" >"$checks_dir/log" 2>&1 || true
	grep -v '^[0-9]* passed' "$checks_dir/log" | head -n 50 || true
	counted_line=$(tail -n 1 "$checks_dir/log")
	if echo "$counted_line" | grep -qE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$'; then
		# shellcheck disable=SC2086 # six words
		set -- $counted_line
		passed=$((passed + $1))
		failed=$((failed + $3))
		skipped=$((skipped + $5))
	else
		fail "the program does not end: $counted_line"
	fi
}
