//! The moves that a limited player overlooks.
//!
//! People do not misjudge all moves by a random amount: they see most of them well and miss a few
//! completely. Long moves, moves backwards and moves of knights are missed most (E. Neiman and Y. Afek,
//! "Invisible Chess Moves", 2011), captures and checks less, and mates in one and captures of the piece
//! that has just moved hardly ever. A reply that is missed leaves a piece hanging; a second move that
//! is missed loses to a tactic of two moves.

use movegen::chess::{Move, PieceKind, Position, Square};
use movegen::random::Random;

/// Which moves one search overlooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Oversights {
    seed: u64,
    /// Of 2^16 moves of average difficulty, the number that is overlooked.
    share: u64,
}

/// The difficulty of a move that is neither easy nor hard to see, in percent.
const AVERAGE: u64 = 100;
/// The difficulty of a checkmate, in percent: players look for it first.
const MATE: u64 = 10;
/// A slide over at least this many squares is long.
const LONG_SLIDE: u32 = 4;

impl Oversights {
    /// Overlooks this share of the moves of average difficulty. The seed selects them.
    pub(crate) fn new(seed: u64, share: f64) -> Oversights {
        Oversights {
            seed,
            share: (share * 65_536.0) as u64,
        }
    }

    /// Distinguishes the transposition table's entries of this search from those of searches that
    /// overlook other moves, or none.
    pub(crate) fn key_mask(&self) -> u128 {
        Random::new(self.seed).next_u128()
    }

    /// Whether the player overlooks a legal move in a position that is no check. `last` is the square
    /// to which the opponent has just moved.
    ///
    /// Except for captures and checks, the answer depends on the piece and its squares only, not on the
    /// rest of the position: a move that is missed is missed in all lines.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move, last: Option<Square>) -> bool {
        let side_and_move = (position.turn().index() as u64) << 16 | u64::from(mv.to_bits());
        // The upper bits of the seed are as random as the lower ones.
        let random = Random::new(self.seed ^ side_and_move << 40).next() >> 48;
        let is_missed = |difficulty| random * AVERAGE < self.share * difficulty;
        let difficulty = difficulty(position, mv, last);
        // Few moves are left for the slower questions.
        is_missed(difficulty)
            && (!position.gives_check(mv)
                || is_missed(difficulty_of_check(position, mv, difficulty)))
    }
}

/// How hard a move is to see, in percent of an average move.
fn difficulty(position: &Position, mv: Move, last: Option<Square>) -> u64 {
    let kind = position.piece_at(mv.from()).map(|piece| piece.kind);
    let capture = position.is_capture(mv);
    if capture && last == Some(mv.to()) {
        return 10;
    }
    let ranks = |square: Square| square.rank().relative_to(position.turn()).index() as i32;
    let files = |square: Square| square.file().index() as i32;
    let forward = ranks(mv.to()) - ranks(mv.from());
    let sideways = (files(mv.to()) - files(mv.from())).unsigned_abs();
    let slides = !matches!(kind, Some(PieceKind::Knight | PieceKind::King));
    let mut difficulty = match (capture, kind) {
        (true, Some(PieceKind::Pawn)) => 40,
        (true, _) => 60,
        (false, _) => AVERAGE,
    };
    if slides && forward.unsigned_abs().max(sideways) >= LONG_SLIDE {
        difficulty += 50;
    }
    if forward < 0 {
        difficulty += 30;
    }
    if kind == Some(PieceKind::Knight) {
        difficulty += 20;
    }
    difficulty
}

/// How hard a move that gives check is to see, if it were this hard without the check.
fn difficulty_of_check(position: &Position, mv: Move, difficulty: u64) -> u64 {
    match position.play(mv).is_checkmate() {
        true => difficulty.min(MATE),
        false => difficulty / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White can take the queen by the bishop's long slide or by the pawn, and move quietly.
    ///
    /// ```text
    /// 8  . . . . . . . k
    /// 5  . . . . q . . .
    /// 4  . . . P . . . .
    /// 1  B . . . K . N .
    ///    a b c d e f g h
    /// ```
    fn position() -> Position {
        let fen = "7k/8/8/4q3/3P4/8/8/B2K2N1 w - - 0 1";
        fen.parse::<Position>().expect("a position")
    }

    fn find(position: &Position, text: &str) -> Move {
        position.parse_uci(text).expect("a legal move")
    }

    /// The share of searches that overlook a move.
    fn share(position: &Position, text: &str, last: Option<Square>) -> f64 {
        let mv = find(position, text);
        let overlooks = |seed| Oversights::new(seed, 0.3).overlooks(position, mv, last);
        (0..4000).filter(|&seed| overlooks(seed)).count() as f64 / 4000.0
    }

    #[test]
    fn some_moves_are_easier_to_see() {
        let position: Position = "6k1/8/8/4q3/3P4/8/8/3K2N1 w - - 0 1"
            .parse()
            .expect("a position");
        let near = |share: f64, expected: f64| (share - expected).abs() < 0.03;
        assert!(near(share(&position, "d4e5", None), 0.12));
        assert!(near(share(&position, "d4e5", Some(Square::E5)), 0.03));
        assert!(near(share(&position, "d4d5", None), 0.3));
        assert!(near(share(&position, "g1f3", None), 0.36));
    }

    #[test]
    fn checks_are_easier_to_see_and_mates_easier_still() {
        // The rook mates on a8.
        let position: Position = "6k1/5ppp/8/8/8/R7/8/1K6 w - - 0 1"
            .parse()
            .expect("a position");
        // The rook gives check on e3.
        let check: Position = "4k3/8/8/8/8/R7/8/1K6 w - - 0 1"
            .parse()
            .expect("a position");
        let near = |share: f64, expected: f64| (share - expected).abs() < 0.03;
        assert!(near(share(&position, "a3a8", None), 0.03));
        assert!(near(share(&position, "a3e3", None), 0.45));
        assert!(near(share(&check, "a3e3", None), 0.225));
        assert!(near(share(&check, "a3c3", None), 0.3));
    }

    #[test]
    fn long_and_backward_moves_are_harder_to_see() {
        let position: Position = "6k1/8/8/8/8/2B5/7R/4K3 w - - 0 1"
            .parse()
            .expect("a position");
        let difficulty = |text| difficulty(&position, find(&position, text), None);
        assert_eq!(difficulty("c3d4"), 100);
        assert_eq!(difficulty("c3b2"), 130);
        assert_eq!(difficulty("c3g7"), 150);
        assert_eq!(difficulty("h2a2"), 150);
        assert_eq!(difficulty("e1f1"), 100);
    }

    #[test]
    fn a_search_overlooks_the_same_moves_everywhere() {
        let (first, second) = (Oversights::new(1, 0.5), Oversights::new(2, 0.5));
        let (quiet, position) = (position(), position());
        let moves = || position.legal_moves().into_iter();
        let seen = |player: &Oversights| -> Vec<bool> {
            moves()
                .map(|mv| player.overlooks(&quiet, mv, None))
                .collect()
        };
        assert_eq!(seen(&first), seen(&first));
        assert_ne!(seen(&first), seen(&second));
        assert_ne!(first.key_mask(), second.key_mask());
    }

    #[test]
    fn a_share_of_zero_overlooks_nothing() {
        let (position, all) = (position(), Oversights::new(7, 0.0));
        let mut moves = position.legal_moves().into_iter();
        assert!(!moves.any(|mv| all.overlooks(&position, mv, None)));
    }
}
