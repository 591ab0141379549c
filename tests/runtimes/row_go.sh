# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Go: every version at hand.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

heap=1

# floor(0.9 B), in whole MiB or, when B is below 64 MiB, KiB. Nothing below 8 MiB.
go_due() {
	go_limit=
	if [ -n "$B" ] && [ "$B" -ge 64 ]; then
		go_limit=$((B * 9 / 10))
		go_limit=$((go_limit * 1048576))
	elif [ -n "$B" ] && [ "$B" -ge 8 ]; then
		go_limit=$((B * 1024 * 9 / 10))
		go_limit=$((go_limit * 1024))
	fi
	due GOMAXPROCS "$P"
	due GOMEMLIMIT "$go_limit"
}

{
	command -v go || true
	printf '%s\n' /usr/lib/go-*/bin/go /usr/local/go/bin/go
	wheel go/bin/go
} | distinct version >"$checks_dir/go"

# go_build OUT ARGUMENT...: with $go_program.
go_build() {
	go_out=$1
	shift
	builds "$go_out" env -u GOROOT -u GOMAXPROCS -u GOMEMLIMIT -u GODEBUG GOTOOLCHAIN=local \
		GOFLAGS= GO111MODULE=off CGO_ENABLED=0 "$go_program" build "$@" -o "$go_out" \
		"$programs/go.go"
}

go_built=
while read -r go_program _ _ go_version _; do
	if go_build "$build/$go_version"; then
		go_built="$go_built $go_version"
		read_back "$go_version" go_due "$build/$go_version"
	fi
done <"$checks_dir/go"
[ -n "$go_built" ] || skip "go: no go"
