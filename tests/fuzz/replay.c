/* SPDX-License-Identifier: MIT
 *
 * Runs a harness over kept inputs, for compilers without libFuzzer: each file that is named, or
 * that lies in a directory that is named, whole and cut at each of its first bytes and lines.
 */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

static int inputs;

static void run(const uint8_t *data, size_t size)
{
	LLVMFuzzerTestOneInput(data, size);
	inputs++;
}

static void run_file(const char *path)
{
	static uint8_t data[1 << 20];
	FILE *file = fopen(path, "re");
	size_t size;

	MUST(file != NULL);
	size = fread(data, 1, sizeof(data), file);
	MUST(!ferror(file) && size < sizeof(data));
	fclose(file);
	for (size_t i = 0; i < size; i++)
		if (i < 64 || data[i] == '\n')
			run(data, i);
	run(data, size);
}

static void run_path(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	char inner[4096];

	if (!dir) {
		MUST(errno == ENOTDIR);
		run_file(path);
		return;
	}
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		MUST(snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name) <
		     (int)sizeof(inner));
		run_file(inner);
	}
	closedir(dir);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		run_path(argv[i]);
	printf("%d passed, 0 failed, 0 skipped\n", inputs);
	return inputs == 0;
}
