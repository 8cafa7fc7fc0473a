//! Small positions that tell defects apart: more questions to the other side.

use std::fmt;
use std::rc::Rc;

use movegen::chess::{CastlingStyle, ParsedFen, ParsedPosition, Position, PositionText};

use super::answers::{Observed, sorted};
use super::orders::{self, Learned};
use super::suspect::Suspect;
use crate::ask::{Answer, OtherSide, Question};
use crate::find::count;
use crate::imitate::{Budget, Counts, Unpredicted};
use crate::positions::{Step, questions, steps};

/// The limit of probes.
const MOST_PROBES: usize = 20;

/// A defect that alone remains is confirmed by this many answers that a correct program would not
/// give.
const CONFIRMATIONS: usize = 3;

/// The leaves that an imitation may count for one probe.
const MOST_LEAVES: u64 = 200_000;

/// The leaves of a tree that tells programs apart that unmake moves: there are many programs and trees. Fewer if none of
/// them explains a wrong answer so far.
const MOST_LEAVES_OF_TREE: u128 = 3500;
const MOST_LEAVES_OF_TREE_IF_UNKNOWN: u128 = 600;

/// More suspects are first compared with the probes alone: the pool is large, and a few questions leave few suspects.
const FEW_SUSPECTS: usize = 100;

/// What a probe costs besides the lists inside it, in questions: a low value prefers small trees.
const COST_OF_PROBE: usize = 10;

/// After more questions without an answer, no further ones are asked.
const MOST_FAILURES: usize = 3;

/// The answers of one program to the steps of a probe, with sorted lines; `None` if it cannot be
/// imitated.
type Prediction = Option<Vec<Counts>>;

/// A probe with the answers that are expected.
pub(super) struct Probe {
    /// FEN, moves, depth and Canopy's total of each step.
    steps: Vec<(String, Vec<String>, u32, u128)>,
    /// The positions of the questions, after their moves.
    positions: Vec<Position>,
    correct: Prediction,
    /// One for each suspect.
    suspects: Vec<Prediction>,
    /// The positions inside a tree whose lists of moves are asked for before it.
    inside: usize,
}

/// Asks the other side until the suspects cannot be told apart any more. Removes the refuted ones.
/// Leaves the other side as it is after a reset.
pub(super) fn narrow(
    suspects: &mut Vec<Suspect>,
    learned: &mut Learned,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
    budget: &mut Budget,
) {
    if suspects.is_empty() {
        return;
    }
    let of_table = suspects.iter().any(|suspect| suspect.is_in_table);
    let purpose = if of_table { "series" } else { "probe" };
    let questions = questions(purpose)
        .iter()
        .filter(|steps| other.plays_moves() || steps.iter().all(|step| step.1.is_empty()));
    let mut probes: Vec<Probe> = questions
        .filter_map(|steps| Probe::new(steps, false, suspects, style, budget))
        .collect();
    let mut is_pool_left = !of_table;
    let fresh = suspects.iter().any(|suspect| suspect.variant.remembers());
    let (mut confirmed, mut failures) = (0, 0);
    if other.reset().is_err() {
        return;
    }
    for number in 0..MOST_PROBES {
        let is_pool_due =
            || suspects.len() <= FEW_SUSPECTS || best(&probes, suspects, confirmed).is_none();
        if is_pool_left && is_pool_due() {
            probes.extend(of_pool(suspects, style, budget));
            is_pool_left = false;
        }
        let Some(best) = best(&probes, suspects, confirmed) else {
            break;
        };
        let probe = probes.swap_remove(best);
        probe.prepare(suspects, learned, other, style);
        if fresh && number > 0 && other.reset().is_err() {
            return;
        }
        let Some(answers) = probe.ask(other) else {
            // A program whose board is wrong may crash. The next question starts it again.
            failures += 1;
            if failures > MOST_FAILURES || other.reset().is_err() {
                break;
            }
            continue;
        };
        let seen = probe.observed(&answers);
        confirmed += usize::from(!probe.is_correct(&seen));
        let kept = probe.judge(&seen, suspects, budget, true);
        probes.iter_mut().for_each(|probe| probe.retain(&kept));
    }
    // An error shows at the next question.
    let _ = other.reset();
}

