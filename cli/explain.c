/* SPDX-License-Identifier: MIT
 *
 * explain.c - what is said on stderr about a result, in the words of format_why.c and
 * format_notes.c. Not errors: -q silences all of it.
 */
#include "explain.h"

#include "environment.h"
#include "format.h"
#include "output.h"
#include "text.h"

static void explain_setting(const struct report *report, const struct options *options,
			    const struct climits_setting *setting)
{
	struct text why TEXT_CLEANUP = {0};

	format_why(report, options, setting, 1, &why);
	output_message("%s%s%s: %s", setting->name, *setting->value ? "=" : "", setting->value,
		       text_string(&why));
}

static void explain_note(const struct report *report, int note)
{
	struct text text TEXT_CLEANUP = {0};

	format_note(report, note, &text);
	output_message("note: %s", text_string(&text));
}

void explain(const struct report *report, const struct options *options, int notes)
{
	if (!options->verbose || options->quiet)
		return;
	for (size_t i = 0; i < report->setting_count; i++)
		explain_setting(report, options, &report->settings[i]);
	for (int i = 0; i < CLIMITS_NOTES && notes; i++)
		if (report_has_note(report, i))
			explain_note(report, i);
}

void explain_silence(const struct report *report, const struct options *options)
{
	struct text reason TEXT_CLEANUP = {0};

	if (options->quiet)
		return;
	format_env_reason(report, options, &reason);
	output_message("%s", text_string(&reason));
}
