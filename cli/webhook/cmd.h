/* SPDX-License-Identifier: MIT
 *
 * cmd.h - the commands of climits-webhook. Each takes the arguments behind its word and returns the
 * exit status.
 */
#ifndef CLIMITS_WEBHOOK_CMD_H
#define CLIMITS_WEBHOOK_CMD_H

int cmd_serve(char **argv);
int cmd_manifests(char **argv);

#endif
