//! What wrong moves have in common: often a single rule of the generator.

use std::collections::BTreeSet;

use movegen::chess::explain::{Legal, LegalReason, MoveHistory, PlacedPiece, Reason, UciMove};
use movegen::chess::variant::VariantPosition;
use movegen::chess::{File, Move, MoveError, MoveKind, PieceKind, Position, Rank, Square};

use super::directions::Direction;
use crate::find::Difference;

/// A property of a move, as the predicate of a sentence about several moves: "are castling moves".
type Trait = &'static str;

/// With wrong moves in fewer positions, narrow traits are not named.
const LEAST_POSITIONS: usize = 4;

/// The properties of one move.
#[derive(Debug, Default)]
struct Traits {
    /// The direction of a pin or a check, what attacks or shields the square of a king, and the edge of the board. Two
    /// moves of one position have them in common too often: they are named only if there are wrong moves in several
    /// positions.
    narrow: Vec<String>,
    /// Within each family, the most specific property comes first.
    families: Vec<Vec<Trait>>,
    /// A property so general that it is mentioned only if there is no other.
    otherwise: Option<Trait>,
}

impl Traits {
    /// The most specific property.
    fn first(&self) -> Option<Trait> {
        self.families
            .iter()
            .flatten()
            .next()
            .copied()
            .or(self.otherwise)
    }
}

/// The missing and the extra moves of any number of positions.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    missing: Vec<Traits>,
    extra: Vec<Traits>,
    /// The numbers of positions with missing moves and with extra moves.
    positions: [usize; 2],
    /// How many of them are in the tree of another one: they are too similar to count for narrow traits.
    related: [usize; 2],
}

impl Patterns {
    /// Adds the wrong moves of one position.
    pub(crate) fn add(
        &mut self,
        position: impl Into<VariantPosition>,
        history: Option<&MoveHistory>,
        difference: &Difference,
    ) {
        let position = &position.into();
        let chess = position.chess();
        for (number, is_wrong) in self.positions.iter_mut().zip(wrong_lists(difference)) {
            *number += usize::from(is_wrong);
        }
        for &mv in &difference.missing {
            if let Ok(legal) = position.explain(UciMove::new(mv), history) {
                self.missing.push(of_legal(chess, &legal));
            }
        }
        for text in &difference.extra {
            self.extra.push(match position.explain_text(text, history) {
                // Another spelling of a legal move.
                Ok(_) => Traits::default(),
                Err(MoveError::Illegal(illegal)) => {
                    of_illegal(chess, illegal.uci, &illegal.reasons)
                }
                Err(_) if illegal_san(position, text).is_some() => Traits::default(),
                Err(_) => Traits {
                    families: vec![vec!["are not moves at all"]],
                    ..Traits::default()
                },
            });
        }
    }

    /// Adds the wrong moves of a position in the tree of another one.
    pub(crate) fn add_related(
        &mut self,
        position: impl Into<VariantPosition>,
        history: Option<&MoveHistory>,
        difference: &Difference,
    ) {
        for (number, is_wrong) in self.related.iter_mut().zip(wrong_lists(difference)) {
            *number += usize::from(is_wrong);
        }
        self.add(position, history, difference);
    }

    /// A sentence about the missing moves and one about the extra moves, if there are several and they
    /// have something in common.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let lists = [("missing", &self.missing), ("extra", &self.extra)];
        lists
            .into_iter()
            .zip(self.positions.into_iter().zip(self.related))
            .filter_map(|((list, moves), (positions, related))| {
                let shared = shared(moves, positions - related)?;
                let all = match moves.len() {
                    2 => "both".to_owned(),
                    number => format!("all {number}"),
                };
                let among = match positions {
                    0 | 1 => String::new(),
                    positions => format!(" in {positions} positions"),
                };
                Some(format!("{all} {list} moves{among} {shared}"))
            })
            .collect()
    }
}

/// Whether there are missing moves, and extra moves.
fn wrong_lists(difference: &Difference) -> [bool; 2] {
    [!difference.missing.is_empty(), !difference.extra.is_empty()]
}

