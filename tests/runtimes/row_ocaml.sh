# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# OCaml 5.2 and later says how many domains there may be; an older one has to start.
# shellcheck disable=SC2154 # what run sets

# A cap, not a hint: rounded up.
ocaml_due() {
	due domains "$P_UP"
}

# Whether the version is 5.2 or later.
ocaml_new() {
	echo "$1" | awk -F . '{ exit !($1 > 5 || ($1 == 5 && $2 >= 2)) }'
}

ocaml_version=
if have ocamlrun; then
	ocaml_version=$(bare ocamlrun -vnum)
	ask "ocamlrun $ocaml_version" fraction "$ocaml_version" ocamlrun -vnum
	starts "ocamlrun $ocaml_version" ocamlrun -vnum
fi
if [ -z "$ocaml_version" ]; then
	skip "ocaml: no ocamlrun"
elif ! ocaml_new "$ocaml_version" || ! have ocaml; then
	skip "ocaml: no toplevel of 5.2 or later"
else
	read_back "ocaml $ocaml_version" ocaml_due ocaml "$programs/ocaml.ml"
	user_wins "ocaml $ocaml_version" OCAMLRUNPARAM=d=7 "domains 7" ocaml "$programs/ocaml.ml"
	user_wins "ocaml $ocaml_version" OCAMLRUNPARAM=s=64k "domains 3" ocaml "$programs/ocaml.ml"
fi
