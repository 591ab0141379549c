# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Every allocation of a request failing in turn, ours and the libraries': the answer is the right
# patch, none, or an error. Never another patch.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

fault_port=$((20000 + $$ % 10000))
ask fault -file "$checks_dir/orders" -shim "$shim" -address 127.0.0.1:$fault_port -ca "$ca" \
	"$webhook" serve --address 127.0.0.1 --port $fault_port --log-level error \
	--cert "$secret/tls.crt" --key "$secret/tls.key"
