// SPDX-License-Identifier: MIT
//
// libuv's calls, as Node.js hands them out: uv_available_parallelism() and
// uv_get_constrained_memory(). Arguments as in ../measure.h.
'use strict';

const os = require('os');

const TURN_US = 500;
const [mode, number] = [process.argv[2], Number(process.argv[3])];
const now = () => Number(process.hrtime.bigint()) / 1e3;

function calls(n) {
	for (let i = 0; i < n; i++) {
		os.availableParallelism();
		process.constrainedMemory();
	}
}

if (mode === 'loop') {
	calls(number);
} else {
	let best = Infinity;
	for (const end = now() + number * 1e3; now() < end;) {
		const n = Number.isFinite(best) ? Math.floor(TURN_US / best) + 1 : 1;
		const start = now();
		calls(n);
		best = Math.min(best, (now() - start) / n);
	}
	const name = `libuv ${process.versions.uv} parallelism and memory`;
	console.log([name, 'CPUs, memory of one level', best.toFixed(3)].join('\t'));
}
