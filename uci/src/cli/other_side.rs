//! The arguments that name another program, shared by all subcommands that ask one.

use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use movegen::chess::CastlingStyle;
use movegen::perft::Stop;
use workbench::ask::{self, CommandLine, ExitCodeProgram, OtherSide, PerftreeScript, UciEngine};

/// Another program and how to talk to it.
#[derive(Debug, Args)]
pub(super) struct EngineArgs {
    /// The other program: a path, or a name on the PATH
    #[arg(short, long, value_name = "CMD")]
    engine: Option<String>,
    /// An argument for it; may be repeated
    #[arg(
        long,
        value_name = "A",
        allow_hyphen_values = true,
        requires = "engine"
    )]
    engine_arg: Vec<String>,
    /// How to talk to it
    #[arg(long, value_enum, default_value_t = Kind::Uci)]
    kind: Kind,
    /// A UCI option to set, or NAME alone for a button; may be repeated
    #[arg(short, long, value_name = "NAME=VALUE", requires = "engine")]
    option: Vec<String>,
    /// How long each answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    timeout: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A UCI engine with `go perft`
    #[value(alias = "auto")]
    Uci,
    /// A script called as CMD DEPTH FEN [MOVES] that prints a divide
    Perftree,
    /// A program called as CMD FEN DEPTH VALUE that exits with 0 if it counts VALUE too
    ExitCode,
}

/// The greatest time limit; small enough to be added to any point in time.
const LONGEST_WAIT: f64 = 1e6;

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_WAIT => Ok(seconds),
        _ => Err(format!(
            "expected a number of seconds above 0 and up to {LONGEST_WAIT}, such as 10 or 0.5"
        )),
    }
}

impl EngineArgs {
    /// Whether a program was given.
    pub(super) fn is_given(&self) -> bool {
        self.engine.is_some()
    }

    /// Starts the program. Once the stop is raised, no question waits for an answer.
    pub(super) fn start(
        &self,
        style: CastlingStyle,
        stop: &Stop,
    ) -> Result<Box<dyn OtherSide>, ask::Error> {
        let command = CommandLine {
            // clap requires it in every subcommand.
            program: self.engine.clone().unwrap_or_default(),
            arguments: self.engine_arg.clone(),
        };
        let timeout = Duration::from_secs_f64(self.timeout);
        Ok(match self.kind {
            Kind::Uci => {
                let engine = UciEngine::start(command, timeout, &self.options(style), stop)?;
                Box::new(engine)
            }
            Kind::Perftree => Box::new(PerftreeScript::new(command, timeout, stop)),
            Kind::ExitCode => Box::new(ExitCodeProgram::new(command, timeout, stop)),
        })
    }

    /// Its name: the file without the folder.
    pub(super) fn name(&self) -> String {
        let program = self.engine.as_deref().unwrap_or_default();
        let file = Path::new(program).file_name();
        file.map_or_else(
            || program.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    fn options(&self, style: CastlingStyle) -> Vec<(String, Option<String>)> {
        let chess960 = (style == CastlingStyle::Chess960)
            .then(|| ("UCI_Chess960".to_owned(), Some("true".to_owned())));
        let asked = self
            .option
            .iter()
            .map(|option| match option.split_once('=') {
                Some((name, value)) => (name.trim().to_owned(), Some(value.trim().to_owned())),
                None => (option.trim().to_owned(), None),
            });
        chess960.into_iter().chain(asked).collect()
    }
}
