/* SPDX-License-Identifier: MIT
 *
 * variables.c - the advised environment, as `climits exec` sets it with its default options.
 */
#include "variables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <containerlimits.h>

#include "../output.h"

/* A setting's own value, and the user's behind it in a list variable. */
static int set(const struct climits_setting *setting)
{
	const char *present = getenv(setting->name);
	int length = climits_setting_format(setting, CLIMITS_FORMAT_VALUE, present, 0, NULL, 0);
	char *value;
	int r;

	if (length <= 0)
		return length;
	value = malloc((size_t)length + 1);
	if (!value)
		return -ENOMEM;
	climits_setting_format(setting, CLIMITS_FORMAT_VALUE, present, 0, value,
			       (size_t)length + 1);
	r = setenv(setting->name, value, 1) < 0 ? -errno : 0;
	free(value);
	return r;
}

static int set_all(void)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	int r = climits_read_once(NULL, &limits);
	int count;

	if (r < 0)
		return r;
	count = climits_advise(&limits, NULL, settings, CLIMITS_SETTINGS_MAX, NULL);
	for (int i = 0; i < count && r == 0; i++)
		if (settings[i].print && *settings[i].value)
			r = set(&settings[i]);
	return count < 0 ? count : r;
}

int variables_set(void)
{
	int r = set_all();

	if (r < 0) {
		output_message("cannot set the environment: %s", strerror(-r));
		return -1;
	}
	return 0;
}
