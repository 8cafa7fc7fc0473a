//! The certificate of an estimate: the means of its batches, each of which can be drawn again from the seed and its number.

use std::fmt;

use movegen::perft::estimate::{Control, MAX_CONTROLS, Row, useful};
use serde_json::{Map, Value, json};

use super::fields::{CertificateError, Fields, Subject, count, digits};
use super::plan::{EstimatePlan, Figures};

/// The version of the format. The random numbers, and what a line adds to the mean of its batch, belong to it.
const FORMAT: u64 = 1;

/// The value of the field `type`.
pub(super) const TYPE: &str = "estimate-certificate";

/// The most numbers in all rows, as long as a row has no more than [`MOST_TOGETHER`] batches: they take about 3 MB.
const MOST_NUMBERS: usize = 1 << 17;

/// The most batches in a row.
const MOST_TOGETHER: usize = 64;

/// The most lines in a batch.
const MOST_LINES: usize = 1 << 20;

/// Numbers that differ by less than this fraction are equal: the order of operations may differ.
const ROUNDING: f64 = 1e-9;

/// Batches with consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Their seed.
    pub seed: u64,
    /// The number of the first one.
    pub first: u64,
    /// How many there are.
    pub batches: u64,
}

/// An estimate with the means of its batches.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateCertificate {
    /// What is estimated.
    pub plan: EstimatePlan,
    /// The batches, ascending by seed and number.
    pub drawn: Vec<Run>,
    /// The batches in a row.
    pub together: usize,
    /// The estimates that follow from the rows, by column.
    pub figures: Vec<Figures>,
    /// The means of the batches.
    pub rows: Vec<Row>,
}

/// An estimate that does not follow from the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateMismatch {
    column: String,
    name: &'static str,
    certified: f64,
    found: f64,
}

impl fmt::Display for EstimateMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EstimateMismatch {
            column,
            name,
            certified,
            found,
        } = self;
        write!(
            f,
            "{column}: the {name} is {certified:e}, but the batches give {found:e}"
        )
    }
}

impl EstimateCertificate {
    /// The certificate of batches, each with its seed and number, in ascending order. `depths` are those of their
    /// controls, `exact` the known counts. `None` from fewer than two batches.
    pub fn new(
        plan: EstimatePlan,
        (depths, exact): (&[u32], &[(u32, u128)]),
        batches: &[(u64, u64, &Row)],
    ) -> Option<EstimateCertificate> {
        let known = exact.iter().map(|&(depth, leaves)| Control {
            depth,
            leaves: leaves as f64,
        });
        let used = useful(depths, &known.collect::<Vec<_>>());
        let count = |used: &Control| exact.iter().find(|control| control.0 == used.depth);
        let plan = EstimatePlan {
            controls: used.iter().filter_map(count).copied().collect(),
            ..plan
        };
        let together = together(batches.len(), plan.width());
        let mut runs = runs(batches);
        // A row has batches of one run.
        let (mut next, mut rows) = (0, Vec::new());
        for run in &mut runs {
            let all = run.batches as usize;
            run.batches -= run.batches % together as u64;
            let used = &batches[next..][..run.batches as usize];
            rows.extend(used.chunks(together).map(|batches| {
                let batches: Vec<&Row> = batches.iter().map(|batch| batch.2).collect();
                plan.condense(depths, &batches)
            }));
            next += all;
        }
        runs.retain(|run| run.batches > 0);
        Some(EstimateCertificate {
            figures: plan.figures(&rows)?,
            plan,
            drawn: runs,
            together,
            rows,
        })
    }

    /// The lines of all batches.
    pub fn lines(&self) -> u128 {
        self.batches() * self.plan.batch as u128
    }

    /// The number of batches.
    pub fn batches(&self) -> u128 {
        self.drawn.iter().map(|run| u128::from(run.batches)).sum()
    }

    /// The seed of a row and the number of its first batch.
    pub fn place(&self, row: usize) -> Option<(u64, u64)> {
        let mut before = row as u64 * self.together as u64;
        for run in &self.drawn {
            if before < run.batches {
                return Some((run.seed, run.first + before));
            }
            before -= run.batches;
        }
        None
    }

