/* SPDX-License-Identifier: MIT
 *
 * cases.h - captured and invented containers with known answers, held against the library and the
 * command. What is wrong is printed, one line each; what a case consists of is in README.
 */
#ifndef CASES_H
#define CASES_H

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <containerlimits.h>

/* A path that the kernel shows has at most 4096 bytes; more than the end is never cut off. */
#define PATH_ROOM 4352
#define NOTES_ROOM 1024

/* An exact number, or none. */
struct figure {
	uint64_t number;
	int known;
};

/* The limits that every answer has, in the order of limit_rows. */
enum {
	ROW_QUOTA,
	ROW_CPUSET,
	ROW_MEMORY,
	ROW_HIGH,
	ROW_SWAP,
	ROW_PIDS,
	ROWS
};

struct limit_row {
	const char *name; /* in expect.json, and what climits_resource_name() says */
	int resource;
	const char *json; /* where it is in the command's JSON */
	const char *number;
	int bare; /* the JSON has status and number only */
};
extern const struct limit_row limit_rows[ROWS];

/*
 * What somebody says of a tree. "" stands for null.
 */
struct answer {
	char version[16];
	char horizon[16];
	char status[ROWS][16];
	char error[ROWS][16]; /* name of an errno */
	char cgroup[ROWS][PATH_ROOM];
	char file[ROWS][PATH_ROOM];
	struct figure number[ROWS];
	struct figure period;
	struct figure affinity;
	struct figure online;
	char gomaxprocs[176];
	char gomemlimit[176];
	char notes[NOTES_ROOM]; /* " code code " */
	enum {
		PLACED_NONE,
		PLACED_LIMITS,
		PLACED_ALL
	} placed; /* cgroup and file were asked for */
};

/* What expect.json says, and the entry of expect-more.json, NULL when it has none. */
struct expect {
	char *text;
	cJSON *json;
	const cJSON *more;
};

/* One comparison: whose answer is judged, and how many things are wrong with it. */
struct verdict {
	const char *name;
	const char *channel;
	int failures;
};

void verdict_fail(struct verdict *verdict, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* text.c */

/* The whole file with a NUL behind it, to be freed; NULL when it cannot be read. */
char *file_text(const char *path);
/* Joins two parts of a path. Exits when they do not fit. */
void path_join(char path[PATH_ROOM], const char *directory, const char *name);
/* Cuts what does not fit. */
void copy_text(char *to, size_t size, const char *from);

/* expect.c */

/* Exits when the files cannot be used. */
void expect_load(struct expect *expect, const char *path, const cJSON *more);
void expect_free(struct expect *expect);
/* Compares all that is expected. before is 0 unless the answer is about root.before. */
void expect_compare(const struct expect *expect, const struct answer *answer,
		    struct verdict *verdict);

/* answer.c */

/* Says whatever two answers on one tree do not have in common. */
void answer_compare(const struct answer *one, const struct answer *other, struct verdict *verdict);
void answer_add_note(struct answer *answer, const char *code);
int answer_has_note(const struct answer *answer, const char *code);

/* answer_library.c */

/*
 * From limits, with the strings of handle; without them when it is NULL. Advice is taken under the
 * default policy.
 */
void answer_from_limits(const struct climits *handle, const struct climits_limits *limits,
			struct answer *ret_answer, struct verdict *verdict);

/* answer_json.c: from the command's JSON. */
void answer_from_json(const char *text, struct answer *ret_answer, struct verdict *verdict);

/* json_raw.c */

/* The text of the value at keys joined by '/', NULL when there is none. */
const char *json_raw_find(const char *json, const char *path, size_t *ret_length);
/* Reads null or digits; -1 for anything else. A value that is not there counts as null. */
int json_raw_figure(const char *json, const char *path, struct figure *ret_figure);

/* command.c */

/*
 * Runs a program with at most 16 words, without the variables that the command would respect. What
 * it wrote to stdout, to be freed, and its exit status; -1 when it was killed.
 */
char *command_output(const char *const argv[], int *ret_status);

/* agree.c: get and the env lines say what JSON says. */
void agree_check(const char *climits, const char *root, const char *json,
		 const struct answer *answer, struct verdict *verdict);

/* tree.c */

/* Makes to the same as from, writing into the files that both have. Exits when it cannot. */
void tree_copy(const char *from, const char *to);
void tree_remove(const char *path);
/* Makes a directory for temporary files. */
void tree_temporary(char path[PATH_ROOM]);

/* transition.c: root.before changes to root under an open handle. */
void transition_check(const char *directory, const struct expect *before,
		      const struct expect *after, struct verdict *verdict);

#endif
