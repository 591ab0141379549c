# SPDX-License-Identifier: MIT
#
# libcontainerlimits: the library, the command climits, their tests.
#
# `make help` lists the targets. Variables to set on the command line:
#
#   O=DIR                 where everything that is built goes (build)
#   PREFIX LIBDIR INCLUDEDIR BINDIR LIBEXECDIR MANDIR DATADIR DESTDIR
#   CC CFLAGS CPPFLAGS LDFLAGS    yours; what the project needs is added in front of them
#   V=1                   show the commands
#   WERROR=1              warnings are errors
#   HARDEN=               no hardening flags
#   SAN=LIST              build with these sanitizers (address,undefined)
#   FUZZ_SECONDS=N        time for each fuzz harness (60)
#
# lib/*.c is the library. cli/*.c is climits; the sources in a directory cli/X are one more program,
# climits-X. A test program is one file tests/unit/test_X.c.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

O ?= build
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man

# What a Debian 12 needs beside make: to build, run and test; and for the wider suite.
DEPS := gcc libc6-dev pkg-config libcjson-dev libcgroup-dev libmicrohttpd-dev libgnutls28-dev \
	check dpkg-dev
DEPS_DEV := g++ clang clang-format clang-tidy cppcheck shellcheck universal-ctags \
	libclang-rt-14-dev valgrind strace hyperfine git python3-minimal debootstrap \
	qemu-system-x86 busybox-static crun runc podman curl openssl zsh ksh mksh fish mandoc \
	sslscan wrk golang-go

# Runtimes that the advice is tried on.
DEPS_RUNTIMES := golang-1.19-go openjdk-17-jre-headless ecj nodejs cmake erlang-base ghc \
	ocaml-base ruby puma libjemalloc2 libvips42 imagemagick-6.q16 python3-numpy \
	libopenblas0-pthread libblis4-pthread python3-numexpr gunicorn python3-uvicorn \
	libomp-dev python3-venv

## Packages

# $(call apt_install,PACKAGES): with nothing missing it needs neither network nor root.
define apt_install
	@missing=; for package in $(1); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q ' ok installed' || \
			missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get -q -o Acquire::Retries=3 update && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qy -o Acquire::Retries=3 \
			-o Dpkg::Use-Pty=0 install --no-install-recommends $$missing; \
	fi
endef

deps: ## install what building, running and testing need (Debian)
	$(call apt_install,$(DEPS))

deps-dev: deps ## install what only the wider test suite needs (Debian, PyPI, crates.io)
	$(call apt_install,$(DEPS_DEV) $(DEPS_RUNTIMES))
	@tests/runtimes/fetch $(abspath $(O))

.PHONY: deps deps-dev

# "make deps run": the rest of this file looks at what is installed, so another make reads it then.
goals_later := $(filter-out deps deps-dev,$(MAKECMDGOALS))
ifneq ($(and $(filter deps deps-dev,$(MAKECMDGOALS)),$(goals_later)),)
.NOTPARALLEL:
.PHONY: $(goals_later)
$(goals_later):
	+@$(MAKE) $@
else

## Flags

ifeq ($(origin CC),default)
CC := gcc
endif
AR ?= ar
ifeq ($(origin AR),default)
AR := ar
endif
PKG_CONFIG ?= pkg-config
CFLAGS ?= -O2 -g
HARDEN ?= 1

VERSION := $(shell sed -n 's/^\#define CLIMITS_VERSION "\(.*\)"/\1/p' include/containerlimits.h)
SOVERSION := 0
map := lib/libcontainerlimits.map

# $(call accepted,FLAGS): those of the flags that the compiler takes.
accepted = $(foreach flag,$(1),$(shell $(CC) -Werror $(flag) -c -x c -o /dev/null /dev/null \
	2>/dev/null && echo $(flag)))

warnings := -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wwrite-strings \
	-Wmissing-prototypes -Wstrict-prototypes -Wvla -Wformat=2 $(if $(WERROR),-Werror)
