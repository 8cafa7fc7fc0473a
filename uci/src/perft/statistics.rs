//! The statistics of a perft: the rows, the table as text, and what a wrong total may have missed.

use std::ops::Range;

use crate::games::Column;
use crate::report::Digits;

/// The kinds of leaves at every depth.
#[derive(Clone, Debug)]
pub struct StatisticsRows {
    /// The columns; the first one has all leaves.
    pub columns: &'static [Column],
    /// The depths that were finished, each with a number per column.
    pub rows: Vec<(u32, Vec<u128>)>,
    /// The depth that was asked for.
    pub depth: u32,
    /// Whether it was finished.
    pub complete: bool,
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
        let columns = self.columns.iter().map(|column| column.name);
        columns.zip(row.iter().copied())
    }

    fn last_depth(&self) -> u32 {
        self.rows.last().map_or(0, |(depth, _)| *depth)
    }

    /// The headings, and the numbers of every depth.
    fn cells(&self, digits: Digits) -> Vec<Vec<String>> {
        let names = self.columns.iter().map(|column| column.name);
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

/// A kind of leaf and the number of them.
type Part = (String, u128);

/// What a program with a wrong total may have missed, or counted in addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    claimed: u128,
    counted: u128,
    depth: u32,
    /// Every kind of leaf whose number is the difference; if there is none, every pair of kinds
    /// whose sum is.
    causes: Vec<Vec<Part>>,
}

impl Diagnosis {
    /// Compares a claimed total for the last of the depths with the count.
    pub fn new(claimed: u128, statistics: &StatisticsRows) -> Diagnosis {
        let (columns, rows) = (statistics.columns, &statistics.rows);
        let (depth, last) = rows.last().cloned().unwrap_or_default();
        let counted = statistics.nodes();
        let mut parts: Vec<Part> = Vec::new();
        let numbered = columns.iter().zip(&last).enumerate();
        for (index, (column, &number)) in numbered.skip(1) {
            // A narrower column with the same leaves would name the same cause twice.
            if !(column.narrows_previous && last[index - 1] == number) {
                parts.push((format!("{} at depth {depth}", column.name), number));
            }
        }
        if claimed > counted && depth > 1 {
            // Lines that end early add nothing. Some programs count them.
            let above = &rows[..rows.len() - 1];
            for (index, column) in columns.iter().enumerate() {
                if index == 0 || column.ends_line {
                    let sum = above.iter().map(|(_, row)| row[index]).sum();
                    parts.push((format!("{} at depths 1 to {}", column.name, depth - 1), sum));
                }
            }
        }
        parts.retain(|part| part.1 > 0);
        let causes = causes(&parts, claimed.abs_diff(counted));
        Diagnosis {
            claimed,
            counted,
            depth,
            causes,
        }
    }

    /// The total that was claimed.
    pub fn claimed(&self) -> u128 {
        self.claimed
    }

    /// The right total.
    pub fn counted(&self) -> u128 {
        self.counted
    }

    /// Possible explanations of the difference, as texts: every kind of leaf with that number, or
    /// every pair of kinds with that sum.
    pub fn causes(&self) -> Vec<Vec<String>> {
        self.causes.iter().map(|cause| names(cause)).collect()
    }

    /// Whether the total is right.
    pub fn is_right(&self) -> bool {
        self.claimed == self.counted
    }

    /// One line, and another one for each cause.
    pub fn text(&self) -> String {
        let (claimed, counted, depth) = (self.claimed, self.counted, self.depth);
        if self.is_right() {
            return format!("{claimed} is right at depth {depth}");
        }
        let (difference, way, verb) = if claimed < counted {
            (counted - claimed, "fewer", "missing")
        } else {
            (claimed - counted, "more", "counted besides")
        };
        let mut text =
            format!("{claimed} is {difference} {way} than the {counted} leaves at depth {depth}");
        if self.causes.is_empty() {
            text += "\nno category is that number, nor the sum of two";
        }
        for cause in &self.causes {
            text += &format!("\n{verb}: {}", names(cause).join(" and "));
        }
        text
    }
}

fn names(cause: &[Part]) -> Vec<String> {
    let name = |(name, number): &Part| format!("the {number} {name}");
    cause.iter().map(name).collect()
}

