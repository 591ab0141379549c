/* SPDX-License-Identifier: MIT
 *
 * run_cases [--climits PROGRAM] [--more FILE] [DIRECTORY...]
 *
 * Holds the library and the command against containers with known answers. Each DIRECTORY is a
 * case; without any, the archives and directories beside the sources are run, from the top of the
 * source tree. PROGRAM is $CLIMITS by default. Counts one check for each tree and way to read it:
 *
 *	library     climits_read_once()
 *	handle      climits_open(), climits_read() twice, the levels and files that bind
 *	json        climits --json, and whether the library says the same
 *	agree       climits get, --env and --dotenv against --json
 *	transition  root.before becomes root under an open handle
 */
#include "cases.h"

#include <dirent.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HERE "tests/cases"

struct run {
	const char *climits;
	cJSON *more;
	int cases;
	int passed;
	int failed;
	int skipped;
};

static void count(struct run *run, const struct verdict *verdict)
{
	if (verdict->failures)
		run->failed++;
	else
		run->passed++;
}

static int limits_equal(const struct climits_limits *one, const struct climits_limits *other)
{
	return memcmp(one, other, sizeof(*one)) == 0;
}

static void check_once(const char *root, const struct expect *expect,
		       struct climits_limits *ret_limits, struct verdict *verdict)
{
	struct climits_options options = {.size = sizeof(options), .root = root};
	struct answer answer = {0};
	int r = climits_read_once(&options, ret_limits);

	if (r < 0) {
		verdict_fail(verdict, "climits_read_once() returned %d", r);
		return;
	}
	answer_from_limits(NULL, ret_limits, &answer, verdict);
	expect_compare(expect, &answer, verdict);
}

static void read_handle(struct climits *handle, const struct expect *expect,
			const struct climits_limits *once, struct answer *answer,
			struct verdict *verdict)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	int r = climits_read(handle, &limits);

	if (r < 0) {
		verdict_fail(verdict, "climits_read() returned %d", r);
		return;
	}
	if (!limits_equal(&limits, once))
		verdict_fail(verdict, "climits_read() and climits_read_once() differ");
	answer_from_limits(handle, &limits, answer, verdict);
	answer->placed = PLACED_ALL;
	expect_compare(expect, answer, verdict);
}

static void check_handle(const char *root, const struct expect *expect,
			 const struct climits_limits *once, struct answer *answer,
			 struct verdict *verdict)
{
	struct climits_options options = {.size = sizeof(options), .root = root};
	struct climits *handle = NULL;
	int r = climits_open(&options, &handle);

	if (r < 0) {
		verdict_fail(verdict, "climits_open() returned %d", r);
		return;
	}
	for (int i = 0; i < 2; i++)
		read_handle(handle, expect, once, answer, verdict);
	climits_close(handle);
}

static void check_json(struct run *run, const char *name, const char *root,
		       const struct expect *expect, const struct answer *library)
{
	struct verdict json = {.name = name, .channel = "json"};
	struct verdict agree = {.name = name, .channel = "agree"};
	const char *const argv[] = {run->climits, "--root", root, "--json", NULL};
	struct answer answer = {0};
	int status = -1;
	char *text = command_output(argv, &status);

	if (status != 0) {
		verdict_fail(&json, "exit status %d", status);
		verdict_fail(&agree, "no JSON");
	} else {
		answer_from_json(text, &answer, &json);
		answer.placed = PLACED_LIMITS;
		expect_compare(expect, &answer, &json);
		answer_compare(library, &answer, &json);
		agree_check(run->climits, root, text, &answer, &agree);
	}
	count(run, &json);
	count(run, &agree);
	free(text);
}

/* One tree: root, or root.before. */
static void run_tree(struct run *run, const char *name, const char *root,
		     const struct expect *expect)
{
	struct verdict once = {.name = name, .channel = "library"};
	struct verdict handle = {.name = name, .channel = "handle"};
	struct climits_limits limits = {.size = sizeof(limits)};
	struct answer *answer = calloc(1, sizeof(*answer));

	if (!answer)
		abort();
	check_once(root, expect, &limits, &once);
	count(run, &once);
	check_handle(root, expect, &limits, answer, &handle);
	count(run, &handle);
	if (run->climits) {
		check_json(run, name, root, expect, answer);
	} else {
		printf("skip: %s: json: no climits given\nskip: %s: agree: no climits given\n",
		       name, name);
		run->skipped += 2;
	}
	free(answer);
}

