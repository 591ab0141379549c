/* SPDX-License-Identifier: MIT
 *
 * words.c - lists of words with commas between.
 */
#include "words.h"

#include <string.h>

static int is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char *words_next(const char **list, size_t *ret_length)
{
	const char *word = *list;
	size_t length;

	if (!word)
		return NULL;
	length = strcspn(word, ",");
	*list = word[length] ? word + length + 1 : NULL;
	while (length > 0 && is_blank(*word)) {
		word++;
		length--;
	}
	while (length > 0 && is_blank(word[length - 1]))
		length--;
	*ret_length = length;
	return word;
}

int word_is(const char *word, size_t length, const char *string)
{
	return strlen(string) == length && memcmp(word, string, length) == 0;
}

int words_have(const char *list, const char *string)
{
	const char *word;
	size_t length;

	while ((word = words_next(&list, &length)))
		if (word_is(word, length, string))
			return 1;
	return 0;
}

int is_dns_label(const char *string)
{
	size_t length = strspn(string, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return length > 0 && length <= 63 && !string[length] && string[0] != '-' &&
	       string[length - 1] != '-';
}
