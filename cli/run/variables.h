/* SPDX-License-Identifier: MIT
 *
 * variables.h - the advised environment.
 */
#ifndef CLIMITS_CLI_RUN_VARIABLES_H
#define CLIMITS_CLI_RUN_VARIABLES_H

/*
 * Sets what is advised under the limits of the calling process; variables that are set stay. 0, or
 * -1 when the message is out.
 */
int variables_set(void);

#endif
