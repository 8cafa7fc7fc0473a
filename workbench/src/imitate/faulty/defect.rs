//! What a defect of a move generator is. The tables in [`defects`](super::defects) have one row for
//! each.

use super::board::{Board, Move};
use super::castling_move::CastlingMove;
use super::illegal_move::IllegalMove;
use super::kinds::{ANY, CASTLE, ILLEGAL, Kinds, RIGHT};
use super::legal_move::LegalMove;
use super::made_move::MadeMove;
use super::move_list::{MoveList, Pawn};
use super::sight::Sight;

/// What a defect does, which decides in how many ways a program can have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Legal moves are missing.
    Missing,
    /// There are moves that are not even pseudo-legal, or castling moves under wrong conditions.
    Extra,
    /// Moves are allowed although they leave the king attacked.
    Exposed,
    /// Attacks are not seen, or seen where there are none.
    Sight,
    /// Making a move leaves a wrong state.
    Make,
    /// Unmaking a move leaves a wrong state.
    Unmake,
    /// The tree ends where the game is drawn.
    Ending,
}

/// A defect of the rules or of the state.
#[derive(Clone, Copy, Debug)]
pub(super) struct GeneratorDefect {
    /// As in [`Defect`](crate::imitate::Defect).
    pub(super) id: &'static str,
    pub(super) sentence: &'static str,
    pub(super) family: Family,
    pub(super) forms: Forms,
    pub(super) effects: &'static [Effect],
    /// What else is special about it.
    pub(super) flags: &'static [Flag],
}

/// What is special about a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// The defect can be limited to castling on one side of the king.
    HasSides,
    /// The wrong state can remain after the move was unmade. All defects of [`Family::Unmake`] have that
    /// effect, and making moves incorrectly if unmaking them moves back what is not there.
    OutlivesUnmake,
    /// A program with the defect for one side has it for captures by that side.
    IsOfCaptures,
    /// Castling rights are kept too long.
    KeepsRights,
    /// The defect is in the piece lists, which both sides share.
    IsOfLists,
    /// Only programs matter that generate captures en passant last, after other moves were unmade.
    TakesEnPassantLast,
    /// What unmaking a move restores was saved by the last move that was made, or by the last capture, anywhere in the tree.
    IsOfLastMove,
    /// In the second form, unmaking moves is likely to leave a wrong board, because two pieces have met
    /// on a square.
    SecondFormCorrupts,
}

/// The forms of a defect, and their sentences.
#[derive(Clone, Copy, Debug)]
pub(super) enum Forms {
    One,
    /// This many forms, which differ only in how the program works, or in what it does in positions that
    /// cannot arise in a game.
    Alike(u8),
    /// The second form spares moves out of check.
    ExceptInCheck,
    /// One form for each sentence.
    Listed(&'static [&'static str]),
    /// This many forms, and the sentence of each.
    Named(u8, fn(u8) -> String),
    /// All [`ENDS`] of these positions.
    Ends(&'static [&'static str]),
}

/// How the tree ends in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The position has no moves, also as the root.
    NoMoves,
    /// Below the root, the position counts as one leaf.
    OneLeaf,
    /// Below the root, the position has no leaves.
    NoLeaves,
}

/// The ends, each with as many forms of a defect.
pub(super) const ENDS: [End; 3] = [End::NoMoves, End::OneLeaf, End::NoLeaves];

/// One effect of a defect. A function gets the form of the defect with the rest of what it needs. Where kinds stand before
/// it, no move without all of them is concerned.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// These legal moves are missing.
    Withhold(Kinds, fn(&LegalMove) -> bool),
    WithholdCastling(fn(&CastlingMove) -> bool),
    /// These moves that leave the king attacked are allowed.
    Expose(fn(&IllegalMove) -> bool),
    ExposeCastling(fn(&CastlingMove) -> bool),
    /// Moves are added to those of a position.
    Add(fn(&mut MoveList)),
    /// The same with each pawn of the side to move, unless it stands on the last rank.
    AddPawnMoves(fn(&Pawn, &mut Vec<Move>)),
    /// Castling is added if this is true, if the program knows the right.
    AddCastling(fn(&CastlingMove) -> bool),
    AddCastlingWithoutRight(fn(&CastlingMove) -> bool),
    /// Castling with the rook on this side ends on another file.
    RedirectCastling(fn(form: u8, side: u8) -> Option<u8>),
    /// Pieces of this colour attack other squares.
    See(fn(&mut Sight, color: u8, form: u8)),
    /// Making a move leaves this state.
    Make(Kinds, fn(&MadeMove, &mut Board)),
    /// The same, if all pieces and the squares of the kings are right: a wrong castling right, en passant square, or
    /// side to move.
    MakeState(Kinds, fn(&MadeMove, &mut Board)),
    /// As `Make`, for castling with the rook on this side.
    MakeCastling(fn(&MadeMove, side: u8, &mut Board)),
    /// Unmaking a move leaves this state; the first board is that before.
    Unmake(Kinds, fn(&MadeMove, &Board, &mut Board)),
    /// The same for the pieces. The king that has castled returns, whatever stands on its destination.
    UnmakePieces(Kinds, fn(&MadeMove, &Board, &mut Board)),
    /// The game is drawn after these positions.
    End(fn(form: u8, &Board, &[Board]) -> bool),
}

