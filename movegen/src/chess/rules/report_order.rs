//! Stockfish's order of the root moves, so that divided output compares line by line.
//!
//! Stockfish generates pseudo-legal moves in fixed groups and then replaces each illegal one with
//! the last of the list. So the order of the legal moves depends on the illegal ones. They are
//! generated here for the order only: the legal generator decides what is legal.

use super::pseudo_legal::{all_groups, king_steps};
use crate::chess::board::attacks::BETWEEN;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Color, Move, MoveList, Position};

impl Position {
    /// The legal moves in the order in which Stockfish's `go perft` prints them.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, Position};
    /// let position = Position::startpos();
    /// let moves = position.moves_in_report_order();
    /// let text: Vec<String> = moves.iter().map(|&m| position.uci(m, CastlingStyle::Standard)).collect();
    /// assert_eq!(text[..3], ["a2a3", "b2b3", "c2c3"]);
    /// assert_eq!(text[8..10], ["a2a4", "b2b4"]);
    /// assert_eq!(text[16..], ["b1a3", "b1c3", "g1f3", "g1h3"]);
    /// ```
    pub fn moves_in_report_order(&self) -> Vec<Move> {
        let candidates = match self.turn() {
            Color::White => candidates::<White>(self),
            Color::Black => candidates::<Black>(self),
        };
        ordered(candidates.to_vec(), &self.legal_moves())
    }
}

/// The legal ones of these candidates: the last one takes the place of each illegal one.
pub(in crate::chess) fn ordered(mut candidates: Vec<Move>, legal: &MoveList) -> Vec<Move> {
    let mut index = 0;
    while index < candidates.len() {
        if legal.contains(&candidates[index]) {
            index += 1;
        } else {
            candidates.swap_remove(index);
        }
    }
    debug_assert_eq!(
        candidates.len(),
        legal.len(),
        "every legal move is a candidate"
    );
    candidates
}

/// The pseudo-legal moves, before the illegal ones are removed.
fn candidates<S: Side>(position: &Position) -> MoveList {
    let king = position.king(S::COLOR).index();
    let checkers = position.checkers().0;
    match checkers.count_ones() {
        0 => all_groups::<S>(position, !position.colors(S::COLOR).0, true),
        1 => {
            let checker = checkers.trailing_zeros() as usize;
            all_groups::<S>(position, checkers | BETWEEN[king][checker], false)
        }
        _ => {
            let mut list = MoveList::new();
            king_steps(position, &mut list);
            list
        }
    }
}
