# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The result reaches stdout whole or the exit status says so; nothing else reaches it.
# shellcheck disable=SC2154,SC2034,SC2016 # what run sets and reads; scripts for other shells

root=$(tree 001)

# lost NAME: exit status and stderr after output that went nowhere.
lost() {
	same "$1" "1, 1 line, stdout" "$status, $(wc -l <"$err") line, $(grep -o stdout "$err")"
}

for arguments in "" --env --dotenv --json "get cpus" --help --version "get help" "--for help"; do
	status=0
	# shellcheck disable=SC2086 # several arguments
	"$CLIMITS" $arguments --root "$root" 2>"$err" >&- || status=$?
	lost "stdout closed: climits $arguments"
	if [ -c /dev/full ]; then
		status=0
		# shellcheck disable=SC2086 # several arguments
		"$CLIMITS" $arguments --root "$root" 2>"$err" >/dev/full || status=$?
		lost "stdout full: climits $arguments"
	else
		skip "stdout full: climits $arguments: no /dev/full"
	fi
done

status=0
"$CLIMITS" --env --root "$(tree 011)" -q 2>"$err" >&- || status=$?
lost "stdout closed and nothing to say"

# The reader is gone before the first byte.
status=0
unread "$CLIMITS" --json --root "$root" 2>"$err" || status=$?
lost "the reader is gone"
status=0
(trap '' PIPE && unread "$CLIMITS" --json --root "$root") 2>"$err" || status=$?
lost "the reader is gone and SIGPIPE is ignored"

climits --json --root "$root"
cp "$out" "$checks_dir/whole"
"$CLIMITS" --json --root "$root" <&- >"$out" 2>&- || :
check "stdin and stderr closed: stdout is the result" cmp "$checks_dir/whole" "$out"
"$CLIMITS" --frob <&- >"$out" 2>&- || :
same "stderr closed: a message does not land in stdout" 0 "$(wc -c <"$out")"
"$CLIMITS" --env -v --root "$root" >"$out" 2>/dev/full || :
same "a message that cannot be written changes nothing" 2 "$(wc -l <"$out")"

# No file that climits opens gets a standard descriptor: a result must not be written into it.
# A sanitizer's leak check does not work under strace.
# traced OPTIONS...: of strace; leaves $status, $out, $err and a trace.
traced() {
	status=0
	ASAN_OPTIONS=detect_leaks=0 strace -o "$checks_dir/trace" "$@" "$CLIMITS" --json \
		--root "$root" >"$out" 2>"$err" || status=$?
}

if have strace; then
	# What the dynamic linker opens is closed before climits begins.
	ASAN_OPTIONS=detect_leaks=0 strace -e trace=openat,execve -o "$checks_dir/trace" sh -c \
		'exec "$1" --json --root "$2" <&- >&- 2>&-' x "$CLIMITS" "$root" || :
	same "files do not land on closed standard descriptors" "0 1 2 3" "$(
		sed -n 's/.*"\/", O_RDONLY|O_CLOEXEC|O_PATH) = //p' "$checks_dir/trace" | xargs
	)"
	same "nor later" "" \
		"$(sed '1,/"\/", O_RDONLY.* = 3$/d' "$checks_dir/trace" | grep -E '= [012]$')"
	traced -e trace=write
	same "the result is written at once" 1 "$(grep -c '^write(1,' "$checks_dir/trace")"
	traced -e trace=write -e inject=write:error=EINTR:when=1
	check "a write that is interrupted is made again" cmp "$checks_dir/whole" "$out"
	traced -e trace=write -e inject=write:retval=10:when=1
	lost "a short write"
else
	skip "files on closed standard descriptors: no strace"
	skip "the result is written at once: no strace"
	skip "a write that is interrupted: no strace"
	skip "a short write: no strace"
fi

# On a terminal. script(1) gives one; lines then end in CR LF.
# terminal ENVIRONMENT ARGUMENT...
terminal() {
	terminal_given=$1
	shift
	# shellcheck disable=SC2086 # assignments
	env -i PATH="$PATH" $terminal_given script -qec "'$CLIMITS' $*" /dev/null </dev/null |
		tr -d '\r'
}

if have script && env -i PATH="$PATH" script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	same "nothing to set: a terminal is told why" \
		"climits: no CPU quota and no memory limit: nothing to set" \
		"$(terminal TERM=xterm --env --root "$(tree 011)")"
	same "nothing to set, -q" "" "$(terminal TERM=xterm --env -q --root "$(tree 011)")"
	same "nothing to set: variables are there" \
		"climits: GOMAXPROCS, GOMEMLIMIT already set: nothing to set" \
		"$(terminal 'GOMAXPROCS=1 GOMEMLIMIT=off' --dotenv --root "$root")"
	same "nothing to set: only what a runtime could use counts" \
		"climits: no CPU quota: nothing to set" \
		"$(terminal TERM=xterm --env --for rust --root "$(tree 011)")"
	same "colours" 1 "$(terminal TERM=xterm --root "$root" | grep -c '\[1;32mGOMAXPROCS=2')"
	"$CLIMITS" --root "$root" >"$out"
	same "no colours: NO_COLOR" "$(cat "$out")" \
		"$(terminal 'TERM=xterm NO_COLOR=1' --root "$root")"
	same "colours: NO_COLOR is empty" 1 \
		"$(terminal 'TERM=xterm NO_COLOR=' --root "$root" | grep -c '\[1;32mGOMAXPROCS=2')"
	same "no colours: TERM=dumb" "$(cat "$out")" "$(terminal TERM=dumb --root "$root")"
	same "no colours: no TERM" "$(cat "$out")" "$(terminal A=1 --root "$root")"
	same "colours do not change what is said" "$(cat "$out")" \
		"$(terminal TERM=xterm --root "$root" | sed 's/\x1b\[[0-9;]*m//g')"
	same "a path is escaped for a terminal" '/a\x1b]0;title\x1b[31m' \
		"$(terminal TERM=xterm get cgroup.path.cpu --root "$checks_dir/invented/escape")"
else
	skip "messages on a terminal: no script"
	skip "colours: no script"
fi
