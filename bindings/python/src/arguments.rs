//! Arguments that Python writes in several ways.

use bindings::{Counting, Error, Game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::results::exception;

/// The largest depth.
const MAX_DEPTH: u32 = 255;

/// A position: a text, or an object with a method `fen` such as a board of python-chess.
pub(crate) struct Fen {
    pub(crate) text: String,
    /// The attribute `uci_variant` of the object, if it has one.
    variant: Option<String>,
}

impl<'py> FromPyObject<'_, 'py> for Fen {
    type Error = PyErr;

    fn extract(position: Borrowed<'_, 'py, PyAny>) -> PyResult<Fen> {
        if position.is_instance_of::<PyString>() {
            return Ok(Fen {
                text: position.extract()?,
                variant: None,
            });
        }
        match position.getattr("fen") {
            Ok(method) if method.is_callable() => Ok(Fen {
                text: method.call0()?.extract()?,
                variant: match position.getattr("uci_variant") {
                    Ok(name) => name.extract()?,
                    Err(_) => None,
                },
            }),
            _ => Err(PyTypeError::new_err(format!(
                "expected a FEN or an object with a method fen(), found {}",
                position.repr()?
            ))),
        }
    }
}

/// The moves to play from a position first.
#[derive(Default)]
pub(crate) struct Moves(pub(crate) Vec<String>);

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

impl Fen {
    /// Reads the position and the moves after it. Without a variant, that of a board, or chess.
    pub(crate) fn game(
        &self,
        moves: &Moves,
        chess960: Option<bool>,
        variant: Option<&str>,
    ) -> Result<Game, Error> {
        let variant = variant.or(self.variant.as_deref()).unwrap_or("chess");
        Game::of_variant(variant, &self.text, &moves.0.join(" "), chess960)
    }
}

/// Reads a position and the moves after it.
pub(crate) fn game(
    fen: &Fen,
    moves: &Moves,
    chess960: Option<bool>,
    variant: Option<&str>,
) -> PyResult<Game> {
    fen.game(moves, chess960, variant)
        .map_err(|error| exception(&error))
}

/// A number within its range. Python would say "can't convert negative int to unsigned", without its name.
pub(crate) fn number<T>(name: &str, value: i128, max: T) -> PyResult<T>
where
    T: Into<i128> + TryFrom<i128>,
{
    let limit: i128 = max.into();
    let number = (0..=limit)
        .contains(&value)
        .then(|| T::try_from(value).ok());
    number.flatten().ok_or_else(|| {
        let message = format!("{name} is a whole number from 0 to {limit}, found {value}");
        PyValueError::new_err(message)
    })
}

/// A depth in plies.
pub(crate) fn depth(value: i128) -> PyResult<u32> {
    number("depth", value, MAX_DEPTH)
}

/// A number of threads; 0 means one per core.
pub(crate) fn threads(value: i128) -> PyResult<usize> {
    number("threads", value, u32::MAX).map(|threads| threads as usize)
}

/// What all counts have in common.
pub(crate) fn counting(depth: i128, threads: i128, hash_mb: i128) -> PyResult<Counting> {
    let counting = Counting::new(self::depth(depth)?).threads(self::threads(threads)?);
    let hash_mb = number("hash_mb", hash_mb, u32::MAX)?;
    Ok(counting.hash_mb(hash_mb as usize))
}
