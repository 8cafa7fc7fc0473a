//! Variants of a count with the same number as a wrong total.
//!
//! A number alone proves nothing: a variant with the same number may be a coincidence. The diagnosis
//! therefore lists every variant that matches, and how many do not.

use super::source::Variant;
use super::statistics::StatisticsRows;

/// The variants that need a count under other rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleVariants {
    /// All of them.
    Counted(Vec<Variant>),
    /// None, since the tree has more leaves than this.
    TooManyLeaves(u128),
}

/// A kind of leaf, the number of them, and whether it may be missing from a count.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    number: u128,
    can_be_missing: bool,
}

/// A wrong total, and the variants of the count that have this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    claimed: u128,
    counted: u128,
    depth: u32,
    matches: Vec<Variant>,
    /// The number of variants whose number differs from the claimed one.
    other_variants: usize,
    /// The number of leaves above which no variant is counted under other rules, if this tree has more.
    limit: Option<u128>,
}

/// How easily a variant has the claimed number by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coincidence {
    /// There are nearly as many variants as numbers of this size.
    Plausible,
    /// In between.
    Possible,
    /// There are far more numbers of this size than variants.
    Unlikely,
}

impl Coincidence {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Coincidence::Plausible => "plausible",
            Coincidence::Possible => "possible",
            Coincidence::Unlikely => "unlikely",
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Coincidence::Plausible => "can easily be",
            Coincidence::Possible => "may be",
            Coincidence::Unlikely => "is unlikely to be",
        }
    }
}

