//! The ways in which a program can have a defect.

use std::cell::Cell;
use std::rc::Rc;

use super::any_order::AnyOrder;
use super::defect::{Family, Slip};
use super::sight::Sight;
use super::{Harmless, Imitator, sight_defects};
use crate::imitate::{Imitation, Orders};

/// The sides whose moves (or, in [`Family::Sight`], whose attacks) are affected, one bit for each.
pub(super) const BOTH: u8 = 3;

/// What happens to a king that an illegal move left in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::imitate) enum KingCapture {
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
    /// As `Lazily`, but the moves of the root are tested first.
    LazilyBelowRoot,
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
    /// Whether only moves from the first squares of kings and rooks end castling rights, not castling or
    /// every move of a king. In a program without a defect, that makes no difference.
    pub(super) rights_by_squares: bool,
    /// Whether the order of the root moves is that of the other side's answer.
    pub(super) their_order: bool,
    /// The order of the moves of some positions, if known.
    pub(super) orders: Option<Rc<Orders>>,
    pub(super) sight: Sight,
    /// A step that knights or kings do not make: the kind of piece, and both squares.
    pub(super) missing_step: Option<(u8, u8, u8)>,
    /// Whether the defect has had an effect since the flag was cleared.
    pub(super) fired: Cell<bool>,
}

