//! Whether an arrangement is a position, and which: the validation of `movegen` against the naive rules.

use movegen::chess::{Position, Setup};

use super::difference::{Difference, What};
use super::oracle::State;

/// The position of an arrangement, or `None` if it is none for both sides.
///
/// # Errors
/// If the sides disagree on that, or if the position has other castling rights or another en passant square: it keeps the
/// square exactly if a legal capture uses it.
pub(crate) fn position(state: &State, setup: &Setup) -> Result<Option<Position>, Difference> {
    let position = match (Position::try_from(setup), state.is_refused()) {
        (Err(_), true) => return Ok(None),
        (Ok(_), true) => return Err(Difference::new(state, What::Accepted)),
        (Err(error), false) => {
            return Err(Difference::new(state, What::Refused(error.to_string())));
        }
        (Ok(position), false) => position,
    };
    let mut is_capture_possible = false;
    if state.passed().is_some() {
        state.visit_legal(|mv, _| is_capture_possible |= mv.en_passant);
    }
    let en_passant = setup.en_passant.filter(|_| is_capture_possible);
    if position.castling_rooks() != setup.castling || position.en_passant() != en_passant {
        return Err(Difference::new(state, What::Read(position.to_string())));
    }
    Ok(Some(position))
}
