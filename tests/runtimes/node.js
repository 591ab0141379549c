// SPDX-License-Identifier: MIT
console.log('heap_size_limit', require('v8').getHeapStatistics().heap_size_limit);
