/* SPDX-License-Identifier: MIT
 *
 * What OpenMP says it will use. Without <omp.h>, which only the compiler that is asked may have.
 */
#include <stdio.h>

int omp_get_max_threads(void);
int omp_get_num_threads(void);

int main(void)
{
	int threads = 0;

#pragma omp parallel
#pragma omp single
	threads = omp_get_num_threads();

	printf("max_threads %d\nthreads %d\n", omp_get_max_threads(), threads);
	return 0;
}
