/* SPDX-License-Identifier: MIT
 *
 * lib/value.c: the text of one kernel file.
 */
#include "../../lib/value.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

#define NONE CLIMITS_NO_LIMIT

struct quota_row {
	const char *text;
	size_t len;
	int expected;
	uint64_t quota, period;
	int assumed;
};

/* clang-format off */
static const struct quota_row cpu_maxes[] = {
	{TEXT("50000 100000"), 0, 50000, 100000, 0},
	{TEXT("max 100000"), 0, NONE, 100000, 0},
	{TEXT("1000 1000000"), 0, 1000, 1000000, 0},
	{TEXT("17592186044416 1000000"), 0, UINT64_C(1) << 44, 1000000, 0},
	{TEXT("max"), 0, NONE, 100000, 1},
	{TEXT("50000"), 0, 50000, 100000, 1},
	{TEXT("50000 100000 0"), 0, 50000, 100000, 0},
	{TEXT("50000 100000 vendor burst"), 0, 50000, 100000, 0},
	{TEXT("50000 100000 "), 0, 50000, 100000, 0},
	{TEXT("max 1"), 0, NONE, 1, 0},
	{TEXT("max 0"), 0, NONE, 0, 0},
	{TEXT("50000 "), 0, 50000, 100000, 1},
	{TEXT("max  "), 0, NONE, 100000, 1},
	{TEXT("50000  100000"), 0, 50000, 100000, 0},
	{TEXT(""), -EBADMSG, 0, 0, 0},
	{TEXT(" "), -EBADMSG, 0, 0, 0},
	{TEXT(" 50000 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("50000\t100000"), -EBADMSG, 0, 0, 0},
	{TEXT("50000 100000\n"), -EBADMSG, 0, 0, 0},
	{TEXT("50000 100000x"), -EBADMSG, 0, 0, 0},
	{TEXT("50000x 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("123max 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("maximum 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("ma 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("MAX 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("-1 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("50000 -1"), -EBADMSG, 0, 0, 0},
	{TEXT("50000 max"), -EBADMSG, 0, 0, 0},
	{TEXT("0 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("50000 0"), -EBADMSG, 0, 0, 0},
	{TEXT("50000\0 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("18446744073709551616 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("50000 18446744073709551616"), -EBADMSG, 0, 0, 0},
	{TEXT("18446744073709551615 100000"), -EBADMSG, 0, 0, 0},
	{TEXT("0.5 1"), -EBADMSG, 0, 0, 0},
};

struct number_row {
	const char *text;
	size_t len;
	int expected;
	uint64_t number;
};

static const struct number_row maxes[] = {
	{TEXT("max"), 0, NONE},
	{TEXT("0"), 0, 0},
	{TEXT("536870912"), 0, 536870912},
	{TEXT("9007199254740993"), 0, UINT64_C(9007199254740993)},
	{TEXT("9223372036854771712"), 0, UINT64_C(9223372036854771712)},
	{TEXT(""), -EBADMSG, 0},
	{TEXT("max\n"), -EBADMSG, 0},
	{TEXT("max "), -EBADMSG, 0},
	{TEXT(" max"), -EBADMSG, 0},
	{TEXT("maxx"), -EBADMSG, 0},
	{TEXT("ma"), -EBADMSG, 0},
	{TEXT("m"), -EBADMSG, 0},
	{TEXT("123max"), -EBADMSG, 0},
	{TEXT("max\0"), -EBADMSG, 0},
	{TEXT("-1"), -EBADMSG, 0},
	{TEXT("512M"), -EBADMSG, 0},
	{TEXT("18446744073709551614"), 0, UINT64_MAX - 1},
	{TEXT("18446744073709551615"), -EBADMSG, 0}, /* would be taken for "max" */
	{TEXT("18446744073709551616"), -EBADMSG, 0},
};

static const struct number_row cfs_quotas[] = {
	{TEXT("50000"), 0, 50000},
	{TEXT("1000"), 0, 1000},
	{TEXT("-1"), 0, NONE},
	{TEXT("0"), 0, NONE}, /* the root cgroup of RHEL 6 */
	{TEXT(""), -EBADMSG, 0},
	{TEXT("max"), -EBADMSG, 0},
	{TEXT("-2"), -EBADMSG, 0},
	{TEXT("-10"), -EBADMSG, 0},
	{TEXT("-1 "), -EBADMSG, 0},
	{TEXT("-"), -EBADMSG, 0},
	{TEXT("1\n"), -EBADMSG, 0},
	{TEXT("50000 100000"), -EBADMSG, 0},
	{TEXT("18446744073709551616"), -EBADMSG, 0},
};

static const struct number_row cfs_periods[] = {
	{TEXT("100000"), 0, 100000},
	{TEXT("1000"), 0, 1000},
	{TEXT("0"), -EBADMSG, 0},
	{TEXT(""), -EBADMSG, 0},
	{TEXT("-1"), -EBADMSG, 0},
	{TEXT("x"), -EBADMSG, 0},
	{TEXT("18446744073709551616"), -EBADMSG, 0},
};

static const struct number_row v1_bytes[] = {
	{TEXT("0"), 0, 0},
	{TEXT("134217728"), 0, 134217728},
	{TEXT("9223372036854710271"), 0, UINT64_C(0x7FFFFFFFFFFEFFFF)},
	{TEXT("9223372036854710272"), 0, NONE}, /* pages of 64 KiB */
	{TEXT("9223372036854771712"), 0, NONE}, /* pages of 4 KiB */
	{TEXT("9223372036854775807"), 0, NONE},
	{TEXT("18446744073709551615"), 0, NONE}, /* before Linux 3.19 */
	{TEXT("18446744073709551616"), -EBADMSG, 0},
	{TEXT("max"), -EBADMSG, 0},
	{TEXT("-1"), -EBADMSG, 0},
	{TEXT(""), -EBADMSG, 0},
	{TEXT("134217728\n"), -EBADMSG, 0},
};

#define STAT "cache 1\nhierarchical_memory_limit 4096\nhierarchical_memsw_limit 8192\n"

struct key_row {
	const char *text;
	size_t len;
	const char *key;
	int expected;
	uint64_t number;
};

static const struct key_row keyed[] = {
	{TEXT(STAT), "hierarchical_memory_limit", 0, 4096},
	{TEXT(STAT), "hierarchical_memsw_limit", 0, 8192},
	{TEXT(STAT), "cache", 0, 1},
	{TEXT(STAT), "ache", -ENOENT, 0},
	{TEXT(STAT), "cach", -ENOENT, 0},
	{TEXT(STAT), "hierarchical_memory", -ENOENT, 0},
	{TEXT(STAT), "total_cache", -ENOENT, 0},
	{TEXT("x 5"), "x", 0, 5},
	{TEXT("x 5\ny 6"), "y", 0, 6},
	{TEXT("\n\nx 5\n"), "x", 0, 5},
	{TEXT("x 5\nx 6\n"), "x", 0, 5},
	{TEXT("xx 5\nx 6\n"), "x", 0, 6},
	{TEXT("x"), "x", -ENOENT, 0},
	{TEXT("x\n5\n"), "x", -ENOENT, 0},
	{TEXT(""), "x", -ENOENT, 0},
	{TEXT("\n"), "x", -ENOENT, 0},
	{TEXT("x\t5\n"), "x", -ENOENT, 0},
	{TEXT("x "), "x", -EBADMSG, 0},
	{TEXT("x \n5"), "x", -EBADMSG, 0},
	{TEXT("x  5\n"), "x", -EBADMSG, 0},
	{TEXT("x 5 \n"), "x", -EBADMSG, 0},
	{TEXT("x -5\n"), "x", -EBADMSG, 0},
	{TEXT("x 18446744073709551616\n"), "x", -EBADMSG, 0},
};

static const struct key_row meminfo[] = {
	{TEXT("MemTotal:       16303428 kB\nMemFree: 1 kB\n"), "MemTotal", 0,
	 UINT64_C(16303428) * 1024},
	{TEXT("MemTotal:\t1 kB"), "MemTotal", 0, 1024},
	{TEXT("MemTotal:1 kB"), "MemTotal", 0, 1024},
	{TEXT("MemTotal: 0 kB\n"), "MemTotal", 0, 0},
	{TEXT("A: 1 kB\nSwapTotal: 2 kB\n"), "SwapTotal", 0, 2048},
	{TEXT("MemTotal: 18014398509481983 kB\n"), "MemTotal", 0, UINT64_C(18446744073709550592)},
	{TEXT("MemTotal: 18014398509481984 kB\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal: 18446744073709551616 kB\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal: 1\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal: 1 MB\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal: 1 kB \n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal: kB\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal: x kB\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal:\n"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal:"), "MemTotal", -EBADMSG, 0},
	{TEXT("MemTotal 1 kB\n"), "MemTotal", -ENOENT, 0},
	{TEXT(" MemTotal: 1 kB\n"), "MemTotal", -ENOENT, 0},
	{TEXT("HighMemTotal: 1 kB\n"), "MemTotal", -ENOENT, 0},
	{TEXT(""), "MemTotal", -ENOENT, 0},
};

static const struct {
	const char *text;
	size_t len;
	const char *key;
	const char *value; /* NULL: no such line */
} status_rows[] = {
	{TEXT("Name:\tcat\nState:\tR (running)\n"), "State", "R (running)"},
	{TEXT("Name:\tState:\tZ\nState:\tS (sleeping)\n"), "State", "S (sleeping)"},
	{TEXT("Cpus_allowed:\tff,ffffffff\nCpus_allowed_list:\t0-39\n"), "Cpus_allowed",
	 "ff,ffffffff"},
	{TEXT("Cpus_allowed_list:\t0-39\n"), "Cpus_allowed", NULL},
	{TEXT("Cpus_allowed_list:\t0-39\n"), "Cpus_allowed_list", "0-39"},
	{TEXT("State: \t \tR"), "State", "R"},
	{TEXT("State:"), "State", ""},
	{TEXT("State:\t\n"), "State", ""},
	{TEXT("State\n"), "State", NULL},
	{TEXT(""), "State", NULL},
};

#define UNTIL_40 " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0"

static const struct {
	const char *text;
	size_t len;
	int expected;
	char state;
	int scheduling;
} stats[] = {
	{TEXT("1 (cat) R" UNTIL_40 " 0 0 0\n"), 0, 'R', 0},
	{TEXT("1 (cat) S" UNTIL_40 " 6 0 0\n"), 0, 'S', 6},
	{TEXT("1 (cat) S" UNTIL_40 " 2"), 0, 'S', 2},
	{TEXT("1 (cat) S" UNTIL_40 " "), 0, 'S', -1},
	{TEXT("1 (cat) S" UNTIL_40), 0, 'S', -1},
	{TEXT("1 (cat) S" UNTIL_40 " 16 0 0\n"), 0, 'S', -1},
	{TEXT("1 (cat) S" UNTIL_40 " x 0 0\n"), 0, 'S', -1},
	{TEXT("1 (cat) Z 0 0"), 0, 'Z', -1},
	{TEXT("1 (cat) X"), 0, 'X', -1},
	{TEXT("1 (a) Z (b) R 1"), 0, 'R', -1},
	{TEXT("1 () Z 1 (x)) S 1"), 0, 'S', -1},
	{TEXT("1 (a\nb) D 1"), 0, 'D', -1},
	{TEXT("1 (cat) "), -EBADMSG, 0, 0},
	{TEXT("1 (cat)"), -EBADMSG, 0, 0},
	{TEXT("1 cat R 1"), -EBADMSG, 0, 0},
	{TEXT(""), -EBADMSG, 0, 0},
	{TEXT(")"), -EBADMSG, 0, 0},
	{TEXT(") R"), 0, 'R', -1},
};
/* clang-format on */

START_TEST(cpu_max)
{
	const struct quota_row *row = &cpu_maxes[_i / GUARDS];
	struct guarded text = guarded_copy(row->text, row->len, (enum guard)(_i % GUARDS));
	struct climits_quota quota = {1, 2, 3};
	int r = climits_value_cpu_max(text.at, text.len, &quota);

	ck_assert_msg(r == row->expected, "\"%s\": %d", row->text, r);
	ck_assert_msg(quota.quota == (r ? 1 : row->quota), "\"%s\": %ju", row->text,
		      (uintmax_t)quota.quota);
	ck_assert_msg(quota.period == (r ? 2 : row->period), "\"%s\": %ju", row->text,
		      (uintmax_t)quota.period);
	ck_assert_msg(quota.assumed == (r ? 3 : row->assumed), "\"%s\"", row->text);
	guarded_free(&text);
}
END_TEST

static void check_number(const struct number_row *row, int guard,
			 int (*parse)(const char *text, size_t len, uint64_t *ret))
{
	struct guarded text = guarded_copy(row->text, row->len, (enum guard)guard);
	uint64_t number = 42;
	int r = parse(text.at, text.len, &number);

	ck_assert_msg(r == row->expected, "\"%s\": %d", row->text, r);
	ck_assert_msg(number == (r ? 42 : row->number), "\"%s\": %ju", row->text,
		      (uintmax_t)number);
	guarded_free(&text);
}

START_TEST(max)
{
	check_number(&maxes[_i / GUARDS], _i % GUARDS, climits_value_max);
}
END_TEST

START_TEST(cfs_quota)
{
	check_number(&cfs_quotas[_i / GUARDS], _i % GUARDS, climits_value_cfs_quota);
}
END_TEST

START_TEST(cfs_period)
{
	check_number(&cfs_periods[_i / GUARDS], _i % GUARDS, climits_value_cfs_period);
}
END_TEST

START_TEST(bytes)
{
	check_number(&v1_bytes[_i / GUARDS], _i % GUARDS, climits_value_v1_bytes);
}
END_TEST

static void check_line(const struct key_row *row, int guard,
		       int (*parse)(const char *text, size_t len, const char *key, uint64_t *ret))
{
	struct guarded text = guarded_copy(row->text, row->len, (enum guard)guard);
	uint64_t number = 42;
	int r = parse(text.at, text.len, row->key, &number);

	ck_assert_msg(r == row->expected, "%s in \"%s\": %d", row->key, row->text, r);
	ck_assert_msg(number == (r ? 42 : row->number), "%s in \"%s\": %ju", row->key, row->text,
		      (uintmax_t)number);
	guarded_free(&text);
}

START_TEST(key)
{
	check_line(&keyed[_i / GUARDS], _i % GUARDS, climits_value_keyed);
}
END_TEST

START_TEST(kilobytes)
{
	check_line(&meminfo[_i / GUARDS], _i % GUARDS, climits_value_meminfo);
}
END_TEST

START_TEST(status)
{
	int row = _i / GUARDS;
	const char *expected = status_rows[row].value;
	struct guarded text = guarded_copy(status_rows[row].text, status_rows[row].len,
					   (enum guard)(_i % GUARDS));
	const char *value = NULL;
	size_t len = 42;
	int r = climits_value_status(text.at, text.len, status_rows[row].key, &value, &len);

	ck_assert_msg(r == (expected ? 0 : -ENOENT), "\"%s\": %d", status_rows[row].text, r);
	if (expected) {
		ck_assert_msg(len == strlen(expected) && memcmp(value, expected, len) == 0,
			      "\"%s\": \"%.*s\"", status_rows[row].text, (int)len, value);
	} else {
		ck_assert_ptr_null(value);
		ck_assert_uint_eq(len, 42);
	}
	guarded_free(&text);
}
END_TEST

START_TEST(stat_line)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(stats[row].text, stats[row].len,
					   (enum guard)(_i % GUARDS));
	struct climits_stat stat;
	int r = climits_value_stat(text.at, text.len, &stat);

	ck_assert_msg(r == stats[row].expected, "\"%s\": %d", stats[row].text, r);
	if (r == 0) {
		ck_assert_msg(stat.state == stats[row].state, "\"%s\": %c", stats[row].text,
			      stat.state);
		ck_assert_msg(stat.scheduling == stats[row].scheduling, "\"%s\": %d",
			      stats[row].text, stat.scheduling);
	}
	guarded_free(&text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("value");
	TCase *tcase = tcase_create("value");

	tcase_add_loop_test(tcase, cpu_max, 0, COUNT(cpu_maxes) * GUARDS);
	tcase_add_loop_test(tcase, cfs_quota, 0, COUNT(cfs_quotas) * GUARDS);
	tcase_add_loop_test(tcase, cfs_period, 0, COUNT(cfs_periods) * GUARDS);
	tcase_add_loop_test(tcase, max, 0, COUNT(maxes) * GUARDS);
	tcase_add_loop_test(tcase, bytes, 0, COUNT(v1_bytes) * GUARDS);
	tcase_add_loop_test(tcase, key, 0, COUNT(keyed) * GUARDS);
	tcase_add_loop_test(tcase, kilobytes, 0, COUNT(meminfo) * GUARDS);
	tcase_add_loop_test(tcase, status, 0, COUNT(status_rows) * GUARDS);
	tcase_add_loop_test(tcase, stat_line, 0, COUNT(stats) * GUARDS);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
