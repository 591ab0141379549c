# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The end of a server.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

now() {
	date +%s%N | cut -c1-13
}

# slow_post SECONDS: a review whose body takes so long; prints the answer's status.
slow_post() {
	{
		review 2 | head -c 100
		sleep "$1"
		review 2 | tail -c +101
	} | get /mutate -m 40 -T - -X POST -H 'Content-Type: application/json' | tail -n 1
}

server --shutdown-delay 2 --shutdown-timeout 10
slow_post 4 >"$checks_dir/slow" &
slow=$!
sleep 1
begin=$(now)
kill -TERM "$pid"
sleep 0.3
answer=$(get /readyz -i | tr -d '\r')
same "drain: readiness fails at once and connections close" "draining 503 Connection: close" \
	"$(echo "$answer" | tail -n 3 | xargs) $(echo "$answer" | grep -i '^connection')"
same "drain: reviews are still answered" 200 \
	"$(review 2 | post | tail -n 1)"
sleep 2.2
same "drain: then nothing new is let in" 000 "$(get /healthz | tail -n 1)"
wait "$slow"
same "drain: what has begun is finished" 200 "$(cat "$checks_dir/slow")"
drain_status=0
wait "$pid" || drain_status=$?
same "drain: status" 0 "$drain_status"
at_most "drain: ms for all of it" 4500 $(($(now) - begin))

server --shutdown-delay 1 --shutdown-timeout 1 --request-timeout 60
slow_post 30 >"$checks_dir/slow" 2>&1 &
sleep 0.5
begin=$(now)
stop "a stuck client"
at_most "a stuck client: ms to the end" 3000 $(($(now) - begin))

server --shutdown-delay 60 --shutdown-timeout 60
slow_post 30 >"$checks_dir/slow" 2>&1 &
sleep 0.5
begin=$(now)
for _ in 1 2 3; do
	kill -TERM "$pid"
	sleep 0.2
done
drain_status=0
wait "$pid" || drain_status=$?
same "SIGTERM three times: status" 0 "$drain_status"
at_most "SIGTERM three times: ms to the end" 1500 $(($(now) - begin))
