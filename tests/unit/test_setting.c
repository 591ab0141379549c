/* SPDX-License-Identifier: MIT
 *
 * lib/setting.c: the text of a setting, how it joins with what the variable has, and that every
 * shell here (those that are installed) and GNU make read it as meant.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "containerlimits.h"

static struct climits_setting setting_of(const char *name, const char *value, char separator)
{
	struct climits_setting setting = {.runtime = "test", .name = name, .separator = separator};

	snprintf(setting.value, sizeof(setting.value), "%s", value);
	return setting;
}

#define SHELL CLIMITS_FORMAT_SHELL
#define DOTENV CLIMITS_FORMAT_DOTENV
#define VALUE CLIMITS_FORMAT_VALUE

/* clang-format off */
static const struct {
	const char *name, *value;
	char separator;
	int format;
	const char *present;
	int override;
	const char *expected;
} texts[] = {
	{"GOMAXPROCS", "2", 0, SHELL, NULL, 0, "export GOMAXPROCS=2\n"},
	{"GOMAXPROCS", "2", 0, SHELL, "", 0, "export GOMAXPROCS=2\n"},
	{"GOMAXPROCS", "2", 0, SHELL, "8", 0, ""},
	{"GOMAXPROCS", "2", 0, SHELL, "8", 1, "export GOMAXPROCS=2\n"},
	{"GOMAXPROCS", "2", 0, SHELL, "2", 0, ""},
	{"GOMAXPROCS", "2", 0, DOTENV, NULL, 0, "GOMAXPROCS=2\n"},
	{"GOMAXPROCS", "2", 0, DOTENV, "8\n9", 0, ""},
	{"GOMAXPROCS", "2", 0, DOTENV, "8\n9", 1, "GOMAXPROCS=2\n"},
	{"GOMAXPROCS", "2", 0, VALUE, NULL, 0, "2"},
	{"GOMAXPROCS", "2", 0, VALUE, "8", 0, ""},
	{"GOMAXPROCS", "2", 0, VALUE, "8", 1, "2"},
	{"GOMEMLIMIT", "", 0, SHELL, NULL, 1, ""},
	{"NODE_OPTIONS", "", ' ', SHELL, "x", 1, ""},
	{"NODE_OPTIONS", "--a=1 --b=2", ' ', SHELL, NULL, 0, "export NODE_OPTIONS='--a=1 --b=2'\n"},
	{"NODE_OPTIONS", "--a=1 --b=2", ' ', SHELL, "--c", 0,
	 "export NODE_OPTIONS='--a=1 --b=2 '\"${NODE_OPTIONS-}\"\n"},
	{"NODE_OPTIONS", "--a=1 --b=2", ' ', SHELL, "--c", 1,
	 "export NODE_OPTIONS='--a=1 --b=2 '\"${NODE_OPTIONS-}\"\n"},
	{"NODE_OPTIONS", "--a=1", ' ', DOTENV, NULL, 0, "NODE_OPTIONS=--a=1\n"},
	{"NODE_OPTIONS", "--a=1", ' ', DOTENV, "--c 'd'", 0, "NODE_OPTIONS=--a=1 --c 'd'\n"},
	{"NODE_OPTIONS", "--a=1", ' ', DOTENV, "--a=1 \n", 0, ""},
	{"NODE_OPTIONS", "--a=1", ' ', VALUE, "--c\nd", 0, "--a=1 --c\nd"},
	{"NODE_OPTIONS", "--a=1", ' ', VALUE, "--a=1", 0, ""},
	{"NODE_OPTIONS", "--a=1", ' ', VALUE, "--a=1 --c", 0, ""},
	{"NODE_OPTIONS", "--a=1", ' ', VALUE, "--a=12", 0, "--a=1 --a=12"},
	{"NODE_OPTIONS", "--a=1", ' ', VALUE, "--c --a=1", 0, "--a=1 --c --a=1"},
	{"NODE_OPTIONS", "--a=1", ' ', VALUE, "--a", 0, "--a=1 --a"},
	{"GODEBUG", "m=1", ',', SHELL, NULL, 0, "export GODEBUG=m=1\n"},
	{"GODEBUG", "m=1", ',', SHELL, "x=1", 0, "export GODEBUG='m=1,'\"${GODEBUG-}\"\n"},
	{"GODEBUG", "m=1", ',', VALUE, "x=1", 0, "m=1,x=1"},
	{"GODEBUG", "m=1", ',', VALUE, "m=1 x", 0, "m=1,m=1 x"},
	{"GODEBUG", "m=1", ',', VALUE, "m=1,x=1", 0, ""},
	{"X", "it's", 0, SHELL, NULL, 0, "export X='it'\\''s'\n"},
	{"MAKEFLAGS", "-j4", ' ', SHELL, NULL, 0, "export MAKEFLAGS=-j4\n"},
	{"MAKEFLAGS", "-j4", ' ', SHELL, "-k", 0, "export MAKEFLAGS='-j4 '\"${MAKEFLAGS-}\"\n"},
	{"MAKEFLAGS", "-j4", ' ', SHELL, "k", 0, "export MAKEFLAGS='-j4 -'\"${MAKEFLAGS-}\"\n"},
	{"MAKEFLAGS", "-j4", ' ', VALUE, "ks --trace", 0, "-j4 -ks --trace"},
	{"MAKEFLAGS", "-j4", ' ', VALUE, "-j4 -ks --trace", 0, ""},
	{"MAKEFLAGS", "-j4", ' ', VALUE, "A=b", 0, "-j4 A=b"},
	{"MAKEFLAGS", "-j4", ' ', VALUE, " -- A=b", 0, "-j4  -- A=b"},
	{"MAKEFLAGS", "-j4", ' ', VALUE, " k", 0, ""},
	{"MAKEFLAGS", "-j4", ' ', VALUE, " ", 0, "-j4  "},
	{"MAKEFLAGS", "-j4", ' ', DOTENV, "k", 0, "MAKEFLAGS=-j4 -k\n"},
};
/* clang-format on */

