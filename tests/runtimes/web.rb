# SPDX-License-Identifier: MIT
#
# Worker processes that Puma will start.
require 'puma'
require 'puma/configuration'

configuration = Puma::Configuration.new
configuration.load
puts "workers #{configuration.options[:workers]}"
