//! The kinds of leaves of chess.

use movegen::chess::{Position, Statistics, StatisticsCounter};
use movegen::perft::Counter as _;

use super::rule_variants;
use crate::perft::{Column, StatisticsSource};

/// The kinds of leaves of chess.
pub const STATISTICS: StatisticsSource<Position> = StatisticsSource {
    columns: &COLUMNS,
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
    rule_variants: rule_variants::count,
    description: "statistics, equal positions near the root merged",
};

/// The columns of [`Statistics::values`].
const COLUMNS: [Column; 16] = {
    let mut columns = [column(""); 16];
    let mut index = 0;
    while index < columns.len() {
        columns[index] = column(Statistics::NAMES[index]);
        index += 1;
    }
    // Checks and double checks that do not mate.
    columns[10].narrows_previous = true;
    columns[13].narrows_previous = true;
    // Checkmates and stalemates.
    columns[14].ends_line = true;
    columns[15].ends_line = true;
    columns
};

const fn column(name: &'static str) -> Column {
    Column {
        name,
        narrows_previous: false,
        ends_line: false,
    }
}
