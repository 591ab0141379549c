# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# What README.md says of the webhook: the lines that are indented there, as they are.
#
# shellcheck disable=SC2154 # of run and tests/checks.sh

readme=$(sed -n '/^\*\*Have the cluster do it/,/^## /s/^    //p' README.md)
mkdir "$checks_dir/readme"
patch=$(PATH=${webhook%/*}:$PATH sh -c "cd '$checks_dir/readme'; $readme
kill \$!" 2>"$checks_dir/readme.err") || :
for variable in GOMAXPROCS GOMEMLIMIT 921MiB; do
	check "README: a patch with $variable" expr "$patch" : ".*$variable"
done
