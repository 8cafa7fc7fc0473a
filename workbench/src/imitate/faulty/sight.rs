//! Which pieces attack a square. A defect can make some attacks invisible, or add attacks.

use std::sync::LazyLock;

use super::board::{Board, EMPTY, KNIGHT, LEAPS, NONE, RAYS, aligned, kind, kind_of, piece, step};
use super::view::View;

/// A set of pieces, one bit for each.
type Pieces = u16;

/// What each piece attacks, seen from the attacked square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// The pieces that attack the next square (first index 1) or any square (0) on a free line, by the
    /// direction from the attacked square to them, as in `STEPS`.
    pub(super) lines: [[Pieces; 8]; 2],
    /// The pieces that attack by a knight's leap.
    pub(super) leaps: Pieces,
    /// The leaps by which knights of each colour do not attack, as in `LEAPS`.
    pub(super) missing_leaps: [u8; 2],
    /// The pieces that do not end the lines of the sliders of each colour.
    pub(super) transparent: [Pieces; 2],
    /// How many squares the sliders of each colour see.
    pub(super) reach: [usize; 2],
    /// One step of knights or kings that attacks nothing: the kind of piece, and both squares.
    pub(super) missing_step: Option<(u8, u8, u8)>,
    /// More squares from which a piece attacks a square: for attacks around the edge of the board.
    pub(super) wraps: Vec<(u8, u8, u8)>,
}

/// The directions of rooks in `STEPS`, and those of bishops.
pub(super) const STRAIGHT: std::ops::Range<usize> = 0..4;
pub(super) const DIAGONAL: std::ops::Range<usize> = 4..8;

/// The directions from a square to the pawns of each colour that attack it.
pub(super) const TO_PAWNS: [[usize; 2]; 2] = [[6, 7], [4, 5]];

/// The set of all pieces of a colour.
pub(super) const fn all_of(color: u8) -> Pieces {
    if color == 0 { 0x00ff } else { 0xff00 }
}

/// The set of one piece.
pub(super) const fn only(kind: u8, color: u8) -> Pieces {
    1 << piece(kind, color)
}

impl Sight {
    /// By the rules of chess.
    pub(super) fn perfect() -> Sight {
        let mut lines = [[0; 8]; 2];
        let mut leaps = 0;
        for color in [0, 1] {
            for way in STRAIGHT {
                lines[0][way] |= only(kind::ROOK, color) | only(kind::QUEEN, color);
            }
            for way in DIAGONAL {
                lines[0][way] |= only(kind::BISHOP, color) | only(kind::QUEEN, color);
            }
            leaps |= only(kind::KNIGHT, color);
        }
        lines[1] = lines[0];
        for color in [0, 1] {
            for pieces in &mut lines[1] {
                *pieces |= only(kind::KING, color);
            }
            for way in TO_PAWNS[usize::from(color)] {
                lines[1][way] |= only(kind::PAWN, color);
            }
        }
        Sight {
            lines,
            leaps,
            missing_leaps: [0; 2],
            transparent: [0; 2],
            reach: [7; 2],
            missing_step: None,
            wraps: Vec::new(),
        }
    }

