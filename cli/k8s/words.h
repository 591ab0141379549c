/* SPDX-License-Identifier: MIT
 *
 * words.h - lists of words with commas between, blanks around the words or not: values of options
 * and annotations.
 */
#ifndef CLIMITS_K8S_WORDS_H
#define CLIMITS_K8S_WORDS_H

#include <stddef.h>

/*
 * The next word of *list, which moves behind it; NULL after the last. May be empty (length 0).
 */
const char *words_next(const char **list, size_t *ret_length);

/* 1 when the first length bytes of word are string. */
int word_is(const char *word, size_t length, const char *string);

/* 1 when one of the words is string. */
int words_have(const char *list, const char *string);

/* 1 for a DNS label (RFC 1123), which is what a container's name has to be. */
int is_dns_label(const char *string);

#endif