ifneq ($(SAN),)
harden :=
sanitize := -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
else ifneq ($(HARDEN),)
harden := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 \
	$(call accepted,-fstack-protector-strong -fstack-clash-protection -fcf-protection)
endif
# Where the sources lay must not show in what is built.
compile = $(CC) -std=c11 -D_GNU_SOURCE -Iinclude $(1) $(CPPFLAGS) -MMD -MP \
	$(harden) $(sanitize) -ffile-prefix-map=$(CURDIR)=. $(warnings) $(CFLAGS) -c -o $@ $<
link = $(CC) $(CFLAGS) $(sanitize) -Wl,-z,relro,-z,now,-z,noexecstack $(LDFLAGS)
cjson_cflags = $(shell $(PKG_CONFIG) --cflags libcjson)
cjson_libs = $(shell $(PKG_CONFIG) --libs libcjson)

Q := $(if $(V),,@)
say = @$(if $(V),:,printf '  %-7s %s\n' $(1) $(patsubst $(O)/%,%,$@))

## Library

lib_objects := $(patsubst %.c,$(O)/obj/%.o,$(sort $(wildcard lib/*.c)))
# The same once more with every function visible: for the unit tests.
visible_objects := $(lib_objects:$(O)/obj/lib/%=$(O)/obj/visible/%)
soname := libcontainerlimits.so.$(SOVERSION)
shared := $(O)/lib/libcontainerlimits.so.$(VERSION)
archive := $(O)/lib/libcontainerlimits.a
visible := $(O)/test/libcontainerlimits-test.a

all: $(O)/lib/libcontainerlimits.so $(archive) programs ## build the library and the programs

$(O)/obj/lib/%.o: lib/%.c $(O)/flags
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(call compile,-fPIC -fvisibility=hidden)

$(O)/obj/visible/%.o: lib/%.c $(O)/flags
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(call compile,)

$(archive): $(lib_objects) $(O)/members
$(visible): $(visible_objects) $(O)/members
$(archive) $(visible):
	$(call say,AR)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcsD $@ $(filter %.o,$^)

# A sanitizer's functions come from the program.
$(shared): $(lib_objects) $(map) $(O)/version $(O)/members
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -shared -Wl,-soname,$(soname) -Wl,--version-script,$(map) \
		$(if $(SAN),,-Wl,-z,defs) -o $@ $(lib_objects)

$(O)/lib/$(soname): $(shared)
	$(Q)ln -sf $(<F) $@

$(O)/lib/libcontainerlimits.so: $(O)/lib/$(soname)
	$(Q)ln -sf $(<F) $@

# The header's version, in its three spellings, and the last node of the map are one.
$(O)/version: include/containerlimits.h $(map)
	@mkdir -p $(@D)
	@parts=$$(sed -n 's/^#define CLIMITS_VERSION_M[A-Z]* \([0-9]*\)/\1/p' $< | paste -sd .); \
	node=$$(sed -n 's/^CLIMITS_\([0-9.]*\) {/\1/p' $(map) | tail -n 1); \
	if [ "$$parts" != "$(VERSION)" ] || [ "$${parts%.*}" != "$$node" ]; then \
		echo "CLIMITS_VERSION $(VERSION), its parts $$parts, last node $$node" >&2; \
		exit 1; \
	fi
	@echo $(VERSION) >$@

# Objects are built again when the flags change; what is made of them, when there are others.
flags = $(call compile,) $(link)
members = $(lib_objects) $(common_sources)
$(O)/flags $(O)/members: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$($(@F)))' | cmp -s - $@ || echo '$(subst ','\'',$($(@F)))' >$@

.PHONY: all FORCE

## Programs

comma := ,
# In the build tree as where they are installed: programs find the library, and climits the others.

# More programs, from the directories of these names: what people call, and what climits calls.
called := $(patsubst cli/%/main.c,%,$(wildcard cli/webhook/main.c))
helpers := $(patsubst cli/%/main.c,%,$(wildcard cli/run/main.c))
programs := $(O)/bin/climits $(called:%=$(O)/bin/climits-%) \
	$(helpers:%=$(O)/libexec/climits/climits-%)
# What lies beside climits' main.c, and in other directories, is for all of them.
common := $(O)/obj/cli/common.a
common_sources := $(filter-out cli/main.c cli/run/% cli/webhook/% cli/cjson_lazy.c, \
	$(sort $(wildcard cli/*.c cli/*/*.c)))
