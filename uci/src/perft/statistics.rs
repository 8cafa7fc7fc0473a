//! The statistics of a perft as text: the table, and what a wrong total may have missed.

use std::ops::Range;

use movegen::chess::{Category, Statistics};

use crate::perft::{PerftPlan, StatisticsRows};
use crate::report::Digits;

/// A column of the table: its heading, which is also its name in JSON, and its number.
type Column = (&'static str, fn(&Statistics) -> u128);

/// All columns but the depth. No heading holds a blank, so that a script can split lines there.
/// The published tables disagree on checks: `checks` and `double` include those that mate,
/// `checks_no_mate` and `double_no_mate` do not.
const COLUMNS: [Column; 16] = [
    ("nodes", |row| row.get(Category::Nodes)),
    ("captures", |row| row.get(Category::Captures)),
    ("en_passant", |row| row.get(Category::EnPassant)),
    ("castles", |row| row.get(Category::Castles)),
    ("promotions", Statistics::promotions),
    ("to_knight", |row| row.get(Category::ToKnight)),
    ("to_bishop", |row| row.get(Category::ToBishop)),
    ("to_rook", |row| row.get(Category::ToRook)),
    ("to_queen", |row| row.get(Category::ToQueen)),
    ("checks", |row| row.get(Category::Checks)),
    ("checks_no_mate", Statistics::checks_without_mates),
    ("discovered", |row| row.get(Category::Discovered)),
    ("double", |row| row.get(Category::Double)),
    ("double_no_mate", Statistics::double_without_mates),
    ("checkmates", |row| row.get(Category::Checkmates)),
    ("stalemates", |row| row.get(Category::Stalemates)),
];

/// The names of all columns but the depth.
pub fn column_names() -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().map(|(name, _)| name)
}

/// The columns of one depth by their names.
pub fn numbers(row: &Statistics) -> impl Iterator<Item = (&'static str, u128)> {
    COLUMNS
        .into_iter()
        .map(|(name, number)| (name, number(row)))
}

/// The table, a line for each depth, and the nodes of the last one where a reader of divides looks
/// for them. With a `width`, the table is split into blocks of columns that fit.
pub fn text(
    plan: &PerftPlan,
    statistics: &StatisticsRows,
    digits: Digits,
    width: Option<usize>,
) -> String {
    let mut text = table(&statistics.rows, digits, width);
    let nodes = digits.write(statistics.nodes());
    text += &if statistics.complete {
        format!("\nNodes searched: {nodes}\n")
    } else {
        let done = statistics.rows.last().map_or(0, |(depth, _)| *depth);
        format!(
            "info string perft stopped: depth {done} of {} done\n\n\
             Nodes searched: {nodes} (incomplete)\n",
            plan.depth
        )
    };
    text
}

/// The same as comma-separated values: the headings, and a line for each depth, without the last
/// end. After a stop the depth that was being counted has `incomplete` in every other column.
pub fn csv(statistics: &StatisticsRows) -> String {
    let mut lines = cells(&statistics.rows, Digits::Plain);
    if !statistics.complete {
        let done = statistics.rows.last().map_or(0, |(depth, _)| *depth);
        let mut line = vec!["incomplete".to_owned(); COLUMNS.len() + 1];
        line[0] = (done + 1).to_string();
        lines.push(line);
    }
    let lines: Vec<_> = lines.iter().map(|line| line.join(",")).collect();
    lines.join("\n")
}

/// The headings, and the numbers of every depth.
fn cells(rows: &[(u32, Statistics)], digits: Digits) -> Vec<Vec<String>> {
    let heading = std::iter::once("depth").chain(COLUMNS.map(|column| column.0));
    let mut lines = vec![heading.map(str::to_owned).collect::<Vec<_>>()];
    for (depth, row) in rows {
        let numbers = COLUMNS.map(|column| column.1(row));
        let numbers = std::iter::once(u128::from(*depth)).chain(numbers);
        lines.push(numbers.map(|number| digits.write(number)).collect());
    }
    lines
}

/// The lines of the table. Without a `width`, every depth is one line. With a `width`, the columns
/// are split into blocks of lines no longer than that, separated by empty lines. Each block begins
/// with the depth and has at least one other column, however narrow the terminal.
fn table(rows: &[(u32, Statistics)], digits: Digits, width: Option<usize>) -> String {
    let lines = cells(rows, digits);
    let longest = |column: usize| lines.iter().map(|line| line[column].len()).max();
    let widths: Vec<usize> = (0..=COLUMNS.len()).filter_map(longest).collect();
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

/// Something that was counted, with its name.
type Part = (String, u128);

/// What somebody's wrong total may have missed, or counted besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    claimed: u128,
    counted: u128,
    depth: u32,
    /// Every category that is the difference; if there is none, every sum of two.
    causes: Vec<Vec<Part>>,
}

