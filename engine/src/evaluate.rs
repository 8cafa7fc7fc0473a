//! What a position is worth without looking ahead.

use movegen::chess::{PieceKind, Position, Square};

use crate::accumulator::Accumulators;

/// No evaluation goes beyond this, so that none is taken for a mate however many queens there are.
const LIMIT: i32 = 20_000;

/// The static evaluation in centipawns, from the view of the side to move.
///
/// ```
/// use engine::evaluate;
/// let up_a_queen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().unwrap();
/// assert!(evaluate(&up_a_queen) > 400);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    at_ply(&mut Accumulators::new(0), position, 0)
}

/// What each man but the kings is worth to its own side where it stands, in centipawns: by how much
/// the evaluation would be less without it. These are the terms of a network, as far as it has any:
/// they do not add up to the evaluation.
///
/// ```
/// use engine::piece_values;
/// use movegen::chess::{Position, Square};
/// let values = piece_values(&Position::startpos());
/// let of = |square| values.iter().find(|value| value.0 == square).unwrap().1;
/// assert_eq!(values.len(), 30);
/// assert!(of(Square::D8) > of(Square::A8) && of(Square::A8) > of(Square::B8));
/// ```
pub fn piece_values(position: &Position) -> Vec<(Square, i32)> {
    let mut accumulators = Accumulators::new(0);
    let men = position.occupied() - position.pieces(PieceKind::King);
    men.into_iter()
        .map(|square| (square, accumulators.worth(position, square)))
        .collect()
}

/// The evaluation, from the accumulators of a line.
pub(crate) fn at_ply(accumulators: &mut Accumulators, position: &Position, ply: usize) -> i32 {
    accumulators.evaluate(position, ply).clamp(-LIMIT, LIMIT)
}
