/* SPDX-License-Identifier: MIT
 *
 * Paths of cgroups, compared component by component. Pure functions.
 */
#ifndef CLIMITS_PATH_H
#define CLIMITS_PATH_H

#include <stddef.h>

/* A stretch of text without a final NUL. */
struct climits_span {
	const char *at;
	size_t len;
};

/* How many components: "/" has 0, "/a/b" has 2. */
size_t climits_path_depth(struct climits_span path);
/* The path without its last up components; "/" becomes "". */
struct climits_span climits_path_up(struct climits_span path, size_t up);
/*
 * 1 when path is top or lies below it; *ret_rest is what remains, without a slash in front. "/foo"
 * is not above "/foobar".
 */
int climits_path_below(struct climits_span top, struct climits_span path,
		       struct climits_span *ret_rest);
/* 1 when a component is "..". "..foo" is an ordinary name. */
int climits_path_escapes(struct climits_span path);
/*
 * Takes off the " (deleted)" that the kernel puts behind the path of a removed cgroup; 1 if it was
 * there.
 */
int climits_path_deleted(struct climits_span *path);

#endif
