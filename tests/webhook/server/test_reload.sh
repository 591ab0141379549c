# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Files that change while the server runs: certificates, as the kubelet replaces them, and settings.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

# eventually NAME EXPECTED COMMAND...: the command prints this within 3 seconds.
eventually() {
	eventually_name=$1 eventually_want=$2 eventually_tries=0
	shift 2
	until [ "$("$@")" = "$eventually_want" ] || [ $eventually_tries -gt 30 ]; do
		eventually_tries=$((eventually_tries + 1))
		sleep 0.1
	done
	same "$eventually_name" "$eventually_want" "$("$@")"
}

ready() {
	get /readyz -k | xargs
}

secret=$checks_dir/rotating
new() {
	"$client" issue -ca "$checks_dir/ca" -out "$secret" "$@"
}

new
server --shutdown-delay 0
same "reload: ready at first" "ready 200" "$(ready)"
new
eventually "reload: a new pair is shown" "$(serial "$secret/tls.crt")" serial
before=$(serial)
new -names another.climits.svc
eventually "reload: one for another name makes it unready" "certificate for another name 503" ready
new -expired
eventually "reload: so does an expired one" "certificate expired 503" ready
new
eventually "reload: a good one heals it" "ready 200" ready

# Halves of two pairs, files that were cut off, no files: what is there stays.
before=$(serial)
failures=$(metric 'reloads_total{file="certificate",result="failed"}')
"$client" issue -ca "$checks_dir/ca" -out "$checks_dir/half"
cp "$checks_dir/half/tls.key" "$secret/..data/tls.key"
kill -HUP "$pid"
eventually "reload: a key of another pair is counted" "$((failures + 1))" \
	metric 'reloads_total{file="certificate",result="failed"}'
same "reload: and not used" "$before" "$(serial)"
new
after=$(serial "$secret/tls.crt")
eventually "reload: the next good pair is used" "$after" serial
head -c 300 "$checks_dir/half/tls.crt" >"$secret/..data/tls.crt"
kill -HUP "$pid"
sleep 0.5
same "reload: a certificate that was cut off is not used" "$after ready 200" "$(serial) $(ready)"
rm -r "$secret"
sleep 0.5
same "reload: nor a directory that is gone" "$after ready 200" "$(serial) $(ready)"
new
kill -HUP "$pid"
eventually "reload: SIGHUP reads at once" "$(serial "$secret/tls.crt")" serial
stop "reload"

# resident: kB of the server.
resident() {
	sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status"
}
descriptors() {
	find "/proc/$pid/fd" -type l | wc -l
}
new
server --shutdown-delay 0 --log-level error
"$client" rotate -ca "$checks_dir/ca" -out "$secret" -count $((reloads / 5)) -every 20ms -hup "$pid"
sleep 0.5
first=$(resident) files=$(descriptors)
"$client" rotate -ca "$checks_dir/ca" -out "$secret" -count "$reloads" -every 20ms -hup "$pid"
sleep 0.5
done_reloads=$(metric 'reloads_total{file="certificate",result="ok"}')
if [ "$done_reloads" -ge $((reloads * 6 / 5 - reloads / 10)) ]; then
	pass "reload: $done_reloads times"
else
	fail "reload: $done_reloads times out of $((reloads * 6 / 5))"
fi
at_most "reload: kB resident after $reloads more, from $first" $((first + 1024)) "$(resident)"
at_most "reload: open files" "$files" "$(descriptors)"
stop "reloads"
secret=$checks_dir/secret

# Settings of a ConfigMap.
mkdir "$checks_dir/settings"
config=$checks_dir/settings/climits.conf
# patched: GOMEMLIMIT of a pod of 1 GiB.
patched() {
	review 2 | post | head -n 1 |
		sed -n 's/.*"patch":"\([^"]*\)".*/\1/p' | base64 -d |
		sed -n 's/.*"GOMEMLIMIT","value":"\([^"]*\)".*/\1/p'
}
printf '# half\n\nmemory-ratio=0.5\n' >"$config"
server --config "$config" --shutdown-delay 0
same "settings: those of the file" 512MiB "$(patched)"
echo memory-ratio=0.25 >"$config"
eventually "settings: when it has changed" 256MiB patched
echo memory-ratio=25 >"$config"
eventually "settings: a bad line is told of, with its number" 1 \
	grep -c '"error":"bad value","line":1' "$log"
same "settings: and changes nothing" 256MiB "$(patched)"
stop "settings"
bad_status=0
timeout 5 "$webhook" serve --self-signed --address 127.0.0.1 --port 0 --config "$config" \
	>"$checks_dir/bad" 2>&1 || bad_status=$?
same "settings: no start with a bad file" "1 1" \
	"$bad_status $(grep -c 'bad value' "$checks_dir/bad")"
echo memory-ratio=0.5 >"$config"
server --config "$config" --memory-ratio 0.75 --shutdown-delay 0
same "settings: the command line wins" 768MiB "$(patched)"
stop "settings, command line"
