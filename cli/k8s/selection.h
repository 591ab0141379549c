/* SPDX-License-Identifier: MIT
 *
 * selection.h - which variables are wanted, and which runtimes to ask the library about.
 */
#ifndef CLIMITS_K8S_SELECTION_H
#define CLIMITS_K8S_SELECTION_H

#include <stddef.h>

#include <containerlimits.h>

/* Room for the names of all rows. */
#define SELECTION_RUNTIMES 256

/*
 * names     the variables, static
 * runtimes  comma list for climits_advise(); "go" is always in it, because its GOMAXPROCS tells how
 *           many CPUs there are
 */
struct selection {
	const char *names[CLIMITS_SETTINGS_MAX];
	size_t count;
	char runtimes[SELECTION_RUNTIMES];
};

/*
 * list holds names of variables and of runtimes ("safe" too), at least one. 0, or -1 when a word is
 * neither: then selection is as it was.
 */
int selection_parse(struct selection *selection, const char *list);

int selection_has(const struct selection *selection, const char *name);

#endif
