/* SPDX-License-Identifier: MIT
 *
 * format.h - a report as text. No output decides anything: what is printed was settled in the
 * library, in environment.c and in strict.c.
 */
#ifndef CLIMITS_CLI_FORMAT_H
#define CLIMITS_CLI_FORMAT_H

#include <stdint.h>

#include <containerlimits.h>

#include "options.h"
#include "report.h"

struct text;

/* For people: at most 80 columns, safe for a terminal; with colours when colour is not 0. */
void format_table(const struct report *report, const struct options *options, int colour,
		  struct text *text);

/* The output that the options ask for. Exit status; the message is out when it is not 0. */
int format_report(const struct report *report, const struct options *options, struct text *text);

/* The same as format_json() in one line, with the names of what changed since the last reading. */
void format_json_line(const struct report *report, const struct options *options,
		      struct text *text);

/* One JSON object, indented. */
void format_json(const struct report *report, const struct options *options, struct text *text);

/*
 * The lines of --env (CLIMITS_FORMAT_SHELL) or --dotenv (CLIMITS_FORMAT_DOTENV). Exit status; the
 * message is out when it is not 0.
 */
int format_env(const struct report *report, const struct options *options, int format,
	       struct text *text);

/* Why format_env() left all lines out: a part of a sentence. */
void format_env_reason(const struct report *report, const struct options *options,
		       struct text *text);

/* Where a setting's value comes from: one sentence, without a full stop. */
void format_cause(const struct report *report, const struct options *options,
		  const struct climits_setting *setting, struct text *text);

/*
 * The same, and why the environment does not get it where it does not. files is 0 where the files
 * that bind were named before.
 */
void format_why(const struct report *report, const struct options *options,
		const struct climits_setting *setting, int files, struct text *text);

/* The file that sets a resource and how far up it is: "FILE, 2 levels up"; nothing when unknown. */
void format_where(const struct report *report, int resource, struct text *text);

/* What enum climits_note says of this process, in one or two sentences. */
void format_note(const struct report *report, int note, struct text *text);

/* 1 when `climits get` has such a name. */
int format_get_knows(const struct report *report, const char *name);

/*
 * Adds the value of `climits get NAME` and a newline. Returns 0 when it is known, 1 when it is not:
 * then *ret_needs says which limits it rests on, as bits of RESOURCE_BIT(). Paths are raw.
 */
int format_get(const struct report *report, const char *name, struct text *text,
	       uint32_t *ret_needs);

/* Where that value comes from; nothing where there is no more to say. */
void format_get_why(const struct report *report, const struct options *options, const char *name,
		    struct text *text);

/*
 * The list of runtimes under which report_read() has to take advice: all rows of the table, since
 * a variable may be asked for whatever --for says.
 */
void format_get_runtimes(struct text *text);

/* The names that format_get() knows and what they mean. */
void format_get_help(struct text *text);

#endif
