//! Legal moves and their reasons.

use bindings::Place;
use pyo3::prelude::*;

use crate::results::{Explanation, exception};

/// Reads a position.
pub(crate) fn place(fen: &str, moves: &[String], chess960: Option<bool>) -> PyResult<Place> {
    Place::new(fen, &moves.join(" "), chess960).map_err(|error| exception(&error))
}

/// The FEN after the moves.
#[pyfunction]
#[pyo3(signature = (fen, *, moves = Vec::new(), chess960 = None))]
pub(crate) fn fen(fen: &str, moves: Vec<String>, chess960: Option<bool>) -> PyResult<String> {
    Ok(place(fen, &moves, chess960)?.fen())
}

/// The legal moves in UCI notation, in the order in which Stockfish prints them.
#[pyfunction]
#[pyo3(signature = (fen, *, moves = Vec::new(), chess960 = None))]
pub(crate) fn moves(
    fen: &str,
    moves: Vec<String>,
    chess960: Option<bool>,
) -> PyResult<Vec<String>> {
    let place = place(fen, &moves, chess960)?;
    let names = place.moves().into_iter();
    Ok(names.map(|names| names.uci).collect())
}

/// A legal move in SAN; it may be given in UCI notation or in SAN.
#[pyfunction]
#[pyo3(signature = (fen, mv, *, moves = Vec::new()))]
pub(crate) fn san(fen: &str, mv: &str, moves: Vec<String>) -> PyResult<String> {
    let place = place(fen, &moves, None)?;
    place.san(mv).map_err(|error| exception(&error))
}

/// Whether a move is legal, and why.
#[pyfunction]
#[pyo3(signature = (fen, mv, *, moves = Vec::new(), chess960 = None))]
pub(crate) fn explain(
    fen: &str,
    mv: &str,
    moves: Vec<String>,
    chess960: Option<bool>,
) -> PyResult<Explanation> {
    let place = place(fen, &moves, chess960)?;
    let verdict = bindings::explain(&place, mv).map_err(|error| exception(&error))?;
    Ok(verdict.into())
}
