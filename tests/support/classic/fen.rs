//! The parser of FENs. It changes an existing board, as programs with one global board do.

use super::board::{
    BISHOP, BLACK, Board, EMPTY, End, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, file, piece, rank,
    square,
};
use super::bug::Bug;

impl Board {
    pub(super) fn set_fen(&mut self, fen: &str) {
        let mut fields = fen.split_ascii_whitespace();
        let mut field = || fields.next().unwrap_or("-");
        self.place(field());
        let side = field();
        self.side = match self.bug {
            Bug::FenIgnoresSide => WHITE,
            Bug::FenKeepsSide => self.side,
            _ => usize::from(side == "b"),
        };
        self.read_rights(field());
        self.read_en_passant(field());
        self.clock = field().parse().unwrap_or(0);
        self.key = self.whole_key();
        if self.has(Bug::CrashesOnEnPassantFen) && self.en_passant != 0 {
            self.end = Some(End::Crashed("called unwrap on a None value"));
        }
    }

    fn place(&mut self, text: &str) {
        self.clear();
        for (down, row) in text.split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as u8;
                    continue;
                }
                let kind = match letter.to_ascii_lowercase() {
                    'p' => PAWN,
                    'n' => KNIGHT,
                    'b' => BISHOP,
                    'r' => ROOK,
                    'q' => QUEEN,
                    _ => KING,
                };
                let side = usize::from(letter.is_ascii_lowercase());
                let at = square(file, 7 - down as u8);
                self.put(at, piece(side, kind));
                if kind == KING {
                    self.kings[side] = at;
                }
                file += 1;
            }
        }
    }

    fn read_rights(&mut self, text: &str) {
        let before = self.rights;
        self.rights = 0;
        for side in [WHITE, BLACK] {
            self.king_homes[side] = self.kings[side];
            let back = if side == WHITE { 0 } else { 7 };
            (self.rooks[2 * side], self.rooks[2 * side + 1]) = (square(7, back), square(0, back));
        }
        if self.has(Bug::FenAnyLetterIsEveryRight) && text != "-" {
            self.rights = 0b1111;
            return;
        }
        for letter in text.chars() {
            let letter = match (self.bug, letter) {
                (Bug::FenOtherLetterIsBlackQueenside, 'K' | 'Q' | 'k') => letter,
                (Bug::FenOtherLetterIsBlackQueenside, _) => 'q',
                _ => letter,
            };
            let side = usize::from(letter.is_ascii_lowercase());
            let Some(rook) = self.rook_named(letter, side) else {
                continue;
            };
            let mut right = self.right_of(rook, side);
            self.rooks[right] = rook;
            match self.bug {
                Bug::FenSwapsBlackRights if side == BLACK => right ^= 1,
                Bug::FenReadsFirstRight if self.rights != 0 => continue,
                Bug::FenReadsTwoRights if self.rights.count_ones() == 2 => continue,
                Bug::FenIgnoresK if letter == 'K' => continue,
                Bug::FenReadsLastRight => self.rights = 0,
                Bug::FenIgnoresBlackRights if side == BLACK => continue,
                Bug::FenIgnoresWhiteRights if side == WHITE => continue,
                Bug::FenSwapsColorsOfRights => right ^= 2,
                _ => {}
            }
            self.rights |= 1 << right;
        }
        match self.bug {
            Bug::FenIgnoresRights => self.rights = 0,
            Bug::FenKeepsRights => self.rights |= before,
            Bug::FenKeepsWhiteRights => self.rights |= before & 0b11,
            Bug::FenGrantsRights => {
                for (right, &rook) in self.rooks.iter().enumerate() {
                    let side = right / 2;
                    let home = square(4, if side == WHITE { 0 } else { 7 });
                    let stands = self.at(rook) == piece(side, ROOK) && self.kings[side] == home;
                    self.rights |= u8::from(stands) << right;
                }
            }
            _ => {}
        }
    }

    /// The square of the rook of `K`, `Q`, `k`, `q`, or of a file.
    fn rook_named(&self, letter: char, side: usize) -> Option<u8> {
        let king = self.kings[side];
        let on = |file| square(file, rank(king));
        let is_rook = |at: &u8| self.at(*at) == piece(side, ROOK);
        match letter.to_ascii_lowercase() {
            'k' if self.has(Bug::XFenTakesInnerRook) => (king + 1..=on(7)).find(is_rook),
            'k' => (king + 1..=on(7)).rev().find(is_rook),
            'q' => (on(0)..king).find(is_rook),
            file @ 'a'..='h' if !self.has(Bug::ShredderFenIgnored) => {
                Some(on(file as u8 - b'a')).filter(is_rook)
            }
            _ => None,
        }
    }

    fn read_en_passant(&mut self, text: &str) {
        let before = self.en_passant;
        self.en_passant = match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ (b'3' | b'6')] => {
                let mut rank = rank - b'1';
                if self.has(Bug::FenSwapsEnPassantRank) {
                    rank = 7 - rank;
                }
                square(file - b'a', rank)
            }
            _ if self.has(Bug::FenKeepsEnPassant) => before,
            _ => EMPTY,
        };
        match self.bug {
            Bug::FenIgnoresEnPassant => self.en_passant = 0,
            Bug::FenIgnoresEnPassantOnAFile if file(self.en_passant) == 0 => self.en_passant = 0,
            Bug::FenIgnoresBlackEnPassant if self.side == BLACK => self.en_passant = 0,
            Bug::FenMirrorsEnPassantFile if self.en_passant != 0 => {
                self.en_passant = square(7 - file(self.en_passant), rank(self.en_passant));
            }
            Bug::FenShiftsEnPassantFile | Bug::FenShiftsBlackEnPassantFile
                if self.en_passant != 0
                    && (self.side == BLACK || self.has(Bug::FenShiftsEnPassantFile)) =>
            {
                let shifted = self.en_passant - 1;
                self.en_passant = if self.at(shifted) == EMPTY {
                    shifted
                } else {
                    0
                };
            }
            _ => {}
        }
    }
}
