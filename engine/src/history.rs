//! What earlier parts of the search tell about moves: histories, and how far evaluations were off.
//!
//! A history is a number per move that goes up when the move refutes a position and down when it
//! was tried in vain. There is one for quiet moves by both squares (the butterfly history of
//! Jonathan Schaeffer, 1983) and whether the other side attacks them, one for captures, and one for
//! quiet moves as an answer to each of the moves before (continuation history, known from
//! Stockfish). The correction history (Caissa's author Michal Witanowski, 2023) notes by the
//! arrangement of pawns, and of each side's pieces, how far the search's score lay from the
//! evaluation.

use std::collections::TryReserveError;

use movegen::chess::{Bitboard, Color, Move, PieceKind, Position};

use crate::see;

/// No history goes beyond this.
pub(crate) const LIMIT: i32 = 1 << 14;
/// Kinds of both sides, times squares.
const STEPS: usize = 2 * 6 * 64;
/// Positions with equal pawns share one of so many corrections; a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Corrections are kept in so many parts of a centipawn.
const GRAIN: i32 = 256;
/// No correction goes beyond this, in grains.
const CORRECTION_LIMIT: i32 = 64 * GRAIN;

/// A piece, its side and the square that it goes to: a move as later moves remember it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step(u16);

impl Step {
    /// The step of a move of the side to move.
    #[inline]
    pub(crate) fn new(position: &Position, mv: Move) -> Step {
        let kind = position
            .piece_at(mv.from())
            .map_or(PieceKind::Pawn, |piece| piece.kind);
        let piece = position.turn().index() * 6 + kind.index();
        Step((piece * 64 + mv.to().index()) as u16)
    }
}

/// What a move is an answer to.
#[derive(Clone, Copy, Default)]
pub(crate) struct MoveHistory {
    /// The steps one, two and four plies before.
    pub(crate) steps: [Option<Step>; 3],
    /// The squares that the other side attacks.
    pub(crate) threats: Bitboard,
}

/// All histories of one thread.
pub(crate) struct Histories {
    /// By side, whether from and to are attacked, from, to.
    quiet: Vec<i16>,
    /// By step and kind of the piece taken.
    capture: Vec<i16>,
    /// By an earlier step and the step that answers it.
    continuation: Vec<i16>,
    /// By side to move, what is looked at, and its hash.
    corrections: Vec<i16>,
}

impl Histories {
    /// Nothing remembered.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn new() -> Result<Histories, TryReserveError> {
        Ok(Histories {
            quiet: zeros(2 * 4 * 64 * 64)?,
            capture: zeros(STEPS * 6)?,
            continuation: zeros(STEPS * STEPS)?,
            corrections: zeros(2 * ASPECTS * CORRECTIONS)?,
        })
    }

    fn tables(&mut self) -> [&mut Vec<i16>; 4] {
        [
            &mut self.quiet,
            &mut self.capture,
            &mut self.continuation,
            &mut self.corrections,
        ]
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.tables().into_iter().for_each(|table| table.fill(0));
    }

    /// The bytes of all tables.
    #[cfg(test)]
    pub(crate) fn bytes(&mut self) -> usize {
        self.tables()
            .map(|table| size_of_val(&**table))
            .iter()
            .sum()
    }

    /// How well a quiet move has done, within a few times [`LIMIT`] either way.
    #[inline]
    pub(crate) fn quiet(&self, side: Color, mv: Move, step: Step, past: &MoveHistory) -> i32 {
        let answers = past.steps.iter().flatten();
        let answers: i32 = answers
            .map(|&before| i32::from(self.continuation[pair(before, step)]))
            .sum();
        i32::from(self.quiet[squares(side, mv, past.threats)]) + answers
    }

    /// How well a capture or promotion has done.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move, step: Step) -> i32 {
        i32::from(self.capture[taking(position, mv, step)])
    }

    /// A quiet move refuted its position, or (with a negative bonus) did not.
    pub(crate) fn learn_quiet(
        &mut self,
        side: Color,
        mv: Move,
        step: Step,
        past: &MoveHistory,
        bonus: i32,
    ) {
        adjust(&mut self.quiet[squares(side, mv, past.threats)], bonus);
        for &before in past.steps.iter().flatten() {
            adjust(&mut self.continuation[pair(before, step)], bonus);
        }
    }

    /// A capture refuted its position, or (with a negative bonus) did not.
    pub(crate) fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let step = Step::new(position, mv);
        adjust(&mut self.capture[taking(position, mv, step)], bonus);
    }

    /// What is to be added to the evaluation of the position, in centipawns.
    #[inline]
    pub(crate) fn correction(&self, position: &Position) -> i32 {
        let sum: i32 = corrected(position)
            .into_iter()
            .map(|index| i32::from(self.corrections[index]))
            .sum();
        sum / (2 * GRAIN)
    }

    /// The search found the evaluation so far off; deeper searches count more.
    pub(crate) fn learn_correction(&mut self, position: &Position, off: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = (off * GRAIN).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        for index in corrected(position) {
            let value = &mut self.corrections[index];
            let mixed = (i32::from(*value) * (256 - weight) + target * weight) / 256;
            *value = mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        }
    }
}

