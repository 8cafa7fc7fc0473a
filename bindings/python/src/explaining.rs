//! Explains wrong counts from a text.

use bindings::{Given, rules};
use pyo3::prelude::*;

use crate::arguments::{self, Fen, Moves};
use crate::results::{Why, exception};
use crate::waiting::wait;

/// Explains wrong counts from a text alone, without the program that counted.
///
/// `text` has a total, totals of several depths, a divide in any format, columns of statistics, or failing rows of a
/// suite, with other words around them. `fen`, `moves`, `depth`, `chess960` and `variant` are what it does not say. `also` has the
/// totals of the program for the questions so far: the first one is `next` of the answer without them. All known
/// defects are compared with every number, on one thread per core. Ctrl-C ends the comparison.
#[pyfunction]
#[pyo3(signature = (text, *, fen = None, moves = Moves::default(), depth = None, chess960 = false, also = Vec::new(), variant = "chess"))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn why(
    py: Python<'_>,
    text: &str,
    fen: Option<Fen>,
    moves: Moves,
    depth: Option<i128>,
    chess960: bool,
    also: Vec<i128>,
    variant: &str,
) -> PyResult<Why> {
    let given = Given {
        fen: fen.map(|fen| fen.text),
        moves: moves.0,
        depth: depth.map(arguments::depth).transpose()?,
        chess960,
        rules: rules(variant).map_err(|error| exception(&error))?,
    };
    let found = wait(py, None, |stop, _| bindings::why(text, &given, &also, stop))?;
    Ok(found.into())
}
