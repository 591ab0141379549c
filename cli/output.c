/* SPDX-License-Identifier: MIT
 *
 * output.c - the result on stdout, messages on stderr, with write(2) alone: stdio would keep bytes
 * back and find out about a full disk when nobody listens any more. Does not decide what is said.
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "display.h"
#include "text.h"

/*
 * O_PATH because every write to such a descriptor fails with EBADF, and "/" because /dev/null need
 * not exist. Close-on-exec, so that the program that exec starts finds them closed as we did.
 */
int output_guard_descriptors(void)
{
	int fd;

	do {
		fd = open("/", O_PATH | O_CLOEXEC);
		if (fd < 0)
			return -errno;
	} while (fd <= STDERR_FILENO);
	close(fd);
	return 0;
}

/*
 * A reader that went away is an errno here, not a death by SIGPIPE. What the signal did before is
 * put back each time: a program that exec starts must find it as we did.
 */
static int write_once(int fd, const struct text *text)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct sigaction before;
	ssize_t written;
	int error;

	sigaction(SIGPIPE, &ignore, &before);
	do {
		written = write(fd, text_string(text), text->length);
	} while (written < 0 && errno == EINTR);
	error = written < 0 ? errno : (size_t)written < text->length ? ENOSPC : 0;
	sigaction(SIGPIPE, &before, NULL);
	return -error;
}

/* Writes also when there is nothing to write: stdout may be closed. */
int output_try(const struct text *text)
{
	return text->failed ? -ENOMEM : write_once(STDOUT_FILENO, text);
}

int output_write(const struct text *text)
{
	int error = output_try(text);

	if (error == -ENOMEM && text->failed)
		output_message("%s", strerror(ENOMEM));
	else if (error < 0)
		output_message("cannot write to stdout: %s", strerror(-error));
	return error < 0 ? STATUS_FAILED : STATUS_DONE;
}

void output_message(const char *format, ...)
{
	struct text raw TEXT_CLEANUP = {0};
	struct text line TEXT_CLEANUP = {0};
	va_list arguments;

	va_start(arguments, format);
	text_addv(&raw, format, arguments);
	va_end(arguments);
	text_add(&line, "climits: ");
	display_escape(&line, text_string(&raw));
	text_add(&line, "\n");
	write_once(STDERR_FILENO, &line);
}
