//! Records the commit, the target and the compiler for `--version`.
//!
//! A source tree without Git, or inside another repository, builds as well, with the commit
//! `unknown`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = sources(&root);
    // A change to any of these makes the commit dirty.
    for source in &sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    set("CANOPY_SOURCES", &sources.join(" "));
    let git = |arguments: &[&str]| first_line("git", arguments, &root);
    let commit = commit(git, &sources);
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

/// The sources of the workspace, relative to its root: what its members are compiled from. Their tests, examples
/// and documentation do not change the program. A package from a registry has no workspace, and no commit.
fn sources(root: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let members = manifest
        .split_once("\nmembers = [")
        .and_then(|(_, rest)| rest.split_once(']'));
    let members = members.map_or("", |(members, _)| members);
    let members = members
        .split(',')
        .map(|member| member.trim().trim_matches('"'));
    let mut sources = vec!["Cargo.toml".to_owned(), "Cargo.lock".to_owned()];
    for member in members.filter(|member| !member.is_empty()) {
        // `data` and `kernels` are included by the sources of their member.
        for part in ["Cargo.toml", "build.rs", "src", "data", "kernels"] {
            let source = format!("{member}/{part}");
            if root.join(&source).exists() {
                sources.push(source);
            }
        }
    }
    sources
}

/// The commit, followed by `-dirty` if the sources differ from it.
fn commit(git: impl Fn(&[&str]) -> Option<String>, sources: &[String]) -> Option<String> {
    // The commit of a surrounding repository says nothing about this program.
    let prefix = git(&["rev-parse", "--show-prefix"])?;
    if !prefix.is_empty() {
        return None;
    }
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    let mut arguments = vec!["status", "--porcelain", "--"];
    arguments.extend(sources.iter().map(String::as_str));
    Some(match git(&arguments)?.is_empty() {
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
