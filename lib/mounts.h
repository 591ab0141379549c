/* SPDX-License-Identifier: MIT
 *
 * The cgroup mounts among all mounts: which carry what, which are covered by others, which show the
 * cgroup of the process.
 */
#ifndef CLIMITS_MOUNTS_H
#define CLIMITS_MOUNTS_H

#include "membership.h"
#include "mountinfo.h"

/*
 * Each controller may be mounted alone, and a few times more; what is beyond is dropped and said
 * so.
 */
#define CLIMITS_MOUNTS_MAX 32
#define CLIMITS_MOUNTS_TEXT 16384

struct climits_mount {
	uint64_t id;
	uint64_t ancestor;    /* the highest mount below this one that was met */
	int view;             /* through which root it is reached: an index of the caller's */
	int version;          /* 1 or 2 */
	unsigned controllers; /* bits; version 2 carries whatever version 1 does not */
	int noprefix;         /* v1 cpuset of Android: files are "cpus", not "cpuset.cpus" */
	int hidden;           /* a later mount covers it */
	int usable;           /* root is the cgroup of the process or above it */
	int root_depth;       /* components of root */
	int covered; /* from this depth below root on, another mount covers the way to the cgroup */
	struct climits_span root;  /* unescaped */
	struct climits_span point; /* unescaped, with a NUL behind it */
	struct climits_span escaped_point;
	int fd;    /* of the mount point: -1 not tried yet, -2 see error */
	int error; /* errno of opening it */
};

struct climits_mounts {
	int count;
	int dropped; /* some did not fit */
	size_t text_used;
	struct climits_mount mount[CLIMITS_MOUNTS_MAX];
	char text[CLIMITS_MOUNTS_TEXT];
};

void climits_mounts_clear(struct climits_mounts *mounts);

/* Takes the next line of mountinfo, in its order. Membership tells which mounts can be used. */
void climits_mounts_add(struct climits_mounts *mounts, const struct climits_mountinfo *line,
			int view, const struct climits_membership *membership);

/*
 * Fills order with the indices of the usable mounts for a controller, those that show most
 * ancestors first, and returns their number, at most max. *ret_carried: how many carry the
 * controller, usable or not.
 */
int climits_mounts_order(const struct climits_mounts *mounts, int version, unsigned controller,
			 int *order, int max, int *ret_carried);

/* enum climits_cgroup_version of the mounts that can be seen. */
int climits_mounts_version(const struct climits_mounts *mounts);

#endif
