//! State bugs: of make, of unmake, and of a hash table.

use std::collections::HashMap;

use movegen::chess::{Bitboard, CastlingStyle, Color, File, Piece, PieceKind, Rank, Setup, Square};

use crate::support::naive::NaiveMove;

/// Changes the children of these moves as the bug of this name does.
pub(super) fn spoil(bug: &str, setup: &Setup, moves: &mut [NaiveMove]) {
    for step in moves {
        let captured = if step.capture {
            kept(setup, step.to)
        } else {
            Bitboard::EMPTY
        };
        let moved = kind(setup, step);
        let (from, to) = (step.from, step.to);
        let child = &mut step.child;
        match bug {
            "state-no-square" => child.en_passant = None,
            "state-keeps-rights" => child.castling = setup.castling,
            "rook-keeps-right" if moved == Some(PieceKind::Rook) => {
                child.castling = setup.castling;
            }
            "castles-without-rook" => child.castling |= captured,
            "corner-promotion-keeps-right" if step.promotion.is_some() => {
                child.castling |= captured;
            }
            "one-rook-ends-all-rights" if moved == Some(PieceKind::Rook) => {
                child.castling = Bitboard::EMPTY;
            }
            "stale-square" => {
                let passed = |square: &Square| {
                    // The pawn that has passed it is still there.
                    let rank = if square.rank() == Rank::Third {
                        Rank::Fourth
                    } else {
                        Rank::Fifth
                    };
                    let beside = Square::new(square.file(), rank);
                    child.board[beside.index()].is_some_and(|piece| piece.kind == PieceKind::Pawn)
                };
                let stale = setup.en_passant.filter(passed);
                child.en_passant = child.en_passant.or(stale);
            }
            "square-after-single-step" => {
                let pushed = from.file() == to.file() && moved == Some(PieceKind::Pawn);
                if pushed && child.en_passant.is_none() && step.promotion.is_none() {
                    child.en_passant = Some(from);
                }
            }
            "en-passant-leaves-pawn" if step.en_passant => {
                let beside = Square::new(to.file(), from.rank());
                child.board[beside.index()] = setup.board[beside.index()];
            }
            "castling-leaves-rook" if step.castle => {
                child.board[to.index()] = setup.board[to.index()];
                child.board[castled_rook(from, to).index()] = None;
            }
            "always-queens" if step.promotion.is_some() => {
                child.board[to.index()] = Some(Piece {
                    color: setup.turn,
                    kind: PieceKind::Queen,
                });
            }
            _ => {}
        }
    }
}

fn kind(setup: &Setup, step: &NaiveMove) -> Option<PieceKind> {
    setup.board[step.from.index()].map(|piece| piece.kind)
}

/// The right of a rook on this square, if there is one.
fn kept(setup: &Setup, square: Square) -> Bitboard {
    setup.castling & Bitboard::from(square)
}

fn castled_rook(king: Square, rook: Square) -> Square {
    let file = if rook > king { File::F } else { File::D };
    Square::new(file, king.rank())
}

/// The state that the unmade moves have left wrong.
#[derive(Default)]
pub(super) struct Unmade {
    rights_of: Option<Color>,
    gone: Option<Square>,
    displaced: Option<(Square, Square)>,
}

impl Unmade {
    /// The child of a later move with this wrong state.
    pub(super) fn child(&self, step: &NaiveMove) -> Setup {
        let mut child = step.child.clone();
        if let Some(color) = self.rights_of {
            child.castling = child
                .castling
                .into_iter()
                .filter(|rook| rook.rank() != Rank::First.relative_to(color))
                .collect();
        }
        if let Some(square) = self.gone
            && step.to != square
        {
            child.board[square.index()] = None;
        }
        if let Some((from, to)) = self.displaced
            && child.board[to.index()].is_none()
        {
            child.board.swap(from.index(), to.index());
        }
        child
    }

    /// Unmakes a move as the bug of this name does.
    pub(super) fn unmake(&mut self, bug: &str, setup: &Setup, step: &NaiveMove) {
        match bug {
            "unmake-loses-rights" if kind(setup, step) == Some(PieceKind::King) => {
                self.rights_of = Some(setup.turn);
            }
            "unmake-loses-pawn" if step.en_passant => {
                self.gone = Some(Square::new(step.to.file(), step.from.rank()));
            }
            "unmake-leaves-rook" if step.castle => {
                self.displaced = Some((step.to, castled_rook(step.from, step.to)));
            }
            _ => {}
        }
    }
}

/// A hash table of counts whose keys can be too short.
#[derive(Default)]
pub(super) struct Table(HashMap<(String, u32), u64>);

impl Table {
    /// The key of the bug of this name; `None` if it uses no table.
    pub(super) fn key(bug: &str, setup: &Setup, depth: u32) -> Option<(String, u32)> {
        let fen = setup.fen(CastlingStyle::Chess960);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let key = match bug {
            "table-right" => fields.join(" "),
            "table-without-rights" | "table-kept" => [fields[0], fields[1], fields[3]].join(" "),
            "table-without-square" => fields[..3].join(" "),
            "table-short-key" => {
                // One byte of FNV-1a.
                let hash = fields
                    .join(" ")
                    .bytes()
                    .fold(0x811c_9dc5_u32, |hash, byte| {
                        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
                    });
                (hash >> 24).to_string()
            }
            _ => return None,
        };
        Some((key, depth))
    }

    pub(super) fn get(&self, key: &(String, u32)) -> Option<u64> {
        self.0.get(key).copied()
    }

    pub(super) fn insert(&mut self, key: (String, u32), count: u64) {
        self.0.insert(key, count);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
