/* SPDX-License-Identifier: MIT
 *
 * env.c - the variables that a container has by its spec. Those of the image cannot be seen.
 */
#include "env.h"

#include <string.h>
#include <strings.h>

#include "../text.h"
#include "json_parse.h"

static int is_usable(const struct json *json, uint32_t name)
{
	return json_type(json, name) == JSON_STRING && !(json->nodes[name].flags & JSON_UNUSABLE);
}

int env_open(struct env *env, struct json *json, uint32_t container, int folded)
{
	uint32_t node = json_member(json, container, "env");

	*env = (struct env){.json = json, .node = JSON_NONE, .folded = folded};
	env->from = json_member(json, container, "envFrom");
	if (json_type(json, node) == JSON_ABSENT || json_type(json, node) == JSON_NULL)
		return 0;
	if (json_type(json, node) != JSON_ARRAY)
		return -1;
	for (uint32_t entry = json_first(json, node); entry != JSON_NONE;
	     entry = json_next(json, node, entry))
		if (!is_usable(json, json_member(json, entry, "name")))
			return -1;
	env->node = node;
	return 0;
}

static int same_name(const struct env *env, uint32_t node, const char *name)
{
	return env->folded ? json_equals_folded(env->json, node, name)
			   : json_equals(env->json, node, name);
}

uint32_t env_find(const struct env *env, const char *name, uint32_t *ret_entry, uint32_t *ret_index)
{
	uint32_t found = 0;
	uint32_t index = 0;

	for (uint32_t entry = json_first(env->json, env->node); entry != JSON_NONE;
	     entry = json_next(env->json, env->node, entry), index++) {
		if (!same_name(env, json_member(env->json, entry, "name"), name))
			continue;
		found++;
		*ret_entry = entry;
		*ret_index = index;
	}
	return found;
}

/* Every variable of a source gets its prefix; without one the source may supply any. */
static int source_may_have(struct env *env, uint32_t source, const char *name)
{
	uint32_t node = json_member(env->json, source, "prefix");
	struct text prefix TEXT_CLEANUP = {0};

	if (json_add_decoded(env->json, node, &prefix) < 0)
		return 1;
	env->failed |= prefix.failed;
	return env->folded ? !strncasecmp(name, text_string(&prefix), prefix.length)
			   : !strncmp(name, text_string(&prefix), prefix.length);
}

int env_from_may_have(struct env *env, const char *name)
{
	enum json_type type = json_type(env->json, env->from);

	if (type == JSON_ABSENT || type == JSON_NULL)
		return 0;
	if (type != JSON_ARRAY)
		return 1;
	for (uint32_t source = json_first(env->json, env->from); source != JSON_NONE;
	     source = json_next(env->json, env->from, source))
		if (source_may_have(env, source, name))
			return 1;
	return 0;
}
