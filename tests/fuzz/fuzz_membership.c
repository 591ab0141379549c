/* SPDX-License-Identifier: MIT
 *
 * Fuzzes lib/membership.c, lib/procgroup.c and lib/path.c with a text of /proc/PID/cgroup.
 */
#include "../../lib/membership.h"
#include "fuzz.h"

static int is_same(struct climits_span a, struct climits_span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static void check_path(struct climits_span path, const char *text, size_t size)
{
	size_t depth = climits_path_depth(path);
	struct climits_span up = climits_path_up(path, 1);
	struct climits_span rest;
	struct climits_span before = path;

	MUST(path.len > 0 && path.at[0] == '/');
	MUST(fuzz_within(path.at, path.len, text, size));
	MUST(!memchr(path.at, '\n', path.len));
	MUST(climits_path_depth(up) == (depth ? depth - 1 : 0));
	MUST(climits_path_up(path, depth).len == 0);
	MUST(climits_path_below(path, path, &rest) && rest.len == 0);
	MUST(climits_path_below(up, path, &rest));
	MUST(climits_path_depth(rest) == (depth ? 1 : 0));
	MUST(depth == 0 || !climits_path_below(path, up, &rest));
	if (climits_path_deleted(&before))
		MUST(before.len + 10 == path.len);
	if (climits_path_escapes(path))
		MUST(depth > 0);
}

static void check_kept(const struct climits_membership *membership)
{
	static char room[CLIMITS_MEMBERSHIP_TEXT];
	struct climits_membership kept = *membership;

	if (climits_membership_keep(&kept, room) < 0)
		return;
	MUST(climits_membership_same(&kept, membership));
	MUST(fuzz_within(kept.unified.at, kept.unified.len, room, sizeof(room)));
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		MUST(fuzz_within(kept.path[c].at, kept.path[c].len, room, sizeof(room)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	struct climits_membership membership;
	struct climits_procgroup line;
	struct climits_span all = {.at = text, .len = size};

	if (climits_procgroup_parse(all, &line) == 0)
		MUST(fuzz_within(line.path.at, line.path.len, text, size));
	if (climits_membership_parse(all, &membership) == 0) {
		for (int c = 0; c < CLIMITS_CONTROLLERS; c++) {
			MUST(membership.version[c] >= 0 && membership.version[c] <= 2);
			MUST((membership.version[c] == 0) == (membership.path[c].len == 0));
			if (membership.version[c] == 2)
				MUST(is_same(membership.path[c], membership.unified));
			if (membership.version[c])
				check_path(membership.path[c], text, size);
		}
		check_kept(&membership);
	}
	free(text);
	return 0;
}