climits_objects := $(O)/obj/cli/main.o $(common)
pkgs_run := libcgroup
pkgs_webhook := libcjson libmicrohttpd gnutls

programs: $(programs)

# Where climits run finds its program once it is installed.
$(O)/obj/cli/cmd_run.o: CPPFLAGS += -DCLIMITS_LIBEXECDIR='"$(LIBEXECDIR)"'

$(O)/obj/cli/%.o: cli/%.c $(O)/flags
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(call compile,-fPIE -fvisibility=hidden $(cjson_cflags))

# The library is in it, and cJSON is loaded when JSON is wanted: an entrypoint waits for libc only.
$(O)/bin/climits: $(climits_objects) $(O)/obj/cli/cjson_lazy.o $(archive)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -pie -o $@ $^

$(common): $(patsubst %.c,$(O)/obj/%.o,$(common_sources)) $(O)/members
	$(Q)rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)

.SECONDEXPANSION:
name_of = $(patsubst climits-%,%,$(notdir $(1)))
pkgs_of = $(pkgs_$(call name_of,$(1)))
objects_of = $(patsubst %.c,$(O)/obj/%.o,$(sort $(wildcard cli/$(call name_of,$(1))/*.c)))
$(filter-out $(O)/bin/climits,$(programs)): $$(call objects_of,$$@) $(common) $(archive)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -pie -o $@ $^ \
		$(if $(call pkgs_of,$@),$(shell $(PKG_CONFIG) --libs $(call pkgs_of,$@)))

run: $(O)/bin/climits ## build and run climits on this machine (ARGS='--json')
	@$< $(ARGS)

image-root: $(O)/bin/climits-webhook ## build the root directory of the webhook's image
	$(Q)cli/webhook/image-root $< $(O)/image-root

.PHONY: image-root

# Debian has no static libcjson: its source package is fetched then (CJSON_A=FILE: one of yours).
CJSON_A ?= $(or $(filter /%,$(shell $(CC) -print-file-name=libcjson.a)),$(O)/cjson/libcjson.a)

static: $(O)/static/climits ## build one climits that needs nothing from the machine

$(O)/static/climits: $(climits_objects) $(archive) $(CJSON_A)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -static -Wl,--gc-sections -s -o $@ $(climits_objects) $(archive) $(CJSON_A) -lm

# For guests and containers without libraries.
$(helpers:%=$(O)/static/climits-%): $$(call objects_of,$$@) $(common) $(archive)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(link) -static -Wl,--gc-sections -s -o $@ $^ \
		$(if $(call pkgs_of,$@),$(shell $(PKG_CONFIG) --static --libs $(call pkgs_of,$@)))

$(O)/cjson/cJSON.c: cli/cjson-source
	$(call say,FETCH)
	$(Q)cli/cjson-source $(@D)

$(O)/cjson/cJSON.o: $(O)/cjson/cJSON.c $(O)/flags
	$(call say,CC)
	$(Q)$(CC) $(CPPFLAGS) $(harden) -ffile-prefix-map=$(CURDIR)=. $(CFLAGS) \
		-ffunction-sections -c -o $@ $<

$(O)/cjson/libcjson.a: $(O)/cjson/cJSON.o
	$(Q)$(AR) rcsD $@ $<

.PHONY: programs run static

## Install

# $(call install_to,MODE,DIR,FILES)
install_to = install -d $(DESTDIR)$(2) && install -m $(1) $(3) $(DESTDIR)$(2)
completions := $(DATADIR)/bash-completion/completions
man1 := $(sort $(wildcard cli/*.1))
man8 := $(sort $(wildcard cli/*/*.8))
man3 := $(sort $(wildcard lib/*.3))
libexec := $(filter $(O)/libexec/%,$(programs))

# The pages of section 3 name several calls each: a link for every name (the line .Nm NAME , ...).
install: all ## install below DESTDIR, PREFIX (/usr/local)
	$(Q)$(call install_to,644,$(INCLUDEDIR),include/containerlimits.h)
	$(Q)$(call install_to,755,$(LIBDIR),$(shared))
	$(Q)ln -sf $(notdir $(shared)) $(DESTDIR)$(LIBDIR)/$(soname)
	$(Q)ln -sf $(soname) $(DESTDIR)$(LIBDIR)/libcontainerlimits.so
	$(Q)$(call install_to,644,$(LIBDIR),$(archive))
	$(Q)install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
		-e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
		-e 's|@INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|' \
		pkgconfig/libcontainerlimits.pc.in \
		>$(DESTDIR)$(LIBDIR)/pkgconfig/libcontainerlimits.pc
	$(Q)$(call install_to,755,$(BINDIR),$(filter-out $(libexec),$(programs)))
	$(if $(libexec),$(Q)$(call install_to,755,$(LIBEXECDIR)/climits,$(libexec)))
	$(Q)$(call install_to,644,$(MANDIR)/man1,$(man1))
	$(Q)$(call install_to,644,$(MANDIR)/man3,$(man3))
	$(Q)$(call install_to,644,$(MANDIR)/man8,$(man8))
	$(Q)for page in $(man3); do \
		for name in $$(sed -n '/^\.Sh NAME/,/^\.Nd/s/^\.Nm \([a-z_]*\).*/\1/p' $$page); do \
			[ lib/$$name.3 = $$page ] || echo ".so man3/$${page##*/}" \
				>$(DESTDIR)$(MANDIR)/man3/$$name.3; \
		done; \
	done
	$(Q)$(call install_to,644,$(completions),cli/completions/climits.bash)
	$(Q)mv $(DESTDIR)$(completions)/climits.bash $(DESTDIR)$(completions)/climits
	$(Q)$(call install_to,644,$(DATADIR)/zsh/site-functions,cli/completions/_climits)
	$(Q)$(call install_to,644,$(DATADIR)/fish/vendor_completions.d,cli/completions/climits.fish)

uninstall: ## remove what install put there
	$(Q)cd $(DESTDIR)/ && rm -f .$(INCLUDEDIR)/containerlimits.h \
		.$(LIBDIR)/libcontainerlimits.a .$(LIBDIR)/libcontainerlimits.so* \
		.$(LIBDIR)/pkgconfig/libcontainerlimits.pc \
		$(patsubst $(O)/bin/%,.$(BINDIR)/%,$(filter-out $(libexec),$(programs))) \
		$(libexec:$(O)/libexec/%=.$(LIBEXECDIR)/%) $(man1:cli/%=.$(MANDIR)/man1/%) \
		$(patsubst %,.$(MANDIR)/man8/%,$(notdir $(man8))) \
		.$(MANDIR)/man3/libcontainerlimits.3 .$(MANDIR)/man3/climits_*.3 \
		.$(completions)/climits .$(DATADIR)/zsh/site-functions/_climits \
		.$(DATADIR)/fish/vendor_completions.d/climits.fish

# The same bytes from the same commit, whoever makes it.
dist: ## make the source archive of the last commit
	@mkdir -p $(O)
	$(Q)git archive --format=tar --prefix=libcontainerlimits-$(VERSION)/ HEAD | gzip -9n \
		>$(O)/libcontainerlimits-$(VERSION).tar.gz

clean: ## remove what was built
	$(Q)rm -rf $(O)

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile tests/suites.mk | expand -t 18

.PHONY: install uninstall dist clean help

include tests/suites.mk

-include $(shell find $(O)/obj -name '*.d' 2>/dev/null)

endif
