//! Pairs of known defects whose differences add up to the numbers of a text, if no single one gives them.
//!
//! The difference of a program in all numbers is kept as one [sum](CountDifference), so that pairs are found as in the
//! two-sum problem. A program with both defects counts this way only if neither changes what the other one does.
//!
//! A large catalogue has pairs for many numbers. How many are expected by chance is measured with the catalogue itself: each
//! known defect is left out in turn, and the pairs of others are counted that add up to its numbers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use movegen::perft::{Progress, Stop};

use super::compared::Compared;
use crate::ask::reported;
use crate::imitate::{CountDifference, Defect, Together};

/// More leaves would take too long: no program is ruled out on the way.
const MOST_LEAVES: u128 = 1_000_000;

/// The leaves that the programs of one class may count alone.
const LEAVES_OF_CLASS: u64 = 2_000_000;

/// More pairs are not listed.
const MOST_PAIRS: usize = 12;

/// The number of defects that the expected number needs at least.
const FEWEST_LEFT_OUT: usize = 30;

/// Pairs of known defects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// The first ones: ids and sentences of both. Other defects may give the numbers of one of them as well.
    pub found: Vec<[(&'static str, String); 2]>,
    /// How many there are.
    pub number: usize,
    /// How many are expected by chance; `None` if there are none.
    pub by_chance: Option<f64>,
}

/// Programs that give the same numbers.
#[derive(Default)]
struct Group {
    programs: Vec<(Defect, usize)>,
    /// The ids of their defects.
    ids: BTreeSet<&'static str>,
    /// How many numbers are wrong.
    numbers: u32,
}

impl Group {
    /// One program of each defect: the id and the sentence.
    fn defects(&self) -> Vec<(&'static str, String)> {
        let mut all = Vec::new();
        for (defect, number) in &self.programs {
            if all.iter().any(|(id, _)| *id == defect.id) {
                continue;
            }
            let program = defect.variants.together().into_iter().nth(*number);
            all.extend(program.map(|program| (defect.id, defect.sentence_of(program.as_ref()))));
        }
        all
    }
}

/// The pairs for these claims; `None` if they are not compared, because that would take long or was stopped, or because the
/// total of a divide is not its sum.
pub(crate) fn pairs(claims: &[Compared], stop: &Stop) -> Option<Pairs> {
    let leaves: u128 = claims.iter().map(|claim| claim.expected).sum();
    if leaves > MOST_LEAVES || !claims.iter().all(Compared::adds_up) {
        return None;
    }
    let mut together = Together::new(0, 1, LEAVES_OF_CLASS, &Progress::new(), stop);
    let mut differences = Vec::new();
    let mut wanted = CountDifference::default();
    for (index, claim) in claims.iter().enumerate() {
        let can_stop = |text: &str, all: &[CountDifference]| {
            wanted.add(index, text, claim.difference_of(text));
            !can_add_up(all, wanted)
        };
        let (question, seen) = (claim.question(), claim.seen());
        // Programs that play the moves to another position are left out: they count another tree.
        together.take_diverging(&question).ok()?;
        let added = together.add_differences(index, &question, &seen, &mut differences, can_stop);
        if !added.ok()? {
            return Some(Pairs::default());
        }
    }
    let mut groups = Groups::default();
    for (program, difference) in together.counted_programs().into_iter().zip(&differences) {
        let Some(program) = program.filter(|_| difference.numbers > 0) else {
            continue;
        };
        let group = groups.0.entry(difference.sum).or_default();
        group.ids.insert(program.0.id);
        group.programs.push(program);
        group.numbers = difference.numbers;
    }
    let found = groups.pairs(wanted.sum, &BTreeSet::new());
    Some(Pairs {
        number: found.len(),
        by_chance: (!found.is_empty()).then(|| groups.by_chance(wanted.numbers)),
        found: found
            .into_iter()
            .take(MOST_PAIRS)
            .filter_map(|pair| named(pair.map(|sum| &groups.0[&sum])))
            .collect(),
    })
}

/// All programs, by the sum of their differences.
#[derive(Default)]
struct Groups(BTreeMap<u64, Group>);

impl Groups {
    /// The pairs that add up to a sum, without these defects.
    fn pairs(&self, wanted: u64, without: &BTreeSet<&'static str>) -> Vec<[u64; 2]> {
        let partner = |(&sum, group): (&u64, &Group)| {
            let other = wanted.wrapping_sub(sum);
            let partners = self.0.get(&other)?;
            let are_two = group.ids.difference(without).any(|id| {
                let mut others = partners.ids.difference(without);
                others.any(|other| id != other)
            });
            (sum < other && are_two).then_some([sum, other])
        };
        self.0.iter().filter_map(partner).collect()
    }

    /// How many pairs add up to the numbers of a known defect, of which as many are wrong or fewer: the mean.
    fn by_chance(&self, numbers: u32) -> f64 {
        let like = |most: u32| {
            let groups = self.0.iter();
            groups.filter(move |(_, group)| group.numbers <= most)
        };
        let most = match like(numbers).count() >= FEWEST_LEFT_OUT {
            true => numbers,
            false => u32::MAX,
        };
        let pairs = like(most).map(|(&sum, group)| self.pairs(sum, &group.ids).len());
        pairs.sum::<usize>() as f64 / like(most).count().max(1) as f64
    }
}

/// Two different defects of two groups, those with the shortest sentences.
fn named(groups: [&Group; 2]) -> Option<[(&'static str, String); 2]> {
    let [firsts, seconds] = groups.map(Group::defects);
    let pairs = firsts
        .iter()
        .flat_map(|first| seconds.iter().map(move |second| [first, second]));
    let two = pairs.filter(|[first, second]| first.0 != second.0);
    let shortest = two.min_by_key(|[first, second]| first.1.len() + second.1.len())?;
    Some(shortest.map(Clone::clone))
}

impl Compared {
    /// Whether the total says no more than the lines: it is their sum. That of an incomplete divide is another number.
    fn adds_up(&self) -> bool {
        let (Some(lines), Some(total)) = (&self.lines, self.total) else {
            return true;
        };
        self.is_complete && lines.values().sum::<i128>() == total
    }

    /// By how much a number is wrong: that of a move, or the total (an empty text).
    fn difference_of(&self, text: &str) -> i128 {
        let Some(lines) = &self.lines else {
            let right = reported(self.expected);
            return self.total.unwrap_or(right) - right;
        };
        let count = |lines: &BTreeMap<String, i128>| lines.get(text).copied().unwrap_or(0);
        count(lines) - count(&self.correct)
    }
}

/// Whether two programs add up to the numbers so far. One of them may have no difference yet.
fn can_add_up(all: &[CountDifference], wanted: CountDifference) -> bool {
    let sums: HashSet<u64> = all.iter().map(|difference| difference.sum).collect();
    let partner = |sum: &u64| sums.contains(&wanted.sum.wrapping_sub(*sum));
    sums.iter().any(partner)
}

#[cfg(test)]
mod tests {
    use movegen::chess::CastlingStyle;
    use movegen::chess::variant::Standard;

    use super::*;
    use crate::ask::DivideText;
    use crate::fits::{Claim, Counted, OtherMoves};
    use crate::imitate::{Budget, defects};

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn claim(depth: u32, counted: Counted) -> Compared {
        let claim = Claim::new(KIWIPETE.to_owned(), Vec::new(), depth, counted);
        Compared::new(&claim, &Standard, CastlingStyle::Standard, 1, &Stop::new())
            .expect("a small tree")
    }

    /// The divide of a program that has several defects, none of which changes what another one does.
    fn divide(ids: &[&str], depth: u32) -> Compared {
        let right = claim(depth, Counted::Total(0));
        let mut lines = right.correct.clone();
        for id in ids {
            let defect = defects().find(|defect| defect.id == *id).expect(id);
            let mut program = defect.variants.together().remove(0);
            let counts = program.ask(&right.question(), &mut Budget::new(10_000_000));
            let counts: BTreeMap<String, i128> =
                counts.expect("a small tree").lines.into_iter().collect();
            for (text, count) in &mut lines {
                let listed = if text == "e1h1" {
                    "e1g1"
                } else if text == "e1a1" {
                    "e1c1"
                } else {
                    text
                };
                *count += counts.get(listed).copied().unwrap_or(0) - right.correct[text];
            }
        }
        let lines = lines.into_iter().collect();
        let divide = DivideText {
            lines,
            ..DivideText::default()
        };
        claim(depth, Counted::Divide(divide, OtherMoves::None))
    }

    #[test]
    fn two_defects_add_up() {
        let ids = ["en-passant-missing", "castling-missing"];
        let found = pairs(&[divide(&ids, 3)], &Stop::new()).expect("a small tree");
        assert!(
            found.number > 0 && found.by_chance.is_some_and(|number| number < 1.0),
            "{found:?}"
        );
        let both =
            |pair: &[(&str, String); 2]| ids.iter().all(|id| pair.iter().any(|one| one.0 == *id));
        assert!(found.found.iter().any(both), "{found:?}");
    }

    #[test]
    fn a_total_has_many_pairs_by_chance() {
        let right = claim(2, Counted::Total(0)).expected;
        let total = claim(2, Counted::Total(reported(right) + 7));
        let found = pairs(&[total], &Stop::new()).expect("a small tree");
        assert!(
            found.by_chance.is_some_and(|number| number > 1.0),
            "{found:?}"
        );
    }

    #[test]
    fn three_defects_are_no_pair() {
        let ids = [
            "king-captures-missing",
            "pinned-pieces-never-move",
            "double-pushes-missing",
        ];
        let found = pairs(&[divide(&ids, 3)], &Stop::new());
        assert_eq!(found, Some(Pairs::default()));
    }
}
