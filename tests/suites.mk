# SPDX-License-Identifier: MIT
#
# The test suites. `record-X` runs a suite and records what it counted; `check-X` also judges the
# record, prints its sum last and fails when a check failed. tests/tally explains records.

# Suites with rules of their own; each other tests/X/run and tests/X/Y/run is a script, gets $(O)
# and belongs to suite X.
suites_short := unit replay cases cli abi readme
suites_own := reproducible static asan tsan valgrind fresh fuzz
scripts := $(sort $(wildcard tests/*/run tests/*/*/run))
suite_of = $(word 2,$(subst /, ,$(1)))
suites_script := $(filter-out $(suites_short) $(suites_own) bench, \
	$(sort $(foreach script,$(scripts),$(call suite_of,$(script)))))
# Those that download or fuzz come last: they leave a processor idle or can share one.
suites_wide := $(filter-out fresh fuzz,$(suites_own)) $(suites_script) fresh fuzz
suites := $(suites_short) $(suites_wide) lint

# A variant of the build runs unit, cases and cli under other names.
VARIANT ?=
groups_asan := unit-asan replay-asan cases-asan cli-asan
groups_tsan := unit-tsan
groups_static := static cases-static cli-static
groups = $(or $(groups_$(1)),$(1))

export TALLY ?= $(abspath $(O))/tally
export CLIMITS ?= $(abspath $(O))/bin/climits
FUZZ_SECONDS ?= 60
record = @tests/tally run

check: $(suites_short:%=record-%) ## the tests that `make deps` suffices for
	@tests/tally sum $(suites_short)

check-all: $(suites_short:%=record-%) $(suites_wide:%=record-%) ## every test there is
	@tests/tally sum $(foreach suite,$(suites_short) $(suites_wide),$(call groups,$(suite)))

$(suites:%=check-%): check-%: record-%
	@tests/tally sum $(call groups,$*)

check-unit: ## unit tests, one program for each library file
check-replay: ## kept inputs of the fuzz harnesses
check-cases: ## captured containers with known answers
check-cli: ## the command
check-abi: ## header, exported symbols, map and man pages agree; sizes
check-readme: ## what README.md shows
check-reproducible: ## two builds give the same bytes
check-static: ## the static climits
check-asan: ## unit, cases and cli with the address and undefined-behaviour sanitizers
check-tsan: ## unit tests with the thread sanitizer
check-valgrind: ## unit tests under valgrind
check-fault: ## every allocation and system call failing in turn
check-live: ## real cgroups and kernels
check-runtimes: ## real runtimes under the advised settings
check-watch: ## changes of limits are noticed
check-webhook: ## review, patch, policy and the webhook server
check-fresh: ## README's two commands on a bare Debian 12
lint: check-lint ## format, static analysis, sizes

.PHONY: check check-all lint $(suites:%=check-%) $(suites:%=record-%)

## Unit tests

