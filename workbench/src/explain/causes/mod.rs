//! The known defects that account for the answers of the other side.
//!
//! Every answer so far is compared with those of all [imitations](imitate). Those that gave the same
//! answers are told apart by further questions to the other side. What remains is a cause.

mod answers;
mod checks;
mod orders;
mod probes;
mod refuted;
mod replay;
mod saved;
mod suspect;
mod variants;

use movegen::chess::CastlingStyle;

use self::orders::Learned;
use self::replay::{Outcome, Replay};
use self::suspect::Suspect;

pub(super) use self::refuted::Refuted;
pub(super) use self::saved::of_saved;
pub(super) use self::variants::of_variant;
use crate::ask::OtherSide;
use crate::find::{Disagreement, Finding};
use crate::imitate::{self, Budget, Defect, is_narrower};

/// A defect that is consistent with the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The [id](imitate::Defect::id) of the defect.
    pub id: &'static str,
    /// What the other program does, without a full stop.
    pub sentence: String,
    /// How well it explains the answers.
    pub certainty: Certainty,
}

/// How well a defect explains the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It alone, of all known defects, accounts for every number.
    Accounts,
    /// It accounts for every number, and so do the other causes beside it.
    OneOfSeveral,
    /// It is possible, but does not predict every number.
    Fits,
}

impl Certainty {
    /// A name for programs to read.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Accounts => "accounts",
            Certainty::OneOfSeveral => "one_of_several",
            Certainty::Fits => "fits",
        }
    }
}

/// The causes of what was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Causes {
    /// The defects; none if no known defect accounts for the answers.
    pub(super) all: Vec<Cause>,
    /// Whether every known defect was compared with every answer.
    pub(super) examined: bool,
    /// The programs that the answers refute.
    pub(super) refuted: Refuted,
}

/// Whether a hash table can be the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tables {
    /// The answer does not depend on other positions, or it is wrong without the table too.
    Excluded,
    /// Nothing is known about a table.
    Possible,
    /// Without its table, the program is right.
    Proven,
}

/// The causes of what was found. Asks the other side more questions, and resets it. Programs that earlier answers have
/// `refuted` are not compared again.
pub(super) fn causes(
    found: &Disagreement,
    refuted: Refuted,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
    tables: Tables,
) -> Causes {
    let mut budget = Budget::default();
    let replay = Replay::new(&found.transcript, found.remembers, &mut budget);
    let learned = Learned::new(&replay, found, other, style);
    let mut examination = Examination {
        replay,
        learned,
        refuted,
        examined: true,
        budget,
    };
    let all = examination.suspects(imitate::defects(), false);
    let (mut suspects, mut unknown): (Vec<Suspect>, Vec<Suspect>) =
        all.into_iter().partition(|suspect| suspect.explains);
    examination.narrow_apart(&mut suspects, found, other, style);
    // Those that predict none of the wrong answers can only be causes if they predict further ones.
    if !suspects.iter().any(Suspect::is_confirmed) {
        examination.narrow(&mut unknown, other, style);
        suspects.extend(unknown.into_iter().filter(Suspect::is_confirmed));
    }
    examination.check(&mut suspects, found, other, style);
    let is_explained = suspects.iter().any(Suspect::accounts);
    if tables != Tables::Excluded && !is_explained {
        examination.replay.renew_budget();
        let mut of_table = examination.suspects(imitate::table_defects(), true);
        of_table.retain(|suspect| suspect.explains);
        examination.narrow(&mut of_table, other, style);
        examination.check(&mut of_table, found, other, style);
        if of_table.iter().any(Suspect::is_confirmed) {
            suspects.clear();
            of_table.retain(Suspect::is_confirmed);
        }
        of_table.retain(|suspect| tables == Tables::Proven || suspect.is_confirmed());
        suspects.append(&mut of_table);
    }
    Causes {
        all: verdict(&suspects, examination.examined),
        examined: examination.examined,
        refuted: examination.refuted,
    }
}

