# SPDX-License-Identifier: MIT
#
# Completion of climits for fish.

set -l commands get exec watch run review patch policy
set -l runtimes safe go go1.12 java node dotnet python openmp blas rust ruby erlang ghc \
    ocaml malloc jemalloc make nginx web vips magick
set -l names help cpus gomaxprocs gomemlimit cpu.quota cpu.period cpu.millicores cpu.burst \
    cpu.weight cpu.usable cpuset cpuset.count affinity affinity.count online online.count \
    memory.max memory.high memory.swap.max memory.total memory.budget pids.max cgroup.version \
    cgroup.horizon cgroup.path.cpu cgroup.path.cpuset cgroup.path.memory

set -l none "not __fish_seen_subcommand_from $commands"
set -l prints "not __fish_seen_subcommand_from get exec run review patch policy"
set -l advises "not __fish_seen_subcommand_from run review patch policy"
set -l limits '__fish_seen_subcommand_from run'
set -l sizes 'not __fish_seen_subcommand_from run'
set -l filters '__fish_seen_subcommand_from review patch policy'
set -l reviews '__fish_seen_subcommand_from review patch'

# Options before a command that take a value, a short one first.
set -l valued -p --pid --root --for --memory-ratio --round --cpus --period --cpuset --memory \
    --memory-high --swap --pids

complete -c climits -f
complete -c climits -n $none -a get -d 'single values'
complete -c climits -n $none -a exec -d 'run a command with the advised environment'
complete -c climits -n $none -a watch -d 'print again whenever a limit changes'
complete -c climits -n $none -a run -d 'run a command in a new cgroup with limits'
complete -c climits -n $none -a review -d 'answer an AdmissionReview of Kubernetes'
complete -c climits -n $none -a patch -d 'add variables to manifests of Kubernetes'
complete -c climits -n $none -a policy -d 'print a MutatingAdmissionPolicy'

complete -c climits -n $advises -s p -l pid -x -a '(__fish_complete_pids)' \
    -d 'look at another process'
complete -c climits -n $advises -l root -x -a '(__fish_complete_directories)' \
    -d 'read a captured tree'
complete -c climits -n $advises -l for -x -a "(__fish_append , help all $runtimes)" \
    -d 'advise these runtimes'
complete -c climits -n $sizes -l memory-ratio -x -a '0.5 0.75 0.8 0.9 1' \
    -d 'part of the memory for a heap'
complete -c climits -n $sizes -l round -x -a 'floor ceil nearest' -d 'how a quota becomes threads'
complete -c climits -n $advises -l override -d 'replace variables that are set'
complete -c climits -n $advises -l always -d 'print also what the runtime finds alone'
complete -c climits -n $advises -l strict -d 'fail when something that matters is unknown'
complete -c climits -n $advises -s q -l quiet -d 'no remarks'
complete -c climits -n $advises -s v -l verbose -d 'say why each line is there'
complete -c climits -s h -l help -d 'print the usage'
complete -c climits -n $advises -l version -d 'print the version'
complete -c climits -n $prints -l env -d 'print export lines for eval'
complete -c climits -n $prints -l dotenv -d 'print NAME=VALUE lines'
complete -c climits -n $prints -l json -d 'print everything as JSON'
complete -c climits -n '__fish_seen_subcommand_from watch' -l exec -x \
    -a '(__fish_complete_subcommand)' -d 'run at each change'

complete -c climits -n '__fish_seen_subcommand_from get' -a "$names"
complete -c climits -n '__fish_seen_subcommand_from exec' \
    -a "(__fish_complete_subcommand --fcs-skip=2 $valued)"

complete -c climits -n $limits -l cpus -x -d 'CPUs of time, as 1.5'
complete -c climits -n $limits -l period -x -d 'period of --cpus in microseconds'
complete -c climits -n $limits -l cpuset -x -d 'CPUs to run on, as 0-3,8'
complete -c climits -n $limits -l memory -x -d 'memory, above which the kernel kills'
complete -c climits -n $limits -l memory-high -x -d 'memory, above which the kernel slows down'
complete -c climits -n $limits -l swap -x -d 'swap, on top of the memory'
complete -c climits -n $limits -l pids -x -d 'processes and threads'
complete -c climits -n $limits -l env -d 'set the advised environment'
complete -c climits -n $limits -l keep -d 'leave the cgroup'
complete -c climits -n $limits -a "(__fish_complete_subcommand --fcs-skip=2 $valued)"

complete -c climits -n $filters -l vars -x -a "(__fish_append , GOMAXPROCS GOMEMLIMIT $runtimes)" \
    -d 'set these variables'
complete -c climits -n $filters -l max-procs -x -d 'more CPUs mean no limit'
complete -c climits -n $filters -l annotation-prefix -x -d 'of annotations and labels'
complete -c climits -n $reviews -l cpu-source -x -a 'limit limit-or-request' \
    -d 'where CPUs come from'
complete -c climits -n $reviews -l pod-level -x -a 'use ignore' -d 'limits of the whole pod'
complete -c climits -n $reviews -l init -x -a 'all sidecars none' -d 'init containers'
complete -c climits -n $reviews -l env-from -x -a 'inject skip' -d 'what an envFrom may set'
complete -c climits -n $reviews -l env-position -x -a 'last first' -d 'where variables are added'
complete -c climits -n $reviews -l value-mode -x -a 'literal fieldref' -d 'what sets the values'
complete -c climits -n $reviews -l opt-in -d 'only pods that ask for it'
complete -c climits -n $reviews -l no-record -d 'no annotation that tells what was set'
complete -c climits -n $reviews -l template-path -x -d 'where another kind has its pod template'
complete -c climits -n $reviews -l max-body -x -d 'most bytes to read'
complete -c climits -n $reviews -l max-values -x -d 'most JSON values in a document'
complete -c climits -n '__fish_seen_subcommand_from patch' -s o -x \
    -a 'manifest jsonpatch env kustomize' -d 'what to write'
