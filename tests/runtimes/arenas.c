/* SPDX-License-Identifier: MIT
 *
 * How many arenas glibc's malloc makes for more threads than it has arenas for 2 CPUs.
 */
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 24

static pthread_barrier_t allocated;
static void *blocks[THREADS];

static void *allocate(void *block)
{
	*(void **)block = malloc(64);
	pthread_barrier_wait(&allocated);
	return NULL;
}

static int count_arenas(void)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	int count = 0;

	if (!stream || malloc_info(0, stream) != 0 || fclose(stream) != 0)
		return -1;
	for (const char *at = text; (at = strstr(at, "<heap ")) != NULL; at++)
		count++;
	free(text);
	return count;
}

int main(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&allocated, NULL, THREADS);
	for (size_t i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, allocate, &blocks[i]) != 0)
			return 1;
	}
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("arenas %d\n", count_arenas());
	return 0;
}
