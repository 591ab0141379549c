// SPDX-License-Identifier: MIT
//
// Rust's own call. Arguments as in ../measure.h.
use std::hint::black_box;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

const TURN_US: f64 = 500.0;

fn turn(best: f64) -> f64 {
    let calls = if best.is_finite() { (TURN_US / best) as u32 + 1 } else { 1 };
    let start = Instant::now();
    for _ in 0..calls {
        let _ = black_box(available_parallelism());
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number: u64 = args[2].parse().expect("a number");
    if args[1] == "loop" {
        for _ in 0..number {
            let _ = black_box(available_parallelism());
        }
        return;
    }
    let end = Instant::now() + Duration::from_millis(number);
    let mut best = f64::INFINITY;
    while Instant::now() < end {
        best = best.min(turn(best));
    }
    println!("Rust {} available_parallelism\tCPUs, all levels\t{:.3}", env!("VERSION"), best);
}
