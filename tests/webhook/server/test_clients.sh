# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Certificates of clients: three modes and every kind of certificate.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

"$client" issue -ca "$checks_dir/ca2" -out "$checks_dir/good" -names api,other -client
"$client" issue -ca "$checks_dir/ca2" -out "$checks_dir/other" -names stranger -client
"$client" issue -ca "$checks_dir/ca2" -out "$checks_dir/old" -names api -client -expired
"$client" issue -ca "$checks_dir/ca2" -out "$checks_dir/server" -names api
"$client" issue -ca "$checks_dir/ca3" -out "$checks_dir/stray" -names api -client

# with WHO [PATH]: the status of a review, or of a page, with that client's certificate.
with() {
	set -- "$1" "${2:-}"
	with_cert=
	if [ "$1" != none ]; then
		with_cert="--cert $checks_dir/$1/tls.crt --key $checks_dir/$1/tls.key"
	fi
	# shellcheck disable=SC2086 # several words
	if [ -n "$2" ]; then
		get "$2" $with_cert
	else
		review 2 | post $with_cert
	fi | tail -n 1
}

cp "$checks_dir/ca2/ca.pem" "$checks_dir/clients.pem"
server --client-ca "$checks_dir/clients.pem" --client-name api,another --shutdown-delay 0
same "clients: a good one is served" 200 "$(with good)"
for who in none other old server stray; do
	same "clients: $who is not" 403 "$(with $who)"
done
same "clients: probes need none" "200 200" "$(with none /healthz) $(with none /readyz)"
same "clients: refusals are counted" 5 "$(metric 'refused_total{reason="client"}')"
cp "$checks_dir/ca3/ca.pem" "$checks_dir/clients.pem"
sleep 1
same "clients: another CA file takes effect" "403 200" "$(with good) $(with stray)"
echo nonsense >"$checks_dir/clients.pem"
sleep 1
same "clients: one that is broken does not" "403 200" "$(with good) $(with stray)"
same "clients: and is counted" 1 "$(metric 'reloads_total{file="client-ca",result="failed"}')"
stop "clients"

cp "$checks_dir/ca2/ca.pem" "$checks_dir/clients.pem"
server --client-ca "$checks_dir/clients.pem" --client-auth log --shutdown-delay 0
same "clients: log serves everybody" "200 200 200" "$(with good) $(with none) $(with stray)"
same "clients: log tells of those it would refuse" "1 no client certificate, 1 not trusted" \
	"$(grep -c 'no client certificate' "$log") no client certificate, $(
		grep -c 'not trusted' "$log") not trusted"
same "clients: log counts them" 2 "$(metric client_certificate_failures_total)"
stop "clients, log"

server --client-ca "$checks_dir/clients.pem" --client-auth off --shutdown-delay 0
same "clients: off asks nobody" "200 200" "$(with none) $(with stray)"
stop "clients, off"
