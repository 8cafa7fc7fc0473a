//! Questions that are not drawn by chance.

use movegen::chess::CastlingStyle;
use movegen::chess::variant::Standard;

use super::Node;
use crate::positions::questions;

/// Series of questions of chess that show what random positions rarely do: numbers that overflow, tables that have become
/// full, states that are wrong only after four or five plies, and positions that are not set up again. Each is for
/// [`hunt_series`](super::hunt_series).
pub fn fixed_series(style: CastlingStyle) -> impl Iterator<Item = Vec<Node>> {
    questions("fuzz").iter().filter_map(move |steps| {
        let node = |&(fen, moves, depth): &(&str, &str, u32)| {
            Node::asked(fen, moves.split_whitespace(), depth, &Standard, style)
        };
        steps.iter().map(node).collect()
    })
}

#[cfg(test)]
mod tests {
    use movegen::chess::{Bitboard, Color, File, Position, Rank, Square};

    use super::*;
    use crate::ask::{InProcess, MoveGenerator, Recording};
    use crate::find::hunt_series;

    const STYLE: CastlingStyle = CastlingStyle::Standard;

    #[test]
    fn no_question_is_left_out() {
        let series: Vec<_> = fixed_series(STYLE).collect();
        assert_eq!(series.len(), questions("fuzz").len());
        for (nodes, steps) in series.iter().zip(questions("fuzz")) {
            assert_eq!(nodes.len(), steps.len());
        }
    }

    /// A correct generator, except that the capture of a castling rook leaves the right, which shows if another rook comes to
    /// the square.
    struct KeepsRights;

    /// A position, and the squares of rooks whose right has not ended by a move of the king or of the rook itself.
    type Kept = (Position, Bitboard);

    impl MoveGenerator for KeepsRights {
        type Position = Kept;

        fn set_up(&mut self, fen: &str) -> Result<Kept, String> {
            let position: Position = fen.parse().map_err(|_| fen.to_owned())?;
            Ok((position, position.castling_rooks()))
        }

        fn legal_moves(&mut self, (position, _): &Kept) -> Vec<String> {
            let moves = position.legal_moves();
            moves.iter().map(|mv| mv.to_string()).collect()
        }

        fn play(&mut self, (position, kept): &Kept, mv: &str) -> Kept {
            let mv = position.parse_uci(mv).expect("a legal move");
            let mut setup = position.play(mv).to_setup();
            let rook_moves = position.castling_rooks().contains(mv.from());
            let ends = |square: Square| {
                let king = Square::new(File::E, square.rank());
                mv.from() == king || rook_moves && mv.from() == square
            };
            let kept: Bitboard = kept.into_iter().filter(|&square| !ends(square)).collect();
            let has_rook = |square: &Square| {
                let color = match square.rank() {
                    Rank::First => Color::White,
                    _ => Color::Black,
                };
                setup.board[square.index()] == Some(color.rook())
            };
            setup.castling = kept.into_iter().filter(has_rook).collect();
            let (position, _) = Position::from_setup(&setup).expect("a position");
            (position, kept)
        }
    }

    #[test]
    fn rights_that_come_back_with_another_rook_are_found() {
        let has_two = |nodes: &Vec<Node>| {
            ["RR2K1RR", "rr2k1rr"]
                .iter()
                .any(|rank| nodes[0].fen.contains(rank))
        };
        let series: Vec<_> = fixed_series(STYLE).filter(has_two).collect();
        assert_eq!(series.len(), 2);
        for nodes in series {
            let mut generator = InProcess(&mut KeepsRights);
            let found = hunt_series(&mut Recording::new(&mut generator), &nodes, STYLE, &mut ());
            let found = found.expect("answers").expect("a disagreement");
            assert!(
                found
                    .finding
                    .difference()
                    .extra
                    .iter()
                    .any(|mv| mv.starts_with('e'))
            );
        }
    }

    #[test]
    fn some_game_is_long_and_some_move_is_taken_back() {
        let series: Vec<_> = fixed_series(STYLE).collect();
        let mut nodes = series.iter().flatten();
        assert!(nodes.any(|node| node.moves.len() > 256));
        let takes_back = |pair: &[Node]| {
            pair[0].moves.len() > pair[1].moves.len() && pair[0].moves.starts_with(&pair[1].moves)
        };
        assert!(series.iter().any(|nodes| nodes.windows(2).any(takes_back)));
    }
}
