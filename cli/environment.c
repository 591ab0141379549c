/* SPDX-License-Identifier: MIT
 *
 * environment.c - which settings become variables. The only place that looks at the variables that
 * are set; how ours and the user's are merged is the library's business.
 */
#include "environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "text.h"

enum environment_verdict environment_judge(const struct climits_setting *setting,
					   const struct options *options)
{
	const char *present = getenv(setting->name);

	if (!*setting->value)
		return ENVIRONMENT_EMPTY;
	if (!setting->print && !options->always)
		return ENVIRONMENT_NEEDLESS;
	if (climits_setting_format(setting, CLIMITS_FORMAT_VALUE, present, options->override, NULL,
				   0) == 0)
		return ENVIRONMENT_PRESENT;
	return ENVIRONMENT_SET;
}

void environment_add_notes(struct report *report, const struct options *options)
{
	for (size_t i = 0; i < report->setting_count; i++) {
		const struct climits_setting *setting = &report->settings[i];

		if (!strcmp(setting->name, "GOMAXPROCS") &&
		    environment_judge(setting, options) == ENVIRONMENT_SET)
			report->notes |= UINT64_C(1) << CLIMITS_NOTE_UPDATES_OFF;
	}
}

int environment_format(const struct climits_setting *setting, const struct options *options,
		       int format, struct text *text)
{
	const char *present = getenv(setting->name);
	int length = climits_setting_format(setting, format, present, options->override, NULL, 0);
	char *end;

	if (length == -EILSEQ) {
		output_message("%s holds a newline, which --dotenv cannot carry", setting->name);
		return STATUS_FAILED;
	}
	if (length < 0) {
		output_message("%s: %s", setting->name, strerror(-length));
		return STATUS_FAILED;
	}
	/* Out of memory shows when text is written. */
	end = text_reserve(text, (size_t)length);
	if (!end)
		return STATUS_DONE;
	climits_setting_format(setting, format, present, options->override, end,
			       (size_t)length + 1);
	text->length += (size_t)length;
	return STATUS_DONE;
}

static int set_variable(const struct climits_setting *setting, const struct options *options)
{
	struct text value TEXT_CLEANUP = {0};
	int status = environment_format(setting, options, CLIMITS_FORMAT_VALUE, &value);

	if (status != STATUS_DONE)
		return status;
	if (value.failed || setenv(setting->name, text_string(&value), 1) < 0) {
		output_message("%s: %s", setting->name, strerror(ENOMEM));
		return STATUS_FAILED;
	}
	return STATUS_DONE;
}

int environment_apply(const struct report *report, const struct options *options)
{
	int status = STATUS_DONE;

	for (size_t i = 0; i < report->setting_count && status == STATUS_DONE; i++) {
		const struct climits_setting *setting = &report->settings[i];

		if (environment_judge(setting, options) == ENVIRONMENT_SET)
			status = set_variable(setting, options);
	}
	return status;
}
