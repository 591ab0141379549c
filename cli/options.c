/* SPDX-License-Identifier: MIT
 *
 * options.c - the command line, read strictly: names are never abbreviated, an option that takes no
 * value refuses one, and a bad argument is named. getopt_long() would guess abbreviations, which
 * then break when an option is added. What the options mean is the commands' business.
 */
#include "options.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "argument.h"
#include "output.h"

struct option_rule;

/* Returns -1 for a bad value. value is NULL when the option takes none. */
typedef int option_apply(struct options *options, const struct option_rule *rule,
			 const char *value);

/*
 * One option. expects is NULL when it takes no value, else it completes the sentence "VALUE is not
 * ...". member and number are for apply: where in struct options, and what.
 */
struct option_rule {
	char letter;
	const char *name;
	option_apply *apply;
	const char *expects;
	size_t member;
	int number;
};

/* Where the parser is: arguments from next on are unread, operands are kept in front of argv. */
struct cursor {
	char **argv;
	size_t next;
	size_t kept;
	int ended;
};

static int apply_pid(struct options *options, const struct option_rule *rule, const char *value)
{
	uint64_t pid;

	(void)rule;
	if (argument_number(value, INT32_MAX, &pid) < 0 || pid == 0)
		return -1;
	options->pid = (int32_t)pid;
	return 0;
}

static int apply_root(struct options *options, const struct option_rule *rule, const char *value)
{
	(void)rule;
	options->root = value;
	return *value ? 0 : -1;
}

static int apply_hook(struct options *options, const struct option_rule *rule, const char *value)
{
	(void)rule;
	options->hook = value;
	return *value ? 0 : -1;
}

static int is_word(const char *word, const char *text, size_t length)
{
	return strlen(word) == length && !strncmp(word, text, length);
}

static int is_runtime(const char *name, size_t length)
{
	struct climits_runtime row = {.size = sizeof(row)};

	if (is_word("safe", name, length) || is_word("all", name, length))
		return 1;
	for (size_t i = 0; climits_runtime_at(i, &row) == 0; i++)
		if (is_word(row.name, name, length))
			return 1;
	return 0;
}

static int apply_for(struct options *options, const struct option_rule *rule, const char *value)
{
	const char *name = value;

	(void)rule;
	if (!strcmp(value, "help")) {
		options->help = HELP_RUNTIMES;
		return 0;
	}
	for (;;) {
		size_t length = strcspn(name, ",");

		if (!is_runtime(name, length))
			return -1;
		if (!name[length])
			break;
		name += length + 1;
	}
	options->policy.runtimes = value;
	return 0;
}

static int apply_ratio(struct options *options, const struct option_rule *rule, const char *value)
{
	(void)rule;
	return argument_ratio(value, &options->policy.memory_ratio);
}

static int apply_round(struct options *options, const struct option_rule *rule, const char *value)
{
	static const char *const words[] = {
		[CLIMITS_ROUND_FLOOR] = "floor",
		[CLIMITS_ROUND_CEIL] = "ceil",
		[CLIMITS_ROUND_NEAREST] = "nearest",
	};

	(void)rule;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(value, words[i])) {
			options->policy.rounding = (int32_t)i;
			return 0;
		}
	}
	return -1;
}

static int apply_output(struct options *options, const struct option_rule *rule, const char *value)
{
	(void)value;
	if (options->output_option && options->output_option != rule->name) {
		output_message("--%s and --%s exclude each other", options->output_option,
			       rule->name);
		return -1;
	}
	options->output = (enum output_kind)rule->number;
	options->output_option = rule->name;
	return 0;
}

static int apply_flag(struct options *options, const struct option_rule *rule, const char *value)
{
	(void)value;
	*(int *)(void *)((char *)options + rule->member) = 1;
	return 0;
}

static int apply_help(struct options *options, const struct option_rule *rule, const char *value)
{
	(void)value;
	options->help = (enum help_kind)rule->number;
	return 0;
}

#define MEMBER(name) offsetof(struct options, name)

static const struct option_rule rules[] = {
	{'p', "pid", apply_pid, "the number of a process", 0, 0},
	{0, "root", apply_root, "a directory", 0, 0},
	{0, "for", apply_for, "a list of runtimes (--for help shows them)", 0, 0},
	{0, "memory-ratio", apply_ratio, "a ratio above 0, at most 1, with up to 3 decimals", 0, 0},
	{0, "round", apply_round, "one of floor, ceil, nearest", 0, 0},
	{0, "env", apply_output, NULL, 0, OUTPUT_ENV},
	{0, "dotenv", apply_output, NULL, 0, OUTPUT_DOTENV},
	{0, "json", apply_output, NULL, 0, OUTPUT_JSON},
	{0, "exec", apply_hook, "a command", 0, 0},
	{0, "override", apply_flag, NULL, MEMBER(override), 0},
	{0, "always", apply_flag, NULL, MEMBER(always), 0},
	{0, "strict", apply_flag, NULL, MEMBER(strict), 0},
	{'q', "quiet", apply_flag, NULL, MEMBER(quiet), 0},
	{'v', "verbose", apply_flag, NULL, MEMBER(verbose), 0},
	{'h', "help", apply_help, NULL, 0, HELP_USAGE},
	{0, "version", apply_help, NULL, 0, HELP_VERSION},
};

