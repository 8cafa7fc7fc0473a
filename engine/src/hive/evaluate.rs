//! The static evaluation of a Hive position: the danger of the queens, and mobility.

use movegen::hive::{Bug, Bulk, Color, Move, Piece, Position};
use movegen::perft::{Counter as _, Stop};

/// Penalty by the number of neighbours of its own queen. The sixth ends the game.
const QUEEN_DANGER: [i32; 7] = [0, 10, 35, 90, 170, 280, 400];

/// Penalty for a queen with a beetle on top: it cannot escape.
const COVERED_QUEEN: i32 = 25;

/// Further moves do not improve the evaluation.
const MAX_MOBILITY: u64 = 100;

/// The evaluation from the view of the side to move. The unit is one additional move.
///
/// The position must have no winner yet.
pub fn evaluate(position: &Position) -> i32 {
    let turn = position.turn();
    let own = evaluate_side(position, turn, mobility(position));
    let opponent = evaluate_side(position, !turn, mobility(&position.play(Move::Pass)));
    own - opponent
}

fn evaluate_side(position: &Position, color: Color, mobility: i32) -> i32 {
    let queen = Piece::new(color, Bug::Queen, 1);
    let Some((hex, _)) = position.place(queen) else {
        return mobility;
    };
    let neighbours = hex.neighbours().into_iter();
    let occupied = neighbours.filter(|&hex| position.is_occupied(hex)).count();
    let covered = position.stack(hex).last() != Some(&queen);
    mobility - QUEEN_DANGER[occupied] - COVERED_QUEEN * i32::from(covered)
}

/// The number of moves of the side to move.
fn mobility(position: &Position) -> i32 {
    let moves = Bulk.leaves(position, 1, &Stop::new()).unwrap_or_default();
    moves.min(MAX_MOBILITY) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::hive::Game;

    fn value(text: &str) -> i32 {
        evaluate(text.parse::<Game>().expect(text).position())
    }

    #[test]
    fn a_symmetric_position_is_even() {
        // Both sides have the same arrangement.
        let symmetric = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
        assert_eq!(value(symmetric), 0);
    }

    #[test]
    fn a_neighbour_endangers_the_queen() {
        let game = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bS1/";
        // Black is to move in both positions.
        let (adjacent, apart) = (format!("{game};wA1 bQ-"), format!("{game};wA1 /wQ"));
        assert!(value(&adjacent) < value(&apart));
    }
}
