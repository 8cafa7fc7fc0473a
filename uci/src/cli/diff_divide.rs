//! `canopy diff-divide`: compares two saved divides, ignoring their order and format.

use std::path::PathBuf;

use clap::Args;
use movegen::chess::CastlingStyle;
use movegen::chess::variant::VariantPosition;
use movegen::perft::Progress;
use serde_json::{Value, json};
use workbench::ask::SavedDivide;
use workbench::find::{DivideDiff, Node, diff_divides, in_squares};
use workbench::tell;
use workbench::why::{Claim, Evidence, Why, explain};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::output::{self, OutputArgs};
use super::position;
use super::progress_bar::stop_on_interrupt;
use crate::games::chess::PositionArgs;
use crate::games::variant::VariantName;
use crate::limits::{Depth, Threads};
use crate::report::amount;

const AFTER_HELP: &str = "\
Exit codes: 0 they say the same; 1 they do not; 2 a file cannot be read or holds no divide, or
a failed write.";

/// Without the position, the two notations cannot be matched.
const MIXED: &str = "one divide has its moves in SAN (Nf3), the other with two squares (g1f3): give their position \
                     (--fen and --depth), or write them alike ('canopy perft --san' writes SAN)";

const FEN_HELP: &str = "The position of both divides, to match SAN with squares and to explain each of \
                        them as canopy why does";

const MOVES_HELP: &str = "Moves to play from there first, e.g. \"e2e4 e7e5\"";

/// The arguments of `canopy diff-divide`.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    mut_arg("variant", |variant| variant.requires("fen")),
    mut_arg("fen", |fen| fen.help(FEN_HELP).requires("depth")),
    mut_arg("moves", |moves| moves.help(MOVES_HELP).requires("fen")),
    mut_arg("chess960", |chess960| chess960.help("The position is one of Chess960").requires("fen")),
)]
pub struct DiffDivideArgs {
    /// One divide, - for standard input: lines like 'e2e4: 20', 'e2e4 20', 'e2e4 - 20' or, in SAN,
    /// 'Nf3: 20'; other lines are skipped
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The other
    #[arg(value_name = "B")]
    second: PathBuf,
    #[command(flatten)]
    variant: VariantName,
    #[command(flatten)]
    position: PositionArgs,
    /// The depth of both divides in plies
    #[arg(short, long, value_name = "N", requires = "fen", value_parser = Depth::at_least_one)]
    depth: Option<Depth>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl DiffDivideArgs {
    /// The position of both divides, if it is known.
    fn root(&self) -> Result<Option<VariantPosition>, CliError> {
        if self.depth.is_none() {
            return Ok(None);
        }
        let style = CastlingStyle::new(self.position.chess960);
        let text = self.position.text().styled(style);
        let parsed = VariantPosition::from_text(self.variant.rules(), &text)?;
        Ok(Some(parsed.position))
    }

    /// What each divide means, if the position is known.
    fn explain(&self, divides: [&SavedDivide; 2]) -> Result<Option<[Why; 2]>, CliError> {
        let Some(depth) = self.depth else {
            return Ok(None);
        };
        let rules = self.variant.rules();
        let style = CastlingStyle::new(self.position.chess960);
        let mut text = self.position.text().styled(style);
        let moves = std::mem::take(&mut text.moves);
        let read = position::warned(VariantPosition::from_text(rules, &text))?;
        let root = Node::root(
            read.position,
            read.history.passed_square(),
            depth.plies(),
            style,
        );
        let stop = stop_on_interrupt();
        let explain = |divide: &SavedDivide| {
            let counted = divide.divide().clone().into();
            let claim = Claim::new(root.fen.clone(), moves.clone(), depth.plies(), counted);
            let evidence = Evidence::of(claim, rules, self.position.chess960);
            let threads = Threads::ONE_PER_CORE.count();
            let why = explain(&evidence, &[], threads, &Progress::new(), &stop);
            match stop.is_stopped() {
                true => Err(CliError::Interrupted),
                false => why.map_err(CliError::usage),
            }
        };
        let [first, second] = divides;
        Ok(Some([explain(first)?, explain(second)?]))
    }
}

/// Runs the command.
pub(super) fn run(arguments: &DiffDivideArgs) -> Result<Exit, CliError> {
    // Nothing is counted, so the depth does not matter.
    let first = SavedDivide::read(&arguments.first, 0)?;
    let second = SavedDivide::read(&arguments.second, 0)?;
    let in_san = |divide: &SavedDivide| divide.divide().is_san();
    let moves = |divide: &SavedDivide| !divide.divide().lines.is_empty();
    let difference = match arguments.root()? {
        Some(root) => {
            let [first, second] = [&first, &second].map(|it| in_squares(it.divide(), root));
            diff_divides(&first, &second)
        }
        None if in_san(&first) != in_san(&second) && moves(&first) && moves(&second) => {
            return Err(CliError::usage(MIXED));
        }
        None => diff_divides(first.divide(), second.divide()),
    };
    let exit = Exit::of(true, difference.is_none());
    let files = [&arguments.first, &arguments.second].map(|file| file.display());
    let explained = arguments.explain([&first, &second])?;
    if arguments.output.json {
        let line = Line::result("diff-divide", exit)
            .field("files", files.map(|file| file.to_string()).to_vec());
        let explained = explained.map(|both| both.map(|why| why.fields()).to_vec());
        return output::print(as_data(line, &difference).optional("why", explained), exit);
    }
    let mut text = if difference.is_none() {
        let (moves, sum) = (first.divide().lines.len(), first.divide().sum());
        let (moves, leaves) = (
            amount(moves, "move", "moves"),
            amount(sum, "leaf", "leaves"),
        );
        format!("the same: {moves}, {leaves}")
    } else {
        tell::describe_divide_diff(&difference, &files[0], &files[1])
    };
    for (file, why) in files.iter().zip(explained.iter().flatten()) {
        text += &format!("\n\n{file}:\n{why}");
    }
    output::print(text, exit)
}

fn as_data(line: Line, difference: &DivideDiff) -> Line {
    let only = |lines: &[(String, i128)]| -> Vec<Value> {
        let line =
            |(text, count): &(String, i128)| json!({ "move": text, "count": count.to_string() });
        lines.iter().map(line).collect()
    };
    let counts = difference.counts.iter().map(|(text, first, second)| {
        json!({ "move": text, "first": first.to_string(), "second": second.to_string() })
    });
    let totals = difference.totals;
    let totals = totals
        .map(|(first, second)| json!({ "first": first.to_string(), "second": second.to_string() }));
    line.field("only_first", only(&difference.only_first))
        .field("only_second", only(&difference.only_second))
        .field("counts", counts.collect::<Vec<_>>())
        .field("totals", totals)
}
