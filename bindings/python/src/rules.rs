//! Legal moves and their reasons.

use pyo3::prelude::*;

use crate::arguments::{Fen, Moves, game};
use crate::results::{Explanation, exception};

/// The FEN after the moves.
#[pyfunction]
#[pyo3(signature = (fen, *, moves = Moves::default(), chess960 = None, variant = None))]
pub(crate) fn fen(
    fen: Fen,
    moves: Moves,
    chess960: Option<bool>,
    variant: Option<&str>,
) -> PyResult<String> {
    Ok(game(&fen, &moves, chess960, variant)?.fen())
}

/// The legal moves in UCI notation, in the order in which Stockfish prints them.
#[pyfunction]
#[pyo3(signature = (fen, *, moves = Moves::default(), chess960 = None, variant = None))]
pub(crate) fn moves(
    fen: Fen,
    moves: Moves,
    chess960: Option<bool>,
    variant: Option<&str>,
) -> PyResult<Vec<String>> {
    let game = game(&fen, &moves, chess960, variant)?;
    let names = game.moves().into_iter();
    Ok(names.map(|names| names.uci).collect())
}

/// A legal move in SAN; it may be given in UCI notation or in SAN.
#[pyfunction]
#[pyo3(signature = (fen, mv, *, moves = Moves::default(), variant = None))]
pub(crate) fn san(fen: Fen, mv: &str, moves: Moves, variant: Option<&str>) -> PyResult<String> {
    let game = game(&fen, &moves, None, variant)?;
    game.san(mv).map_err(|error| exception(&error))
}

/// Whether a move is legal, and why.
#[pyfunction]
#[pyo3(signature = (fen, mv, *, moves = Moves::default(), chess960 = None, variant = None))]
pub(crate) fn explain(
    fen: Fen,
    mv: &str,
    moves: Moves,
    chess960: Option<bool>,
    variant: Option<&str>,
) -> PyResult<Explanation> {
    let game = game(&fen, &moves, chess960, variant)?;
    let verdict = bindings::explain(&game, mv).map_err(|error| exception(&error))?;
    Ok(verdict.into())
}
