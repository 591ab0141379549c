/* SPDX-License-Identifier: MIT
 *
 * hook.c - the command that `climits watch --exec` runs at each change: a line for /bin/sh, as
 * watch(1) and system(3) take it. One at a time: a change that comes while it runs is told when it
 * has ended.
 */
#include "hook.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "environment.h"
#include "output.h"

/* In the child: signals as our parent gave them to us, then the shell. */
__attribute__((noreturn)) static void run_shell(const struct report *report,
						const struct options *options)
{
	sigset_t none;

	if (environment_apply(report, options) == STATUS_DONE) {
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		execl("/bin/sh", "sh", "-c", options->hook, (char *)NULL);
		output_message("/bin/sh: %s", strerror(errno));
	}
	_exit(STATUS_NOT_FOUND);
}

/* Signals are let in while we wait, one of which may ask to stop. */
static int wait_for(pid_t child, const volatile sig_atomic_t *stop)
{
	sigset_t none;
	sigset_t before;
	int status;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, &before);
	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR) {
			status = -1;
			break;
		}
		if (*stop)
			kill(child, SIGTERM);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}

int hook_run(const struct report *report, const struct options *options,
	     const volatile sig_atomic_t *stop)
{
	pid_t child = fork();
	int status;

	if (child < 0) {
		output_message("cannot start a process: %s", strerror(errno));
		return STATUS_FAILED;
	}
	if (child == 0)
		run_shell(report, options);
	status = wait_for(child, stop);
	if (*stop)
		return STATUS_DONE;
	if (WIFSIGNALED(status))
		output_message("%s: ended by signal %d", options->hook, WTERMSIG(status));
	else if (WEXITSTATUS(status) != 0)
		output_message("%s: exit status %d", options->hook, WEXITSTATUS(status));
	return STATUS_DONE;
}
