//! The statistics of a perft: the rows, and the table as text.

use std::ops::Range;

use movegen::perft::{PerftError, Progress, Stop, Tree};

use super::plan::PerftPlan;
use super::source::{Columns, StatisticsSource};
use crate::report::Digits;

/// The kinds of leaves at every depth.
#[derive(Clone, Debug)]
pub struct StatisticsRows {
    /// The columns; the first one has all leaves.
    pub columns: Columns,
    /// The depths that were finished, each with a number per column.
    pub rows: Vec<(u32, Vec<u128>)>,
    /// The depth that was asked for.
    pub depth: u32,
    /// Whether it was finished.
    pub complete: bool,
}

impl<T: Tree> PerftPlan<T> {
    /// The statistics of every depth from 1 to the plan's (of depth 0 alone if that is the plan's),
    /// until stopped. Equal positions near the root are counted once, with or without a table.
    ///
    /// # Errors
    /// As [`run`](PerftPlan::run).
    pub fn statistics(
        &self,
        source: &StatisticsSource<T>,
        progress: &Progress,
        stop: &Stop,
    ) -> Result<StatisticsRows, PerftError> {
        let mut rows = Vec::new();
        let mut plan = self.clone();
        plan.perft = plan.perft.merge();
        for depth in self.depth().min(1)..=self.depth() {
            match (source.count)(&plan.at_depth(depth), progress, stop)? {
                Some(numbers) => rows.push((depth, numbers)),
                None => break,
            }
        }
        Ok(StatisticsRows {
            columns: source.columns,
            complete: rows.last().is_some_and(|(depth, _)| *depth == self.depth()),
            depth: self.depth(),
            rows,
        })
    }
}

impl StatisticsRows {
    /// The leaves at the deepest depth that was finished.
    pub fn nodes(&self) -> u128 {
        let last = self.rows.last();
        last.and_then(|(_, row)| row.first()).copied().unwrap_or(0)
    }

    /// The leaves of all depths together.
    pub fn all_nodes(&self) -> u128 {
        let nodes = self.rows.iter().filter_map(|(_, row)| row.first());
        nodes.fold(0, |sum, &nodes| sum.saturating_add(nodes))
    }

    /// The names and numbers of a row.
    pub fn named<'a>(&self, row: &'a [u128]) -> impl Iterator<Item = (&'static str, u128)> + 'a {
        let columns = self.columns.iter().copied();
        columns.zip(row.iter().copied())
    }

    fn last_depth(&self) -> u32 {
        self.rows.last().map_or(0, |(depth, _)| *depth)
    }

    /// The headings, and the numbers of every depth.
    fn cells(&self, digits: Digits) -> Vec<Vec<String>> {
        let names = self.columns.iter().copied();
        let heading = std::iter::once("depth").chain(names);
        let mut lines = vec![heading.map(str::to_owned).collect::<Vec<_>>()];
        for (depth, row) in &self.rows {
            let numbers = std::iter::once(u128::from(*depth)).chain(row.iter().copied());
            lines.push(numbers.map(|number| digits.write(number)).collect());
        }
        lines
    }
}

/// The table, with a line for each depth, and the nodes of the last depth where readers of divides
/// look for them. With a `width`, the table is split into blocks of columns that fit.
pub fn text(statistics: &StatisticsRows, digits: Digits, width: Option<usize>) -> String {
    let mut text = table(statistics, digits, width);
    let nodes = digits.write(statistics.nodes());
    text += &if statistics.complete {
        format!("\nNodes searched: {nodes}\n")
    } else {
        format!(
            "info string perft stopped: depth {} of {} done\n\n\
             Nodes searched: {nodes} (incomplete)\n",
            statistics.last_depth(),
            statistics.depth
        )
    };
    text
}

/// The same as comma-separated values: the headings and a line for each depth, without the last line
/// end. After a stop, the depth that was being counted has `incomplete` in every other column.
pub fn csv(statistics: &StatisticsRows) -> String {
    let mut lines = statistics.cells(Digits::Plain);
    if !statistics.complete {
        let mut line = vec!["incomplete".to_owned(); statistics.columns.len() + 1];
        line[0] = (statistics.last_depth() + 1).to_string();
        lines.push(line);
    }
    let lines: Vec<_> = lines.iter().map(|line| line.join(",")).collect();
    lines.join("\n")
}

