/* SPDX-License-Identifier: MIT
 *
 * A program that does nothing: what any program costs.
 */
int main(void)
{
	return 0;
}
