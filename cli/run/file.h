/* SPDX-License-Identifier: MIT
 *
 * file.h - files and directories of a cgroup, named by the group's directory and their name.
 */
#ifndef CLIMITS_CLI_RUN_FILE_H
#define CLIMITS_CLI_RUN_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* Writes the whole text at once. 0 or a negative errno. */
int file_write(const char *dir, const char *name, const char *text);

/* Reads a file of one line, without its newline. 0 or a negative errno. */
int file_read(const char *dir, const char *name, char *buf, size_t size);

int file_exists(const char *dir, const char *name);

/* 1 when the list of words in text has the word. */
int file_has_word(const char *text, const char *word);

/*
 * Calls visit with each number of a list of processes (cgroup.procs), until it returns non-zero,
 * and returns that. 0 at the end of the list, or a negative errno.
 */
int file_each_process(const char *dir, int (*visit)(pid_t pid, void *context), void *context);

/* As above, with the path of each directory in dir. */
int file_each_directory(const char *dir, int (*visit)(const char *path, void *context),
			void *context);

#endif