#define RULES (sizeof(rules) / sizeof(rules[0]))

static const struct option_rule *find_long(const char *name, size_t length)
{
	for (size_t i = 0; i < RULES; i++)
		if (is_word(rules[i].name, name, length))
			return &rules[i];
	return NULL;
}

static const struct option_rule *find_short(char letter)
{
	for (size_t i = 0; i < RULES; i++)
		if (rules[i].letter && rules[i].letter == letter)
			return &rules[i];
	return NULL;
}

static int apply(struct options *options, const struct option_rule *rule, const char *value)
{
	if (rule->expects && !value) {
		output_message("option '--%s' needs a value", rule->name);
		return -1;
	}
	if (rule->apply(options, rule, value) == 0)
		return 0;
	if (rule->expects)
		output_message("--%s: '%s' is not %s", rule->name, value, rule->expects);
	return -1;
}

static int parse_long(struct options *options, struct cursor *cursor, const char *argument)
{
	size_t length = strcspn(argument + 2, "=");
	const struct option_rule *rule = find_long(argument + 2, length);
	const char *value = argument[2 + length] ? argument + 2 + length + 1 : NULL;

	if (!rule) {
		output_message("unknown option '%s' (climits --help lists them)", argument);
		return -1;
	}
	if (value && !rule->expects) {
		output_message("option '--%s' takes no value: '%s'", rule->name, argument);
		return -1;
	}
	if (!value && rule->expects && cursor->argv[cursor->next])
		value = cursor->argv[cursor->next++];
	return apply(options, rule, value);
}

/* -qv is -q -v; what follows a letter that takes a value is the value. */
static int parse_short(struct options *options, struct cursor *cursor, const char *argument)
{
	for (const char *letter = argument + 1; *letter; letter++) {
		const struct option_rule *rule = find_short(*letter);
		const char *value = NULL;

		if (!rule) {
			output_message("unknown option '-%s' (climits --help lists them)", letter);
			return -1;
		}
		if (rule->expects && letter[1])
			value = letter + 1;
		else if (rule->expects && cursor->argv[cursor->next])
			value = cursor->argv[cursor->next++];
		if (apply(options, rule, value) < 0)
			return -1;
		if (rule->expects || options->help)
			return 0;
	}
	return 0;
}

static int choose_command(struct options *options, const char *name, const struct command *commands)
{
	while (commands->name && strcmp(commands->name, name))
		commands++;
	if (!commands->name) {
		output_message("unknown command '%s' (climits --help lists them)", name);
		return -1;
	}
	options->command = commands;
	return 0;
}

/* The first operand names the command, the others are kept for it. */
static int parse_operand(struct options *options, struct cursor *cursor, char *argument,
			 const struct command *commands)
{
	if (!options->command->name) {
		if (choose_command(options, argument, commands) < 0)
			return -1;
		cursor->ended |= options->command->own_options;
		return 0;
	}
	if (!options->command->takes_operands && !options->command->own_options) {
		output_message("unexpected argument '%s'", argument);
		return -1;
	}
	cursor->argv[cursor->kept++] = argument;
	cursor->ended |= options->command->takes_program;
	return 0;
}

static int parse_argument(struct options *options, struct cursor *cursor,
			  const struct command *commands)
{
	char *argument = cursor->argv[cursor->next++];

	if (cursor->ended || argument[0] != '-' || !argument[1])
		return parse_operand(options, cursor, argument, commands);
	if (!strcmp(argument, "--")) {
		cursor->ended = 1;
		return 0;
	}
	if (argument[1] == '-')
		return parse_long(options, cursor, argument);
	return parse_short(options, cursor, argument);
}

/* Options that go with some commands only. */
static int check_command(const struct options *options)
{
	const char *name = options->command->name ? options->command->name : "climits";
	const char *misplaced = NULL;

	if (options->output_option && !options->command->takes_output)
		misplaced = options->output_option;
	if (options->hook && !options->command->takes_hook)
		misplaced = "exec";
	if (!misplaced)
		return 0;
	output_message("--%s does not go with '%s'", misplaced, name);
	return -1;
}

int options_parse(char **argv, const struct command *commands, struct options *ret_options)
{
	struct options options = {
		.policy = {.size = sizeof(options.policy), .runtimes = "go", .memory_ratio = 900},
		.command = commands,
	};
	struct cursor cursor = {.argv = argv, .next = argv[0] ? 1 : 0};

	while (options.command->name)
		options.command++;
	while (argv[cursor.next] && !options.help)
		if (parse_argument(&options, &cursor, commands) < 0)
			return -1;
	if (!options.help && check_command(&options) < 0)
		return -1;
	argv[cursor.kept] = NULL;
	options.operands = argv;
	options.operand_count = cursor.kept;
	*ret_options = options;
	return 0;
}
