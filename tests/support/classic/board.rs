//! The board: a 10x12 mailbox, piece lists, king squares and an incremental zobrist key.

use super::bug::Bug;

pub(super) const EMPTY: u8 = 0;
/// A square of the border.
pub(super) const OFF: u8 = 0xff;
pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const ROOK: u8 = 4;
pub(super) const QUEEN: u8 = 5;
pub(super) const KING: u8 = 6;
pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;

/// Castling rights, by their bits: white king side, white queen side, black king side, black queen
/// side.
pub(super) const RIGHTS: [usize; 4] = [0, 1, 2, 3];

pub(super) fn piece(side: usize, kind: u8) -> u8 {
    (side as u8) << 3 | kind
}

pub(super) fn kind(piece: u8) -> u8 {
    piece & 7
}

pub(super) fn side_of(piece: u8) -> usize {
    usize::from(piece >> 3 & 1)
}

/// The square with this file and rank, both from 0.
pub(super) fn square(file: u8, rank: u8) -> u8 {
    21 + 10 * rank + file
}

pub(super) fn file(square: u8) -> u8 {
    (square % 10).wrapping_sub(1)
}

pub(super) fn rank(square: u8) -> u8 {
    (square / 10).wrapping_sub(2)
}

/// The square a step away; the border is two squares wide, so every piece can step once.
pub(super) fn step(square: u8, by: i16) -> u8 {
    (i16::from(square) + by).clamp(0, 119) as u8
}

/// The square a step away on a board of 64 squares without a border: beyond the edge, it continues on
/// the other side.
pub(super) fn wrapped(from: u8, files: i16, ranks: i16) -> Option<u8> {
    let index = i16::from(rank(from)) * 8 + i16::from(file(from)) + 8 * ranks + files;
    let on_board = (0..64).contains(&index);
    on_board.then(|| square((index % 8) as u8, (index / 8) as u8))
}

pub(super) fn name(square: u8) -> String {
    let letter = char::from(b'a' + file(square));
    format!("{letter}{}", rank(square) + 1)
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Answered,
    Crashed(&'static str),
    Hangs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Plain,
    Double,
    EnPassant,
    /// With the index of the right.
    Castle(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The kind of piece, or [`EMPTY`].
    pub(super) promotion: u8,
    pub(super) flag: Flag,
}

/// What unmake cannot derive.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    pub(super) mv: Move,
    pub(super) captured: u8,
    pub(super) captured_at: u8,
    pub(super) rights: u8,
    pub(super) en_passant: u8,
    pub(super) clock: u32,
    pub(super) key: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) bug: Bug,
    pub(super) squares: [u8; 120],
    /// The squares of the pieces of each side.
    pub(super) lists: [Vec<u8>; 2],
    pub(super) kings: [u8; 2],
    pub(super) side: usize,
    pub(super) rights: u8,
    /// The square of the rook of each right.
    pub(super) rooks: [u8; 4],
    pub(super) king_homes: [u8; 2],
    /// The square that the last move passed, or 0.
    pub(super) en_passant: u8,
    /// Plies since the last capture or pawn move.
    pub(super) clock: u32,
    pub(super) key: u64,
    pub(super) undo: Vec<Undo>,
    /// How the program has ended, if not with an answer.
    pub(super) end: Option<End>,
}

impl Board {
    pub(super) fn new(bug: Bug) -> Board {
        let mut board = Board {
            bug,
            squares: [OFF; 120],
            lists: [Vec::new(), Vec::new()],
            kings: [0; 2],
            side: WHITE,
            rights: 0,
            rooks: [0; 4],
            king_homes: [0; 2],
            en_passant: 0,
            clock: 0,
            key: 0,
            undo: Vec::new(),
            end: None,
        };
        board.clear();
        board
    }

    pub(super) fn has(&self, bug: Bug) -> bool {
        self.bug == bug
    }

