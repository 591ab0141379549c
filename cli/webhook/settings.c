/* SPDX-License-Identifier: MIT
 *
 * settings.c - how reviews are answered.
 *
 * The file has one option a line, as on the command line without the dashes: NAME=VALUE, or NAME
 * for an option without value. Empty lines and lines that begin with # do not count. What is on the
 * command line wins. A review keeps the generation it began with; the last user frees it.
 */
#include "settings.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings *current;

static void settings_free(struct settings *settings)
{
	file_free(&settings->file);
	free(settings);
}

static int apply(struct k8s_config *config, const char *name, size_t length, const char *value,
		 const char **ret_message)
{
	const struct k8s_option *option = k8s_option_find(name, length);

	*ret_message = !option                     ? "unknown option"
		       : option->expects && !value ? "option needs a value"
		       : !option->expects && value ? "option takes no value"
						   : NULL;
	if (*ret_message)
		return -EINVAL;
	if (k8s_option_apply(option, config, value) == 0)
		return 0;
	*ret_message = "bad value";
	return -EINVAL;
}

static int apply_line(struct k8s_config *config, char *line, const char **ret_message)
{
	size_t length = strlen(line);
	char *equals;

	while (length && (line[length - 1] == '\r' || line[length - 1] == ' '))
		line[--length] = '\0';
	if (!length || *line == '#')
		return 0;
	equals = strchr(line, '=');
	return apply(config, line, equals ? (size_t)(equals - line) : length,
		     equals ? equals + 1 : NULL, ret_message);
}

/* The values stay in the file's bytes, each ended by a NUL in place of its newline. */
static int apply_file(struct settings *settings, const char **ret_message, unsigned *ret_line)
{
	char *line = (char *)settings->file.data;
	int error = 0;

	if (memchr(line, '\0', settings->file.size)) {
		*ret_message = "not a text";
		return -EINVAL;
	}
	*ret_line = 0;
	while (error == 0 && line) {
		char *end = strchr(line, '\n');

		if (end)
			*end = '\0';
		(*ret_line)++;
		error = apply_line(&settings->config, line, ret_message);
		line = end ? end + 1 : NULL;
	}
	return error;
}

static int fill(struct settings *settings, const struct serve_options *options,
		const char **ret_message, unsigned *ret_line)
{
	int error;

	k8s_config_init(&settings->config);
	if (options->config) {
		error = file_read(options->config, &settings->file);
		if (error < 0) {
			*ret_message = strerror(-error);
			return error;
		}
		error = apply_file(settings, ret_message, ret_line);
		if (error < 0)
			return error;
	}
	for (size_t i = 0; i + 1 < options->review_count; i += 2) {
		const char *name = options->review[i];

		error = apply(&settings->config, name, strlen(name), options->review[i + 1],
			      ret_message);
		if (error < 0)
			return error;
	}
	return 0;
}

static void show(struct settings *settings)
{
	struct settings *old;

	pthread_mutex_lock(&lock);
	old = current;
	current = settings;
	pthread_mutex_unlock(&lock);
	if (old)
		settings_release(old);
}

int settings_load(const struct serve_options *options, const char **ret_message, unsigned *ret_line)
{
	struct settings *settings = calloc(1, sizeof(*settings));
	int error;

	*ret_message = NULL;
	*ret_line = 0;
	if (!settings) {
		*ret_message = strerror(ENOMEM);
		return -ENOMEM;
	}
	error = fill(settings, options, ret_message, ret_line);
	if (error < 0) {
		settings_free(settings);
		return error;
	}
	settings->users = 1;
	show(settings);
	return 0;
}

void settings_clear(void)
{
	show(NULL);
}

struct settings *settings_acquire(void)
{
	struct settings *settings;

	pthread_mutex_lock(&lock);
	settings = current;
	settings->users++;
	pthread_mutex_unlock(&lock);
	return settings;
}

void settings_release(struct settings *settings)
{
	unsigned users;

	pthread_mutex_lock(&lock);
	users = --settings->users;
	pthread_mutex_unlock(&lock);
	if (!users)
		settings_free(settings);
}
