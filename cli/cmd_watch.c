/* SPDX-License-Identifier: MIT
 *
 * cmd_watch.c - climits watch: one record at the start and one whenever a limit has changed, or a
 * command that is run at each change. Sleeps in between, on what the library watches; what that
 * cannot notice is looked for as often as the library says. Does not know what is watched.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "environment.h"
#include "format.h"
#include "hook.h"
#include "human.h"
#include "output.h"
#include "report.h"
#include "strict.h"
#include "text.h"

static volatile sig_atomic_t stop_requested;

static void request_stop(int number)
{
	(void)number;
	stop_requested = 1;
}

/* Blocked except while we sleep, so that a signal between two looks at the flag is not lost. */
static void catch_signals(sigset_t *ret_while_asleep)
{
	static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
	struct sigaction action = {.sa_handler = request_stop};
	sigset_t block;

	sigemptyset(&block);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		sigaddset(&block, numbers[i]);
		sigaction(numbers[i], &action, NULL);
	}
	sigprocmask(SIG_BLOCK, &block, ret_while_asleep);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigdelset(ret_while_asleep, numbers[i]);
}

/* Becomes readable when the process ends. -1 where the kernel (before 5.3) has no such thing. */
static int open_process(int pid)
{
	return pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
}

enum {
	WAIT_LIMITS,
	WAIT_READER,
	WAIT_PROCESS,
	WAITS
};

enum waking {
	WAKE_LOOK, /* something may have changed */
	WAKE_END   /* a signal, or nobody reads any more */
};

/*
 * A pipe whose reader is gone shows POLLERR without being asked for it; nothing else is asked of
 * stdout.
 */
static enum waking sleep_until_change(const struct climits_watch *watch, int process,
				      const sigset_t *while_asleep)
{
	struct timespec timeout = {.tv_sec = (time_t)watch->interval};
	struct pollfd waits[WAITS] = {
		[WAIT_LIMITS] = {.fd = watch->fd, .events = POLLIN},
		[WAIT_READER] = {.fd = STDOUT_FILENO},
		[WAIT_PROCESS] = {.fd = process, .events = POLLIN},
	};

	ppoll(waits, WAITS, &timeout, while_asleep);
	if (stop_requested || waits[WAIT_READER].revents & (POLLERR | POLLNVAL))
		return WAKE_END;
	return WAKE_LOOK;
}

/* Says once why changes are looked for instead of being noticed. */
static void explain_interval(const struct climits_watch *watch, const struct options *options,
			     int *told)
{
	struct text name TEXT_CLEANUP = {0};

	if (!watch->error || options->quiet || *told == watch->error)
		return;
	*told = watch->error;
	human_error(&name, watch->error);
	output_message("changes may go unnoticed (%s): looking every %u s", text_string(&name),
		       (unsigned)watch->interval);
}

/* A reader that went away ends the watch as a signal does. */
static int write_record(struct report *report, const struct options *options)
{
	struct text text TEXT_CLEANUP = {0};
	int status = STATUS_DONE;
	int error;

	environment_add_notes(report, options);
	if (options->output == OUTPUT_JSON)
		format_json_line(report, options, &text);
	else
		status = format_report(report, options, &text);
	/* An empty line ends a record of lines, also one that has none. */
	if (options->output != OUTPUT_JSON)
		text_add(&text, "\n");
	if (status != STATUS_DONE)
		return status;
	error = output_try(&text);
	if (error == -EPIPE)
		stop_requested = 1;
	else if (error < 0)
		output_message("cannot write to stdout: %s", strerror(-error));
	return error < 0 && error != -EPIPE ? STATUS_FAILED : STATUS_DONE;
}

static int tell(struct report *report, const struct options *options, int first)
{
	uint32_t matters = options->output == OUTPUT_ENV || options->output == OUTPUT_DOTENV
				   ? strict_settings(report)
				   : strict_everything(report, options);
	int status = options->strict ? strict_check(report, options, matters) : STATUS_DONE;

	if (status != STATUS_DONE)
		return status;
	if (options->hook)
		return first ? STATUS_DONE : hook_run(report, options, &stop_requested);
	return write_record(report, options);
}

/* What a dead process was limited to does not change any more. */
static int is_over(const struct report *report)
{
	return stop_requested || report_has_note(report, CLIMITS_NOTE_PROCESS_DEAD);
}

static int watch_limits(struct report *report, const struct options *options, int process,
			const sigset_t *while_asleep)
{
	struct climits_watch watch = {.size = sizeof(watch)};
	int told = 0;

	for (int first = 1;; first = 0) {
		/* Before the first read, so that what changes during it is noticed. */
		int error = climits_watch(report->handle, &watch);
		int status;

		if (error < 0) {
			output_message("cannot watch: %s", strerror(-error));
			return STATUS_FAILED;
		}
		if (!first && sleep_until_change(&watch, process, while_asleep) == WAKE_END)
			return STATUS_DONE;
		status = report_read(report, &options->policy);
		if (status == STATUS_DONE && climits_watch(report->handle, &watch) == 0)
			explain_interval(&watch, options, &told);
		if (status == STATUS_DONE && (first || report->limits.changed))
			status = tell(report, options, first);
		if (status != STATUS_DONE || is_over(report))
			return status;
	}
}

int cmd_watch(const struct options *options)
{
	struct report report REPORT_CLEANUP = {0};
	sigset_t while_asleep;
	int status;
	int process;

	if (options->hook && options->output_option) {
		output_message("--exec and --%s exclude each other", options->output_option);
		return STATUS_USAGE;
	}
	status = report_open(&report, options);
	if (status != STATUS_DONE)
		return status;
	catch_signals(&while_asleep);
	process = options->root ? -1 : open_process(options->pid);
	status = watch_limits(&report, options, process, &while_asleep);
	if (process >= 0)
		close(process);
	return status;
}
