/* SPDX-License-Identifier: MIT
 *
 * How a program of the bench measures calls, and what it is told:
 *
 *	PROGRAM time MS     each call for so many milliseconds, in turns; prints a line for each:
 *	                    its name, what it tells, microseconds a call, separated by tabs
 *	PROGRAM loop N I    N calls of the I-th, for those who count from outside; the last one
 *	                    between two marks for steps.c, and nothing between two more
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A turn is long enough for the clock, and short enough to fall between two of somebody else's. */
#define MEASURE_TURN_US 500.0

struct measure_call {
	const char *name;
	const char *tells;
	void (*run)(void);
	double best; /* microseconds a call; what others do on the machine only adds */
};

static inline double measure_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static inline double measure_turn(struct measure_call *call)
{
	int calls = call->best > 0 ? (int)(MEASURE_TURN_US / call->best) + 1 : 1;
	double start = measure_now();
	double took;

	for (int i = 0; i < calls; i++)
		call->run();
	took = measure_now() - start;
	if (call->best <= 0 || took / calls < call->best)
		call->best = took / calls;
	return took;
}

static inline void measure_time(struct measure_call *calls, size_t count, double ms)
{
	for (double left = ms * 1e3 * (double)count; left > 0;)
		for (size_t i = 0; i < count; i++)
			left -= measure_turn(&calls[i]);
	for (size_t i = 0; i < count; i++)
		printf("%s\t%s\t%.3f\n", calls[i].name, calls[i].tells, calls[i].best);
}

/* A signal that nobody minds. */
static inline void measure_mark(void)
{
	raise(SIGURG);
}

static inline void measure_loop(const struct measure_call *call, long n)
{
	while (--n > 0)
		call->run();
	measure_mark();
	call->run();
	measure_mark();
	measure_mark();
}

static inline int measure_main(struct measure_call *calls, size_t count, int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "time") == 0) {
		measure_time(calls, count, strtod(argv[2], NULL));
		return 0;
	}
	if (argc == 4 && strcmp(argv[1], "loop") == 0) {
		size_t which = strtoul(argv[3], NULL, 10);

		if (which < count)
			measure_loop(&calls[which], strtol(argv[2], NULL, 10));
		return which < count ? 0 : 2;
	}
	fprintf(stderr, "usage: %s time MS | loop N I\n", argv[0]);
	return 2;
}

#endif
