/* SPDX-License-Identifier: MIT
 *
 * log.h - what happens, as lines of JSON on stderr. Never a body, a value of a variable or a key.
 */
#ifndef CLIMITS_WEBHOOK_LOG_H
#define CLIMITS_WEBHOOK_LOG_H

#include <stdint.h>

#include "../text.h"

enum log_level {
	LOG_ERROR,
	LOG_WARNING,
	LOG_INFO
};

/* Set before there are threads. LOG_INFO at start. */
void log_set_level(enum log_level level);
int log_wants(enum log_level level);

/*
 * A line with members: log_begin(), any of log_string() and log_number(), log_end() which writes it
 * and frees the text. The text starts as {0}. Strings may be any bytes; NULL leaves the member out.
 */
void log_begin(struct text *line, enum log_level level, const char *message);
void log_string(struct text *line, const char *name, const char *value);
void log_number(struct text *line, const char *name, int64_t value);
void log_end(struct text *line);

/* A line with one member. name is NULL for none. */
void log_line(enum log_level level, const char *message, const char *name, const char *value);

#endif
