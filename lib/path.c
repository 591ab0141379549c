/* SPDX-License-Identifier: MIT
 *
 * Paths of cgroups. Does not touch the file system: whether a path exists is place.c's question.
 */
#include "path.h"

#include <string.h>

static const char DELETED[] = " (deleted)";

/* Skips slashes, then takes the next component off the front of *path. Its len is 0 at the end. */
static struct climits_span next_component(struct climits_span *path)
{
	struct climits_span component;

	while (path->len > 0 && path->at[0] == '/') {
		path->at++;
		path->len--;
	}
	component = (struct climits_span){.at = path->at};
	while (path->len > 0 && path->at[0] != '/') {
		path->at++;
		path->len--;
		component.len++;
	}
	return component;
}

size_t climits_path_depth(struct climits_span path)
{
	size_t depth = 0;

	while (next_component(&path).len > 0)
		depth++;
	return depth;
}

struct climits_span climits_path_up(struct climits_span path, size_t up)
{
	for (;;) {
		while (path.len > 0 && path.at[path.len - 1] == '/')
			path.len--;
		if (up == 0 || path.len == 0)
			return path;
		while (path.len > 0 && path.at[path.len - 1] != '/')
			path.len--;
		up--;
	}
}

int climits_path_below(struct climits_span top, struct climits_span path,
		       struct climits_span *ret_rest)
{
	for (;;) {
		struct climits_span want = next_component(&top);
		struct climits_span have;

		if (want.len == 0)
			break;
		have = next_component(&path);
		if (have.len != want.len || memcmp(have.at, want.at, want.len) != 0)
			return 0;
	}
	while (path.len > 0 && path.at[0] == '/') {
		path.at++;
		path.len--;
	}
	*ret_rest = path;
	return 1;
}

int climits_path_escapes(struct climits_span path)
{
	struct climits_span component;

	while ((component = next_component(&path)).len > 0)
		if (component.len == 2 && memcmp(component.at, "..", 2) == 0)
			return 1;
	return 0;
}

int climits_path_deleted(struct climits_span *path)
{
	const size_t len = sizeof(DELETED) - 1;

	if (path->len < len || memcmp(path->at + path->len - len, DELETED, len) != 0)
		return 0;
	path->len -= len;
	return 1;
}
