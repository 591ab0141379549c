# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Two replicas under 64 clients that keep their connections, a new certificate every second, SIGHUP
# now and then, and at the end SIGTERM for one of them: no request fails.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

# load NAME PROGRAM SECONDS
load() {
	load_name=$1 load_program=$webhook load_time=$3
	webhook=$2
	secret=$checks_dir/loaded.$servers
	"$client" issue -ca "$checks_dir/ca" -out "$secret"
	server --log-level warning --shutdown-delay 2
	load_first=$pid load_address=$address load_log=$log
	server --log-level warning --shutdown-delay 2
	"$client" rotate -ca "$checks_dir/ca" -out "$secret" -count "$load_time" -every 1s &
	(
		sleep $((load_time - 4))
		kill -TERM "$load_first"
		kill -HUP "$pid"
	) &
	ask load -address "$load_address,$address" -ca "$ca" -seconds "$load_time"
	at_most "$load_name: kB resident under load" "$4" "$(peak "$pid")"
	load_status=0
	wait "$load_first" || load_status=$?
	same "$load_name: the one that was told ends well" 0 "$load_status"
	stop "$load_name"
	same "$load_name: nothing but JSON on stderr" "" "$(complaints "$load_log" "$log")"
	webhook=$load_program
	secret=$checks_dir/secret
}

load "load" "$webhook" "$load_seconds" 65536
for sanitizer in asan tsan; do
	if [ -x "$build/webhook-$sanitizer/bin/climits-webhook" ]; then
		load "load, $sanitizer" "$build/webhook-$sanitizer/bin/climits-webhook" 8 4000000
		webhook_plain=$webhook webhook=$build/webhook-$sanitizer/bin/climits-webhook
		server --log-level error --shutdown-delay 0
		ask raw -address "$address"
		stop "$sanitizer"
		same "$sanitizer: nothing but JSON on stderr" "" "$(complaints "$log")"
		webhook=$webhook_plain
	else
		skip "webhook server under load: no $sanitizer build"
	fi
done
