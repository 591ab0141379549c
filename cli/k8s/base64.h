/* SPDX-License-Identifier: MIT
 *
 * base64.h - bytes as text (RFC 4648 section 4, padded: what Go's encoding/json wants of []byte).
 */
#ifndef CLIMITS_K8S_BASE64_H
#define CLIMITS_K8S_BASE64_H

#include <stddef.h>

struct text;

void base64_add(struct text *text, const char *bytes, size_t length);

#endif