static void run_before(struct run *run, const char *name, const char *directory,
		       const struct expect *after)
{
	struct verdict verdict = {.name = name, .channel = "transition"};
	struct expect before = {0};
	char path[PATH_ROOM], label[PATH_ROOM];

	path_join(path, directory, "expect.before.json");
	if (access(path, F_OK) < 0)
		return;
	expect_load(&before, path, NULL);
	path_join(path, directory, "root.before");
	path_join(label, name, "before");
	run_tree(run, label, path, &before);
	transition_check(directory, &before, after, &verdict);
	count(run, &verdict);
	expect_free(&before);
}

static void run_case(struct run *run, const char *directory)
{
	const char *slash = strrchr(directory, '/');
	const char *name = slash ? slash + 1 : directory;
	struct expect expect = {0};
	struct stat status;
	char path[PATH_ROOM];

	/* Beside cases, a pattern of the shell finds what is told of them. */
	if (stat(directory, &status) == 0 && !S_ISDIR(status.st_mode))
		return;
	path_join(path, directory, "root");
	if (access(path, F_OK) < 0) {
		struct verdict missing = {.name = directory, .channel = "case"};

		verdict_fail(&missing, "there is no root");
		count(run, &missing);
		return;
	}
	path_join(path, directory, "expect.json");
	expect_load(&expect, path, cJSON_GetObjectItemCaseSensitive(run->more, name));
	path_join(path, directory, "root");
	run_tree(run, name, path, &expect);
	run_before(run, name, directory, &expect);
	expect_free(&expect);
	run->cases++;
}

static void run_pattern(struct run *run, const char *pattern)
{
	glob_t found;

	if (glob(pattern, GLOB_ONLYDIR, NULL, &found) != 0) {
		struct verdict missing = {.name = pattern, .channel = "case"};

		verdict_fail(&missing, "no cases found");
		count(run, &missing);
		return;
	}
	for (size_t i = 0; i < found.gl_pathc; i++)
		run_case(run, found.gl_pathv[i]);
	globfree(&found);
}

/* An archive of cases, unpacked for the time of the run: git quotes or cannot hold some names. */
static void run_archive(struct run *run, const char *archive, const char *pattern)
{
	char directory[PATH_ROOM], path[PATH_ROOM];
	const char *const argv[] = {"tar", "-xzf", archive, "-C", directory, NULL};
	struct verdict verdict = {.name = archive, .channel = "tar"};
	int status = -1;

	tree_temporary(directory);
	free(command_output(argv, &status));
	if (status != 0) {
		verdict_fail(&verdict, "exit status %d", status);
		count(run, &verdict);
	} else {
		path_join(path, directory, pattern);
		run_pattern(run, path);
	}
	tree_remove(directory);
}

/* Descriptors that are open, to find those that the library forgets. */
static int open_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int number = 0;

	while (directory && readdir(directory))
		number++;
	if (directory)
		closedir(directory);
	return number;
}

static void load_more(struct run *run, const char *path)
{
	char *text = file_text(path);

	run->more = text ? cJSON_ParseWithOpts(text, NULL, 1) : NULL;
	free(text);
	if (!cJSON_IsObject(run->more)) {
		fprintf(stderr, "run_cases: %s is missing or no JSON\n", path);
		exit(2);
	}
}

static void run_all(struct run *run, char **directories)
{
	struct verdict verdict = {.name = "run_cases", .channel = "descriptors"};
	int descriptors = open_descriptors();

	if (*directories) {
		for (; *directories; directories++)
			run_case(run, *directories);
	} else {
		run_archive(run, HERE "/cases.tar.gz", "cases/[0-9]*");
		run_pattern(run, HERE "/own/*");
		run_archive(run, HERE "/names.tar.gz", "names/*");
	}
	if (open_descriptors() != descriptors)
		verdict_fail(&verdict, "%d were open, %d are", descriptors, open_descriptors());
	count(run, &verdict);
}

int main(int argc, char **argv)
{
	struct run run = {.climits = getenv("CLIMITS")};
	const char *more = HERE "/expect-more.json";
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		if (!strcmp(argv[i], "--climits"))
			run.climits = argv[i + 1];
		else if (!strcmp(argv[i], "--more"))
			more = argv[i + 1];
		else
			break;
	}
	if (i < argc && argv[i][0] == '-') {
		fprintf(stderr,
			"usage: run_cases [--climits PROGRAM] [--more FILE] [DIRECTORY...]\n");
		return 2;
	}
	load_more(&run, more);
	run_all(&run, argv + i);
	cJSON_Delete(run.more);
	if (run.cases == 0) {
		printf("FAIL run_cases: no cases found\n");
		run.failed++;
	}
	printf("%d passed, %d failed, %d skipped\n", run.passed, run.failed, run.skipped);
	return run.failed > 0;
}
