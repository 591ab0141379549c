/* SPDX-License-Identifier: MIT
 *
 * warnings.h - what the person who made a pod is told. The API server shows warnings of up to 120
 * characters whole and cuts all of them when they pass 4096 together (apiserver,
 * pkg/endpoints/filters/warning.go), so there are ten and the last one says how many more.
 */
#ifndef CLIMITS_K8S_WARNINGS_H
#define CLIMITS_K8S_WARNINGS_H

#include <stddef.h>

#define WARNINGS_MAX 10
#define WARNING_LENGTH 120

struct text;

struct warnings {
	size_t count;
	char lines[WARNINGS_MAX][WARNING_LENGTH + 1];
};

/* The text is cut, and escaped before: names may be anything. The same text counts once. */
void warnings_add(struct warnings *warnings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* How many lines there are to show. */
size_t warnings_lines(const struct warnings *warnings);

/* Adds one of them. */
void warnings_line(const struct warnings *warnings, size_t index, struct text *text);

#endif
