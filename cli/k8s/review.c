/* SPDX-License-Identifier: MIT
 *
 * review.c - one AdmissionReview in, one out (k8s.io/api/admission/v1 and v1beta1, which have the
 * same members). Whatever the object is, the answer is "allowed": to refuse pods is not our trade.
 * An answer that cannot be made well is an error, and the API server does what its failure policy
 * says.
 */
#include "review.h"

#include <errno.h>
#include <string.h>

#include "base64.h"

/* The API server sends a UUID. */
#define UID_MAX 128

struct review {
	struct json json;
	uint32_t request;
	const char *version;
};

void k8s_outcome_free(struct k8s_outcome *outcome)
{
	text_free(&outcome->uid);
	text_free(&outcome->namespace_name);
	text_free(&outcome->name);
}

static enum k8s_status malformed(struct k8s_outcome *outcome, const char *error)
{
	outcome->error = error;
	return K8S_MALFORMED;
}

enum k8s_status k8s_status_of(int error, struct k8s_outcome *outcome)
{
	if (error == 0)
		return K8S_DONE;
	if (error == -ENOMEM) {
		outcome->error = "out of memory";
		return K8S_NO_MEMORY;
	}
	if (error == -E2BIG) {
		outcome->error = "too many values, or too deep";
		return K8S_TOO_MANY;
	}
	return malformed(outcome, "not JSON");
}

static enum k8s_status read_document(const struct k8s_config *config, struct review *review,
				     const char *body, size_t length, struct k8s_outcome *outcome)
{
	size_t offset = 0;
	int error;

	if (length > config->max_bytes) {
		outcome->error = "too large";
		return K8S_TOO_LARGE;
	}
	error = json_parse(&review->json, body, length, &config->limits, &offset);
	if (error == 0 && offset != length)
		return malformed(outcome, "something follows the JSON object");
	return k8s_status_of(error, outcome);
}

/* uid goes into the reply as it is. */
static int read_uid(struct review *review, struct text *uid)
{
	struct json *json = &review->json;
	uint32_t node = json_member(json, review->request, "uid");

	if (json_add_decoded(json, node, uid) < 0 || uid->length == 0 || uid->length > UID_MAX)
		return -1;
	for (size_t i = 0; i < uid->length; i++)
		if (uid->data[i] < 0x21 || uid->data[i] > 0x7e)
			return -1;
	return 0;
}

static enum k8s_status read_request(struct review *review, struct k8s_outcome *outcome)
{
	struct json *json = &review->json;
	uint32_t version = json_member(json, 0, "apiVersion");

	if (json_equals(json, version, "admission.k8s.io/v1"))
		review->version = "admission.k8s.io/v1";
	else if (json_equals(json, version, "admission.k8s.io/v1beta1"))
		review->version = "admission.k8s.io/v1beta1";
	if (!review->version || !json_equals(json, json_member(json, 0, "kind"), "AdmissionReview"))
		return malformed(outcome, "not an AdmissionReview of v1 or v1beta1");
	review->request = json_member(json, 0, "request");
	if (json_type(json, review->request) != JSON_OBJECT)
		return malformed(outcome, "the review has no request");
	if (read_uid(review, &outcome->uid) < 0)
		return malformed(outcome, "the request has no usable uid");
	return K8S_DONE;
}

/* For logs. A pod of a workload is not named yet. */
static void read_names(struct review *review, struct k8s_outcome *outcome)
{
	struct json *json = &review->json;
	uint32_t object = json_member(json, review->request, "object");
	uint32_t metadata = json_member(json, object, "metadata");
	uint32_t space = json_member(json, review->request, "namespace");

	json_add_decoded(json, space, &outcome->namespace_name);
	json_add_decoded(json, json_member(json, review->request, "name"), &outcome->name);
	if (!outcome->name.length)
		json_add_decoded(json, json_member(json, metadata, "name"), &outcome->name);
	if (!outcome->name.length)
		json_add_decoded(json, json_member(json, metadata, "generateName"), &outcome->name);
}

static int is_creation(struct review *review)
{
	struct json *json = &review->json;
	uint32_t sub = json_member(json, review->request, "subResource");

	return json_equals(json, json_member(json, review->request, "operation"), "CREATE") &&
	       (json_type(json, sub) == JSON_ABSENT || json_equals(json, sub, ""));
}

