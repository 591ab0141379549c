/* SPDX-License-Identifier: MIT
 *
 * kinds.c - where the kinds of Kubernetes keep their pod template.
 */
#include <string.h>

#include "pod.h"
#include "words.h"

struct kind {
	const char *group;
	const char *name;
	const char *path;
};

static const struct kind kinds[] = {
	{"", "Pod", ""},
	{"", "PodTemplate", "/template"},
	{"", "ReplicationController", "/spec/template"},
	{"apps", "DaemonSet", "/spec/template"},
	{"apps", "Deployment", "/spec/template"},
	{"apps", "ReplicaSet", "/spec/template"},
	{"apps", "StatefulSet", "/spec/template"},
	{"batch", "CronJob", "/spec/jobTemplate/spec/template"},
	{"batch", "Job", "/spec/template"},
};

/* text is GROUP/KIND=PATH, as config.c has seen. */
static const char *configured_path(const char *text, const char *group, const char *kind)
{
	const char *slash = strchr(text, '/');
	const char *equals = strchr(text, '=');

	if (!word_is(text, (size_t)(slash - text), group) ||
	    !word_is(slash + 1, (size_t)(equals - slash - 1), kind))
		return NULL;
	return equals + 1;
}

const char *pod_template_path_of(const struct k8s_config *config, const char *group,
				 const char *kind)
{
	for (size_t i = 0; i < config->template_path_count; i++) {
		const char *path = configured_path(config->template_paths[i], group, kind);

		if (path)
			return path;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].group, group) && !strcmp(kinds[i].name, kind))
			return kinds[i].path;
	return NULL;
}

const char *pod_template_path(const struct k8s_config *config, const struct json *json,
			      uint32_t group, uint32_t kind)
{
	struct text group_text TEXT_CLEANUP = {0};
	struct text kind_text TEXT_CLEANUP = {0};

	/* Of the core group's kinds the group is "" or not there. */
	if (json_type(json, group) != JSON_ABSENT && json_add_decoded(json, group, &group_text) < 0)
		return NULL;
	if (json_add_decoded(json, kind, &kind_text) < 0)
		return NULL;
	if (group_text.failed || kind_text.failed)
		return NULL;
	return pod_template_path_of(config, text_string(&group_text), text_string(&kind_text));
}

const char *k8s_reason_name(enum k8s_reason reason)
{
	static const char *const names[K8S_REASONS] = {
		[K8S_REASON_NONE] = "none",
		[K8S_REASON_OPERATION] = "operation",
		[K8S_REASON_KIND] = "kind",
		[K8S_REASON_OBJECT] = "object",
		[K8S_REASON_MIRROR] = "mirror-pod",
		[K8S_REASON_OPT_OUT] = "opt-out",
		[K8S_REASON_NOT_OPTED_IN] = "not-opted-in",
		[K8S_REASON_NOTHING] = "nothing-to-set",
		[K8S_REASON_DOUBT] = "doubt",
	};

	return names[reason];
}