/// What legal moves have in common: "are captures". `None` if there is nothing, or fewer than two.
pub(crate) fn common(position: &VariantPosition, moves: &[Move]) -> Option<String> {
    let legal = moves
        .iter()
        .map(|&mv| position.explain(UciMove::new(mv), None));
    let traits = legal.map(|legal| Some(of_legal(position.chess(), &legal.ok()?)));
    shared(&traits.collect::<Option<Vec<Traits>>>()?, 1)
}

/// Why a move in SAN is illegal; `None` if it is legal, or no SAN.
pub(super) fn illegal_san(position: &VariantPosition, text: &str) -> Option<MoveError> {
    let error = match position.as_standard() {
        Some(chess) => chess.parse_san(text).err()?.into(),
        None => position
            .parse_move_after(text, &MoveHistory::default())
            .err()?,
    };
    error.is_illegal().then_some(error)
}

/// The rule behind each wrong move of one position, the most specific property of each.
pub(super) fn rules(
    position: &VariantPosition,
    history: Option<&MoveHistory>,
    difference: &Difference,
) -> BTreeSet<String> {
    let mut patterns = Patterns::default();
    patterns.add(position, history, difference);
    let of = |list: &str, traits: &Traits| match traits.first() {
        Some(property) => format!("{list} moves that {property}"),
        None => format!("{list} moves"),
    };
    let missing = patterns.missing.iter();
    let extra = patterns.extra.iter();
    let repeated = difference.repeated.iter();
    missing
        .map(|traits| of("missing", traits))
        .chain(extra.map(|traits| of("extra", traits)))
        .chain(repeated.map(|_| "repeated moves".to_owned()))
        .collect()
}

/// The properties that all moves share: the most specific one of each family. `None` for a single
/// move.
fn shared(moves: &[Traits], positions: usize) -> Option<String> {
    let [first, _, ..] = moves else {
        return None;
    };
    let all_have = |property: Trait| {
        moves.iter().all(|traits| {
            traits
                .families
                .iter()
                .flatten()
                .any(|other| *other == property)
        })
    };
    let mut predicates: Vec<&str> = Vec::new();
    let mut covered: Vec<Trait> = Vec::new();
    for family in &first.families {
        let common = family.iter().find(|&&property| all_have(property));
        if let Some(property) = common.filter(|property| !covered.contains(property)) {
            predicates.push(property);
            covered.extend(family);
        }
    }
    if predicates.is_empty() {
        let same = |traits: &Traits| traits.otherwise == first.otherwise;
        predicates.extend(first.otherwise.filter(|_| moves.iter().all(same)));
    }
    let mut narrow = first.narrow.iter().filter(|_| positions >= LEAST_POSITIONS);
    let all_are = |property: &&String| moves.iter().all(|traits| traits.narrow.contains(property));
    let narrow = narrow.find(all_are);
    // Two are enough for a sentence.
    predicates.truncate(2);
    if let Some(property) = narrow {
        predicates.retain(|general| !property.starts_with(general));
        predicates.truncate(1);
        predicates.push(property);
    }
    (!predicates.is_empty()).then(|| predicates.join(" and "))
}

fn of_legal(position: &Position, legal: &Legal) -> Traits {
    let mut families: Vec<Vec<Trait>> = legal.reasons.iter().map(legal_reason).collect();
    families.push(kind(legal.mv).to_vec());
    if position.is_capture(legal.mv) {
        families.push(vec![CAPTURES]);
    }
    let blocks = legal.reasons.iter().filter_map(|reason| match reason {
        LegalReason::BlocksCheck { by, king, .. } => from_direction(BLOCKS_CHECK, *king, by.square),
        _ => None,
    });
    let is_shield = |reason: &LegalReason| matches!(reason, LegalReason::Shielded { .. });
    let shielded = legal.reasons.iter().any(is_shield);
    let shielded = shielded.then(|| SHIELDED.to_owned());
    Traits {
        narrow: blocks.chain(shielded).chain(edges(legal.mv)).collect(),
        families,
        otherwise: piece(position, legal.mv.from()),
    }
}

