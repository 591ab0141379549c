# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Asks runtimes what they will use. A program prints lines "KEY VALUE"; a row says with functions
# what these must be.
#
# shellcheck disable=SC2154 # checks_dir is of tests/checks.sh, the others of the files beside this

# bare COMMAND...: with no variables but those in $given (assignments, no blanks in them).
given=
bare() {
	# shellcheck disable=SC2086 # assignments
	env -i PATH="$PATH" HOME="$HOME" LANG=C.UTF-8 $given "$@" </dev/null 2>"$checks_dir/stderr"
}

# under LIMITS COMMAND...: the same with the advice for the row.
under() {
	under_limits=$1
	shift
	bare "$CLIMITS" exec -q --for "$row" --root "$checks_dir/limits/$under_limits" -- "$@"
}

# due KEY VALUE: a line that is due; without a value the one that the runtime says when left alone.
due() {
	if [ -n "$2" ]; then
		echo "$1 $2"
	else
		printf '%s\n' "$alone" | grep "^$1 "
	fi
}

# answers NAME EXPECTED STATUS GOT
answers() {
	if [ "$2" = "$4" ] && [ "$3" -eq 0 ]; then
		pass "$1: $(printf '%s\n' "$4" | paste -sd , | sed 's/,/, /g')"
	else
		same "$1" "exit status 0
$2" "exit status $3
$4"
		head -n 20 "$checks_dir/stderr" | sed 's/^/    /'
	fi
}

# ask NAME LIMITS DUE COMMAND...
ask() {
	ask_name=$1 ask_limits=$2 ask_due=$3
	shift 3
	ask_status=0
	ask_got=$(under "$ask_limits" "$@") || ask_status=$?
	answers "$ask_name, $ask_limits" "$ask_due" "$ask_status" "$ask_got"
}

# read_back NAME EXPECT COMMAND...: the program says under each of $limits what the function EXPECT
# prints, and without a limit what it says when left alone. Each key has to differ from what is said
# alone under some limit, else nothing would have been tested. Then it starts under all of $edges.
read_back() {
	read_name=$1 read_expect=$2
	shift 2
	read_status=0
	alone=$(bare "$@") || read_status=$?
	if [ "$read_status" -ne 0 ] || [ -z "$alone" ]; then
		fail "$read_name alone: exit status $read_status"
		sed 's/^/    /' "$checks_dir/stderr" | tail -n 20
		return
	fi
	echo "$read_name alone: $(printf '%s\n' "$alone" | paste -sd , | sed 's/,/, /g')"
	: >"$checks_dir/differs"
	while read -r read_limits; do
		[ -n "$read_limits" ] || continue
		# shellcheck disable=SC2086 # words
		numbers $read_limits
		read_due=$($read_expect)
		printf '%s\n' "$read_due" >>"$checks_dir/differs"
		ask "$read_name" "${read_limits%% *}" "$read_due" "$@"
	done <<-END
	$limits
	END
	ask "$read_name" unlimited "$alone" "$@"
	printf '%s\n' "$alone" >"$checks_dir/alone"
	same "$read_name: each value was moved" "" "$(
		cut -d ' ' -f 1 "$checks_dir/alone" | while read -r read_key; do
			grep "^$read_key " "$checks_dir/differs" |
				grep -vqxFf "$checks_dir/alone" ||
				echo "$read_key is the same with and without our variables"
		done
	)"
	starts "$read_name" "$@"
}

# starts NAME COMMAND...: under all of $edges, and those for heaps when $heap is set.
heap=
starts() {
	starts_name=$1
	shift
	while read -r starts_limits starts_rest; do
		[ -n "$starts_rest" ] || continue
		starts_status=0
		starts_got=$(under "$starts_limits" "$@") || starts_status=$?
		if [ "$starts_status" -eq 0 ] && [ -n "$starts_got" ]; then
			pass "$starts_name starts, $starts_limits: $(
				printf '%s\n' "$starts_got" | paste -sd , | sed 's/,/, /g')"
		else
			fail "$starts_name does not start, $starts_limits: status $starts_status"
			head -n 20 "$checks_dir/stderr" | sed 's/^/    /'
		fi
	done <<-END
	$edges${heap:+$edges_heap}
	END
}

# user_wins NAME VARIABLE=VALUE EXPECTED COMMAND...: the user's words in a list stand after ours.
# The user's value has no blanks.
user_wins() {
	user_name=$1 given=$2 user_due=$3
	shift 3
	user_status=0
	user_got=$(under fraction "$@") || user_status=$?
	answers "$user_name, $given of the user" "$user_due" "$user_status" \
		"$(printf '%s\n' "$user_got" | grep "^${user_due%% *} ")"
	given=
}

# builds OUT COMMAND...: runs the command, which makes OUT. What does not build is a failure.
builds() {
	builds_out=$1
	shift
	rm -f "$builds_out"
	if "$@" >"$checks_dir/stderr" 2>&1 && [ -e "$builds_out" ]; then
		return 0
	fi
	fail "$row: cannot build $builds_out"
	tail -n 20 "$checks_dir/stderr" | sed 's/^/    /'
	return 1
}

# wheel FILE: a file of the Python packages that tests/runtimes/fetch brought, if it is there.
wheel() {
	for wheel_file in "$build"/venv/lib/python3*/site-packages/"$1"; do
		if [ -e "$wheel_file" ]; then
			echo "$wheel_file"
		fi
	done
}

# python_with MODULE: each Python that has it.
python_with() {
	for python_path in "$build/venv/bin/python3" python3 /usr/bin/python3; do
		if bare "$python_path" -c "import $1" >/dev/null; then
			command -v "$python_path"
		fi
	done | sort -u
}

# library_ask NAME MODULE EXPECT: read_back for a library, in each Python that has the module.
library_ask() {
	library_found=
	for library_python in $(python_with "$2"); do
		if bare "$library_python" "$programs/libraries.py" "$1" >"$checks_dir/stdout"; then
			library_found=$(bare "$library_python" -c \
				"import $2; print($2.__version__)")
			read_back "$1 ($2 $library_found)" "$3" \
				"$library_python" "$programs/libraries.py" "$1"
		fi
	done
	[ -n "$library_found" ] || skip "$row: no $1 by way of Python's $2"
}

# distinct ARGUMENT...: of the programs named on stdin, one for each version that they print with
# these arguments, as lines "PROGRAM VERSION".
distinct() {
	while read -r distinct_program; do
		if have "$distinct_program"; then
			echo "$distinct_program $(bare "$distinct_program" "$@" 2>&1 | head -n 1)"
		fi
	done | sort -u -k 2
}
