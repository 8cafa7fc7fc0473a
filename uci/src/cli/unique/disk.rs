//! `canopy unique --disk`: a count in parts, with files.

use std::path::Path;

use movegen::chess::{CastlingStyle, Position};
use movegen::perft::Progress;

use super::super::error::CliError;
use super::super::progress_bar::with_bar_from;
use super::{Done, Rows};
use crate::certificate::{self, Subject, UniqueCertificate};
use crate::diagnostics::{self, note, warning};
use crate::games::Game as _;
use crate::storage::replace;
use crate::unique_disk::{DiskCount, DiskPlan, error_probability};

/// Counts on disk.
pub(super) fn count(root: &Position, folder: &Path, rows: &mut Rows<'_>) -> Result<Done, CliError> {
    let arguments = rows.arguments;
    let certificate = arguments.certificate.as_deref();
    certificate.map_or(Ok(()), replace::check)?;
    let plan = DiskPlan {
        depth: arguments.depth.plies(),
        seed: arguments.seed,
        exact: arguments.exact,
        threads: arguments.threads.count(),
        megabytes: arguments.memory as usize,
        folder,
    };
    let count = DiskCount::open(root, plan)?;
    let before = count.done_before()?;
    if before > 0.0 {
        note(format_args!("{:.1}% was done before", before * 100.0));
    }
    let (bar, progress, stop) = (rows.bar.clone(), Progress::new(), rows.stop.clone());
    let run = || {
        count.run(&progress, &stop, |depth, positions| {
            rows.add(depth, positions)
        })
    };
    let done = with_bar_from(&bar, before, || progress.fraction(), run)?;
    done.shortage.iter().for_each(warning);
    let probability = match arguments.exact {
        true => 0.0,
        false => error_probability(rows.last.1),
    };
    if done.complete && arguments.exact {
        note("whole positions were compared: the count is exact");
    } else if done.complete {
        note(format_args!(
            "keys of 128 bits, seed {}: the probability of a wrong count is at most {probability:.1e}",
            arguments.seed
        ));
    }
    match certificate {
        Some(path) if done.complete => {
            let certificate = certify(root, &count, rows)?;
            certificate::write(path, &certificate.text())?;
        }
        Some(path) => diagnostics::error(format_args!(
            "{} was not written: the count is incomplete",
            path.display()
        )),
        None => {}
    }
    Ok(Done {
        complete: done.complete,
        threads: done.threads,
        more: vec![
            ("seed", arguments.seed.into()),
            ("exact", arguments.exact.into()),
            ("error_probability", probability.into()),
        ],
    })
}

/// The certificate of a complete count.
fn certify(
    root: &Position,
    count: &DiskCount<'_>,
    rows: &Rows<'_>,
) -> Result<UniqueCertificate, CliError> {
    let arguments = rows.arguments;
    let chess960 = root.needs_chess960();
    let fields = [
        (
            Position::POSITION_FIELD.to_owned(),
            root.fen(CastlingStyle::new(chess960)).into(),
        ),
        ("chess960".to_owned(), chess960.into()),
    ];
    let subject = Subject::new(Position::NAME, &fields, arguments.depth.plies());
    let method = (arguments.seed, arguments.exact);
    let plies = rows.positions.clone();
    Ok(UniqueCertificate::new(
        subject,
        method,
        plies,
        &count.bucket_counts()?,
    ))
}
