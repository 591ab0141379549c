# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The code of kube-apiserver as client: dispatcher/. Its modules come from the module proxy, in the
# versions of dispatcher/go.mod.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

pairs=$checks_dir/pairs
"$client" issue -ca "$pairs/ca" -out "$pairs/good"
"$client" issue -ca "$pairs/ca" -out "$pairs/another" -names another.climits.svc
"$client" issue -ca "$pairs/ca" -out "$pairs/expired" -expired
"$client" issue -ca "$pairs/ca" -out "$pairs/client" -client -names api
"$client" issue -ca "$pairs/ca" -out "$pairs/stranger" -client -names stranger
"$client" issue -ca "$pairs/ca2" -out "$pairs/foreign"
dispatcher_version=$(sed -n 's/^.*k8s.io\/apiserver \(v.*\)$/\1/p' "$here/dispatcher/go.mod")
if (cd "$here/dispatcher" && GOTOOLCHAIN=local go build -o "$checks_dir/dispatcher" .) \
	>"$checks_dir/go" 2>&1; then
	echo "k8s.io/apiserver $dispatcher_version"
	dispatcher_status=0
	dispatcher_lines=$("$checks_dir/dispatcher" -webhook "$webhook" -dir "$pairs" \
		2>"$checks_dir/stderr") || dispatcher_status=$?
	count "$dispatcher_lines"
	if [ "$dispatcher_status" -gt 1 ]; then
		fail "dispatcher ends with $dispatcher_status: $(tail -n 5 "$checks_dir/stderr")"
	fi
else
	skip "dispatcher: k8s.io/apiserver $dispatcher_version cannot be built here"
	tail -n 5 "$checks_dir/go"
fi
