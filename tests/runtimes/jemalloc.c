/* SPDX-License-Identifier: MIT
 *
 * What jemalloc says it will use. Declared here: Debian has the header in another package.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

int mallctl(const char *name, void *value, size_t *length, void *new_value, size_t new_length);

int main(int argc, char **argv)
{
	const char *version;
	unsigned arenas;
	bool background;
	size_t length = sizeof(version);

	(void)argv;
	if (mallctl("version", &version, &length, NULL, 0) != 0)
		return 1;
	if (argc > 1) {
		printf("%s\n", version);
		return 0;
	}
	length = sizeof(arenas);
	if (mallctl("opt.narenas", &arenas, &length, NULL, 0) != 0)
		return 1;
	length = sizeof(background);
	if (mallctl("opt.background_thread", &background, &length, NULL, 0) != 0)
		return 1;
	printf("narenas %u\nbackground_thread %s\n", arenas, background ? "true" : "false");
	return 0;
}