const CAPTURES: Trait = "are captures";
const CAPTURES_CHECKER: Trait = "capture the piece that gives check";
const CASTLES: Trait = "are castling moves";
const MOVES_INTO_ATTACK: Trait = "move the king to or across a square that";
const SHIELDED: Trait =
    "are king moves to squares that a piece shields from a bishop, rook or queen";
const BLOCKS_CHECK: Trait = "block a check";
const LEAVES_PIN: Trait = "move a pinned piece off its line";
const STAYS_IN_CHECK: Trait = "leave the king in check";
const STAYS_ON_LINE: Trait = "move the king along the line of a check";

fn legal_reason(reason: &LegalReason) -> Vec<Trait> {
    match reason {
        LegalReason::EnPassant { .. } => vec!["are en passant captures", CAPTURES],
        LegalReason::Castling { .. } => vec![CASTLES],
        LegalReason::RookPasses { .. } => vec!["have the rook cross an attacked square"],
        LegalReason::RookAttacked { .. } => vec!["castle with a rook that is attacked"],
        LegalReason::KingStays(_) => vec!["castle without moving the king"],
        LegalReason::RookStays(_) => vec!["castle without moving the rook"],
        LegalReason::CapturesChecker(_) => vec![CAPTURES_CHECKER, CAPTURES],
        LegalReason::BlocksCheck { .. } => vec![BLOCKS_CHECK],
        LegalReason::AlongPin { .. } => vec!["move along the line of a pin"],
        LegalReason::NotDefended(_) => vec!["are captures by the king", CAPTURES],
        LegalReason::NotAttacked(_) => vec!["are king moves"],
        LegalReason::Promotion(_)
        | LegalReason::DoublePush { .. }
        | LegalReason::Capture { .. }
        | LegalReason::Shielded { .. }
        | LegalReason::Unobstructed { .. }
        | LegalReason::Drop { .. } => Vec::new(),
    }
}

fn kind(mv: Move) -> &'static [Trait] {
    const PROMOTION: Trait = "are promotions";
    const UNDER: Trait = "are under-promotions";
    match mv.kind() {
        MoveKind::DoublePush => &["are double pushes"],
        MoveKind::PromoteKnight => &["are promotions to a knight", UNDER, PROMOTION],
        MoveKind::PromoteBishop => &["are promotions to a bishop", UNDER, PROMOTION],
        MoveKind::PromoteRook => &["are promotions to a rook", UNDER, PROMOTION],
        MoveKind::PromoteQueen => &["are promotions to a queen", PROMOTION],
        MoveKind::PromoteKing => &["are promotions to a king", PROMOTION],
        MoveKind::Drop => &["are drops"],
        MoveKind::Plain | MoveKind::EnPassant | MoveKind::Castle => &[],
    }
}

fn piece(position: &Position, from: Square) -> Option<Trait> {
    position.piece_at(from).map(|piece| match piece.kind {
        PieceKind::Pawn => "are pawn moves",
        PieceKind::Knight => "are knight moves",
        PieceKind::Bishop => "are bishop moves",
        PieceKind::Rook => "are rook moves",
        PieceKind::Queen => "are queen moves",
        PieceKind::King => "are king moves",
    })
}

fn of_illegal(position: &Position, uci: UciMove, reasons: &[Reason]) -> Traits {
    let lines = reasons.iter().filter_map(|reason| match reason {
        Reason::Pinned { by, king, .. } => from_direction(LEAVES_PIN, *king, by.square),
        Reason::StillInCheck { by, king } => from_direction(STAYS_IN_CHECK, *king, by.square),
        Reason::StaysInCheckLine { from, by, .. } => {
            from_direction(STAYS_ON_LINE, *from, by.square)
        }
        _ => None,
    });
    let attacked = reasons.iter().filter_map(|reason| match reason {
        Reason::KingAttacked { to, by } => Some((*to, by)),
        Reason::Defended { piece, by } => Some((piece.square, by)),
        Reason::CastlingThroughCheck { square, by } | Reason::CastlingIntoCheck { square, by } => {
            Some((*square, by))
        }
        _ => None,
    });
    let narrow = lines.chain(attacked.flat_map(|(square, by)| attackers(square, by)));
    let mut families: Vec<Vec<Trait>> = reasons.iter().map(rule).collect();
    if position.checkers().contains(uci.to) {
        families.push(vec![CAPTURES_CHECKER]);
    }
    Traits {
        narrow: narrow.collect(),
        families,
        otherwise: piece(position, uci.from),
    }
}

