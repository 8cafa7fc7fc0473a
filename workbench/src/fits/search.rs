//! The known defects that give exactly the numbers of a text.
//!
//! Each program of the catalogue is compared with every number: it gives all of them, or it is ruled out. Programs
//! that count trees with a wrong rule are counted [together](Together), the others one by one.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use movegen::perft::{Progress, Stop};
use movegen::threads::{Pool, STACK};

use super::compared::{Compared, Verdict};
use crate::imitate::{self, Altered, Budget, Defect, Imitation, Subtrees, Together};

/// The leaves that the programs of one class may count alone: see [`Together::new`].
const LEAVES_OF_CLASS: u64 = 5_000_000;

/// The leaves that one program may count that is not counted with others, and all programs of its defect.
const LEAVES_OF_PROGRAM: u64 = 1_000_000;
const LEAVES_OF_DEFECT: u64 = 2_000_000;

/// The same for a program that plays a variant: each defect has one.
const LEAVES_OF_ALTERED: u64 = 4_000_000;

/// A program of the catalogue that gives every number.
pub(crate) struct Fit {
    pub(crate) defect: Defect,
    pub(crate) program: Box<dyn Imitation>,
}

/// What was found.
pub(crate) struct Search {
    pub(crate) fits: Vec<Fit>,
    /// The number of known defects.
    pub(crate) known: usize,
    /// The other defects of which some program could not be compared with every number.
    pub(crate) not_compared: Vec<&'static str>,
    /// Whether all defects were compared, before the time was over.
    pub(crate) is_complete: bool,
}

/// The place of a program: its defect, and its number among those that are counted together, or alone.
type Hit = (usize, bool, usize);

/// The programs of a defect that were not taken yet.
type Programs = Vec<Option<Box<dyn Imitation>>>;

/// A part of the work.
#[derive(Clone, Copy)]
enum Part {
    /// The defects `first`, `first + step`, `first + 2 * step` and so on.
    Together { first: usize, step: usize },
    /// The programs of one defect that are counted alone.
    Alone(usize),
}

/// The work of all threads.
struct Work<'a> {
    claims: &'a [Compared],
    /// The leaves that one program may count alone, and all programs of its defect.
    leaves: [u64; 2],
    defects: Vec<Defect>,
    stop: &'a Stop,
    progress: &'a Progress,
    hits: Mutex<Vec<Hit>>,
    not_compared: Mutex<Vec<&'static str>>,
    /// Trees by the rules, for each thread that is not at work.
    subtrees: Mutex<Vec<Subtrees>>,
}

