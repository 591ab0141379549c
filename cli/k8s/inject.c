/* SPDX-License-Identifier: MIT
 *
 * inject.c - the changes that give a pod's containers their variables: one at a time, only "add"
 * and "replace" at places that were seen a moment ago. A patch that does not apply would keep the
 * pod from starting whatever the webhook's failure policy says.
 */
#include "inject.h"

#include <errno.h>
#include <string.h>

#include "containers.h"
#include "env.h"
#include "record.h"
#include "values.h"
#include "verify.h"

/*
 * One pod.
 *
 * on_pod_memory  containers whose heap limit comes from the limit of the whole pod
 */
struct work {
	struct pod *pod;
	struct record *record;
	struct changes *changes;
	struct warnings *warnings;
	struct injected *injected;
	unsigned on_pod_memory;
};

/*
 * One container.
 *
 * path      JSON pointer to its env
 * elements  what is added, with commas between; ends has where each one ends
 */
struct place {
	struct work *work;
	const struct container *container;
	struct env env;
	struct values values;
	struct text path;
	struct text elements;
	size_t ends[CLIMITS_SETTINGS_MAX];
	size_t count;
};

static int is_go(const char *name)
{
	return !strcmp(name, "GOMAXPROCS") || !strcmp(name, "GOMEMLIMIT");
}

static void count_variable(struct injected *injected, const char *name)
{
	size_t i = 0;

	while (i < injected->count && strcmp(injected->names[i], name) != 0)
		i++;
	if (i == CLIMITS_SETTINGS_MAX)
		return;
	if (i == injected->count) {
		injected->names[i] = name;
		injected->count++;
	}
	injected->counts[i]++;
}

static void add_line(struct place *place, const struct climits_setting *setting)
{
	struct text *lines = place->work->injected->lines;

	count_variable(place->work->injected, setting->name);
	if (lines)
		text_addf(lines, "%s=%s\n", setting->name, setting->value);
}

/*
 * Whether the kubelet may fill in the value: it knows whole CPUs, rounded up, and all of the
 * memory, of containers with a name; without a limit it would fill in the node's size.
 */
static int takes_fieldref(const struct place *place, const struct climits_setting *setting)
{
	const struct values *values = &place->values;

	if (!place->work->pod->config.fieldref || !place->container->name[0] ||
	    !is_go(setting->name))
		return 0;
	if (!strcmp(setting->name, "GOMAXPROCS"))
		return values->cpu.status == AMOUNT_SET && !values->cpu.requested;
	if (values->memory_ratio == 1000)
		return 1;
	warnings_add(place->work->warnings, "%s: GOMEMLIMIT has a ratio, so it is not a fieldref",
		     place->container->label);
	return 0;
}

/* The divisor is what the API server would add: without it GitOps tools see a difference. */
static void add_fieldref(struct place *place, const struct climits_setting *setting)
{
	text_addf(&place->elements,
		  "{\"name\":\"%s\",\"valueFrom\":{\"resourceFieldRef\":{\"containerName\":\"%s\","
		  "\"resource\":\"limits.%s\",\"divisor\":\"1\"}}}",
		  setting->name, place->container->name,
		  strcmp(setting->name, "GOMAXPROCS") ? "memory" : "cpu");
}

static void add_element(struct place *place, const struct climits_setting *setting)
{
	struct text *elements = &place->elements;

	if (place->count)
		text_add(elements, ",");
	if (takes_fieldref(place, setting)) {
		add_fieldref(place, setting);
	} else {
		text_addf(elements, "{\"name\":\"%s\",\"value\":", setting->name);
		json_add_quoted(elements, setting->value);
		text_add(elements, "}");
		record_add(place->work->record, place->container->name, setting->name,
			   setting->value);
	}
	place->ends[place->count++] = elements->length;
	add_line(place, setting);
}

/*
 * An envFrom would lose to what we set. Go's variables are worth it, since their values are seldom
 * somebody's choice; those of others, lists above all, are not.
 */
static void add_missing(struct place *place, const struct climits_setting *setting)
{
	struct work *work = place->work;

	if (env_from_may_have(&place->env, setting->name)) {
		if (work->pod->config.no_env_from || !is_go(setting->name))
			return;
		work->injected->over_env_from = 1;
	}
	add_element(place, setting);
}

static void replace_value(struct place *place, const struct climits_setting *setting, uint32_t node,
			  uint32_t index)
{
	struct changes *changes = place->work->changes;
	struct text path TEXT_CLEANUP = {0};
	struct text value TEXT_CLEANUP = {0};

	text_addf(&path, "%s/%u/value", text_string(&place->path), (unsigned)index);
	json_add_quoted(&value, setting->value);
	changes->failed |= value.failed | place->path.failed;
	changes_operation(changes, "replace", &path, text_string(&value));
	changes_put_value(changes, place->env.json, node, text_string(&value));
	add_line(place, setting);
}

