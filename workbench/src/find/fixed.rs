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
    use super::*;

    #[test]
    fn no_question_is_left_out() {
        let series: Vec<_> = fixed_series(CastlingStyle::Standard).collect();
        assert_eq!(series.len(), questions("fuzz").len());
        for (nodes, steps) in series.iter().zip(questions("fuzz")) {
            assert_eq!(nodes.len(), steps.len());
        }
    }
}
