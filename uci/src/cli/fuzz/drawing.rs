//! What a run asks about: positions of the killer corpus, random ones, and series of questions around one.

use corpus::code::CodeError;
use corpus::{Embedded, Sample};
use movegen::chess::CastlingStyle;
use workbench::ask::{Error, OtherSide};
use workbench::find::{
    Disagreement, Node, RandomGames, RandomPositions, RandomSeries, fixed_series, hunt_paced,
    hunt_series,
};

use super::super::pace::Pace;
use super::super::verdict::Origin;
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

/// The number of the first position that is not drawn, but fixed. Such questions are not asked if that takes a slow program
/// too long.
const FIRST_FIXED: u64 = 30;

/// The least `--depth` with such series: one that is chosen smaller is meant.
const LEAST_DEPTH: u32 = 3;

/// How many plies deeper they may be: tables and clocks show little in shallow trees.
const DEEPER: u32 = 3;

/// A drawing, and where it is from.
pub(super) type Numbered = (Origin, u64, Result<Drawing, Error>);

impl FuzzArgs {
    /// Everything that the run asks about. Positions of the killer corpus and random ones alternate, so that a slow program
    /// is asked about both.
    pub(super) fn drawings(&self, killer: Vec<Node>) -> impl Iterator<Item = Numbered> {
        let killer = (1..).zip(killer);
        let mut killer = killer.map(|(number, node)| {
            let drawing = Drawing::Position(Box::new(node));
            (Origin::Killer, number, Ok(drawing))
        });
        let origin = Origin::Seed(self.seed());
        let random = (1..=self.positions()).zip(self.random());
        let mut random = random.map(move |(number, drawing)| (origin, number, drawing));
        (0_u64..).map_while(move |place| match place.is_multiple_of(2) {
            true => killer.next().or_else(|| random.next()),
            false => random.next().or_else(|| killer.next()),
        })
    }

    /// The positions of the killer corpus; none if the arguments choose the positions.
    ///
    /// # Errors
    /// [`CodeError`] if the corpus is damaged.
    pub(super) fn killer(&self) -> Result<Vec<Node>, CodeError> {
        let chooses = self.state || self.positions.is_some() || self.seed.is_some();
        if chooses || !self.is_chess() {
            return Ok(Vec::new());
        }
        let style = CastlingStyle::new(self.chess960);
        let node = |sample: Sample| {
            let leaves = sample.counts.iter().map(|&count| u128::from(count));
            let small = leaves.take_while(|leaves| *leaves <= self.max_nodes);
            let depth = (small.count() as u32).clamp(1, self.depth.plies());
            Node::root(sample.position, sample.passed, depth, style)
        };
        let is_asked = |sample: &Result<Sample, CodeError>| {
            sample
                .as_ref()
                .map_or(true, |sample| sample.chess960 == self.chess960)
        };
        let samples = Embedded::Killer.samples().filter(is_asked);
        samples.map(|sample| sample.map(node)).collect()
    }

    /// What the seed draws, without end.
    fn random(&self) -> Box<dyn Iterator<Item = Result<Drawing, Error>>> {
        let (rules, seed, chess960) = (self.variant.rules(), self.seed(), self.chess960);
        let (depth, most_leaves) = (self.depth.plies(), self.max_nodes);
        let series = |depth| {
            let random = RandomSeries {
                rules,
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
        let positions: Box<dyn Iterator<Item = Result<Node, Error>>> = match self.is_chess() {
            true => {
                let random = RandomPositions {
                    seed,
                    chess960,
                    depth,
                    most_leaves,
                };
                Box::new(random.nodes())
            }
            false => {
                let random = RandomGames {
                    rules,
                    seed,
                    chess960,
                    depth,
                    most_leaves,
                };
                Box::new(random.nodes())
            }
        };
        let has_series = self.depth.plies() >= LEAST_DEPTH;
        let mut series = series(depth + DEEPER);
        let positions = positions.zip(1_u64..);
        let style = CastlingStyle::new(chess960);
        // Without a time limit, a slow program would be asked as well.
        let has_fixed = has_series && self.is_chess() && self.time.is_some();
        let fixed = has_fixed.then(|| fixed(style));
        let mut fixed = fixed.into_iter().flatten().peekable();
        Box::new(positions.filter_map(move |(node, number)| {
            // The position is left out, so that the others keep their numbers.
            if let Some((_, nodes)) = fixed.next_if(|(of_series, _)| *of_series == number) {
                return Some(Ok(Drawing::Series(nodes)));
            }
            match has_series && is_series(number) {
                true => series.next(),
                false => Some(node.map(|node| Drawing::Position(Box::new(node)))),
            }
        }))
    }
}

/// Whether the position with this number is a series that is drawn.
fn is_series(number: u64) -> bool {
    number % SERIES == SERIES / 2
}

/// The fixed series, each with its number, in ascending order.
fn fixed(style: CastlingStyle) -> impl Iterator<Item = (u64, Vec<Node>)> {
    let numbers = (FIRST_FIXED..).filter(|&number| !is_series(number));
    numbers.zip(fixed_series(style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_questions_have_numbers_of_their_own() {
        let style = CastlingStyle::Standard;
        let numbers: Vec<u64> = fixed(style).map(|series| series.0).collect();
        assert_eq!(numbers.len(), fixed_series(style).count());
        assert_eq!(numbers.first(), Some(&FIRST_FIXED));
        assert!(!numbers.iter().any(|&number| is_series(number)));
    }
}
