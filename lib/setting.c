/* SPDX-License-Identifier: MIT
 *
 * One setting as a line for a shell, a line for an env file, or the bare value for setenv(3).
 * Decides how our value and the one that the variable already has go together; decides nothing
 * about values. Does not cover csh and fish, nor what systemd makes of quotes and backslashes in
 * a user's own value.
 */
#include <errno.h>
#include <string.h>

#include "containerlimits.h"
#include "text.h"

/* Our values hold no quote; a setting that a caller made may. */
static void append_single_quoted(struct climits_text *text, const char *value)
{
	climits_text_string(text, "'");
	for (; *value != '\0'; value++) {
		if (*value == '\'')
			climits_text_string(text, "'\\''");
		else
			climits_text_bytes(text, value, 1);
	}
	climits_text_string(text, "'");
}

static int plain_for_shell(const char *value)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789_=:,.+/-";

	return value[strspn(value, plain)] == '\0';
}

/*
 * The whole value is ours. Without quotes where that is safe, because it is what people type.
 */
static void append_shell(struct climits_text *text, const char *name, const char *value)
{
	climits_text_string(text, "export ");
	climits_text_string(text, name);
	climits_text_string(text, "=");
	if (plain_for_shell(value))
		climits_text_string(text, value);
	else
		append_single_quoted(text, value);
	climits_text_string(text, "\n");
}

/*
 * Ours, then the user's by name: `export GODEBUG='madvdontneed=1,'"${GODEBUG-}"`. The shell
 * expands the name inside double quotes and never reads the text that comes out. Not
 * ${GODEBUG:+,$GODEBUG}: in an unquoted eval $(...) ksh93 and mksh do brace expansion on a comma
 * inside braces. Single blanks survive the word splitting there, so ours must not hold two in a
 * row. The dash is for `set -u`.
 */
static void append_shell_list(struct climits_text *text, const char *name, const char *ours)
{
	climits_text_string(text, "export ");
	climits_text_string(text, name);
	climits_text_string(text, "=");
	append_single_quoted(text, ours);
	climits_text_string(text, "\"${");
	climits_text_string(text, name);
	climits_text_string(text, "-}\"\n");
}

static int begins_with(const char *present, const char *ours, char separator)
{
	size_t length = strlen(ours);

	return strncmp(present, ours, length) == 0 &&
	       (present[length] == '\0' || present[length] == separator);
}

/*
 * GNU make reads a first word of MAKEFLAGS that has neither a dash nor a = as single-letter
 * options, and the same word at any other place as nothing (make manual, "Options/Recursion";
 * decode_env_switches in main.c). It keeps its meaning behind ours when it gets its dash.
 */
static int make_letters(const char *present)
{
	const char *word = present + strspn(present, " \t");
	size_t length = strcspn(word, " \t");

	return length > 0 && word[0] != '-' && !memchr(word, '=', length);
}

/*
 * What goes between ours and the user's, or NULL where they cannot be joined: letters of make
 * behind a blank leave no place for the dash.
 */
static const char *joint(const struct climits_setting *setting, const char *present, char *one)
{
	one[0] = setting->separator;
	one[1] = '\0';
	if (strcmp(setting->name, "MAKEFLAGS") != 0 || !make_letters(present))
		return one;
	return present[0] == ' ' || present[0] == '\t' ? NULL : " -";
}

static void append_merged(struct climits_text *text, const struct climits_setting *setting,
			  int format, const char *between, const char *present)
{
	char ours[sizeof(setting->value) + 2];

	/* between is two bytes at most, and value ends in a NUL: it always fits. */
	memcpy(ours, setting->value, sizeof(setting->value));
	memcpy(ours + strlen(ours), between, strlen(between) + 1);
	if (format == CLIMITS_FORMAT_SHELL) {
		append_shell_list(text, setting->name, ours);
		return;
	}
	if (format == CLIMITS_FORMAT_DOTENV) {
		climits_text_string(text, setting->name);
		climits_text_string(text, "=");
	}
	climits_text_string(text, ours);
	climits_text_string(text, present);
	if (format == CLIMITS_FORMAT_DOTENV)
		climits_text_string(text, "\n");
}

static void append_ours(struct climits_text *text, const struct climits_setting *setting,
			int format)
{
	if (format == CLIMITS_FORMAT_SHELL) {
		append_shell(text, setting->name, setting->value);
	} else if (format == CLIMITS_FORMAT_DOTENV) {
		climits_text_string(text, setting->name);
		climits_text_string(text, "=");
		climits_text_string(text, setting->value);
		climits_text_string(text, "\n");
	} else {
		climits_text_string(text, setting->value);
	}
}

int climits_setting_format(const struct climits_setting *setting, int format, const char *present,
			   int override, char *buf, size_t size)
{
	struct climits_text text = {.buf = buf, .size = size};
	int set = present && present[0] != '\0';
	char one[2];
	const char *between;

	if (!setting || format < CLIMITS_FORMAT_SHELL || format > CLIMITS_FORMAT_VALUE)
		return -EINVAL;
	if (memchr(setting->value, '\0', sizeof(setting->value)) == NULL)
		return -EINVAL;
	if (setting->value[0] == '\0')
		return climits_text_end(&text);
	if (!set || (setting->separator == '\0' && override)) {
		append_ours(&text, setting, format);
		return climits_text_end(&text);
	}
	if (setting->separator == '\0' || begins_with(present, setting->value, setting->separator))
		return climits_text_end(&text);
	between = joint(setting, present, one);
	if (!between)
		return climits_text_end(&text);
	if (format == CLIMITS_FORMAT_DOTENV && strchr(present, '\n'))
		return -EILSEQ;
	append_merged(&text, setting, format, between, present);
	return climits_text_end(&text);
}
