/* SPDX-License-Identifier: MIT
 *
 * Makes calls of the library fail: linked with -Wl,--wrap for each name in wrapped.list, so that
 * the library's calls, and nobody else's, come here. Counts only while armed.
 */
#ifndef SHIM_H
#define SHIM_H

/*
 * Which calls fail.
 *
 * name      calls of this name alone, NULL for all
 * from, to  number of the call, counted from 1 among those; both fail
 * error     errno that they fail with
 */
struct fault {
	const char *name;
	unsigned from;
	unsigned to;
	int error;
};

#define SHIM_KINDS_MAX 32

void shim_arm(const struct fault *fault);
/* Lets calls pass, without counting them, until it is called with 0. */
void shim_pause(int pause);
/* How many calls the fault could have met. */
unsigned shim_disarm(void);
/* Name of the last call that was made to fail since shim_arm(), NULL for none. */
const char *shim_failed(void);
/* Names of all calls made since the program began, ended by NULL. */
const char *const *shim_kinds(void);

#endif
