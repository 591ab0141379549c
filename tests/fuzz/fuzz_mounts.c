/* SPDX-License-Identifier: MIT
 *
 * Fuzzes lib/mounts.c and lib/mountinfo.c: the input is a text of /proc/PID/cgroup, an empty line
 * and one of /proc/PID/mountinfo.
 */
#include "../../lib/mounts.h"
#include "fuzz.h"

static void check_escapes(struct climits_span text)
{
	char *plain = malloc(text.len ? text.len : 1);

	MUST(plain != NULL);
	MUST(climits_mountinfo_unescape(text, plain) <= text.len);
	free(plain);
}

static void check_line(const struct climits_mountinfo *line, const char *text, size_t size)
{
	MUST(fuzz_within(line->root.at, line->root.len, text, size));
	MUST(fuzz_within(line->point.at, line->point.len, text, size));
	MUST(fuzz_within(line->type.at, line->type.len, text, size));
	MUST(fuzz_within(line->options.at, line->options.len, text, size));
	MUST(line->type.len > 0 && line->point.len > 0 && line->point.at[0] == '/');
	check_escapes(line->root);
	check_escapes(line->point);
}

/* Takes each line, cut at the end of the text as the reader may have cut it. */
static void add_lines(struct climits_mounts *mounts, const char *text, size_t size,
		      const struct climits_membership *membership)
{
	for (size_t at = 0; at < size;) {
		const char *end = memchr(text + at, '\n', size - at);
		size_t len = end ? (size_t)(end - text) - at : size - at;
		struct climits_span span = {.at = text + at, .len = len};
		struct climits_mountinfo line;

		if (climits_mountinfo_parse(span, !end, &line) == 0) {
			check_line(&line, text, size);
			climits_mounts_add(mounts, &line, (int)(len % 2), membership);
		}
		at += len + 1;
	}
}

static void check_order(const struct climits_mounts *mounts, int version, unsigned controller)
{
	int order[CLIMITS_MOUNTS_MAX];
	int carried;
	int count = climits_mounts_order(mounts, version, controller, order, 8, &carried);

	MUST(count >= 0 && count <= 8 && count <= carried && carried <= mounts->count);
	for (int i = 0; i < count; i++) {
		const struct climits_mount *mount = &mounts->mount[order[i]];

		MUST(mount->usable && mount->version == version);
		MUST(mount->controllers & 1U << controller);
		if (i > 0)
			MUST(mounts->mount[order[i - 1]].root_depth <= mount->root_depth);
	}
}

static void check_mounts(const struct climits_mounts *mounts)
{
	int version = climits_mounts_version(mounts);

	MUST(mounts->count >= 0 && mounts->count <= CLIMITS_MOUNTS_MAX);
	MUST(mounts->text_used <= CLIMITS_MOUNTS_TEXT);
	MUST(version >= 0 && version <= 3);
	for (int i = 0; i < mounts->count; i++) {
		const struct climits_mount *mount = &mounts->mount[i];

		MUST(fuzz_within(mount->root.at, mount->root.len, mounts->text, mounts->text_used));
		MUST(fuzz_within(mount->point.at, mount->point.len + 1, mounts->text,
				 mounts->text_used));
		MUST(mount->point.at[mount->point.len] == '\0');
		MUST(mount->controllers != 0 && mount->covered >= 0);
	}
	for (unsigned controller = 0; controller < CLIMITS_CONTROLLERS; controller++) {
		check_order(mounts, 1, controller);
		check_order(mounts, 2, controller);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct climits_mounts mounts;
	const uint8_t *empty = size ? memmem(data, size, "\n\n", 2) : NULL;
	size_t first = empty ? (size_t)(empty - data) + 1 : 0;
	size_t second = empty ? first + 1 : 0;
	char *cgroup = fuzz_copy(data, first);
	char *mountinfo = fuzz_copy(data + second, size - second);
	struct climits_membership membership = {0};

	if (climits_membership_parse((struct climits_span){.at = cgroup, .len = first},
				     &membership) < 0)
		membership = (struct climits_membership){0};
	climits_mounts_clear(&mounts);
	add_lines(&mounts, mountinfo, size - second, &membership);
	check_mounts(&mounts);
	free(cgroup);
	free(mountinfo);
	return 0;
}
