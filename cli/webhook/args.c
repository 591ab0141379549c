/* SPDX-License-Identifier: MIT
 *
 * args.c - the command line, as climits reads its own (../options.c): names are never abbreviated,
 * a flag refuses a value, and a bad argument is named. There are no operands.
 */
#include "args.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "../argument.h"
#include "../display.h"
#include "../text.h"

void args_complain(const char *format, ...)
{
	struct text raw TEXT_CLEANUP = {0};
	struct text line TEXT_CLEANUP = {0};
	va_list arguments;
	ssize_t written;

	va_start(arguments, format);
	text_addv(&raw, format, arguments);
	va_end(arguments);
	text_add(&line, "climits-webhook: ");
	display_escape(&line, text_string(&raw));
	text_add(&line, "\n");
	do {
		written = write(STDERR_FILENO, text_string(&line), line.length);
	} while (written < 0 && errno == EINTR);
}

static int choose(const struct arg_rule *rule, const char *value, int *member)
{
	for (int i = 0; rule->words[i]; i++) {
		if (!strcmp(rule->words[i], value)) {
			*member = i;
			return 0;
		}
	}
	return -1;
}

static int store(const struct arg_rule *rule, void *target, const char *value)
{
	void *member = (char *)target + rule->member;

	switch (rule->kind) {
	case ARG_FLAG:
		break;
	case ARG_STRING:
		*(const char **)member = value;
		return *value ? 0 : -1;
	case ARG_NUMBER:
		return argument_number(value, rule->max, member);
	case ARG_CHOICE:
		return choose(rule, value, member);
	}
	return -1;
}

static const struct arg_rule *find(const struct arg_rule *rules, size_t count, const char *name,
				   size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(rules[i].name) == length && !strncmp(rules[i].name, name, length))
			return &rules[i];
	return NULL;
}

/* 1 when the value was taken, 0 when none was, -1 for an error. */
static int apply(const struct arg_rule *rule, void *target, const char *value, int attached)
{
	if (!rule->expects) {
		if (attached) {
			args_complain("option '--%s' takes no value: '%s'", rule->name, value);
			return -1;
		}
		*(int *)(void *)((char *)target + rule->member) = 1;
		return 0;
	}
	if (!value) {
		args_complain("option '--%s' needs a value", rule->name);
		return -1;
	}
	if (store(rule, target, value) == 0)
		return 1;
	args_complain("--%s: '%s' is not %s", rule->name, value, rule->expects);
	return -1;
}

/* How many arguments were used up: 1 or 2, or -1. */
static int parse_one(char **argv, const struct arg_rule *rules, size_t count, void *target,
		     args_other *other)
{
	const char *name = argv[0] + 2;
	size_t length = strcspn(name, "=");
	int attached = name[length] == '=';
	const char *value = attached ? name + length + 1 : argv[1];
	const struct arg_rule *rule = find(rules, count, name, length);
	int taken = rule    ? apply(rule, target, value, attached)
		    : other ? other(target, name, length, value)
			    : -1;

	if (taken == -1 && !rule)
		args_complain("unknown option '%s' (climits-webhook --help lists them)", argv[0]);
	if (taken == 0 && attached && !rule) {
		args_complain("option takes no value: '%s'", argv[0]);
		return -1;
	}
	return taken < 0 ? -1 : taken && !attached ? 2 : 1;
}

int args_parse(char **argv, const struct arg_rule *rules, size_t count, void *target,
	       args_other *other)
{
	while (*argv) {
		int used;

		if (strncmp(*argv, "--", 2) != 0 || !(*argv)[2]) {
			args_complain("unexpected argument '%s'", *argv);
			return -1;
		}
		used = parse_one(argv, rules, count, target, other);
		if (used < 0)
			return -1;
		argv += used;
	}
	return 0;
}
