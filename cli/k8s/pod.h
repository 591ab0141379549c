/* SPDX-License-Identifier: MIT
 *
 * pod.h - a pod, or the template of one within a workload, and what its annotations ask for.
 */
#ifndef CLIMITS_K8S_POD_H
#define CLIMITS_K8S_POD_H

#include <stddef.h>
#include <stdint.h>

#include "../text.h"
#include "config.h"
#include "json.h"
#include "selection.h"
#include "warnings.h"

/* Why nothing is set; names by k8s_reason_name(). */
enum k8s_reason {
	K8S_REASON_NONE,      /* something is set */
	K8S_REASON_OPERATION, /* not the creation of an object */
	K8S_REASON_KIND,      /* no kind that holds a pod template, as far as we know */
	K8S_REASON_OBJECT,    /* the object is not what its kind says */
	K8S_REASON_MIRROR,    /* the kubelet's own: the API server's copy changes nothing */
	K8S_REASON_OPT_OUT,
	K8S_REASON_NOT_OPTED_IN,
	K8S_REASON_NOTHING, /* no limit, or all is set already */
	K8S_REASON_DOUBT    /* the patch did not pass its check */
};

#define K8S_REASONS 9

const char *k8s_reason_name(enum k8s_reason reason);

/*
 * The path of the pod template in objects of a kind: "" for the object itself, NULL for none. group
 * and kind are strings of json, JSON_NONE where they are missing.
 */
const char *pod_template_path(const struct k8s_config *config, const struct json *json,
			      uint32_t group, uint32_t kind);

/* The same of a kind that is a word. */
const char *pod_template_path_of(const struct k8s_config *config, const char *group,
				 const char *kind);

/* One object, and the path of its pod template within it. */
struct subject {
	struct json *json;
	uint32_t object;
	const char *path;
};

/*
 * path     JSON pointer from the object to the template
 * config   the program's, with what the annotations change
 * containers, excluded, ratios   values of annotations, empty when they are not there
 * limits   of the whole pod: looked for once, since a pod may have many containers
 * failed   out of memory on the way: what was read may not be used
 */
struct pod {
	struct json *json;
	const char *path;
	uint32_t node;
	uint32_t metadata;
	uint32_t annotations;
	uint32_t spec;
	struct {
		uint32_t cpu;
		uint32_t memory;
	} limits;
	int windows;
	struct k8s_config config;
	struct selection selection;
	struct text containers;
	struct text excluded;
	struct text ratios;
	int has_containers;
	int failed;
};

/* Give this to a local struct pod that starts as {0}. */
#define POD_CLEANUP __attribute__((cleanup(pod_close)))

/*
 * Finds the template in an object and reads its annotations. Returns K8S_REASON_NONE when the pod's
 * containers are to be looked at. Check pod->failed and json->repeated afterwards.
 */
enum k8s_reason pod_open(struct pod *pod, const struct k8s_config *config,
			 const struct subject *subject, struct warnings *warnings);
void pod_close(struct pod *pod);

/* 1 when the annotations let the container have variables. name is "" when it has none. */
int pod_wants(const struct pod *pod, const char *name);

/* Thousandths of its memory for the container of this name. */
uint32_t pod_memory_ratio(const struct pod *pod, const char *name);

/* Room for PREFIX/NAME: a DNS name has 253 characters. */
#define POD_KEY_MAX 320

/* The key of one of our annotations. */
void pod_key(const struct k8s_config *config, const char *name, char key[POD_KEY_MAX]);

#endif
