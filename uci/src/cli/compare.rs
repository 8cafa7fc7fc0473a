//! `canopy compare`: finds the position where another program's move generator goes wrong.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use movegen::chess::CastlingStyle;

use crate::command::PositionText;
use crate::compare::{
    self, CommandLine, ExitCodeProgram, OtherSide, PerftreeScript, SavedDivide, Step, Trouble,
    UciEngine,
};
use crate::game::{Rejection, Told};
use crate::report::{self, Report};

/// The exit code if the two disagree.
pub(super) const DISAGREEMENT: u8 = 1;
/// The exit code if the input or the other side cannot be used.
const UNUSABLE: u8 = 2;

/// How deep a program is compared unless said otherwise: deep enough for nearly every bug, and
/// a matter of seconds for programs that play every move.
const USUAL_DEPTH: u8 = 5;

const AFTER_HELP: &str = "\
Exit codes: 0 the two agree to the last depth; 1 they do not; 2 the other side or the input cannot
be used: the message says which input did it.";

/// The arguments of `canopy compare`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CompareArgs {
    /// The other program: a path, or a name on the PATH
    #[arg(long, value_name = "CMD", required_unless_present = "divide_file")]
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
    /// Compare with a divide saved in this file instead (needs --depth)
    #[arg(
        long,
        value_name = "FILE",
        requires = "depth",
        conflicts_with = "engine"
    )]
    divide_file: Option<PathBuf>,
    /// The position to begin with; the start of a game if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there first, e.g. "e2e4 e7e5"
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
    /// How many plies deep to look at most; 5 if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    depth: Option<u8>,
    /// Set UCI_Chess960 and write castling as king takes rook; a matter of course where the
    /// position needs it
    #[arg(long)]
    chess960: bool,
    /// A UCI option to set, or NAME alone for a button; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
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

/// Longer than anybody waits, and short enough to be added to any time.
const LONGEST_WAIT: f64 = 1e6;

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_WAIT => Ok(seconds),
        _ => Err(format!(
            "expected a number of seconds above 0 and up to {LONGEST_WAIT}, such as 10 or 0.5"
        )),
    }
}

/// Why there is no verdict.
enum Failure {
    Input(Rejection),
    Other(Trouble),
    Output(io::Error),
}

/// Runs the command.
pub fn run(arguments: &CompareArgs) -> ExitCode {
    match arguments.compare() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(DISAGREEMENT),
        Err(Failure::Input(error)) => unusable(&error),
        Err(Failure::Other(error)) => unusable(&error),
        Err(Failure::Output(error)) => unheard(&error),
    }
}

/// Says what cannot be used, and ends.
pub(super) fn unusable(error: &dyn Display) -> ExitCode {
    eprintln!("canopy: {error}");
    ExitCode::from(UNUSABLE)
}

/// The verdict could not be written. Who has stopped reading knows that, but has not seen an
/// agreement.
pub(super) fn unheard(error: &io::Error) -> ExitCode {
    if error.kind() != ErrorKind::BrokenPipe {
        eprintln!("canopy: {error}");
    }
    ExitCode::from(UNUSABLE)
}

impl CompareArgs {
    /// Whether the two agree.
    fn compare(&self) -> Result<bool, Failure> {
        let (start, style) = self.start().map_err(Failure::Input)?;
        let mut other = self.other(start.depth, style).map_err(Failure::Other)?;
        let mut report = Report::new(io::stdout());
        let mut output = Ok(());
        let found = compare::hunt(other.as_mut(), &start, style, |depth, total| {
            if output.is_ok() {
                output = report.line(compare::agreed(depth, total));
            }
        });
        output.map_err(Failure::Output)?;
        let found = found.map_err(Failure::Other)?;
        if let Some(found) = &found {
            report
                .line(compare::describe(found, style, other.as_ref()))
                .map_err(Failure::Output)?;
        }
        Ok(found.is_none())
    }

    /// Where to begin, and how castling is written.
    fn start(&self) -> Result<(Step, CastlingStyle), Rejection> {
        let mut text = PositionText::of_arguments(self.fen.as_deref(), &self.moves);
        let moves = std::mem::take(&mut text.moves);
        let root = Told::from_text(&text)?;
        for remark in &root.remarks {
            eprintln!("canopy: warning: {remark}");
        }
        let style = report::castling_style(self.chess960 || root.position.needs_chess960());
        // A whole FEN goes to the other side as it is, and only a short one is made whole: many
        // programs read no others.
        let sent = match &text.fen {
            Some(fen) if fen.split(' ').count() == 6 => fen.clone(),
            _ => compare::fen_for_others(&root.position, root.past.passed(), style),
        };
        text.moves = moves;
        let position = Told::from_text(&text)?.position;
        let step = Step {
            fen: sent,
            moves: text.moves,
            position,
            depth: u32::from(self.depth.unwrap_or(USUAL_DEPTH)),
        };
        Ok((step, style))
    }

    fn other(&self, depth: u32, style: CastlingStyle) -> Result<Box<dyn OtherSide>, Trouble> {
        if let Some(file) = &self.divide_file {
            return Ok(Box::new(SavedDivide::read(file, depth)?));
        }
        let command = CommandLine {
            // clap sees to it that there is one.
            program: self.engine.clone().unwrap_or_default(),
            arguments: self.engine_arg.clone(),
        };
        let timeout = Duration::from_secs_f64(self.timeout);
        Ok(match self.kind {
            Kind::Uci => {
                let engine = UciEngine::start(command, timeout, &self.options(style))?;
                Box::new(engine)
            }
            Kind::Perftree => Box::new(PerftreeScript::new(command, timeout)),
            Kind::ExitCode => Box::new(ExitCodeProgram::new(command, timeout)),
        })
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
