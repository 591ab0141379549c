# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# eval "$(climits --env --for all)" a second time changes nothing, with and without words of the
# user.
# shellcheck disable=SC2154,SC2016,SC2034 # what run sets; scripts for other shells

twice_script='
say() { "$CLIMITS" --env -q --for all --root "$ROOT"; }
show() { env | grep -vE "^(_|PWD|OLDPWD|SHLVL)=" | sort; }
none=$(show)
eval "$(say)"
once=$(show)
eval "$(say)"
[ "$once" = "$(show)" ] && [ "$none" != "$once" ] && echo same || { echo "$once"; echo; show; }
'

twice() {
	twice_name=$1
	shift
	same "$twice_name: eval twice is eval once" "same" "$(
		bare CLIMITS="$CLIMITS" ROOT="$checks_dir/limits/fraction" "$@" -c "$twice_script")"
	given="JAVA_TOOL_OPTIONS=-Dx=y NODE_OPTIONS=--no-warnings MAKEFLAGS=k GODEBUG=gctrace=0
		ERL_AFLAGS=+S3:3 GHCRTS=-N3 OCAMLRUNPARAM=s=64k MALLOC_CONF=narenas:3"
	same "$twice_name: eval twice is eval once, with words of the user" "same" "$(
		bare CLIMITS="$CLIMITS" ROOT="$checks_dir/limits/fraction" "$@" -c "$twice_script")"
	given=
}

for shell in sh dash bash zsh ksh mksh "busybox ash"; do
	# shellcheck disable=SC2086 # two words
	if have ${shell% *}; then
		twice "$shell" $shell
	else
		skip "twice: no $shell"
	fi
done
