/* SPDX-License-Identifier: MIT
 *
 * Threads that each open, read, watch and close handles of their own at the same time. Each answer
 * must be the one that a single thread gets. Made for the thread sanitizer too.
 */
#include "containerlimits.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define THREADS 100
#define ROUNDS 5
#define READS 20

struct worker {
	pthread_t thread;
	int pid;
	int wrong;
	const struct climits_limits *truth;
};

static int same(const struct climits_limits *one, const struct climits_limits *other)
{
	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++)
		if (memcmp(climits_limit_of(one, resource), climits_limit_of(other, resource),
			   sizeof(struct climits_limit)))
			return 0;
	return one->cpus == other->cpus && one->memory_budget == other->memory_budget &&
	       one->horizon == other->horizon;
}

static int read_handle(struct worker *worker)
{
	const struct climits_options options = {.size = sizeof(options), .pid = worker->pid};
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits_watch watch = {.size = sizeof(watch)};
	struct climits *handle;
	int wrong = 0;

	if (climits_open(&options, &handle) < 0)
		return 1;
	if (climits_watch(handle, &watch) < 0)
		watch.fd = -1;
	for (int i = 0; i < READS; i++)
		wrong += climits_read(handle, &limits) < 0 || !same(&limits, worker->truth);
	climits_close(handle);
	return wrong;
}

static void *work(void *data)
{
	struct worker *worker = data;

	for (int i = 0; i < ROUNDS; i++) {
		struct climits_limits limits = {.size = sizeof(limits)};

		worker->wrong += climits_read_once(NULL, &limits) < 0;
		worker->wrong += !same(&limits, worker->truth);
		worker->wrong += read_handle(worker);
	}
	return NULL;
}

/* Every second handle is opened by number, as another process would do. */
static int start(struct worker *workers, const struct climits_limits *truth)
{
	for (int i = 0; i < THREADS; i++) {
		workers[i].truth = truth;
		workers[i].pid = i % 2 ? getpid() : 0;
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			return i;
	}
	return THREADS;
}

int main(void)
{
	static struct worker workers[THREADS];
	struct climits_limits truth = {.size = sizeof(truth)};
	int passed = 0;
	int started;

	if (climits_read_once(NULL, &truth) < 0)
		return 2;
	started = start(workers, &truth);
	for (int i = 0; i < started; i++) {
		pthread_join(workers[i].thread, NULL);
		if (workers[i].wrong)
			printf("FAILED: thread %d: %d wrong answers\n", i, workers[i].wrong);
		else
			passed++;
	}
	printf("%d passed, %d failed, 0 skipped\n", passed, THREADS - passed);
	return passed != THREADS;
}
