/* SPDX-License-Identifier: MIT
 *
 * selection.c - which variables are wanted. Knows none of them: the library's table does.
 */
#include "selection.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* Whether the word is one of the row's variables: these are one string, with spaces between. */
static int row_has(const struct climits_runtime *row, const char *word, size_t length)
{
	const char *at = row->variables;

	while (*at) {
		size_t name = strcspn(at, " ");

		if (name == length && memcmp(at, word, length) == 0)
			return 1;
		at += name + strspn(at + name, " ");
	}
	return 0;
}

static void add_runtime(struct selection *selection, const char *name)
{
	size_t length = strlen(selection->runtimes);

	if (words_have(selection->runtimes, name))
		return;
	snprintf(selection->runtimes + length, sizeof(selection->runtimes) - length, "%s%s",
		 length ? "," : "", name);
}

static void add_name(struct selection *selection, const char *name)
{
	if (!selection_has(selection, name) && selection->count < CLIMITS_SETTINGS_MAX)
		selection->names[selection->count++] = name;
}

/*
 * The variables of one row that the word means. Their names are taken from the settings that the
 * row gives, whatever the limits: these strings last.
 */
static void add_row(struct selection *selection, const struct climits_runtime *row,
		    const char *word, size_t length, int whole)
{
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	struct climits_policy policy = {.size = sizeof(policy), .runtimes = row->name};
	struct climits_limits none = {.size = sizeof(none)};
	int count = climits_advise(&none, &policy, settings, CLIMITS_SETTINGS_MAX, NULL);

	for (int i = 0; i < count; i++)
		if (whole || word_is(word, length, settings[i].name))
			add_name(selection, settings[i].name);
	add_runtime(selection, row->name);
}

/* A variable belongs to the first row that has it. */
static int add_word(struct selection *selection, const char *word, size_t length)
{
	struct climits_runtime row = {.size = sizeof(row)};
	int safe = word_is(word, length, "safe");
	int found = 0;

	for (size_t i = 0; length > 0 && climits_runtime_at(i, &row) == 0; i++) {
		int whole = word_is(word, length, row.name) || (safe && row.safe);

		if (!whole && (found || !row_has(&row, word, length)))
			continue;
		add_row(selection, &row, word, length, whole);
		found = 1;
	}
	return found ? 0 : -1;
}

int selection_parse(struct selection *selection, const char *list)
{
	struct selection parsed = {.runtimes = "go"};
	const char *word;
	size_t length;

	while ((word = words_next(&list, &length)))
		if (add_word(&parsed, word, length) < 0)
			return -1;
	*selection = parsed;
	return 0;
}

int selection_has(const struct selection *selection, const char *name)
{
	for (size_t i = 0; i < selection->count; i++)
		if (!strcmp(selection->names[i], name))
			return 1;
	return 0;
}
