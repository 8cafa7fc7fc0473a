//! Finds the bug of a generator that a Python function asks.

use std::fmt::Write as _;

use bindings::{Error, Positions, Question, Stop};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::arguments::{Fen, depth};
use crate::results::{Bug, exception};

/// As `canopy.find_bug`, with pairs of a FEN and a depth.
#[pyfunction]
#[pyo3(signature = (divide, positions = None, chess960 = false, variant = "chess"))]
pub(crate) fn find_bug(
    py: Python<'_>,
    divide: &Bound<'_, PyAny>,
    positions: Option<Vec<(Fen, i128)>>,
    chess960: bool,
    variant: &str,
) -> PyResult<Option<Bug>> {
    let positions = match positions {
        None => Positions::BuiltIn { chess960 },
        Some(positions) => {
            let pairs = positions.into_iter();
            let pairs = pairs.map(|(fen, plies)| Ok((fen.text, depth(plies)?)));
            Positions::Fens(pairs.collect::<PyResult<_>>()?)
        }
    };
    let stop = Stop::new();
    // What ends the search: a wrong type, Ctrl-C, `SystemExit`. An ordinary exception of the function
    // is a bug of the generator.
    let mut fatal = None;
    let ask = |question: &Question| {
        let answer = py.check_signals().and_then(|()| call(divide, question));
        answer.map_err(|error| {
            if !error.is_instance_of::<PyException>(py) || error.is_instance_of::<WrongAnswer>(py) {
                stop.stop();
                fatal = Some(error);
                return String::new();
            }
            traceback(py, &error)
        })
    };
    match bindings::find_bug(variant, ask, &positions, &stop) {
        Ok(bug) => Ok(bug.map(Bug::from)),
        Err(Error::Stopped) => Err(fatal.unwrap_or_else(|| exception(&Error::Stopped))),
        Err(error) => Err(exception(&error)),
    }
}

pyo3::create_exception!(
    canopy,
    WrongAnswer,
    PyTypeError,
    "The function did not return a mapping from moves to numbers."
);

/// Calls `divide(fen, moves, depth)` and writes its answer as a divide.
fn call(divide: &Bound<'_, PyAny>, question: &Question) -> PyResult<String> {
    let answer = divide.call1((question.fen, question.moves.to_vec(), question.depth))?;
    let wrong = |what: &str| {
        WrongAnswer::new_err(format!(
            "divide({:?}, {:?}, {}) returned {what}, expected a dict from moves to numbers",
            question.fen, question.moves, question.depth
        ))
    };
    let Ok(answer) = answer.cast::<PyMapping>() else {
        return Err(wrong(&answer.repr()?.to_string()));
    };
    let mut text = String::new();
    for item in answer.items()?.iter() {
        let (Ok(mv), Ok(leaves)) = (
            item.get_item(0).and_then(|mv| mv.str()),
            item.get_item(1).and_then(|leaves| leaves.extract::<i128>()),
        ) else {
            return Err(wrong(&format!("the entry {}", item.repr()?)));
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{mv}: {leaves}");
    }
    Ok(text)
}

/// The exception with its traceback, so that the line at fault is shown.
fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let lines = error
        .traceback(py)
        .and_then(|traceback| traceback.format().ok());
    format!("{}{error}", lines.unwrap_or_default())
}
