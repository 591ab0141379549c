# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# What is answered to what: section 8.2, slow clients, hostile bodies, the limit of requests.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

server --log-level error --shutdown-delay 0
ask raw -address "$address"
ask bombs -address "$address" -ca "$ca" -pid "$pid"
ask api -address "$address" -ca "$ca"
stop "http"

server --log-level error --request-timeout 2 --idle-timeout 4 --shutdown-delay 0
ask slow -address "$address" -ca "$ca"
same "slow: each is counted" 7 "$(metric deadlines_total)"
same "slow: all places are free again" 0 "$(metric in_flight)"
stop "slow"

# One request that does not end takes the only place.
server --max-inflight 1 --shutdown-delay 0
(
	review 2 | head -c 100
	sleep 3
) | curl -s -m 5 --cacert "$ca" --resolve "$name:$port:127.0.0.1" -T - -X POST \
	-H 'Content-Type: application/json' "https://$name:$port/mutate" >"$checks_dir/first" &
first=$!
sleep 1
answer=$(review 2 | post -i)
same "in flight: the second is told to come back" "503 Retry-After: 1" \
	"$(echo "$answer" | tail -n 1) $(echo "$answer" | tr -d '\r' | grep -i '^retry-after')"
same "in flight: it is counted" 1 "$(metric 'refused_total{reason="busy"}')"
wait $first || :
answer=$(review 2 | post)
same "in flight: the place is free again" 200 "$(echo "$answer" | tail -n 1)"
stop "in flight"

# hold: keeps a connection open without a request.
hold() {
	sleep 4 | openssl s_client -quiet -no_ign_eof -connect "$address" >"$checks_dir/held" 2>&1 &
}
server --max-connections-per-ip 2 --threads 1 --shutdown-delay 0
hold
hold
sleep 1
same "connections: a third of one address is not served" 000 "$(get /healthz | tail -n 1)"
sleep 4
same "connections: it is when the others are gone" 200 "$(get /healthz | tail -n 1)"
stop "connections"
