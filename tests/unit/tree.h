/* SPDX-License-Identifier: MIT
 *
 * Invented trees of files, as climits_options.root takes them, in a directory of their own.
 */
#ifndef TREE_H
#define TREE_H

#include "containerlimits.h"

#include <stddef.h>

struct tree {
	char path[256];
};

/*
 * A file of a tree. A path that begins with a slash is below the root of the tree, another one
 * below sys/fs/cgroup; one that ends in a slash is a directory, which cannot be read as a file, by
 * root neither. text NULL: no such file, though the tree had one.
 */
struct tree_file {
	const char *path;
	const char *text;
};

/* An empty tree. */
void tree_make(struct tree *tree);
/* Puts a file, and the directories above it. */
void tree_put(const struct tree *tree, const char *path, const char *text);
void tree_put_bytes(const struct tree *tree, const char *path, const void *bytes, size_t len);
/* Puts files up to one without a path, at most count. */
void tree_put_all(const struct tree *tree, const struct tree_file *files, size_t count);
/* Writes to the file that is there, which a descriptor of it shows. */
void tree_rewrite(const struct tree *tree, const char *path, const char *text);
void tree_mkdir(const struct tree *tree, const char *path);
void tree_link(const struct tree *tree, const char *path, const char *target);
/* Removes a file or an empty directory. */
void tree_remove(const struct tree *tree, const char *path);
void tree_destroy(const struct tree *tree);

/* The path of a file outside of the tree's view of it; cut where buf ends is a failure. */
const char *tree_path(const struct tree *tree, const char *path, char *buf, size_t size);

/*
 * A machine with the CPUs 0 to 3, all allowed, 8 GiB of RAM and 2 GiB of swap, whose process is in
 * /a/b of version 2 mounted at /sys/fs/cgroup, and no file of a limit.
 */
void tree_machine(struct tree *tree);
/* The same with cpu, cpuset, memory and pids on v1, each mounted in its directory there. */
void tree_machine_v1(struct tree *tree);

#define TREE_RAM (UINT64_C(8) << 30)
#define TREE_SWAP (UINT64_C(2) << 30)

/* Opens a handle on a tree. */
struct climits *tree_open(const struct tree *tree);
/*
 * The same, and has the library take the tree for the live machine: it keeps descriptors, asks the
 * kernel for the affinity and for RAM, and forgives nothing. tree_live_id() is what mountinfo must
 * have as the number of a mount in the tree, 0 where the kernel does not tell it.
 */
struct climits *tree_open_live(const struct tree *tree);
unsigned long long tree_live_id(const struct tree *tree);
/* The machine of tree_machine() with that number. */
void tree_machine_live(struct tree *tree);
/* Reads the limits of a handle; of a tree, with a handle of its own. */
struct climits_limits tree_read(struct climits *handle);
struct climits_limits tree_read_once(const struct tree *tree);

/* A tree with files added to it, and the record that comes of it. */
struct tree_row {
	const char *name;
	struct tree_file files[7];
	struct climits_limit expected;
	uint64_t notes; /* all that are expected */
};

#define TREE_FILES(row) (row).files, sizeof((row).files) / sizeof((row).files[0])

#define NOTE(note) (UINT64_C(1) << CLIMITS_NOTE_##note)
/* clang-format off */
#define LIMITED(at, number) {.status = CLIMITS_LIMITED, .level = (at), .value = (number)}
#define QUOTA(at, us, each) \
	{.status = CLIMITS_LIMITED, .level = (at), .value = (us), .period = (each)}
#define UNLIMITED {.status = CLIMITS_UNLIMITED, .level = -1}
#define UNKNOWN(why) {.status = CLIMITS_UNKNOWN, .level = -1, .error = (why)}
#define INVALID {.status = CLIMITS_INVALID, .level = -1, .error = EBADMSG}
/* clang-format on */

void tree_check(const char *name, const struct climits_limit *got,
		const struct climits_limit *expected);
void tree_check_notes(const char *name, uint64_t got, uint64_t expected);

static inline int tree_has_note(const struct climits_limits *limits, enum climits_note note)
{
	return (int)(limits->notes >> note & 1);
}

#endif
