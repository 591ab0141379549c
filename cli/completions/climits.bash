# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# Completion of climits for bash. Needs no package of completions.

# Words that may stand at this place; $1 is what the user began.
_climits_words() {
	local words=$2
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$1")
}

# The last name of a comma list: the names before it stay.
_climits_list() {
	local begun=$1 names=$2 before=
	[[ $begun == *,* ]] && before=${begun%,*},
	mapfile -t COMPREPLY < <(compgen -P "$before" -W "$names" -- "${begun##*,}")
	compopt -o nospace
}

_climits_value() {
	local runtimes="safe go go1.12 java node dotnet python openmp blas rust ruby erlang ghc \
		ocaml malloc jemalloc make nginx web vips magick"
	case $1 in
	--pid | -p)
		_climits_words "$2" "$(cd /proc && echo [0-9]*)"
		;;
	--root)
		mapfile -t COMPREPLY < <(compgen -d -- "$2")
		compopt -o filenames
		;;
	--for)
		_climits_list "$2" "help all $runtimes"
		;;
	--vars)
		_climits_list "$2" "GOMAXPROCS GOMEMLIMIT $runtimes"
		;;
	--memory-ratio)
		_climits_words "$2" "0.5 0.75 0.8 0.9 1"
		;;
	--exec)
		mapfile -t COMPREPLY < <(compgen -c -- "$2")
		;;
	--round)
		_climits_words "$2" "floor ceil nearest"
		;;
	-o)
		_climits_words "$2" "manifest jsonpatch env kustomize"
		;;
	--cpu-source)
		_climits_words "$2" "limit limit-or-request"
		;;
	--pod-level)
		_climits_words "$2" "use ignore"
		;;
	--init)
		_climits_words "$2" "all sidecars none"
		;;
	--env-from)
		_climits_words "$2" "inject skip"
		;;
	--env-position)
		_climits_words "$2" "last first"
		;;
	--value-mode)
		_climits_words "$2" "literal fieldref"
		;;
	--cpus | --period | --cpuset | --memory | --memory-high | --swap | --pids | --max-procs | \
		--annotation-prefix | --template-path | --max-body | --max-values) ;;
	*)
		return 1
		;;
	esac
	return 0
}

_climits() {
	local commands="get exec watch run review patch policy"
	local options="--pid --root --for --memory-ratio --round --override --always --strict \
		--quiet --verbose --help --version -p -q -v -h"
	local outputs="--env --dotenv --json"
	local limits="--cpus --period --cpuset --memory --memory-high --swap --pids"
	local policy="--vars --memory-ratio --round --max-procs --annotation-prefix --help -h"
	local review="$policy --cpu-source --pod-level --init --env-from --env-position \
		--value-mode --opt-in --no-record --template-path --max-body --max-values"
	local names="help cpus gomaxprocs gomemlimit cpu.quota cpu.period cpu.millicores cpu.burst \
		cpu.weight cpu.usable cpuset cpuset.count affinity affinity.count online \
		online.count memory.max memory.high memory.swap.max memory.total memory.budget \
		pids.max cgroup.version cgroup.horizon cgroup.path.cpu cgroup.path.cpuset \
		cgroup.path.memory"
	local begun=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local command='' i word

	COMPREPLY=()
	# "--round=ceil" comes as three words.
	if [[ $begun == = ]]; then
		begun=
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi

	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ $command =~ ^(exec|run)$ && $word != -* ]] || [[ $word == -- ]]; then
			# The command's own words.
			compopt -o default
			((i == COMP_CWORD - 1)) && [[ $word == -- ]] &&
				mapfile -t COMPREPLY < <(compgen -c -- "$begun")
			return
		fi
		case $word in
		# As _climits_value has them.
		-p | --pid | --root | --for | --memory-ratio | --round | --exec | -o | --vars | \
			--cpu-source | --pod-level | --init | --env-from | --env-position | \
			--value-mode | --cpus | --period | --cpuset | --memory | --memory-high | \
			--swap | --pids | --max-procs | --annotation-prefix | --template-path | \
			--max-body | --max-values)
			i=$((i + 1))
			[[ ${COMP_WORDS[i]} == = ]] && i=$((i + 1))
			;;
		-*) ;;
		*) [[ $command ]] || command=$word ;;
		esac
	done
	_climits_value "$before" "$begun" && return

	case $command:$begun in
	:-*) _climits_words "$begun" "$options $outputs" ;;
	watch:-*) _climits_words "$begun" "$options $outputs --exec" ;;
	run:-*) _climits_words "$begun" "$limits --env --keep --help -h" ;;
	review:-*) _climits_words "$begun" "$review" ;;
	patch:-*) _climits_words "$begun" "-o $review" ;;
	policy:-*) _climits_words "$begun" "$policy" ;;
	*:-*) _climits_words "$begun" "$options" ;;
	:*) _climits_words "$begun" "$commands" ;;
	get:*) _climits_words "$begun" "$names" ;;
	exec:* | run:*) mapfile -t COMPREPLY < <(compgen -c -- "$begun") ;;
	esac
}

complete -F _climits climits
