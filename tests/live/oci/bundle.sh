# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Containers by OCI runtimes, on the host and in guests. Needs to_words, json_to_words,
# common_words, has and same of ../vm/guest/common.sh, and $oci_dir, $oci_cgroup: a directory and
# the cgroup, from the top of each hierarchy, that containers are made in.
#
# shellcheck disable=SC2154 # those variables are the suite's

# oci_root PROGRAM...: a root file system of static programs.
oci_root() {
	mkdir -p "$oci_dir/rootfs/bin" "$oci_dir/rootfs/proc" "$oci_dir/rootfs/sys" \
		"$oci_dir/rootfs/dev" "$oci_dir/rootfs/tmp"
	cp "$@" "$oci_dir/rootfs/bin/"
	for applet in sh sleep cat; do
		ln -sf busybox "$oci_dir/rootfs/bin/$applet"
	done
}

# oci_config NAMESPACE RESOURCES CGROUP SCRIPT: writes config.json. NAMESPACE is "private" or
# "host", for the cgroup namespace.
oci_config() {
	oci_namespaces='{"type":"pid"},{"type":"mount"},{"type":"ipc"},{"type":"uts"}'
	if [ "$1" = private ]; then
		oci_namespaces="$oci_namespaces,{\"type\":\"cgroup\"}"
	fi
	cat >"$oci_dir/config.json" <<-END
	{"ociVersion":"1.0.2",
	"process":{"terminal":false,"user":{"uid":0,"gid":0},"args":["/bin/sh","-c","$4"],
		"env":["PATH=/bin"],"cwd":"/","noNewPrivileges":true},
	"root":{"path":"rootfs","readonly":true},
	"mounts":[
		{"destination":"/proc","type":"proc","source":"proc"},
		{"destination":"/dev","type":"tmpfs","source":"tmpfs",
			"options":["nosuid","mode=755"]},
		{"destination":"/sys","type":"sysfs","source":"sysfs",
			"options":["nosuid","noexec","nodev","ro"]},
		{"destination":"/sys/fs/cgroup","type":"cgroup","source":"cgroup",
			"options":["nosuid","noexec","nodev","relatime","ro"]}],
	"linux":{"cgroupsPath":"$3","resources":$2,"namespaces":[$oci_namespaces]}}
	END
}

# oci_runtime RUNTIME ARGUMENT...: runs the bundle, under $oci_under. A guest's root is an
# initramfs, which no one can pivot from: $oci_options.
oci_under=''
oci_options=''
oci_runtime() {
	oci_name=$1
	shift
	# shellcheck disable=SC2086 # several words
	$oci_under "$oci_name" --root "$oci_dir/state-$oci_name" run \
		$oci_options -b "$oci_dir" "$@" </dev/null
}

oci_resources() {
	echo '{"cpu":{"quota":150000,"period":100000,"cpus":"1"},
		"memory":{"limit":67108864,"swap":100663296},"pids":{"limit":33}}'
}

# oci_check RUNTIME NAMESPACE: the answer inside equals the bundle's, and that from outside too.
oci_check() {
	oci_title="$1, $2 cgroup namespace"
	oci_id=climits-$$-$1-$2
	# shellcheck disable=SC2154 # names is of common.sh
	oci_config "$2" "$(oci_resources)" "$oci_cgroup/$1-$2" \
		"probe limits; echo --; climits get -q $names; echo --; climits --json -q"
	if ! oci_runtime "$1" "$oci_id" >"$oci_dir/out" 2>"$oci_dir/err"; then
		fail "$oci_title: $(tail -n 1 "$oci_dir/err")"
		return
	fi
	oci_library=$(sed '/^--$/,$d' "$oci_dir/out")
	has "$oci_title: library" "quota=150000/100000 cpuset=1 usable=1 max=67108864 high=max \
		swap=33554432 pids=33" "$oci_library"
	oci_library=$(echo "$oci_library" | common_words)
	same "$oci_title: get" "$oci_library" "$(sed '1,/^--$/d' "$oci_dir/out" | sed '/^--$/,$d' |
		to_words)"
	same "$oci_title: json" "$oci_library" "$(sed '1,/^--$/d' "$oci_dir/out" |
		sed '1,/^--$/d' | json_to_words)"
	oci_outside "$1" "$2"
}

# The container's first process, seen through the host's mounts.
oci_outside() {
	oci_config "$2" "$(oci_resources)" "$oci_cgroup/$1-$2" "exec sleep 100"
	oci_runtime "$1" --pid-file "$oci_dir/pid" "$oci_id" >/dev/null 2>&1 &
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ ! -s "$oci_dir/pid" ] || break
		sleep 0.3
	done
	sleep 0.3
	# shellcheck disable=SC2086 # several names
	same "$oci_title: --pid" "$oci_library" \
		"$(climits get -q --pid "$(cat "$oci_dir/pid")" $names | to_words)"
	"$1" --root "$oci_dir/state-$1" kill "$oci_id" KILL
	wait
	rm -f "$oci_dir/pid"
}
