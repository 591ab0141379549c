/* SPDX-License-Identifier: MIT
 *
 * The files that a handle keeps open: those that carry the answer.
 */
#ifndef FILES_H
#define FILES_H

#define FILES_MAX 1024

struct files {
	int count;
	struct {
		int fd;
		int is_proc; /* tells where the cgroups are, not what they limit */
		char path[512];
	} file[FILES_MAX];
};

/* All that this process has open for reading, but for stdin, stdout and stderr. */
void files_find(struct files *ret);

#endif
