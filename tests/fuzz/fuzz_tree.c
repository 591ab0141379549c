/* SPDX-License-Identifier: MIT
 *
 * Fuzzes all of it: the input is a tree of files, read through the public calls alone. A line that
 * begins with "=" names a file, what follows up to the next such line is its text; "=PATH ->
 * TARGET" is a symbolic link.
 */
#include "containerlimits.h"
#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 40
#define PATH_LEN 256

static char root[64];

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	return walk->level > 0 ? remove(path) : 0;
}

static void remove_root(void)
{
	nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	rmdir(root);
}

static void make_root(void)
{
	if (root[0]) {
		MUST(nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0);
		return;
	}
	strcpy(root, "/dev/shm/climits-fuzz-XXXXXX");
	if (!mkdtemp(root)) {
		strcpy(root, "/tmp/climits-fuzz-XXXXXX");
		MUST(mkdtemp(root) != NULL);
	}
	atexit(remove_root);
}

/* Nothing is made outside of the root, nor through a link. Paths that do not fit make no file. */
static int usable(const char *path)
{
	return strlen(path) < PATH_LEN && !strstr(path, "..") && path[0] != '/';
}

static int make_parents(char *path)
{
	struct stat status;

	for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		int bad;

		*slash = '\0';
		bad = (mkdir(path, 0777) < 0 && errno != EEXIST) || lstat(path, &status) < 0 ||
		      !S_ISDIR(status.st_mode);
		*slash = '/';
		if (bad)
			return -1;
	}
	return 0;
}

static void put_file(char *name, const char *text, size_t size)
{
	char *target = strstr(name, " -> ");
	char path[PATH_LEN + sizeof(root) + 1];
	int fd;

	if (target)
		*target = '\0';
	if (!usable(name))
		return;
	snprintf(path, sizeof(path), "%s/%s", root, name);
	if (make_parents(path) < 0)
		return;
	if (target) {
		(void)!symlink(target + 4, path);
		return;
	}
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return;
	MUST(write(fd, text, size) == (ssize_t)size);
	close(fd);
}

static void put_files(const char *data, size_t size)
{
	const char *end = data + size;

	for (int i = 0; i < FILES_MAX && data < end && *data == '='; i++) {
		const char *line = memchr(data, '\n', (size_t)(end - data));
		const char *text = line ? line + 1 : end;
		const char *next = text;
		char name[PATH_LEN + PATH_LEN];
		size_t len = (size_t)((line ? line : end) - data) - 1;

		while (next < end && *next != '=') {
			const char *newline = memchr(next, '\n', (size_t)(end - next));

			next = newline ? newline + 1 : end;
		}
		snprintf(name, sizeof(name), "%.*s", (int)len, data + 1);
		if (len < sizeof(name))
			put_file(name, text, (size_t)(next - text));
		data = next;
	}
}

static void check_record(const struct climits_limits *limits, int resource)
{
	const struct climits_limit *limit = climits_limit_of(limits, resource);
	int known = limit->status == CLIMITS_LIMITED || limit->status == CLIMITS_UNLIMITED;

	MUST(climits_status_name(limit->status) != NULL);
	MUST((limit->error == 0) == known && limit->error >= 0);
	MUST(limit->status != CLIMITS_INVALID || limit->error == EBADMSG);
	MUST(limit->level >= -1 && limit->reserved == 0);
	MUST((limit->period != 0) ==
	     (resource == CLIMITS_CPU_QUOTA && limit->status == CLIMITS_LIMITED));
	MUST(limit->value == 0 || limit->status == CLIMITS_LIMITED || resource == CLIMITS_CPUSET);
	if (resource == CLIMITS_CPU_QUOTA && limit->status == CLIMITS_LIMITED)
		MUST(limit->value > 0);
}

static int is_limit(const struct climits_limit *limit)
{
	return limit->status == CLIMITS_LIMITED;
}

static int is_known(const struct climits_limit *limit)
{
	return limit->status == CLIMITS_LIMITED || limit->status == CLIMITS_UNLIMITED;
}

