# SPDX-License-Identifier: MIT
require 'etc'
puts "nprocessors #{Etc.nprocessors}"
