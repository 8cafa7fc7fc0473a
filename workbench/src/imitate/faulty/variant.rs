//! The ways in which a program can have a defect.

use std::cell::Cell;
use std::rc::Rc;

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
    /// The sides of the king on which castling is affected: 1 for the a-file side, 2 for the other.
    pub(super) sides: u8,
    pub(super) form: u8,
    pub(super) king_capture: KingCapture,
    pub(super) walk: Walk,
    pub(super) order: Order,
    /// Whether the order of the root moves is that of the other side's answer.
    pub(super) their_order: bool,
    pub(super) sight: Sight,
    /// Whether the defect has had an effect since the flag was cleared.
    pub(super) fired: Cell<bool>,
}

impl Program {
    /// Without a defect.
    #[cfg(test)]
    pub(super) fn correct() -> Program {
        Program {
            slip: None,
            colors: BOTH,
            sides: BOTH,
            form: 0,
            king_capture: KingCapture::KeepsSquare,
            walk: Walk::Copies,
            order: Order::Ascending,
            their_order: true,
            sight: Sight::perfect(),
            fired: Cell::new(false),
        }
    }

    /// The defect, if it affects this side.
    #[inline]
    pub(super) fn slip_of(&self, color: u8) -> Option<Slip> {
        self.slip.filter(|_| self.colors >> color & 1 != 0)
    }

    /// Whether the defect is of this family.
    #[inline]
    pub(super) fn has_family(&self, family: Family) -> bool {
        self.slip.is_some_and(|slip| slip.family() == family)
    }

    /// Whether the defect affects castling on this side of the king.
    pub(super) fn affects_side(&self, side: u8) -> bool {
        self.sides >> side & 1 != 0
    }

    /// Whether the defect affects everything that it can affect.
    pub(super) fn is_unlimited(&self) -> bool {
        self.colors == BOTH && self.sides == BOTH
    }

    /// Whether captures of a king clear the cached square of the king.
    pub(super) fn clears_king_square(&self) -> bool {
        self.king_capture == KingCapture::ClearsSquare
    }
}

impl Slip {
    /// Whether the defect can be limited to castling on one side of the king.
    pub(super) fn has_sides(self) -> bool {
        matches!(
            self,
            Slip::CastlingTwoSteps
                | Slip::CastlingStrictB
                | Slip::CastlingStrictRook
                | Slip::CastlingKingInPlace
                | Slip::CastlingRookInPlace
                | Slip::CastlesThroughCheck
                | Slip::CastlesOutOfCheck
                | Slip::CastlesIntoCheck
                | Slip::CastlesUnsafely
                | Slip::CastlesOutOrThrough
                | Slip::CastlesOntoKingSquare
                | Slip::CastlesOntoRookSquare
                | Slip::CastlesThroughPieces
                | Slip::CastlesThroughEnemies
                | Slip::CastlesThroughRooks
                | Slip::CastlingIgnoresDiagonals
                | Slip::CastlesWithoutRight
                | Slip::CastlingIgnoresPawns
                | Slip::CastlingIgnoresKnights
                | Slip::CastlingIgnoresKings
                | Slip::CastlingTestsOtherRank
                | Slip::CastlesWithPinnedRook
                | Slip::CastlingLeavesRook
                | Slip::CastlingCopiesRook
                | Slip::CastlingLosesRook
                | Slip::RightKeptRookCaptured
                | Slip::RightKeptRookPromotion
                | Slip::RightKeptRookMove
                | Slip::RightKeptRookCaptures
                | Slip::RightKeptKingMove
                | Slip::RightKeptKingCapture
                | Slip::RightKeptCastling
                | Slip::RightsSwappedByRookMove
                | Slip::RightLostByAnyRook
                | Slip::RightLostByCapturer
                | Slip::UnmakeRook
                | Slip::UnmakeRookCopied
        )
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
    let sides: &[u8] = match slip.has_sides() {
        true => &[BOTH, 1, 2],
        false => &[BOTH],
    };
    let mut all = Vec::new();
    for (&sides, colors) in sides
        .iter()
        .flat_map(|side| [BOTH, 1, 2].map(|color| (side, color)))
    {
        for form in 0..slip.forms() {
            let program = Program {
                slip: Some(slip),
                colors,
                sides,
                form,
                king_capture: KeepsSquare,
                walk: Walk::Copies,
                order: Order::Ascending,
                their_order: true,
                sight: sight_defects::sight(slip, colors, form),
                fired: Cell::new(false),
            };
            for &king_capture in king_captures {
                for &walk in walks {
                    for &order in orders {
                        all.extend(their_orders.iter().map(|&their_order| Program {
                            king_capture,
                            walk,
                            order,
                            their_order,
                            ..program.clone()
                        }));
                    }
                }
            }
        }
    }
    all
}

/// All programs with this defect, as imitations.
pub(super) fn variants(slip: Slip) -> Vec<Box<dyn Imitation>> {
    let harmless = vec![Rc::default(); usize::from(slip.forms())];
    programs(slip)
        .into_iter()
        .map(|program| {
            let shared = Rc::clone(&harmless[usize::from(program.form)]);
            Box::new(Imitator::new(program, shared)) as Box<dyn Imitation>
        })
        .collect()
}
