// SPDX-License-Identifier: MIT

//! What Rayon and Tokio will use, and how many jobs Cargo built this with.

fn main() {
    let tokio = tokio::runtime::Runtime::new().expect("a runtime of Tokio");
    println!("rayon {}", rayon::current_num_threads());
    println!("tokio {}", tokio.metrics().num_workers());
}
