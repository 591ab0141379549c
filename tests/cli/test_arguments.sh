# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# The command line: what is refused, with which words, and the many ways to say the same.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

refused "unknown long option" 2 --frob --frob
refused "long options are not abbreviated" 2 --js --js
refused "long options with a value are not abbreviated" 2 --pi --pi=1
refused "option of another program" 2 --ENV --ENV
refused "unknown short option" 2 -z -z
refused "unknown short option in a bundle" 2 -z -qz
refused "three dashes" 2 ---env ---env
refused "value for an option that takes none" 2 --env=1 --env=1
refused "empty value for an option that takes none" 2 --strict= --strict=
refused "missing value" 2 --pid --pid
refused "missing value of a short option" 2 --pid -p
refused "unknown command" 2 frobnicate frobnicate
refused "empty command" 2 "''" ''
refused "operand of another command" 2 "'get'" --env get cpus
refused "--json does not go with get" 2 --json get --json cpus
refused "--dotenv does not go with exec" 2 --dotenv exec --dotenv true
refused "two outputs" 2 --json --env --json
refused "two other outputs" 2 --dotenv --dotenv --env
refused "get without a name" 2 name get
refused "get with an unknown name" 2 frob get cpus frob
refused "get with a name in the wrong case" 2 CPUS get CPUS
refused "exec without a command" 2 exec exec
refused "exec without a command after --" 2 exec exec --

for pid in '' 0 x -1 +1 1x ' 1' '1 ' 0x1 1.0 2147483648 18446744073709551617; do
	refused "--pid '$pid'" 2 "--pid: '$pid'" --pid "$pid"
done
for ratio in '' 0 0.000 . 1. 1.001 1.1 2 0.9000 0.12345 -0.9 +0.9 0,9 9e-1 0x1 nan inf ' 0.9' 0.9x \
	99999999999999999999; do
	refused "--memory-ratio '$ratio'" 2 "--memory-ratio: '$ratio'" --memory-ratio "$ratio"
done
for list in '' ',' 'go,' ',go' 'go,,java' Go golang 'go java' go=1; do
	refused "--for '$list'" 2 "--for: '$list'" --for "$list"
done
for rounding in '' up Floor ceiling flo; do
	refused "--round '$rounding'" 2 "--round: '$rounding'" --round "$rounding"
done
refused "--root ''" 2 --root --root ''
refused "--root of nothing" 1 "/no/such: No such file" --root /no/such
refused "--root of a file" 1 "Not a directory" --root "$CLIMITS"
refused "no such process" 1 "no process 2147483647" -p 2147483647
refused "no such process, get" 1 "no process 2147483647" get -p2147483647 cpus
refused "no such process, exec" 1 "no process 2147483647" exec -p 2147483647 echo started

# An argument may hold anything: no control character may reach the terminal.
refused "escape sequence in an argument" 2 '\x1b[31m' "--$(printf '\033[31m')"
refused "bytes that are not UTF-8 in an argument" 2 '\xff' "$(printf '\377')"
refused "newline in an argument" 2 '\x0a' "$(printf 'a\nb')"

root=$(tree 013)
prints "value in the next argument" 1 get cpus --root "$root"
prints "value after =" 1 get cpus --root="$root"
prints "options before the command" 1 --root "$root" -q get cpus
prints "options between names" "1
921MiB" get cpus --root "$root" gomemlimit
prints "bundle of short options" 1 get -qv cpus --root "$root"
climits get -qp$$ cpus
same "bundle with a value" 0 "$status"
climits get -qp $$ cpus
same "bundle with a value in the next argument" 0 "$status"
prints "last value counts" 2 get cpus --round floor --round ceil --root "$root"
prints "names after --" 1 get --root "$root" -- cpus
refused "options after -- are names" 2 -q get --root "$root" -- -q
refused "a lone dash is a name" 2 "'-'" get --root "$root" -

prints "--round floor" 1 get cpus --round floor --root "$root"
prints "--round ceil" 2 get cpus --round=ceil --root "$root"
prints "--round nearest" 2 get cpus --round=nearest --root "$root"
prints "--memory-ratio 1" 1024MiB get gomemlimit --memory-ratio 1 --root "$root"
prints "--memory-ratio 1.000" 1024MiB get gomemlimit --memory-ratio 1.000 --root "$root"
prints "--memory-ratio .5" 512MiB get gomemlimit --memory-ratio .5 --root "$root"
prints "--memory-ratio in thousandths" 128MiB get gomemlimit --memory-ratio 0.125 --root "$root"
prints "--memory-ratio of one thousandth" 1MiB get gomemlimit --memory-ratio 0.001 --root "$root"

climits --help
same "--help is 24 lines at most and 80 columns" "0 1 1 0" "$status $(
	awk 'length > 80 { wide = 1 } END { print NR <= 24, !wide }' "$out"
) $(wc -c <"$err")"
cp "$out" "$checks_dir/help"
for arguments in -h "get --help" "exec -h" "--strict -h --frob" "exec --help frob"; do
	# shellcheck disable=SC2086 # several arguments
	prints "$arguments is --help" "$(cat "$checks_dir/help")" $arguments
done
climits --version
same "--version" "climits $(sed -n 's/^#define CLIMITS_VERSION "\(.*\)"/\1/p' \
	include/containerlimits.h)" "$(cat "$out" "$err")"

for word in --env --dotenv --json --pid --root --for --memory-ratio --round --override --always \
	--strict --quiet --verbose --help --version; do
	check "--help tells of $word" grep -qF -- "$word" "$checks_dir/help"
done

climits --for help
cp "$out" "$checks_dir/runtimes"
same "--for help" "0 0" "$status $(wc -c <"$err")"
for word in go go1.12 java node dotnet python openmp blas rust ruby erlang ghc ocaml malloc \
	jemalloc make nginx web vips magick safe all; do
	check "--for help tells of $word" grep -q "^$word  *[^ ]" "$checks_dir/runtimes"
	climits --env --for "$word" --root "$root"
	same "--for $word" 0 "$status"
done

climits get help
cp "$out" "$checks_dir/names"
same "get help" "0 0" "$status $(wc -c <"$err")"
# The rows of the table, then the words after the colon.
sed -n 's/^\([a-z][a-z.]*\)  .*/\1/p' "$checks_dir/names" >"$checks_dir/words"
sed -n '/^or a variable/,$p' "$checks_dir/names" | xargs | sed 's/.*: //' | tr ' ' '\n' \
	>>"$checks_dir/words"
at_least_words=$(wc -l <"$checks_dir/words")
check "get help lists $at_least_words names" test "$at_least_words" -gt 50
while read -r name; do
	climits get "$name" --root "$root"
	same "get $name, a name of get help" "0 1" "$status $(wc -l <"$out")"
done <"$checks_dir/words"
