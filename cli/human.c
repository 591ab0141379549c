/* SPDX-License-Identifier: MIT
 *
 * human.c - numbers and errors as people read them, in integers throughout. Programs get exact
 * numbers from --json and get; here a number may lose what a person would not miss.
 */
#include "human.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "text.h"

void human_fraction(struct text *text, uint64_t numerator, uint64_t denominator, int decimals)
{
	uint64_t rest = numerator % denominator;
	char digits[8];
	int length = 0;

	text_addf(text, "%" PRIu64, numerator / denominator);
	/* rest * 10 cannot overflow: no denominator here is above 2^60. */
	for (; length < decimals && length < (int)sizeof(digits); length++) {
		rest *= 10;
		digits[length] = (char)('0' + rest / denominator);
		rest %= denominator;
	}
	while (length && digits[length - 1] == '0')
		length--;
	if (length)
		text_addf(text, ".%.*s", length, digits);
}

void human_tenths(struct text *text, uint64_t numerator, uint64_t denominator)
{
	uint64_t tenths = numerator / denominator * 10;

	tenths += (numerator % denominator * 10 + denominator / 2) / denominator;
	human_fraction(text, tenths, 10, 1);
}

void human_bytes(struct text *text, uint64_t bytes)
{
	static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	uint64_t unit = 1024;
	size_t i = 0;

	if (bytes < 1024) {
		text_addf(text, "%" PRIu64 " byte%s", bytes, bytes == 1 ? "" : "s");
		return;
	}
	while (bytes / unit >= 1024) {
		unit *= 1024;
		i++;
	}
	text_addf(text, "%" PRIu64, bytes / unit);
	/* A decimal, even 0, says that the number was cut. */
	if (bytes % unit)
		text_addf(text, ".%" PRIu64, bytes % unit * 5 / (unit / 2));
	text_addf(text, " %s", units[i]);
}

void human_microseconds(struct text *text, uint64_t microseconds)
{
	if (microseconds < 1000) {
		text_addf(text, "%" PRIu64 " us", microseconds);
		return;
	}
	human_fraction(text, microseconds, 1000, 3);
	text_add(text, " ms");
}

void human_quota(struct text *text, const struct climits_limit *quota)
{
	human_fraction(text, quota->value, quota->period, 4);
	text_add(text, quota->value == quota->period ? " CPU" : " CPUs");
}

void human_cpus(struct text *text, uint64_t cpus)
{
	text_addf(text, "%" PRIu64 " CPU%s", cpus, cpus == 1 ? "" : "s");
}

/* Whole CPUs first: quota * 1000 could pass 64 bits in limits that were filled in by hand. */
uint64_t human_millicores(const struct climits_limit *quota)
{
	return quota->value / quota->period * 1000 +
	       quota->value % quota->period * 1000 / quota->period;
}

static const struct {
	int number;
	const char *name;
} errors[] = {
	{EPERM, "EPERM"},         {ENOENT, "ENOENT"},     {ESRCH, "ESRCH"},
	{EINTR, "EINTR"},         {EIO, "EIO"},           {ENXIO, "ENXIO"},
	{EBADF, "EBADF"},         {EAGAIN, "EAGAIN"},     {ENOMEM, "ENOMEM"},
	{EACCES, "EACCES"},       {EFAULT, "EFAULT"},     {EBUSY, "EBUSY"},
	{EEXIST, "EEXIST"},       {EXDEV, "EXDEV"},       {ENODEV, "ENODEV"},
	{ENOTDIR, "ENOTDIR"},     {EISDIR, "EISDIR"},     {EINVAL, "EINVAL"},
	{ENFILE, "ENFILE"},       {EMFILE, "EMFILE"},     {ENOTTY, "ENOTTY"},
	{EFBIG, "EFBIG"},         {ENOSPC, "ENOSPC"},     {EROFS, "EROFS"},
	{ERANGE, "ERANGE"},       {ELOOP, "ELOOP"},       {ENAMETOOLONG, "ENAMETOOLONG"},
	{ENOSYS, "ENOSYS"},       {ENODATA, "ENODATA"},   {EOVERFLOW, "EOVERFLOW"},
	{EBADMSG, "EBADMSG"},     {EILSEQ, "EILSEQ"},     {EOPNOTSUPP, "EOPNOTSUPP"},
	{ESTALE, "ESTALE"},       {ENOTCONN, "ENOTCONN"}, {ETIMEDOUT, "ETIMEDOUT"},
	{ECANCELED, "ECANCELED"},
};

void human_error(struct text *text, int error)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (errors[i].number == error) {
			text_add(text, errors[i].name);
			return;
		}
	}
	text_addf(text, "E%d", error);
}

const char *human_error_text(int error)
{
	switch (error) {
	case ENODEV:
		return "no visible mount carries the controller";
	case EXDEV:
		return "the cgroup lies outside of every visible mount";
	case ESRCH:
		return "the process is dead";
	case EFBIG:
		return "longer than any file that the kernel writes";
	case EBADMSG:
		return "not a text that the kernel writes";
	default:
		return strerror(error);
	}
}

const char *human_version(int cgroup_version)
{
	switch (cgroup_version) {
	case CLIMITS_CGROUP_V1:
		return "v1";
	case CLIMITS_CGROUP_V2:
		return "v2";
	case CLIMITS_CGROUP_HYBRID:
		return "hybrid";
	default:
		return "none";
	}
}

const char *human_horizon(int horizon)
{
	switch (horizon) {
	case CLIMITS_HORIZON_ROOT:
		return "root";
	case CLIMITS_HORIZON_NAMESPACE:
		return "namespace";
	default:
		return "unknown";
	}
}
