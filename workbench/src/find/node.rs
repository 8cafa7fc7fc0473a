//! A position of the perft tree, as the other side is given it.

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, Color, Move, PieceKind, Position, PositionText, Rank, Square};

use crate::ask::{Exchange, Question};

/// A node of the perft tree: a FEN, the moves played from there, and the depth to count.
#[derive(Clone, Debug)]
pub struct Node {
    /// The FEN to set up.
    pub fen: String,
    /// The moves from there, in UCI notation.
    pub moves: Vec<String>,
    /// The position after the moves.
    pub position: VariantPosition,
    /// The FEN of that position.
    pub set_up: String,
    /// The depth to count, in plies.
    pub depth: u32,
}

impl Node {
    /// A position without moves. `passed` is the square that the last move passed, if it was a double
    /// push.
    pub fn root(
        position: impl Into<VariantPosition>,
        passed: Option<Square>,
        depth: u32,
        style: CastlingStyle,
    ) -> Node {
        let position = position.into();
        let fen = set_up(&position, passed, style);
        Node {
            set_up: fen.clone(),
            fen,
            moves: Vec::new(),
            position,
            depth,
        }
    }

    /// The question of an exchange; `None` if its text cannot be parsed, which the functions below
    /// rule out.
    pub(super) fn of(
        exchange: &Exchange,
        rules: &'static dyn Rules,
        style: CastlingStyle,
    ) -> Option<Node> {
        let moves = exchange.moves.iter().map(String::as_str);
        Node::asked(&exchange.fen, moves, exchange.depth, rules, style)
    }

    /// The same from its parts.
    pub(super) fn asked<'a>(
        fen: &str,
        moves: impl Iterator<Item = &'a str>,
        depth: u32,
        rules: &'static dyn Rules,
        style: CastlingStyle,
    ) -> Option<Node> {
        let text = PositionText::new(Some(fen), "");
        let root = VariantPosition::from_text(rules, &text).ok()?;
        let passed = root.history.passed_square();
        let mut node = Node::root(root.position, passed, depth, style);
        fen.clone_into(&mut node.fen);
        for text in moves {
            let mv = node.position.parse_uci(text).ok()?;
            node = node.after(mv, style);
        }
        Some(node)
    }

    /// The question about it, and Canopy's total.
    pub(crate) fn question(&self, expected: u128) -> Question<'_> {
        Question {
            fen: &self.fen,
            moves: &self.moves,
            depth: self.depth,
            expected,
        }
    }

    /// The position after one more move, to the same depth.
    #[must_use]
    pub fn after(&self, mv: Move, style: CastlingStyle) -> Node {
        let position = self.position.play(mv);
        let mut moves = self.moves.clone();
        moves.push(self.position.uci(mv, style));
        Node {
            fen: self.fen.clone(),
            moves,
            set_up: set_up(&position, mv.passed_square(), style),
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

/// The FEN that the other side is given.
fn set_up(position: &VariantPosition, passed: Option<Square>, style: CastlingStyle) -> String {
    match position.as_standard() {
        Some(chess) => fen_for_others(chess, passed, style),
        None => position.fen(style),
    }
}

/// The FEN that another program is given of a position of chess.
///
/// It names the square that a double push has passed whenever an enemy pawn stands next to the pushed
/// pawn, even if the capture is illegal: a program that plays the move knows the square as well, and
/// whether the capture is legal is part of the question.
///
/// ```
/// use movegen::chess::{CastlingStyle, ParsedPosition, PositionText};
/// use workbench::find::fen_for_others;
/// let fen = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
/// let parsed = ParsedPosition::from_text(&PositionText::new(Some(fen), "")).unwrap();
/// assert_eq!(parsed.position.to_string(), "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
/// let passed = parsed.history.passed_square();
/// assert_eq!(fen_for_others(&parsed.position, passed, CastlingStyle::Standard), fen);
/// ```
pub fn fen_for_others(position: &Position, passed: Option<Square>, style: CastlingStyle) -> String {
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
    use movegen::chess::Position;

    use super::*;

    fn root_node(fen: &str, passed: Option<Square>) -> Node {
        let position: Position = fen.parse().expect(fen);
        Node::root(position, passed, 1, CastlingStyle::Standard)
    }

    #[test]
    fn the_passed_square_is_named_also_where_the_capture_is_illegal() {
        let root = root_node("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", None);
        let push = root.position.parse_uci("d7d5").expect("legal");
        let node = root.after(push, CastlingStyle::Standard);
        assert_eq!(node.position.chess().en_passant(), None);
        assert_eq!(node.moves, ["d7d5"]);
        let fen = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2";
        assert_eq!(node.set_up, fen);
        let set_up = node.without_moves();
        assert_eq!((set_up.fen.as_str(), set_up.moves.len()), (fen, 0));
        assert_eq!(root_node(fen, Some(Square::D6)).fen, fen);
    }

    #[test]
    fn no_pawn_beside_and_no_square() {
        let root = root_node("8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1", None);
        for (text, square) in [("d7d5", "d6"), ("d7d6", "-")] {
            let mv = root.position.parse_uci(text).expect("legal");
            let node = root.after(mv, CastlingStyle::Standard);
            assert_eq!(node.set_up.split(' ').nth(3), Some(square), "{text}");
        }
        let blocked = "8/3n4/8/K1Pp3r/8/8/8/4k3 w - d6 0 1";
        assert_eq!(
            root_node(blocked, Some(Square::D6)).fen,
            blocked.replace("d6", "-")
        );
        let apart = "8/8/8/KP1p3r/8/8/8/4k3 w - d6 0 1";
        assert_eq!(
            root_node(apart, Some(Square::D6)).fen,
            apart.replace("d6", "-")
        );
    }
}
