# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# eval in the shells that entrypoints are written for, quoted and not, with variables whose values a
# shell would love to read again.
# shellcheck disable=SC2154,SC2034,SC2016 # what run sets and reads; scripts for other shells

root=$(tree 001)

# What each script prints after its eval, and what that must be.
shells_show='
printf "%s|" "$GOMAXPROCS" "$GOMEMLIMIT" "$JAVA_TOOL_OPTIONS" "$GODEBUG" "$ERL_AFLAGS"
env | grep -c "^GOMAXPROCS=2$"'
shells_java='-XX:ActiveProcessorCount=2 -Xmx320m'
shells_erlang='+S 2:2 +SDcpu 2:2 +sbwt none +sbwtdcpu none +sbwtdio none'
shells_for=go1.12,java,erlang

# in_shell NAME COMMAND...: the shell gets its script with -c.
in_shell() {
	shell_name=$1
	shift
	shell_plain="2|460MiB|$shells_java|madvdontneed=1|$shells_erlang|1"
	same "$shell_name: eval, quoted" "$shell_plain" "$(
		in_room ROOT="$root" FOR="$shells_for" "$@" -c \
			'eval "$("$CLIMITS" --env --for "$FOR" --root "$ROOT")"'"$shells_show"
	)"
	same "$shell_name: eval, unquoted" "$shell_plain" "$(
		in_room ROOT="$root" FOR="$shells_for" "$@" -c \
			'eval $("$CLIMITS" --env --for "$FOR" --root "$ROOT")'"$shells_show"
	)"
	shell_user='$(touch pwned)`touch pwned`;touch pwned;"'"'"'  two  * \ {a,b} ~ !x %s'
	same "$shell_name: values of the user survive" \
		"2|460MiB|$shells_java $shell_user|madvdontneed=1,$shell_user|$shells_erlang|1" "$(
		in_room JAVA_TOOL_OPTIONS="$shell_user" GODEBUG="$shell_user" ROOT="$root" \
			FOR="$shells_for" "$@" -c \
			'eval "$("$CLIMITS" --env --for "$FOR" --root "$ROOT")"'"$shells_show"
	)"
	same "$shell_name: values of the user survive, unquoted" \
		"2|460MiB|$shells_java $shell_user|madvdontneed=1,$shell_user|$shells_erlang|1" "$(
		in_room JAVA_TOOL_OPTIONS="$shell_user" GODEBUG="$shell_user" ROOT="$root" \
			FOR="$shells_for" "$@" -c \
			'eval $("$CLIMITS" --env --for "$FOR" --root "$ROOT")'"$shells_show"
	)"
	same "$shell_name: set -eu, a scalar of the user stays" "7 460MiB" "$(
		in_room GOMAXPROCS=7 ROOT="$root" "$@" -euc \
			'eval "$("$CLIMITS" --env --root "$ROOT")"; echo "$GOMAXPROCS $GOMEMLIMIT"'
	)"
	same "$shell_name: twice is as good as once" "$shells_java -Dx|madvdontneed=1,x" "$(
		in_room JAVA_TOOL_OPTIONS=-Dx GODEBUG=x ROOT="$root" FOR="$shells_for" "$@" -euc \
			'eval "$("$CLIMITS" --env --for "$FOR" --root "$ROOT")"
			eval "$("$CLIMITS" --env --for "$FOR" --root "$ROOT")"
			printf "%s|%s" "$JAVA_TOOL_OPTIONS" "$GODEBUG"'
	)"
	same "$shell_name: eval of a failure is harmless" "on" "$(
		in_room "$@" -euc 'eval "$("$CLIMITS" --env --root /none 2>/dev/null)"; echo on'
	)"
	same "$shell_name: nothing was run" "" "$(ls "$room")"
	rm -rf "$room"
	mkdir "$room"
}

for shell in sh dash bash zsh ksh mksh; do
	if have $shell; then
		in_shell $shell $shell
	else
		skip "eval in $shell: it is not installed"
	fi
done
if have bash; then
	in_shell "bash --posix" bash --posix
else
	skip "eval in bash --posix: bash is not installed"
fi
if have busybox; then
	in_shell "busybox ash" busybox ash
else
	skip "eval in busybox ash: busybox is not installed"
fi

# --dotenv, read as docker and systemd do: the first = splits, the rest of the line is the value.
JAVA_TOOL_OPTIONS='a "b" $c \d #e' "$CLIMITS" --dotenv --for java --root "$root" >"$out"
same "--dotenv adds no quotes" "JAVA_TOOL_OPTIONS=$shells_java "'a "b" $c \d #e' "$(cat "$out")"
