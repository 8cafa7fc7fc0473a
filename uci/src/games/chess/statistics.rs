//! The kinds of leaves of chess.

use movegen::chess::variant::VariantPosition;
use movegen::chess::{Position, Statistics, StatisticsCounter};
use movegen::perft::{Counter as _, Progress, Stop};
use workbench::why::{Claim, Counted, Evidence, explain};

use crate::limits::Threads;
use crate::perft::{Diagnosis, PerftPlan, StatisticsSource};

/// The kinds of leaves of chess.
pub const STATISTICS: StatisticsSource<Position> = StatisticsSource {
    columns: &Statistics::NAMES,
    count: |plan, progress, stop| {
        let outcome = plan.run(&StatisticsCounter, progress, stop, |_, _| {})?;
        Ok(outcome.complete.then(|| outcome.total.values().to_vec()))
    },
    count_each: |perft, positions, stop, on_row| {
        let keep = |index, total: Statistics, elapsed| on_row(index, &total.values(), elapsed);
        let used = perft.run_each(positions, &StatisticsCounter, stop, keep);
        used.map(drop)
    },
    leaves: |position, depth, stop, columns| {
        let leaves = StatisticsCounter.leaves(position, depth, stop);
        // The sampler never raises its stop.
        let leaves = leaves.expect("nothing stops this count");
        let row = Statistics::from(leaves).values();
        for (column, number) in columns.iter_mut().zip(row) {
            *column = number as f64;
        }
    },
    diagnose,
    description: "statistics, equal positions near the root merged",
};

/// As `canopy why` explains a total.
fn diagnose(
    plan: &PerftPlan<Position>,
    fen: &str,
    claimed: u128,
    progress: &Progress,
    stop: &Stop,
) -> Result<Diagnosis, String> {
    diagnosed(
        &plan.position.into(),
        plan.depth(),
        fen,
        claimed,
        progress,
        stop,
    )
}

/// As `canopy why` explains a total of chess or of a variant.
pub(in crate::games) fn diagnosed(
    position: &VariantPosition,
    depth: u32,
    fen: &str,
    claimed: u128,
    progress: &Progress,
    stop: &Stop,
) -> Result<Diagnosis, String> {
    let total = i128::try_from(claimed).map_err(|_| "no program counts that far".to_owned())?;
    let chess960 = position.chess().needs_chess960();
    let claim = Claim::new(fen.to_owned(), Vec::new(), depth, Counted::Total(total));
    let evidence = Evidence::of(claim, position.rules(), chess960);
    let threads = Threads::ONE_PER_CORE.count();
    let why = explain(&evidence, &[], threads, progress, stop);
    let why = why.map_err(|error| error.to_string())?;
    Ok(Diagnosis {
        text: why.to_string(),
        fields: why.fields(),
    })
}
