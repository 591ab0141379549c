# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Python: every one at hand that knows the variable (3.13 and later). An older one has to start.
# shellcheck disable=SC2154 # what run sets

python_due() {
	due cpu_count "$P"
	due process_cpu_count "$P"
}

printf '%s\n' python3 python3.13 python3.14 python3.15 /usr/bin/python3 \
	"$HOME"/.pyenv/versions/3.*/bin/python3 |
	while read -r python_program; do
		if bare "$python_program" -c '' >"$checks_dir/stdout"; then
			echo "$python_program"
		fi
	done | distinct --version >"$checks_dir/python"
python_new=
python_old='import os; print("cpu_count %s" % os.cpu_count())'
while read -r python_program _ python_version; do
	if bare "$python_program" -c 'import os; os.process_cpu_count' >"$checks_dir/stdout"; then
		python_new=$python_version
		read_back "python $python_version" python_due \
			"$python_program" "$programs/python.py"
	else
		ask "python $python_version" fraction "$(bare "$python_program" -c "$python_old")" \
			"$python_program" -c "$python_old"
	fi
done <"$checks_dir/python"
[ -n "$python_new" ] || skip "python: none that is 3.13 or later"
