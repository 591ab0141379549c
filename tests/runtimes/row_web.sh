# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Web servers with worker processes.
# shellcheck disable=SC2154 # what run sets

# min(2P, max(1, B / 128 MiB)); P is the CPUs where there is no quota.
web_due() {
	web_workers=$((${P:-$U} * 2))
	if [ -n "$B" ]; then
		web_workers=$(clamp $((B / 128)) 1 "$web_workers")
	fi
	due workers "$web_workers"
}

for web_server in gunicorn uvicorn; do
	web_python=$(python_with "$web_server" | head -n 1)
	if [ -n "$web_python" ]; then
		web_is=$(bare "$web_python" -c "import $web_server; print($web_server.__version__)")
		read_back "$web_server $web_is" web_due \
			"$web_python" "$programs/web.py" "$web_server"
	else
		skip "web: no $web_server"
	fi
done
if have ruby && bare ruby -e 'require "puma"' >"$checks_dir/stdout"; then
	read_back "puma $(bare ruby -e 'require "puma"; puts Puma::Const::VERSION')" web_due \
		ruby "$programs/web.rb"
else
	skip "web: no puma"
fi
