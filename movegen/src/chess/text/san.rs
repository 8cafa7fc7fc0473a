//! Standard algebraic notation, as in section 8.2.3 of the PGN standard (1994).

mod parse;

pub use parse::{SanError, SanOrigin};

use crate::chess::{Move, MoveKind, MoveList, PieceKind, Position};

impl Position {
    /// A legal move in SAN: `Nf3`, `exd6`, `e8=Q+`, `O-O`, `R1a3`, `Qh4#`.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// // . . . . k . . .
    /// // P . . . . . . .
    /// // . . . . K . . .
    /// let position: Position = "4k3/P7/4K3/8/8/8/8/8 w - - 0 1".parse().unwrap();
    /// let promote = position.parse_uci("a7a8q").unwrap();
    /// assert_eq!(position.san(promote), "a8=Q#");
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_among(mv, &self.legal_moves());
        let after = self.play(mv);
        if after.is_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    /// A move in SAN without signs of check, where these moves are legal.
    pub(in crate::chess) fn san_among(&self, mv: Move, legal: &MoveList) -> String {
        let (from, to) = (mv.from(), mv.to());
        match mv.dropped() {
            Some(PieceKind::Pawn) => return format!("@{to}"),
            Some(_) => return mv.to_string(),
            None => {}
        }
        if mv.kind() == MoveKind::Castle {
            return if to > from { "O-O" } else { "O-O-O" }.to_owned();
        }
        let Some(piece) = self.piece_at(from) else {
            return self.uci(mv, crate::chess::CastlingStyle::Chess960);
        };
        let mut text = String::new();
        if piece.kind == PieceKind::Pawn {
            if self.is_capture(mv) {
                text.push(from.file().letter());
            }
        } else {
            text.push(piece.kind.letter().to_ascii_uppercase());
            text.push_str(&self.disambiguation(mv, piece.kind, legal));
        }
        if self.is_capture(mv) {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(kind) = mv.kind().promotion() {
            text.push('=');
            text.push(kind.letter().to_ascii_uppercase());
        }
        text
    }

    /// The file, rank or both of the origin, if another piece of the kind could move to the square.
    fn disambiguation(&self, mv: Move, kind: PieceKind, legal: &MoveList) -> String {
        let from = mv.from();
        let same_kind = self.pieces(kind);
        let mut rivals = legal
            .iter()
            .filter(|m| m.to() == mv.to() && m.kind() == MoveKind::Plain && m.from() != from)
            .map(|m| m.from())
            .filter(|s| same_kind.contains(*s))
            .peekable();
        if rivals.peek().is_none() {
            return String::new();
        }
        let (mut same_file, mut same_rank) = (false, false);
        for rival in rivals {
            same_file |= rival.file() == from.file();
            same_rank |= rival.rank() == from.rank();
        }
        match (same_file, same_rank) {
            (false, _) => from.file().letter().to_string(),
            (true, false) => from.rank().digit().to_string(),
            (true, true) => from.to_string(),
        }
    }
}
