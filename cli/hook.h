/* SPDX-License-Identifier: MIT
 *
 * hook.h - the command that `climits watch --exec` runs at each change.
 */
#ifndef CLIMITS_CLI_HOOK_H
#define CLIMITS_CLI_HOOK_H

#include <signal.h>

#include "options.h"
#include "report.h"

/*
 * Runs the command with the advised environment and waits for it. A command that fails is told of
 * on stderr and is no failure of ours; *stop set by a signal handler ends the command with SIGTERM.
 * Exit status; the message is out when it is not 0.
 */
int hook_run(const struct report *report, const struct options *options,
	     const volatile sig_atomic_t *stop);

#endif
