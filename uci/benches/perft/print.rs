//! Prints the results as a table and as JSON, with everything that they depend on.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::Timing;
use crate::measure::{Way, on_one_core, pin};

/// The machine and the programs that were measured.
#[derive(Debug)]
pub(crate) struct Setting {
    cpu: String,
    rustc: String,
    commit: String,
    pinned: bool,
    reps: u32,
}

impl Setting {
    pub(crate) fn of_this_machine(reps: u32) -> Setting {
        let mut commit = first_line("git", &["rev-parse", "--short", "HEAD"]);
        if let (Some(commit), Some(_)) = (
            &mut commit,
            first_line("git", &["status", "--porcelain", "--untracked-files=no"]),
        ) {
            commit.push_str(" with changes");
        }
        let unknown = || "unknown".to_owned();
        Setting {
            cpu: cpu_name().unwrap_or_else(unknown),
            rustc: first_line("rustc", &["--version"]).unwrap_or_else(unknown),
            commit: commit.unwrap_or_else(unknown),
            pinned: on_one_core(pin),
            reps,
        }
    }
}

/// The first line that a program prints when run in the folder of the workspace.
fn first_line(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}

/// The CPU model on Linux, the architecture elsewhere.
fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok();
    let name = text.as_deref().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    name.or_else(|| Some(std::env::consts::ARCH.to_owned()))
}

/// Million leaves per second.
fn speed(leaves: u64, seconds: f64) -> f64 {
    leaves as f64 / seconds / 1e6
}

/// The heading of the column for this way of counting.
fn heading(way: &Way) -> String {
    let threads = match way.threads {
        1 => "1 thread".to_owned(),
        many => format!("{many} threads"),
    };
    match way.hash_mb {
        0 => format!("{}, {threads}", way.kernel),
        megabytes => format!("{}, {threads}, {megabytes} MB", way.kernel),
    }
}

/// A table for people, in Markdown.
pub(crate) fn table(setting: &Setting, ways: &[Way], timings: &[Timing]) -> String {
    let pin = if setting.pinned {
        "pinned to one core"
    } else {
        "not pinned"
    };
    let mut text = format!(
        "CPU:    {}\nrustc:  {}\ncommit: {}\n\
         Million leaves a second, bulk counting; medians of {}. In brackets: times cozy-chess on \
         one thread.\n\
         One thread: CPU time, {pin}. More threads: wall clock. Tables are empty at the start.\n\n",
        setting.cpu, setting.rustc, setting.commit, setting.reps,
    );
    text += "| position | depth | cozy-chess |";
    for way in ways {
        // Writing to a String cannot fail.
        let _ = write!(text, " {} |", heading(way));
    }
    text += "\n|---|---:|---:|";
    text += &"---:|".repeat(ways.len());
    text.push('\n');
    for timing in timings {
        let position = &timing.position;
        let peer = timing.peer.map_or_else(
            || "-".to_owned(),
            |seconds| format!("{:.0}", speed(position.leaves, seconds)),
        );
        let _ = write!(text, "| {} | {} | {peer} |", position.name, position.depth);
        for seconds in &timing.canopy {
            let _ = write!(text, " {:.0}", speed(position.leaves, *seconds));
            if let Some(peer) = timing.peer {
                let _ = write!(text, " ({:.2})", peer / seconds);
            }
            text += " |";
        }
        text.push('\n');
    }
    text
}

/// JSON for programs. Counts are strings, since they may exceed what a JSON number holds.
pub(crate) fn json(setting: &Setting, ways: &[Way], timings: &[Timing]) -> Value {
    let mut results = Vec::new();
    for timing in timings {
        let leaves = timing.position.leaves;
        for (way, &seconds) in ways.iter().zip(&timing.canopy) {
            results.push(json!({
                "position": timing.position.name,
                "fen": timing.position.fen,
                "depth": timing.position.depth,
                "leaves": leaves.to_string(),
                "kernel": way.kernel.name(),
                "threads": way.threads,
                "hash_mb": way.hash_mb,
                "clock": if way.threads == 1 { "cpu" } else { "wall" },
                "seconds": seconds,
                "million_leaves_per_second": speed(leaves, seconds),
                "cozy_chess_seconds": timing.peer,
                "ratio": timing.peer.map(|peer| peer / seconds),
            }));
        }
    }
    json!({
        "cpu": setting.cpu,
        "rustc": setting.rustc,
        "commit": setting.commit,
        "pinned": setting.pinned,
        "samples": setting.reps,
        "counting": "bulk",
        "results": results,
    })
}
