/* SPDX-License-Identifier: MIT
 *
 * cmd.h - the commands. Each takes the command line and returns the program's exit status.
 */
#ifndef CLIMITS_CLI_CMD_H
#define CLIMITS_CLI_CMD_H

#include "options.h"

int cmd_show(const struct options *options);
int cmd_get(const struct options *options);
int cmd_exec(const struct options *options);
int cmd_review(const struct options *options);
int cmd_patch(const struct options *options);
int cmd_policy(const struct options *options);
int cmd_run(const struct options *options);
int cmd_watch(const struct options *options);
int cmd_help(const struct options *options);

#endif