    /// Removes all pieces.
    pub(super) fn clear(&mut self) {
        for rank in 0..8 {
            for file in 0..8 {
                self.squares[usize::from(square(file, rank))] = EMPTY;
            }
        }
        self.lists = [Vec::new(), Vec::new()];
        self.undo.clear();
        self.kings = [0; 2];
    }

    pub(super) fn at(&self, square: u8) -> u8 {
        self.squares[usize::from(square)]
    }

    pub(super) fn put(&mut self, square: u8, piece: u8) {
        self.squares[usize::from(square)] = piece;
        if piece != EMPTY {
            self.key ^= self.piece_key(piece, square);
            self.lists[side_of(piece)].push(square);
        }
    }

    /// Removes the piece and returns it.
    pub(super) fn take(&mut self, square: u8) -> u8 {
        let piece = self.at(square);
        self.squares[usize::from(square)] = EMPTY;
        if piece != EMPTY {
            self.key ^= self.piece_key(piece, square);
            self.unlist(side_of(piece), square);
        }
        piece
    }

    pub(super) fn unlist(&mut self, side: usize, square: u8) {
        let list = &mut self.lists[side];
        if let Some(index) = list.iter().position(|&other| other == square) {
            list.swap_remove(index);
        }
    }

    pub(super) fn piece_key(&self, piece: u8, square: u8) -> u64 {
        let piece = match self.bug {
            Bug::KeyWithoutBlackKing if piece == 8 + KING => return 0,
            Bug::KeyWithoutColor => kind(piece),
            Bug::KeyWithoutPawns if kind(piece) == PAWN => return 0,
            Bug::KeyWithoutKnights if kind(piece) == KNIGHT => return 0,
            _ => piece,
        };
        mixed(u64::from(piece) << 8 | u64::from(square))
    }

    pub(super) fn rights_key(&self) -> u64 {
        match self.bug {
            Bug::KeyWithoutRights | Bug::KeyWithoutRightsInKeptTable => 0,
            // The same number for every set of rights, and that of the side to move.
            Bug::KeyOfRightsIsThatOfSide => SIDE_KEY,
            _ => mixed(0x1_0000 | u64::from(self.rights)),
        }
    }

    pub(super) fn en_passant_key(&self) -> u64 {
        match (self.en_passant, self.bug) {
            (0, _) | (_, Bug::KeyWithoutEnPassant) => 0,
            (square, _) => mixed(0x2_0000 | u64::from(square)),
        }
    }

    /// The key computed from nothing.
    pub(super) fn whole_key(&self) -> u64 {
        let mut key = self.rights_key() ^ self.en_passant_key();
        for (index, &piece) in self.squares.iter().enumerate() {
            if piece != EMPTY && piece != OFF {
                key ^= self.piece_key(piece, index as u8);
            }
        }
        if self.side == BLACK {
            key ^= self.side_key();
        }
        key
    }

    pub(super) fn side_key(&self) -> u64 {
        match self.bug {
            Bug::KeyWithoutSide => 0,
            _ => SIDE_KEY,
        }
    }

    pub(super) fn set_en_passant(&mut self, square: u8) {
        self.key ^= self.en_passant_key();
        self.en_passant = square;
        self.key ^= self.en_passant_key();
    }

    pub(super) fn set_rights(&mut self, rights: u8) {
        let keep_key = self.has(Bug::KeyKeepsRights);
        if !keep_key {
            self.key ^= self.rights_key();
        }
        self.rights = rights;
        if !keep_key {
            self.key ^= self.rights_key();
        }
    }
}

const SIDE_KEY: u64 = 0x9d39_247e_3377_6d41;

/// The finalizer of MurmurHash3, by Austin Appleby: a random-looking number for each index.
fn mixed(index: u64) -> u64 {
    let mut bits = index.wrapping_add(0x5851_f42d_4c95_7f2d);
    bits = (bits ^ bits >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits = (bits ^ bits >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ bits >> 33
}
