/* SPDX-License-Identifier: MIT
 *
 * Which cgroup a process is in. Says nothing of where that cgroup can be seen: place.c does.
 */
#include "membership.h"

#include <errno.h>
#include <string.h>

static void add_line(struct climits_membership *membership, const struct climits_procgroup *line)
{
	if (line->unified)
		membership->unified = line->path;
	for (unsigned c = 0; c < CLIMITS_CONTROLLERS; c++) {
		if (!(line->controllers & 1U << c))
			continue;
		membership->version[c] = 1;
		membership->path[c] = line->path;
	}
}

/* What no v1 line names is on v2, if the process is there. */
static void add_unified(struct climits_membership *membership)
{
	if (membership->unified.len == 0)
		return;
	for (unsigned c = 0; c < CLIMITS_CONTROLLERS; c++) {
		if (membership->version[c])
			continue;
		membership->version[c] = 2;
		membership->path[c] = membership->unified;
	}
}

int climits_membership_parse(struct climits_span text, struct climits_membership *ret)
{
	struct climits_membership membership = {0};
	int lines = 0;

	for (size_t at = 0; at < text.len;) {
		const char *end = memchr(text.at + at, '\n', text.len - at);
		size_t len = end ? (size_t)(end - text.at) - at : text.len - at;
		struct climits_procgroup line;

		if (climits_procgroup_parse((struct climits_span){.at = text.at + at, .len = len},
					    &line) == 0) {
			add_line(&membership, &line);
			lines++;
		}
		at += len + 1;
	}
	if (lines == 0)
		return -EBADMSG;
	add_unified(&membership);
	*ret = membership;
	return 0;
}

static int same(struct climits_span a, struct climits_span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

int climits_membership_same(const struct climits_membership *a, const struct climits_membership *b)
{
	for (unsigned c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (a->version[c] != b->version[c] || !same(a->path[c], b->path[c]))
			return 0;
	return same(a->unified, b->unified);
}

int climits_membership_keep(struct climits_membership *membership,
			    char buf[CLIMITS_MEMBERSHIP_TEXT])
{
	struct climits_span *spans[CLIMITS_CONTROLLERS + 1] = {&membership->unified};
	size_t used = 0;

	for (unsigned c = 0; c < CLIMITS_CONTROLLERS; c++)
		spans[c + 1] = &membership->path[c];
	for (unsigned i = 0; i <= CLIMITS_CONTROLLERS; i++) {
		if (spans[i]->len == 0)
			continue;
		if (spans[i]->len > CLIMITS_MEMBERSHIP_TEXT - used)
			return -ENAMETOOLONG;
		memcpy(buf + used, spans[i]->at, spans[i]->len);
		spans[i]->at = buf + used;
		used += spans[i]->len;
	}
	return 0;
}
