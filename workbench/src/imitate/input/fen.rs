//! Faults in reading the fields of a FEN.

use movegen::chess::{Bitboard, Color, File, Piece, Position, Rank, Setup, Square};

use super::{Reader, ReaderDefect};

/// The number of wrong squares that can be read from an en passant field.
pub(super) const WRONG_SQUARES: u8 = 5;

/// What is read from an en passant field, by the form of the defect.
pub(super) fn wrong_square(form: u8) -> &'static str {
    match form {
        0 => "it reads the en passant square of a FEN one file too far towards the a-file",
        1 => "it reads the en passant square of a FEN one file too far towards the h-file",
        2 => "it reads the en passant square of a FEN on the rank of the other side",
        3 => "it reads the en passant square of a FEN one rank too far from the pawn",
        _ => "it reads the file of the en passant square of a FEN from the other side of the board",
    }
}

/// The places of the letters of a castling field that are read, by the defect and its form, except for the first form.
pub(super) fn places_read(defect: ReaderDefect, form: u8) -> &'static str {
    match (defect, form) {
        (ReaderDefect::FirstRight, 1) => {
            "it reads only the first two letters of the castling field of a FEN"
        }
        (ReaderDefect::FirstRight, 2) => {
            "it reads only the first three letters of the castling field of a FEN"
        }
        (ReaderDefect::FirstRight, _) => {
            "it does not read the last letter of the castling field of a FEN"
        }
        (ReaderDefect::LastRight, _) => {
            "it does not read the first letter of the castling field of a FEN"
        }
        _ => {
            "it takes the four places of the castling field of a FEN for K, Q, k and q, whatever the letters are"
        }
    }
}

/// The letters of the castling field that are ignored, by the form of the defect.
pub(super) const LETTERS: [&[char]; 6] = [&['K'], &['Q'], &['k'], &['q'], &['K', 'k'], &['Q', 'q']];

/// Whether this form gives squares that no double push of the other side passes.
pub(super) fn is_impossible(form: u8) -> bool {
    matches!(form, 2 | 3)
}

impl Reader {
    /// Applies the defect to a FEN.
    pub(super) fn misread(&self, setup: &mut Setup, fen: &str) {
        match self.defect {
            ReaderDefect::NoEnPassant => setup.en_passant = None,
            ReaderDefect::NoBlackEnPassant if setup.turn == Color::Black => setup.en_passant = None,
            ReaderDefect::NoWhiteEnPassant if setup.turn == Color::White => setup.en_passant = None,
            ReaderDefect::WrongEnPassant => {
                setup.en_passant = setup.en_passant.and_then(|square| self.shifted(square));
            }
            ReaderDefect::Side => {
                setup.turn = match self.form {
                    0 => Color::White,
                    _ => Color::Black,
                };
            }
            ReaderDefect::OtherSide => setup.turn = !setup.turn,
            ReaderDefect::Ranks | ReaderDefect::Files => {
                let board = setup.board;
                let change = if self.defect == ReaderDefect::Ranks {
                    56
                } else {
                    7
                };
                for (index, piece) in board.into_iter().enumerate() {
                    setup.board[index ^ change] = piece;
                }
                setup.castling &= possible_rights(setup);
            }
            _ => self.misread_rights(setup, fen),
        }
        self.keep(setup, fen);
    }

