// SPDX-License-Identifier: MIT

//go:build !go1.26

package main

// The runtime knows nothing of cgroups, or its lookup looks otherwise.
var runtimeCalls []*call
