/* SPDX-License-Identifier: MIT
 *
 * lib/names.c: every number has its word, no two share one, and nothing else has any.
 */
#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "containerlimits.h"

static void assert_word(const char *word)
{
	ck_assert_ptr_nonnull(word);
	ck_assert_uint_gt(strlen(word), 0);
	ck_assert_uint_eq(strspn(word, "abcdefghijklmnopqrstuvwxyz-."), strlen(word));
}

static void assert_other(const char *(*name)(int), int number)
{
	int i;

	for (i = 0; i < number; i++)
		ck_assert_str_ne(name(i), name(number));
}

static void assert_words(const char *(*name)(int), int count)
{
	int i;

	for (i = 0; i < count; i++) {
		assert_word(name(i));
		assert_other(name, i);
	}
	ck_assert_ptr_null(name(-1));
	ck_assert_ptr_null(name(count));
	ck_assert_ptr_null(name(INT_MAX));
	ck_assert_ptr_null(name(INT_MIN));
}

START_TEST(words)
{
	assert_words(climits_status_name, 4);
	assert_words(climits_note_name, CLIMITS_NOTES);
	assert_words(climits_resource_name, CLIMITS_RESOURCES);
}
END_TEST

/* Part of the contract: programs compare with them. */
START_TEST(contract)
{
	ck_assert_str_eq(climits_status_name(CLIMITS_UNKNOWN), "unknown");
	ck_assert_str_eq(climits_status_name(CLIMITS_LIMITED), "limited");
	ck_assert_str_eq(climits_status_name(CLIMITS_UNLIMITED), "unlimited");
	ck_assert_str_eq(climits_status_name(CLIMITS_INVALID), "invalid");
	ck_assert_str_eq(climits_resource_name(CLIMITS_CPU_QUOTA), "cpu.quota");
	ck_assert_str_eq(climits_resource_name(CLIMITS_CPUSET), "cpuset");
	ck_assert_str_eq(climits_resource_name(CLIMITS_CPU_WEIGHT), "cpu.weight");
	ck_assert_str_eq(climits_resource_name(CLIMITS_MEMORY_MAX), "memory.max");
	ck_assert_str_eq(climits_resource_name(CLIMITS_MEMORY_HIGH), "memory.high");
	ck_assert_str_eq(climits_resource_name(CLIMITS_SWAP_MAX), "memory.swap.max");
	ck_assert_str_eq(climits_resource_name(CLIMITS_PIDS_MAX), "pids.max");
	ck_assert_str_eq(climits_resource_name(CLIMITS_AFFINITY), "affinity");
	ck_assert_str_eq(climits_resource_name(CLIMITS_ONLINE), "online");
	ck_assert_str_eq(climits_note_name(CLIMITS_NOTE_ANCESTORS_HIDDEN), "ancestors-hidden");
	ck_assert_str_eq(climits_note_name(CLIMITS_NOTE_QUOTA_FRACTION), "quota-fraction");
	ck_assert_str_eq(climits_note_name(CLIMITS_NOTE_CGROUP_MOVED), "cgroup-moved");
	ck_assert_str_eq(climits_note_name(CLIMITS_NOTE_UPDATES_OFF), "updates-off");
}
END_TEST

START_TEST(records)
{
	struct climits_limits limits = {.size = sizeof(limits)};

	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_CPU_QUOTA), &limits.cpu_quota);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_CPUSET), &limits.cpuset);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_CPU_WEIGHT), &limits.cpu_weight);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_MEMORY_MAX), &limits.memory_max);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_MEMORY_HIGH), &limits.memory_high);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_SWAP_MAX), &limits.swap_max);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_PIDS_MAX), &limits.pids_max);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_AFFINITY), &limits.affinity);
	ck_assert_ptr_eq(climits_limit_of(&limits, CLIMITS_ONLINE), &limits.online);
	ck_assert_ptr_null(climits_limit_of(&limits, -1));
	ck_assert_ptr_null(climits_limit_of(&limits, CLIMITS_RESOURCES));
}
END_TEST

START_TEST(version)
{
	ck_assert_str_eq(climits_version(), CLIMITS_VERSION);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("names");
	TCase *tests = tcase_create("names");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(tests, words);
	tcase_add_test(tests, contract);
	tcase_add_test(tests, records);
	tcase_add_test(tests, version);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