units := $(patsubst tests/unit/test_%.c,%,$(sort $(wildcard tests/unit/test_*.c)))
unit_common := $(filter-out tests/unit/test_%,$(sort $(wildcard tests/unit/*.c)))
unit_common_objects := $(unit_common:%.c=$(O)/obj/%.o)

$(O)/obj/tests/%.o: tests/%.c $(O)/flags
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(call compile,-iquote $(<D) $(shell $(PKG_CONFIG) --cflags check libcjson))

$(units:%=$(O)/test/test_%): $(O)/test/test_%: $(O)/obj/tests/unit/test_%.o $(unit_common_objects) \
		$(visible)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -o $@ $^ $(shell $(PKG_CONFIG) --libs check)

unit-programs: $(units:%=$(O)/test/test_%)

record-unit: $(units:%=record-unit-%)
$(units:%=record-unit-%): record-unit-%: $(O)/test/test_%
	$(record) unit$(VARIANT)/$* $<

record-valgrind: $(units:%=record-valgrind-%)
$(units:%=record-valgrind-%): record-valgrind-%: $(O)/test/test_%
	$(record) valgrind/$* tests/need valgrind env CK_FORK=no CK_TIMEOUT_MULTIPLIER=20 \
		valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=9 $<

.PHONY: unit-programs $(units:%=record-unit-%) $(units:%=record-valgrind-%)

## Suites that run the command

cases_objects := $(patsubst %.c,$(O)/obj/%.o,$(sort $(wildcard tests/cases/*.c)))

$(O)/test/run_cases: $(cases_objects) $(archive)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -o $@ $^ $(cjson_libs)

record-cases: $(O)/test/run_cases $(O)/bin/climits
	$(record) cases$(VARIANT)/all $<

record-cli: $(O)/bin/climits
	$(record) cli$(VARIANT)/all tests/cli/run

# Scripts may use programs: a file with a main is $(O)/test/NAME, those without belong to all the
# programs of their directory. Suites that build their own are left out.
suites_c := $(foreach suite,unit cases fuzz runtimes webhook,tests/$(suite)/%)
dirs_c := $(sort $(dir $(filter-out $(suites_c),$(wildcard tests/*/*.c tests/*/*/*.c))))
mains_c := $(if $(dirs_c),$(shell grep -ls '^int main\b' $(dirs_c:%=%*.c)))
programs_of = $(patsubst %.c,$(O)/test/%,$(notdir $(filter tests/$(1)/%,$(mains_c))))
parts_of = $(patsubst %.c,$(O)/obj/%.o,$(sort $(filter-out $(mains_c),$(wildcard $(1)*.c))))

define link_parts
$(O)/test/$(1)parts.a: $$(call parts_of,$(1))
	@mkdir -p $$(@D)
	$$(Q)rm -f $$@ && $$(AR) rcsD $$@ $$^
endef
name_of_c = $(basename $(notdir $(1)))
libs_of_c = $(if $(filter -static,$(link_$(call name_of_c,$(1)))),,-Wl,--as-needed -lcjson -lcgroup)
define link_main
$(O)/test/$(call name_of_c,$(1)): $(1:%.c=$(O)/obj/%.o) $(O)/test/$(dir $(1))parts.a $(archive)
	$$(call say,LD)
	$$(Q)$$(link) $(link_$(call name_of_c,$(1))) -o $$@ $$^ -pthread $(call libs_of_c,$(1))
endef
# The library's calls, and nobody else's, go to a shim.
link_fault_library := @tests/fault/wrapped.list
# Guests and jails have no libraries.
link_probe := -static
$(foreach directory,$(dirs_c),$(eval $(call link_parts,$(directory))))
$(foreach main,$(mains_c),$(eval $(call link_main,$(main))))

needs_live := $(O)/static/climits $(helpers:%=$(O)/static/climits-%)
check-vm: all $(O)/test/probe $(needs_live) ## guests with other kernels, systemd in them
	$(record) vm/all tests/live/vm/run $(abspath $(O))
	@tests/tally sum vm

.PHONY: check-vm

# The webhook under load once more, with sanitizers: in directories that no other suite builds in.
webhook_builds := $(O)/webhook-asan/bin/climits-webhook $(O)/webhook-tsan/bin/climits-webhook
needs_webhook := $(webhook_builds)
$(O)/webhook-asan/bin/climits-webhook: sanitizers := address,undefined
$(O)/webhook-tsan/bin/climits-webhook: sanitizers := thread
$(webhook_builds): $(O)/webhook-%/bin/climits-webhook: FORCE
	+@$(MAKE) O=$(O)/webhook-$* SAN=$(sanitizers) $@

check-k8s: check-webhook ## the same, by the name that Kubernetes people look for
bench-k8s: all ## measure the webhook beside one on controller-runtime
	@tests/bench/webhook/run $(abspath $(O))

.PHONY: check-k8s bench-k8s