    /// The same, computed once.
    pub(super) fn by_rules() -> &'static Sight {
        static PERFECT: LazyLock<Sight> = LazyLock::new(Sight::perfect);
        &PERFECT
    }

    /// Removes these pieces of a colour from some directions.
    pub(super) fn hide(&mut self, kinds: &[u8], color: u8, ways: std::ops::Range<usize>) {
        for &kind in kinds {
            for lines in &mut self.lines {
                for pieces in &mut lines[ways.clone()] {
                    *pieces &= !only(kind, color);
                }
            }
        }
    }

    /// Lets bishops of a colour attack as rooks, and rooks as bishops.
    pub(super) fn swap_bishops_and_rooks(&mut self, color: u8) {
        let pairs = [
            (STRAIGHT, kind::BISHOP, kind::ROOK),
            (DIAGONAL, kind::ROOK, kind::BISHOP),
        ];
        for (ways, new, old) in pairs {
            self.hide(&[old], color, ways.clone());
            for lines in &mut self.lines {
                lines[ways.clone()]
                    .iter_mut()
                    .for_each(|pieces| *pieces |= only(new, color));
            }
        }
    }

    /// Adds attacks by a piece from these squares.
    pub(super) fn add_wraps<T: Iterator<Item = u8>>(
        &mut self,
        kind: u8,
        color: u8,
        squares: impl Iterator<Item = u8>,
        targets: impl Fn(u8) -> T,
    ) {
        for from in squares {
            let attacks = targets(from).map(|to| (piece(kind, color), from, to));
            self.wraps.extend(attacks);
        }
    }

    pub(super) fn is_perfect(&self) -> bool {
        self == Sight::by_rules()
    }

    /// Whether nothing is attacked that is not attacked by the rules.
    pub(super) fn sees_no_more(&self) -> bool {
        let perfect = Sight::by_rules();
        self.has_no_more_attackers(perfect)
            && self.transparent == perfect.transparent
            && self.wraps.is_empty()
    }

    /// Whether everything is attacked that is attacked by the rules.
    pub(super) fn sees_no_less(&self) -> bool {
        let perfect = Sight::by_rules();
        perfect.has_no_more_attackers(self)
            && self.missing_leaps == perfect.missing_leaps
            && self.reach == perfect.reach
            && self.missing_step.is_none()
    }

    /// Whether all pieces that attack on lines and by leaps do so for another program as well.
    fn has_no_more_attackers(&self, other: &Sight) -> bool {
        let lines = self.lines.iter().flatten();
        let mut lines = lines.zip(other.lines.iter().flatten());
        lines.all(|(own, others)| own & !others == 0) && self.leaps & !other.leaps == 0
    }

    /// Whether a piece of this colour attacks a square; never if the square is `NONE`.
    #[inline]
    pub(super) fn attacked(&self, board: &Board, target: u8, by: u8) -> bool {
        self.visit(board, 0, target, by, |_| true)
    }

    /// As [`attacked`](Sight::attacked), if the pieces on a set of squares are taken off the board.
    pub(super) fn attacked_without(&self, board: &Board, gone: u64, target: u8, by: u8) -> bool {
        self.visit(board, gone, target, by, |_| true)
    }

    /// Whether a view shows all that decides whether its square is attacked by this colour on a board.
    pub(super) fn can_judge(&self, view: &View, board: &Board, by: u8) -> bool {
        let transparent = self.transparent[usize::from(by)];
        let looks_through = transparent != 0
            && view
                .nearest
                .iter()
                .any(|&standing| standing != EMPTY && transparent >> standing & 1 != 0);
        let lacks_step = self
            .missing_step
            .is_some_and(|(_, _, to)| to == view.square);
        let wraps = |&(attacker, from, to): &(u8, u8, u8)| {
            to == view.square && attacker >> 3 == by && board.at(from) == attacker
        };
        !looks_through && !lacks_step && !self.wraps.iter().any(wraps)
    }

    /// As [`attacked`](Sight::attacked), where a view [can be judged](Sight::can_judge).
    pub(super) fn is_attacked_in(&self, view: &View, by: u8) -> bool {
        let own = all_of(by);
        let (leaps, missing) = (self.leaps & own, self.missing_leaps[usize::from(by)]);
        // The leap to the square is the opposite of that from it.
        let leaps_here = |(index, &standing): (usize, &u8)| {
            leaps >> standing & 1 != 0 && missing >> ((index + 4) % 8) & 1 == 0
        };
        let on_line = |way: usize| {
            let distance = usize::from(view.distances[way]);
            let seen = self.lines[usize::from(distance == 0)][way] & own;
            seen >> view.nearest[way] & 1 != 0 && distance < self.reach[usize::from(by)]
        };
        (0..8).any(on_line) || view.leapers.iter().enumerate().any(leaps_here)
    }

    /// The pieces of this colour that attack a square, as a set of squares.
    pub(super) fn attackers(&self, board: &Board, target: u8, by: u8) -> u64 {
        self.attackers_without(board, 0, target, by)
    }

    /// As [`attackers`](Sight::attackers), if the pieces on a set of squares are taken off the board.
    pub(super) fn attackers_without(&self, board: &Board, gone: u64, target: u8, by: u8) -> u64 {
        let mut found = 0;
        self.visit(board, gone, target, by, |square| {
            found |= 1 << square;
            false
        });
        found
    }

    /// Whether knights of this colour attack by the leap between two squares.
    fn has_leap(&self, from: u8, to: u8, by: u8) -> bool {
        let missing = self.missing_leaps[usize::from(by)];
        if self.missing_step == Some((kind::KNIGHT, from, to)) {
            return false;
        }
        missing == 0
            || !LEAPS
                .iter()
                .enumerate()
                .any(|(index, &leap)| missing >> index & 1 != 0 && step(from, leap) == to)
    }

    /// Whether a piece of this colour attacks along a direction from afar.
    pub(super) fn slides(&self, piece: u8, way: usize, by: u8) -> bool {
        self.lines[0][way] & all_of(by) & 1 << piece != 0
    }

    /// Whether a piece shields its own king from an attack.
    pub(super) fn is_pinned(&self, board: &Board, square: u8) -> bool {
        let side = board.at(square) >> 3;
        let king = board.kings[usize::from(side)];
        if king >= NONE || king == square || !aligned(king, square) {
            return false;
        }
        let without = self.attackers_without(board, 1 << square, king, side ^ 1);
        without & !self.attackers(board, king, side ^ 1) != 0
    }

    /// Visits the attackers until the visitor returns true. The set of squares `gone` counts as empty.
    #[inline]
    fn visit(
        &self,
        board: &Board,
        gone: u64,
        target: u8,
        by: u8,
        mut stop: impl FnMut(u8) -> bool,
    ) -> bool {
        if target >= NONE {
            return false;
        }
        let own = all_of(by);
        let leaps = self.leaps & own;
        for &square in KNIGHT[usize::from(target)].as_slice() {
            let attacks = leaps >> board.squares[usize::from(square)] & 1 != 0
                && (gone | board.unattacking) >> square & 1 == 0
                && self.has_leap(square, target, by);
            if attacks && stop(square) {
                return true;
            }
        }
        for (way, ray) in RAYS[usize::from(target)].iter().enumerate() {
            for (distance, &square) in ray.as_slice().iter().enumerate() {
                let standing = board.squares[usize::from(square)];
                if standing == EMPTY || gone >> square & 1 != 0 {
                    continue;
                }
                let seen = self.lines[usize::from(distance == 0)][way] & own;
                let near = distance < self.reach[usize::from(by)];
                let lacks = distance == 0
                    && kind_of(standing) == kind::KING
                    && self.missing_step == Some((kind::KING, square, target));
                let attacks = seen >> standing & 1 != 0
                    && near
                    && !lacks
                    && board.unattacking >> square & 1 == 0;
                if attacks && stop(square) {
                    return true;
                }
                let transparent = self.transparent[usize::from(by)] >> standing & 1 != 0;
                if !transparent && board.unoccupied >> square & 1 == 0 {
                    break;
                }
            }
        }
        self.wraps.iter().any(|&(attacker, from, to)| {
            let stands = board.at(from) == attacker && gone >> from & 1 == 0;
            to == target && own >> attacker & 1 != 0 && stands && stop(from)
        })
    }
}
