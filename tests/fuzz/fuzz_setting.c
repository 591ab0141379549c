/* SPDX-License-Identifier: MIT
 *
 * Fuzzes climits_setting_format(). The input's lines: one byte for the format, the separator and
 * override, then the name, the value, and all that follows is what the variable has.
 */
#include "containerlimits.h"
#include "fuzz.h"

/* Takes a line off the front, its bytes that can be in a string, up to room - 1 of them. */
static void take(const uint8_t **data, size_t *size, char *to, size_t room, char stop)
{
	size_t len = 0;

	while (*size > 0 && **data != (uint8_t)stop) {
		if (**data != '\0' && len + 1 < room)
			to[len++] = (char)**data;
		++*data;
		--*size;
	}
	if (*size > 0) {
		++*data;
		--*size;
	}
	to[len] = '\0';
}

/* Every size of buffer from none to one more than is needed gives a part of the same text. */
static void check_cuts(const struct climits_setting *setting, int format, const char *present,
		       int override, const char *whole, int len)
{
	for (size_t size = 0; size <= (size_t)len + 1; size += 1 + size / 8) {
		char *part = malloc(size ? size : 1);
		size_t kept = size ? size - 1 : 0;

		MUST(part != NULL);
		MUST(climits_setting_format(setting, format, present, override, part, size) == len);
		MUST(size == 0 || strlen(part) == kept);
		MUST(memcmp(part, whole, kept) == 0);
		free(part);
	}
}

/* A value that was merged once is left alone from then on. */
static void check_again(const struct climits_setting *setting, const char *merged)
{
	if (setting->separator && setting->value[0] && merged[0])
		MUST(climits_setting_format(setting, CLIMITS_FORMAT_VALUE, merged, 0, NULL, 0) ==
		     0);
}

static void check_text(const struct climits_setting *setting, int format, const char *present,
		       int override)
{
	int len = climits_setting_format(setting, format, present, override, NULL, 0);
	char *whole;

	if (len < 0)
		return;
	whole = malloc((size_t)len + 1);
	MUST(whole != NULL);
	MUST(climits_setting_format(setting, format, present, override, whole, (size_t)len + 1) ==
	     len);
	MUST(strlen(whole) == (size_t)len);
	if (len > 0 && format != CLIMITS_FORMAT_VALUE)
		MUST(whole[len - 1] == '\n');
	if (len > 0 && format == CLIMITS_FORMAT_DOTENV && !strchr(setting->value, '\n') &&
	    !strchr(setting->name, '\n'))
		MUST(strchr(whole, '\n') == whole + len - 1);
	if (format == CLIMITS_FORMAT_VALUE)
		check_again(setting, whole);
	check_cuts(setting, format, present, override, whole, len);
	free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char separators[] = {0, ' ', ',', ':', ';', '-', '\'', '='};
	struct climits_setting setting = {.runtime = "fuzz"};
	char first[2];
	char name[64];
	char *present;
	unsigned choice;

	take(&data, &size, first, sizeof(first), '\n');
	choice = (unsigned char)first[0];
	take(&data, &size, name, sizeof(name), '\n');
	take(&data, &size, setting.value, sizeof(setting.value), '\n');
	setting.name = name;
	setting.separator = separators[choice / 8 % sizeof(separators)];
	if (strcmp(name, "MAKEFLAGS") == 0)
		setting.separator = ' ';
	present = malloc(size + 1);
	MUST(present != NULL);
	take(&data, &size, present, size + 1, '\0');
	for (int format = -1; format <= CLIMITS_FORMAT_VALUE + 1; format++) {
		check_text(&setting, format, choice & 1 ? present : NULL, choice & 2 ? 1 : 0);
		check_text(&setting, format, present, 0);
	}
	free(present);
	return 0;
}
