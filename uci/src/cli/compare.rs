//! `canopy compare`: finds the position where another program's move generator goes wrong.

use std::io;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use movegen::chess::{CastlingStyle, MoveFilter, ParsedPosition, PositionText, PositionTextError};
use movegen::perft::Stop;
use workbench::ask::{self, OtherSide, SavedDivide, Staged};
use workbench::find::{Disagreement, Node, hunt};

use super::exit::Exit;
use super::json::{Line, Status};
use super::notes::note;
use super::other_side::EngineArgs;
use super::output::OutputArgs;
use super::progress_bar::stop_on_interrupt;
use super::verdict::{self, Failure, Presentation};
use crate::report::Report;

/// The default depth: deep enough for nearly every bug, and a matter of seconds for programs that
/// play every move.
const DEFAULT_DEPTH: u8 = 5;

const AFTER_HELP: &str = "\
Exit codes: 0 both agree at every depth; 1 they disagree; 2 unusable input or no usable answer from
the other program (the message names the input), or a failed write; 130 interrupted.";

/// The arguments of `canopy compare`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(group(ArgGroup::new("other").required(true).args(["engine", "divide_file"])))]
pub struct CompareArgs {
    #[command(flatten)]
    other: EngineArgs,
    /// Compare with a divide saved in this file instead (needs --depth)
    #[arg(long, value_name = "FILE", requires = "depth")]
    divide_file: Option<PathBuf>,
    /// The position to start from; the start position by default
    #[arg(short, long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there first, e.g. "e2e4 e7e5"
    #[arg(
        short,
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
    /// The greatest depth in plies; 5 by default
    #[arg(short, long, alias = "max-depth", value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    depth: Option<u8>,
    /// Expect counts of only the lines whose last move is of this kind, as `canopy perft --last`: for
    /// engines that generate moves in stages
    #[arg(long, value_name = "KINDS")]
    last: Option<MoveFilter>,
    /// Set UCI_Chess960 and write castling as king takes rook; implied if the position needs it
    #[arg(long)]
    chess960: bool,
    /// Remove pieces, castling rights and moves while the disagreement remains, and show the
    /// smallest position found
    #[arg(long, conflicts_with = "divide_file")]
    shrink: bool,
    /// Write an HTML report of the disagreement: boards, both divides, the rules
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub fn run(arguments: &CompareArgs) -> Exit {
    verdict::exit("compare", arguments.output, arguments.compare())
}

impl CompareArgs {
    /// Runs the comparison; the status says whether both agree.
    fn compare(&self) -> Result<Status, Failure> {
        let (start, style) = self.start()?;
        let stop = stop_on_interrupt();
        let mut report = Report::new(io::stdout());
        let presentation = Presentation {
            style,
            shrink: self.shrink,
            name: match &self.divide_file {
                Some(file) => file.display().to_string(),
                None => self.other.name(),
            },
            page: self.report.as_deref(),
            output: self.output,
        };
        let mut last = 0;
        let found = self.hunt(&start, &presentation, &stop, &mut report, &mut last);
        if let Err(Failure::Other(ask::Error::Stopped)) = found {
            let depth = start.depth;
            report.line(match self.output.json {
                true => Line::result("compare", &Status::Interrupted)
                    .field("depth", last)
                    .to_string(),
                false => format!("stopped after depth {last} of {depth} (incomplete)"),
            })?;
        }
        let (mut other, found) = found?;
        let depth = found.as_ref().map_or(start.depth, |found| found.depth);
        let status = match &found {
            Some(_) => Status::Disagreement,
            None => Status::Ok,
        };
        let mut all = Vec::new();
        if let Some(found) = found {
            if last > 0 && !self.output.json {
                report.line("")?;
            }
            all.push(presentation.report(found, None, other.as_mut(), &mut report)?);
        }
        let result = Line::result("compare", &status)
            .field("depth", depth)
            .field("report", presentation.page_of(&all));
        match status {
            Status::Ok => presentation.report_agreement(&mut report)?,
            _ => presentation.write_page(&all, None, &result, &mut report)?,
        }
        if self.output.json {
            report.line(result)?;
        }
        Ok(status)
    }

    /// Searches for a disagreement. `last` becomes the last depth at which both agree.
    fn hunt(
        &self,
        start: &Node,
        presentation: &Presentation<'_>,
        stop: &Stop,
        report: &mut Report<io::Stdout>,
        last: &mut u32,
    ) -> Result<(Box<dyn OtherSide>, Option<Disagreement>), Failure> {
        let mut other = self.other(start.depth, presentation.style, stop)?;
        let mut output = Ok(());
        let found = hunt(other.as_mut(), start, presentation.style, |depth, total| {
            *last = depth;
            if output.is_ok() {
                output = report.line(presentation.agreed(depth, total));
            }
        });
        output?;
        Ok((other, found?))
    }

    /// The start of the comparison, and how castling is written.
    fn start(&self) -> Result<(Node, CastlingStyle), PositionTextError> {
        let mut text = PositionText::new(self.fen.as_deref(), &self.moves);
        let moves = std::mem::take(&mut text.moves);
        let root = ParsedPosition::from_text(&text)?;
        for warning in &root.warnings {
            note(format_args!("canopy: warning: {warning}"));
        }
        let style = CastlingStyle::new(self.chess960 || root.position.needs_chess960());
        let depth = u32::from(self.depth.unwrap_or(DEFAULT_DEPTH));
        let mut node = Node::root(root.position, root.history.passed_square(), depth, style);
        // A complete FEN is sent as it is, a short one is completed: many programs read only
        // complete FENs.
        if let Some(fen) = text.fen.as_deref().and_then(complete_fen) {
            node.fen = fen;
        }
        for ply in &ParsedPosition::from_text(&PositionText { moves, ..text })?
            .history
            .plies
        {
            node = node.after(ply.mv, style);
        }
        Ok((node, style))
    }

    fn other(
        &self,
        depth: u32,
        style: CastlingStyle,
        stop: &Stop,
    ) -> Result<Box<dyn OtherSide>, ask::Error> {
        let other: Box<dyn OtherSide> = match &self.divide_file {
            Some(file) => Box::new(SavedDivide::read(file, depth)?.stopped_by(stop)),
            None => self.other.start(style, stop)?,
        };
        Ok(Staged::wrap(other, self.last.as_ref()))
    }
}

/// The six fields separated by single spaces, if the text is a complete FEN and not an EPD.
fn complete_fen(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    (fields.len() == 6 && !text.contains(';')).then(|| fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::complete_fen;

    #[test]
    fn only_six_fields_are_a_complete_fen() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 3 7";
        assert_eq!(
            complete_fen(" 8/8/8/8/8/8/8/K1k5  w - -\t3 7").as_deref(),
            Some(fen)
        );
        for text in [
            "startpos",
            "8/8/8/8/8/8/8/K1k5 w - -",
            "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;",
        ] {
            assert_eq!(complete_fen(text), None, "{text}");
        }
    }
}
