//! What wrong moves have in common.

use movegen::chess::explain::{Legal, LegalReason, MoveHistory, Reason, UciMove};
use movegen::chess::{Move, MoveKind, PieceKind, Position, Square};

use crate::find::Difference;

/// Something that can be said of a move, as the rest of a sentence about many: "are castlings".
type Trait = &'static str;

/// What can be said of one move.
#[derive(Debug, Default)]
struct Traits {
    /// Within each family the narrowest words come first.
    families: Vec<Vec<Trait>>,
    /// What says so little that it is said only if there is nothing else.
    otherwise: Option<Trait>,
}

/// The missing and the extra moves of any number of positions.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    missing: Vec<Traits>,
    extra: Vec<Traits>,
    positions: usize,
}

impl Patterns {
    /// Takes in the moves of one position.
    pub(super) fn add(
        &mut self,
        position: &Position,
        past: Option<&MoveHistory>,
        what: &Difference,
    ) {
        self.positions += usize::from(what.in_moves());
        for &mv in &what.missing {
            if let Ok(legal) = position.explain(UciMove::new(mv), past) {
                self.missing.push(of_legal(position, &legal));
            }
        }
        for text in &what.extra {
            self.extra.push(match text.parse::<UciMove>() {
                Err(_) => Traits {
                    families: vec![vec!["are no moves at all"]],
                    otherwise: None,
                },
                Ok(written) => match position.explain(written, past) {
                    // Listed as another move that is legal too.
                    Ok(_) => Traits::default(),
                    Err(illegal) => of_illegal(position, written, &illegal.reasons),
                },
            });
        }
    }

    /// A sentence on the missing moves and one on the extra moves, if there are several and they
    /// have anything in common.
    pub(super) fn sentences(&self) -> Vec<String> {
        let among = match self.positions {
            0 | 1 => String::new(),
            positions => format!(" in {positions} positions"),
        };
        [("missing", &self.missing), ("extra", &self.extra)]
            .into_iter()
            .filter_map(|(what, moves)| {
                let shared = shared(moves)?;
                let all = match moves.len() {
                    2 => "both".to_owned(),
                    many => format!("all {many}"),
                };
                Some(format!("{all} {what} moves{among} {shared}"))
            })
            .collect()
    }
}

/// What all of them have in common: the narrowest words of each family that has any. `None` for a
/// single move, which needs no company.
fn shared(moves: &[Traits]) -> Option<String> {
    let [first, _, ..] = moves else {
        return None;
    };
    let all_have = |wanted: Trait| {
        moves
            .iter()
            .all(|traits| traits.families.iter().flatten().any(|one| *one == wanted))
    };
    let mut words: Vec<Trait> = Vec::new();
    let mut said: Vec<Trait> = Vec::new();
    for family in &first.families {
        let common = family.iter().find(|&&wanted| all_have(wanted));
        if let Some(word) = common.filter(|word| !said.contains(word)) {
            words.push(word);
            said.extend(family);
        }
    }
    if words.is_empty() {
        let same = |traits: &Traits| traits.otherwise == first.otherwise;
        words.extend(first.otherwise.filter(|_| moves.iter().all(same)));
    }
    // Two are enough for one sentence.
    words.truncate(2);
    (!words.is_empty()).then(|| words.join(" and "))
}

fn of_legal(position: &Position, legal: &Legal) -> Traits {
    let mut families: Vec<Vec<Trait>> = legal.reasons.iter().map(ground).collect();
    families.push(kind(legal.mv).to_vec());
    if position.is_capture(legal.mv) {
        families.push(vec![CAPTURES]);
    }
    Traits {
        families,
        otherwise: piece(position, legal.mv.from()),
    }
}

const CAPTURES: Trait = "are captures";
const CASTLES: Trait = "are castlings";

fn ground(ground: &LegalReason) -> Vec<Trait> {
    match ground {
        LegalReason::EnPassant { .. } => vec!["are captures en passant", CAPTURES],
        LegalReason::Castling { .. } => vec![CASTLES],
        LegalReason::RookPasses { .. } => vec!["let the rook pass an attacked square"],
        LegalReason::RookAttacked { .. } => vec!["begin with a rook that is attacked"],
        LegalReason::KingStays(_) => vec!["leave the king where it is"],
        LegalReason::RookStays(_) => vec!["leave the rook where it is"],
        LegalReason::CapturesChecker(_) => vec!["take the man that gives check", CAPTURES],
        LegalReason::BlocksCheck { .. } => vec!["come between a check and the king"],
        LegalReason::AlongPin { .. } => vec!["go along the line of a pin"],
        LegalReason::NotDefended(_) => vec!["are captures by the king", CAPTURES],
        LegalReason::NotAttacked(_) => vec!["are steps of the king"],
        LegalReason::Promotion(_)
        | LegalReason::DoublePush { .. }
        | LegalReason::Capture { .. }
        | LegalReason::Unobstructed { .. } => Vec::new(),
    }
}

