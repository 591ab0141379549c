/* SPDX-License-Identifier: MIT
 *
 * record.h - the annotation that tells what we set: {"CONTAINER":{"VARIABLE":"VALUE"}}. With it a
 * later call can tell our values from the user's.
 */
#ifndef CLIMITS_K8S_RECORD_H
#define CLIMITS_K8S_RECORD_H

#include "../text.h"
#include "json.h"
#include "pod.h"
#include "warnings.h"

/*
 * value   what the annotation says, parsed as json
 * next    the record as it has to be now
 * open    next is within a container's object
 */
struct record {
	struct text value;
	struct json json;
	struct text next;
	int open;
};

/* Give this to a local struct record that starts as {0}. */
#define RECORD_CLEANUP __attribute__((cleanup(record_close)))

/* Reads the pod's annotation. What is not understood is told of and counts as nothing. */
void record_open(struct record *record, struct pod *pod, struct warnings *warnings);
void record_close(struct record *record);

/* The value that we set, a string, or JSON_NONE. container is "" for one without a usable name. */
uint32_t record_find(struct record *record, const char *container, const char *variable);

/* Notes a value of ours. Containers follow each other: call record_end() after each. */
void record_add(struct record *record, const char *container, const char *variable,
		const char *value);
void record_end(struct record *record);

/* The whole record as the annotation's value; NULL when there is nothing to tell. */
const char *record_text(struct record *record);

#endif
