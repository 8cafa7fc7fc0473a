//! Compares `movegen` with a naive generator in all positions of few men. Started by `scripts/exhaustion`, whose comment
//! explains it.

mod acceptance;
mod arrangements;
mod class;
mod counts;
mod difference;
mod man;
mod oracle;
mod record;
mod run;
#[path = "../support"]
#[expect(dead_code, reason = "the tests use the rest")]
mod support {
    pub(crate) mod naive;
    pub(crate) mod reasons;
}
mod table;
mod texts;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use class::{Class, ClassError};
use movegen::chess::Kernel;
use oracle::MAX_MEN;
use record::{Folder, RecordError};
use run::{Check, Plan, RunError, run};

const USAGE: &str = "\
usage: exhaustion [--men N] [--class NAME] [--texts] [--state FOLDER] [--threads N]
  --men N         all classes of up to N men, 2 to 4 (default 3)
  --class NAME    one class, as in KQvKR
  --texts         explanations and SAN instead of counts
  --state FOLDER  keeps the result of each class, and uses those of earlier runs
  --threads N     threads (default: one for each core)";

/// Wrong arguments.
#[derive(Debug, thiserror::Error)]
enum ArgumentError {
    #[error("{0}")]
    Class(#[from] ClassError),
    #[error("{0}")]
    State(#[from] RecordError),
    #[error("{flag} {found}: expected a number from {from} to {to}")]
    Number {
        flag: &'static str,
        found: String,
        from: usize,
        to: usize,
    },
    #[error("{0} needs a value")]
    Missing(String),
    #[error("'{0}' is no argument\n{USAGE}")]
    Unknown(String),
    #[error("--state needs to know the sources of the results: build with scripts/exhaustion")]
    Sources,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-h")
    {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let plan = match plan(arguments) {
        Ok(plan) => plan,
        Err(error) => {
            eprintln!("exhaustion: {error}");
            return ExitCode::from(2);
        }
    };
    match run(&plan, &Kernel::available(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("exhaustion: {error}");
            ExitCode::from(match error {
                RunError::Difference(_) => 1,
                _ => 2,
            })
        }
    }
}

fn plan(arguments: Vec<String>) -> Result<Plan<'static>, ArgumentError> {
    let sources = option_env!("CANOPY_SOURCES");
    let mut plan = Plan {
        check: Check::Counts,
        classes: Vec::new(),
        scope: String::new(),
        threads: movegen::threads::cores(),
        folder: None,
        sources: sources.unwrap_or("unknown"),
    };
    let (mut men, mut class) = (3, None);
    let mut arguments = arguments.into_iter();
    while let Some(flag) = arguments.next() {
        let mut value = || {
            let value = arguments.next();
            value.ok_or_else(|| ArgumentError::Missing(flag.clone()))
        };
        match flag.as_str() {
            "--texts" => plan.check = Check::Texts,
            "--men" => men = number("--men", value()?, 2, MAX_MEN)?,
            "--threads" => plan.threads = number("--threads", value()?, 1, 1024)?,
            "--class" => class = Some(value()?.parse::<Class>()?),
            "--state" if sources.is_none() => return Err(ArgumentError::Sources),
            "--state" => plan.folder = Some(Folder::new(Path::new(&value()?))?),
            _ => return Err(ArgumentError::Unknown(flag)),
        }
    }
    (plan.scope, plan.classes) = match class {
        Some(class) => (format!("of {class}"), vec![class]),
        None => (format!("with up to {men} men"), Class::all(men)),
    };
    Ok(plan)
}

fn number(
    flag: &'static str,
    found: String,
    from: usize,
    to: usize,
) -> Result<usize, ArgumentError> {
    let number = found.parse().ok();
    let number = number.filter(|number| (from..=to).contains(number));
    number.ok_or(ArgumentError::Number {
        flag,
        found,
        from,
        to,
    })
}