/// What imitations are compared with.
struct Examination<'a> {
    replay: Replay<'a>,
    learned: Learned,
    refuted: Refuted,
    /// Whether the budget was enough for each variant.
    examined: bool,
    budget: Budget,
}

impl Examination<'_> {
    /// Tells suspects apart by further questions.
    fn narrow(
        &mut self,
        suspects: &mut Vec<Suspect>,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) {
        let (learned, budget) = (&mut self.learned, &mut self.budget);
        probes::narrow(suspects, learned, other, style, budget);
    }

    /// Tells those that unmake moves apart after the others: there are many of them, and few questions rule them out.
    fn narrow_apart(
        &mut self,
        suspects: &mut Vec<Suspect>,
        found: &Disagreement,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) {
        let unmakes = |suspect: &mut Suspect| suspect.variant.unmakes();
        let mut unmaking: Vec<Suspect> = suspects.extract_if(.., unmakes).collect();
        self.narrow(suspects, other, style);
        self.narrow(&mut unmaking, other, style);
        // In a list of moves, they are unlikely.
        if !matches!(found.finding, Finding::Tree(_)) {
            unmaking.retain(|suspect| suspect.is_confirmed() && !suspect.failed);
        }
        suspects.append(&mut unmaking);
    }

    /// Asks everything that the suspects concern.
    fn check(
        &mut self,
        suspects: &mut Vec<Suspect>,
        found: &Disagreement,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) {
        let (learned, budget) = (&mut self.learned, &mut self.budget);
        checks::check(suspects, found, (other, style), learned, budget);
    }

    /// The variants of these defects that none of the answers refutes.
    fn suspects(
        &mut self,
        defects: impl Iterator<Item = Defect>,
        is_in_table: bool,
    ) -> Vec<Suspect> {
        let mut suspects = Vec::new();
        for defect in defects {
            for (index, mut variant) in defect.variants.all().into_iter().enumerate() {
                if self.refuted.contains(defect.id, index) {
                    continue;
                }
                self.learned.teach(variant.as_mut());
                match self.replay.ask(variant.as_mut(), &mut self.budget) {
                    Outcome::Refuted => self.refuted.insert(defect.id, index),
                    // There are many tables; one that was not examined says nothing about the others.
                    Outcome::Unexamined => self.examined &= is_in_table,
                    Outcome::Agrees { explains, accounts } => suspects.push(Suspect {
                        defect,
                        variant,
                        explains,
                        accounts,
                        is_in_table,
                        confirmations: 0,
                        checked: false,
                        failed: false,
                    }),
                }
            }
        }
        suspects
    }
}

/// One cause for each claim that remains. If one of them was not compared with every answer, or is not
/// confirmed, none is more than possible; nor if some defect was not `examined` at all.
fn verdict(suspects: &[Suspect], examined: bool) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let mut certainty = Certainty::Accounts;
    for accounts in [true, false] {
        for suspect in suspects
            .iter()
            .filter(|suspect| suspect.accounts() == accounts)
        {
            let (id, sentence) = (suspect.defect.id, suspect.claim());
            let same = |cause: &Cause| cause.id == id && cause.sentence == sentence;
            if causes.iter().any(same) {
                continue;
            }
            certainty = match accounts {
                true if !examined => Certainty::Fits,
                true if causes.is_empty() => Certainty::Accounts,
                true => Certainty::OneOfSeveral,
                false => Certainty::Fits,
            };
            causes.push(Cause {
                id,
                sentence,
                certainty,
            });
        }
    }
    for cause in &mut causes {
        cause.certainty = certainty;
    }
    if certainty == Certainty::Fits {
        leave_out_narrower(&mut causes);
    }
    causes
}

/// Leaves out what is possible for one side only if it is possible for both.
fn leave_out_narrower(causes: &mut Vec<Cause>) {
    let all: Vec<String> = causes.iter().map(|cause| cause.sentence.clone()).collect();
    causes.retain(|cause| !all.iter().any(|wider| is_narrower(&cause.sentence, wider)));
}

#[cfg(test)]
mod tests;
