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
	case $1 in
	--pid | -p)
		_climits_words "$2" "$(cd /proc && echo [0-9]*)"
		;;
	--root)
		mapfile -t COMPREPLY < <(compgen -d -- "$2")
		compopt -o filenames
		;;
	--for)
		_climits_list "$2" "help safe all go go1.12 java node dotnet python openmp blas \
			rust ruby erlang ghc ocaml malloc jemalloc make nginx web vips magick"
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
	*)
		return 1
		;;
	esac
	return 0
}

_climits() {
	local commands="get exec watch"
	local options="--pid --root --for --memory-ratio --round --override --always --strict \
		--quiet --verbose --help --version -p -q -v -h"
	local outputs="--env --dotenv --json"
	local names="help cpus gomaxprocs gomemlimit cpu.quota cpu.period cpu.millicores cpu.burst \
		cpu.weight cpu.usable cpuset cpuset.count affinity affinity.count online \
		online.count memory.max memory.high memory.swap.max memory.total memory.budget pids.max \
		cgroup.version cgroup.horizon cgroup.path.cpu cgroup.path.cpuset cgroup.path.memory"
	local begun=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local command='' i word

	COMPREPLY=()
	# "--round=ceil" comes as three words.
	if [[ $begun == = ]]; then
		begun=
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	_climits_value "$before" "$begun" && return

	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ $command == exec && $word != -* ]] || [[ $word == -- ]]; then
			# The command's own words.
			compopt -o default
			((i == COMP_CWORD - 1)) && [[ $word == -- ]] &&
				mapfile -t COMPREPLY < <(compgen -c -- "$begun")
			return
		fi
		case $word in
		-p | --pid | --root | --for | --memory-ratio | --round | --exec)
			i=$((i + 1))
			[[ ${COMP_WORDS[i]} == = ]] && i=$((i + 1))
			;;
		-*) ;;
		*) [[ $command ]] || command=$word ;;
		esac
	done

	case $command:$begun in
	:-*) _climits_words "$begun" "$options $outputs" ;;
	watch:-*) _climits_words "$begun" "$options $outputs --exec" ;;
	*:-*) _climits_words "$begun" "$options" ;;
	:*) _climits_words "$begun" "$commands" ;;
	get:*) _climits_words "$begun" "$names" ;;
	exec:*) mapfile -t COMPREPLY < <(compgen -c -- "$begun") ;;
	esac
}

complete -F _climits climits
