/* SPDX-License-Identifier: MIT
 *
 * Lines of /proc/PID/mountinfo. Which mounts count is decided in mounts.c.
 */
#include "mountinfo.h"

#include "number.h"

#include <errno.h>
#include <string.h>

/* Takes the text up to the next space off the front of *line. */
static struct climits_span next_field(struct climits_span *line)
{
	const char *space = line->len ? memchr(line->at, ' ', line->len) : NULL;
	struct climits_span field = {.at = line->at, .len = line->len};

	if (space)
		field.len = (size_t)(space - line->at);
	line->at += field.len + (space ? 1 : 0);
	line->len -= field.len + (space ? 1 : 0);
	return field;
}

static int is_separator(struct climits_span field)
{
	return field.len == 1 && field.at[0] == '-';
}

/*
 * proc_pid_mountinfo(5):
 *
 *	ID PARENT MAJOR:MINOR ROOT MOUNT-POINT OPTIONS [TAG[:VALUE] ...] - TYPE SOURCE SUPER-OPTIONS
 *
 * There may be no tag at all, or several. Root and mount point may be or begin with a dash, but the
 * fields before the tags are counted. The source may be empty (two spaces follow each other) and
 * super options may hold spaces (drvfs of WSL), so they are all the rest.
 */
int climits_mountinfo_parse(struct climits_span line, int cut, struct climits_mountinfo *ret)
{
	struct climits_span id = next_field(&line);
	struct climits_span parent = next_field(&line);

	next_field(&line);
	ret->root = next_field(&line);
	ret->point = next_field(&line);
	next_field(&line);
	if (climits_number_parse(id.at, id.len, &ret->id) < 0 ||
	    climits_number_parse(parent.at, parent.len, &ret->parent) < 0 || ret->root.len == 0 ||
	    ret->point.len == 0 || ret->point.at[0] != '/' ||
	    memchr(ret->root.at, '\0', (size_t)(line.at - ret->root.at)))
		return -EBADMSG;
	while (line.len > 0)
		if (is_separator(next_field(&line)))
			break;
	ret->type = next_field(&line);
	if (ret->type.len == 0 || (line.len == 0 && !cut))
		return -EBADMSG;
	next_field(&line);
	ret->options = line;
	return 0;
}

static int octal(char c)
{
	return c >= '0' && c <= '7';
}

/* The kernel escapes space, tab, newline and backslash (fs/proc_namespace.c, mangle). */
size_t climits_mountinfo_unescape(struct climits_span text, char *buf)
{
	size_t len = 0;

	for (size_t i = 0; i < text.len; i++) {
		const char *at = text.at + i;

		if (*at == '\\' && text.len - i > 3 && octal(at[1]) && octal(at[2]) &&
		    octal(at[3]) && at[1] < '4' && memcmp(at + 1, "000", 3) != 0) {
			buf[len++] = (char)((at[1] - '0') << 6 | (at[2] - '0') << 3 |
					    (at[3] - '0'));
			i += 3;
		} else {
			buf[len++] = *at;
		}
	}
	return len;
}
