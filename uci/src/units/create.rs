//! Splits a count into units.

use movegen::perft::{Perft, PerftError, PrefixError, Stop, prefixes};

use super::file::UnitFile;
use super::unit::{self, Unit, Units};
use crate::games::{Game, Root};
use crate::known::{Comparison, Known, Quantity};

/// A count that is split for checkpoints has at least this many units for each thread, if its depth allows:
/// a restart then loses little, and no thread waits long for the last units.
const UNITS_PER_THREAD: usize = 64;

/// A unit has about this many leaves at most: with a hash table, a matter of a minute.
const MOST_LEAVES: f64 = 3e13;

/// A unit has about this many leaves at least: fewer are counted in less time than it takes to store them.
const LEAST_LEAVES: f64 = 5e7;

/// Units are not split further if there are this many: each of them is a file.
const MANY_UNITS: usize = 20_000;

/// The hash table for counting the lines to the units.
const TABLE_MEGABYTES: usize = 16;

/// Why a count is not split into units.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The split leaves nothing to count.
    #[error("a split is at least 1 and less than the depth of {depth}, found {split}")]
    Split {
        /// The depth of the count.
        depth: u32,
        /// The split as given.
        split: u32,
    },
    /// The game does not distinguish leaves.
    #[error("--stats does not go with --game {0}: it has no statistics")]
    Statistics(&'static str),
    /// Counting the lines to the units failed.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// The self-test failed: lines were lost or counted twice.
    #[error("the lines to the units are {found}, but perft({split}) is {expected}: this is a bug")]
    Paths {
        /// The plies to the units.
        split: u32,
        /// The sum over all units.
        found: u128,
        /// The count.
        expected: u128,
    },
    /// The self-test failed: the text of a unit stands for another position.
    #[error("'{0}' is read as another position: this is a bug")]
    Text(String),
    /// The number of units is not the published number of positions.
    #[error("{0}")]
    Known(String),
    /// A signal.
    #[error("interrupted")]
    Interrupted,
    /// More positions than allowed.
    #[error("a split of {split} makes more than {most} positions")]
    Many {
        /// The plies to the units.
        split: u32,
        /// The most positions allowed in all plies up to the units.
        most: usize,
    },
    /// More lines to one unit than 64 bits hold.
    #[error("more than 2^64 lines lead to one unit: choose a smaller split")]
    Lines,
}

/// Splits the count of `depth` plies below the root into units `split` plies down, and checks them:
/// that the lines to them are as many as perft counts, that every text is read as the same position,
/// and that they are as many as published, if they are. `most` limits the positions of all plies up to the units.
///
/// # Errors
/// [`CreateError`] if the split is impossible, interrupted or wrong.
pub fn create<G: Game>(
    root: &Root<G>,
    depth: u32,
    split: u32,
    with_statistics: bool,
    most: usize,
    stop: &Stop,
) -> Result<UnitFile, CreateError> {
    if split == 0 || split >= depth {
        return Err(CreateError::Split { depth, split });
    }
    let statistics = match (with_statistics, G::STATISTICS) {
        (true, None) => return Err(CreateError::Statistics(G::NAME)),
        (true, Some(source)) => Some(source.columns),
        (false, _) => None,
    };
    let moves = root.position.moves().into_iter();
    let moves = moves.map(|mv| root.position.move_text(mv, root.notation));
    let mut file = UnitFile {
        root: root.fields.clone(),
        position: Box::new(root.position.clone()),
        depth,
        split,
        statistics,
        moves: moves.collect(),
        units: Units::default(),
    };
    let columns = file.columns();
    let found = prefixes(&root.position, split, most, stop);
    let found = found.map_err(|error| match error {
        PrefixError::Stopped => CreateError::Interrupted,
        PrefixError::Lines => CreateError::Lines,
        PrefixError::Many { most, .. } => CreateError::Many { split, most },
    })?;
    for (index, prefix) in found.into_iter().enumerate() {
        let text = G::text_after(&root.source, &prefix.line, &prefix.position);
        let same = G::parse(&text).is_ok_and(|read| read.plays_like(&prefix.position));
        if !same {
            return Err(CreateError::Text(text));
        }
        let unit = Unit {
            id: unit::id(G::NAME, &text, depth - split, &columns),
            position: text,
            paths: prefix.paths,
        };
        file.units.add(index, unit);
    }
    // A narrow tree has few positions, but maybe more lines than can be walked one by one.
    let perft = Perft::new(split).threads(0).hash_mb(TABLE_MEGABYTES);
    let counting = G::fastest();
    let counted = perft.run(&root.position, &G::counter(&counting), stop, |_| {})?;
    if !counted.complete {
        return Err(CreateError::Interrupted);
    }
    let (found, expected) = (file.paths(), counted.total);
    if found != expected {
        return Err(CreateError::Paths {
            split,
            found,
            expected,
        });
    }
    let unique = (split, Quantity::Unique, file.units.count() as u128);
    let comparison = Comparison::new(Known::published(), &root.position, [unique]);
    match comparison.text() {
        Some(text) if comparison.differs() => Err(CreateError::Known(text)),
        _ => Ok(file),
    }
}

