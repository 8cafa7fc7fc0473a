//! `canopy unique --disk`: a count in parts, with files.

use std::io;
use std::path::Path;
use std::time::Instant;

use movegen::chess::Position;
use movegen::perft::Progress;

use super::super::exit::{self, Exit};
use super::super::notes::note;
use super::super::progress_bar::{progress_bar, stop_on_interrupt, with_bar_from};
use super::{End, UniqueArgs};
use crate::known::Quantity;
use crate::report::Report;
use crate::unique_disk::{DiskCount, DiskPlan, error_probability};

/// Runs the command. Prints a line for each depth as soon as it is known.
pub(super) fn run(arguments: &UniqueArgs, root: &Position, folder: &Path) -> Exit {
    let plan = DiskPlan {
        depth: arguments.depth.plies(),
        seed: arguments.seed,
        exact: arguments.exact,
        threads: arguments.threads.count(),
        megabytes: arguments.memory as usize,
        folder,
    };
    let opened = DiskCount::open(root, plan).and_then(|count| Ok((count.done_before()?, count)));
    let (before, count) = match opened {
        Ok(opened) => opened,
        Err(error) => return arguments.output.failed("unique", error),
    };
    if before > 0.0 {
        note(format_args!("{:.1}% was done before", before * 100.0));
    }
    let (bar, progress, stop) = (progress_bar(), Progress::new(), stop_on_interrupt());
    let mut report = Report::new(io::stdout());
    let (mut output, mut last, mut counts) = (Ok(()), (0, 1), Vec::new());
    let started = Instant::now();
    let result = with_bar_from(
        &bar,
        before,
        || progress.fraction(),
        || {
            count.run(&progress, &stop, |depth, positions| {
                counts.push((depth, Quantity::Unique, u128::from(positions)));
                last = (depth, positions);
                if output.is_ok() {
                    output = bar.suspend(|| report.line(arguments.row(depth, positions)));
                    if output.is_err() {
                        stop.stop();
                    }
                }
            })
        },
    );
    if let Err(error) = output {
        return exit::output_failed(&error);
    }
    let done = match result {
        Ok(done) => done,
        Err(error) => return arguments.output.failed("unique", error),
    };
    if let Some(shortage) = &done.shortage {
        note(format_args!("canopy: warning: {shortage}"));
    }
    let probability = match arguments.exact {
        true => 0.0,
        false => error_probability(last.1),
    };
    if done.complete && arguments.exact {
        note("whole positions were compared: the count is exact");
    } else if done.complete {
        note(format_args!(
            "keys of 128 bits, seed {}: the probability of a wrong count is at most {probability:.1e}",
            arguments.seed
        ));
    }
    let end = End {
        complete: done.complete,
        counts,
        last,
        threads: done.threads,
        started,
        more: vec![
            ("seed", arguments.seed.into()),
            ("exact", arguments.exact.into()),
            ("error_probability", probability.into()),
        ],
    };
    end.tell(arguments, root, &mut report)
}
