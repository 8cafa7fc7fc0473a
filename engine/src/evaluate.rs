//! The static evaluation of a position, without a search.

use movegen::chess::{PieceKind, Position, Square};

use crate::accumulator::Accumulators;
use crate::endgame::{self, Knowledge};
use crate::network::Network;

/// Bound of every evaluation, so that none looks like a mate score, no matter how many queens there
/// are.
const LIMIT: i32 = 20_000;

impl Network {
    /// The static evaluation in centipawns, from the view of the side to move.
    ///
    /// ```
    /// use engine::network::Network;
    /// let queen_ahead = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().unwrap();
    /// assert!(Network::default().evaluate(&queen_ahead) > 400);
    /// ```
    pub fn evaluate(&self, position: &Position) -> i32 {
        at_ply(&mut Accumulators::new(0, self.clone()), position, 0)
    }

    /// The value of each piece on its square to its own side, in centipawns, except for the kings:
    /// how much the evaluation falls when the piece is removed.
    ///
    /// A neural network has no terms to show, and this comes closest to them. The values do not add
    /// up to the evaluation.
    ///
    /// ```
    /// use engine::network::Network;
    /// use movegen::chess::{Position, Square};
    /// let values = Network::default().piece_values(&Position::startpos());
    /// let value_on = |square| values.iter().find(|value| value.0 == square).unwrap().1;
    /// assert_eq!(values.len(), 30);
    /// assert!(value_on(Square::D8) > value_on(Square::A8));
    /// assert!(value_on(Square::A8) > value_on(Square::B8));
    /// ```
    pub fn piece_values(&self, position: &Position) -> Vec<(Square, i32)> {
        let mut accumulators = Accumulators::new(0, self.clone());
        let pieces = position.occupied() - position.pieces(PieceKind::King);
        pieces
            .into_iter()
            .map(|square| (square, accumulators.piece_value(position, square)))
            .collect()
    }
}

/// The evaluation, with the accumulators of the current line.
pub(crate) fn at_ply(accumulators: &mut Accumulators, position: &Position, ply: usize) -> i32 {
    let value = match endgame::knowledge(position) {
        Knowledge::Nothing => accumulators.evaluate(position, ply),
        Knowledge::Value(value) => value,
        Knowledge::Divide(divisor) => accumulators.evaluate(position, ply) / divisor,
    };
    value.clamp(-LIMIT, LIMIT)
}
