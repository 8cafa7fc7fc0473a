//! Positions to be asked about: close to one that was found, and random ones.

use movegen::chess::{Bitboard, CastlingStyle, PieceKind, Position, Rank, Setup, Square};
use movegen::random::Random;

use crate::find::{Node, RandomPositions, count};

/// The number of positions of each kind.
const EACH: usize = 120;

/// Larger trees are not asked for.
const MOST_LEAVES: u128 = 3000;

/// The changed positions that are tried until there are enough.
const MOST_TRIED: usize = 4 * EACH;

/// Positions in which one piece stands elsewhere, then random ones, always the same.
pub(super) fn around(
    position: &Position,
    depth: u32,
    style: CastlingStyle,
) -> impl Iterator<Item = Node> {
    let mut random = Random::new(21);
    let setup = position.to_setup();
    let changed = (0..MOST_TRIED).filter_map(move |_| {
        let (position, _) = Position::from_setup(&changed(&setup, &mut random)?).ok()?;
        let is_small = || count(position, depth).is_ok_and(|ours| ours.total <= MOST_LEAVES);
        let is_possible = position.checks_are_possible(None, style) && is_small();
        is_possible.then(|| Node::root(position, None, depth, style))
    });
    let random = RandomPositions {
        seed: 15,
        chess960: style == CastlingStyle::Chess960,
        depth,
        most_leaves: MOST_LEAVES,
    };
    let random = random.nodes().flatten();
    // A tree of one ply has no move that is unmade.
    let random = random.filter(move |node| depth == 1 || node.depth > 1);
    changed.take(EACH).chain(random.take(EACH))
}

/// The same with one piece on another square, and without an en passant square; `None` if that is a pawn on a back rank.
/// Castling rights without their king or rook end.
fn changed(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let occupied = |square: &Square| setup.board[square.index()].is_some();
    let (pieces, free): (Vec<Square>, Vec<Square>) = Square::ALL.into_iter().partition(occupied);
    let (from, to) = (random.pick(&pieces), random.pick(&free));
    let is_pawn = setup.board[from.index()].is_some_and(|piece| piece.kind == PieceKind::Pawn);
    if is_pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
        return None;
    }
    let mut changed = setup.clone();
    changed.board.swap(from.index(), to.index());
    changed.en_passant = None;
    let kept = |rook: &Square| {
        let color = setup.board[rook.index()].map(|rook| rook.color);
        *rook != from && color.is_some_and(|color| setup.king(color) != Some(from))
    };
    changed.castling = setup
        .castling
        .into_iter()
        .filter(kept)
        .collect::<Bitboard>();
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::ParsedFen;

    /// The FEN that is asked about is that of the position that is counted.
    #[test]
    fn samples_are_written_as_they_are() {
        let fen = "8/8/8/5PpP/1k6/8/p1P4p/R3K2R w KQ g6 0 2";
        let position: Position = fen.parse().expect("valid");
        for node in around(&position, 1, CastlingStyle::Standard) {
            let setup = node.fen.parse::<ParsedFen>().expect("valid").setup;
            let (read, _) = Position::from_setup(&setup).expect("valid");
            let mut read = read;
            for text in &node.moves {
                read = read.play(read.parse_uci(text).expect("legal"));
            }
            let counted = node.position.as_standard().expect("chess");
            assert_eq!(read.key(), counted.key(), "{}", node.fen);
        }
    }
}
