//! Estimates the number of leaves from random lines, where counting all of them takes too long.
//!
//! A line is drawn by its first plies from a table of all different positions there, and walks on with
//! uniformly random moves (Knuth 1975). Exact counts of the tree at smaller depths, which the same lines
//! estimate as well, take away most of the error (control variates). docs/estimate.md has the formulas
//! and the sources.
//!
//! Lines come in batches. A batch is reproducible from its seed and its index, on any number of threads;
//! batches are independent, so that their scatter gives the error, and batches from any number of
//! machines can be put together.
//!
//! ```
//! use movegen::chess::{Kernel, Position};
//! use movegen::perft::Stop;
//! use movegen::perft::estimate::{Control, CountTail, Plan, Row, Sampler, estimate};
//!
//! let (kernel, stop) = (Kernel::best(), Stop::new());
//! let plan = Plan::new(6).split(2);
//! let sampler = Sampler::new(&Position::startpos(), &plan, &kernel, &stop).unwrap();
//! let tail = CountTail::new(&kernel);
//! let batch = |index| sampler.batch(&tail, 1, index, 64, &stop).unwrap();
//! let rows: Vec<Row> = (0..32).map(batch).collect();
//! let controls = [Control { depth: 5, leaves: 4_865_609.0 }];
//! let rows: Vec<&Row> = rows.iter().collect();
//! let found = estimate(&rows, 0, &sampler.control_depths(), &controls).unwrap();
//! assert!((found.value / 119_060_324.0 - 1.0).abs() < 5.0 * found.error / found.value);
//! ```

mod batches;
mod interval;
mod plan;
mod sampler;
mod student;
mod table;
mod tail;
mod walker;

pub use batches::Batches;
pub use interval::{Control, Estimate, MAX_CONTROLS, estimate, useful};
pub use plan::Plan;
pub use sampler::{Row, Sampler, SamplerError};
pub use tail::{CountTail, Tail};
pub use walker::{CpuWalker, Lines, Walker};
