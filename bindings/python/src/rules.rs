//! Legal moves and their reasons.

use bindings::Game;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::results::{Explanation, exception};

/// The moves to play from a position first.
#[derive(Default)]
pub(crate) struct Moves(Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Moves {
    type Error = PyErr;

    fn extract(moves: Borrowed<'_, 'py, PyAny>) -> PyResult<Moves> {
        // A string is a sequence of strings as well, of its characters.
        if !moves.is_instance_of::<PyString>()
            && let Ok(moves) = moves.extract()
        {
            return Ok(Moves(moves));
        }
        Err(PyTypeError::new_err(format!(
            "expected a list of moves such as ['e2e4', 'e7e5'], found {}",
            moves.repr()?
        )))
    }
}

/// Reads a position and the moves after it.
pub(crate) fn game(fen: &str, moves: &Moves, chess960: Option<bool>) -> PyResult<Game> {
    Game::new(fen, &moves.0.join(" "), chess960).map_err(|error| exception(&error))
}

/// The FEN after the moves.
#[pyfunction]
#[pyo3(signature = (fen, *, moves = Moves::default(), chess960 = None))]
pub(crate) fn fen(fen: &str, moves: Moves, chess960: Option<bool>) -> PyResult<String> {
    Ok(game(fen, &moves, chess960)?.fen())
}

/// The legal moves in UCI notation, in the order in which Stockfish prints them.
#[pyfunction]
#[pyo3(signature = (fen, *, moves = Moves::default(), chess960 = None))]
pub(crate) fn moves(fen: &str, moves: Moves, chess960: Option<bool>) -> PyResult<Vec<String>> {
    let game = game(fen, &moves, chess960)?;
    let names = game.moves().into_iter();
    Ok(names.map(|names| names.uci).collect())
}

/// A legal move in SAN; it may be given in UCI notation or in SAN.
#[pyfunction]
#[pyo3(signature = (fen, mv, *, moves = Moves::default()))]
pub(crate) fn san(fen: &str, mv: &str, moves: Moves) -> PyResult<String> {
    let game = game(fen, &moves, None)?;
    game.san(mv).map_err(|error| exception(&error))
}

/// Whether a move is legal, and why.
#[pyfunction]
#[pyo3(signature = (fen, mv, *, moves = Moves::default(), chess960 = None))]
pub(crate) fn explain(
    fen: &str,
    mv: &str,
    moves: Moves,
    chess960: Option<bool>,
) -> PyResult<Explanation> {
    let game = game(fen, &moves, chess960)?;
    let verdict = bindings::explain(&game, mv).map_err(|error| exception(&error))?;
    Ok(verdict.into())
}