/// The parts with this number; if there are none, the pairs of parts with this sum.
fn causes(parts: &[Part], difference: u128) -> Vec<Vec<Part>> {
    if difference == 0 {
        return Vec::new();
    }
    let single: Vec<_> = parts.iter().filter(|part| part.1 == difference).collect();
    if !single.is_empty() {
        return single.into_iter().map(|part| vec![part.clone()]).collect();
    }
    let mut pairs = Vec::new();
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            if one.1.checked_add(other.1) == Some(difference) {
                pairs.push(vec![one.clone(), other.clone()]);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use movegen::chess::{CastlingStyle, Position};
    use movegen::perft::{Perft, Progress, Stop};

    use super::*;
    use crate::games::chess::STATISTICS;
    use crate::perft::PerftPlan;

    fn statistics(fen: &str, depth: u32) -> StatisticsRows {
        let position = fen.parse::<Position>().expect(fen);
        let plan = PerftPlan::new(position, CastlingStyle::Standard, Perft::new(depth));
        let statistics = plan.statistics(&STATISTICS, &Progress::new(), &Stop::new());
        statistics.expect("a count")
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

    fn say(claimed: u128, rows: &StatisticsRows) -> String {
        Diagnosis::new(claimed, rows).text()
    }

    #[test]
    fn a_forgotten_rule_is_named() {
        let start = statistics(START, 5);
        assert_eq!(
            say(4_865_609 - 258, &start),
            "4865351 is 258 fewer than the 4865609 leaves at depth 5\n\
             missing: the 258 en_passant at depth 5"
        );
        assert_eq!(
            say(4_865_609 - 258 - 6, &start),
            "4865345 is 264 fewer than the 4865609 leaves at depth 5\n\
             missing: the 258 en_passant at depth 5 and the 6 discovered at depth 5"
        );
        assert_eq!(
            say(4_865_609 + 8, &start),
            "4865617 is 8 more than the 4865609 leaves at depth 5\n\
             counted besides: the 8 checkmates at depths 1 to 4"
        );
        assert_eq!(
            say(5_072_212, &start),
            "5072212 is 206603 more than the 4865609 leaves at depth 5\n\
             counted besides: the 206603 nodes at depths 1 to 4"
        );
        assert_eq!(
            say(1, &start),
            "1 is 4865608 fewer than the 4865609 leaves at depth 5\n\
             no category is that number, nor the sum of two"
        );
        assert_eq!(say(4_865_609, &start), "4865609 is right at depth 5");
        assert!(
            say(2_812 - 209, &statistics(POSITION_3, 3)).ends_with("the 209 captures at depth 3")
        );
    }

    #[test]
    fn checks_with_and_without_mates_are_distinguished() {
        // d2g5 mates by a double check, d2a5 does not.
        let double = statistics("2bkr3/8/8/1N6/8/8/3B4/K2R4 w - -", 1);
        let (_, row) = &double.rows[0];
        let number = |name| double.named(row).find(|(found, _)| *found == name);
        assert_eq!(number("double"), Some(("double", 2)));
        assert_eq!(number("double_no_mate"), Some(("double_no_mate", 1)));
        let nodes = double.nodes();
        let missing = "missing: the 1 double_no_mate at depth 1";
        assert!(say(nodes - 1, &double).lines().any(|line| line == missing));
        assert!(say(nodes - 2, &double).contains("the 2 double at depth 1"));
        // Where none mates, the two columns are one cause.
        let position_3 = statistics(POSITION_3, 5);
        assert_eq!(
            say(674_624 - 3, &position_3),
            "674621 is 3 fewer than the 674624 leaves at depth 5\n\
             missing: the 3 double at depth 5"
        );
        assert!(
            say(14 - 2, &statistics(POSITION_3, 1)).ends_with("\nmissing: the 2 checks at depth 1")
        );
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

    #[test]
    fn nothing_is_nothing() {
        let nothing = StatisticsRows {
            columns: STATISTICS.columns,
            rows: Vec::new(),
            depth: 0,
            complete: false,
        };
        assert_eq!(say(0, &nothing), "0 is right at depth 0");
        assert_eq!(causes(&[], 3), Vec::<Vec<Part>>::new());
    }
}
