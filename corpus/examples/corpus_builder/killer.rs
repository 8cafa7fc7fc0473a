//! Chooses the killer subset: positions of the full corpus that catch programs with known defects at
//! the lowest cost, and that have every feature several times, for defects that are not
//! imitated.
//!
//! A few positions of [`RETURNS`] are added, which the corpus has too rarely.
//!
//! The candidates are a pool of positions that have every feature even more often. All programs with
//! the defects of `workbench::imitate` are asked about all of them. The choice needs only the corpus
//! and these programs, so it is always the same.

use std::collections::HashSet;

use corpus::code::{self, Record, Samples, inflate};
use corpus::features::{self, COUNT, FeatureSet};
use corpus::{Sample, origin};
use movegen::chess::Position;

use super::broken::{self, Broken};
use super::cover::{Item, cover};
use super::{Done, FULL, KILLER};

/// How many positions of the pool have each feature, if the corpus has enough: this many with the most
/// features, and as many of the cheapest.
const PER_FEATURE_OF_POOL: u32 = 24;

/// How many chosen positions have each feature.
const PER_FEATURE: u32 = 20;

/// How many chosen positions catch each program: programs of others differ from it in details.
const PER_PROGRAM: u32 = 8;

/// The greatest number of leaves of a position, all depths together.
const MOST_LEAVES: u64 = 30_000;

/// Long positions may have more leaves. They are for programs that no other position catches, such as
/// those whose castling rights survive a move of the king: it takes five plies to see that.
const MOST_LONG_LEAVES: u64 = 150_000;

/// A long position is counted to this depth.
const LONG: usize = 5;

/// Or it has a count that does not fit into 16 bits, and transpositions for hash tables.
const LARGE: u64 = 70_000;

/// How many long positions of the pool have each feature.
const PER_FEATURE_OF_LONG: u32 = 5;

/// How many chosen positions catch a program that only long positions catch.
const PER_PROGRAM_OF_LONG: u32 = 2;

/// How many chosen positions have a large count.
const LARGE_COUNTS: u32 = 12;

/// Castling rights that must be lost although rook and king stand on their squares again: the rook or the king has moved and
/// come back, or another rook has taken the place of one that was captured. With the depth at which castling must be missing.
const RETURNS: [(&str, u32); 12] = [
    ("k7/p7/P7/8/8/8/8/4K2R w K - 0 1", 5),
    ("k7/p7/P7/8/8/8/8/R3K3 w Q - 0 1", 5),
    ("4k2r/8/8/8/8/p7/P7/K7 b k - 0 1", 5),
    ("r3k3/8/8/8/8/7p/7P/7K b q - 0 1", 5),
    // Captured by a promotion.
    ("4k3/8/8/8/8/R7/1p6/R3K3 b Q - 0 1", 4),
    ("4k3/8/8/8/8/7R/6p1/4K2R b K - 0 1", 4),
    ("r3k3/1P6/r7/8/8/8/8/4K3 w q - 0 1", 4),
    ("4k2r/6P1/7r/8/8/8/8/4K3 w k - 0 1", 4),
    // Captured by a knight.
    ("4k3/8/8/8/8/Rn6/8/R3K3 b Q - 0 1", 4),
    ("4k3/8/8/8/8/6nR/8/4K2R b K - 0 1", 4),
    ("r3k3/8/rN6/8/8/8/8/4K3 w q - 0 1", 4),
    ("4k2r/8/6Nr/8/8/8/8/4K3 w k - 0 1", 4),
];

/// A position costs a program about as much as this number of leaves before it counts any: it is
/// sent, read and answered at every depth.
const COST_OF_A_POSITION: u64 = 500;

/// The size that the subset must not exceed, in bytes.
const MOST_BYTES: usize = 100_000;

/// A position that may be chosen, with as many depths as fit.
struct Candidate {
    sample: Sample,
    features: FeatureSet,
    leaves: u64,
}

impl Candidate {
    /// The position with its first depths, up to this number of leaves; `None` if not even two fit.
    fn new(mut sample: Sample, features: FeatureSet, most: u64) -> Option<Candidate> {
        let mut leaves = 0;
        let fits = |&&count: &&u64| {
            leaves += count;
            leaves <= most
        };
        let depths = sample.counts.iter().take_while(fits).count();
        sample.counts.truncate(depths);
        (depths >= 2).then(|| Candidate {
            leaves: sample.counts.iter().sum(),
            sample,
            features,
        })
    }

    fn is_long(&self) -> bool {
        self.sample.counts.len() >= LONG
    }

    fn has_large_count(&self) -> bool {
        self.sample.counts.iter().any(|&count| count >= LARGE)
    }

    fn cost(&self) -> u64 {
        self.leaves + COST_OF_A_POSITION
    }
}

pub(super) fn run() -> Done {
    let (cheap, long) = candidates()?;
    let mut pool = pool(cheap);
    let first = pool.len();
    let (long, large): (Vec<Candidate>, Vec<Candidate>) =
        long.into_iter().partition(Candidate::is_long);
    for candidates in [long, large] {
        let indices = by_features(&candidates, PER_FEATURE_OF_LONG, Candidate::cost);
        pool.extend(only(candidates, &indices.into_iter().collect()));
    }
    let samples: Vec<Sample> = pool
        .iter()
        .map(|candidate| candidate.sample.clone())
        .collect();
    let broken = broken::ask_all(&samples, first);
    report(&broken, &pool[..first], &pool[first..]);
    let chosen = of_programs_and_features(&pool, first, &broken);
    let returns = returns()?;
    let chosen = chosen.iter().map(|&index| &pool[index]).chain(&returns);
    write(&chosen.collect::<Vec<_>>())
}