/// The broken rule, then its general effect.
fn rule(reason: &Reason) -> Vec<Trait> {
    const EXPOSES: Trait = "leave the king attacked";
    match reason {
        Reason::GameOver(_) => vec!["are made after the end of the game"],
        Reason::OfVariant { .. } => vec!["break a rule of the variant"],
        Reason::EmptySquare(_) => vec!["start from an empty square"],
        Reason::OpponentsPiece { .. } => vec!["move the opponent's pieces"],
        Reason::SameSquare(_) => vec!["start and end on the same square"],
        Reason::ImpossibleForPiece { .. } => vec!["are impossible for the piece"],
        Reason::WrapsAround { .. } => vec!["wrap around the edge of the board"],
        Reason::Blocked { .. } => vec!["pass through a piece that blocks the path"],
        Reason::OwnPiece(_) => vec!["capture pieces of their own color"],
        Reason::DoublePush(_) => vec!["are double pushes from another rank than the starting rank"],
        Reason::NothingToCapture { .. } => vec!["are pawn captures on empty squares"],
        Reason::NoEnPassant(_) => vec!["capture en passant without a preceding double push"],
        Reason::PromotionMissing(_) => vec!["are promotions without a promotion piece"],
        Reason::PromotionNotPossible { .. } => vec!["are promotions where no pawn promotes"],
        Reason::Pinned { .. } => vec![LEAVES_PIN, EXPOSES],
        Reason::ExposesKing { .. } => vec!["expose the king by an en passant capture", EXPOSES],
        Reason::StillInCheck { .. } => vec![STAYS_IN_CHECK, EXPOSES],
        Reason::DoubleCheck(_) => {
            vec!["answer a double check without moving the king", EXPOSES]
        }
        Reason::KingAttacked { .. } => vec!["move the king to an attacked square", EXPOSES],
        Reason::StaysInCheckLine { .. } => {
            vec![STAYS_ON_LINE, EXPOSES]
        }
        Reason::KingsAdjacent { .. } => vec!["move the king next to the enemy king", EXPOSES],
        Reason::Defended { .. } => vec!["capture a defended piece with the king", EXPOSES],
        Reason::NoCastlingRight { .. } => vec!["castle without the castling right", CASTLES],
        Reason::CastlingBlocked(_) => vec!["castle through pieces", CASTLES],
        Reason::CastlingOutOfCheck(_) => vec!["castle out of check", CASTLES],
        Reason::CastlingThroughCheck { .. } => vec!["castle through check", CASTLES],
        Reason::CastlingIntoCheck { .. } => vec!["castle into check", CASTLES],
        Reason::CastlingExposesKing { .. } => {
            vec!["castle with a rook that shields the king", CASTLES]
        }
    }
}

/// "block a check from the north-west"; `None` if the piece does not attack the king on a line.
fn from_direction(what: &str, king: Square, by: Square) -> Option<String> {
    let direction = Direction::of(king, by)?;
    Some(format!("{what} from the {direction}"))
}

/// Where on the edge of the board a move ends, the corner first.
fn edges(mv: Move) -> impl Iterator<Item = String> {
    let to = mv.to();
    let rank = match to.rank() {
        Rank::First => Some("first"),
        Rank::Eighth => Some("eighth"),
        _ => None,
    };
    let rank = rank.filter(|_| mv.promotion().is_none());
    let file = match to.file() {
        File::A => Some("a"),
        File::H => Some("h"),
        _ => None,
    };
    let corner = rank.and(file).map(|_| format!("end on {to}"));
    let rank = rank.map(|rank| format!("end on the {rank} rank"));
    let file = file.map(|file| format!("end on the {file}-file"));
    corner.into_iter().chain(rank).chain(file)
}

