//! A run over many classes: skips those with a stored result, stores the others, and prints what was compared.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use movegen::chess::Position;
use movegen::perft::Counter;
use movegen::threads::{Pool, STACK, Shortage};

use super::arrangements::PARTS;
use super::class::Class;
use super::counts;
use super::difference::Difference;
use super::record::{Folder, RecordError};
use super::table::Tables;
use super::texts;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// The counts of all kernels.
    Counts,
    /// Explanations and SAN.
    Texts,
}

impl Check {
    /// The name in the names of files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Check::Counts => "counts",
            Check::Texts => "texts",
        }
    }

    /// The names of the numbers of a class, in the order of the table and of the files.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Check::Counts => &[
                "arrangements",
                "refused",
                "positions",
                "with_castling",
                "with_en_passant",
                "perft_1",
                "perft_2",
            ],
            Check::Texts => &["positions", "explanations", "reasons", "san"],
        }
    }
}

/// A run.
pub(crate) struct Plan<'a> {
    pub(crate) check: Check,
    pub(crate) classes: Vec<Class>,
    /// What the classes are, for the sentence at the end: `with up to three men`.
    pub(crate) scope: String,
    pub(crate) threads: usize,
    /// Where results are kept, if they are.
    pub(crate) folder: Option<Folder>,
    /// Stands for the sources of `movegen` and of this program. A result of other sources is not used.
    pub(crate) sources: &'a str,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("difference: {0}")]
    Difference(#[from] Difference),
    #[error("{0}")]
    Record(#[from] RecordError),
    #[error("{0}")]
    Threads(#[from] Shortage),
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// Compares all classes, and prints a table and a sentence that says what is equal.
///
/// # Errors
/// The first difference, or what else prevents the run.
pub(crate) fn run<C>(plan: &Plan, counters: &[C], out: &mut impl Write) -> Result<(), RunError>
where
    C: Counter<Position, Tally = u128> + Display,
{
    let pool = Pool::start("exhaustion", plan.threads, STACK, 0)?;
    let mut tables = Tables::new();
    let names: Vec<String> = counters.iter().map(C::to_string).collect();
    let kernels = match plan.check {
        Check::Counts => names.join(" "),
        Check::Texts => "-".to_owned(),
    };
    let columns = plan.check.columns();
    writeln!(out, "class\t{}", columns.join("\t"))?;
    let mut sums = vec![0; columns.len()];
    for class in &plan.classes {
        let numbers = match stored(plan, class, &kernels)? {
            Some(numbers) => numbers,
            None => {
                let begin = Instant::now();
                let numbers = compare(plan.check, class, &mut tables, counters, &pool)?;
                store(plan, class, &kernels, &numbers, begin)?;
                numbers
            }
        };
        for (sum, number) in sums.iter_mut().zip(&numbers) {
            *sum += number;
        }
        print(out, &class.to_string(), &numbers)?;
    }
    print(out, "all", &sums)?;
    let value = |name| {
        let place = columns.iter().position(|column| *column == name);
        sums[place.expect("a column")]
    };
    match plan.check {
        Check::Counts => writeln!(
            out,
            "All {} positions {}: perft 1 and perft 2 of the kernels {} are the naive counts. Both sides refuse the other {} of {} arrangements.",
            value("positions"),
            plan.scope,
            names.join(", "),
            value("refused"),
            value("arrangements"),
        )?,
        Check::Texts => writeln!(
            out,
            "All {} positions {}: {} explanations say legal exactly for the naive moves, all {} reasons hold, and all {} legal moves in SAN are read as the same move.",
            value("positions"),
            plan.scope,
            value("explanations"),
            value("reasons"),
            value("san"),
        )?,
    }
    Ok(())
}

/// A row of the table. It is written at once, so that a reader sees how far the run is.
fn print(out: &mut impl Write, name: &str, numbers: &[u64]) -> io::Result<()> {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    writeln!(out, "{name}\t{}", numbers.join("\t"))?;
    out.flush()
}

fn compare<C>(
    check: Check,
    class: &Class,
    tables: &mut Tables,
    counters: &[C],
    pool: &Pool,
) -> Result<Vec<u64>, Difference>
where
    C: Counter<Position, Tally = u128> + Display,
{
    Ok(match check {
        Check::Counts => {
            tables.prepare(class, pool);
            let found = counts::compare(class, 0..PARTS, tables, counters, pool)?;
            let [perft_1, perft_2] = found.leaves;
            vec![
                found.arrangements,
                found.refused,
                found.positions(),
                found.with_castling,
                found.with_en_passant,
                perft_1,
                perft_2,
            ]
        }
        Check::Texts => {
            let found = texts::compare(class, 0..PARTS, pool)?;
            vec![
                found.positions,
                found.explanations,
                found.reasons,
                found.san,
            ]
        }
    })
}

/// The numbers of a class that an earlier run has compared with the same sources and kernels.
fn stored(plan: &Plan, class: &Class, kernels: &str) -> Result<Option<Vec<u64>>, RecordError> {
    let Some(folder) = &plan.folder else {
        return Ok(None);
    };
    let record = folder.read(class, plan.check.name())?.filter(|record| {
        record.text("sources") == plan.sources && record.text("kernels") == kernels
    });
    let Some(record) = record else {
        return Ok(None);
    };
    let numbers = plan.check.columns().iter().map(|name| record.number(name));
    numbers.collect::<Result<_, _>>().map(Some)
}

fn store(
    plan: &Plan,
    class: &Class,
    kernels: &str,
    numbers: &[u64],
    begin: Instant,
) -> Result<(), RecordError> {
    let Some(folder) = &plan.folder else {
        return Ok(());
    };
    let columns = plan.check.columns().iter().copied();
    let numbers = columns.zip(numbers.iter().map(u64::to_string));
    let values = [("class", class.to_string())]
        .into_iter()
        .chain(numbers)
        .chain([
            ("kernels", kernels.to_owned()),
            ("sources", plan.sources.to_owned()),
            ("seconds", format!("{:.1}", begin.elapsed().as_secs_f64())),
        ]);
    folder.write(class, plan.check.name(), values)
}
