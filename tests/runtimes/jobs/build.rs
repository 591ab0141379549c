// SPDX-License-Identifier: MIT

//! Jobs that Cargo will run, as it tells build scripts. Asked anew by each build.

fn main() {
    println!("cargo:rerun-if-changed=there-is-no-such-file");
    println!("cargo:warning=jobs {}", std::env::var("NUM_JOBS").unwrap());
}