/// The positions of the pool, and its trees, which tell programs apart that unmake moves incorrectly. Their counts may
/// depend on the details of other defects.
fn of_pool(suspects: &mut [Suspect], style: CastlingStyle, budget: &mut Budget) -> Vec<Probe> {
    let most_leaves = match suspects.iter().any(|suspect| suspect.explains) {
        true => MOST_LEAVES_OF_TREE,
        false => MOST_LEAVES_OF_TREE_IF_UNKNOWN,
    };
    let reachable = steps("pool").filter(|step| is_reachable(step, style));
    let small = reachable.filter(|step| step.2 == 1 || is_small_tree(step, most_leaves));
    small
        .filter_map(|step| {
            Probe::new(
                std::slice::from_ref(step),
                step.2 > 1,
                suspects,
                style,
                budget,
            )
        })
        .collect()
}

/// Whether a position without moves is small, can be reached, and is written in this style.
pub(super) fn is_probe(step: &Step, style: CastlingStyle) -> bool {
    step.2 <= 2 && is_reachable(step, style)
}

/// Whether a position without moves can be reached, and is written in this style.
fn is_reachable(&(fen, moves, _): &Step, style: CastlingStyle) -> bool {
    let Ok(parsed) = fen.parse::<ParsedFen>() else {
        return false;
    };
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    let is_standard = castling.chars().all(|right| "KQkq-".contains(right));
    moves.is_empty()
        && (is_standard || style == CastlingStyle::Chess960)
        && Position::from_setup(&parsed.setup)
            .is_ok_and(|(position, _)| position.checks_are_possible(parsed.setup.en_passant, style))
}

/// Whether a tree without moves before it has few leaves, and few positions inside.
fn is_small_tree(&(fen, _, depth): &Step, most_leaves: u128) -> bool {
    let parsed = fen.parse::<ParsedFen>();
    let position = parsed
        .ok()
        .and_then(|parsed| Position::from_setup(&parsed.setup).ok());
    position.is_some_and(|(position, _)| {
        count(position, depth).is_ok_and(|outcome| outcome.total <= most_leaves)
            && orders::inside(&position, depth).len() <= orders::MOST_INSIDE
    })
}

fn retain<T>(values: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    values.retain(|_| kept.next().copied().unwrap_or(false));
}

/// The probe with the most different predictions for its costs; `None` if no probe tells two defects apart, and enough
/// answers have confirmed the last one.
fn best(probes: &[Probe], suspects: &[Suspect], confirmed: usize) -> Option<usize> {
    let (_, rest) = suspects.split_first()?;
    let claims: Vec<String> = suspects.iter().map(Suspect::claim).collect();
    let several = !rest.is_empty() && claims.iter().any(|claim| *claim != claims[0]);
    let gain = |probe: &Probe| {
        let mut classes: Vec<(&Vec<Counts>, &str)> = Vec::new();
        for (claim, prediction) in claims.iter().zip(&probe.suspects) {
            let Some(prediction) = prediction else {
                continue;
            };
            if !classes.iter().any(|class| class.0 == prediction) {
                classes.push((prediction, claim));
            }
        }
        let separates = classes
            .iter()
            .any(|class| class.1 != claims[0] || classes[0].1 != class.1);
        let correct = probe.correct.as_ref();
        let confirms = classes.iter().any(|class| Some(class.0) != correct);
        let gain = match (several && separates, confirms && confirmed < CONFIRMATIONS) {
            (true, _) => 1 + classes.len(),
            (false, true) => 1,
            (false, false) => 0,
        };
        gain * 1000 / (COST_OF_PROBE + probe.inside)
    };
    let gains = probes.iter().map(gain).enumerate();
    // The first of several equally good ones.
    let (index, gain) = gains.rev().max_by_key(|&(_, gain)| gain)?;
    (gain > 0).then_some(index)
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (fen, moves, depth, _) in &self.steps {
            write!(f, "[{fen} {moves:?} depth {depth}]")?;
        }
        Ok(())
    }
}

