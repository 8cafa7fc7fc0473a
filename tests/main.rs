//! The tests of the whole workspace, in one binary: one module per subject.
//!
//! `cargo test -p canopy-chess --test main formats::` runs the module `formats` alone.
//!
//! They live at the top level because they test the workspace as a whole; package `canopy-chess`
//! owns them because only there does cargo tell a test where the `canopy` binary is.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and unwrap does that"
)]

mod support;
mod uci_driver;

mod about;
mod action;
mod boards;
mod certificates;
mod certificates_of_estimates;
mod certificates_of_positions;
#[cfg(unix)]
mod checkpoint;
#[cfg(unix)]
mod cli_control;
mod cli_perft;
mod compare;
mod compliance;
mod console;
mod corpus;
mod devices;
mod diagnose;
mod dialects;
#[cfg(unix)]
mod doc_tables;
mod estimate;
mod exhaustion;
mod explain;
#[cfg(target_os = "linux")]
mod faults;
mod formats;
mod fuzz;
mod healthy;
mod hive;
mod json;
mod kernels;
mod killer;
mod known;
mod last_move;
#[cfg(target_os = "linux")]
mod limits;
mod network;
mod oracle;
#[cfg(unix)]
mod programs;
mod properties;
mod public_suites;
mod reachability;
#[cfg(unix)]
mod readme;
mod scaling;
mod second_oracle;
#[cfg(unix)]
mod session_files;
#[cfg(unix)]
mod start;
mod statistics;
mod suite_command;
mod suite_engine;
mod suites;
mod tablebases;
mod uci_benchmark_protocol;
mod uci_jobs;
mod uci_queue;
mod uci_robustness;
mod uci_transcripts;
mod uhp;
mod unique;
#[cfg(unix)]
mod unique_disk;
mod units;
mod variants;
mod why;
mod zoo;
