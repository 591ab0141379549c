// SPDX-License-Identifier: MIT
//
// OpenJDK's container lookup, as its own classes make it (jdk.internal.platform): finds the
// cgroups anew, then CPU quota and memory limit. HotSpot's own, in C++, runs once before main and
// cannot be called again. Arguments as in ../measure.h.
import jdk.internal.platform.Metrics;

public class Lookup {
	static final double TURN_US = 500;
	static long sum;

	static void calls(long n) {
		for (long i = 0; i < n; i++) {
			Metrics metrics = Metrics.systemMetrics();
			if (metrics != null)
				sum += metrics.getCpuQuota() + metrics.getCpuPeriod() +
					metrics.getMemoryLimit();
		}
	}

	static double best(long ms) {
		double best = Double.POSITIVE_INFINITY;
		for (long end = System.nanoTime() + ms * 1_000_000; System.nanoTime() < end;) {
			long n = Double.isInfinite(best) ? 1 : (long) (TURN_US / best) + 1;
			long start = System.nanoTime();
			calls(n);
			best = Math.min(best, (System.nanoTime() - start) / 1e3 / n);
		}
		return best;
	}

	public static void main(String[] args) {
		long number = Long.parseLong(args[1]);
		if (args[0].equals("loop"))
			calls(number);
		else
			// The compiler needs its time, too.
			System.out.printf(java.util.Locale.ROOT, "%s\t%s\t%.3f%n",
				"OpenJDK " + System.getProperty("java.version") + " Metrics",
				"quota, memory of one level", best(5 * number));
	}
}
