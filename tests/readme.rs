//! README.md, CONTRIBUTING.md, docs/*.md and docs/tutorials/*.md, tried as a reader would try them.
//!
//! Fenced blocks, by language:
//!
//! - `console`: `sh` runs each line after `$ `, in a folder of its own for every block, with this
//!   build of `canopy` first on the PATH. Standard output and standard error together must be the
//!   lines below it. `...` on a line of its own stands for any lines; [`CHANGING`] lists what
//!   differs between runs and machines.
//! - `sh` and `bash`: only the syntax is checked; `scripts/check-slurm` and `scripts/check-packages` run
//!   those in docs/tutorials.
//! - `rust`: only in README.md and docs/tutorials, whose examples are doctests of the library `uci`.
//! - `python`, `js`, `c` and `csharp`: only in docs/tutorials; `scripts/check-packages` runs them with the packages.
//! - `powershell`: not tried.
//! - `text`: no commands.
//!
//! Any other block fails, and so does a command that cannot be run, unless it needs one of the
//! [`PROGRAMS`] and that one is not installed.
//!
//! Links must lead to files and headings that exist.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use crate::support::acting;
use crate::support::canopy::write_script;
use crate::support::classic;
use crate::support::skip::skipped;
use crate::support::sweep;
use regex::Regex;
use snapbox::cmd::Command as Shell;
use snapbox::dir::DirRoot;
use snapbox::report::Palette;
use snapbox::{Assert, IntoData as _};

/// What differs between runs and machines: a pattern, and the text that replaces its group on both
/// sides of the comparison.
const CHANGING: [(&str, &str); 6] = [
    (r"\b(\d+\.\d+) s\b", "SECONDS"),
    (r"\b(\d+\.\d+) million leaves/s", "SPEED"),
    (r"kernel (\w+)", "KERNEL"),
    (r"\b(\d+ threads?)\b", "THREADS"),
    // The last columns of `--format table`.
    (
        r"(?m)^ +\d+ +\d+ +\d+ +(.*\d\.\d{3} +\d+)$",
        "TIME AND SPEED",
    ),
    // Which positions share a table depends on the kernel.
    (r"(\d+ probes, \d+ hits, \d+ stores)", "TABLE USE"),
];

/// External programs that a command needs.
const PROGRAMS: [(&str, &[&str]); 1] = [("scripts/diff-stockfish", &["python3", "stockfish"])];

/// The bug of the `./my-engine` that a command starts.
const ENGINES: [(&str, &str); 8] = [
    ("compare --engine ./my-engine --fen", "EnPassantUntested"),
    ("compare --engine ./my-engine --timeout", "hangs-within"),
    ("fuzz --engine ./my-engine", "EnPassantUntested"),
    // Later ones replace earlier ones.
    ("compare --engine ./my-engine --depth", "none"),
    ("fuzz --engine ./my-engine --positions", "none"),
    (
        "fuzz --engine ./my-engine --state",
        "KeyWithoutRightsInKeptTable",
    ),
    ("suite --builtin", "none"),
    ("ENGINE=./my-engine", "none"),
];

/// How to make the files that a command reads and the block does not show.
const FILES: [(&str, &str); 2] = [
    (
        "diff-divide theirs.txt ours.txt",
        "canopy perft 2 >ours.txt && \
         sed -e '/^b1a3/d' -e 's/^e2e4: 20/e2e4: 19/' -e 's/: 400/: 379/' ours.txt >theirs.txt",
    ),
    (
        "verify perft9.json",
        concat!(
            "cp '",
            env!("CARGO_MANIFEST_DIR"),
            "/../docs/certificates/perft9.json' ."
        ),
    ),
];

/// The time limit of a command, much longer than any takes.
const PATIENCE: Duration = Duration::from_secs(600);

/// Commands that leave out what does not fit into their default time: how much that is depends on the load of the
/// machine. They are run without a limit.
const TIMED: [&str; 1] = ["canopy suite --builtin --engine ./my-engine"];

/// The commands of the lists above that a block has.
type Used = Mutex<BTreeSet<&'static str>>;

/// A fenced block.
struct Block {
    /// The file and the line of the opening fence.
    place: String,
    language: String,
    lines: Vec<String>,
}

/// A command of a block and what it prints.
struct Step {
    command: String,
    output: String,
}

pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the workspace").to_owned()
}

/// README.md, CONTRIBUTING.md and all of docs/.
pub(crate) fn documents() -> Vec<PathBuf> {
    let mut documents = files(&root().join("docs"), "md");
    documents.extend(files(&root().join("docs/tutorials"), "md"));
    documents.extend(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    documents
}

/// The files of a folder with this extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == extension))
        .collect();
    files.sort();
    files
}

pub(crate) fn read(document: &Path) -> String {
    fs::read_to_string(document).unwrap_or_else(|error| panic!("{document:?}: {error}"))
}

