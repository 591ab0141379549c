# SPDX-License-Identifier: MIT
#
# What make tells its recipes: the jobs that it will run, and its flags of one letter.
jobs:
	@echo jobs $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),none)

flags:
	@echo flags $(firstword $(filter-out -%,$(MAKEFLAGS)) none)

.PHONY: jobs flags