/// Chooses the split of a count on one machine that stores what it has counted: units short enough that a
/// restart loses little, and so long that storing them takes no time.
pub fn choose_split<G: Game>(root: &G, depth: u32, threads: usize, stop: &Stop) -> u32 {
    let enough = UNITS_PER_THREAD * threads;
    let mut split = 1;
    while split + 1 < depth {
        let Ok(found) = prefixes(root, split, usize::MAX, stop) else {
            break;
        };
        let moves: usize = found.iter().map(|found| found.position.moves().len()).sum();
        let width = moves as f64 / found.len().max(1) as f64;
        let leaves = width.powf(f64::from(depth - split));
        let short = leaves <= MOST_LEAVES || found.len() >= MANY_UNITS;
        if found.len() >= enough && short || leaves / width < LEAST_LEAVES || moves == 0 {
            break;
        }
        split += 1;
    }
    split
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use movegen::perft::{AnyCounter, ChildCounter, Tree};

    use super::*;
    use crate::games::EveryMove;

    /// A position with two moves that lead back to it: 2^n lines of n plies.
    #[derive(Clone, Debug)]
    struct Loop;

    impl Tree for Loop {
        type Move = bool;

        fn moves(&self) -> Vec<bool> {
            vec![false, true]
        }

        fn child(&self, _: bool) -> Loop {
            Loop
        }

        fn key(&self) -> u128 {
            0
        }

        fn plays_like(&self, _: &Loop) -> bool {
            true
        }
    }

    impl Game for Loop {
        const NAME: &'static str = "loop";
        const SUMMARY: &'static str = "A loop";
        const POSITION_FIELD: &'static str = "loop";

        type Notation = ();
        type Source = ();
        type Counting = EveryMove;
        type ParseError = Infallible;

        fn parse(_: &str) -> Result<Loop, Infallible> {
            Ok(Loop)
        }

        fn text_after(_: &(), _: &[bool], _: &Loop) -> String {
            "loop".to_owned()
        }

        fn move_text(&self, mv: bool, (): ()) -> String {
            mv.to_string()
        }

        fn fastest() -> EveryMove {
            EveryMove
        }

        fn counter(_: &EveryMove) -> AnyCounter<'_, Loop> {
            AnyCounter::new(&ChildCounter)
        }
    }

    #[test]
    fn too_many_lines_are_no_interruption() {
        let root = Root {
            position: Loop,
            source: (),
            notation: (),
            fields: Vec::new(),
            warnings: Vec::new(),
            remarks: Vec::new(),
        };
        let create =
            |split, stop: &Stop| create(&root, 99, split, false, usize::MAX, stop).map(|_| ());
        let stop = Stop::new();
        assert!(matches!(create(65, &stop), Err(CreateError::Lines)));
        assert!(create(8, &stop).is_ok());
        assert!(create(60, &stop).is_ok());
        stop.stop();
        assert!(matches!(create(65, &stop), Err(CreateError::Interrupted)));
    }

    #[test]
    fn units_are_many_enough_and_not_too_short() {
        let start = movegen::chess::Position::startpos();
        // 20 units for depth 7: 400 would have 3 million leaves each. 8 threads need more than 400.
        for (depth, threads, split) in [(2, 2, 1), (7, 2, 1), (8, 2, 2), (9, 2, 2), (9, 8, 3)] {
            let found = choose_split(&start, depth, threads, &Stop::new());
            assert_eq!(found, split, "depth {depth}, {threads} threads");
        }
    }
}
