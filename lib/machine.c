/* SPDX-License-Identifier: MIT
 *
 * The machine around the cgroups: which CPUs are online, which the process may run on, how much RAM
 * there is.
 */
#include "handle.h"

#include "value.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* Linux 2.6.32: or-ed into the policy that sched_getscheduler(2) returns. */
#ifndef SCHED_RESET_ON_FORK
#define SCHED_RESET_ON_FORK 0x40000000
#endif

static const char ONLINE_FILE[] = "/sys/devices/system/cpu/online";

static void set_record(struct climits_limit *record, const struct climits_cpus *cpus, int error)
{
	*record = (struct climits_limit){.status = CLIMITS_UNKNOWN, .level = -1, .error = -error};
	if (error == -EBADMSG)
		record->status = CLIMITS_INVALID;
	if (error)
		return;
	record->status = CLIMITS_LIMITED;
	record->value = climits_cpus_count(cpus);
}

/* The descriptor is kept: a positioned read of it gives the list anew. */
static int read_online(struct climits *handle)
{
	int fd = handle->online_fd;
	ssize_t len;

	if (fd < 0)
		fd = climits_root_open(&handle->view[0], ONLINE_FILE, 0);
	if (fd < 0)
		return fd;
	len = climits_read_line(fd, handle->scratch, sizeof(handle->scratch), !handle->live);
	if (handle->live && !handle->once)
		handle->online_fd = fd;
	else
		climits_close_fd(fd);
	if (len < 0)
		return (int)len;
	return len == 0 ? -EBADMSG
			: climits_cpus_parse_list(handle->scratch, (size_t)len, &handle->online);
}

/*
 * The system call, because glibc's wrapper clears what lies behind the kernel's answer: it returns
 * how many bytes it wrote, a multiple of 8. A mask for CLIMITS_CPUS_MAX CPUs is larger than any
 * kernel's, so EINVAL (mask too small) cannot happen.
 */
static int live_affinity(struct climits *handle)
{
	long len = syscall(SYS_sched_getaffinity, handle->pid, sizeof(handle->affinity.bits),
			   handle->affinity.bits);

	if (len < 0)
		return -errno;
	handle->affinity.words = (uint32_t)len / 8;
	return 0;
}

/*
 * The mask in proc/PID/status, of a captured tree or where the system call fails. -ENOENT when
 * there is none.
 */
static int status_affinity(struct climits *handle)
{
	const char *mask;
	size_t mask_len;
	ssize_t len = climits_proc_text(handle, "status");

	if (len < 0)
		return (int)len;
	if (climits_value_status(handle->scratch, (size_t)len, "Cpus_allowed", &mask, &mask_len) ==
	    0)
		return climits_cpus_parse_mask(mask, mask_len, &handle->affinity);
	if (climits_value_status(handle->scratch, (size_t)len, "Cpus_allowed_list", &mask,
				 &mask_len) == 0)
		return climits_cpus_parse_list(mask, mask_len, &handle->affinity);
	return -ENOENT;
}

static int read_affinity(struct climits *handle)
{
	int r = handle->live ? live_affinity(handle) : -ENOENT;
	int other;

	if (r == 0)
		return 0;
	other = status_affinity(handle);
	return other < 0 && handle->live ? r : other;
}

void climits_machine_cpus(struct climits *handle)
{
	set_record(&handle->limits.affinity, &handle->affinity, read_affinity(handle));
	set_record(&handle->limits.online, &handle->online, read_online(handle));
	if (handle->live) {
		int policy = sched_getscheduler(handle->pid);

		handle->limits.scheduling = policy < 0 ? -1 : policy & ~SCHED_RESET_ON_FORK;
	}
}

static void read_meminfo(struct climits *handle)
{
	struct climits_limits *limits = &handle->limits;
	int fd = climits_root_open(&handle->view[0], "/proc/meminfo", 0);
	ssize_t len;

	if (fd < 0)
		return;
	len = climits_read_all(fd, handle->scratch, sizeof(handle->scratch));
	climits_close_fd(fd);
	if (len < 0)
		return;
	if (climits_value_meminfo(handle->scratch, (size_t)len, "MemTotal", &limits->memory_total) <
	    0)
		limits->memory_total = 0;
	if (climits_value_meminfo(handle->scratch, (size_t)len, "SwapTotal", &limits->swap_total) <
	    0)
		limits->swap_total = 0;
}

/*
 * sysinfo(2) has the same numbers as /proc/meminfo, in a thirtieth of the time and without /proc.
 * The file is for captured trees, and for sandboxes that refuse the call.
 */
void climits_machine_memory(struct climits *handle)
{
	struct climits_limits *limits = &handle->limits;
	struct sysinfo info;

	limits->memory_total = 0;
	limits->swap_total = 0;
	if (!handle->live || sysinfo(&info) < 0) {
		read_meminfo(handle);
	} else {
		limits->memory_total = (uint64_t)info.totalram * info.mem_unit;
		limits->swap_total = (uint64_t)info.totalswap * info.mem_unit;
	}
}
