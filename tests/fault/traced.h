/* SPDX-License-Identifier: MIT
 *
 * A run of a program under strace.
 */
#ifndef TRACED_H
#define TRACED_H

#define TRACED_KINDS_MAX 64

/*
 * output  of its stdout, with a final NUL
 * status  as of a shell: 128 and the signal that ended it
 * hung    it had to be ended
 * kind    the system calls that it made, when no fault was injected; so many of them by the dynamic
 *         loader, before main() opens "/"
 */
struct traced {
	char *output;
	int status;
	int hung;
	int kinds;
	struct {
		char name[32];
		int count;
		int loader;
	} kind[TRACED_KINDS_MAX];
};

/* Runs command, which ends with NULL, and mode behind its arguments. inject: of strace -e. */
void traced_run(char **command, const char *mode, const char *inject, struct traced *ret);
void traced_free(struct traced *run);

#endif
