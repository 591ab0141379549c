/* SPDX-License-Identifier: MIT
 *
 * env.h - the variables that a container has by its spec.
 */
#ifndef CLIMITS_K8S_ENV_H
#define CLIMITS_K8S_ENV_H

#include <stdint.h>

#include "json.h"

/*
 * node   the value of env, JSON_NONE where there is none (null counts as none: present is 1 then)
 * from   the value of envFrom
 * folded names do not differ by case
 * failed out of memory on the way: what was said of env may be wrong
 */
struct env {
	struct json *json;
	uint32_t node;
	uint32_t from;
	int folded;
	int failed;
};

/*
 * 0, or -1 when env or one of its entries is not what it has to be, or an entry's name cannot be
 * used: then nobody can tell what is set.
 */
int env_open(struct env *env, struct json *json, uint32_t container, int folded);

/* The entries that set the variable: how many, and the last one with its index. */
uint32_t env_find(const struct env *env, const char *name, uint32_t *ret_entry,
		  uint32_t *ret_index);

/* 1 when a source of envFrom may supply the variable; what is in it cannot be seen. */
int env_from_may_have(struct env *env, const char *name);

#endif
