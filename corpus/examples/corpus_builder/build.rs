//! Makes the corpus: walks until there are enough positions from each source.

use std::collections::HashSet;
use std::time::Instant;

use corpus::code::{self, Record};
use corpus::features::{self, Facts, FeatureSet};
use corpus::generate::{Request, generate};
use corpus::{Explorer, Source, origin};
use movegen::chess::{Color, Kernel, Position};
use movegen::perft::{Perft, Stop};

use super::{Done, FULL};

/// The seed of the embedded corpus.
const SEED: u64 = 20_261_122;

/// How many positions with four counts or more come from each source.
const SHARES: [(Source, usize); 5] = [
    (Source::Standard, 50_000),
    (Source::Chess960, 35_000),
    (Source::DoubleChess960, 45_000),
    (Source::Constructed { chess960: false }, 45_000),
    (Source::Constructed { chess960: true }, 35_000),
];

/// Positions with fewer counts, because their trees are too large, are kept up to this number for
/// each feature.
const WIDE_PER_FEATURE: u32 = 60;

/// Features seen less often than this make a position welcome whatever its size.
const RARE: u32 = 150;

/// At least this many positions have each feature, as far as they can be generated.
const LEAST_PER_FEATURE: u32 = 250;

/// One in this number of positions with a bare king is kept: there is little to get wrong.
const BARE_KINGS: usize = 6;

/// The depth that positions have at least.
const DEPTH: u32 = 4;

/// The depth that positions with few moves may reach.
const GREATEST_DEPTH: u32 = 6;

/// The greatest number of leaves, about, below [`DEPTH`].
const DEEP: u64 = 20_000;

struct Builder {
    explorer: Explorer,
    bytes: Vec<u8>,
    /// Keys of the positions that are in the corpus.
    known: HashSet<u128>,
    leaves: u64,
    positions: usize,
    wide: usize,
    kernel: Kernel,
}

pub(super) fn run() -> Done {
    let started = Instant::now();
    let mut builder = Builder {
        explorer: Explorer::new(SEED),
        bytes: Vec::new(),
        known: HashSet::new(),
        leaves: 0,
        positions: 0,
        wide: 0,
        kernel: Kernel::best(),
    };
    for (source, share) in SHARES {
        let enough = builder.positions + share;
        while builder.positions < enough {
            builder.walk(source)?;
        }
        let (positions, leaves) = (builder.positions, builder.leaves);
        eprintln!(
            "{source:?}: {positions} positions, {leaves} leaves, {:.0?}",
            started.elapsed()
        );
    }
    builder.add_rare_features()?;
    let deflated = code::deflate(&builder.bytes);
    println!(
        "{} positions, {} wide ones, {} leaves at the greatest depths, {} bytes, {} deflated",
        builder.positions,
        builder.wide,
        builder.leaves,
        builder.bytes.len(),
        deflated.len()
    );
    std::fs::write(FULL, deflated)?;
    Ok(())
}

impl Builder {
    /// One walk of a random length. Positions with few moves ahead are kept more often.
    fn walk(&mut self, source: Source) -> Done {
        let plies = match source {
            Source::Constructed { .. } => 3 + self.explorer.random.below(12),
            _ => 10 + self.explorer.random.below(190),
        };
        let start = self.explorer.start(source);
        let mut here = start.position().ok_or("a start without a position")?;
        let facts = Facts::new(here, None);
        let found = features::of(&facts);
        let mut records = vec![Record {
            index: 0,
            counts: self.counts(&facts, found)?,
        }];
        for _ in 0..plies {
            let Some(step) = self.explorer.step(&here) else {
                break;
            };
            here = step.facts.position;
            records.push(Record {
                index: step.index,
                counts: self.counts(&step.facts, step.features)?,
            });
        }
        // Steps after the last position that is kept lead nowhere.
        let last = records.iter().rposition(|record| !record.counts.is_empty());
        if let Some(last) = last {
            records.truncate(last + 1);
            code::push_walk(&mut self.bytes, &start, &records);
        }
        Ok(())
    }

    /// Generates positions with the features that hardly occur in walks.
    fn add_rare_features(&mut self) -> Done {
        for (bit, feature) in features::all().enumerate() {
            let request = Request {
                features: vec![feature],
                seed: SEED + bit as u64,
                chess960: feature.id.starts_with("chess960"),
            };
            for found in generate(request).take(4 * LEAST_PER_FEATURE as usize) {
                if self.explorer.seen()[bit] >= LEAST_PER_FEATURE {
                    break;
                }
                let Some((start, index)) = origin(&found.facts) else {
                    continue;
                };
                let counts = self.counts(&found.facts, found.features)?;
                if counts.is_empty() {
                    continue;
                }
                let last = Record {
                    index: index.unwrap_or(0),
                    counts,
                };
                let before = index.map(|_| Record {
                    index: 0,
                    counts: Vec::new(),
                });
                let records: Vec<Record> = before.into_iter().chain([last]).collect();
                code::push_walk(&mut self.bytes, &start, &records);
            }
        }
        Ok(())
    }

    /// The counts of a position; empty if it is not kept.
    fn counts(&mut self, facts: &Facts, found: FeatureSet) -> Result<Vec<u64>, String> {
        let random = &mut self.explorer.random;
        let most = match random.below(64) {
            0 => 1_000_000,
            1..12 => 300_000,
            12..36 => 120_000,
            _ => 40_000,
        };
        let rare = |limit: u32, seen: &[u32]| found.bits().any(|bit| seen[bit] < limit);
        let welcome = rare(RARE, self.explorer.seen());
        let most = if welcome { 1_500_000 } else { most };
        let bare = Color::ALL
            .into_iter()
            .any(|side| facts.position.colors(side).len() == 1);
        let dull = bare && !welcome && !self.explorer.random.one_in(BARE_KINGS);
        if dull || self.known.contains(&facts.position.key()) {
            return Ok(Vec::new());
        }
        let mut counts: Vec<u64> = Vec::new();
        for depth in 1..=GREATEST_DEPTH {
            if estimate(&counts, depth) > if depth > DEPTH { DEEP } else { 2 * most } {
                break;
            }
            let count = self.count(&facts.position, depth)?;
            if count > most {
                break;
            }
            counts.push(count);
        }
        let deep = counts.len() >= DEPTH as usize;
        let wide = counts.len() >= 2 && rare(WIDE_PER_FEATURE, self.explorer.seen());
        if !deep && !wide {
            return Ok(Vec::new());
        }
        self.known.insert(facts.position.key());
        self.explorer.see(found);
        self.positions += usize::from(deep);
        self.wide += usize::from(!deep);
        self.leaves += counts.last().copied().unwrap_or(0);
        Ok(counts)
    }

    fn count(&self, position: &Position, depth: u32) -> Result<u64, String> {
        let outcome =
            Perft::new(depth)
                .threads(1)
                .run(position, &self.kernel, &Stop::new(), |_| {});
        let total = outcome.map_err(|error| error.to_string())?.total;
        u64::try_from(total).map_err(|error| error.to_string())
    }
}

/// About how many leaves the position has at this depth, or at [`DEPTH`] if that is deeper: two
/// plies have about as many successors as the first two.
fn estimate(counts: &[u64], depth: u32) -> u64 {
    match counts {
        [.., before, last] if depth > DEPTH => last * last / before.max(&1),
        [_, second] => second * second,
        [first, second, third] => third * second / first.max(&1),
        _ => 0,
    }
}
