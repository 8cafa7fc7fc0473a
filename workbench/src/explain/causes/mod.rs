//! The known defects that account for the answers of the other side.

mod answers;
mod replay;

use crate::ask::Transcript;
use crate::imitate;

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

/// The causes of these answers; none if no known defect accounts for them.
pub(super) fn causes(transcript: &Transcript) -> Vec<Cause> {
    let survivors: Vec<(&str, String)> = imitate::defects()
        .filter_map(|defect| {
            let variants = (defect.variants)();
            let survivor = variants.into_iter().find_map(|mut variant| {
                replay::accounts(variant.as_mut(), transcript).then_some(variant)
            })?;
            let sentence = survivor.sentence();
            Some((defect.id, sentence.unwrap_or(defect.sentence.to_owned())))
        })
        .collect();
    let certainty = match survivors.len() {
        1 => Certainty::Accounts,
        _ => Certainty::OneOfSeveral,
    };
    survivors
        .into_iter()
        .map(|(id, sentence)| Cause {
            id,
            sentence,
            certainty,
        })
        .collect()
}