impl Effect {
    /// The kinds that a move or its position has if the effect concerns it.
    pub(super) fn needs(&self) -> Kinds {
        match self {
            Effect::Withhold(kinds, _)
            | Effect::Make(kinds, _)
            | Effect::MakeState(kinds, _)
            | Effect::Unmake(kinds, _)
            | Effect::UnmakePieces(kinds, _) => *kinds,
            Effect::WithholdCastling(_) | Effect::RedirectCastling(_) | Effect::MakeCastling(_) => {
                CASTLE
            }
            Effect::Expose(_) => ILLEGAL,
            Effect::ExposeCastling(_) => ILLEGAL.and(CASTLE),
            Effect::AddCastling(_) => RIGHT,
            Effect::Add(_)
            | Effect::AddPawnMoves(_)
            | Effect::AddCastlingWithoutRight(_)
            | Effect::See(_)
            | Effect::End(_) => ANY,
        }
    }

    /// Whether making or unmaking a move leaves another state.
    pub(super) fn is_of_state(&self) -> bool {
        matches!(
            self,
            Effect::Make(..)
                | Effect::MakeState(..)
                | Effect::MakeCastling(_)
                | Effect::Unmake(..)
                | Effect::UnmakePieces(..)
        )
    }
}

impl GeneratorDefect {
    pub(super) const fn new(
        family: Family,
        id: &'static str,
        sentence: &'static str,
        effects: &'static [Effect],
    ) -> GeneratorDefect {
        GeneratorDefect {
            id,
            sentence,
            family,
            forms: Forms::One,
            effects,
            flags: &[],
        }
    }

    pub(super) const fn forms(self, forms: Forms) -> GeneratorDefect {
        GeneratorDefect { forms, ..self }
    }

    pub(super) const fn flags(self, flags: &'static [Flag]) -> GeneratorDefect {
        GeneratorDefect { flags, ..self }
    }

    #[inline]
    pub(super) fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    pub(super) fn outlives_unmake(&self) -> bool {
        self.family == Family::Unmake || self.has(Flag::OutlivesUnmake)
    }

    /// What a program with the defect is limited to, if it affects this side only.
    pub(super) fn limit_to(&self, color: &str) -> String {
        match (self.family, self.has(Flag::IsOfCaptures)) {
            (Family::Sight, _) => format!("for pieces of {color}"),
            (_, true) => format!("for captures by {color}"),
            (_, false) => format!("for {color}"),
        }
    }

    /// The sentence about one form.
    pub(super) fn sentence_of(&self, form: u8) -> String {
        match self.forms {
            Forms::One | Forms::Alike(_) => self.sentence.to_owned(),
            Forms::ExceptInCheck if form == 0 => self.sentence.to_owned(),
            Forms::ExceptInCheck => format!("{}, except in check", self.sentence),
            Forms::Listed(sentences) => sentences[usize::from(form)].to_owned(),
            Forms::Named(_, sentence) => sentence(form),
            Forms::Ends(positions) => {
                let (end, which) = ends_of(positions, form);
                let end = match end {
                    End::NoMoves => "have no moves",
                    End::OneLeaf => "are counted as leaves",
                    End::NoLeaves => "are counted as zero leaves",
                };
                format!("{} {end}", positions[usize::from(which)])
            }
        }
    }

    /// How the tree ends in a position after these.
    pub(super) fn end(&self, form: u8, board: &Board, path: &[Board]) -> Option<End> {
        let (Forms::Ends(positions), [Effect::End(is_drawn)]) = (self.forms, self.effects) else {
            return None;
        };
        let (end, which) = ends_of(positions, form);
        is_drawn(which, board, path).then_some(end)
    }
}

/// The end that a form stands for, and the index of the positions that end so.
fn ends_of(positions: &[&str], form: u8) -> (End, u8) {
    let number = positions.len() as u8;
    (ENDS[usize::from(form / number)], form % number)
}

impl Forms {
    /// The number of forms.
    pub(super) fn number(self) -> u8 {
        match self {
            Forms::One => 1,
            Forms::ExceptInCheck => 2,
            Forms::Alike(number) | Forms::Named(number, _) => number,
            Forms::Listed(sentences) => sentences.len() as u8,
            Forms::Ends(positions) => (positions.len() * ENDS.len()) as u8,
        }
    }
}

/// A table of defects, by family. Each row has the id, the sentence, the effects, and what else is
/// special.
macro_rules! defects {
    ($($family:ident: $($id:literal $sentence:literal
        [$($effect:expr),*] $(.$flag:ident($($value:expr)?))*;)*)*) => {
        pub(super) static DEFECTS: &[super::super::defect::GeneratorDefect] = &[$($(
            super::super::defect::GeneratorDefect::new(
                super::super::defect::Family::$family,
                $id,
                $sentence,
                &[$($effect),*],
            )$(.$flag($($value)?))*,
        )*)*];
    };
}
pub(super) use defects;