impl Program {
    /// Without a defect.
    pub(super) fn correct() -> Program {
        Program {
            slip: None,
            colors: BOTH,
            sides: BOTH,
            form: 0,
            king_capture: KingCapture::KeepsSquare,
            walk: Walk::Copies,
            order: Order::Ascending,
            rights_by_squares: false,
            their_order: true,
            orders: None,
            sight: Sight::perfect(),
            missing_step: None,
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

    /// Whether this is the same program, perhaps with another order of moves.
    fn is_same_but_for_order(&self, other: &Program) -> bool {
        let limits = |program: &Program| (program.colors, program.sides, program.form);
        limits(self) == limits(other) && self.walk == other.walk
    }

    /// Whether moves are made and unmade on one board.
    pub(super) fn unmakes(&self) -> bool {
        self.walk != Walk::Copies
    }

    /// Whether unmaking moves is likely to leave a wrong board, because two pieces have met on a
    /// square.
    pub(super) fn spoils_board(&self) -> bool {
        self.slip == Some(Slip::EnPassantOnOrigin) && self.form == 1
    }

    /// Whether captures of a king clear the cached square of the king.
    pub(super) fn clears_king_square(&self) -> bool {
        self.king_capture == KingCapture::ClearsSquare
    }
}

impl Slip {
    /// Whether the wrong state can remain after the move was unmade. Making moves incorrectly has that
    /// effect if unmaking them moves back what is not there.
    fn outlives_unmake(self) -> bool {
        self.family() == Family::Unmake
            || matches!(
                self,
                Slip::CastlingLeavesRook
                    | Slip::CastlingLosesRook
                    | Slip::CastlingRookToB
                    | Slip::CastlingCopiesRook
                    | Slip::CastlesOntoKingSquare
                    | Slip::CastlesOntoRookSquare
                    | Slip::CastlesBetweenOnly
                    | Slip::CastlesThroughPieces
                    | Slip::CastlesThroughEnemies
                    | Slip::CastlesThroughRooks
                    | Slip::EnPassantKeepsPawn
                    | Slip::EnPassantRemovesWrong
                    | Slip::EnPassantByOthers
            )
    }

    /// What a program with the defect is limited to, if it affects this side only.
    pub(super) fn limit_to(self, color: &str) -> String {
        match self {
            _ if self.family() == Family::Sight => format!("for pieces of {color}"),
            Slip::RightKeptRookCaptured
            | Slip::RightKeptRookPromotion
            | Slip::RightsLostByCapture
            | Slip::UnmakeCaptured
            | Slip::UnmakeCapturedPromotion
            | Slip::UnmakeCapturedPawn
            | Slip::UnmakeCapturedColor
            | Slip::UnmakeEnPassantPawn
            | Slip::UnmakeEnPassantSquare
            | Slip::UnmakeRightsCapture => format!("for captures by {color}"),
            _ => format!("for {color}"),
        }
    }

    /// Whether castling rights are kept too long.
    pub(super) fn keeps_rights(self) -> bool {
        matches!(
            self,
            Slip::RightKeptRookCaptured
                | Slip::RightKeptRookPromotion
                | Slip::RightKeptRookMove
                | Slip::RightKeptRookCaptures
                | Slip::RightKeptKingMove
                | Slip::RightKeptKingCapture
                | Slip::RightKeptCastling
                | Slip::RightsReturn
                | Slip::RightsSwappedByRookMove
        )
    }

    /// Whether the defect is in the piece lists, which both sides share.
    fn is_of_lists(self) -> bool {
        matches!(self, Slip::ListKeepsCaptured | Slip::ListGetsCapturedTwice)
    }

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
                | Slip::CastlesBetweenOnly
                | Slip::CastlesThroughPieces
                | Slip::CastlesThroughEnemies
                | Slip::CastlesThroughRooks
                | Slip::CastlingIgnoresDiagonals
                | Slip::CastlesWithoutRight
                | Slip::CastlingIgnoresPawns
                | Slip::CastlingSeesPawnsWrongly
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

/// The walks, orders and whether the order of the root is that of the answer, in which a program can
/// have this defect.
fn ways(slip: Slip) -> Vec<(Walk, Order, bool)> {
    const IN_PLACE: &[Walk] = &[
        Walk::Lazily,
        Walk::LazilyBelowRoot,
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
    let mut ways = Vec::new();
    if slip.family() != Family::Unmake {
        ways.push((Walk::Copies, Order::Ascending, true));
    }
    if slip.outlives_unmake() {
        for &walk in IN_PLACE {
            for &order in ORDERS {
                ways.extend([true, false].map(|their_order| (walk, order, their_order)));
            }
        }
    }
    ways
}

/// All programs with this defect, the most usual ones first.
pub(super) fn programs(slip: Slip) -> Vec<Program> {
    use KingCapture::{ClearsSquare, KeepsSquare, Never};
    let king_captures: &[KingCapture] = match slip.family() {
        Family::Missing | Family::Ending | Family::Unmake => &[KeepsSquare],
        Family::Extra | Family::Exposed | Family::Sight | Family::Make => {
            &[KeepsSquare, ClearsSquare, Never]
        }
    };
    let sides: &[u8] = match slip.has_sides() {
        true => &[BOTH, 1, 2],
        false => &[BOTH],
    };
    let ways = ways(slip);
    let mut all = Vec::new();
    for (&sides, colors) in sides
        .iter()
        .flat_map(|side| [BOTH, 1, 2].map(|color| (side, color)))
        .filter(|&(_, colors)| colors == BOTH || !slip.is_of_lists())
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
                rights_by_squares: false,
                their_order: true,
                orders: None,
                sight: sight_defects::sight(slip, colors, form),
                missing_step: None,
                fired: Cell::new(false),
            };
            for &king_capture in king_captures {
                let way = |&(walk, order, their_order): &(Walk, Order, bool)| Program {
                    king_capture,
                    walk,
                    order,
                    their_order,
                    ..program.clone()
                };
                let first = king_capture == KeepsSquare;
                all.extend(
                    ways.iter()
                        .map(way)
                        .filter(|program| first || program.walk == Walk::Copies),
                );
                if slip.keeps_rights() {
                    all.push(Program {
                        king_capture,
                        rights_by_squares: true,
                        ..program.clone()
                    });
                }
            }
        }
    }
    all
}

/// All programs with this defect, as imitations.
pub(super) fn variants(slip: Slip) -> Vec<Box<dyn Imitation>> {
    let harmless: Vec<Harmless> = (0..slip.forms()).map(|_| Rc::default()).collect();
    let imitator = |program: Program| {
        let shared = Rc::clone(&harmless[usize::from(program.form)]);
        Imitator::new(program, shared)
    };
    let programs = programs(slip);
    let mut all: Vec<Box<dyn Imitation>> = Vec::new();
    if slip.outlives_unmake() {
        let in_their_order = programs
            .iter()
            .filter(|program| program.their_order && program.unmakes());
        let mut left: Vec<Program> = in_their_order.cloned().collect();
        while let Some(first) = left.first().cloned() {
            let same = left.extract_if(.., |other| other.is_same_but_for_order(&first));
            all.push(Box::new(AnyOrder::new(same.map(imitator).collect())));
        }
    }
    // Programs that sort their lines walk through the root in an order of their own. They are rare: only
    // the whole defect is imitated.
    let single = programs
        .into_iter()
        .filter(|program| !program.unmakes() || !program.their_order && program.is_unlimited());
    all.extend(single.map(|program| Box::new(imitator(program)) as Box<dyn Imitation>));
    all
}
