/* SPDX-License-Identifier: MIT
 *
 * load.c - bounds on what is done at one time, so that no number of clients can make the server
 * larger than its container. Bodies are bounded by their sum: a count alone would have to be as low
 * as the largest body allows, and refuse a burst of small ones, which are what a scaled Deployment
 * sends.
 */
#include "load.h"

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t large = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests_max;
static size_t bytes_max;
static atomic_uint requests;
static atomic_size_t bytes_taken;

void load_set_limits(unsigned requests_limit, size_t bytes_limit)
{
	requests_max = requests_limit;
	bytes_max = bytes_limit;
}

int load_enter(void)
{
	if (atomic_fetch_add(&requests, 1) < requests_max)
		return 1;
	load_leave();
	return 0;
}

void load_leave(void)
{
	atomic_fetch_sub(&requests, 1);
}

unsigned load_requests(void)
{
	return atomic_load(&requests);
}

int load_take_bytes(size_t bytes)
{
	if (atomic_fetch_add(&bytes_taken, bytes) + bytes <= bytes_max)
		return 1;
	load_give_bytes(bytes);
	return 0;
}

void load_give_bytes(size_t bytes)
{
	atomic_fetch_sub(&bytes_taken, bytes);
}

void load_begin_large(void)
{
	pthread_mutex_lock(&large);
}

void load_end_large(void)
{
	pthread_mutex_unlock(&large);
}
