/* SPDX-License-Identifier: MIT
 *
 * How often memory was allocated, by the library or by what it calls. Included by one file of a
 * test program. With a sanitizer its allocator counts, else functions in front of the C library's.
 */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stddef.h>
#include <stdlib.h>

static long allocations;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALLOCATIONS_OF_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ALLOCATIONS_OF_SANITIZER
#endif

static inline void allocations_note(void)
{
	__atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
}

static inline long allocations_count(void)
{
	return __atomic_load_n(&allocations, __ATOMIC_RELAXED);
}

#ifdef ALLOCATIONS_OF_SANITIZER

int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
					      void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *at, size_t size)
{
	(void)at;
	(void)size;
	allocations_note();
}

static void on_free(const volatile void *at)
{
	(void)at;
}

static inline void allocations_begin(void)
{
	__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

#else

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *at, size_t size);

void *counted_malloc(size_t size) __asm__("malloc");
void *counted_calloc(size_t count, size_t size) __asm__("calloc");
void *counted_realloc(void *at, size_t size) __asm__("realloc");

void *counted_malloc(size_t size)
{
	allocations_note();
	return __libc_malloc(size);
}

void *counted_calloc(size_t count, size_t size)
{
	allocations_note();
	return __libc_calloc(count, size);
}

void *counted_realloc(void *at, size_t size)
{
	allocations_note();
	return __libc_realloc(at, size);
}

static inline void allocations_begin(void)
{
}

#endif

/* 1 when allocations are counted. valgrind puts its own functions before ours. */
static inline int allocations_counted(void)
{
	static void *volatile at;
	long before;

	allocations_begin();
	before = allocations_count();
	at = malloc(1);
	free(at);
	return allocations_count() == before + 1;
}

#endif
