/* SPDX-License-Identifier: MIT
 *
 * settings.h - how reviews are answered: options of the command line over those of a file, which
 * may change while the server runs.
 */
#ifndef CLIMITS_WEBHOOK_SETTINGS_H
#define CLIMITS_WEBHOOK_SETTINGS_H

#include <gnutls/gnutls.h>

#include "../k8s/config.h"
#include "serve.h"

/* One generation of them. */
struct settings {
	struct k8s_config config;
	gnutls_datum_t file;
	unsigned users;
};

/*
 * Reads the file of options->config, if there is one, and shows the result to the reviews that
 * begin from now on. 0 or a negative errno, and then those before stay; why is *ret_message, static
 * or of the command line, with the place in *ret_line, 0 for none.
 */
int settings_load(const struct serve_options *options, const char **ret_message,
		  unsigned *ret_line);
void settings_clear(void);

/* What a review uses from its begin to its end. */
struct settings *settings_acquire(void);
void settings_release(struct settings *settings);

#endif
