//! The formats of a divide: what a line looks like, in which order lines come, and what ends them.

use std::cmp::Reverse;

use clap::ValueEnum;
use movegen::chess::{CastlingStyle, Difference, Kernel, Move, Position};
use serde_json::{Map, Value, json};

use super::super::json::{Line, Status};
use crate::known::Comparison;
use crate::perft::{Branch, Divided, PerftPlan};
use crate::report::{self, Digits};

/// What a divide is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As Stockfish's `go perft`
    Stockfish,
    /// As perftree wants it of a script: `e2e4 20`, an empty line, the total
    Perftree,
    /// The same as --json
    Json,
    /// A heading and a line for each move, with commas
    Csv,
    /// No moves: a line for each depth up to DEPTH, with the sum so far, time and speed
    Table,
}

/// In which order moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// As Stockfish's `go perft`
    Report,
    /// By the text of the move
    Move,
    /// The largest count first
    Count,
}

/// How a divide is to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) format: Format,
    pub(super) san: bool,
    pub(super) order: Order,
    /// How many moves a line has at most.
    pub(super) plies: u32,
    /// For those formats that people read.
    pub(super) digits: Digits,
    /// The width of the terminal, if standard output is one.
    pub(super) width: Option<usize>,
    /// Whether the rows of a table are JSON.
    pub(super) json: bool,
}

impl Layout {
    /// Whether a root move can be written before the others are known.
    pub(super) fn streams(&self) -> bool {
        self.order == Order::Report && self.format != Format::Json
    }

    /// What stands above all lines, if anything.
    pub(super) fn heading(&self) -> Option<&'static str> {
        match (self.format, self.san) {
            (Format::Csv, false) => Some("move,count"),
            (Format::Csv, true) => Some("move,san,count"),
            _ => None,
        }
    }

    /// The lines of one root move, without the last end. Every line names all moves from the root
    /// on: readers of divides see one move and a count, or words that are neither.
    pub(super) fn lines(
        &self,
        position: &Position,
        style: CastlingStyle,
        branch: &Branch,
    ) -> String {
        let mut lines = Vec::new();
        self.add_lines(position, style, branch, &mut Path::default(), &mut lines);
        lines.join("\n")
    }

    fn add_lines(
        &self,
        position: &Position,
        style: CastlingStyle,
        branch: &Branch,
        path: &mut Path,
        lines: &mut Vec<String>,
    ) {
        path.uci.push(position.uci(branch.mv, style));
        if self.san {
            path.san.push(position.san(branch.mv));
        }
        lines.push(self.line(path, branch.count));
        let child = position.play(branch.mv);
        for below in self.in_order(&child, style, &branch.below) {
            self.add_lines(&child, style, below, path, lines);
        }
        path.uci.pop();
        path.san.pop();
    }

    fn line(&self, path: &Path, count: u128) -> String {
        let uci = path.uci.join(" ");
        let san = path.san.join(" ");
        let text = if self.san { &san } else { &uci };
        match self.format {
            Format::Perftree => format!("{text} {count}"),
            Format::Csv if self.san => format!("{uci},{san},{count}"),
            Format::Csv => format!("{uci},{count}"),
            _ => format!("{text}: {}", self.digits.write(count)),
        }
    }

    /// The moves of one position in the order asked for; equal ones as they were.
    pub(super) fn in_order<'a>(
        &self,
        position: &Position,
        style: CastlingStyle,
        branches: &'a [Branch],
    ) -> Vec<&'a Branch> {
        let mut ordered: Vec<&Branch> = branches.iter().collect();
        match self.order {
            Order::Report => {}
            Order::Move => {
                ordered.sort_by_cached_key(|branch| self.text(position, style, branch.mv));
            }
            Order::Count => ordered.sort_by_key(|branch| Reverse(branch.count)),
        }
        ordered
    }

    fn text(&self, position: &Position, style: CastlingStyle, mv: Move) -> String {
        match self.san {
            true => position.san(mv),
            false => position.uci(mv, style),
        }
    }

    /// What ends the lines, without the last end; nothing in csv, where every line is a move, unless
    /// the count was stopped.
    pub(super) fn ending(
        &self,
        plan: &PerftPlan,
        divided: &Divided,
        difference: Option<&KernelDifference>,
        comparison: &Comparison,
    ) -> Option<String> {
        let total = divided.total;
        Some(match self.format {
            Format::Json => self.json(plan, divided, difference, comparison).to_string(),
            Format::Csv if divided.complete => return None,
            Format::Csv if self.san => "total,,incomplete".to_owned(),
            Format::Csv => CSV_INCOMPLETE.to_owned(),
            Format::Perftree if divided.complete => format!("\n{total}"),
            Format::Perftree => format!("\n{total} (incomplete)"),
            _ if divided.complete => report::perft_total(self.digits.write(total)),
            _ => report::perft_partial(
                divided.branches.len(),
                divided.roots,
                self.digits.write(total),
            ),
        })
    }

    fn json(
        &self,
        plan: &PerftPlan,
        divided: &Divided,
        difference: Option<&KernelDifference>,
        comparison: &Comparison,
    ) -> Line {
        let agrees = difference.is_none() && !comparison.differs();
        let status = status(divided.complete, agrees);
        let difference = difference.map(|(kernel, found)| {
            json!({
                "fen": found.position.fen(CastlingStyle::Chess960),
                "depth": 2,
                "kernel": kernel.name(),
                "kernel_count": found.kernel.to_string(),
                "plain_count": found.plain.to_string(),
            })
        });
        result(plan, &status)
            // A kernel that is wrong is reported even if the count was stopped.
            .field("complete", divided.complete)
            .field(
                "moves",
                self.json_moves(&plan.position, plan.style, &divided.branches),
            )
            .count("total", divided.total)
            .field("known", comparison.json())
            .optional("difference", difference)
    }

    fn json_moves(&self, position: &Position, style: CastlingStyle, branches: &[Branch]) -> Value {
        let object = |branch: &Branch| {
            let mut object = Map::new();
            let mut add = |name: &str, value| drop(object.insert(name.to_owned(), value));
            add("move", json!(position.uci(branch.mv, style)));
            if self.san {
                add("san", json!(position.san(branch.mv)));
            }
            add("count", json!(branch.count.to_string()));
            if !branch.below.is_empty() {
                let child = position.play(branch.mv);
                add("moves", self.json_moves(&child, style, &branch.below));
            }
            Value::Object(object)
        };
        let ordered = self.in_order(position, style, branches);
        ordered.into_iter().map(object).collect()
    }
}

/// A kernel that counts otherwise than the plain generator, and where.
pub(super) type KernelDifference = (Kernel, Difference);

/// The status of a count.
pub(super) fn status(complete: bool, agrees: bool) -> Status {
    match (complete, agrees) {
        (_, false) => Status::Disagreement,
        (true, true) => Status::Ok,
        (false, true) => Status::Interrupted,
    }
}

/// The last line under `--json`, with the fields that every kind of perft has.
pub(super) fn result(plan: &PerftPlan, status: &Status) -> Line {
    Line::result("perft", status)
        .field("fen", plan.position.fen(plan.style))
        .field("chess960", plan.style == CastlingStyle::Chess960)
        .field("depth", plan.depth)
}

/// The last row of csv after a stop. A reader of the counts as numbers must fail on it rather than
/// take the other rows for all.
pub(super) const CSV_INCOMPLETE: &str = "total,incomplete";

/// The moves from the root to a line.
#[derive(Default)]
struct Path {
    uci: Vec<String>,
    /// Empty unless asked for.
    san: Vec<String>,
}