    /// Compares all figures with those of the rows.
    ///
    /// # Errors
    /// The first [`EstimateMismatch`].
    pub fn check(&self) -> Result<(), EstimateMismatch> {
        let found = self.plan.figures(&self.rows).unwrap_or_default();
        for ((column, certified), found) in self.plan.columns.iter().zip(&self.figures).zip(found) {
            for ((name, certified), (_, found)) in certified.named().into_iter().zip(found.named())
            {
                let largest = certified.abs().max(found.abs());
                let same = (certified - found).abs() <= largest * ROUNDING;
                if !same || !found.is_finite() {
                    return Err(EstimateMismatch {
                        column: column.clone(),
                        name,
                        certified,
                        found,
                    });
                }
            }
        }
        Ok(())
    }

    /// The text of the file: one sealed line.
    pub fn text(&self) -> String {
        let plan = &self.plan;
        let controls = plan.controls.iter();
        let controls =
            controls.map(|(depth, leaves)| json!({ "depth": depth, "leaves": digits(leaves) }));
        let run =
            |run: &Run| json!({ "seed": run.seed, "first": run.first, "batches": run.batches });
        let figures = plan
            .columns
            .iter()
            .zip(&self.figures)
            .map(|(column, found)| {
                let fields = found.named().into_iter();
                let fields = fields.map(|(name, number)| (name.to_owned(), number.into()));
                (column.clone(), Value::Object(fields.collect()))
            });
        // The shortest text that is read as the same number.
        let row = |row: &Row| -> Value {
            let numbers = row.leaves.iter().chain(&row.controls);
            numbers.map(|number| format!("{number:e}")).collect()
        };
        let fields = json!({
            "split": plan.split,
            "widest": plan.widest,
            "positions": plan.positions,
            "batch": plan.batch,
            "kernel": plan.kernel,
            "columns": plan.columns,
            "controls": controls.collect::<Value>(),
            "drawn": self.drawn.iter().map(run).collect::<Value>(),
            "together": self.together,
            "estimates": figures.collect::<Map<_, _>>(),
            "rows": self.rows.iter().map(row).collect::<Value>(),
        });
        plan.subject.seal(TYPE, FORMAT, fields)
    }

    /// Reads the fields.
    ///
    /// # Errors
    /// [`CertificateError`] if one is missing or wrong.
    pub(super) fn read(fields: &Fields) -> Result<EstimateCertificate, CertificateError> {
        let subject = Subject::read(fields, FORMAT)?;
        let plan = EstimatePlan {
            split: fields.up_to("split", subject.depth as usize)? as u32,
            subject,
            widest: fields.up_to("widest", EstimatePlan::MOST_POSITIONS)?,
            positions: fields.up_to("positions", EstimatePlan::MOST_POSITIONS)?,
            batch: fields.up_to("batch", MOST_LINES)?,
            kernel: fields.text("kernel")?.to_owned(),
            columns: fields.texts("columns")?,
            controls: fields.list("controls", control)?,
        };
        let (columns, width) = (plan.columns.len(), plan.width());
        let descending = plan.controls.windows(2).all(|two| two[0].0 > two[1].0);
        let first = plan.controls.first().map_or(0, |control| control.0);
        let many = plan.controls.len() > MAX_CONTROLS;
        if many || !descending || first >= plan.subject.depth {
            return Err(CertificateError::Field("controls"));
        }
        let figures = fields.object("estimates")?;
        if columns == 0 || !figures.keys().eq(&plan.columns) {
            return Err(CertificateError::Field("estimates"));
        }
        let figures = figures.values().map(|found| {
            let number = |name: &str| found.get(name)?.as_f64();
            Some(Figures {
                value: number("estimate")?,
                error: number("error")?,
                half_width: number("half_width")?,
            })
        });
        let figures: Option<Vec<Figures>> = figures.collect();
        let certificate = EstimateCertificate {
            drawn: fields.list("drawn", run)?,
            together: fields.up_to("together", MOST_TOGETHER)?,
            figures: figures.ok_or(CertificateError::Field("estimates"))?,
            rows: fields.list("rows", |value| row(value, columns, width))?,
            plan,
        };
        match certificate.has_each_batch_once() {
            true => Ok(certificate),
            false => Err(CertificateError::Field("drawn")),
        }
    }

