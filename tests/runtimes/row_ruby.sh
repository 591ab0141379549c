# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Ruby has no way to say how many native threads its Ractors may use; it has to start.
# shellcheck disable=SC2154 # what run sets

if have ruby; then
	ruby_is="ruby $(bare ruby -e 'puts RUBY_VERSION')"
	ask "$ruby_is" fraction "$(bare ruby "$programs/ruby.rb")" ruby "$programs/ruby.rb"
	starts "$ruby_is" ruby "$programs/ruby.rb"
	skip "ruby: no Ruby says what it made of RUBY_MAX_CPU"
else
	skip "ruby: no ruby"
fi