fn zeros(len: usize) -> Result<Vec<i16>, TryReserveError> {
    let mut table = Vec::new();
    table.try_reserve_exact(len)?;
    table.resize(len, 0);
    Ok(table)
}

/// Moves the value towards the limit, ever more slowly.
#[inline]
fn adjust(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[inline]
fn squares(side: Color, mv: Move, threats: Bitboard) -> usize {
    let (from, to) = (mv.from(), mv.to());
    let attacked = |square| usize::from(threats.contains(square));
    let case = (side.index() * 2 + attacked(from)) * 2 + attacked(to);
    (case * 64 + from.index()) * 64 + to.index()
}

#[inline]
fn pair(before: Step, step: Step) -> usize {
    usize::from(before.0) * STEPS + usize::from(step.0)
}

#[inline]
fn taking(position: &Position, mv: Move, step: Step) -> usize {
    let victim = see::victim(position, mv).unwrap_or(PieceKind::Pawn);
    usize::from(step.0) * 6 + victim.index()
}

/// What of a position chooses its corrections: its pawns, and the pieces of either side.
const ASPECTS: usize = 3;

#[inline]
fn corrected(position: &Position) -> [usize; ASPECTS] {
    let pawns = position.pieces(PieceKind::Pawn);
    let sliders = position.pieces(PieceKind::Rook) | position.pieces(PieceKind::Queen);
    let minors = position.pieces(PieceKind::Knight) | position.pieces(PieceKind::Queen);
    let (white, black) = (position.colors(Color::White), position.colors(Color::Black));
    let pieces = |men: Bitboard| hash((men - pawns).0, (men & sliders).0, (men & minors).0);
    let hashes = [
        hash((pawns & white).0, (pawns & black).0, 0),
        pieces(white),
        pieces(black),
    ];
    let mut aspect = position.turn().index() * ASPECTS;
    hashes.map(|hash| {
        let index = aspect * CORRECTIONS + hash;
        aspect += 1;
        index
    })
}

/// Three words to an index below [`CORRECTIONS`], by multiplication with odd numbers.
#[inline]
fn hash(a: u64, b: u64, c: u64) -> usize {
    let mixed = a
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
        .wrapping_add(b.wrapping_mul(0xbf58_476d_1ce4_e5b9))
        .rotate_left(29)
        .wrapping_add(c.wrapping_mul(0x94d0_49bb_1331_11eb));
    (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - CORRECTIONS.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refutes_is_remembered_and_what_fails_too() {
        let position = Position::startpos();
        let mut histories = Histories::new().expect("memory");
        let mv = position.parse_uci("g1f3").expect("a move");
        let step = Step::new(&position, mv);
        let past = MoveHistory {
            steps: [Some(step), None, None],
            ..MoveHistory::default()
        };
        for _ in 0..100 {
            histories.learn_quiet(Color::White, mv, step, &past, 1500);
        }
        let good = histories.quiet(Color::White, mv, step, &past);
        assert!((LIMIT..=2 * LIMIT).contains(&good), "{good}");
        assert!(histories.quiet(Color::White, mv, step, &MoveHistory::default()) <= LIMIT);
        for _ in 0..100 {
            histories.learn_quiet(Color::White, mv, step, &past, -1500);
        }
        assert!(histories.quiet(Color::White, mv, step, &past) < -LIMIT);
    }

    #[test]
    fn corrections_belong_to_the_pawns() {
        let position = Position::startpos();
        let mut histories = Histories::new().expect("memory");
        for _ in 0..200 {
            histories.learn_correction(&position, 20, 10);
        }
        let same = histories.correction(&position);
        assert!((15..=32).contains(&same), "{same}");
        let moved = position.play(position.parse_uci("e2e4").expect("a move"));
        assert_eq!(histories.correction(&moved), 0);
    }
}