impl Probe {
    /// `unmaking`: whether only the answers of programs that unmake moves are compared.
    pub(super) fn new<T: AsRef<str>>(
        steps: &[(T, T, u32)],
        unmaking: bool,
        suspects: &mut [Suspect],
        style: CastlingStyle,
        budget: &mut Budget,
    ) -> Option<Probe> {
        let mut probe = Probe {
            steps: Vec::new(),
            positions: Vec::new(),
            correct: None,
            suspects: Vec::new(),
            inside: 0,
        };
        let mut correct = Vec::new();
        for (fen, moves, depth) in steps {
            let (fen, moves, depth) = (fen.as_ref(), moves.as_ref(), *depth);
            let parsed = ParsedPosition::from_text(&PositionText::new(Some(fen), moves)).ok()?;
            let plies = parsed.history.plies.iter();
            let moves = plies.map(|ply| ply.before.uci(ply.mv, style)).collect();
            budget.refill(MOST_LEAVES);
            let counts = budget.divide(&parsed.position, depth, 0).ok()?;
            let total = u128::try_from(counts.total).ok()?;
            if unmaking {
                probe.inside += orders::inside(&parsed.position, depth).len();
            }
            probe.steps.push((fen.to_owned(), moves, depth, total));
            probe.positions.push(parsed.position);
            correct.push(Rc::unwrap_or_clone(counts));
        }
        probe.correct = Some(probe.sort(correct));
        let predict = |suspect: &mut Suspect| {
            if unmaking && !suspect.variant.unmakes() {
                return None;
            }
            suspect.variant.reset();
            let counts = probe.questions().map(|question| {
                budget.refill(MOST_LEAVES);
                // The lines of the last answer of the transcript are not those of this one.
                suspect.variant.expect(&[]);
                suspect.variant.guess(&question, budget).ok()
            });
            Some(probe.sort(counts.collect::<Option<Vec<Counts>>>()?))
        };
        probe.suspects = suspects.iter_mut().map(predict).collect();
        Some(probe)
    }

    fn questions(&self) -> impl Iterator<Item = Question<'_>> {
        self.steps
            .iter()
            .map(|(fen, moves, depth, total)| Question {
                fen,
                moves,
                depth: *depth,
                expected: *total,
            })
    }

    /// Sorts the lines of each answer.
    fn sort(&self, counts: Vec<Counts>) -> Vec<Counts> {
        let pairs = self.positions.iter().zip(counts);
        pairs
            .map(|(position, counts)| Counts {
                lines: sorted(position, &counts.lines),
                ..counts
            })
            .collect()
    }

    /// Asks in which order the other side lists the moves inside a tree.
    pub(super) fn prepare(
        &self,
        suspects: &mut [Suspect],
        learned: &mut Learned,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) {
        if let ([root], [(_, _, depth, _)]) = (&self.positions[..], &self.steps[..]) {
            learned.prepare((root, *depth), suspects, other, style);
        }
    }

    /// The answers of the other side; `None` after an error.
    pub(super) fn ask(&self, other: &mut dyn OtherSide) -> Option<Vec<Answer>> {
        self.questions()
            .map(|question| other.ask(&question).ok())
            .collect()
    }

    /// The answers that are known.
    pub(super) fn observed<'a>(&'a self, answers: &'a [Answer]) -> Vec<Option<Observed<'a>>> {
        let pairs = self.questions().zip(answers);
        pairs
            .map(|(question, answer)| Observed::new(question, answer))
            .collect()
    }

    /// Whether only the moves of a position are asked for.
    pub(super) fn is_of_single_moves(&self) -> bool {
        matches!(&self.steps[..], [(_, moves, 1, _)] if moves.is_empty())
    }

    /// Forgets the suspects that were removed.
    pub(super) fn retain(&mut self, kept: &[bool]) {
        retain(&mut self.suspects, kept);
    }

    /// Whether a suspect gives other answers than Canopy.
    pub(super) fn is_wrong(&self) -> bool {
        let known = self.suspects.iter().flatten();
        known
            .clone()
            .any(|counts| Some(counts) != self.correct.as_ref())
    }

    /// Removes the suspects that answer differently, if that `refutes` them; otherwise notes it. Returns which
    /// ones were kept.
    pub(super) fn judge(
        &self,
        seen: &[Option<Observed>],
        suspects: &mut Vec<Suspect>,
        budget: &mut Budget,
        refutes: bool,
    ) -> Vec<bool> {
        let wrong = !self.is_correct(seen);
        let kept: Vec<bool> = suspects
            .iter_mut()
            .zip(&self.suspects)
            .map(|(suspect, predicted)| {
                let agrees = match predicted {
                    Some(_) => agrees(seen, suspect, budget),
                    None => Err(Unpredicted::Unknown),
                };
                suspect.confirmations += u32::from(wrong && agrees == Ok(true));
                suspect.failed |= matches!(agrees, Ok(false) | Err(Unpredicted::Doubtful));
                agrees != Ok(false) || !refutes
            })
            .collect();
        retain(suspects, &kept);
        kept
    }

    /// Whether Canopy gives the same answers.
    fn is_correct(&self, seen: &[Option<Observed>]) -> bool {
        let correct = self.correct.iter().flatten();
        seen.iter()
            .zip(correct)
            .all(|(seen, counts)| seen.as_ref().is_none_or(|seen| seen.matches(counts)))
    }
}

