/* SPDX-License-Identifier: MIT
 *
 * inject.h - the changes that give a pod's containers their variables.
 */
#ifndef CLIMITS_K8S_INJECT_H
#define CLIMITS_K8S_INJECT_H

#include <stddef.h>
#include <stdint.h>

#include "changes.h"
#include "config.h"
#include "pod.h"
#include "warnings.h"

/*
 * What was done, for logs, metrics and audit.
 *
 * reason         why nothing was, or K8S_REASON_NONE
 * names, counts  the variables that were set or replaced and in how many containers
 * over_env_from  one of them may stand over a value that an envFrom supplies
 * lines          unless NULL: gets the variables as lines of an env file
 */
struct injected {
	enum k8s_reason reason;
	const char *names[CLIMITS_SETTINGS_MAX];
	uint32_t counts[CLIMITS_SETTINGS_MAX];
	size_t count;
	int over_env_from;
	struct text *lines;
};

/*
 * Adds the changes for one object. changes->patch and operations are this object's alone, the
 * splices come to those of other objects of the document. The patch was checked; one that did not
 * pass is taken back. Errors:
 *   -ENOMEM
 *   -EBADMSG  a member that matters is there twice
 */
int inject(const struct k8s_config *config, const struct subject *subject, struct changes *changes,
	   struct warnings *warnings, struct injected *injected);

#endif