/// Compares every program with all numbers, on this many threads. All claims are about positions under the same rules.
pub(crate) fn search(
    claims: &[Compared],
    threads: usize,
    progress: &Progress,
    stop: &Stop,
) -> Search {
    let rules = claims.first().map(|claim| claim.position.rules());
    let variant = rules.filter(|rules| !rules.is_standard());
    let work = Work {
        claims,
        leaves: match variant {
            Some(_) => [LEAVES_OF_ALTERED; 2],
            None => [LEAVES_OF_PROGRAM, LEAVES_OF_DEFECT],
        },
        defects: match variant {
            Some(rules) => imitate::altered(rules).map(Altered::defect).collect(),
            None => imitate::defects().chain(imitate::table_defects()).collect(),
        },
        stop,
        progress,
        hits: Mutex::default(),
        not_compared: Mutex::default(),
        subtrees: Mutex::default(),
    };
    // Each part walks the tree. No programs that play a variant are counted together.
    let walks = if variant.is_none() { threads } else { 0 };
    let together = (0..walks).map(|first| Part::Together { first, step: walks });
    let parts: Vec<Part> = together
        .chain((0..work.defects.len()).map(Part::Alone))
        .collect();
    let moves: usize = claims.iter().map(|claim| claim.correct.len()).sum();
    progress.begin((moves * walks + work.defects.len()) as u64);
    let run = |part| match stop.is_stopped() {
        true => Err(()),
        false => {
            work.run(part);
            Ok(())
        }
    };
    let pool = (threads > 1)
        .then(|| Pool::start("why", threads, STACK, 0).ok())
        .flatten();
    let ended = match pool {
        Some(pool) => pool.try_for_each(parts.into_iter(), run),
        None => parts.into_iter().try_for_each(run),
    };
    work.finish(ended.is_ok() && !stop.is_stopped())
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work<'_> {
    fn run(&self, part: Part) {
        let mut subtrees = locked(&self.subtrees).pop().unwrap_or_default();
        match part {
            Part::Together { first, step } => self.together(first, step, &mut subtrees),
            Part::Alone(defect) => {
                self.alone(defect, &mut subtrees);
                self.progress.add(1);
            }
        }
        locked(&self.subtrees).push(subtrees);
    }

    fn index(&self, id: &str) -> Option<usize> {
        self.defects.iter().position(|defect| defect.id == id)
    }

    fn together(&self, first: usize, step: usize, subtrees: &mut Subtrees) {
        let mut together = Together::new(first, step, LEAVES_OF_CLASS, self.progress, self.stop);
        together.exchange_subtrees(subtrees);
        let mut diverging = Vec::new();
        for claim in self.claims {
            // A position that cannot be read was refused before.
            let question = claim.question();
            let Ok(taken) = together.take_diverging(&question) else {
                return;
            };
            diverging.extend(taken);
            if together.retain(&question, &claim.seen()).is_err() {
                return;
            }
        }
        locked(&self.not_compared).extend(together.not_counted());
        let hits = together
            .left()
            .filter_map(|(defect, number)| Some((self.index(defect.id)?, true, number)));
        locked(&self.hits).extend(hits);
        together.exchange_subtrees(subtrees);
        self.one_by_one(&diverging, subtrees);
    }

    /// Compares programs that are not counted with others, because they play moves of a claim to another position.
    fn one_by_one(&self, programs: &[(Defect, usize)], subtrees: &mut Subtrees) {
        let mut budget = Budget::default();
        budget.exchange_subtrees(subtrees);
        for &(defect, number) in programs {
            let mut all = defect.variants.together().into_iter();
            let (Some(mut program), Some(index)) = (all.nth(number), self.index(defect.id)) else {
                continue;
            };
            if self.stop.is_stopped() {
                break;
            }
            budget.refill(LEAVES_OF_PROGRAM);
            match verdict(self.claims, program.as_mut(), &mut budget) {
                Verdict::Same => locked(&self.hits).push((index, true, number)),
                Verdict::Other(_) => {}
                Verdict::Unknown | Verdict::Exhausted => {
                    locked(&self.not_compared).push(defect.id);
                }
            }
        }
        budget.exchange_subtrees(subtrees);
    }

    fn alone(&self, index: usize, subtrees: &mut Subtrees) {
        let defect = self.defects[index];
        let [of_program, mut left] = self.leaves;
        let mut budget = Budget::default();
        budget.stop = self.stop.clone();
        budget.exchange_subtrees(subtrees);
        let mut number = 0;
        for group in defect.variants.alone() {
            let mut verdicts = Vec::with_capacity(group.len());
            for mut program in group {
                if self.stop.is_stopped() {
                    break;
                }
                let allowed = left.min(of_program);
                budget.refill(allowed);
                let verdict = verdict(self.claims, program.as_mut(), &mut budget);
                left -= allowed - budget.left();
                if verdict == Verdict::Same {
                    locked(&self.hits).push((index, false, number));
                }
                verdicts.push(verdict);
                number += 1;
            }
            if !is_settled(&verdicts) {
                locked(&self.not_compared).push(defect.id);
            }
        }
        budget.exchange_subtrees(subtrees);
    }

    fn finish(self, is_complete: bool) -> Search {
        let mut hits = self
            .hits
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        hits.sort_unstable();
        let mut programs: BTreeMap<(usize, bool), Programs> = BTreeMap::new();
        let fits = hits.into_iter().filter_map(|(index, together, number)| {
            let defect = self.defects[index];
            let all = programs.entry((index, together)).or_insert_with(|| {
                let all = match together {
                    true => defect.variants.together(),
                    false => defect.variants.alone().into_iter().flatten().collect(),
                };
                all.into_iter().map(Some).collect()
            });
            let program = all.get_mut(number)?.take()?;
            Some(Fit { defect, program })
        });
        let fits: Vec<Fit> = fits.collect();
        let mut not_compared = self
            .not_compared
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        not_compared.sort_unstable();
        not_compared.dedup();
        not_compared.retain(|id| fits.iter().all(|fit| fit.defect.id != *id));
        Search {
            fits,
            known: self.defects.len(),
            not_compared,
            is_complete,
        }
    }
}

