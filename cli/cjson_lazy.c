/* SPDX-License-Identifier: MIT
 *
 * cjson_lazy.c - cJSON's functions, whose library is loaded when the first of them is called: most
 * runs of climits print no JSON, and loading it costs them a tenth of their time. Not part of the
 * static climits, which has the functions themselves. <cjson/cJSON.h> declares them, so that a
 * difference in their types does not compile.
 */
#include <dlfcn.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "output.h"

/* Its soname since 1.0; functions that we use have not changed since. */
static const char LIBRARY[] = "libcjson.so.1";

/* Nothing is on stdout yet, so leaving is all there is to do. */
static void *find(const char *name)
{
	static void *library;
	void *function;

	if (!library)
		library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	function = library ? dlsym(library, name) : NULL;
	if (!function) {
		output_message("JSON needs %s: %s", LIBRARY, dlerror());
		_exit(STATUS_FAILED);
	}
	return function;
}

/* dlsym(3) gives functions as void *, and POSIX that they may be used so. */
#define LAZY(type, name, parameters, arguments)                                                    \
	type name parameters                                                                       \
	{                                                                                          \
		static __typeof__(&(name)) function;                                               \
                                                                                                   \
		if (!function)                                                                     \
			*(void **)&function = find(#name);                                         \
		return function arguments;                                                         \
	}

LAZY(cJSON *, cJSON_CreateArray, (void), ())
LAZY(cJSON *, cJSON_CreateBool, (cJSON_bool boolean), (boolean))
LAZY(cJSON *, cJSON_CreateNull, (void), ())
LAZY(cJSON *, cJSON_CreateObject, (void), ())
LAZY(cJSON *, cJSON_CreateRaw, (const char *raw), (raw))
LAZY(cJSON *, cJSON_CreateString, (const char *string), (string))
LAZY(cJSON_bool, cJSON_AddItemToArray, (cJSON * array, cJSON *item), (array, item))
LAZY(cJSON_bool, cJSON_AddItemToObject, (cJSON * object, const char *key, cJSON *item),
     (object, key, item))
LAZY(char *, cJSON_Print, (const cJSON *item), (item))
LAZY(char *, cJSON_PrintUnformatted, (const cJSON *item), (item))
LAZY(cJSON *, cJSON_ParseWithLengthOpts,
     (const char *value, size_t length, const char **end, cJSON_bool terminated),
     (value, length, end, terminated))
LAZY(int, cJSON_GetArraySize, (const cJSON *array), (array))
LAZY(cJSON *, cJSON_GetObjectItemCaseSensitive, (const cJSON *object, const char *key),
     (object, key))
LAZY(cJSON_bool, cJSON_IsArray, (const cJSON *item), (item))
LAZY(cJSON_bool, cJSON_IsObject, (const cJSON *item), (item))
LAZY(cJSON_bool, cJSON_IsString, (const cJSON *item), (item))
LAZY(void, cJSON_Delete, (cJSON * item), (item))
LAZY(void, cJSON_free, (void *object), (object))