/* By the request's kind: the object's own text is the user's. */
static const char *template_path(const struct k8s_config *config, struct review *review)
{
	struct json *json = &review->json;
	uint32_t kind = json_member(json, review->request, "kind");

	return pod_template_path(config, json, json_member(json, kind, "group"),
				 json_member(json, kind, "kind"));
}

static enum k8s_status change(const struct k8s_config *config, struct review *review,
			      struct changes *changes, struct k8s_outcome *outcome)
{
	struct subject subject = {.json = &review->json};
	int error;

	subject.object = json_member(&review->json, review->request, "object");
	subject.path = template_path(config, review);

	outcome->reason = K8S_REASON_OPERATION;
	if (!is_creation(review))
		return K8S_DONE;
	outcome->reason = K8S_REASON_KIND;
	if (!subject.path)
		return K8S_DONE;
	error = inject(config, &subject, changes, &outcome->warnings, &outcome->injected);
	outcome->reason = outcome->injected.reason;
	return error == -EBADMSG ? K8S_DONE : k8s_status_of(error, outcome);
}

/*
 * The same at every call for one pod, which may be called twice: an audit annotation cannot be set
 * to another value (apiserver, pkg/admission/plugin/webhook/mutating/reinvocationcontext.go).
 */
static void add_audit(const struct k8s_outcome *outcome, struct text *reply)
{
	text_addf(reply, ",\"auditAnnotations\":{\"injected\":\"%s\"}",
		  outcome->injected.over_env_from ? "true, env-from-overridden" : "true");
}

static void add_warnings(const struct warnings *warnings, struct text *reply)
{
	size_t lines = warnings_lines(warnings);

	for (size_t i = 0; i < lines; i++) {
		struct text line TEXT_CLEANUP = {0};

		warnings_line(warnings, i, &line);
		text_add(reply, i ? "," : ",\"warnings\":[");
		json_add_quoted(reply, text_string(&line));
		reply->failed |= line.failed;
	}
	if (lines)
		text_add(reply, "]");
}

static void add_patch(const struct changes *changes, struct text *reply)
{
	struct text patch TEXT_CLEANUP = {0};

	text_addf(&patch, "[%s]", text_string(&changes->patch));
	text_add(reply, ",\"patchType\":\"JSONPatch\",\"patch\":\"");
	base64_add(reply, text_string(&patch), patch.length);
	text_add(reply, "\"");
	reply->failed |= patch.failed | changes->failed;
}

static void add_reply(const struct review *review, const struct changes *changes,
		      struct k8s_outcome *outcome, struct text *reply)
{
	text_addf(reply,
		  "{\"apiVersion\":\"%s\",\"kind\":\"AdmissionReview\",\"response\":{\"uid\":",
		  review->version);
	json_add_quoted(reply, text_string(&outcome->uid));
	text_add(reply, ",\"allowed\":true");
	if (changes->operations)
		add_patch(changes, reply);
	add_warnings(&outcome->warnings, reply);
	if (changes->operations)
		add_audit(outcome, reply);
	text_add(reply, "}}\n");
	outcome->patched = changes->operations > 0;
}

static enum k8s_status answer(const struct k8s_config *config, struct review *review,
			      struct text *reply, struct k8s_outcome *outcome)
{
	struct changes changes CHANGES_CLEANUP = {0};
	size_t before = reply->length;
	enum k8s_status status = read_request(review, outcome);

	if (status != K8S_DONE)
		return status;
	read_names(review, outcome);
	status = change(config, review, &changes, outcome);
	if (status != K8S_DONE)
		return status;
	if (review->json.repeated)
		return malformed(outcome, "a member that matters is there twice");
	add_reply(review, &changes, outcome, reply);
	if (reply->failed || outcome->uid.failed) {
		reply->length = before;
		return k8s_status_of(-ENOMEM, outcome);
	}
	return K8S_DONE;
}

enum k8s_status k8s_review(const struct k8s_config *config, const char *body, size_t length,
			   struct text *reply, struct k8s_outcome *outcome)
{
	struct review review = {.request = JSON_NONE};
	enum k8s_status status = read_document(config, &review, body, length, outcome);

	if (status == K8S_DONE)
		status = answer(config, &review, reply, outcome);
	json_free(&review.json);
	return status;
}
