//! The table of the defects of tables.

use movegen::chess::{Color, PieceKind};

use super::imitator::Imitator;
use super::keys::{Keys, Unmade};
use super::program::{Depths, Program};
use crate::imitate::imitation::defect_table;

/// A program without a defect.
pub(super) const CORRECT: Program = Program {
    keys: Keys::Complete,
    depths: Depths::Equal,
    bits: None,
    kept: false,
    least: 1,
    always_en_passant: true,
    tests_first: false,
};

defect_table! {
    "key-without-side"
        "the keys of its hash table leave out the side to move: it takes the count of the same position with the other side to move"
        of_keys(&[(Keys::WithoutSide, None)]);
    "key-without-en-passant"
        "the keys of its hash table leave out the en passant square: it takes the count of the same position without the capture, or with it"
        of_keys(&[
            (Keys::WithoutEnPassant, None),
            (
                Keys::KeepsEnPassant,
                Some("the keys of its hash table keep the number of the en passant square when the square is cleared"),
            ),
        ]);
    "key-without-castling"
        "the keys of its hash table leave out the castling rights: it takes the count of the same position with other rights"
        of_keys(&[
            (Keys::WithoutRights, None),
            (
                Keys::KeepsRights,
                Some("the keys of its hash table are not updated when castling rights are lost"),
            ),
        ]);
    "key-without-piece"
        "the keys of its hash table leave out some of the pieces"
        without_pieces();
    "key-of-castling"
        "castling does not update the key of its hash table for the rook"
        of_keys(&[(Keys::CastlingKeepsRook, None)]);
    "key-of-promotion"
        "the keys of its hash table do not have the piece to which a pawn promotes"
        of_keys(&[(Keys::PromotionIsPawn, None), (Keys::PromotionAddsNothing, None)]);
    "key-of-capture"
        "a captured piece stays in the keys of its hash table"
        of_keys(&[(Keys::KeepsCaptured, None)]);
    "key-not-restored"
        "unmake does not restore the key of its hash table"
        not_restored();
    "key-without-depth"
        "its hash table returns counts of other depths"
        [
            (Depths::Any, "its hash table returns counts of other depths"),
            (
                Depths::Deeper,
                "its hash table returns counts of greater depths, as a table of a search does",
            ),
        ]
        .into_iter()
        .flat_map(|(depths, sentence)| {
            expand(Program { depths, ..CORRECT }, Some(sentence.to_owned()), &[1, 2])
        });
    "table-counts-overflow"
        "the counts in its hash table have too few bits"
        [8, 16, 24, 32].into_iter().flat_map(|bits| {
            let program = Program { bits: Some(bits), ..CORRECT };
            let sentence = format!("the counts in its hash table have {bits} bits");
            expand(program, Some(sentence), &[1])
        });
}

/// The programs with each of these keys.
fn of_keys(all: &[(Keys, Option<&str>)]) -> Vec<Imitator> {
    let all = all.iter();
    all.flat_map(|&(keys, sentence)| of_key(keys, sentence.map(str::to_owned)))
        .collect()
}

fn of_key(keys: Keys, sentence: Option<String>) -> impl Iterator<Item = Imitator> {
    [true, false]
        .into_iter()
        .flat_map(move |always_en_passant| {
            let program = Program {
                keys,
                always_en_passant,
                ..CORRECT
            };
            expand(program, sentence.clone(), &[1, 2])
        })
}

/// A program with a table that is cleared before each question, and with one that is kept; with
/// these least depths of entries.
fn expand(program: Program, sentence: Option<String>, least: &[u32]) -> Vec<Imitator> {
    let mut all = Vec::new();
    for kept in [false, true] {
        for &least in least {
            let program = Program {
                kept,
                least,
                ..program
            };
            all.push(Imitator::new(program, sentence.clone()));
        }
    }
    all
}

/// Keys without a kind of piece, a piece, or the colours.
fn without_pieces() -> Vec<Imitator> {
    let sentence = "the keys of its hash table do not tell white pieces from black ones";
    let mut all = of_keys(&[(Keys::WithoutColors, Some(sentence))]);
    for kind in PieceKind::ALL {
        for color in [None, Some(Color::White), Some(Color::Black)] {
            let name = match color {
                Some(Color::White) => "white",
                _ => "black",
            };
            let left_out = match (kind, color) {
                (PieceKind::King, None) => "the kings".to_owned(),
                (_, None) => format!("{kind}s"),
                (PieceKind::Pawn, _) => format!("{name} pawns"),
                (PieceKind::King, _) => format!("the {name} king"),
                (_, _) => format!("a kind of {name} pieces"),
            };
            let sentence = format!("the keys of its hash table leave out {left_out}");
            all.extend(of_key(Keys::WithoutPiece(kind, color), Some(sentence)));
        }
    }
    all
}

fn not_restored() -> Vec<Imitator> {
    let parts = [
        Unmade::State,
        Unmade::All,
        Unmade::RightsAndEnPassant,
        Unmade::Rights,
        Unmade::EnPassant,
    ];
    let mut all = Vec::new();
    for part in parts {
        for tests_first in [false, true] {
            let program = Program {
                keys: Keys::NotRestored(part),
                tests_first,
                ..CORRECT
            };
            all.extend(expand(program, None, &[1]));
        }
    }
    all
}