/*
 * A variable that is there is the user's, unless it still has the value that the record says we
 * gave it. Then it follows the limits; without a limit it stays, for nothing is ever removed.
 */
static void keep_current(struct place *place, const char *name, uint32_t entry, uint32_t index)
{
	const struct climits_setting *setting = values_find(&place->values, name);
	struct record *record = place->work->record;
	const char *container = place->container->name;
	struct json *json = place->env.json;
	uint32_t ours = record_find(record, container, name);
	uint32_t value = json_member(json, entry, "value");
	struct text known TEXT_CLEANUP = {0};

	if (json_add_decoded(&record->json, ours, &known) < 0)
		return;
	place->env.failed |= known.failed;
	if (json_member(json, entry, "valueFrom") != JSON_NONE ||
	    !json_equals(json, value, text_string(&known)))
		return;
	if (setting && strcmp(setting->value, text_string(&known)) != 0) {
		replace_value(place, setting, value, index);
		record_add(record, container, name, setting->value);
	} else {
		record_add(record, container, name, text_string(&known));
	}
}

static void consider(struct place *place, const char *name)
{
	const struct climits_setting *setting = values_find(&place->values, name);
	uint32_t entry = JSON_NONE;
	uint32_t index = 0;
	uint32_t found = env_find(&place->env, name, &entry, &index);

	if (found == 0 && setting)
		add_missing(place, setting);
	else if (found == 1)
		keep_current(place, name, entry, index);
}

/* One operation for each element; in front, the last one first. */
static void add_operations(struct place *place)
{
	int front = place->work->pod->config.env_first;
	struct text path TEXT_CLEANUP = {0};

	text_addf(&path, "%s/%s", text_string(&place->path), front ? "0" : "-");
	path.failed |= place->path.failed;
	for (size_t i = 0; i < place->count; i++) {
		size_t which = front ? place->count - 1 - i : i;
		size_t start = which ? place->ends[which - 1] + 1 : 0;
		struct text value TEXT_CLEANUP = {0};

		text_add_bytes(&value, text_string(&place->elements) + start,
			       place->ends[which] - start);
		path.failed |= value.failed;
		changes_operation(place->work->changes, "add", &path, text_string(&value));
	}
}

static void put_elements(struct place *place)
{
	struct changes *changes = place->work->changes;
	struct json *json = place->env.json;
	struct text list TEXT_CLEANUP = {0};

	changes->failed |= place->elements.failed;
	if (!place->count || changes->failed)
		return;
	if (place->env.node != JSON_NONE) {
		add_operations(place);
		changes_put_elements(changes, json, place->env.node, text_string(&place->elements),
				     place->work->pod->config.env_first);
		return;
	}
	text_addf(&list, "[%s]", text_string(&place->elements));
	changes->failed |= list.failed;
	changes_operation(changes, "add", &place->path, text_string(&list));
	changes_put_member(changes, json, place->container->node, "env", text_string(&list));
}

static void visit(struct place *place)
{
	struct work *work = place->work;
	struct pod *pod = work->pod;
	const struct container *container = place->container;
	struct text *lines = work->injected->lines;
	size_t before = lines ? lines->length : 0;

	if (env_open(&place->env, pod->json, container->node, pod->windows) < 0) {
		warnings_add(work->warnings, "%s: env is not understood; left alone",
			     container->label);
		return;
	}
	values_advise(&place->values, pod, container, work->warnings);
	text_addf(&place->path, "%s/spec/%s/%u/env", pod->path, container->list,
		  (unsigned)container->index);
	if (lines)
		text_addf(lines, "# %s\n", container->label);
	for (size_t i = 0; i < pod->selection.count; i++)
		consider(place, pod->selection.names[i]);
	if (lines && lines->length == before + strlen(container->label) + 3)
		lines->length = before;
	pod->failed |= place->env.failed;
	put_elements(place);
	record_end(work->record);
	work->on_pod_memory += place->count && place->values.memory.shared &&
			       values_find(&place->values, "GOMEMLIMIT");
}

static void visit_container(struct work *work, const struct container *container)
{
	struct place place = {.work = work, .container = container};

	visit(&place);
	text_free(&place.path);
	text_free(&place.elements);
}

/* The objects that lead to the annotation, as far as they are missing. */
static void add_parents(struct changes *changes, const struct pod *pod, struct text *path)
{
	int metadata = json_type(pod->json, pod->metadata) == JSON_OBJECT;
	int annotations = json_type(pod->json, pod->annotations) == JSON_OBJECT;

	pointer_add(path, "metadata");
	if (!metadata)
		changes_operation(changes, "add", path, "{}");
	pointer_add(path, "annotations");
	if (!annotations)
		changes_operation(changes, "add", path, "{}");
}

