//! Chooses the killer subset: few positions of the full corpus that have every feature many times.

use corpus::code::{self, Record, Samples, inflate};
use corpus::features::{self, COUNT, FeatureSet};
use corpus::{Sample, origin};

use super::{Done, FULL, KILLER};

/// How many positions have each feature, as far as there are enough.
const PER_FEATURE: u32 = 24;

/// The greatest number of leaves of a position, all depths together.
const MOST_LEAVES: u64 = 30_000;

/// The size that the subset must not exceed, in bytes.
const MOST_BYTES: usize = 100_000;

/// A position that may be chosen, with as many depths as fit.
struct Candidate {
    sample: Sample,
    features: FeatureSet,
    leaves: u64,
}

pub(super) fn run() -> Done {
    let walks = inflate(&std::fs::read(FULL)?)?;
    let mut seen = [0_u64; COUNT];
    let mut candidates = Vec::new();
    for sample in Samples::new(&walks) {
        let sample = sample?;
        let features = features::of(&sample.facts());
        for bit in features.bits() {
            seen[bit] += 1;
        }
        candidates.extend(candidate(sample, features));
    }
    let mut covered = [0; COUNT];
    let mut bytes = Vec::new();
    let (mut positions, mut leaves) = (0, 0);
    while let Some(chosen) = best(&candidates, &covered, &seen, positions % 2 == 0) {
        let Candidate {
            sample,
            features,
            leaves: cost,
        } = candidates.swap_remove(chosen);
        let Some((start, index)) = origin(&sample.facts()) else {
            continue;
        };
        for bit in features.bits() {
            covered[bit] += 1;
        }
        let step = Record {
            index: index.unwrap_or(0),
            counts: sample.counts,
        };
        let before = index.map(|_| Record {
            index: 0,
            counts: Vec::new(),
        });
        let records: Vec<Record> = before.into_iter().chain([step]).collect();
        code::push_walk(&mut bytes, &start, &records);
        positions += 1;
        leaves += cost;
    }
    let deflated = code::deflate(&bytes);
    println!(
        "{positions} positions, {leaves} leaves, {} bytes, {} deflated",
        bytes.len(),
        deflated.len()
    );
    if deflated.len() > MOST_BYTES {
        return Err(format!("more than {MOST_BYTES} bytes").into());
    }
    std::fs::write(KILLER, deflated)?;
    Ok(())
}

/// The position with its first depths; `None` if not even two depths fit.
fn candidate(mut sample: Sample, features: FeatureSet) -> Option<Candidate> {
    let mut leaves = 0;
    let fits = |&&count: &&u64| {
        leaves += count;
        leaves <= MOST_LEAVES
    };
    let depths = sample.counts.iter().take_while(fits).count();
    sample.counts.truncate(depths);
    (depths >= 2).then(|| Candidate {
        leaves: sample.counts.iter().sum(),
        sample,
        features,
    })
}

/// The candidate whose features are needed most: rare ones count more than frequent ones. Every
/// second choice is `cheap`: it also counts how many leaves the position costs. `None` if every
/// feature is covered.
fn best(
    candidates: &[Candidate],
    covered: &[u32; COUNT],
    seen: &[u64; COUNT],
    cheap: bool,
) -> Option<usize> {
    let value = |candidate: &Candidate| -> u64 {
        let needed = candidate
            .features
            .bits()
            .filter(|&bit| covered[bit] < PER_FEATURE);
        let worth: u64 = needed.map(|bit| (1 << 40) / (seen[bit] + 1)).sum();
        match cheap {
            true => worth / (candidate.leaves + 500),
            false => worth / (MOST_LEAVES + 500),
        }
    };
    let values = candidates.iter().map(value).enumerate();
    let (index, value) = values.max_by_key(|&(index, value)| (value, std::cmp::Reverse(index)))?;
    (value > 0).then_some(index)
}