impl Diagnosis {
    /// Compares a total for the last of the depths with the truth.
    pub fn new(claimed: u128, rows: &[(u32, Statistics)]) -> Diagnosis {
        let (depth, last) = rows.last().copied().unwrap_or_default();
        let counted = last.get(Category::Nodes);
        let mut parts: Vec<Part> = COLUMNS[1..]
            .iter()
            .filter(|column| !repeats(column.0, &last))
            .map(|(name, number)| (format!("{name} at depth {depth}"), number(&last)))
            .collect();
        if claimed > counted && depth > 1 {
            // Lines that end early count nothing; not every program knows.
            for (name, number) in COLUMNS {
                if matches!(name, "nodes" | "checkmates" | "stalemates") {
                    let above = rows.iter().take(rows.len() - 1);
                    let sum = above.map(|(_, row)| number(row)).sum();
                    parts.push((format!("{name} at depths 1 to {}", depth - 1), sum));
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

    /// What the difference may be, as texts: every category that is as large, or every pair of
    /// categories.
    pub fn causes(&self) -> Vec<Vec<String>> {
        self.causes.iter().map(|cause| names(cause)).collect()
    }

    /// Whether the total is right.
    pub fn is_right(&self) -> bool {
        self.claimed == self.counted
    }

    /// One line, and one more for each cause.
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

/// Whether a column without mates holds the same leaves as the column before it, because none of
/// them mates. It would only name the same cause twice.
fn repeats(name: &str, row: &Statistics) -> bool {
    match name {
        "checks_no_mate" => row.checks_without_mates() == row.get(Category::Checks),
        "double_no_mate" => row.double_without_mates() == row.get(Category::Double),
        _ => false,
    }
}

fn names(cause: &[Part]) -> Vec<String> {
    let name = |(name, number): &Part| format!("the {number} {name}");
    cause.iter().map(name).collect()
}

/// The parts that are as many, or else the pairs of parts that are together.
fn causes(parts: &[Part], wanted: u128) -> Vec<Vec<Part>> {
    if wanted == 0 {
        return Vec::new();
    }
    let single: Vec<_> = parts.iter().filter(|part| part.1 == wanted).collect();
    if !single.is_empty() {
        return single.into_iter().map(|part| vec![part.clone()]).collect();
    }
    let mut pairs = Vec::new();
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            if one.1.checked_add(other.1) == Some(wanted) {
                pairs.push(vec![one.clone(), other.clone()]);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use movegen::chess::{CastlingStyle, Position};
    use movegen::perft::{Progress, Stop};

    use super::*;

    fn rows(fen: &str, depth: u32) -> Vec<(u32, Statistics)> {
        let plan = PerftPlan {
            position: fen.parse::<Position>().expect(fen),
            depth,
            roots: None,
            threads: 1,
            hash_mb: 0,
            seed: 0,
            survey: false,
            style: CastlingStyle::Standard,
        };
        let statistics = plan.statistics(&Progress::new(), &Stop::new());
        statistics.expect("a count").rows
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

    fn say(claimed: u128, rows: &[(u32, Statistics)]) -> String {
        Diagnosis::new(claimed, rows).text()
    }

    #[test]
    fn a_forgotten_rule_is_named() {
        let start = rows(START, 5);
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
        assert!(say(2_812 - 209, &rows(POSITION_3, 3)).ends_with("the 209 captures at depth 3"));
    }

    #[test]
    fn checks_with_and_without_mates_are_told_apart() {
        // d2g5 mates by a double check, d2a5 does not.
        let double = rows("2bkr3/8/8/1N6/8/8/3B4/K2R4 w - -", 1);
        let (_, row) = &double[0];
        assert_eq!(row.get(Category::Double), 2);
        assert_eq!(row.double_without_mates(), 1);
        let nodes = row.get(Category::Nodes);
        let missing = "missing: the 1 double_no_mate at depth 1";
        assert!(say(nodes - 1, &double).lines().any(|line| line == missing));
        assert!(say(nodes - 2, &double).contains("the 2 double at depth 1"));
        // Where none mates, the two columns are one cause.
        let position_3 = rows(POSITION_3, 5);
        assert_eq!(
            say(674_624 - 3, &position_3),
            "674621 is 3 fewer than the 674624 leaves at depth 5\n\
             missing: the 3 double at depth 5"
        );
        assert!(say(14 - 2, &rows(POSITION_3, 1)).ends_with("\nmissing: the 2 checks at depth 1"));
    }

    #[test]
    fn a_terminal_gets_blocks_of_columns() {
        let rows = rows(POSITION_3, 2);
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
        assert_eq!(narrowest.matches("depth ").count(), COLUMNS.len());
        // A file has one line for each depth.
        let whole = table(&rows, Digits::Plain, None);
        assert_eq!(whole.lines().count(), 3);
        assert_eq!(table(&rows, Digits::Plain, Some(200)), whole);
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(say(0, &[]), "0 is right at depth 0");
        assert_eq!(causes(&[], 3), Vec::<Vec<Part>>::new());
    }
}
