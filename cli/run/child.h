/* SPDX-License-Identifier: MIT
 *
 * child.h - CMD: started, let go once it is in its cgroup, waited for.
 */
#ifndef CLIMITS_CLI_RUN_CHILD_H
#define CLIMITS_CLI_RUN_CHILD_H

#include <signal.h>
#include <sys/types.h>

#include "request.h"

/*
 * before  the signal mask and what SIGCHLD did, as we found them and as CMD gets them
 * gate    the child waits until a byte comes out of it
 */
struct child {
	pid_t pid;
	sigset_t before;
	struct sigaction chld_before;
	int gate;
};

/*
 * From here on signals wait: none can end us while there is something to remove. child_wait() takes
 * them.
 */
void child_hold_signals(struct child *child);

/* A process that waits to be let go. 0, or -1 when the message is out. */
int child_start(struct child *child, const struct request *request);

/* Lets it execute CMD. */
void child_go(struct child *child);

/* Forwards signals until CMD is dead. Its exit status as shells have it: 128 + N for signal N. */
int child_wait(const struct child *child);

/* Ends a child that was not let go. */
void child_give_up(struct child *child);

#endif