fn blocks(document: &Path) -> Vec<Block> {
    let text = read(document);
    let name = document.strip_prefix(root()).expect("a document of ours");
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        match (&mut open, line.trim_start().strip_prefix("```")) {
            (None, Some(language)) => {
                let block = Block {
                    place: format!("{}:{}", name.display(), number + 1),
                    language: language.to_owned(),
                    lines: Vec::new(),
                };
                open = Some((indent, block));
            }
            (Some(_), Some("")) => blocks.extend(open.take().map(|(_, block)| block)),
            (Some((indent, block)), _) => {
                block
                    .lines
                    .push(line.get(*indent..).unwrap_or("").to_owned());
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a block without an end", name.display());
    blocks
}

impl Block {
    /// The commands. An empty line before the next `$ ` only sets the two apart.
    fn steps(&self) -> Result<Vec<Step>, String> {
        let mut steps: Vec<Step> = Vec::new();
        for line in &self.lines {
            if let Some(command) = line.strip_prefix("$ ") {
                if let Some(last) = steps
                    .last_mut()
                    .filter(|last| last.output.ends_with("\n\n"))
                {
                    last.output.pop();
                }
                steps.push(Step {
                    command: command.to_owned(),
                    output: String::new(),
                });
            } else {
                let last = steps.last_mut();
                let last =
                    last.ok_or_else(|| format!("{}: output without a command", self.place))?;
                last.output += &format!("{line}\n");
            }
        }
        match steps.is_empty() {
            true => Err(format!("{}: no command", self.place)),
            false => Ok(steps),
        }
    }

    /// Runs the commands of a `console` block one after the other in the same folder.
    fn run(&self, used: &Used) -> Result<(), String> {
        let room = Room::new();
        for step in self.steps()? {
            let place = format!("{}: $ {}", self.place, step.command);
            if let Some(missing) = missing(&step.command, used) {
                skipped(format_args!("{place}: no {missing} on the PATH"));
                continue;
            }
            room.prepare(&step, used);
            let output = room
                .run(&step.command, used)
                .map_err(|error| format!("{place}: {error}"))?;
            let assert = Assert::new()
                .normalize_paths(false)
                .palette(Palette::plain());
            let wanted = unchanging(&step.output).into_data();
            assert
                .try_eq(Some(&place), unchanging(&output).into_data(), wanted)
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Lets a shell parse the commands without running them.
    fn check_syntax(&self, shell: &str) -> Result<(), String> {
        let script = self.lines.join("\n");
        let output = Command::new(shell).args(["-n", "-c", &script]).output();
        let output = output.map_err(|error| format!("{}: {shell}: {error}", self.place))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(format!(
                "{}: {}",
                self.place,
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }
}

/// A program that the command needs and that is not installed.
fn missing(command: &str, used: &Used) -> Option<&'static str> {
    let (name, programs) = PROGRAMS.iter().find(|(name, _)| command.contains(name))?;
    used.lock().unwrap().insert(name);
    let path = path();
    let here =
        |program: &&&str| std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    programs.iter().find(|program| !here(program)).copied()
}

/// This build first. Debian installs games where the PATH of a service does not look.
fn path() -> OsString {
    let canopy = Path::new(env!("CARGO_BIN_EXE_canopy"));
    let mut folders = vec![canopy.parent().expect("a folder").to_owned()];
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&inherited));
    folders.push("/usr/games".into());
    std::env::join_paths(folders).expect("a PATH")
}

/// The folder in which the commands of a block run.
struct Room(DirRoot);

impl Room {
    fn new() -> Room {
        let room = Room(DirRoot::mutable_temp().expect("a temporary folder"));
        symlink(root().join("scripts"), room.path().join("scripts")).expect("a link");
        // Scripts look for a release build of canopy in the target folder.
        let release = room.path().join("target/release");
        fs::create_dir_all(&release).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_canopy"), release.join("canopy")).expect("a link");
        room
    }

    fn path(&self) -> &Path {
        self.0.path().expect("the folder is there")
    }

    /// Makes the files that the command needs.
    fn prepare(&self, step: &Step, used: &Used) {
        if let Some(file) = step.command.strip_prefix("cat ") {
            fs::write(self.path().join(file), &step.output).expect("a file");
        }
        for (command, making) in &FILES {
            if step.command.contains(command) {
                used.lock().unwrap().insert(command);
                let status = self.shell(making).output().expect("a shell").status;
                assert!(status.success(), "{making}");
            }
        }
        for (command, bug) in &ENGINES {
            if step.command.contains(command) {
                used.lock().unwrap().insert(command);
                self.make_engine(bug);
            }
        }
    }

    /// This test binary, as a program that takes no arguments.
    fn make_engine(&self, bug: &str) {
        let script = acting::shell_command(&classic::arguments("uci", bug));
        write_script(&self.path().join("my-engine"), &script);
    }

    fn shell(&self, command: &str) -> Shell {
        Shell::new("sh")
            .args(["-c", command])
            .current_dir(self.path())
            .env("PATH", path())
            .env("CARGO_TARGET_DIR", self.path().join("target"))
            .env_remove("RUST_LOG")
            .env_remove("CANOPY")
            .timeout(PATIENCE)
            .stdin("")
            .stderr_to_stdout()
    }

    /// Everything that the command writes.
    fn run(&self, command: &str, used: &Used) -> Result<String, String> {
        let output = match TIMED.into_iter().find(|timed| *timed == command) {
            Some(timed) => {
                used.lock().unwrap().insert(timed);
                self.shell(&format!("{command} --time 1h")).output()
            }
            None => self.shell(command).output(),
        };
        let output = output.map_err(|error| error.to_string())?;
        let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
        match output.status.code() {
            Some(126 | 127) | None => Err(format!("{}\n{text}", output.status)),
            _ => Ok(text),
        }
    }
}

/// The text without what [`CHANGING`] lists.
fn unchanging(text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, name) in CHANGING {
        let pattern = Regex::new(pattern).expect(pattern);
        text = pattern
            .replace_all(&text, |found: &regex::Captures<'_>| {
                found[0].replace(&found[1], &format!("<{name}>"))
            })
            .into_owned();
    }
    text
}

#[test]
fn every_block_does_what_it_shows() {
    let (used, failures) = (Used::default(), Mutex::new(Vec::new()));
    let blocks: Vec<Block> = documents().iter().flat_map(|file| blocks(file)).collect();
    sweep::check(&blocks, |block| {
        let result = match &*block.language {
            "console" => block.run(&used),
            "sh" | "bash" => block.check_syntax(&block.language),
            "rust" if block.place.starts_with("README.md:") => Ok(()),
            "rust" | "python" | "js" | "c" | "csharp"
                if block.place.starts_with("docs/tutorials/") =>
            {
                Ok(())
            }
            // PowerShell is in no package of Debian.
            "text" | "powershell" => Ok(()),
            other => Err(format!(
                "{}: no kind of block is called {other:?}",
                block.place
            )),
        };
        failures.lock().unwrap().extend(result.err());
    });
    let (used, failures) = (used.into_inner().unwrap(), failures.into_inner().unwrap());
    let consoles = blocks.iter().filter(|block| block.language == "console");
    let consoles = consoles.count();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(consoles >= 10, "only {consoles} console blocks");
    let commands = ENGINES.iter().chain(&FILES).map(|(command, _)| *command);
    for command in commands
        .chain(TIMED)
        .chain(PROGRAMS.map(|(command, _)| command))
    {
        assert!(used.contains(command), "no block has {command:?}");
    }
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[test]
fn links_lead_to_files_and_headings_that_exist() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    let mut documents = documents();
    documents.extend(
        ["CHANGELOG.md", "ARCHITECTURE.md", "scripts/README.md"].map(|name| root().join(name)),
    );
    let mut links = 0;
    for document in documents {
        let text = read(&document);
        for target in link.captures_iter(&text).map(|found| found[1].to_owned()) {
            if target.contains("://") {
                continue;
            }
            links += 1;
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let folder = document.parent().expect("a folder");
            let path = match file {
                "" => document.clone(),
                file => folder.join(file),
            };
            assert!(path.exists(), "{document:?}: {target}");
            let headings = |text: &str| -> Vec<String> {
                let lines = text.lines().filter(|line| line.starts_with('#'));
                lines
                    .map(|line| anchor(line.trim_start_matches('#').trim()))
                    .collect()
            };
            if !heading.is_empty() {
                let found = headings(&read(&path)).iter().any(|text| text == heading);
                assert!(found, "{document:?}: {target}");
            }
        }
    }
    assert!(links >= 20, "only {links} links");
}

#[test]
fn a_stale_block_is_noticed() {
    let block = |lines: &[&str]| Block {
        place: "here".to_owned(),
        language: "console".to_owned(),
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
    };
    let run = |lines: &[&str]| block(lines).run(&Used::default());
    assert_eq!(
        run(&["$ echo one; echo two >&2", "one", "two", "", "$ echo", ""]),
        Ok(())
    );
    assert_eq!(run(&["$ printf '1\\n2\\n3\\n'", "1", "...", "3"]), Ok(()));
    assert_eq!(run(&["$ echo 0.1 s", "7.25 s"]), Ok(()));
    for lines in [
        &["$ echo one", "two"][..],
        &["$ echo one"],
        &["$ echo one", "one", ""],
        &["$ echo 'one\\two'", "one/two"],
        &["$ no-such-program"],
        &["output"],
        &[],
    ] {
        assert!(run(lines).is_err(), "{lines:?}");
    }
    let mut script = block(&["diff <(true) <(true)"]);
    assert_eq!(script.check_syntax("bash"), Ok(()));
    script.lines.push("if".to_owned());
    assert!(script.check_syntax("bash").is_err());
}
