//! The programs that give all numbers, by defect.

use std::collections::BTreeSet;

use super::search::Fit;
use crate::amount;
use crate::imitate::is_narrower;

/// A defect that gives all of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyCause {
    /// The [id](crate::imitate::Defect::id) of the defect.
    pub id: &'static str,
    /// What a program with it does, without a full stop: one sentence, or one for each narrower form of the
    /// defect that gives the numbers.
    pub sentences: Vec<String>,
}

impl WhyCause {
    /// Its first sentence, and how many others there are.
    pub fn text(&self) -> String {
        match &self.sentences[..] {
            [one] => one.clone(),
            [first, rest @ ..] => format!(
                "{first}, or {}",
                amount(rest.len(), "similar form", "similar forms")
            ),
            [] => String::new(),
        }
    }
}

/// One cause for each defect, in the order of the catalogue.
pub(crate) fn causes(fits: &[Fit]) -> Vec<WhyCause> {
    let mut causes: Vec<(WhyCause, BTreeSet<String>)> = Vec::new();
    for fit in fits {
        let sentence = fit.defect.sentence_of(fit.program.as_ref());
        match causes.iter_mut().find(|cause| cause.0.id == fit.defect.id) {
            Some(cause) => {
                cause.1.insert(sentence);
            }
            None => {
                let cause = WhyCause {
                    id: fit.defect.id,
                    sentences: vec![fit.defect.sentence.to_owned()],
                };
                causes.push((cause, BTreeSet::from([sentence])));
            }
        }
    }
    let settle = |(mut cause, sentences): (WhyCause, BTreeSet<String>)| {
        if !sentences.contains(&cause.sentences[0]) {
            let is_narrower = |sentence: &&String| {
                let mut wider = sentences.iter();
                wider.any(|wider| is_narrower(sentence, wider))
            };
            let widest = sentences.iter().filter(|sentence| !is_narrower(sentence));
            cause.sentences = widest.cloned().collect();
        }
        cause
    };
    causes.into_iter().map(settle).collect()
}
