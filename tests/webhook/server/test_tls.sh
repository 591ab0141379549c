# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# TLS as other implementations see it.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

# handshake ARGUMENT...: what openssl agrees on with the server: protocol and cipher.
handshake() {
	openssl s_client -connect "$address" -servername "$name" "$@" </dev/null 2>&1 |
		sed -n 's/^New, \(TLSv1\.[0-9]\), Cipher is \(.*\)/\1 \2/p' | head -n 1
}

# verified: openssl's verdict about the certificate.
verified() {
	openssl s_client -connect "$address" -servername "$name" -verify_hostname "$name" \
		-CAfile "$ca" </dev/null 2>&1 | sed -n 's/^ *Verify return code: //p' | head -n 1
}

server --shutdown-delay 0
same "TLS: 1.3 by default" "TLSv1.3 TLS_AES_256_GCM_SHA384" "$(handshake)"
same "TLS: 1.2 too" "TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384" "$(handshake -tls1_2)"
same "TLS: the name and the CA hold" "0 (ok)" "$(verified)"
for version in -tls1_1 -tls1; do
	same "TLS: not $version" "" "$(handshake $version -cipher 'ALL:@SECLEVEL=0')"
done
for cipher in AES128-GCM-SHA256 ECDHE-ECDSA-AES128-SHA ECDHE-ECDSA-AES256-SHA384 NULL; do
	same "TLS: not $cipher" "" "$(handshake -tls1_2 -cipher "$cipher:@SECLEVEL=0")"
done
same "TLS: http/1.1 by ALPN" "ALPN protocol: http/1.1" \
	"$(openssl s_client -connect "$address" -alpn h2,http/1.1 </dev/null 2>&1 | grep '^ALPN')"
same "TLS: no client certificate is asked for" "No client certificate CA names sent" \
	"$(openssl s_client -connect "$address" </dev/null 2>&1 | grep '^No client certificate')"
if have sslscan; then
	scan=$(sslscan --no-colour --no-failed "$address" 2>&1)
	same "sslscan: TLS 1.2 and 1.3 only" "TLSv1.2 TLSv1.3" \
		"$(echo "$scan" | sed -n 's/^\(SSLv[23]\|TLSv1\.[0-9]\) *enabled$/\1/p' | xargs)"
	same "sslscan: no weak cipher" "" \
		"$(echo "$scan" | grep -E '^(Acc|Pref).*(CBC|RC4|DES|NULL|EXP|-SHA )' || :)"
	same "sslscan: no Heartbleed, no compression" "" \
		"$(echo "$scan" | sed 's/not vulnerable//' | grep -E 'vulnerable|ion enabled' || :)"
else
	skip "sslscan: not installed"
fi
stop "TLS"

server --tls-min 1.3 --shutdown-delay 0
same "TLS: 1.3 alone" "TLSv1.3 TLS_AES_256_GCM_SHA384/" "$(handshake)/$(handshake -tls1_2)"
stop "TLS 1.3"