    /// Whether the runs do not overlap, and have as many batches as the rows, of which there are at least two. A batch that counts
    /// twice would narrow the interval.
    fn has_each_batch_once(&self) -> bool {
        let whole = |run: &Run| {
            run.batches > 0
                && run.batches.is_multiple_of(self.together as u64)
                && run.first.checked_add(run.batches).is_some()
        };
        let apart = |two: &[Run]| {
            let end = two[0].first.saturating_add(two[0].batches);
            (two[0].seed, end) <= (two[1].seed, two[1].first)
        };
        let rows = self.rows.len() as u128;
        self.drawn.iter().all(whole)
            && self.drawn.windows(2).all(apart)
            && self.batches() == rows * self.together as u128
            && rows >= 2
    }
}

/// The batches in a row, so that the certificate stays small.
fn together(batches: usize, width: usize) -> usize {
    let mut together = 1;
    while batches / together * width > MOST_NUMBERS && together < MOST_TOGETHER {
        together *= 2;
    }
    together
}

/// Batches in ascending order as runs.
fn runs(batches: &[(u64, u64, &Row)]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for &(seed, first, _) in batches {
        match runs.last_mut() {
            Some(run) if run.seed == seed && run.first + run.batches == first => run.batches += 1,
            _ => runs.push(Run {
                seed,
                first,
                batches: 1,
            }),
        }
    }
    runs
}

fn control(value: &Value) -> Option<(u32, u128)> {
    let depth = value.get("depth")?.as_u64()?.try_into().ok()?;
    Some((depth, count(value.get("leaves")?)?))
}

fn run(value: &Value) -> Option<Run> {
    let number = |name: &str| value.get(name)?.as_u64();
    Some(Run {
        seed: number("seed")?,
        first: number("first")?,
        batches: number("batches")?,
    })
}