START_TEST(text)
{
	struct climits_setting setting = setting_of(texts[_i].name, texts[_i].value,
						    texts[_i].separator);
	int length = (int)strlen(texts[_i].expected);
	char buf[256];

	ck_assert_int_eq(climits_setting_format(&setting, texts[_i].format, texts[_i].present,
						texts[_i].override, buf, sizeof(buf)),
			 length);
	ck_assert_str_eq(buf, texts[_i].expected);
}
END_TEST

START_TEST(cut)
{
	struct climits_setting setting = setting_of("NODE_OPTIONS", "--a=1 --b=2", ' ');
	const char *expected = "export NODE_OPTIONS='--a=1 --b=2 '\"${NODE_OPTIONS-}\"\n";
	int length = (int)strlen(expected);
	char buf[128];
	size_t size;

	ck_assert_int_eq(climits_setting_format(&setting, SHELL, "x", 0, NULL, 0), length);
	for (size = 1; size < sizeof(buf); size++) {
		memset(buf, 0x5a, sizeof(buf));
		ck_assert_int_eq(climits_setting_format(&setting, SHELL, "x", 0, buf, size),
				 length);
		ck_assert_int_eq(strncmp(buf, expected, size - 1), 0);
		ck_assert_uint_eq(strlen(buf), size <= (size_t)length ? size - 1 : (size_t)length);
		ck_assert_int_eq(buf[size], size < sizeof(buf) ? 0x5a : 0);
	}
}
END_TEST

START_TEST(longest_value)
{
	struct climits_setting setting = {.name = "NODE_OPTIONS", .separator = ' '};
	char buf[512];

	memset(setting.value, 'a', sizeof(setting.value) - 1);
	ck_assert_int_eq(climits_setting_format(&setting, VALUE, "b", 0, buf, sizeof(buf)), 177);
	setting.value[sizeof(setting.value) - 1] = 'a';
	ck_assert_int_eq(climits_setting_format(&setting, VALUE, "b", 0, buf, sizeof(buf)),
			 -EINVAL);
}
END_TEST