static void check_budget(const struct climits_limits *limits)
{
	const struct climits_limit *max = &limits->memory_max;
	const struct climits_limit *high = &limits->memory_high;

	MUST(limits->memory_budgeted ==
	     (is_known(max) && is_known(high) && (is_limit(max) || is_limit(high))));
	MUST(limits->memory_budgeted || limits->memory_budget == 0);
	MUST(!limits->memory_budgeted || !is_limit(max) || limits->memory_budget <= max->value);
	MUST(!limits->memory_budgeted || !is_limit(high) || limits->memory_budget <= high->value);
	MUST(limits->memory_total == 0 || limits->memory_budget <= limits->memory_total);
}

static void check_limits(const struct climits_limits *limits)
{
	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++)
		check_record(limits, resource);
	MUST(limits->horizon >= 0 && limits->horizon <= CLIMITS_HORIZON_NAMESPACE);
	MUST(limits->cgroup_version >= 0 && limits->cgroup_version <= CLIMITS_CGROUP_HYBRID);
	MUST(limits->notes >> CLIMITS_NOTES == 0);
	MUST(limits->usable_cpus == 0 || limits->cpus <= limits->usable_cpus);
	MUST(limits->cpus > 0 || (limits->usable_cpus == 0 && !is_limit(&limits->cpu_quota)));
	if (limits->usable_cpus && is_limit(&limits->online))
		MUST(limits->usable_cpus <= limits->online.value);
	if (is_limit(&limits->affinity) && limits->affinity.value > 0)
		MUST(limits->usable_cpus <= limits->affinity.value);
	check_budget(limits);
}

static void check_advice(const struct climits_limits *limits, const char *runtimes)
{
	struct climits_policy policy = {.size = sizeof(policy), .runtimes = runtimes};
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	uint64_t notes = 0;
	int count = climits_advise(limits, &policy, settings, CLIMITS_SETTINGS_MAX, &notes);

	MUST(count > 0 && count <= CLIMITS_SETTINGS_MAX);
	MUST(notes >> CLIMITS_NOTES == 0);
	for (int i = 0; i < count; i++) {
		const char *value = settings[i].value;

		MUST(memchr(value, '\0', sizeof(settings[i].value)) != NULL);
		MUST(value[strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
					 "0123456789_=:,.+/- ")] == '\0');
		MUST(settings[i].print == 0 || value[0]);
	}
}

typedef int getter(const struct climits *handle, int resource, char *buf, size_t size);

static void check_getter(getter *get, const struct climits *handle, int resource)
{
	int len = get(handle, resource, NULL, 0);
	char *whole;
	char *part;

	if (len < 0) {
		MUST(len == -ENODATA || len == -EINVAL);
		return;
	}
	whole = malloc((size_t)len + 1);
	part = malloc((size_t)len / 2 + 1);
	MUST(whole && part);
	MUST(get(handle, resource, whole, (size_t)len + 1) == len);
	MUST(strlen(whole) == (size_t)len);
	MUST(get(handle, resource, part, (size_t)len / 2 + 1) == len);
	MUST(strlen(part) == (size_t)len / 2 && memcmp(whole, part, (size_t)len / 2) == 0);
	free(whole);
	free(part);
}

static void check_handle(const struct climits_options *options, const struct climits_limits *once)
{
	struct climits_limits first = {.size = sizeof(first)};
	struct climits_limits second = {.size = sizeof(second)};
	struct climits *handle = NULL;

	MUST(climits_open(options, &handle) == 0);
	MUST(climits_read(handle, &first) == 0);
	MUST(memcmp(&first, once, sizeof(first)) == 0);
	MUST(climits_read(handle, &second) == 0);
	MUST(memcmp(&first, &second, sizeof(first)) == 0);
	for (int resource = -1; resource <= CLIMITS_RESOURCES; resource++) {
		check_getter(climits_limit_cgroup, handle, resource);
		check_getter(climits_limit_file, handle, resource);
		check_getter(climits_cgroup_path, handle, resource);
		check_getter(climits_cpu_list, handle, resource);
	}
	climits_close(handle);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct climits_options options = {.size = sizeof(options)};
	struct climits_limits limits = {.size = sizeof(limits)};
	int before = dup(0);

	make_root();
	put_files((const char *)data, size);
	options.root = root;
	MUST(climits_read_once(&options, &limits) == 0);
	check_limits(&limits);
	check_advice(&limits, NULL);
	check_advice(&limits, "all");
	check_handle(&options, &limits);
	if (before >= 0) {
		close(before);
		MUST(dup(0) == before); /* no descriptor is left open */
		close(before);
	}
	return 0;
}
