# SPDX-License-Identifier: MIT
#
# Completion of climits for fish.

set -l commands get exec watch
set -l runtimes help safe all go go1.12 java node dotnet python openmp blas rust ruby erlang ghc \
    ocaml malloc jemalloc make nginx web vips magick
set -l names help cpus gomaxprocs gomemlimit cpu.quota cpu.period cpu.millicores cpu.burst \
    cpu.weight cpu.usable cpuset cpuset.count affinity affinity.count online online.count \
    memory.max memory.high memory.swap.max memory.total memory.budget pids.max cgroup.version \
    cgroup.horizon cgroup.path.cpu cgroup.path.cpuset cgroup.path.memory

set -l none "not __fish_seen_subcommand_from $commands"
set -l prints "not __fish_seen_subcommand_from get exec"

complete -c climits -f
complete -c climits -n $none -a get -d 'single values'
complete -c climits -n $none -a exec -d 'run a command with the advised environment'
complete -c climits -n $none -a watch -d 'print again whenever a limit changes'

complete -c climits -s p -l pid -x -a '(__fish_complete_pids)' -d 'look at another process'
complete -c climits -l root -x -a '(__fish_complete_directories)' -d 'read a captured tree'
complete -c climits -l for -x -a "(__fish_append , $runtimes)" -d 'advise these runtimes'
complete -c climits -l memory-ratio -x -a '0.5 0.75 0.8 0.9 1' -d 'part of the budget for a heap'
complete -c climits -l round -x -a 'floor ceil nearest' -d 'how a quota becomes threads'
complete -c climits -l override -d 'replace variables that are set'
complete -c climits -l always -d 'print also what the runtime finds alone'
complete -c climits -l strict -d 'fail when something that matters is unknown'
complete -c climits -s q -l quiet -d 'no remarks'
complete -c climits -s v -l verbose -d 'say why each line is there'
complete -c climits -s h -l help -d 'print the usage'
complete -c climits -l version -d 'print the version'
complete -c climits -n $prints -l env -d 'print export lines for eval'
complete -c climits -n $prints -l dotenv -d 'print NAME=VALUE lines'
complete -c climits -n $prints -l json -d 'print everything as JSON'
complete -c climits -n '__fish_seen_subcommand_from watch' -l exec -x -a '(__fish_complete_subcommand)' \
    -d 'run at each change'

complete -c climits -n '__fish_seen_subcommand_from get' -a "$names"
complete -c climits -n '__fish_seen_subcommand_from exec' -a '(__fish_complete_subcommand)'
