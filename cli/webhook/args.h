/* SPDX-License-Identifier: MIT
 *
 * args.h - the command line: options as a table, read strictly.
 */
#ifndef CLIMITS_WEBHOOK_ARGS_H
#define CLIMITS_WEBHOOK_ARGS_H

#include <stddef.h>
#include <stdint.h>

enum arg_kind {
	ARG_FLAG,   /* int becomes 1 */
	ARG_STRING, /* const char *, not empty */
	ARG_NUMBER, /* uint64_t, at most max */
	ARG_CHOICE  /* int becomes the place in words, which end with NULL */
};

/*
 * expects completes the sentence "VALUE is not ..."; NULL for a flag. member is where in the
 * command's struct the value goes.
 */
struct arg_rule {
	const char *name;
	enum arg_kind kind;
	const char *expects;
	size_t member;
	uint64_t max;
	const char *const *words;
};

/*
 * An option that is in no rule. value is what follows the equals sign, or the next argument, or
 * NULL. Returns 1 when it took the value, 0 when it took none, -1 when it is unknown (nothing was
 * said yet), -2 when it is wrong (a message is out).
 */
typedef int args_other(void *target, const char *name, size_t length, const char *value);

/*
 * Reads argv from the start to its NULL. 0, or -1 when it cannot be followed: then one line on
 * stderr has named the argument. other may be NULL.
 */
int args_parse(char **argv, const struct arg_rule *rules, size_t count, void *target,
	       args_other *other);

/* One line on stderr, "climits-webhook: " before it. Escaped: it names arguments. */
void args_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
