//! Move histories: what earlier parts of the search tell about moves.
//!
//! A history is a number per move that increases when the move causes a cutoff and decreases when
//! it was tried without success. There are three tables:
//! - the butterfly history (Jonathan Schaeffer, 1983) for quiet moves, by origin and destination,
//!   and by whether the opponent attacks these squares;
//! - the continuation history (known from Stockfish) for quiet moves, by each of the preceding moves
//!   that they answer;
//! - the capture history, by moving piece, destination and captured piece.

use std::collections::TryReserveError;

use movegen::chess::{Bitboard, Color, Move, PieceKind, Position, Square};

use crate::correction_history::CorrectionHistory;
use crate::history_table::zeroed_table;
use crate::see;

/// Bound of the absolute value of each entry.
pub(crate) const MAX_HISTORY: i32 = 1 << 14;
/// The number of [`PieceTo`] values: colors, kinds, squares.
const PIECE_TO_COUNT: usize = 2 * 6 * 64;

/// A piece with its color and the square that it moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// The piece and destination of a move of the side to move.
    #[inline]
    pub(crate) fn new(position: &Position, mv: Move) -> PieceTo {
        let kind = position
            .piece_at(mv.from())
            .map_or(PieceKind::Pawn, |piece| piece.kind);
        let piece = position.turn().index() * 6 + kind.index();
        PieceTo((piece * 64 + mv.to().index()) as u16)
    }

    /// The destination.
    pub(crate) fn to(self) -> Square {
        Square::from_index(usize::from(self.0) % 64)
    }
}

/// What the history of a quiet move depends on, besides the move itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct HistoryContext {
    /// The moves one, two and four plies before.
    pub(crate) previous: [Option<PieceTo>; 3],
    /// The squares that the opponent attacks.
    pub(crate) threats: Bitboard,
}

/// The histories of one thread.
pub(crate) struct Histories {
    /// By side, whether origin and destination are attacked, origin, destination.
    butterfly: Vec<i16>,
    /// By moving piece and destination, and kind of the captured piece.
    capture: Vec<i16>,
    /// By earlier move and the move that answers it.
    continuation: Vec<i16>,
    /// How far evaluations were off.
    pub(crate) correction: CorrectionHistory,
}

impl Histories {
    /// Empty histories.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new() -> Result<Histories, TryReserveError> {
        Ok(Histories {
            butterfly: zeroed_table(2 * 4 * 64 * 64)?,
            capture: zeroed_table(PIECE_TO_COUNT * 6)?,
            continuation: zeroed_table(PIECE_TO_COUNT * PIECE_TO_COUNT)?,
            correction: CorrectionHistory::new()?,
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.correction.clear();
    }

    /// The size of all tables in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.butterfly)
            + size_of_val(&*self.capture)
            + size_of_val(&*self.continuation)
            + self.correction.bytes()
    }

    /// The history score of a quiet move: at most four times [`MAX_HISTORY`] in either direction.
    #[inline]
    pub(crate) fn quiet(
        &self,
        side: Color,
        mv: Move,
        piece_to: PieceTo,
        context: &HistoryContext,
    ) -> i32 {
        let previous = context.previous.iter().flatten();
        let continuation: i32 = previous
            .map(|&earlier| i32::from(self.continuation[continuation_index(earlier, piece_to)]))
            .sum();
        i32::from(self.butterfly[butterfly_index(side, mv, context.threats)]) + continuation
    }

    /// The history score of a capture or promotion.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move, piece_to: PieceTo) -> i32 {
        i32::from(self.capture[capture_index(position, mv, piece_to)])
    }

    /// Rewards a quiet move, or penalizes it with a negative bonus.
    pub(crate) fn update_quiet(
        &mut self,
        side: Color,
        mv: Move,
        piece_to: PieceTo,
        context: &HistoryContext,
        bonus: i32,
    ) {
        let index = butterfly_index(side, mv, context.threats);
        add_bonus(&mut self.butterfly[index], bonus);
        for &earlier in context.previous.iter().flatten() {
            let index = continuation_index(earlier, piece_to);
            add_bonus(&mut self.continuation[index], bonus);
        }
    }

    /// Rewards a capture or promotion, or penalizes it with a negative bonus.
    pub(crate) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let piece_to = PieceTo::new(position, mv);
        add_bonus(
            &mut self.capture[capture_index(position, mv, piece_to)],
            bonus,
        );
    }
}

/// The history gravity formula: moves the value towards [`MAX_HISTORY`], in smaller steps the nearer
/// it is.
#[inline]
fn add_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[inline]
fn butterfly_index(side: Color, mv: Move, threats: Bitboard) -> usize {
    let (from, to) = (mv.from(), mv.to());
    let attacked = |square| usize::from(threats.contains(square));
    let table = (side.index() * 2 + attacked(from)) * 2 + attacked(to);
    (table * 64 + from.index()) * 64 + to.index()
}

#[inline]
fn continuation_index(earlier: PieceTo, piece_to: PieceTo) -> usize {
    usize::from(earlier.0) * PIECE_TO_COUNT + usize::from(piece_to.0)
}

#[inline]
fn capture_index(position: &Position, mv: Move, piece_to: PieceTo) -> usize {
    let captured = see::captured_piece(position, mv).unwrap_or(PieceKind::Pawn);
    usize::from(piece_to.0) * 6 + captured.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonuses_and_penalties_are_remembered() {
        let position = Position::startpos();
        let mut histories = Histories::new().expect("memory");
        let mv = position.parse_uci("g1f3").expect("a move");
        let piece_to = PieceTo::new(&position, mv);
        let context = HistoryContext {
            previous: [Some(piece_to), None, None],
            ..HistoryContext::default()
        };
        for _ in 0..100 {
            histories.update_quiet(Color::White, mv, piece_to, &context, 1500);
        }
        let good = histories.quiet(Color::White, mv, piece_to, &context);
        assert!((MAX_HISTORY..=2 * MAX_HISTORY).contains(&good), "{good}");
        let without_context = HistoryContext::default();
        assert!(histories.quiet(Color::White, mv, piece_to, &without_context) <= MAX_HISTORY);
        for _ in 0..100 {
            histories.update_quiet(Color::White, mv, piece_to, &context, -1500);
        }
        assert!(histories.quiet(Color::White, mv, piece_to, &context) < -MAX_HISTORY);
    }
}
