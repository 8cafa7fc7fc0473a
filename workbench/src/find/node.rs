//! A position as the other side is told of it.

use movegen::chess::{CastlingStyle, Color, Move, MoveKind, PieceKind, Position, Rank, Square};

/// A FEN, the moves played from there, and how deep to count below.
#[derive(Clone, Debug)]
pub struct Node {
    /// The FEN that is set up.
    pub fen: String,
    /// The moves from there, as they are sent.
    pub moves: Vec<String>,
    /// Where they lead.
    pub position: Position,
    /// The same position by its FEN alone, as others are told it.
    pub set_up: String,
    /// How many plies are counted from there.
    pub depth: u32,
}

impl Node {
    /// A position without moves, the FEN our own. `passed` is the square that the last move
    /// passed, if it was a double push.
    pub fn begin(
        position: Position,
        passed: Option<Square>,
        depth: u32,
        style: CastlingStyle,
    ) -> Node {
        let fen = fen_for_others(&position, passed, style);
        Node {
            set_up: fen.clone(),
            fen,
            moves: Vec::new(),
            position,
            depth,
        }
    }

    /// The position after one more move, to the same depth.
    #[must_use]
    pub fn after(&self, mv: Move, style: CastlingStyle) -> Node {
        let position = self.position.play(mv);
        let between = Square::from_index((mv.from().index() + mv.to().index()) / 2);
        let passed = (mv.kind() == MoveKind::DoublePush).then_some(between);
        let mut moves = self.moves.clone();
        moves.push(self.position.uci(mv, style));
        Node {
            fen: self.fen.clone(),
            moves,
            set_up: fen_for_others(&position, passed, style),
            position,
            depth: self.depth,
        }
    }

    /// The same position by its FEN alone.
    #[must_use]
    pub fn without_moves(&self) -> Node {
        Node {
            fen: self.set_up.clone(),
            moves: Vec::new(),
            ..self.clone()
        }
    }
}

/// The FEN of a position as others are told it.
///
/// It names the square that a double step has `passed` as soon as a pawn stands beside, also if
/// the capture would be illegal: who plays the double step knows the square as well, and whether
/// the capture is legal is what others are asked.
pub(super) fn fen_for_others(
    position: &Position,
    passed: Option<Square>,
    style: CastlingStyle,
) -> String {
    let mut setup = position.to_setup();
    setup.en_passant = passed.filter(|&square| {
        let pawns = |color: Color| position.pieces(PieceKind::Pawn) & position.colors(color);
        let at = |rank: Rank| Square::new(square.file(), rank.relative_to(!position.turn()));
        let attackers = position.attackers(square, position.turn(), position.occupied());
        let empty = [square, at(Rank::Second)]
            .iter()
            .all(|&square| position.piece_at(square).is_none());
        square == at(Rank::Third)
            && empty
            && pawns(!position.turn()).contains(at(Rank::Fourth))
            && !(attackers & pawns(position.turn())).is_empty()
    });
    setup.fen(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(fen: &str, passed: Option<Square>) -> Node {
        let position = fen.parse().expect(fen);
        Node::begin(position, passed, 1, CastlingStyle::Standard)
    }

    #[test]
    fn the_passed_square_is_named_also_where_the_capture_is_illegal() {
        let root = begin("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", None);
        let push = root.position.parse_uci("d7d5").expect("legal");
        let step = root.after(push, CastlingStyle::Standard);
        assert_eq!(step.position.en_passant(), None);
        assert_eq!(step.moves, ["d7d5"]);
        let fen = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2";
        assert_eq!(step.set_up, fen);
        let set_up = step.without_moves();
        assert_eq!((set_up.fen.as_str(), set_up.moves.len()), (fen, 0));
        assert_eq!(begin(fen, Some(Square::D6)).fen, fen);
    }

    #[test]
    fn no_pawn_beside_and_no_square() {
        let root = begin("8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1", None);
        for (text, square) in [("d7d5", "d6"), ("d7d6", "-")] {
            let mv = root.position.parse_uci(text).expect("legal");
            let step = root.after(mv, CastlingStyle::Standard);
            assert_eq!(step.set_up.split(' ').nth(3), Some(square), "{text}");
        }
        let blocked = "8/3n4/8/K1Pp3r/8/8/8/4k3 w - d6 0 1";
        assert_eq!(
            begin(blocked, Some(Square::D6)).fen,
            blocked.replace("d6", "-")
        );
        let apart = "8/8/8/KP1p3r/8/8/8/4k3 w - d6 0 1";
        assert_eq!(begin(apart, Some(Square::D6)).fen, apart.replace("d6", "-"));
    }
}
