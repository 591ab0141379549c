# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Rust: Rayon and Tokio with the newest crates that tests/runtimes/fetch brought, and Polars.
# shellcheck disable=SC2154 # what run sets

rust_due() {
	due rayon "$P"
	due tokio "$P"
}

rust_crates() {
	awk -F '"' '/^name/ { name = $2 }
		/^version/ && (name == "rayon" || name == "tokio") { print name, $2 }' \
		"$build/rust/Cargo.lock" | paste -sd ' '
}

if ! have cargo || ! have rustc; then
	skip "rust: no cargo"
elif [ ! -e "$build/rust/Cargo.lock" ]; then
	skip "rust: crates were not fetched"
elif builds "$build/rust/target/release/threads" \
	cargo build --release --offline -q --manifest-path "$build/rust/Cargo.toml" \
	--target-dir "$build/rust/target"; then
	read_back "$(rust_crates)" rust_due "$build/rust/target/release/threads"
fi

polars_due() {
	due threads "$P"
}

library_ask polars polars polars_due
