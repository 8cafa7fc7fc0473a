//! `canopy diff-divide`: two saved divides, compared without regard to their order and format.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::exit::{self, Exit};
use crate::compare::{self, SavedDivide};
use crate::report::Report;

const AFTER_HELP: &str = "\
Exit codes: 0 they say the same; 1 they do not; 2 a file cannot be read or holds no divide.";

/// Without the position nobody can tell which of them are the same.
const MIXED: &str = "one divide has its moves in SAN (Nf3), the other with two squares (g1f3): they must be \
                     written alike ('canopy perft --san' writes SAN)";

/// The arguments of `canopy diff-divide`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct DiffDivideArgs {
    /// One divide: lines like 'e2e4: 20', 'e2e4 20', 'e2e4 - 20' or, in SAN, 'Nf3: 20'; other
    /// lines are skipped
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The other
    #[arg(value_name = "B")]
    second: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &DiffDivideArgs) -> Exit {
    // The depth does not matter: nobody counts.
    let read = |file| SavedDivide::read(file, 0);
    let (first, second) = match (read(&arguments.first), read(&arguments.second)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(error), _) | (_, Err(error)) => return exit::failed(error),
    };
    let in_san = |divide: &SavedDivide| divide.divide().san;
    let moves = |divide: &SavedDivide| !divide.divide().lines.is_empty();
    if in_san(&first) != in_san(&second) && moves(&first) && moves(&second) {
        return exit::failed(MIXED);
    }
    let difference = compare::pair(first.divide(), second.divide());
    let text = if difference.is_none() {
        let (moves, sum) = (first.divide().lines.len(), first.divide().sum());
        format!("the same: {moves} moves, {sum} leaves")
    } else {
        let (first, second) = (arguments.first.display(), arguments.second.display());
        compare::describe_pair(&difference, &first, &second)
    };
    match Report::new(io::stdout()).line(text) {
        Ok(()) if difference.is_none() => Exit::Done,
        Ok(()) => Exit::Disagreement,
        Err(error) => exit::output_failed(&error),
    }
}
