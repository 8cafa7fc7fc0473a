//! The ways in which a program can have a defect.

use super::defect::{Family, Slip};
use super::sight::Sight;
use super::{Imitator, sight_defects};
use crate::imitate::Imitation;

/// The sides whose moves (or, in [`Family::Sight`], whose attacks) are affected, one bit for each.
pub(super) const BOTH: u8 = 3;

/// What happens to a king that an illegal move left in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KingCapture {
    /// It is captured like any piece; the cached king square keeps its value.
    KeepsSquare,
    /// It is captured; a side without a king is never in check.
    ClearsSquare,
    /// Captures of a king are not generated.
    Never,
}

/// When moves are made and unmade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// Children are copies: nothing is unmade.
    Copies,
    /// Each pseudo-legal move is made, tested, counted and unmade.
    Lazily,
    /// All pseudo-legal moves are made, tested and unmade first; then each legal one is made, counted
    /// and unmade.
    TestedFirst,
    /// As `TestedFirst`, but legal moves at the last ply are only counted.
    TestedFirstBulk,
    /// Legal moves are found without making them; each is made, counted and unmade.
    Analysed,
    /// As `Analysed`, but legal moves at the last ply are only counted.
    AnalysedBulk,
}

/// The order of the moves in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By ascending squares of the pieces, castling last.
    Ascending,
    /// By descending squares of the pieces, castling first.
    Descending,
    /// Pawns first, kings last; castling last.
    ByKind,
    /// Captures first, then as `Ascending`.
    CapturesFirst,
    /// From a8 to h1, as in programs whose first square is a8.
    FromA8,
    /// Pawns first, kings last, squares from a8 to h1.
    ByKindFromA8,
}

/// A program with at most one defect.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) slip: Option<Slip>,
    pub(super) colors: u8,
    pub(super) form: u8,
    pub(super) king_capture: KingCapture,
    pub(super) walk: Walk,
    pub(super) order: Order,
    /// Whether the order of the root moves is that of the other side's answer.
    pub(super) their_order: bool,
    pub(super) sight: Sight,
}

impl Program {
    /// Without a defect.
    #[cfg(test)]
    pub(super) fn correct() -> Program {
        Program {
            slip: None,
            colors: BOTH,
            form: 0,
            king_capture: KingCapture::KeepsSquare,
            walk: Walk::Copies,
            order: Order::Ascending,
            their_order: true,
            sight: Sight::perfect(),
        }
    }

    /// The defect, if it affects this side.
    #[inline]
    pub(super) fn slip_of(&self, color: u8) -> Option<Slip> {
        self.slip.filter(|_| self.colors >> color & 1 != 0)
    }

    /// Whether captures of a king clear the cached square of the king.
    pub(super) fn clears_king_square(&self) -> bool {
        self.king_capture == KingCapture::ClearsSquare
    }
}

/// All programs with this defect, the most usual ones first.
pub(super) fn programs(slip: Slip) -> Vec<Program> {
    use KingCapture::{ClearsSquare, KeepsSquare, Never};
    const WALKS: &[Walk] = &[
        Walk::Lazily,
        Walk::TestedFirst,
        Walk::TestedFirstBulk,
        Walk::Analysed,
        Walk::AnalysedBulk,
    ];
    const ORDERS: &[Order] = &[
        Order::Ascending,
        Order::FromA8,
        Order::ByKind,
        Order::ByKindFromA8,
        Order::Descending,
        Order::CapturesFirst,
    ];
    let (walks, orders): (&[Walk], &[Order]) = match slip.family() {
        Family::Unmake => (WALKS, ORDERS),
        _ => (&[Walk::Copies], &[Order::Ascending]),
    };
    let king_captures: &[KingCapture] = match slip.family() {
        Family::Missing | Family::Ending | Family::Unmake => &[KeepsSquare],
        Family::Extra | Family::Exposed | Family::Sight | Family::Make => {
            &[KeepsSquare, ClearsSquare, Never]
        }
    };
    let their_orders: &[bool] = match slip.family() {
        Family::Unmake => &[true, false],
        _ => &[true],
    };
    let mut all = Vec::new();
    for colors in [BOTH, 1, 2] {
        for form in 0..slip.forms() {
            let sight = sight_defects::sight(slip, colors, form);
            for &king_capture in king_captures {
                for &walk in walks {
                    for &order in orders {
                        for &their_order in their_orders {
                            all.push(Program {
                                slip: Some(slip),
                                colors,
                                form,
                                king_capture,
                                walk,
                                order,
                                their_order,
                                sight: sight.clone(),
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// All programs with this defect, as imitations.
pub(super) fn variants(slip: Slip) -> Vec<Box<dyn Imitation>> {
    programs(slip)
        .into_iter()
        .map(|program| Box::new(Imitator::new(program)) as Box<dyn Imitation>)
        .collect()
}