fn kind(mv: Move) -> &'static [Trait] {
    const PROMOTION: Trait = "are promotions";
    const UNDER: Trait = "are under-promotions";
    match mv.kind() {
        MoveKind::DoublePush => &["are double steps of a pawn"],
        MoveKind::PromoteKnight => &["are promotions to a knight", UNDER, PROMOTION],
        MoveKind::PromoteBishop => &["are promotions to a bishop", UNDER, PROMOTION],
        MoveKind::PromoteRook => &["are promotions to a rook", UNDER, PROMOTION],
        MoveKind::PromoteQueen => &["are promotions to a queen", PROMOTION],
        MoveKind::Plain | MoveKind::EnPassant | MoveKind::Castle => &[],
    }
}

fn piece(position: &Position, from: Square) -> Option<Trait> {
    position.piece_at(from).map(|piece| match piece.kind {
        PieceKind::Pawn => "are moves of a pawn",
        PieceKind::Knight => "are moves of a knight",
        PieceKind::Bishop => "are moves of a bishop",
        PieceKind::Rook => "are moves of a rook",
        PieceKind::Queen => "are moves of a queen",
        PieceKind::King => "are moves of the king",
    })
}

fn of_illegal(position: &Position, written: UciMove, reasons: &[Reason]) -> Traits {
    Traits {
        families: reasons.iter().map(rule).collect(),
        otherwise: piece(position, written.from),
    }
}

/// The rule broken, then in general what that does.
fn rule(reason: &Reason) -> Vec<Trait> {
    const EXPOSES: Trait = "leave the king attacked";
    match reason {
        Reason::EmptySquare(_) => vec!["begin on an empty square"],
        Reason::OpponentsPiece { .. } => vec!["move men of the other side"],
        Reason::SameSquare(_) => vec!["end where they begin"],
        Reason::ImpossibleForPiece { .. } => vec!["go where the piece never goes"],
        Reason::WrapsAround { .. } => vec!["run over the edge of the board"],
        Reason::Blocked { .. } => vec!["go through or onto a man that stands in the way"],
        Reason::OwnPiece(_) => vec!["take men of their own side"],
        Reason::DoublePush(_) => vec!["are double steps of pawns that have left their first rank"],
        Reason::NothingToCapture { .. } => vec!["are pawn captures of nothing"],
        Reason::NoEnPassant(_) => vec!["take en passant what has not just passed"],
        Reason::PromotionMissing(_) => vec!["are promotions that do not say to what"],
        Reason::PromotionNotPossible { .. } => vec!["promote where nothing promotes"],
        Reason::Pinned { .. } => vec!["leave the king attacked by moving a pinned man", EXPOSES],
        Reason::ExposesKing { .. } => vec!["uncover the king by taking en passant", EXPOSES],
        Reason::StillInCheck { .. } => vec!["leave the king in check", EXPOSES],
        Reason::DoubleCheck(_) => {
            vec![
                "answer a double check with another man than the king",
                EXPOSES,
            ]
        }
        Reason::KingAttacked { .. } => vec!["take the king to an attacked square", EXPOSES],
        Reason::StaysInCheckLine { .. } => {
            vec!["take the king back along the line of a check", EXPOSES]
        }
        Reason::KingsAdjacent { .. } => vec!["take the king next to the other king", EXPOSES],
        Reason::Defended { .. } => vec!["take a guarded man with the king", EXPOSES],
        Reason::NoCastlingRight { .. } => vec!["castle without the right to", CASTLES],
        Reason::CastlingBlocked(_) => vec!["castle through men", CASTLES],
        Reason::CastlingOutOfCheck(_) => vec!["castle out of check", CASTLES],
        Reason::CastlingThroughCheck { .. } => vec!["castle through check", CASTLES],
        Reason::CastlingIntoCheck { .. } => vec!["castle into check", CASTLES],
        Reason::CastlingExposesKing { .. } => {
            vec!["castle away the rook that shields the king", CASTLES]
        }
    }
}
