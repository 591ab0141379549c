/* SPDX-License-Identifier: MIT
 *
 * json_parse.h - what the parser notes about strings for json.c.
 */
#ifndef CLIMITS_K8S_JSON_PARSE_H
#define CLIMITS_K8S_JSON_PARSE_H

/* Holds a backslash. */
#define JSON_ESCAPED 1
/* Holds U+0000 or invalid UTF-8: what it says cannot be told, or not be passed on. */
#define JSON_UNUSABLE 2

#endif
