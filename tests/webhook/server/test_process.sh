# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The process: what it may do, what it says, and the first steps of a newcomer.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

# confined COMMAND...: as an image runs it under Pod Security "restricted": another user, no
# capabilities, no way to gain any, a root that cannot be written.
confined() {
	# shellcheck disable=SC2016 # for the inner shell
	exec unshare --mount --propagation private sh -c '
		mount -o bind,ro / /mnt 2>/dev/null && mount --rbind "$1" "/mnt$1" && shift &&
		exec chroot /mnt setpriv --reuid 65532 --regid 65532 --clear-groups --no-new-privs \
			--bounding-set=-all --inh-caps=-all -- "$@"' sh "$checks_dir" "$@"
}

if [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null && have setpriv; then
	chmod 755 "$checks_dir"
	cp "$webhook" "$checks_dir/webhook"
	chmod 755 "$checks_dir/webhook"
	chmod -R a+rX "$secret"
	webhook_plain=$webhook webhook=$checks_dir/webhook
	secret_kept=$secret
	cp -r "$secret/." "$checks_dir/secret-open"
	secret=$checks_dir/secret-open
	chmod 644 "$secret"/..data/*
	wrapper=confined
	server --health-port 0 --shutdown-delay 0
	wrapper=
	answer=$(review 2 | post)
	same "confined: reviews are answered" 200 "$(echo "$answer" | tail -n 1)"
	status=/proc/$pid/status
	same "confined: no capability" "CapBnd: 0 CapEff: 0 CapPrm: 0" \
		"$(grep -E '^Cap(Eff|Prm|Bnd)' "$status" | sed 's/0\{16\}/0/' | sort | xargs)"
	same "confined: no privilege to gain, another user" "1 65532" \
		"$(awk '/^NoNewPrivs/ { new = $2 } /^Uid/ { id = $3 }
			END { print new, id }' "$status")"
	"$client" issue -ca "$checks_dir/ca" -out "$secret"
	chmod 644 "$secret"/..data/*
	kill -HUP "$pid"
	sleep 0.5
	same "confined: it reloads" "$(serial "$secret/tls.crt")" "$(serial)"
	same "confined: a key that all may read is told of" 1 \
		"$(grep -c "open to every user" "$log")"
	stop "confined"
	webhook=$webhook_plain secret=$secret_kept
else
	skip "confined: needs root, unshare and setpriv"
fi

# What `make image-root` makes needs nothing from outside of it.
image=$checks_dir/image
in_image() {
	shift
	exec chroot --userspec=65532:65532 "$image" /usr/bin/climits-webhook "$@"
}
if [ "$(id -u)" = 0 ] && have dpkg; then
	cli/webhook/image-root "$webhook" "$image"
	servers=$((servers + 1))
	log=$checks_dir/log.image
	: >"$log"
	wrapper=in_image
	server_run --self-signed --shutdown-delay 0
	wrapper=
	base64 -d <"$checks_dir/stdout.$servers" >"$checks_dir/image.pem"
	answer=$(review 2 | curl -s -m 5 --cacert "$checks_dir/image.pem" --data-binary @- \
		-H 'Content-Type: application/json' "https://localhost:$port/mutate")
	same "image: a review is answered" JSONPatch \
		"$(echo "$answer" | sed -n 's/.*"patchType":"\([^"]*\)".*/\1/p')"
	at_most "image: kB" 16384 "$(du -sk "$image" | cut -f1)"
	stop "image"
else
	skip "image: needs root and dpkg"
fi

# One command, then curl.
log=$checks_dir/log.newcomer
: >"$log"
servers=$((servers + 1))
server_run --self-signed --health-port 0 --shutdown-delay 0
base64 -d <"$checks_dir/stdout.$servers" >"$checks_dir/trial.pem"
same "trial: the caBundle is one line" 1 "$(wc -l <"$checks_dir/stdout.$servers")"
for host in localhost 127.0.0.1; do
	answer=$(review 2 | curl -s -m 5 --cacert "$checks_dir/trial.pem" --data-binary @- \
		-H 'Content-Type: application/json' "https://$host:$port/mutate")
	same "trial: curl gets a patch from $host" JSONPatch \
		"$(echo "$answer" | sed -n 's/.*"patchType":"\([^"]*\)".*/\1/p')"
done
same "trial: openssl finds the chain good" "Verify return code: 0 (ok)" \
	"$(openssl s_client -connect "$address" -CAfile "$checks_dir/trial.pem" -x509_strict \
		-verify_hostname localhost </dev/null 2>&1 | grep '^Verify return' | head -n 1)"
same "trial: the CA signs certificates only" "Certificate Sign, CRL Sign" \
	"$(openssl x509 -noout -ext keyUsage -in "$checks_dir/trial.pem" | tail -n 1 | xargs)"
stop "trial"

# Bodies and values are secrets.
server --shutdown-delay 0
review 2 | sed 's/"image":"app:1"/"image":"app:1","env":[{"name":"TOKEN","value":"hunter2"}]/
	s/"name":"demo"/"name":"de\\nmo\\"x"/' |
	post >/dev/null
echo '{"token": "hunter2"' | post >/dev/null
same "log: no value of a variable, no body" 0 "$(grep -c hunter2 "$log")"
same "log: what was decided about what" \
	'"uid":"705ab4f5-6393-11e8-b7cc-42010a800002","namespace":"default","result":"patched"' \
	"$(sed -n 's/.*\("uid":.*\)"name":.*\("result":"[a-z]*"\).*/\1\2/p' "$log")"
if have python3; then
	same "log: every line is JSON" "" "$(python3 -c '
import json, sys
for line in sys.stdin:
    json.loads(line)' <"$log" 2>&1)"
else
	skip "log: every line is JSON: no python3"
fi

# The page that Prometheus reads.
page=$(get /metrics | sed '$d')
for counter in 'reviews_total{result="patched"}' 'reviews_total{result="refused"}' \
	'injected_total{variable="GOMAXPROCS"}' 'injected_total{variable="GOMEMLIMIT"}'; do
	same "metrics: $counter" 1 "$(metric "$counter")"
done
label='[a-z-]+="[^"]*"'
same "metrics: every line has its form" "" "$(echo "$page" |
	grep -vE '^# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))$' |
	grep -vE "^[a-z_]+(\\{$label(,$label)*\\})? [0-9.]+\$" || :)"
same "metrics: every name has one type" "" \
	"$(echo "$page" | sed -n 's/^# TYPE \([a-z_]*\) .*/\1/p' | sort | uniq -d)"
stop "log and metrics"