/* The same as text: what is missing goes in with all that is in it. */
static void put_record(struct changes *changes, const struct pod *pod, const char *key,
		       const char *value)
{
	struct text piece TEXT_CLEANUP = {0};

	if (json_type(pod->json, pod->annotations) == JSON_OBJECT) {
		changes_put_member(changes, pod->json, pod->annotations, key, value);
	} else if (json_type(pod->json, pod->metadata) == JSON_OBJECT) {
		text_addf(&piece, "{\"%s\":%s}", key, value);
		changes_put_member(changes, pod->json, pod->metadata, "annotations",
				   text_string(&piece));
	} else {
		text_addf(&piece, "{\"annotations\":{\"%s\":%s}}", key, value);
		changes_put_member(changes, pod->json, pod->node, "metadata", text_string(&piece));
	}
	changes->failed |= piece.failed;
}

static int may_be_object(const struct json *json, uint32_t node)
{
	enum json_type type = json_type(json, node);

	return type == JSON_ABSENT || type == JSON_NULL || type == JSON_OBJECT;
}

static void add_record(struct work *work)
{
	struct pod *pod = work->pod;
	struct changes *changes = work->changes;
	const char *record = record_text(work->record);
	struct text path TEXT_CLEANUP = {0};
	struct text value TEXT_CLEANUP = {0};
	char key[POD_KEY_MAX];

	changes->failed |= work->record->next.failed;
	if (!record || !changes->operations || pod->config.no_record)
		return;
	if (!may_be_object(pod->json, pod->metadata) ||
	    !may_be_object(pod->json, pod->annotations)) {
		warnings_add(work->warnings, "metadata is not understood; nothing is recorded");
		return;
	}
	pod_key(&pod->config, "injected", key);
	json_add_quoted(&value, record);
	text_add(&path, pod->path);
	add_parents(changes, pod, &path);
	pointer_add(&path, key);
	changes->failed |= value.failed;
	changes_operation(changes, "add", &path, text_string(&value));
	put_record(changes, pod, key, text_string(&value));
}

static int change_pod(struct work *work)
{
	struct containers containers CONTAINERS_CLEANUP = {0};
	int error = containers_open(&containers, work->pod, work->warnings);

	if (error == -ENOMEM)
		return error;
	if (error < 0) {
		warnings_add(work->warnings, "the pod's containers are not understood");
		return 0;
	}
	for (size_t i = 0; i < containers.count; i++)
		visit_container(work, &containers.all[i]);
	if (work->on_pod_memory > 1)
		warnings_add(work->warnings, "%u containers share the pod's memory limit",
			     work->on_pod_memory);
	add_record(work);
	return 0;
}

/* Takes back what was changed since there were so many splices. */
static void take_back(struct changes *changes, size_t splices, struct injected *injected)
{
	changes->count = splices;
	changes->operations = 0;
	changes->patch.length = 0;
	injected->count = 0;
	if (injected->lines)
		injected->lines->length = 0;
}

/* The last look: out of memory, ambiguous, or in doubt means no changes. */
static int conclude(struct pod *pod, const struct subject *subject, size_t splices,
		    struct work *work)
{
	struct changes *changes = work->changes;

	if (pod->failed || changes->failed)
		return -ENOMEM;
	if (pod->json->repeated)
		return -EBADMSG;
	if (work->injected->reason != K8S_REASON_NONE)
		return 0;
	if (!changes->operations) {
		work->injected->reason = K8S_REASON_NOTHING;
	} else if (verify_patch(pod, subject->object, &changes->patch) < 0) {
		work->injected->reason = K8S_REASON_DOUBT;
		take_back(changes, splices, work->injected);
		warnings_add(work->warnings,
			     "the patch did not pass its own check: nothing is set");
	}
	return 0;
}

int inject(const struct k8s_config *config, const struct subject *subject, struct changes *changes,
	   struct warnings *warnings, struct injected *injected)
{
	struct pod pod POD_CLEANUP = {0};
	struct record record RECORD_CLEANUP = {0};
	struct work work = {
		.pod = &pod,
		.record = &record,
		.changes = changes,
		.warnings = warnings,
		.injected = injected,
	};
	size_t splices = changes->count;
	int error = 0;

	injected->reason = pod_open(&pod, config, subject, warnings);
	if (injected->reason == K8S_REASON_NONE) {
		record_open(&record, &pod, warnings);
		error = change_pod(&work);
	}
	return error < 0 ? error : conclude(&pod, subject, splices, &work);
}
