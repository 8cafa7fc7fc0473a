//! The known defects that account for the answers of the other side.
//!
//! Every answer so far is compared with those of all [imitations](imitate). Those that gave the same
//! answers are told apart by further questions to the other side. What remains is a cause.

mod answers;
mod probes;
mod replay;

use movegen::chess::CastlingStyle;

use self::replay::{Outcome, Replay};
use crate::ask::{OtherSide, Transcript};
use crate::imitate::{self, Budget, Defect, Imitation};

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

/// A variant of a defect that gave the same answers.
struct Suspect {
    defect: &'static Defect,
    variant: Box<dyn Imitation>,
    outcome: Outcome,
    /// Whether it has predicted a wrong answer that was not known before.
    confirmed: bool,
}

impl Suspect {
    /// Whether it is more than possible.
    fn accounts(&self) -> bool {
        self.confirmed && self.outcome == Outcome::Accounts
    }
}

/// The causes of these answers; none if no known defect accounts for them. Asks the other side more
/// questions, and resets it. `tables`: whether a hash table can be the cause.
pub(super) fn causes(
    transcript: &Transcript,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
    tables: bool,
) -> Vec<Cause> {
    let mut budget = Budget::default();
    let mut replay = Replay::new(transcript, &mut budget);
    let mut suspects: Vec<Suspect> = Vec::new();
    for defect in imitate::defects().filter(|defect| tables || !defect.is_in_table()) {
        for mut variant in (defect.variants)() {
            let outcome = replay.ask(variant.as_mut(), &mut budget);
            if outcome != Outcome::Refuted {
                suspects.push(Suspect {
                    defect,
                    variant,
                    outcome,
                    confirmed: false,
                });
            }
        }
    }
    if !suspects.is_empty() {
        probes::narrow(&mut suspects, other, style, &mut budget);
    }
    verdict(&suspects)
}

/// One cause for each defect that remains. If one of them was not compared with every answer, or is not
/// confirmed, none is more than possible.
fn verdict(suspects: &[Suspect]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let mut certainty = Certainty::Accounts;
    for accounts in [true, false] {
        for suspect in suspects
            .iter()
            .filter(|suspect| suspect.accounts() == accounts)
        {
            let Defect { id, sentence, .. } = *suspect.defect;
            if causes.iter().any(|cause| cause.id == id) {
                continue;
            }
            certainty = match accounts {
                true if causes.is_empty() => Certainty::Accounts,
                true => Certainty::OneOfSeveral,
                false => Certainty::Fits,
            };
            let precise = suspect.variant.sentence();
            causes.push(Cause {
                id,
                sentence: precise.unwrap_or_else(|| sentence.to_owned()),
                certainty,
            });
        }
    }
    for cause in &mut causes {
        cause.certainty = certainty;
    }
    causes
}

#[cfg(test)]
mod tests;