START_TEST(refused)
{
	struct climits_setting setting = setting_of("NODE_OPTIONS", "--a=1", ' ');
	char buf[64] = "as it was";

	ck_assert_int_eq(climits_setting_format(&setting, 3, NULL, 0, buf, 64), -EINVAL);
	ck_assert_int_eq(climits_setting_format(&setting, -1, NULL, 0, buf, 64), -EINVAL);
	ck_assert_int_eq(climits_setting_format(NULL, SHELL, NULL, 0, buf, 64), -EINVAL);
	ck_assert_int_eq(climits_setting_format(&setting, DOTENV, "a\nb", 0, buf, 64), -EILSEQ);
	ck_assert_str_eq(buf, "as it was");
}
END_TEST

/* Standard output of the command, up to size - 1 bytes; 0 when it could not be run. */
static int run(char *const argv[], char *buf, size_t size)
{
	size_t length = 0;
	int ends[2], status;
	ssize_t n;
	pid_t pid;

	ck_assert_int_eq(pipe(ends), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(ends[1]);
	while ((n = read(ends[0], buf + length, size - 1 - length)) > 0)
		length += (size_t)n;
	buf[length] = '\0';
	close(ends[0]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const struct {
	const char *command, *argument;
} shells[] = {
	{"sh", NULL},       {"dash", NULL}, {"bash", NULL}, {"bash", "--posix"},
	{"busybox", "ash"}, {"zsh", NULL},  {"ksh", NULL},  {"mksh", NULL},
};

/* Runs script in shell i. */
static int run_shell(int i, const char *script, char *buf, size_t size)
{
	char *argv[5];
	int n = 0;

	argv[n++] = strdup(shells[i].command);
	if (shells[i].argument)
		argv[n++] = strdup(shells[i].argument);
	argv[n++] = strdup("-c");
	argv[n++] = strdup(script);
	argv[n] = NULL;
	n = run(argv, buf, size);
	free(argv[0]);
	free(argv[1]);
	free(argv[2]);
	if (shells[i].argument)
		free(argv[3]);
	return n;
}

static const char *const nasty[] = {
	"--plain",
	"it's",
	"\"quoted\" 'twice'",
	"$(echo run >&2) `echo run >&2` ${HOME} $HOME $$",
	"* ? [a-z] {a,b} ~ !! # ; & | < > ( )",
	"back\\slash \\n \\",
	"new\nline",
	"two  blanks	tab",
	" leading and trailing ",
	"--a=12",
	"\xff\xfe not text",
};

#define NASTY ((int)(sizeof(nasty) / sizeof(nasty[0])))

/* The lines of a scalar, two space lists and a comma list, given what the lists have now. */
static void set_lines(const char *present)
{
	struct climits_setting settings[] = {
		setting_of("NODE_OPTIONS", "--a=1 --b=2", ' '),
		setting_of("GOMAXPROCS", "2", 0),
		setting_of("MALLOC_CONF", "narenas:2,background_thread:true", ','),
		setting_of("X_SCALAR", "two words", 0),
	};
	char lines[1024] = "";
	size_t i, length = 0;

	for (i = 0; i < 4; i++) {
		const char *now = settings[i].separator ? present : NULL;
		int n = climits_setting_format(&settings[i], SHELL, now, 0, lines + length,
					       sizeof(lines) - length);

		ck_assert_int_gt(n, 0);
		length += (size_t)n;
		if (now)
			setenv(settings[i].name, now, 1);
		else
			unsetenv(settings[i].name);
	}
	setenv("X_LINES", lines, 1);
}

#define PRINT                                                                                      \
	"; exec sh -c 'printf \"%s|%s|%s|%s\" \"$NODE_OPTIONS\" \"$GOMAXPROCS\" \"$MALLOC_CONF\" " \
	"\"$X_SCALAR\"'"

static void assert_shell(int shell, const char *eval, const char *present)
{
	char script[512], expected[1024], buf[1024];
	const char *space = present ? " " : "", *comma = present ? "," : "";

	set_lines(present);
	snprintf(script, sizeof(script), "set -u; %s%s", eval, PRINT);
	snprintf(expected, sizeof(expected),
		 "--a=1 --b=2%s%s|2|narenas:2,background_thread:true%s%s|two words", space,
		 present ? present : "", comma, present ? present : "");
	ck_assert_int_eq(run_shell(shell, script, buf, sizeof(buf)), 1);
	ck_assert_str_eq(buf, expected);
}

START_TEST(shell)
{
	char buf[16];
	int i;

	if (!run_shell(_i, ":", buf, sizeof(buf)))
		return; /* not installed */
	assert_shell(_i, "eval \"$(printf %s \"$X_LINES\")\"", NULL);
	assert_shell(_i, "eval $(printf %s \"$X_LINES\")", NULL);
	for (i = 0; i < NASTY; i++) {
		assert_shell(_i, "eval \"$(printf %s \"$X_LINES\")\"", nasty[i]);
		assert_shell(_i, "eval $(printf %s \"$X_LINES\")", nasty[i]);
	}
}
END_TEST

/* A second run, with what the first one made, changes nothing. */
START_TEST(twice)
{
	static const struct {
		const char *name, *value;
		char separator;
	} lists[] = {
		{"NODE_OPTIONS", "--a=1", ' '}, {"GODEBUG", "m=1", ','}, {"MAKEFLAGS", "-j4", ' '}};
	char first[256], second[256];
	size_t i;

	for (i = 0; i < 3; i++) {
		struct climits_setting setting = setting_of(lists[i].name, lists[i].value,
							    lists[i].separator);

		/* Not joined at all: letters of make behind a blank. */
		if (climits_setting_format(&setting, VALUE, nasty[_i], 0, first, 256) == 0)
			continue;
		ck_assert_int_eq(climits_setting_format(&setting, VALUE, first, 0, second, 256), 0);
		ck_assert_int_eq(climits_setting_format(&setting, SHELL, first, 0, second, 256), 0);
	}
}
END_TEST

/* What GNU make made of MAKEFLAGS: letters first, then -j. */
static const struct {
	const char *present, *expected;
} makes[] = {
	{NULL, " -j4"},
	{"k", "k -j4"},
	{"ks", "ks -j4"},
	{"-k", "k -j4"},
	{"ks --no-print-directory", "ks -j4"},
	{"-k --no-print-directory", "k -j4"},
	{"-k -j7", "k -j7"},
	{"kj7", "k -j7"},
	{"A=b", " -j4"},
	{"k -- A=b", "k -j4"},
	{" -j7 -- A=b", " -j7"},
};

static const char makefile[] = "printf 'all:\\n\\t@printf \"%%s|%%s\" \"$(MAKEFLAGS)\" "
			       "\"$(A)\"\\n' | make -f -";

START_TEST(gnu_make)
{
	struct climits_setting setting = setting_of("MAKEFLAGS", "-j4", ' ');
	char command[] = "sh", option[] = "-c", script[sizeof(makefile)];
	char *argv[] = {command, option, script, NULL};
	char value[128], buf[512];

	ck_assert_int_gt(
		climits_setting_format(&setting, VALUE, makes[_i].present, 0, value, sizeof(value)),
		0);
	setenv("MAKEFLAGS", value, 1);
	unsetenv("MAKELEVEL");
	memcpy(script, makefile, sizeof(makefile));
	ck_assert_int_eq(run(argv, buf, sizeof(buf)), 1);
	unsetenv("MAKEFLAGS");
	ck_assert_msg(strncmp(buf, makes[_i].expected, strlen(makes[_i].expected)) == 0, "%s", buf);
	if (makes[_i].present && strstr(makes[_i].present, "A=b"))
		ck_assert_str_eq(strchr(buf, '|'), "|b");
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("setting");
	TCase *format = tcase_create("format"), *readers = tcase_create("readers");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_loop_test(format, text, 0, COUNT(texts));
	tcase_add_test(format, cut);
	tcase_add_test(format, longest_value);
	tcase_add_test(format, refused);
	tcase_add_loop_test(format, twice, 0, NASTY);
	tcase_set_timeout(readers, 60);
	tcase_add_loop_test(readers, shell, 0, COUNT(shells));
	tcase_add_loop_test(readers, gnu_make, 0, COUNT(makes));
	suite_add_tcase(suite, format);
	suite_add_tcase(suite, readers);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