# Takes rows to run, all by default.
bare_scripts := tests/webhook/run

.SECONDEXPANSION:
$(suites_script:%=record-%): record-%: all $$(call programs_of,%) $$(needs_%)
	$(foreach script,$(filter tests/$*/%,$(scripts)),$(call record_script,$(script)))

define record_script
	$(record) $(or $(patsubst tests/%/run,%,$(filter-out tests/$*/run,$(1))),$*/all) \
		$(1) $(if $(filter-out $(bare_scripts),$(1)),$(abspath $(O)))

endef

record-readme: all
	$(record) readme/all tests/readme/run $(O)

record-abi: all
	$(record) abi/all tests/abi/run $(O)
	$(record) abi/manual tests/abi/manual $(O)

record-reproducible:
	$(record) reproducible/all tests/abi/reproducible

record-fresh:
	$(record) fresh/all tests/fresh/run

record-lint:
	$(record) lint/all tests/lint $(O)

## Other builds of the same

record-static: all static
	$(record) static/all tests/abi/static $(O)
	+@$(MAKE) VARIANT=-static CLIMITS=$(abspath $(O))/static/climits record-cases record-cli

record-asan:
	+@$(MAKE) O=$(O)/asan SAN=address,undefined VARIANT=-asan \
		CLIMITS=$(abspath $(O))/asan/bin/climits \
		record-unit record-replay record-cases record-cli

record-tsan:
	+@$(MAKE) O=$(O)/tsan SAN=thread VARIANT=-tsan record-unit record-threads

record-threads: $(O)/test/live_threads
	$(record) unit$(VARIANT)/threads $<

coverage: ## lines of the library that unit, cases and cli run
	@rm -rf $(O)/coverage
	+@$(MAKE) O=$(O)/coverage CFLAGS='-O0 -g --coverage' HARDEN= \
		TALLY=$(abspath $(O))/coverage/tally CLIMITS=$(abspath $(O))/coverage/bin/climits \
		record-unit record-replay record-cases record-cli
	@tests/coverage $(O)/coverage

## Fuzzing

harnesses := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))

fuzz: check-fuzz ## run each fuzz harness for FUZZ_SECONDS
record-fuzz:
	$(if $(shell command -v clang),+@$(MAKE) O=$(O)/fuzz CC=clang \
		SAN=fuzzer-no-link$(comma)address$(comma)undefined $(harnesses:%=record-fuzz-%), \
		$(record) fuzz/all tests/need clang)

$(harnesses:%=$(O)/test/fuzz_%): $(O)/test/fuzz_%: $(O)/obj/tests/fuzz/fuzz_%.o $(visible)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -fsanitize=fuzzer -o $@ $^

# Kept inputs need no clang.
$(harnesses:%=$(O)/test/replay_%): $(O)/test/replay_%: $(O)/obj/tests/fuzz/fuzz_%.o \
		$(O)/obj/tests/fuzz/replay.o $(visible)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -o $@ $^

record-replay: $(harnesses:%=record-replay-%)
$(harnesses:%=record-replay-%): record-replay-%: $(O)/test/replay_%
	$(record) replay$(VARIANT)/$* $< tests/fuzz/corpus/$*

$(harnesses:%=record-fuzz-%): record-fuzz-%: $(O)/test/fuzz_%
	$(record) fuzz/$* tests/fuzz/run $< $(FUZZ_SECONDS)

.PHONY: fuzz coverage $(harnesses:%=record-fuzz-%) $(harnesses:%=record-replay-%)

## Source

# Captured files are not ours to format.
sources := $(sort $(wildcard include/*.h lib/*.[ch] cli/*.[ch] cli/*/*.[ch] tests/*/*.[ch]))

format: ## format the sources
	clang-format -i $(sources)

bench: $(call programs_of,bench) all ## measure
	@tests/bench/run $(O)

.PHONY: format bench
