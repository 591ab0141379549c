# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Erlang: schedulers. That they do not spin it does not say.
# shellcheck disable=SC2154 # what run sets

erlang_due() {
	due schedulers "$P"
	due schedulers_online "$P"
	due dirty_cpu_schedulers "$P"
	due dirty_cpu_schedulers_online "$P"
}

erlang_program='[io:format("~s ~b~n", [Key, erlang:system_info(Key)]) || Key <- [schedulers,
	schedulers_online, dirty_cpu_schedulers, dirty_cpu_schedulers_online]], halt().'

if have erl; then
	erlang_is="erlang $(bare erl -noshell -eval \
		'io:put_chars(erlang:system_info(otp_release)), halt().')"
	read_back "$erlang_is" erlang_due erl -noshell -eval "$erlang_program"
	user_wins "$erlang_is" ERL_AFLAGS=+S7:6 "schedulers 7" erl -noshell -eval "$erlang_program"
else
	skip "erlang: no erl"
fi