/// The positions of [`RETURNS`], with their counts.
fn returns() -> Result<Vec<Candidate>, Box<dyn std::error::Error + Send + Sync>> {
    let mut candidates = Vec::new();
    for (fen, depth) in RETURNS {
        let position: Position = fen.parse()?;
        let counts = (1..=depth).map(|depth| u64::try_from(position.perft(depth)));
        let counts: Vec<u64> = counts.collect::<Result<_, _>>()?;
        let sample = Sample {
            position,
            passed: None,
            chess960: false,
            counts,
        };
        candidates.push(Candidate {
            features: features::of(&sample.facts()),
            leaves: sample.counts.iter().sum(),
            sample,
        });
    }
    Ok(candidates)
}

/// The cheap candidates and the long ones.
fn candidates() -> Result<(Vec<Candidate>, Vec<Candidate>), Box<dyn std::error::Error + Send + Sync>>
{
    let walks = inflate(&std::fs::read(FULL)?)?;
    let (mut cheap, mut long) = (Vec::new(), Vec::new());
    for sample in Samples::new(&walks) {
        let sample = sample?;
        let facts = sample.facts();
        if origin(&facts).is_none() {
            continue;
        }
        let features = features::of(&facts);
        let whole = Candidate::new(sample.clone(), features, MOST_LONG_LEAVES);
        long.extend(whole.filter(|whole| whole.is_long() || whole.has_large_count()));
        cheap.extend(Candidate::new(sample, features, MOST_LEAVES));
    }
    Ok((cheap, long))
}

/// Indices of candidates that have every feature.
fn by_features(candidates: &[Candidate], times: u32, cost: fn(&Candidate) -> u64) -> Vec<usize> {
    let item = |candidate: &Candidate| Item {
        needs: candidate.features.bits().collect(),
        cost: cost(candidate),
    };
    let items: Vec<Item> = candidates.iter().map(item).collect();
    cover(&items, vec![times; COUNT])
}

fn pool(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let rich = by_features(&candidates, PER_FEATURE_OF_POOL, |_| 1);
    let cheap = by_features(&candidates, PER_FEATURE_OF_POOL, Candidate::cost);
    only(candidates, &rich.into_iter().chain(cheap).collect())
}

/// The candidates with these indices, in their order.
fn only(candidates: Vec<Candidate>, indices: &HashSet<usize>) -> Vec<Candidate> {
    let numbered = candidates.into_iter().enumerate();
    let kept = numbered.filter(|(index, _)| indices.contains(index));
    kept.map(|(_, candidate)| candidate).collect()
}

/// Says how many programs are caught, and names the defects of the others.
fn report(broken: &[Broken], first: &[Candidate], long: &[Candidate]) {
    let is_caught = |program: &&Broken| !program.caught_by.is_empty();
    println!(
        "{} positions in the pool and {} long ones, {} programs, {} of them caught",
        first.len(),
        long.len(),
        broken.len(),
        broken.iter().filter(is_caught).count()
    );
    for defect in broken.chunk_by(|one, next| one.id == next.id) {
        let caught = defect.iter().filter(is_caught).count();
        if caught < defect.len() {
            println!("{}: {caught} of {} programs", defect[0].id, defect.len());
        }
    }
}

/// Indices of positions that catch all programs and have all features.
fn of_programs_and_features(pool: &[Candidate], first: usize, broken: &[Broken]) -> Vec<usize> {
    let mut wanted = vec![PER_FEATURE; COUNT];
    wanted.push(LARGE_COUNTS);
    let item = |candidate: &Candidate| Item {
        needs: candidate
            .features
            .bits()
            .chain(candidate.has_large_count().then_some(COUNT))
            .collect(),
        cost: candidate.cost(),
    };
    let mut items: Vec<Item> = pool.iter().map(item).collect();
    for program in broken {
        for &index in &program.caught_by {
            items[index].needs.push(wanted.len());
        }
        wanted.push(match program.caught_by.first() {
            Some(&index) if index >= first => PER_PROGRAM_OF_LONG,
            _ => PER_PROGRAM,
        });
    }
    cover(&items, wanted)
}

fn write(chosen: &[&Candidate]) -> Done {
    let mut bytes = Vec::new();
    for candidate in chosen {
        let sample = &candidate.sample;
        let (start, index) = origin(&sample.facts()).ok_or("a position without an origin")?;
        let step = Record {
            index: index.unwrap_or(0),
            counts: sample.counts.clone(),
        };
        let before = index.map(|_| Record {
            index: 0,
            counts: Vec::new(),
        });
        let records: Vec<Record> = before.into_iter().chain([step]).collect();
        code::push_walk(&mut bytes, &start, &records);
    }
    let deflated = code::deflate(&bytes);
    println!(
        "{} positions, {} leaves, {} bytes, {} deflated",
        chosen.len(),
        chosen.iter().map(|candidate| candidate.leaves).sum::<u64>(),
        bytes.len(),
        deflated.len()
    );
    if deflated.len() > MOST_BYTES {
        return Err(format!("more than {MOST_BYTES} bytes").into());
    }
    std::fs::write(KILLER, deflated)?;
    Ok(())
}
