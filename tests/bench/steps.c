/* SPDX-License-Identifier: MIT
 *
 * steps COMMAND...: counts the instructions that a call makes outside of the kernel, one step at a
 * time, and prints the number. The command marks the call with SIGURG before and after, and sends
 * one more: between the last two lies what the marks cost. The kernel is the real one; valgrind
 * hands new system calls through to none. A repeated instruction (rep movsb) counts once.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#include <elf.h>

static unsigned long where(pid_t pid)
{
	struct user_regs_struct regs = {0};
	struct iovec into = {.iov_base = &regs, .iov_len = sizeof(regs)};

	ptrace(PTRACE_GETREGSET, pid, (void *)NT_PRSTATUS, &into);
	return regs.rip;
}
#else
static unsigned long where(pid_t pid)
{
	static unsigned long elsewhere;

	(void)pid;
	return ++elsewhere;
}
#endif

/* Until the next mark; steps on the way are counted, or none are made. Fails at the end. */
static int until_mark(pid_t child, int step, long *ret_steps)
{
	unsigned long last = 0;
	int sig = 0;
	int status;

	*ret_steps = 0;
	for (;;) {
		unsigned long now;

		if (ptrace(step ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, (void *)(long)sig) <
			    0 ||
		    waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status))
			return -1;
		if (WSTOPSIG(status) == SIGURG)
			return 0;
		sig = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
		now = where(child);
		*ret_steps += now != last;
		last = now;
	}
}

int main(int argc, char **argv)
{
	long before;
	long call;
	long mark;
	int status;
	pid_t child = argc > 1 ? fork() : -1;

	if (child < 0)
		return 2;
	if (child == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status) ||
	    until_mark(child, 0, &before) < 0 || until_mark(child, 1, &call) < 0 ||
	    until_mark(child, 1, &mark) < 0)
		return 1;
	ptrace(PTRACE_DETACH, child, NULL, NULL);
	waitpid(child, &status, 0);
	printf("%ld\n", call - mark);
	return 0;
}