impl Diagnosis {
    /// Compares a claimed total for the last of the depths with the count and its variants.
    pub fn new(claimed: u128, statistics: &StatisticsRows, rules: RuleVariants) -> Diagnosis {
        let depth = statistics.rows.last().map_or(0, |(depth, _)| *depth);
        let counted = statistics.nodes();
        let parts = parts(statistics);
        let (mut variants, limit) = match rules {
            RuleVariants::Counted(variants) => (variants, None),
            RuleVariants::TooManyLeaves(limit) => (Vec::new(), Some(limit)),
        };
        variants.extend(numeric_variants(statistics));
        let of_one = parts.iter().map(std::slice::from_ref);
        variants.extend(of_one.flat_map(|part| with_and_without(counted, part)));
        // Variants with the right number exclude nothing.
        variants.retain(|variant| variant.count != counted);
        let (mut matches, mut others) = split(variants, claimed);
        if matches.is_empty() {
            let pairs = pairs(&parts)
                .flat_map(|pair| with_and_without(counted, &pair))
                .collect();
            let (of_two, not_of_two) = split(pairs, claimed);
            matches = of_two;
            others += not_of_two;
        }
        if claimed == counted {
            matches.clear();
        }
        Diagnosis {
            claimed,
            counted,
            depth,
            matches,
            other_variants: others,
            limit,
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

    /// Whether the total is right.
    pub fn is_right(&self) -> bool {
        self.claimed == self.counted
    }

    /// The variants with the claimed number.
    pub fn matches(&self) -> &[Variant] {
        &self.matches
    }

    /// The number of variants with another number.
    pub fn other_variants(&self) -> usize {
        self.other_variants
    }

    /// The kinds of leaves that each match leaves out or counts in addition; its text if it is not
    /// about kinds of leaves.
    pub fn causes(&self) -> Vec<Vec<String>> {
        let causes = self.matches.iter().map(|found| found.causes.clone());
        causes.collect()
    }

    /// How easily the matches come about by chance; `None` if there are none.
    ///
    /// Wrong totals can be any number about as far from the right one. The estimate is the number of
    /// variants that were tried, divided by the difference.
    pub fn coincidence(&self) -> Option<Coincidence> {
        let tried = self.matches.len() + self.other_variants;
        let chance = tried as f64 / self.claimed.abs_diff(self.counted) as f64;
        (!self.matches.is_empty()).then_some(match chance {
            0.2.. => Coincidence::Plausible,
            0.005.. => Coincidence::Possible,
            _ => Coincidence::Unlikely,
        })
    }

    /// The difference, the variants that match it, and how much that says.
    pub fn text(&self) -> String {
        let (claimed, counted, depth) = (self.claimed, self.counted, self.depth);
        if self.is_right() {
            return format!("{claimed} is right at depth {depth}");
        }
        let way = if claimed < counted { "fewer" } else { "more" };
        let difference = claimed.abs_diff(counted);
        let mut text =
            format!("{claimed} is {difference} {way} than the {counted} leaves at depth {depth}\n");
        let others = self.other_variants;
        text += &match (&self.matches[..], self.coincidence()) {
            ([only], Some(chance)) => format!(
                "it is the count of {}, which {} a coincidence; {others} other variants do not match",
                only.text,
                chance.verb()
            ),
            ([_, ..], Some(chance)) => {
                let lines = self.matches.iter().map(|found| &found.text);
                let lines: Vec<_> = lines.map(|line| format!("  {line}\n")).collect();
                format!(
                    "it is the count of each of these variants, which this number cannot distinguish:\n\
                     {}each {} a coincidence; {others} other variants do not match",
                    lines.concat(),
                    chance.verb()
                )
            }
            _ => format!("none of {others} variants of the count has this number"),
        };
        if let Some(limit) = self.limit {
            text += &format!("\nnot tried: counts under other rules, for more than {limit} leaves");
        }
        text
    }
}

/// The variants with the claimed number, and how many of the others differ.
fn split(variants: Vec<Variant>, claimed: u128) -> (Vec<Variant>, usize) {
    let (matches, others): (Vec<_>, Vec<_>) = variants
        .into_iter()
        .partition(|variant| variant.count == claimed);
    (matches, others.len())
}

/// The kinds of leaves at the last depth, and those of the depths above that end a line.
fn parts(statistics: &StatisticsRows) -> Vec<Part> {
    let (columns, rows) = (statistics.columns, &statistics.rows);
    let Some(((depth, last), above)) = rows.split_last() else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for (index, column) in columns.iter().enumerate().skip(1) {
        // A narrower column with the same leaves would name the same kind twice.
        if !(column.narrows_previous && last[index - 1] == last[index]) {
            parts.push(Part {
                name: format!("{} at depth {depth}", column.name),
                number: last[index],
                can_be_missing: true,
            });
        }
        if column.ends_line && !above.is_empty() {
            parts.push(Part {
                name: format!("{} at depths 1 to {}", column.name, depth - 1),
                number: above.iter().map(|(_, row)| row[index]).sum(),
                can_be_missing: false,
            });
        }
    }
    parts.retain(|part| part.number > 0);
    parts
}

/// The counts without these leaves, and with these leaves once more.
fn with_and_without(counted: u128, parts: &[Part]) -> Vec<Variant> {
    let numbers = parts.iter().map(|part| part.number);
    let sum = numbers.fold(0, u128::saturating_add);
    let names = parts.iter().map(|part| {
        let Part { number, name, .. } = part;
        format!("the {number} {name}")
    });
    let causes: Vec<_> = names.collect();
    let names = causes.join(" and ");
    let variant = |text: String, count| Variant {
        text,
        count,
        causes: causes.clone(),
    };
    let mut variants = Vec::new();
    if let (true, Some(rest)) = (
        parts.iter().all(|part| part.can_be_missing),
        counted.checked_sub(sum),
    ) {
        variants.push(variant(format!("all leaves but {names}"), rest));
    }
    if let Some(more) = counted.checked_add(sum) {
        let again = match parts.iter().any(|part| part.can_be_missing) {
            true => " once more",
            false => "",
        };
        variants.push(variant(format!("all leaves and{again} {names}"), more));
    }
    variants
}

/// Every pair of parts. The two may share leaves, which such a program subtracts or adds twice.
fn pairs(parts: &[Part]) -> impl Iterator<Item = [Part; 2]> + '_ {
    parts.iter().enumerate().flat_map(|(index, one)| {
        let others = parts[index + 1..].iter();
        others.map(|other| [one.clone(), other.clone()])
    })
}

/// Sums over depths, single depths, and totals in a counter that is too small.
fn numeric_variants(statistics: &StatisticsRows) -> Vec<Variant> {
    let nodes = |(depth, row): &(u32, Vec<u128>)| Some((*depth, *row.first()?));
    let depths: Vec<_> = statistics.rows.iter().filter_map(nodes).collect();
    let Some(&(depth @ 1.., counted)) = depths.last() else {
        return Vec::new();
    };
    let mut variants = Vec::new();
    for &(depth, count) in depths.iter().rev().skip(1) {
        variants.push(Variant::new(
            format!("the leaves at depth {depth}, not at the depth asked for"),
            count,
        ));
    }
    let all = statistics.all_nodes();
    variants.push(Variant::new(
        format!("the interior nodes and the leaves, at depths 1 to {depth}"),
        all,
    ));
    variants.push(Variant::new(
        format!("the root, the interior nodes and the leaves, at depths 0 to {depth}"),
        all.saturating_add(1),
    ));
    if depth > 2 {
        // What a divide shows of a program that counts every move below the root.
        variants.push(Variant::new(
            format!("the interior nodes and the leaves, at depths 2 to {depth}"),
            all - depths.first().map_or(0, |&(_, moves)| moves),
        ));
        variants.push(Variant::new(
            format!(
                "the interior nodes at depths 1 to {}, without the leaves",
                depth - 1
            ),
            all - counted,
        ));
    }
    variants.push(Variant::new(
        "the leaves, each counted twice",
        counted.saturating_mul(2),
    ));
    for bits in [8, 16, 32] {
        variants.push(Variant::new(
            format!("the leaves modulo 2^{bits}"),
            counted % (1 << bits),
        ));
    }
    variants
}

#[cfg(test)]
mod tests;
