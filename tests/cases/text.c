/* SPDX-License-Identifier: MIT
 *
 * Whole files and short strings.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *file_text(const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *from = fopen(path, "re");
	FILE *to = from ? open_memstream(&text, &size) : NULL;
	char part[4096];
	size_t length;

	if (!to) {
		if (from)
			fclose(from);
		return NULL;
	}
	while ((length = fread(part, 1, sizeof(part), from)) > 0)
		fwrite(part, 1, length, to);
	fclose(from);
	fclose(to);
	return text;
}

void path_join(char path[PATH_ROOM], const char *directory, const char *name)
{
	int length = snprintf(path, PATH_ROOM, "%s/%s", directory, name);

	if (length < 0 || length >= PATH_ROOM) {
		fprintf(stderr, "run_cases: path too long: %s/%s\n", directory, name);
		exit(2);
	}
}

void copy_text(char *to, size_t size, const char *from)
{
	size_t length = strlen(from);

	if (length >= size)
		length = size - 1;
	memcpy(to, from, length);
	to[length] = '\0';
}
