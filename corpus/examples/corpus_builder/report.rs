//! What the corpus contains: positions, leaves and features.

use corpus::code::{Samples, inflate};
use corpus::features;

use super::{Done, FULL};

pub(super) fn run() -> Done {
    let deflated = std::fs::read(FULL)?;
    let walks = inflate(&deflated)?;
    let mut by_depth = [0_usize; 8];
    let mut chess960 = 0;
    let mut leaves = 0;
    let mut seen = [0_usize; features::COUNT];
    for sample in Samples::new(&walks) {
        let sample = sample?;
        by_depth[sample.counts.len()] += 1;
        chess960 += usize::from(sample.chess960);
        leaves += sample.counts.iter().sum::<u64>();
        for bit in features::of(&sample.facts()).bits() {
            seen[bit] += 1;
        }
    }
    println!("{} bytes, {} inflated", deflated.len(), walks.len());
    println!(
        "{} positions, {chess960} of Chess960, {leaves} leaves",
        by_depth.iter().sum::<usize>()
    );
    for (depth, positions) in by_depth
        .iter()
        .enumerate()
        .filter(|&(_, &positions)| positions > 0)
    {
        println!("greatest depth {depth}: {positions}");
    }
    for (feature, times) in features::all().zip(seen) {
        println!("{times:7} {}", feature.id);
    }
    Ok(())
}
