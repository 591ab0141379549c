/* SPDX-License-Identifier: MIT
 *
 * containers.c - the containers of a pod. Never the ephemeral ones: these may have no resources.
 */
#include "containers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../display.h"
#include "words.h"

static int is_sidecar(struct json *json, uint32_t node)
{
	return json_equals(json, json_member(json, node, "restartPolicy"), "Always");
}

static int is_left_out(const struct pod *pod, const char *list, uint32_t node)
{
	if (pod->config.init == K8S_INIT_ALL || strcmp(list, "containers") == 0)
		return 0;
	return pod->config.init == K8S_INIT_NONE || !is_sidecar(pod->json, node);
}

/* How a container without a name of ours is shown: its place, and what stands there for a name. */
static void label_by_place(struct container *container, const char *name)
{
	struct text shown TEXT_CLEANUP = {0};

	display_escape(&shown, name);
	snprintf(container->label, sizeof(container->label), "%s[%u]%s%.48s%s", container->list,
		 (unsigned)container->index, *name ? " '" : "", text_string(&shown),
		 *name ? "'" : "");
}

/* -EILSEQ when the name cannot even be compared with those in annotations. */
static int read_name(struct container *container, struct pod *pod)
{
	uint32_t node = json_member(pod->json, container->node, "name");
	struct text name TEXT_CLEANUP = {0};
	int error = json_add_decoded(pod->json, node, &name);

	label_by_place(container, error == 0 ? text_string(&name) : "");
	pod->failed |= name.failed;
	if (error == -EILSEQ)
		return error;
	if (is_dns_label(text_string(&name))) {
		memcpy(container->name, text_string(&name), name.length + 1);
		snprintf(container->label, sizeof(container->label), "container %s",
			 container->name);
	}
	return 0;
}

/* Names that two containers share name neither. */
static void drop_repeated(struct containers *containers)
{
	for (size_t i = 0; i < containers->count; i++) {
		struct container *one = &containers->all[i];
		int repeated = 0;

		for (size_t j = i + 1; *one->name && j < containers->count; j++) {
			if (strcmp(containers->all[j].name, one->name) != 0)
				continue;
			containers->all[j].name[0] = '\0';
			repeated = 1;
		}
		if (repeated)
			one->name[0] = '\0';
	}
}

static int add(struct containers *containers, struct pod *pod, const struct container *container,
	       struct warnings *warnings)
{
	struct container *added = &containers->all[containers->count];

	if (is_left_out(pod, container->list, container->node))
		return 0;
	if (containers->count == CONTAINERS_MAX)
		return -E2BIG;
	*added = *container;
	if (read_name(added, pod) < 0)
		warnings_add(warnings, "%s: its name is not UTF-8 text; left alone", added->label);
	else if (json_type(pod->json, added->node) == JSON_OBJECT && pod_wants(pod, added->name))
		containers->count++;
	return 0;
}

static int add_list(struct containers *containers, struct pod *pod, const char *list,
		    struct warnings *warnings)
{
	struct json *json = pod->json;
	uint32_t node = json_member(json, pod->spec, list);
	struct container container = {.list = list};
	int error = 0;

	if (json_type(json, node) == JSON_ABSENT || json_type(json, node) == JSON_NULL)
		return 0;
	if (json_type(json, node) != JSON_ARRAY)
		return -EBADMSG;
	for (container.node = json_first(json, node); container.node != JSON_NONE && error == 0;
	     container.node = json_next(json, node, container.node)) {
		error = add(containers, pod, &container, warnings);
		container.index++;
	}
	return error;
}

int containers_open(struct containers *containers, struct pod *pod, struct warnings *warnings)
{
	int error;

	containers->count = 0;
	/* One more than there may be: add() writes there before it knows. */
	containers->all = calloc(CONTAINERS_MAX + 1, sizeof(*containers->all));
	if (!containers->all)
		return -ENOMEM;
	error = add_list(containers, pod, "initContainers", warnings);
	if (error == 0)
		error = add_list(containers, pod, "containers", warnings);
	drop_repeated(containers);
	return error;
}

void containers_close(struct containers *containers)
{
	free(containers->all);
	*containers = (struct containers){0};
}
