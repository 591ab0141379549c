# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# climits exec: the command finds everything as it was, but for the variables.
# shellcheck disable=SC2154,SC2034,SC2016 # what run sets and reads; scripts for other shells

root=$(tree 001)

climits exec --root "$root" -- sh -c 'echo "$GOMAXPROCS $GOMEMLIMIT"'
same "exec sets the variables" "0 2 460MiB 0" "$status $(cat "$out") $(wc -c <"$err")"
climits exec --root "$root" sh -c 'echo "$GOMAXPROCS"' -q
same "exec without --" "0 2" "$status $(cat "$out")"
given="GOMAXPROCS=7"
climits exec --root "$root" -- sh -c 'echo "$GOMAXPROCS $GOMEMLIMIT"'
same "a variable that is set stays" "7 460MiB" "$(cat "$out")"
climits exec --override --root "$root" -- sh -c 'echo "$GOMAXPROCS $GOMEMLIMIT"'
same "--override replaces it" "2 460MiB" "$(cat "$out")"
given="JAVA_TOOL_OPTIONS=-Dx"
climits exec --for java --root "$root" -- sh -c 'echo "$JAVA_TOOL_OPTIONS"'
same "list variables: ours first" "-XX:ActiveProcessorCount=2 -Xmx320m -Dx" "$(cat "$out")"
given="A=1"
climits exec --root "$root" -- env
same "all others stay" "A=1 GOMAXPROCS=2 GOMEMLIMIT=460MiB PATH=$PATH" "$(sort "$out" | xargs)"
given=

climits exec --root "$root" -- printf '<%s>' a '' 'b c' -- --json '*'
same "arguments are passed on as they are" "<a><><b c><--><--json><*>" "$(cat "$out")"
climits exec --root "$root" -- sh -c 'exit 42'
same "exit status of the command" 42 "$status"
climits exec --root "$root" -- sh -c 'kill -9 $$'
same "death of the command" 137 "$status"
same "the command is climits' own process" same "$(
	sh -c 'echo $$; exec "$1" exec --root "$2" -- sh -c "echo \$\$"' x "$CLIMITS" "$root" |
		uniq | wc -l | sed 's/^1$/same/'
)"
same "stdin is passed on" "text" "$(echo text | "$CLIMITS" exec --root "$root" -- cat)"
same "the directory stays" "$room" "$(cd "$room" && "$CLIMITS" exec --root "$root" -- pwd)"

# what_is_open COMMAND...: descriptors of a program that the command starts, and its signals.
what_is_open() {
	"$@" sh -c 'cd /proc/$$/fd && echo *; exec grep -E "Sig(Ign|Blk)" /proc/self/status'
}
for redirections in ':' 'exec 7</dev/null' 'exec <&-' 'exec 0<&- 3<&- 2>&-' 'trap "" PIPE' \
	'trap "" INT HUP' 'exec 9>/dev/null'; do
	same "descriptors and signals stay: $redirections" \
		"$(eval "$redirections"; what_is_open env)" \
		"$(eval "$redirections"; what_is_open "$CLIMITS" exec --root "$root" --)"
done
same "stdout may be closed" "0" \
	"$("$CLIMITS" exec --root "$root" -- sh -c 'exit 0' >&- 2>/dev/null; echo $?)"
status=0
unread "$CLIMITS" exec --root "$root" -- env 2>/dev/null || status=$?
same "SIGPIPE kills the command as ever" 141 "$status"

refused "a command that does not exist" 127 "nonexistent-command: No such file" \
	exec --root "$root" -- nonexistent-command
refused "a file that does not exist" 127 "/no/such: No such file" \
	exec --root "$root" -- /no/such
refused "a file that is no program" 126 "Permission denied" exec --root "$root" -- "$PWD/LICENSE"
refused "a directory" 126 "Permission denied" exec --root "$root" -- /
refused "an empty command" 127 "No such file" exec --root "$root" -- ''
printf 'echo "script $GOMAXPROCS"\n' >"$room/script"
chmod +x "$room/script"
climits exec --root "$root" -- "$room/script"
same "a script without #! runs in sh" "0 script 2" "$status $(cat "$out")"
rm "$room/script"

climits exec --strict --root "$(tree 118)" -- echo started
same "--strict does not start it" "3 0" "$status $(wc -c <"$out")"
check "--strict says why" \
	grep -q '^climits: memory.max is unknown: /proc/self/mountinfo: ENOENT' "$err"
climits exec --root "$(tree 118)" -- sh -c 'echo "started ${GOMAXPROCS-unset}"'
same "without --strict it starts" "0 started unset" "$status $(cat "$out")"
climits exec --strict --root "$root" -- echo started
same "--strict with all known" "0 started" "$status $(cat "$out")"
climits exec -v --root "$root" -- true
check "-v" grep -q '^climits: GOMAXPROCS=2: a quota of 2.5 CPUs' "$err"
