//! Small positions that tell defects apart: more questions to the other side.

use std::fmt;
use std::rc::Rc;

use movegen::chess::{CastlingStyle, ParsedFen, ParsedPosition, Position, PositionText};

use super::Suspect;
use super::answers::{Observed, sorted};
use super::series_probes::SERIES;
use crate::ask::{Answer, OtherSide, Question};
use crate::imitate::{Budget, Counts, POSITIONS, Unpredicted, position_of};

/// The limit of probes.
const MOST_PROBES: usize = 20;

/// A defect that alone remains is confirmed by this many answers that a correct program would not
/// give.
const CONFIRMATIONS: usize = 3;

/// The leaves that an imitation may count for one probe.
const MOST_LEAVES: u64 = 200_000;

/// A FEN, moves from there, and a depth.
pub(super) type Step = (&'static str, &'static str, u32);

/// Each probe is asked in one process, step by step.
const PROBES: &[&[Step]] = &[
    &[(START, "", 1), (START, "", 1)],
    &[(START, "", 2), (START, "e2e4", 1), (START, "", 1)],
    &[(START, "e2e4", 1)],
    &[(START, "e2e4 e7e5", 1)],
    &[(START, "g1f3 g8f6 f3g1", 2)],
    // Mates and stalemates.
    &[("7k/5ppp/8/8/8/8/5PPP/R6K w - - 0 1", "", 2)],
    &[("7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "", 3)],
    &[("k7/8/1K6/8/8/8/8/7R w - - 0 1", "", 3)],
    &[("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", 1)],
    // Castling.
    &[("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", 2)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "", 2)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", "", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1", "", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", 1)],
    &[(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "a1b1 a8b8 b1a1 b8a8",
        1,
    )],
    &[(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "e1e2 e8e7 e2e1 e7e8",
        1,
    )],
    &[("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8e7", 1)],
    &[("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a8a1 e1e2", 1)],
    &[("4k3/8/8/8/8/8/1p4p1/R3K2R b KQ - 0 1", "", 2)],
    &[("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "", 2)],
    &[("4k3/1b4b1/8/8/8/8/8/R3K2R b KQ - 0 1", "", 2)],
    &[(
        "4k3/1b4b1/8/8/8/8/8/R3K2R b KQ - 0 1",
        "b7h1 e1e2 h1b7 e2e1",
        2,
    )],
    &[("r3k2r/8/8/8/8/8/6N1/4K3 w kq - 0 1", "", 3)],
    &[("4k2r/8/8/8/8/8/5P2/4K2R w K - 0 1", "e1g1 h8g8", 1)],
    &[
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", 1),
    ],
    &[("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", 1)],
    &[("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", 1)],
    &[("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", 1)],
    &[("4rk2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", 1)],
    &[("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "", 1)],
    // En passant.
    &[("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "", 2)],
    &[("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 1)],
    &[("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", 1)],
    &[("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", 2)],
    &[("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "", 1)],
    &[("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 1)],
    &[("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e1e2 e8e7", 1)],
    &[("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "", 2)],
    &[("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "", 2)],
    &[("4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "", 2)],
    &[("4k3/3p4/3P4/8/8/8/8/4K3 b - - 0 1", "", 2)],
    &[
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", 1),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "", 1),
    ],
    &[("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "", 1)],
    &[("8/5p2/8/1r2P2K/8/8/8/4k3 b - - 0 1", "", 2)],
    &[("4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1", "", 2)],
    &[("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "", 2)],
    &[("4k3/8/8/8/p6p/8/1P4P1/4K3 w - - 0 1", "", 2)],
    &[("4k3/8/8/P6p/8/8/6P1/4K3 w - - 0 1", "g2g4", 1)],
    // Promotions.
    &[("7k/1P6/8/8/8/8/8/K7 w - - 0 1", "", 1)],
    &[("7k/1P6/8/8/8/8/8/K7 w - - 0 1", "", 3)],
    &[("7k/8/8/8/8/8/1p6/7K b - - 0 1", "", 1)],
    &[("7k/8/8/8/8/8/1p6/7K b - - 0 1", "", 3)],
    &[("n1n4k/1P6/8/8/8/8/8/K7 w - - 0 1", "", 2)],
    &[("7k/8/8/8/8/8/1p6/N1N4K b - - 0 1", "", 2)],
    &[("7k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8n", 2)],
    &[("7k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8r", 1)],
    // Pins and checks.
    &[("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "", 1)],
    &[("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "", 1)],
    &[("4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1", "", 1)],
    &[("4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1", "", 1)],
    &[("6k1/8/8/8/8/8/8/r3K3 w - - 0 1", "", 1)],
    &[("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "", 1)],
    &[("4k3/8/8/8/7b/8/5n2/4K3 w - - 0 1", "", 1)],
    &[("4k3/8/8/8/8/3n4/3P4/4K3 w - - 0 1", "", 1)],
    &[("8/8/8/3k4/4P3/8/8/4K3 b - - 0 1", "", 1)],
    &[("4k3/8/8/1B6/8/8/8/4K3 b - - 0 1", "", 1)],
    // Each kind of piece, at the edges and blocked.
    &[("4k3/8/8/P6p/8/8/8/4K3 w - - 0 1", "", 1)],
    &[("4k3/8/8/8/8/8/7p/N3K3 w - - 0 1", "", 1)],
    &[("4k3/8/8/8/8/2P5/8/1N2K3 w - - 0 1", "", 1)],
    &[("4k3/8/8/8/8/4n3/4P3/7K w - - 0 1", "", 1)],
    &[("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "", 2)],
    &[("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "", 2)],
    &[("2b1k3/8/8/8/8/8/8/2B1K3 b - - 0 1", "", 2)],
    &[("r3k3/8/8/3pp3/3PP3/8/8/R3K3 b - - 0 1", "", 2)],
    // Many moves, and many leaves.
    &[(
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "",
        1,
    )],
    &[(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "",
        2,
    )],
    &[(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "",
        2,
    )],
    &[(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "",
        2,
    )],
    &[("k7/8/8/3QQ3/3QQ3/8/8/K7 b - - 0 1", "", 2)],
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The answers of one program to the steps of a probe, with sorted lines; `None` if it cannot be
/// imitated.
type Prediction = Option<Vec<Counts>>;

/// A probe with the answers that are expected.
pub(super) struct Probe {
    /// FEN, moves, depth and Canopy's total of each step.
    steps: Vec<(String, Vec<String>, u32, u128)>,
    correct: Prediction,
    /// One for each suspect.
    suspects: Vec<Prediction>,
}

/// Asks the other side until the suspects cannot be told apart any more. Removes the refuted ones.
/// Leaves the other side as it is after a reset.
pub(super) fn narrow(
    suspects: &mut Vec<Suspect>,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
    budget: &mut Budget,
) {
    if suspects.is_empty() {
        return;
    }
    let of_table = suspects.iter().any(|suspect| suspect.is_in_table);
    // Trees tell programs apart that unmake moves incorrectly. Their counts may depend on the details of
    // other defects.
    let more = POSITIONS.iter().filter(|step| is_probe(step, style));
    let more = more.map(|step| (std::slice::from_ref(step), step.2 > 1));
    let steps: Vec<(&[Step], bool)> = match of_table {
        true => SERIES.iter().map(|&steps| (steps, false)).collect(),
        false => PROBES
            .iter()
            .map(|&steps| (steps, false))
            .chain(more)
            .collect(),
    };
    let mut probes: Vec<Probe> = steps
        .into_iter()
        .filter(|(steps, _)| other.plays_moves() || steps.iter().all(|step| step.1.is_empty()))
        .filter_map(|(steps, unmaking)| Probe::new(steps, unmaking, suspects, style, budget))
        .collect();
    let fresh = suspects.iter().any(|suspect| suspect.variant.remembers());
    let mut confirmed = 0;
    if other.reset().is_err() {
        return;
    }
    for number in 0..MOST_PROBES {
        let Some(best) = best(&probes, suspects, confirmed) else {
            break;
        };
        let probe = probes.swap_remove(best);
        if fresh && number > 0 && other.reset().is_err() {
            return;
        }
        let Some(answers) = probe.ask(other) else {
            break;
        };
        let seen = probe.observed(&answers);
        confirmed += usize::from(!probe.is_correct(&seen));
        let kept = probe.judge(&seen, suspects, budget, true);
        probes.iter_mut().for_each(|probe| probe.retain(&kept));
    }
    // An error shows at the next question.
    let _ = other.reset();
}

/// Whether a position without moves is small, can be reached, and is written in this style.
pub(super) fn is_probe(&(fen, moves, depth): &Step, style: CastlingStyle) -> bool {
    let Ok(parsed) = fen.parse::<ParsedFen>() else {
        return false;
    };
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    let is_standard = castling.chars().all(|right| "KQkq-".contains(right));
    moves.is_empty()
        && depth <= 2
        && (is_standard || style == CastlingStyle::Chess960)
        && Position::from_setup(&parsed.setup)
            .is_ok_and(|(position, _)| position.checks_are_possible(parsed.setup.en_passant, style))
}

fn retain<T>(values: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    values.retain(|_| kept.next().copied().unwrap_or(false));
}

/// The probe with the most different predictions; `None` if no probe tells two defects apart, and
/// enough answers have confirmed the last one.
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
        match (several && separates, confirms && confirmed < CONFIRMATIONS) {
            (true, _) => 1 + classes.len(),
            (false, true) => 1,
            (false, false) => 0,
        }
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
            correct: None,
            suspects: Vec::new(),
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
            probe.steps.push((fen.to_owned(), moves, depth, total));
            correct.push(Rc::unwrap_or_clone(counts));
        }
        probe.correct = probe.sort(correct);
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
            probe.sort(counts.collect::<Option<Vec<Counts>>>()?)
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
    fn sort(&self, counts: Vec<Counts>) -> Prediction {
        let pairs = self.questions().zip(counts);
        pairs
            .map(|(question, counts)| {
                let position = position_of(&question)?;
                Some(Counts {
                    lines: sorted(&position, &counts.lines),
                    ..counts
                })
            })
            .collect()
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
                suspect.failed |= agrees == Ok(false);
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

    #[test]
    fn probes_are_small() {
        for (probes, most) in [(PROBES, 5000), (SERIES, 50_000)] {
            for steps in probes {
                let style = CastlingStyle::Standard;
                let probe = Probe::new(steps, false, &mut [], style, &mut Budget::new(0));
                let probe = probe.unwrap_or_else(|| panic!("{steps:?}"));
                assert!(probe.steps.iter().all(|step| step.3 < most), "{steps:?}");
            }
        }
    }
}
