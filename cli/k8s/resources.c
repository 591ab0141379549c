/* SPDX-License-Identifier: MIT
 *
 * resources.c - how much CPU and memory a container may use. A limit of 0 is none (the kubelet then
 * sets none), and a container without a limit has the pod's (KEP 2837). A quantity that nobody
 * understands is no reason to look for another one: the API server will refuse the pod.
 */
#include "resources.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <containerlimits.h>

/*
 * Up to here a number of bytes can be a limit: what is beyond means "unlimited", and Go would read
 * it as that (math.MaxInt64 is its default).
 */
#define BYTES_END (UINT64_C(1) << 60)

struct resource {
	const char *name;
	uint32_t scale;
	uint64_t end;
};

static const struct resource cpu = {"cpu", 1000, INT64_MAX};
static const struct resource memory = {"memory", 1, BYTES_END};

static const char *fault(int error)
{
	if (error == -EDOM)
		return "is negative";
	if (error == -ERANGE)
		return "is too large to mean a limit";
	return "is not a quantity";
}

/* Blanks around are no part of it (apimachinery, Quantity.UnmarshalJSON). */
static int parse(const char *text, size_t length, uint32_t scale, uint64_t *ret_value)
{
	static const char blanks[] = " \t\n\v\f\r";

	while (length > 0 && strchr(blanks, text[0]) && text[0]) {
		text++;
		length--;
	}
	while (length > 0 && strchr(blanks, text[length - 1]) && text[length - 1])
		length--;
	return climits_quantity_parse(text, length, scale, ret_value);
}

/* A number is read as text, as the API server does. null is 0. */
static int parse_node(const struct json *json, uint32_t node, uint32_t scale, uint64_t *ret_value)
{
	struct text text TEXT_CLEANUP = {0};
	const char *raw;
	size_t length;

	if (json_type(json, node) == JSON_NULL) {
		*ret_value = 0;
		return 0;
	}
	if (json_type(json, node) == JSON_NUMBER) {
		raw = json_raw(json, node, &length);
		return parse(raw, length, scale, ret_value);
	}
	if (json_add_decoded(json, node, &text) < 0)
		return -EBADMSG;
	if (text.failed)
		return -ENOMEM;
	return parse(text_string(&text), text.length, scale, ret_value);
}

/* The quantity at a place of the document, JSON_NONE for none; where and name are for people. */
static struct amount read_amount(struct pod *pod, uint32_t node, const struct resource *resource,
				 const char *where, struct warnings *warnings)
{
	const struct json *json = pod->json;
	struct amount amount = {.status = AMOUNT_NONE};
	const char *raw;
	size_t length;
	int error;

	if (node == JSON_NONE)
		return amount;
	error = parse_node(json, node, resource->scale, &amount.value);
	pod->failed |= error == -ENOMEM;
	if (error == 0 && amount.value >= resource->end)
		error = -ERANGE;
	if (error == 0) {
		amount.status = amount.value ? AMOUNT_SET : AMOUNT_NONE;
		return amount;
	}
	raw = json_raw(json, node, &length);
	warnings_add(warnings, "%s.%s %.*s %s", where, resource->name,
		     (int)(length < 24 ? length : 24), raw, fault(error));
	amount.status = AMOUNT_BAD;
	return amount;
}

/* One entry of a container's limits or requests. */
static struct amount read_entry(struct pod *pod, const struct container *container,
				const char *list, const struct resource *resource,
				struct warnings *warnings)
{
	uint32_t resources = json_member(pod->json, container->node, "resources");
	uint32_t entries = json_member(pod->json, resources, list);
	char where[sizeof(container->label) + 16];

	snprintf(where, sizeof(where), "%s: %s", container->label, list);
	return read_amount(pod, json_member(pod->json, entries, resource->name), resource, where,
			   warnings);
}

static struct amount read_limit(struct pod *pod, const struct container *container,
				const struct resource *resource, uint32_t whole,
				struct warnings *warnings)
{
	struct amount amount = read_entry(pod, container, "limits", resource, warnings);

	if (amount.status != AMOUNT_NONE || pod->config.no_pod_level)
		return amount;
	amount = read_amount(pod, whole, resource, "the pod: limits", warnings);
	amount.shared = amount.status == AMOUNT_SET;
	return amount;
}

struct amount resources_cpu(struct pod *pod, const struct container *container,
			    struct warnings *warnings)
{
	struct amount amount = read_limit(pod, container, &cpu, pod->limits.cpu, warnings);

	if (amount.status != AMOUNT_NONE || !pod->config.request_cpu)
		return amount;
	amount = read_entry(pod, container, "requests", &cpu, warnings);
	amount.requested = amount.status == AMOUNT_SET;
	return amount;
}

struct amount resources_memory(struct pod *pod, const struct container *container,
			       struct warnings *warnings)
{
	return read_limit(pod, container, &memory, pod->limits.memory, warnings);
}
