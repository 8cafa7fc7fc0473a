//! One measured count, and the medians of several.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use movegen::chess::{self, Kernel};
use movegen::perft::{Perft, PerftError, Progress, Stop, TableUse, Usage};

use crate::limits::HashSize;

/// Bytes of a cache line, which is what a probe reads and what a store writes back.
const LINE: f64 = 64.0;

/// A position to count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) name: &'static str,
    pub(super) fen: &'static str,
    pub(super) depth: u32,
}

/// Wide, wider, narrow: the shapes of trees differ, and with them the sizes of the tasks. `depth` is
/// that of the first; the others have about as many leaves.
pub(super) fn positions(depth: u32) -> [Position; 3] {
    [
        Position {
            name: "startpos",
            fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            depth,
        },
        Position {
            name: "middlegame",
            fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            depth: depth - 1,
        },
        Position {
            name: "endgame",
            fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            depth: depth + 1,
        },
    ]
}

/// One count.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) leaves: u128,
    pub(super) wall: Duration,
    /// Of all threads together.
    pub(super) cpu: Duration,
    pub(super) usage: Usage,
    pub(super) table: Option<TableUse>,
    /// Why there were fewer threads than requested.
    pub(super) shortage: Option<String>,
}

impl Sample {
    /// Counts once; `None` if the count was stopped.
    pub(super) fn measure(
        position: &Position,
        kernel: Kernel,
        threads: usize,
        hash: HashSize,
        stop: &Stop,
    ) -> Result<Option<Sample>, PerftError> {
        let root: chess::Position = position.fen.parse().expect("the list is sound");
        let progress = Progress::new();
        let perft = Perft::new(position.depth)
            .threads(threads)
            .hash_mb(hash.megabytes())
            .progress(&progress);
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let outcome = perft.run(&root, &kernel, stop, |_| {})?;
        let (wall, cpu) = (wall.elapsed(), cpu.elapsed());
        Ok(outcome.complete.then(|| Sample {
            leaves: outcome.total,
            wall,
            cpu,
            usage: outcome.usage,
            table: outcome.table,
            shortage: progress.shortage().map(ToString::to_string),
        }))
    }

    pub(super) fn leaves_per_second(&self) -> f64 {
        self.leaves as f64 / self.wall.as_secs_f64()
    }

    /// The most that the table can have moved between memory and caches, in bytes per second: each
    /// probe reads a line, and each store writes one back.
    pub(super) fn table_bytes_per_second(&self) -> Option<f64> {
        let table = self.table?;
        Some((table.probes + table.stores) as f64 * LINE / self.wall.as_secs_f64())
    }
}

/// What became of the time of `threads` threads, `threads * wall`, in shares of it. Their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares {
    /// What one thread needs for the same count: the efficiency.
    pub(super) efficiency: f64,
    /// Nothing was counted: splitting the tree, starting threads, ending the run.
    pub(super) serial: f64,
    /// Threads waited for the last task, or did not exist.
    pub(super) idle: f64,
    /// Counting took more time than on one thread. Negative if it took less.
    pub(super) slower: f64,
}

impl Shares {
    fn new(sample: &Sample, threads: usize, alone: &Sample) -> Shares {
        let threads = threads as f64;
        let all = threads * sample.wall.as_secs_f64();
        let counting = sample.usage.counting().as_secs_f64();
        let efficiency = alone.wall.as_secs_f64() / all;
        let serial = 1.0 - threads * counting / all;
        let idle = (threads * counting - sample.usage.busy().as_secs_f64()) / all;
        Shares {
            efficiency,
            serial,
            idle,
            slower: 1.0 - efficiency - serial - idle,
        }
    }
}

/// The samples of one number of threads.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) threads: usize,
    pub(super) samples: Vec<Sample>,
}

impl Row {
    /// The sample with the median wall time, the faster of the two in the middle.
    fn median(&self) -> Option<&Sample> {
        let mut samples: Vec<&Sample> = self.samples.iter().collect();
        samples.sort_by_key(|sample| sample.wall);
        samples.get(samples.len().checked_sub(1)? / 2).copied()
    }
}

/// One position with one size of table, on every number of threads.
#[derive(Debug)]
pub(super) struct Series {
    pub(super) position: Position,
    pub(super) hash: HashSize,
    /// One thread first.
    pub(super) rows: Vec<Row>,
}

