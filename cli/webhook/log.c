/* SPDX-License-Identifier: MIT
 *
 * log.c - lines of JSON on stderr, each written at once, so that lines of several threads do not
 * mix. A line that cannot be written, or made, is lost: the log is not worth a request.
 */
#include "log.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "../utf8.h"

static enum log_level wanted = LOG_INFO;

void log_set_level(enum log_level level)
{
	wanted = level;
}

int log_wants(enum log_level level)
{
	return level <= wanted;
}

/* A JSON string. What is not UTF-8 becomes U+FFFD. */
static void add_quoted(struct text *line, const char *value)
{
	size_t length;

	text_add(line, "\"");
	for (; *value; value += length) {
		uint32_t point = utf8_next(value, &length);

		if (point == UTF8_INVALID)
			text_add(line, "\xef\xbf\xbd");
		else if (point == '"' || point == '\\')
			text_addf(line, "\\%c", (char)point);
		else if (point < 0x20 || point == 0x7f)
			text_addf(line, "\\u%04x", (unsigned)point);
		else
			text_add_bytes(line, value, length);
	}
	text_add(line, "\"");
}

void log_begin(struct text *line, enum log_level level, const char *message)
{
	static const char *const names[] = {"error", "warning", "info"};
	struct timespec now = {0};
	struct tm parts = {0};
	char stamp[32] = "";

	clock_gettime(CLOCK_REALTIME, &now);
	if (gmtime_r(&now.tv_sec, &parts))
		strftime(stamp, sizeof(stamp), "%Y-%m-%dT%H:%M:%S", &parts);
	text_addf(line, "{\"time\":\"%s.%03ldZ\",\"level\":\"%s\",\"message\":", stamp,
		  now.tv_nsec / 1000000, names[level]);
	add_quoted(line, message);
}

void log_string(struct text *line, const char *name, const char *value)
{
	if (!value)
		return;
	text_addf(line, ",\"%s\":", name);
	add_quoted(line, value);
}

void log_number(struct text *line, const char *name, int64_t value)
{
	text_addf(line, ",\"%s\":%lld", name, (long long)value);
}

void log_end(struct text *line)
{
	ssize_t written;

	text_add(line, "}\n");
	if (!line->failed) {
		do {
			written = write(STDERR_FILENO, line->data, line->length);
		} while (written < 0 && errno == EINTR);
	}
	text_free(line);
}

void log_line(enum log_level level, const char *message, const char *name, const char *value)
{
	struct text line = {0};

	if (!log_wants(level))
		return;
	log_begin(&line, level, message);
	if (name)
		log_string(&line, name, value);
	log_end(&line);
}
