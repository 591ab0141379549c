/* SPDX-License-Identifier: MIT
 *
 * What an open handle holds. The steps are in place.c (where the cgroups are), level.c (one file of
 * one level), limits.c (all levels to one limit), machine.c (CPUs, RAM) and handle.c (open, read,
 * close).
 */
#ifndef CLIMITS_HANDLE_H
#define CLIMITS_HANDLE_H

#include "containerlimits.h"
#include "cpus.h"
#include "membership.h"
#include "mounts.h"
#include "reader.h"

/* The files of a level, each of one controller. */
enum climits_file {
	CLIMITS_FILE_QUOTA,
	CLIMITS_FILE_PERIOD,
	CLIMITS_FILE_BURST,
	CLIMITS_FILE_WEIGHT,
	CLIMITS_FILE_CPUS_EFFECTIVE,
	CLIMITS_FILE_CPUS,
	CLIMITS_FILE_MEMORY,
	CLIMITS_FILE_HIGH,
	CLIMITS_FILE_SWAP,
	CLIMITS_FILE_HIERARCHY,
	CLIMITS_FILE_STAT,
	CLIMITS_FILE_PIDS,
	CLIMITS_FILE_CONTROLLERS,
	CLIMITS_FILES
};

/*
 * Levels whose descriptors are kept. Nine files a level at most are read again and again, so 64
 * levels hold fewer than 600 descriptors of the usual 1024; no container that was met had more than
 * 12 levels.
 */
#define CLIMITS_KEPT_LEVELS 64

/* States of a kept descriptor. */
#define CLIMITS_FD_NONE (-1)   /* not opened yet */
#define CLIMITS_FD_ABSENT (-2) /* the file is not there, see climits_level_refresh() */

/* A controller may be seen through so many mounts; more show nothing new. */
#define CLIMITS_PLACE_MOUNTS 8

/* Where the levels of a controller are. */
struct climits_place {
	int error;   /* 0, or the errno of why its levels cannot be seen */
	int version; /* 0: the process has no such controller */
	int horizon; /* enum climits_horizon */
	int depth;   /* components of path */
	int top;     /* the highest visible level; 0 is the process's own */
	int mounts;
	int mount[CLIMITS_PLACE_MOUNTS]; /* indices, the one that shows most ancestors first */
	struct climits_span path;
};

/* Which file set a limit, or could not be read. */
enum climits_origin_kind {
	CLIMITS_ORIGIN_NONE,
	CLIMITS_ORIGIN_LEVEL,
	CLIMITS_ORIGIN_HIDDEN, /* a file of a level tells the value of a hidden one */
	CLIMITS_ORIGIN_CGROUP, /* /proc/PID/cgroup */
	CLIMITS_ORIGIN_MOUNTS  /* /proc/PID/mountinfo */
};

struct climits_origin {
	enum climits_origin_kind kind;
	enum climits_controller controller;
	enum climits_file file;
	int level;
};

/*
 * The largest file that is read whole is /proc/PID/cgroup: at most 16 hierarchies
 * (CGROUP_SUBSYS_COUNT and v2) of a path of 4 KiB each. A line of mountinfo needs at most 4 x 4 KiB
 * for each of root, mount point and source, every byte of them escaped, to be read up to the super
 * options of a cgroup mount.
 */
#define CLIMITS_SCRATCH 65536

struct climits {
	int live;        /* the live machine, no captured tree */
	int once;        /* one-shot: keep no descriptors */
	int pid;         /* as in the options */
	int self;        /* our process at the time of opening: a child sees that it is another */
	int dead;        /* the process is a zombie, or gone */
	int state_error; /* errno of why that cannot be told */
	int again;       /* a cgroup was removed while it was read */
	int resolved;    /* place[] and mounts belong to member */
	int unusual;     /* the mounts at the usual places are not all that matters */
	int root_fd;     /* of a captured tree, -1 for the live machine */
	int proc_fd;     /* /proc/PID on the live machine, -1 for ourselves */
	int stat_fd;     /* /proc/PID/stat of another process, kept */
	int cgroup_fd;   /* /proc/PID/cgroup, kept */
	int online_fd;
	int watch_fd;   /* epoll: what the caller polls; -1 when nobody watches */
	int inotify_fd; /* in watch_fd, made anew when the cgroups are others */
	int watch_error;
	int member_error;
	int mounts_error;
	int namespace_error; /* errno of why our cgroup namespace cannot be told */
	int views;
	struct climits_root view[2]; /* ours, and that of a process in another mount namespace */
	struct climits_membership member;
	struct climits_place place[CLIMITS_CONTROLLERS];
	struct climits_origin origin[CLIMITS_RESOURCES];
	int have_cpuset;
	struct climits_cpus cpuset;
	struct climits_cpus affinity;
	struct climits_cpus online;
	int read_before;
	struct climits_limits limits;
	int kept_levels;                            /* rows of fd that are in use */
	unsigned char enabled[CLIMITS_KEPT_LEVELS]; /* v2: what cgroup.controllers said */
	int fd[CLIMITS_KEPT_LEVELS][CLIMITS_FILES];
	struct climits_mounts mounts;
	char member_text[CLIMITS_MEMBERSHIP_TEXT];
	_Alignas(8) char scratch[CLIMITS_SCRATCH];
};

