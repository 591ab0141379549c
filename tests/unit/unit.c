/* SPDX-License-Identifier: MIT
 *
 * What the unit tests share. Trees of files are in tree.c.
 */
#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int unit_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int run;
	int failed;

	srunner_run_all(runner, CK_NORMAL);
	run = srunner_ntests_run(runner);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0 || run == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static struct guarded guarded_map(size_t len, enum guard guard)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t inner = len > 0 ? (len + page - 1) / page * page : page;
	struct guarded guarded = {.map_size = inner + 2 * page, .len = len};

	guarded.map = mmap(NULL, guarded.map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(guarded.map, MAP_FAILED);
	ck_assert_int_eq(mprotect(guarded.map + page, inner, PROT_READ | PROT_WRITE), 0);
	guarded.at = guarded.map + page + (guard == GUARD_BEHIND ? inner - len : 0);
	return guarded;
}

struct guarded guarded_copy(const char *text, size_t len, enum guard guard)
{
	struct guarded guarded = guarded_map(len, guard);

	if (len > 0)
		memcpy(guarded.at, text, len);
	return guarded;
}

struct guarded guarded_room(size_t len)
{
	struct guarded guarded = guarded_map(len, GUARD_BEHIND);

	if (len > 0)
		memset(guarded.at, 0x5a, len);
	return guarded;
}

void guarded_free(struct guarded *guarded)
{
	ck_assert_int_eq(munmap(guarded->map, guarded->map_size), 0);
	*guarded = (struct guarded){0};
}

void unit_append(char *string, size_t size, const char *text)
{
	size_t len = strlen(string);

	ck_assert_uint_lt(len + strlen(text), size);
	snprintf(string + len, size - len, "%s", text);
}

int unit_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int count = 0;

	ck_assert_ptr_nonnull(dir);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count - 3; /* ".", "..", and that of dir */
}
