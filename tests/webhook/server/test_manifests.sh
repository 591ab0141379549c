# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# What `climits-webhook manifests` prints, as kubectl reads it. The dispatcher's tests use it too.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

for how in "" --cert-manager --openshift "--ca-bundle $ca" \
	"--namespace on --name n --port 10250"; do
	mkdir -p "$checks_dir/kustomize"
	# shellcheck disable=SC2086 # several words
	"$webhook" manifests $how >"$checks_dir/kustomize/all.yaml"
	how=${how%% /*}
	if ! have kubectl; then
		skip "manifests ${how:-alone}: no kubectl"
		continue
	fi
	printf 'resources:\n- all.yaml\n' >"$checks_dir/kustomize/kustomization.yaml"
	check "manifests ${how:-alone}: kubectl kustomize takes them" \
		kubectl kustomize "$checks_dir/kustomize"
done

# refuses WORD ARGUMENT...: exit status 2, a line that has the word, nothing on stdout.
refuses() {
	refuses_word=$1
	shift
	refuses_status=0
	refuses_out=$("$webhook" "$@" 2>"$checks_dir/stderr" </dev/null) || refuses_status=$?
	same "refused: $*" "2, nothing, named" \
		"$refuses_status, ${refuses_out:-nothing}, $(
			grep -qF -- "$refuses_word" "$checks_dir/stderr" && echo named)"
}

refuses --image manifests --image "a b"
refuses --image manifests --image "a
b: c"
refuses --name manifests --name 1a
refuses --namespace manifests --namespace "a: b"
refuses exclude manifests --cert-manager --openshift
refuses "ports below" manifests --port 443
refuses seconds manifests --timeout 31
refuses unknown manifests --time 3
refuses "unknown command" server
refuses unexpected serve here
refuses "not a port" serve --port 65536
refuses "not a port" serve --port=-1
refuses "needs a value" serve --cert
refuses "belong together" serve --cert a
refuses "excludes" serve --self-signed --cert a --key b
refuses "not a ratio" serve --memory-ratio 2
refuses "takes no value" serve --self-signed=yes
refuses "takes no value" serve --opt-in=yes
refuses "needs --client-ca" serve --client-auth require