    /// The square that is read from an en passant field.
    fn shifted(&self, square: Square) -> Option<Square> {
        let (file, rank) = (square.file().index() as i8, square.rank().index() as i8);
        // Away from the pawn that has moved.
        let away = if rank == 5 { 1 } else { -1 };
        let (file, rank) = match self.form {
            0 => (file - 1, rank),
            1 => (file + 1, rank),
            2 => (file, 7 - rank),
            3 => (file, rank + away),
            _ => (7 - file, rank),
        };
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| Square::from_index((rank * 8 + file) as usize))
    }

    fn misread_rights(&self, setup: &mut Setup, fen: &str) {
        let field = fen.split_ascii_whitespace().nth(2).unwrap_or("-");
        let rooks = |letters: &str, setup: &Setup| -> Bitboard {
            let is_inner = |letter: char| {
                let only = ["kqKQ", "kK", "qQ"].get(usize::from(self.form));
                self.defect == ReaderDefect::InnerRook
                    && only.is_some_and(|only| only.contains(letter))
            };
            let rook = |letter| rook_of(setup, letter, is_inner(letter));
            letters.chars().filter_map(rook).collect()
        };
        match self.defect {
            ReaderDefect::NoRights => setup.castling = Bitboard::EMPTY,
            ReaderDefect::NoBlackRights => setup.castling &= back_rank(Color::White),
            ReaderDefect::NoWhiteRights => setup.castling &= back_rank(Color::Black),
            ReaderDefect::SwappedRights => {
                let swapped = setup.castling.into_iter().map(|rook| {
                    let white = rook.rank() == Rank::First;
                    let file = match rook.file() {
                        _ if self.form == 1 && !white || self.form == 2 && white => rook.file(),
                        File::A => File::H,
                        File::H => File::A,
                        other => other,
                    };
                    Square::new(file, rook.rank())
                });
                let swapped: Bitboard = swapped.collect();
                setup.castling = swapped & possible_rights(setup);
            }
            ReaderDefect::RightsOfOther => {
                let other = setup.castling.into_iter();
                let other: Bitboard = other
                    .map(|rook| Square::from_index(rook.index() ^ 56))
                    .collect();
                setup.castling = other & possible_rights(setup);
            }
            ReaderDefect::FirstRight | ReaderDefect::LastRight | ReaderDefect::RightsByPlace => {
                let letters = self.letters_read(field);
                setup.castling = rooks(&letters, setup);
            }
            ReaderDefect::AllRights => setup.castling = possible_rights(setup),
            ReaderDefect::InnerRook => setup.castling = rooks(field, setup),
            ReaderDefect::NoLetter => {
                let rest = field.replace(LETTERS[usize::from(self.form)], "");
                setup.castling = rooks(&rest, setup);
            }
            ReaderDefect::CaseIgnored => {
                let both = field.to_ascii_uppercase() + &field.to_ascii_lowercase();
                setup.castling = rooks(&both, setup);
            }
            ReaderDefect::AnyLetter if field != "-" => setup.castling = possible_rights(setup),
            ReaderDefect::NoFiles => {
                let known: String = field.chars().filter(|&c| "KQkq".contains(c)).collect();
                setup.castling = rooks(&known, setup);
            }
            ReaderDefect::CornersOnly => setup.castling &= possible_rights(setup),
            _ => {}
        }
    }

    /// The letters of the castling field that are read, if their places decide that.
    pub(super) fn letters_read(&self, field: &str) -> String {
        let letters = field.chars();
        let last = letters.clone().count().saturating_sub(1);
        match (self.defect, self.form) {
            (ReaderDefect::FirstRight, form @ 0..3) => {
                letters.take(usize::from(form) + 1).collect()
            }
            (ReaderDefect::FirstRight, _) => letters.take(last).collect(),
            (ReaderDefect::LastRight, 0) => letters.skip(last).collect(),
            (ReaderDefect::LastRight, _) => letters.skip(1).collect(),
            (_, form) => {
                let places = letters.zip("KQkq".chars());
                let read = places.filter(|&(letter, right)| match form {
                    0 => letter == right,
                    _ => letter != '-',
                });
                read.map(|(_, right)| right).collect()
            }
        }
    }

    /// Applies what is kept from the position before.
    fn keep(&self, setup: &mut Setup, fen: &str) {
        if self.defect == ReaderDefect::OldSide {
            setup.turn = self.before.as_ref().map_or(Color::White, |old| old.turn);
        }
        // Most programs begin with the start position.
        let start = self.defect == ReaderDefect::OldRights && self.form >= 2;
        let start = start.then(|| Position::startpos().to_setup());
        let Some(before) = self.before.as_ref().or(start.as_ref()) else {
            return;
        };
        match self.defect {
            ReaderDefect::OldEnPassant if setup.en_passant.is_none() => {
                setup.en_passant = before.en_passant;
            }
            // Always, or only by a FEN without rights. Rights without king and rook are kept as well:
            // they may be good in a later position.
            ReaderDefect::OldRights
                if self.form.is_multiple_of(2)
                    || fen.split_ascii_whitespace().nth(2) == Some("-") =>
            {
                setup.castling |= before.castling;
            }
            ReaderDefect::OldPieces => {
                for (piece, old) in setup.board.iter_mut().zip(before.board) {
                    *piece = piece.or(old);
                }
            }
            _ => {}
        }
    }
}

/// The rook of a letter of the castling field: for `K` and `Q` the outermost one, or the one next to
/// the king.
fn rook_of(setup: &Setup, letter: char, inner: bool) -> Option<Square> {
    let color = match letter.is_ascii_uppercase() {
        true => Color::White,
        false => Color::Black,
    };
    let king = setup.king(color)?;
    let rank = Rank::First.relative_to(color);
    let is_rook = |square: &Square| setup.board[square.index()] == Some(color.rook());
    let mut on_side: Vec<Square> = File::ALL
        .into_iter()
        .map(|file| Square::new(file, rank))
        .filter(is_rook)
        .collect();
    match letter.to_ascii_lowercase() {
        'k' => on_side.retain(|rook| rook.file() > king.file()),
        'q' => {
            on_side.retain(|rook| rook.file() < king.file());
            on_side.reverse();
        }
        letter => {
            return on_side
                .into_iter()
                .find(|rook| rook.to_string().starts_with(letter));
        }
    }
    match inner {
        true => on_side.first().copied(),
        false => on_side.last().copied(),
    }
}

/// The squares of a back rank.
pub(super) fn back_rank(color: Color) -> Bitboard {
    let rank = Rank::First.relative_to(color);
    File::ALL
        .into_iter()
        .map(|file| Square::new(file, rank))
        .collect()
}

/// Rooks in the corners whose king is on its first square.
pub(super) fn possible_rights(setup: &Setup) -> Bitboard {
    let corners = [
        (Color::White, Square::E1, [Square::A1, Square::H1]),
        (Color::Black, Square::E8, [Square::A8, Square::H8]),
    ];
    let has = |square: Square, piece: Piece| setup.board[square.index()] == Some(piece);
    corners
        .into_iter()
        .filter(|&(color, king, _)| has(king, color.king()))
        .flat_map(|(color, _, rooks)| {
            rooks
                .into_iter()
                .filter(move |&rook| has(rook, color.rook()))
        })
        .collect()
}
