//! King of the hill: a king that reaches one of the four squares in the centre wins.

use super::{GameOver, Rules, VariantPosition};
use crate::chess::{Bitboard, Square};

/// The rules of king of the hill, as lichess plays it.
#[derive(Clone, Copy, Debug)]
pub struct KingOfTheHill;

/// The squares d4, e4, d5 and e5.
const HILL: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl Rules for KingOfTheHill {
    fn name(&self) -> &'static str {
        "kingofthehill"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["koth", "king-of-the-hill"]
    }

    fn summary(&self) -> &'static str {
        "A king on d4, e4, d5 or e5 wins"
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        // The side that has just moved first: only it can have reached the hill by a legal move.
        let turn = position.chess().turn();
        [!turn, turn].into_iter().find_map(|color| {
            let square = position.chess().king(color);
            HILL.contains(square).then(|| GameOver {
                code: "king_on_the_hill",
                winner: Some(color),
                reason: format!("the {color} king has reached {square}"),
            })
        })
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        position.chess().count_legal_moves()
    }

    fn counts_like_chess(&self, position: &VariantPosition, depth: u32) -> bool {
        // A king that cannot reach the hill before the last ply.
        let turn = position.chess().turn();
        let is_far = |color, moves| distance(position.chess().king(color)) > moves;
        is_far(turn, depth / 2) && is_far(!turn, depth.saturating_sub(1) / 2)
    }
}

/// The moves that a king needs to the hill at least. Castling stays on its rank, which is three steps away.
fn distance(king: Square) -> u32 {
    let steps = |index: usize| [3, 2, 1, 0, 0, 1, 2, 3][index % 8];
    steps(king.file().index()).max(steps(king.rank().index()))
}
