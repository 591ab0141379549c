// SPDX-License-Identifier: MIT

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM says it will use. maxMemory() may leave out one survivor space. */
public class Processors {
	public static void main(String[] arguments) {
		HotSpotDiagnosticMXBean options =
				ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
		long heap = Long.parseLong(options.getVMOption("MaxHeapSize").getValue());
		long most = Runtime.getRuntime().maxMemory();
		System.out.println("processors " + Runtime.getRuntime().availableProcessors());
		System.out.println("MaxHeapSize " + heap);
		if (most > heap || most < heap - heap / 4) {
			System.out.println("maxMemory " + most);
		}
	}
}