/// The median of a row, compared with that of one thread.
pub(super) struct Comparison<'a> {
    pub(super) threads: usize,
    pub(super) samples: &'a [Sample],
    pub(super) median: &'a Sample,
    pub(super) speed_up: f64,
    pub(super) shares: Shares,
}

impl Comparison<'_> {
    /// By what share the slowest sample took longer than the fastest: how much the machine disturbs.
    pub(super) fn spread(&self) -> f64 {
        let walls = || self.samples.iter().map(|sample| sample.wall.as_secs_f64());
        walls().fold(0.0, f64::max) / walls().fold(f64::INFINITY, f64::min) - 1.0
    }
}

impl Series {
    /// A series without samples.
    pub(super) fn new(position: Position, hash: HashSize, threads: &[usize]) -> Series {
        let row = |&threads: &usize| Row {
            threads,
            samples: Vec::new(),
        };
        Series {
            position,
            hash,
            rows: threads.iter().map(row).collect(),
        }
    }

    pub(super) fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.rows.iter().flat_map(|row| &row.samples)
    }

    /// The number of leaves that each sample has counted.
    pub(super) fn counts(&self) -> impl Iterator<Item = u128> {
        self.samples().map(|sample| sample.leaves)
    }

    /// The results of all rows with samples, if one thread has been measured.
    pub(super) fn results(&self) -> Vec<Comparison<'_>> {
        let Some(alone) = self.rows.first().and_then(Row::median) else {
            return Vec::new();
        };
        let medians = self
            .rows
            .iter()
            .filter_map(|row| Some((row, row.median()?)));
        medians
            .map(|(row, median)| Comparison {
                threads: row.threads,
                samples: &row.samples,
                median,
                speed_up: alone.wall.as_secs_f64() / median.wall.as_secs_f64(),
                shares: Shares::new(median, row.threads, alone),
            })
            .collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use movegen::perft::ThreadUsage;

    use super::*;

    pub(in crate::cli::bench::scaling) fn sample(wall: u64, busy: &[u64]) -> Sample {
        let thread = |&busy: &u64| ThreadUsage {
            tasks: 64,
            busy: Duration::from_millis(busy),
            longest_task: Duration::from_millis(5),
        };
        Sample {
            leaves: 3_195_901_860,
            wall: Duration::from_millis(wall),
            cpu: Duration::from_millis(busy.iter().sum()),
            usage: Usage {
                tasks: 64 * busy.len(),
                split: Duration::from_millis(1),
                start: Duration::from_millis(1),
                threads: busy.iter().map(thread).collect(),
            },
            table: Some(TableUse {
                probes: 2_000_000,
                hits: 1_500_000,
                stores: 500_000,
            }),
            shortage: None,
        }
    }

    #[test]
    fn the_time_of_all_threads_is_accounted_for() {
        let alone = sample(1000, &[990]);
        // 2 * 600 ms: 20 serial, 2 * 590 counting, of which 580 + 590 busy.
        let shares = Shares::new(&sample(600, &[580, 590]), 2, &alone);
        let close = |share: f64, parts: f64| assert!((share * 1200.0 - parts).abs() < 1e-6);
        close(shares.efficiency, 1000.0);
        close(shares.serial, 20.0);
        close(shares.idle, 10.0);
        close(shares.slower, 170.0);
        // Threads that the system refused have been idle.
        let refused = Shares::new(&sample(600, &[590]), 2, &alone);
        close(refused.idle, 590.0);
    }

    #[test]
    fn a_row_shows_its_median() {
        let mut series = Series::new(positions(7)[0], HashSize::NONE, &[1, 2]);
        assert!(series.results().is_empty());
        for wall in [900, 1000, 1500] {
            series.rows[0].samples.push(sample(wall, &[wall]));
        }
        assert_eq!(series.results().len(), 1);
        series.rows[1].samples.push(sample(500, &[500, 490]));
        let results = series.results();
        assert_eq!(results[0].median.wall.as_millis(), 1000);
        assert_eq!((results[1].threads, results[1].speed_up), (2, 2.0));
        let bytes = results[1].median.table_bytes_per_second().expect("a table");
        assert_eq!(bytes, 2_500_000.0 * 64.0 / 0.5);
    }
}
