//! Records the commit, the target and the compiler for `--version`.
//!
//! A source tree without Git, or inside another repository, builds as well, with the commit
//! `unknown`.

use std::env;
use std::path::Path;
use std::process::Command;

/// The sources of the program, relative to the root of the workspace.
const SOURCES: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "movegen/Cargo.toml",
    "movegen/src",
    "engine/Cargo.toml",
    "engine/src",
    "workbench/Cargo.toml",
    "workbench/src",
    "uci/Cargo.toml",
    "uci/build.rs",
    "uci/src",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // A change to any of these rebuilds the program anyway, so running this script again is cheap.
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let git = |arguments: &[&str]| first_line("git", arguments, &root);
    let commit = commit(git);
    if let (Some(_), Ok("release")) = (&commit, env::var("PROFILE").as_deref()) {
        // A release names the commit that is checked out. Other builds name the commit of their last
        // compilation: a new commit alone does not recompile the tests.
        for file in ["HEAD", "logs/HEAD"] {
            let path = git(&["rev-parse", "--git-path", file]).map(|path| root.join(path));
            // Cargo treats a missing file as changed.
            if let Some(path) = path.filter(|path| path.exists()) {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
    }
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = first_line(&rustc, &["--version"], &root);
    let unknown = || "unknown".to_owned();
    set("CANOPY_COMMIT", &commit.unwrap_or_else(unknown));
    set("CANOPY_COMPILER", &compiler.unwrap_or_else(unknown));
    set(
        "CANOPY_TARGET",
        &env::var("TARGET").unwrap_or_else(|_| unknown()),
    );
}

/// The commit, followed by `-dirty` if the sources differ from it.
fn commit(git: impl Fn(&[&str]) -> Option<String>) -> Option<String> {
    // The commit of a surrounding repository says nothing about this program.
    let prefix = git(&["rev-parse", "--show-prefix"])?;
    if !prefix.is_empty() {
        return None;
    }
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    let status = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(match status.is_empty() {
        true => commit,
        false => format!("{commit}-dirty"),
    })
}

/// The first line that a command prints, which may be empty; `None` if it cannot be run or fails.
fn first_line(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next().unwrap_or_default().to_owned();
    output.status.success().then_some(line)
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env={name}={value}");
}