/// Whether the suspect gives these answers too.
fn agrees(
    seen: &[Option<Observed>],
    suspect: &mut Suspect,
    budget: &mut Budget,
) -> Result<bool, Unpredicted> {
    suspect.variant.reset();
    let mut all = Ok(true);
    for seen in seen.iter().flatten() {
        budget.refill(MOST_LEAVES);
        match seen.agrees(suspect.variant.as_mut(), budget) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(unpredicted) => all = Err(unpredicted),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Error, Failure};
    use crate::imitate::{Defect, defects};

    /// Refuses to count, and knows how often it was asked.
    #[derive(Default)]
    struct Refusing {
        asked: usize,
    }

    impl OtherSide for Refusing {
        fn ask(&mut self, _: &Question) -> Result<Answer, Error> {
            self.asked += 1;
            Err(Error::Failed {
                failure: Failure::Refused,
                input: String::new(),
                last: None,
            })
        }

        fn plays_moves(&self) -> bool {
            true
        }
    }

    /// One program for each of the first defects.
    fn suspects(most: usize) -> Vec<Suspect> {
        let suspect = |defect: Defect| Suspect {
            variant: defect.variants.all().swap_remove(0),
            defect,
            explains: true,
            accounts: true,
            is_in_table: false,
            confirmations: 0,
            checked: false,
            failed: false,
        };
        defects().take(most).map(suspect).collect()
    }

    #[test]
    fn a_program_that_never_answers_is_not_asked_further() {
        let mut refusing = Refusing::default();
        let mut budget = Budget::default();
        let mut suspects = suspects(5);
        let mut learned = Learned::default();
        let style = CastlingStyle::Standard;
        narrow(
            &mut suspects,
            &mut learned,
            &mut refusing,
            style,
            &mut budget,
        );
        assert_eq!(refusing.asked, MOST_FAILURES + 1);
        assert_eq!(suspects.len(), 5);
    }

    #[test]
    fn only_probes_that_tell_something_are_asked() {
        let mut suspects = suspects(1);
        let mut probe = |fen: &str| {
            let (style, budget) = (CastlingStyle::Standard, &mut Budget::default());
            Probe::new(&[(fen, "", 2)], false, &mut suspects, style, budget).expect("valid")
        };
        // The program counts checkmates as leaves, and only the second position has one.
        let start = probe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let mate = probe("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
        let probes = [start, mate];
        assert_eq!(best(&probes, &suspects, 0), Some(1));
        assert_eq!(best(&probes[..1], &suspects, 0), None);
        assert_eq!(best(&probes, &suspects, CONFIRMATIONS), None);
    }

    #[test]
    fn probes_are_small() {
        for (purpose, most) in [("probe", 5000), ("series", 50_000)] {
            for steps in questions(purpose) {
                let style = CastlingStyle::Standard;
                let probe = Probe::new(steps, false, &mut [], style, &mut Budget::new(0));
                let probe = probe.unwrap_or_else(|| panic!("{steps:?}"));
                assert!(probe.steps.iter().all(|step| step.3 < most), "{steps:?}");
            }
        }
    }
}