/// The lines of the table. Without a `width`, every depth is one line. With a `width`, the columns
/// are split into blocks of lines no longer than that, separated by empty lines. Each block begins
/// with the depth and has at least one other column, however narrow the terminal.
fn table(statistics: &StatisticsRows, digits: Digits, width: Option<usize>) -> String {
    let lines = statistics.cells(digits);
    let longest = |column: usize| lines.iter().map(|line| line[column].len()).max();
    let widths: Vec<usize> = (0..=statistics.columns.len()).filter_map(longest).collect();
    let blocks: Vec<String> = blocks(&widths, width.unwrap_or(usize::MAX))
        .into_iter()
        .map(|columns| block(&lines, &widths, columns))
        .collect();
    blocks.join("\n")
}

/// The columns of each block, without the depth, for cells of these `widths`.
fn blocks(widths: &[usize], limit: usize) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut first, mut length) = (1, widths[0]);
    for (column, width) in widths.iter().enumerate().skip(1) {
        if column > first && length + 1 + width > limit {
            blocks.push(first..column);
            (first, length) = (column, widths[0]);
        }
        length += 1 + width;
    }
    blocks.push(first..widths.len());
    blocks
}

/// The depth and these columns of every line.
fn block(lines: &[Vec<String>], widths: &[usize], columns: Range<usize>) -> String {
    let mut text = String::new();
    for line in lines {
        let cells: Vec<_> = std::iter::once(0)
            .chain(columns.clone())
            .map(|column| format!("{:>1$}", line[column], widths[column]))
            .collect();
        text += &cells.join(" ");
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use movegen::chess::Position;
    use movegen::perft::Perft;

    use super::*;
    use crate::games::chess::STATISTICS;

    fn statistics(fen: &str, depth: u32) -> StatisticsRows {
        let position = fen.parse::<Position>().expect(fen);
        let plan = PerftPlan::new(position, Perft::new(depth));
        let statistics = plan.statistics(&STATISTICS, &Progress::new(), &Stop::new());
        statistics.expect("a count")
    }

    const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

    #[test]
    fn a_depth_that_was_not_finished_is_named() {
        let finished = statistics(POSITION_3, 2);
        let stopped = StatisticsRows {
            depth: 5,
            complete: false,
            ..finished.clone()
        };
        let (finished, stopped) = (csv(&finished), csv(&stopped));
        let last = stopped.strip_prefix(&finished).expect("the same lines");
        assert!(last.starts_with("\n3,incomplete,incomplete,"), "{last}");
        assert_eq!(last.trim_start().lines().count(), 1, "{last}");
    }

    #[test]
    fn a_terminal_gets_blocks_of_columns() {
        let rows = statistics(POSITION_3, 2);
        let narrow = "\
depth nodes captures en_passant castles
    1    14        1          0       0
    2   191       14          0       0

depth promotions to_knight to_bishop
    1          0         0         0
    2          0         0         0

depth to_rook to_queen checks
    1       0        0      2
    2       0        0     10

depth checks_no_mate discovered double
    1              2          0      0
    2             10          0      0

depth double_no_mate checkmates
    1              0          0
    2              0          0

depth stalemates
    1          0
    2          0
";
        assert_eq!(table(&rows, Digits::Plain, Some(40)), narrow);
        let wide = "\
depth nodes captures en_passant castles promotions to_knight to_bishop to_rook
    1    14        1          0       0          0         0         0       0
    2   191       14          0       0          0         0         0       0

depth to_queen checks checks_no_mate discovered double double_no_mate checkmates
    1        0      2              2          0      0              0          0
    2        0     10             10          0      0              0          0

depth stalemates
    1          0
    2          0
";
        assert_eq!(table(&rows, Digits::Plain, Some(80)), wide);
        assert_eq!(wide.lines().map(str::len).max(), Some(80));
        // A block has one column besides the depth, even if that does not fit.
        let narrowest = table(&rows, Digits::Plain, Some(1));
        assert_eq!(narrowest.matches("depth ").count(), rows.columns.len());
        // A file has one line for each depth.
        let whole = table(&rows, Digits::Plain, None);
        assert_eq!(whole.lines().count(), 3);
        assert_eq!(table(&rows, Digits::Plain, Some(200)), whole);
    }
}