/// What attacks the square that a king must not reach or cross, the most specific property first.
fn attackers(square: Square, by: &[PlacedPiece]) -> impl Iterator<Item = String> {
    let only = match by {
        [only] => Some((only.kind(), Direction::of(square, only.square))),
        _ => None,
    };
    let where_from = only.and_then(|(kind, direction)| {
        let direction = direction?;
        Some(format!(
            "{MOVES_INTO_ATTACK} a {kind} attacks from the {direction}"
        ))
    });
    let kind = only.map(|(kind, _)| format!("{MOVES_INTO_ATTACK} a {kind} attacks"));
    where_from.into_iter().chain(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said if each position has this missing and this extra move.
    fn said(wrong: &[(&str, &str, &str)]) -> Vec<String> {
        said_of(wrong, Patterns::add)
    }

    fn said_of(
        wrong: &[(&str, &str, &str)],
        add: fn(&mut Patterns, Position, Option<&MoveHistory>, &Difference),
    ) -> Vec<String> {
        let mut patterns = Patterns::default();
        for (fen, missing, extra) in wrong {
            let position: Position = fen.parse().expect("valid");
            let missing = position.parse_uci(missing).into_iter().collect();
            let extra = [*extra].into_iter().filter(|text| !text.is_empty());
            let difference = Difference {
                missing,
                extra: extra.map(str::to_owned).collect(),
                ..Difference::default()
            };
            add(&mut patterns, position, None, &difference);
        }
        patterns.sentences()
    }

    #[test]
    fn captures_of_a_piece_that_gives_check_by_pinned_pieces() {
        let wrong = [
            ("4k3/8/8/r1K5/1P6/q7/8/8 w - - 0 1", "", "b4a5"),
            ("4k3/8/8/5K1r/6P1/7q/8/8 w - - 0 1", "", "g4h5"),
        ];
        let expected = "both extra moves in 2 positions move a pinned piece off its line and capture the piece that gives check";
        assert_eq!(said(&wrong), [expected]);
    }

    #[test]
    fn moves_of_the_king_to_squares_that_pawns_attack_from_one_side() {
        let wrong = [
            ("4k3/4p3/8/2K5/8/8/8/8 w - - 0 1", "", "c5d6"),
            ("4k3/8/4p3/2Kp4/8/8/8/8 w - - 0 1", "", "c5d5"),
            ("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "", "e1g1"),
            ("4k3/8/8/8/8/6p1/8/5K2 w - - 0 1", "", "f1f2"),
        ];
        let said = said(&wrong);
        let [only] = &said[..] else {
            panic!("{said:?}");
        };
        assert!(
            only.ends_with(
                "move the king to or across a square that a pawn attacks from the north-east"
            ),
            "{only}"
        );
    }

    #[test]
    fn moves_of_the_king_to_shielded_squares() {
        let wrong = [
            ("4k3/8/8/8/6K1/8/5p2/4q3 w - - 0 1", "g4g3", ""),
            ("4k3/8/8/8/6K1/8/5p2/4b3 w - - 0 1", "g4g3", ""),
            ("4k3/8/8/8/5K2/8/5p2/5r2 w - - 0 1", "f4f3", ""),
            ("4k3/8/8/8/1K6/8/2p5/3q4 w - - 0 1", "b4b3", ""),
        ];
        let expected = "all 4 missing moves in 4 positions are king moves to squares that a piece shields from a bishop, rook or queen";
        assert_eq!(said(&wrong), [expected]);
        let fewer = "all 3 missing moves in 3 positions are king moves";
        assert_eq!(said(&wrong[..3]), [fewer]);
        // Positions of one tree have more in common.
        let related = "all 4 missing moves in 4 positions are king moves";
        assert_eq!(said_of(&wrong, Patterns::add_related), [related]);
    }
}
