/* SPDX-License-Identifier: MIT
 *
 * lib/usual.c: whatever mounts this machine has, statmount(2) and mountinfo must give the same; and
 * where this kernel has the call and the mounts are at their usual places, it must be used.
 */
#include "../../lib/place.h"
#include "../../lib/usual.h"
#include "both_ways.h"
#include "unit.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

START_TEST(agree)
{
	ck_assert_int_eq(both_ways_agree(0), 1);
	ck_assert_int_eq(both_ways_agree(getpid()), 1);
}
END_TEST

/* The mounts of the short way are those of the long one, field by field. */
START_TEST(same_mounts)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	static struct climits_mounts usual;
	struct climits *handle;

	ck_assert_int_eq(one_way(0, 0, &handle, &limits), 0);
	usual = handle->mounts;
	handle->unusual = 1;
	handle->resolved = 0;
	ck_assert_int_eq(climits_read(handle, &limits), 0);
	for (int i = 0; i < usual.count; i++) {
		const struct climits_mount *mount = &usual.mount[i];
		int found = 0;

		for (int j = 0; j < handle->mounts.count; j++) {
			const struct climits_mount *other = &handle->mounts.mount[j];

			if (other->id != mount->id)
				continue;
			found = 1;
			ck_assert_int_eq(other->version, mount->version);
			ck_assert_uint_eq(other->controllers, mount->controllers);
			ck_assert_int_eq(other->usable, mount->usable);
			ck_assert_int_eq(other->root_depth, mount->root_depth);
			ck_assert_int_eq(other->noprefix, mount->noprefix);
		}
		ck_assert_msg(found, "mount %ju is not in mountinfo", (uintmax_t)mount->id);
	}
	climits_close(handle);
}
END_TEST

/* A tmpfs over a hierarchy, in a mount namespace of our own: both ways must see that it is gone. */
START_TEST(covered)
{
	static const char *const places[] = {"/sys/fs/cgroup/memory", "/sys/fs/cgroup"};
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits *handle;
	struct stat st;

	if (unshare(CLONE_NEWNS) < 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) < 0)
		return;
	for (int i = 0; i < COUNT(places); i++) {
		if (stat(places[i], &st) < 0 || mount("none", places[i], "tmpfs", 0, NULL) < 0)
			continue;
		ck_assert_msg(both_ways_agree(0), "%s is covered", places[i]);
		ck_assert_int_eq(one_way(0, 0, &handle, &limits), 0);
		ck_assert_int_eq(limits.memory_max.status, CLIMITS_UNKNOWN);
		climits_close(handle);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("usual");
	TCase *cases = tcase_create("live");

	tcase_add_test(cases, agree);
	tcase_add_test(cases, same_mounts);
	tcase_add_test(cases, covered);
	suite_add_tcase(suite, cases);
	return unit_run(suite);
}
