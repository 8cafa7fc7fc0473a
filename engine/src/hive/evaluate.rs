//! What a position without a winner is worth.

use movegen::hive::{Bug, Bulk, Color, Move, Piece, Position};
use movegen::perft::{Counter as _, Stop};

/// How bad it is for a queen to have so many neighbours. The sixth ends the game.
const DANGER: [i32; 7] = [0, 10, 35, 90, 170, 280, 400];

/// A queen that cannot get away is in worse danger.
const STUCK: i32 = 25;

/// More moves than these make nothing better.
const ENOUGH_MOVES: u64 = 100;

/// The value for the side to move: 1 is what one move more is worth.
pub fn evaluate(position: &Position) -> i32 {
    let turn = position.turn();
    let own = side(position, turn, mobility(position));
    let other = side(position, !turn, mobility(&position.play(Move::Pass)));
    own - other
}

fn side(position: &Position, color: Color, moves: i32) -> i32 {
    let queen = Piece::new(color, Bug::Queen, 1);
    let Some((hex, _)) = position.place(queen) else {
        return moves;
    };
    let neighbours = hex.neighbours().into_iter();
    let around = neighbours.filter(|&hex| position.is_occupied(hex)).count();
    let covered = position.stack(hex).last() != Some(&queen);
    moves - DANGER[around] - STUCK * i32::from(covered)
}

/// How many moves whoever is to move has.
fn mobility(position: &Position) -> i32 {
    let moves = Bulk.leaves(position, 1, &Stop::new()).unwrap_or_default();
    moves.min(ENOUGH_MOVES) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::hive::Game;

    fn value(text: &str) -> i32 {
        evaluate(text.parse::<Game>().expect(text).position())
    }

    #[test]
    fn both_sides_see_the_same() {
        // The second is the first with the colours changed, and White to move again.
        let even = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
        assert_eq!(value(even), 0);
    }

    #[test]
    fn a_piece_beside_a_queen_is_bad_for_her_side() {
        let game = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bS1/";
        // Black is to move after either.
        let (beside, apart) = (format!("{game};wA1 bQ-"), format!("{game};wA1 /wQ"));
        assert!(value(&beside) < value(&apart));
    }
}
