/* SPDX-License-Identifier: MIT
 *
 * child.c - CMD: started, let go once it is in its cgroup, waited for. It has our process group,
 * terminal and descriptors, and the signal mask that we were started with.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../output.h"
#include "variables.h"

/* SIGTSTP and SIGCONT stay: who stops us from the terminal stops CMD too. */
static const int forwarded[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
				SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH};

void child_hold_signals(struct child *child)
{
	struct sigaction wait = {.sa_handler = SIG_DFL};
	sigset_t held;

	sigemptyset(&held);
	sigaddset(&held, SIGCHLD);
	for (size_t i = 0; i < sizeof(forwarded) / sizeof(forwarded[0]); i++)
		sigaddset(&held, forwarded[i]);
	sigprocmask(SIG_BLOCK, &held, &child->before);
	/* Ignored, it would leave no status to wait for. */
	sigaction(SIGCHLD, &wait, &child->chld_before);
}

/* The child. Never returns. */
static void execute(const struct child *child, int gate, const struct request *request)
{
	char go;
	int status;

	/* Closed without a byte: we were given up. */
	if (read(gate, &go, 1) != 1)
		_exit(STATUS_FAILED);
	if (request->env && variables_set() < 0)
		_exit(STATUS_FAILED);
	sigaction(SIGCHLD, &child->chld_before, NULL);
	sigprocmask(SIG_SETMASK, &child->before, NULL);
	execvp(request->command[0], request->command);
	status = errno == ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_EXECUTE;
	output_message("%s: %s", request->command[0], strerror(errno));
	_exit(status);
}

int child_start(struct child *child, const struct request *request)
{
	int gate[2];

	if (pipe2(gate, O_CLOEXEC) < 0) {
		output_message("cannot start a process: %s", strerror(errno));
		return -1;
	}
	child->pid = fork();
	if (child->pid == 0) {
		close(gate[1]);
		execute(child, gate[0], request);
	}
	close(gate[0]);
	child->gate = gate[1];
	if (child->pid < 0) {
		output_message("cannot start a process: %s", strerror(errno));
		close(child->gate);
		return -1;
	}
	return 0;
}

/* The child can be dead already, killed by the memory limit: then its status tells. */
void child_go(struct child *child)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct sigaction before;
	ssize_t written;

	sigaction(SIGPIPE, &ignore, &before);
	do {
		written = write(child->gate, "", 1);
	} while (written < 0 && errno == EINTR);
	sigaction(SIGPIPE, &before, NULL);
	close(child->gate);
}

static int is_dead(const struct child *child, int *ret_status)
{
	int status;
	pid_t pid;

	do {
		pid = waitpid(child->pid, &status, WNOHANG);
	} while (pid < 0 && errno == EINTR);
	if (pid != child->pid)
		return 0;
	*ret_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	return 1;
}

/* What the terminal sends reaches CMD by itself: it is in the same process group. */
int child_wait(const struct child *child)
{
	siginfo_t info;
	sigset_t held;
	int status;

	sigemptyset(&held);
	sigaddset(&held, SIGCHLD);
	for (size_t i = 0; i < sizeof(forwarded) / sizeof(forwarded[0]); i++)
		sigaddset(&held, forwarded[i]);
	while (!is_dead(child, &status)) {
		int signal = sigwaitinfo(&held, &info);

		if (signal > 0 && signal != SIGCHLD && info.si_code != SI_KERNEL)
			kill(child->pid, signal);
	}
	return status;
}

void child_give_up(struct child *child)
{
	close(child->gate);
	while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
		;
}
