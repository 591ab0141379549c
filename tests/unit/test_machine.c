/* SPDX-License-Identifier: MIT
 *
 * lib/machine.c: CPUs that are online and allowed, RAM and swap.
 */
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>

#define ONLINE "/sys/devices/system/cpu/online"
#define STATUS "/proc/self/status"
#define MEMINFO "/proc/meminfo"

#define CPUS(number) LIMITED(-1, number)

/* clang-format off */
static const struct {
	const char *name;
	struct tree_file files[2];
	struct climits_limit online, affinity;
} rows[] = {
	{"four", {{0}}, CPUS(4), CPUS(4)},
	{"a hole", {{ONLINE, "0,2-3\n"}}, CPUS(3), CPUS(4)},
	{"no newline", {{ONLINE, "0-1"}}, CPUS(2), CPUS(4)},
	{"1920", {{ONLINE, "0-1919\n"}}, CPUS(1920), CPUS(4)},
	{"no online", {{ONLINE, NULL}}, UNKNOWN(ENOENT), CPUS(4)},
	{"malformed online", {{ONLINE, "0-3:1/2\n"}}, INVALID, CPUS(4)},
	{"empty online", {{ONLINE, "\n"}}, INVALID, CPUS(4)},
	{"directory", {{ONLINE, NULL}, {"/sys/devices/system/cpu/online/", ""}}, UNKNOWN(EISDIR),
	 CPUS(4)},
	{"no status", {{STATUS, NULL}}, CPUS(4), UNKNOWN(ENOENT)},
	{"status without a mask", {{STATUS, "State:\tR\n"}}, CPUS(4), UNKNOWN(ENOENT)},
	{"mask before list", {{STATUS, "Cpus_allowed_list:\t0\nCpus_allowed:\t7\n"}}, CPUS(4),
	 CPUS(3)},
	{"a mask of several words", {{STATUS, "Cpus_allowed:\tff,00000000,ffffffff\n"}}, CPUS(4),
	 CPUS(40)},
	{"list alone", {{STATUS, "Cpus_allowed_list:\t0-1,5\n"}}, CPUS(4), CPUS(3)},
	{"malformed mask", {{STATUS, "Cpus_allowed:\tz\nCpus_allowed_list:\t0\n"}}, CPUS(4),
	 INVALID},
	{"malformed list", {{STATUS, "Cpus_allowed_list:\t3-1\n"}}, CPUS(4), INVALID},
};

static const struct {
	const char *name;
	const char *meminfo; /* NULL: no such file */
	uint64_t total, swap;
} memories[] = {
	{"both", "MemTotal: 1024 kB\nSwapTotal: 512 kB\n", 1048576, 524288},
	{"no swap", "MemTotal: 1024 kB\nSwapTotal: 0 kB\n", 1048576, 0},
	{"no line of swap", "MemTotal: 1024 kB\n", 1048576, 0},
	{"malformed total", "MemTotal: 1024\nSwapTotal: 512 kB\n", 0, 524288},
	{"malformed swap", "MemTotal: 1024 kB\nSwapTotal: x kB\n", 1048576, 0},
	{"empty", "", 0, 0},
	{"none", NULL, 0, 0},
};
/* clang-format on */

START_TEST(cpus)
{
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, TREE_FILES(rows[_i]));
	limits = tree_read_once(&tree);
	tree_check(rows[_i].name, &limits.online, &rows[_i].online);
	tree_check(rows[_i].name, &limits.affinity, &rows[_i].affinity);
	tree_destroy(&tree);
}
END_TEST

START_TEST(memory)
{
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	if (memories[_i].meminfo)
		tree_put(&tree, MEMINFO, memories[_i].meminfo);
	else
		tree_remove(&tree, MEMINFO);
	limits = tree_read_once(&tree);
	ck_assert_msg(limits.memory_total == memories[_i].total, "%s: %ju", memories[_i].name,
		      (uintmax_t)limits.memory_total);
	ck_assert_msg(limits.swap_total == memories[_i].swap, "%s: %ju", memories[_i].name,
		      (uintmax_t)limits.swap_total);
	tree_destroy(&tree);
}
END_TEST

/* Numbers of a read before are not left standing. */
START_TEST(forgotten)
{
	struct climits *handle;
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	handle = tree_open(&tree);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_total, TREE_RAM);
	ck_assert_uint_eq(limits.swap_total, TREE_SWAP);
	ck_assert_uint_eq(limits.usable_cpus, 4);
	tree_remove(&tree, MEMINFO);
	tree_remove(&tree, ONLINE);
	tree_remove(&tree, STATUS);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_total, 0);
	ck_assert_uint_eq(limits.swap_total, 0);
	ck_assert_uint_eq(limits.online.value, 0);
	ck_assert_uint_eq(limits.affinity.value, 0);
	ck_assert_uint_eq(limits.usable_cpus, 0);
	ck_assert_uint_eq(limits.cpus, 0);
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

/* The live machine's numbers are the C library's. */
START_TEST(live)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct sysinfo info;
	cpu_set_t *mask = CPU_ALLOC(16384);

	ck_assert_ptr_nonnull(mask);
	ck_assert_int_eq(sched_getaffinity(0, CPU_ALLOC_SIZE(16384), mask), 0);
	ck_assert_int_eq(sysinfo(&info), 0);
	ck_assert_int_eq(climits_read_once(NULL, &limits), 0);
	ck_assert_int_eq(limits.affinity.status, CLIMITS_LIMITED);
	ck_assert_uint_eq(limits.affinity.value,
			  (unsigned)CPU_COUNT_S(CPU_ALLOC_SIZE(16384), mask));
	ck_assert_uint_gt(limits.usable_cpus, 0);
	ck_assert_uint_le(limits.usable_cpus, limits.affinity.value);
	ck_assert_uint_eq(limits.memory_total, (uint64_t)info.totalram * info.mem_unit);
	ck_assert_int_eq(limits.scheduling, sched_getscheduler(0));
	CPU_FREE(mask);
}
END_TEST

/* With fewer CPUs allowed, there are fewer; the next read notices. */
START_TEST(live_affinity)
{
	struct climits *handle = NULL;
	struct climits_limits limits;
	cpu_set_t before;
	cpu_set_t one;
	char list[16];
	char expected[16];
	size_t cpu = 0;

	if (sched_getaffinity(0, sizeof(before), &before) < 0)
		return; /* more CPUs than cpu_set_t has */
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	ck_assert_int_eq(climits_open(NULL, &handle), 0);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.affinity.value, (unsigned)CPU_COUNT(&before));
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(one), &one), 0);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.affinity.value, 1);
	ck_assert_uint_eq(limits.usable_cpus, 1);
	ck_assert_uint_eq(limits.cpus, 1);
	snprintf(expected, sizeof(expected), "%zu", cpu);
	ck_assert_int_eq(climits_cpu_list(handle, CLIMITS_AFFINITY, list, sizeof(list)),
			 (int)strlen(expected));
	ck_assert_str_eq(list, expected);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(before), &before), 0);
	climits_close(handle);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("machine");
	TCase *tcase = tcase_create("machine");

	tcase_add_loop_test(tcase, cpus, 0, COUNT(rows));
	tcase_add_loop_test(tcase, memory, 0, COUNT(memories));
	tcase_add_test(tcase, forgotten);
	tcase_add_test(tcase, live);
	tcase_add_test(tcase, live_affinity);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
