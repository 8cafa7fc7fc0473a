//! What is drawn at random: a position, or a series of questions around one.

use movegen::chess::CastlingStyle;
use workbench::ask::{Error, OtherSide};
use workbench::find::{Disagreement, Node, RandomPositions, RandomSeries, hunt_paced, hunt_series};

use super::super::pace::Pace;
use super::FuzzArgs;

pub(super) enum Drawing {
    /// One position, counted at depth 1, 2 and so on.
    Position(Box<Node>),
    /// A series of questions to one process, at least one.
    Series(Vec<Node>),
}

impl Drawing {
    /// The FEN of the position, or of the first one of the series.
    pub(super) fn fen(&self) -> String {
        let first = match self {
            Drawing::Position(node) => Some(&**node),
            Drawing::Series(nodes) => nodes.first(),
        };
        first.map(|node| node.fen.clone()).unwrap_or_default()
    }

    /// Compares the counts for which there is time.
    pub(super) fn hunt(
        &self,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
        pace: &mut Pace,
    ) -> Result<Option<Disagreement>, Error> {
        match self {
            Drawing::Position(node) => hunt_paced(other, node, style, pace),
            Drawing::Series(nodes) => hunt_series(other, nodes, style, pace),
        }
    }
}

/// Every such position is a series, also without `--state`.
const SERIES: u64 = 50;

/// The least `--depth` with such series: one that is chosen smaller is meant.
const LEAST_DEPTH: u32 = 3;

/// How many plies deeper they may be: tables and clocks show little in shallow trees.
const DEEPER: u32 = 3;

impl FuzzArgs {
    /// What the seed draws, without end.
    pub(super) fn drawings(&self) -> Box<dyn Iterator<Item = Result<Drawing, Error>>> {
        let FuzzArgs { seed, chess960, .. } = *self;
        let (depth, most_leaves) = (self.depth.plies(), self.max_nodes);
        let series = |depth| {
            let random = RandomSeries {
                seed,
                chess960,
                depth,
                most_leaves,
            };
            random.series().map(|nodes| Ok(Drawing::Series(nodes?)))
        };
        if self.state {
            return Box::new(series(depth));
        }
        let random = RandomPositions {
            seed,
            chess960,
            depth,
            most_leaves,
        };
        let has_series = self.depth.plies() >= LEAST_DEPTH;
        let mut series = series(depth + DEEPER);
        let positions = random.nodes().zip(1_u64..);
        Box::new(positions.filter_map(move |(node, number)| {
            // The position is left out, so that the others keep their numbers.
            match has_series && number % SERIES == SERIES / 2 {
                true => series.next(),
                false => Some(node.map(|node| Drawing::Position(Box::new(node)))),
            }
        }))
    }
}