/// Whether a group of programs was compared. They have a few of all possible orders of moves: if the counts depend on the
/// order, a program with another order can give the numbers.
fn is_settled(verdicts: &[Verdict]) -> bool {
    let is_known = |verdict: &Verdict| matches!(verdict, Verdict::Same | Verdict::Other(_));
    verdicts
        .iter()
        .all(|verdict| is_known(verdict) && *verdict == verdicts[0])
}

/// Compares a program with all numbers: the first verdict that rules it out, or else that of all.
pub(crate) fn verdict(
    claims: &[Compared],
    program: &mut dyn Imitation,
    budget: &mut Budget,
) -> Verdict {
    let mut all = Verdict::Same;
    for claim in claims {
        let cost = match program.visits_leaves() {
            true => claim.expected,
            false => Budget::cost_of_tree(claim.expected).into(),
        };
        // The whole tree would have to be counted.
        if claim.lines.is_none() && cost > u128::from(budget.left()) {
            return Verdict::Exhausted;
        }
        program.reset();
        match claim.verdict(program, budget) {
            Verdict::Same => {}
            // Another number may rule it out.
            Verdict::Unknown => all = Verdict::Unknown,
            verdict => return verdict,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use movegen::chess::CastlingStyle;
    use movegen::chess::variant::Standard;

    use super::*;
    use crate::fits::{Claim, Counted};
    use crate::imitate::Counts;

    /// A program that visits only the nodes above the leaves is compared with a total of four million.
    #[test]
    fn large_totals_are_compared_with_cheap_programs() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let counted = Counted::Total(4_085_604);
        let claim = Claim::new(kiwipete.to_owned(), Vec::new(), 4, counted);
        let claim = Compared::new(&claim, &Standard, CastlingStyle::Standard, 1, &Stop::new())
            .expect("a claim");
        let defect = imitate::defects().find(|defect| defect.id == "mates-are-leaves");
        let programs = defect.expect("a row").variants.alone();
        let verdicts = programs.into_iter().flatten().map(|mut program| {
            let mut budget = Budget::new(LEAVES_OF_PROGRAM);
            verdict(std::slice::from_ref(&claim), program.as_mut(), &mut budget)
        });
        let same = verdicts.filter(|verdict| *verdict == Verdict::Same).count();
        // Checkmates and stalemates, or checkmates alone, and what the root counts makes no difference.
        assert_eq!(same, 4);
    }

    #[test]
    fn counts_that_depend_on_the_order_rule_out_no_defect() {
        let other = |a, b| {
            let lines = vec![("a2a3".to_owned(), a), ("b2b3".to_owned(), b)];
            Verdict::Other(Some(Counts::of_lines(lines)))
        };
        assert!(is_settled(&[other(1, 2), other(1, 2)]));
        assert!(is_settled(&[Verdict::Other(None), Verdict::Other(None)]));
        assert!(!is_settled(&[other(1, 2), other(2, 1)]));
        assert!(!is_settled(&[Verdict::Other(None), Verdict::Unknown]));
    }
}
