//! The table of the defects of tables.

use movegen::chess::{Color, PieceKind};

use super::imitator::Imitator;
use super::keys::{Keys, Unmade};
use super::program::{Depths, Program};
use crate::imitate::{Defect, Imitation};

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

pub(in crate::imitate) const DEFECTS: &[Defect] = &[
    Defect {
        id: "key-without-side",
        sentence: "the keys of its hash table leave out the side to move: it takes the count of the same position with the other side to move",
        variants: &|| of_keys(&[(Keys::WithoutSide, None)]),
    },
    Defect {
        id: "key-without-en-passant",
        sentence: "the keys of its hash table leave out the en passant square: it takes the count of the same position without the capture, or with it",
        variants: &|| {
            of_keys(&[
                (Keys::WithoutEnPassant, None),
                (
                    Keys::KeepsEnPassant,
                    Some(
                        "the keys of its hash table keep the number of the en passant square when the square is cleared",
                    ),
                ),
            ])
        },
    },
    Defect {
        id: "key-without-castling",
        sentence: "the keys of its hash table leave out the castling rights: it takes the count of the same position with other rights",
        variants: &|| {
            of_keys(&[
                (Keys::WithoutRights, None),
                (
                    Keys::KeepsRights,
                    Some(
                        "the keys of its hash table are not updated when castling rights are lost",
                    ),
                ),
            ])
        },
    },
    Defect {
        id: "key-without-piece",
        sentence: "the keys of its hash table leave out some of the pieces",
        variants: &|| of_keys(&without_pieces()),
    },
    Defect {
        id: "key-of-castling",
        sentence: "castling does not update the key of its hash table for the rook",
        variants: &|| of_keys(&[(Keys::CastlingKeepsRook, None)]),
    },
    Defect {
        id: "key-of-promotion",
        sentence: "the keys of its hash table do not have the piece to which a pawn promotes",
        variants: &|| {
            of_keys(&[
                (Keys::PromotionIsPawn, None),
                (Keys::PromotionAddsNothing, None),
            ])
        },
    },
    Defect {
        id: "key-of-capture",
        sentence: "a captured piece stays in the keys of its hash table",
        variants: &|| of_keys(&[(Keys::KeepsCaptured, None)]),
    },
    Defect {
        id: "key-not-restored",
        sentence: "unmake does not restore the key of its hash table",
        variants: &not_restored,
    },
    Defect {
        id: "key-without-depth",
        sentence: "its hash table returns counts of other depths",
        variants: &|| {
            let depths = [
                (Depths::Any, "its hash table returns counts of other depths"),
                (
                    Depths::Deeper,
                    "its hash table returns counts of greater depths, as a table of a search does",
                ),
            ];
            let programs =
                depths.map(|(depths, sentence)| (Program { depths, ..CORRECT }, Some(sentence)));
            expand(&programs, &[1, 2])
        },
    },
    Defect {
        id: "table-counts-overflow",
        sentence: "the counts in its hash table have too few bits",
        variants: &|| {
            let bits = [
                (8, "the counts in its hash table have 8 bits"),
                (16, "the counts in its hash table have 16 bits"),
                (24, "the counts in its hash table have 24 bits"),
                (32, "the counts in its hash table have 32 bits"),
            ];
            let programs = bits.map(|(bits, sentence)| {
                (
                    Program {
                        bits: Some(bits),
                        ..CORRECT
                    },
                    Some(sentence),
                )
            });
            expand(&programs, &[1])
        },
    },
];

/// The programs with these keys.
fn of_keys(all: &[(Keys, Option<&'static str>)]) -> Vec<Box<dyn Imitation>> {
    let programs: Vec<_> = all
        .iter()
        .flat_map(|&(keys, sentence)| {
            [true, false].map(|always_en_passant| {
                let program = Program {
                    keys,
                    always_en_passant,
                    ..CORRECT
                };
                (program, sentence)
            })
        })
        .collect();
    expand(&programs, &[1, 2])
}

/// Each program with a table that is cleared before each question, and with one that is kept; with
/// these least depths of entries.
fn expand(programs: &[(Program, Option<&'static str>)], least: &[u32]) -> Vec<Box<dyn Imitation>> {
    let mut all: Vec<Box<dyn Imitation>> = Vec::new();
    for &(program, sentence) in programs {
        for kept in [false, true] {
            for &least in least {
                let program = Program {
                    kept,
                    least,
                    ..program
                };
                all.push(Box::new(Imitator::new(program, sentence)));
            }
        }
    }
    all
}

/// Keys without a kind of piece, a piece, or the colours.
fn without_pieces() -> Vec<(Keys, Option<&'static str>)> {
    let mut all = vec![(
        Keys::WithoutColors,
        Some("the keys of its hash table do not tell white pieces from black ones"),
    )];
    for kind in PieceKind::ALL {
        for color in [None, Some(Color::White), Some(Color::Black)] {
            let sentence = match (kind, color) {
                (PieceKind::Pawn, None) => "the keys of its hash table leave out pawns",
                (PieceKind::Knight, None) => "the keys of its hash table leave out knights",
                (PieceKind::Bishop, None) => "the keys of its hash table leave out bishops",
                (PieceKind::Rook, None) => "the keys of its hash table leave out rooks",
                (PieceKind::Queen, None) => "the keys of its hash table leave out queens",
                (PieceKind::King, None) => "the keys of its hash table leave out the kings",
                (PieceKind::Pawn, Some(Color::White)) => {
                    "the keys of its hash table leave out white pawns"
                }
                (PieceKind::Pawn, Some(Color::Black)) => {
                    "the keys of its hash table leave out black pawns"
                }
                (PieceKind::King, Some(Color::White)) => {
                    "the keys of its hash table leave out the white king"
                }
                (PieceKind::King, Some(Color::Black)) => {
                    "the keys of its hash table leave out the black king"
                }
                (_, Some(Color::White)) => {
                    "the keys of its hash table leave out a kind of white pieces"
                }
                (_, Some(Color::Black)) => {
                    "the keys of its hash table leave out a kind of black pieces"
                }
            };
            all.push((Keys::WithoutPiece(kind, color), Some(sentence)));
        }
    }
    all
}

fn not_restored() -> Vec<Box<dyn Imitation>> {
    let parts = [
        Unmade::State,
        Unmade::All,
        Unmade::RightsAndEnPassant,
        Unmade::Rights,
        Unmade::EnPassant,
    ];
    let mut programs = Vec::new();
    for part in parts {
        for tests_first in [false, true] {
            let program = Program {
                keys: Keys::NotRestored(part),
                tests_first,
                ..CORRECT
            };
            programs.push((program, None));
        }
    }
    expand(&programs, &[1])
}