/* proc.c: files of /proc/PID, of whichever process the handle is for. */
int climits_proc_open(const struct climits *handle, const char *name);
/* The path for people: "/proc/self/cgroup". As snprintf(3). */
int climits_proc_path(const struct climits *handle, const char *name, char *buf, size_t size);
/* Reads a whole file into scratch. The length or a negative errno. */
ssize_t climits_proc_text(struct climits *handle, const char *name);
/* Looks whether the process is dead. */
void climits_proc_check(struct climits *handle);

/* place.c: from member, fills mounts and place[]. */
void climits_place_resolve(struct climits *handle);
/* The mount that shows a level, -1 when none does. */
int climits_place_mount(const struct climits *handle, enum climits_controller controller,
			int level);
/* What of a level's path lies below the root of its mount. */
struct climits_span climits_place_rest(const struct climits *handle,
				       enum climits_controller controller, int level, int mount);

/* level.c */
const char *climits_file_name(const struct climits *handle, enum climits_controller controller,
			      int mount, enum climits_file file);
/*
 * The text of a file of a level, in scratch, its final newline taken off. The length or a negative
 * errno: -ENOENT when the level has no such file.
 */
ssize_t climits_level_text(struct climits *handle, enum climits_controller controller, int level,
			   enum climits_file file);
/* The controllers that cgroup.controllers of a level of v2 names, as bits, or a negative errno. */
int climits_level_enabled(struct climits *handle, enum climits_controller controller, int level);
/* Forgets what is absent at levels where a controller appeared. */
void climits_level_refresh(struct climits *handle);
void climits_level_close(struct climits *handle);

/* record.c: the record of a resource and where it comes from. */
struct climits_limit *climits_record(struct climits *handle, int resource);
/* Makes it unknown, or invalid for -EBADMSG; the first unknown of several failures stays. */
void climits_record_fail(struct climits *handle, int resource, int error,
			 struct climits_origin origin);
/* Makes it limited, unless it has failed. */
void climits_record_limit(struct climits *handle, int resource, uint64_t value,
			  struct climits_origin origin);
/*
 * 1 when the levels of the controller can be read; else fails the record, or leaves it unlimited.
 */
int climits_record_begin(struct climits *handle, int resource, enum climits_controller controller);
void climits_note(struct climits *handle, enum climits_note note);

/* limits.c: what the files that bring levels together share. */
static inline struct climits_origin climits_level_origin(enum climits_controller controller,
							 int level, enum climits_file file)
{
	return (struct climits_origin){
		.kind = CLIMITS_ORIGIN_LEVEL,
		.controller = controller,
		.file = file,
		.level = level,
	};
}

/*
 * The highest level that can have a limit; -1 for none. The machine's root cannot: v2 gives it no
 * such files, v1 refuses to write them (kernel/sched/core.c, tg_set_cfs_bandwidth;
 * mm/memcontrol-v1.c, mem_cgroup_write).
 */
static inline int climits_limits_top(const struct climits_place *place)
{
	return place->horizon == CLIMITS_HORIZON_ROOT ? place->top - 1 : place->top;
}

/*
 * The smallest of all levels of a file with a number or "max" in it. 1 when any level has the file.
 */
int climits_limits_smallest(struct climits *handle, int resource,
			    enum climits_controller controller, enum climits_file file);

/*
 * Notes that a controller limits nothing because it is not there; not if it is only not enabled
 * here.
 */
void climits_note_missing(struct climits *handle, enum climits_controller controller);

/* limits_cpu.c, limits_memory.c: all levels to one limit, in handle->limits. */
void climits_limits_cpu(struct climits *handle);
void climits_limits_cpuset(struct climits *handle);
void climits_limits_memory(struct climits *handle);
void climits_limits_pids(struct climits *handle);

/* machine.c */
void climits_machine_cpus(struct climits *handle);
void climits_machine_memory(struct climits *handle);

/* conclude.c: what follows from the limits: usable CPUs, budget, notes. */
void climits_conclude(struct climits *handle);

#endif