/// A row of `columns` columns and then controls.
fn row(value: &Value, columns: usize, width: usize) -> Option<Row> {
    let numbers = value.as_array()?.iter().map(|number| {
        let number: f64 = number.as_str()?.parse().ok()?;
        (number.is_finite() && number >= 0.0).then_some(number)
    });
    let mut leaves: Vec<f64> = numbers.collect::<Option<_>>()?;
    if leaves.len() != width {
        return None;
    }
    let controls = leaves.split_off(columns);
    Some(Row { leaves, controls })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTHS: [u32; 3] = [7, 8, 9];
    const EXACT: [(u32, u128); 2] = [(8, 20), (9, 300)];

    fn plan() -> EstimatePlan {
        EstimatePlan {
            subject: Subject::new("chess", &[], 10),
            split: 4,
            widest: 100,
            positions: 99,
            batch: 16,
            kernel: "kernel".to_owned(),
            columns: vec!["nodes".to_owned()],
            controls: Vec::new(),
        }
    }

    fn rows(count: usize) -> Vec<Row> {
        let row = |index: usize| {
            let part = ((index * 37) % 101) as f64;
            Row {
                leaves: vec![4000.0 + part],
                controls: vec![1.0, 20.0 + part / 50.0, 299.0 + part / 70.0],
            }
        };
        (0..count).map(row).collect()
    }

    fn certificate(rows: &[Row]) -> EstimateCertificate {
        // Two seeds, and a gap.
        let place = |index: u64| match index {
            0..64 => (1, index),
            _ => (7, index + 64),
        };
        let batches = (0..).zip(rows).map(|(index, row)| {
            let (seed, number) = place(index);
            (seed, number, row)
        });
        let batches: Vec<_> = batches.collect();
        EstimateCertificate::new(plan(), (&DEPTHS, &EXACT), &batches).expect("enough batches")
    }

    fn read(certificate: &EstimateCertificate) -> Result<EstimateCertificate, CertificateError> {
        EstimateCertificate::read(&Fields::open(&certificate.text()).expect("a sealed line"))
    }

    #[test]
    fn a_certificate_is_read_as_it_was_written() {
        let written = certificate(&rows(128));
        assert_eq!(written.plan.controls, [(9, 300), (8, 20)]);
        assert_eq!(written.check(), Ok(()));
        assert_eq!((written.batches(), written.lines()), (128, 2048));
        let places = [0, 63, 64, 127, 128].map(|row| written.place(row));
        let expected = [(1, 0), (1, 63), (7, 128), (7, 191)].map(Some);
        assert_eq!((&places[..4], places[4]), (&expected[..], None));
        assert_eq!(read(&written).expect("a certificate"), written);
    }

    #[test]
    fn a_row_has_a_largest_number_of_batches() {
        assert_eq!(together(1 << 30, 3), MOST_TOGETHER);
        assert_eq!(together(MOST_NUMBERS, 1), 1);
        assert_eq!(together(MOST_NUMBERS + 1, 1), 2);
    }

    #[test]
    fn many_batches_share_rows() {
        let (all, width) = (MOST_NUMBERS, 3);
        let rows = rows(all);
        let written = certificate(&rows);
        assert_eq!(written.together, together(all, width));
        assert_eq!(written.rows.len(), all / 4);
        let mean = rows[4..8].iter().map(|row| row.leaves[0]).sum::<f64>() / 4.0;
        assert_eq!(written.rows[1].leaves, [mean]);
        assert_eq!(written.place(17), Some((7, 132)));
        assert!(written.text().len() < 4 << 20);
        assert_eq!(written.check(), Ok(()));
        // What does not fill a row is left out.
        let cut = certificate(&rows[..all - 1]);
        assert_eq!(cut.rows.len(), all / 4 - 1);
        assert_eq!(read(&cut).expect("a certificate"), cut);
    }

    #[test]
    fn batches_that_overlap_are_refused() {
        let intact = certificate(&rows(128));
        let refused = |edit: fn(&mut EstimateCertificate)| {
            let mut forged = intact.clone();
            edit(&mut forged);
            let error = read(&forged).expect_err("forged");
            assert!(matches!(error, CertificateError::Field("drawn")), "{error}");
        };
        refused(|forged| forged.drawn.swap(0, 1));
        refused(|forged| forged.drawn[1].first = u64::MAX - 2);
        refused(|forged| forged.drawn[0].batches = 0);
        refused(|forged| forged.drawn[0].batches = u64::MAX);
        refused(|forged| {
            forged.drawn.push(Run {
                seed: 9,
                first: 0,
                batches: 0,
            });
        });
        refused(|forged| forged.together = 2);
        refused(|forged| {
            forged.drawn[1] = Run {
                first: 32,
                ..forged.drawn[0]
            }
        });
    }

    #[test]
    fn two_batches_are_enough_and_one_is_not() {
        let mut few = certificate(&rows(128));
        few.drawn.truncate(1);
        for (count, accepted) in [(2, true), (1, false)] {
            few.rows.truncate(count);
            few.drawn[0].batches = count as u64;
            assert_eq!(read(&few).is_ok(), accepted, "{count}");
        }
    }

    #[test]
    fn figures_that_do_not_follow_are_found() {
        let intact = certificate(&rows(128));
        let mut forged = intact.clone();
        forged.figures[0].half_width *= 0.9;
        let error = forged.check().expect_err("forged").to_string();
        assert!(error.starts_with("nodes: the half_width is "), "{error}");
        let mut forged = intact.clone();
        forged.rows[5].leaves[0] *= 2.0;
        forged.check().expect_err("forged");
        let mut forged = intact;
        forged.rows[5].leaves[0] = f64::MAX;
        forged.rows[6].leaves[0] = f64::MAX;
        forged.check().expect_err("no number");
    }
}
