//! The disagreements of a run, one group for each bug.

use std::collections::BTreeSet;

use workbench::explain::{Certainty, Diagnosis, rules};
use workbench::find::{Disagreement, Smallest};
use workbench::tell;

use super::json::Line;
use super::verdict::{Drawn, Reported};

/// How many disagreements of a group are explained before the rules alone decide. An explanation
/// costs far more than a comparison, and the first ones would show a second cause behind the same
/// rules.
const EXPLAINED: usize = 20;

/// Disagreements that have a cause in common or, if no cause is known, the same rules.
pub(super) struct Group {
    /// The first one, and where the others are.
    pub(super) reported: Reported,
    /// The ids of the causes that account for every number.
    causes: BTreeSet<&'static str>,
    rules: BTreeSet<String>,
}

/// All groups, in the order in which they were found.
#[derive(Default)]
pub(super) struct Groups(Vec<Group>);

impl Groups {
    /// The group that this disagreement belongs to, as far as that is known without an explanation.
    pub(super) fn by_rules(&mut self, found: &Disagreement) -> Option<&mut Group> {
        if !found.finding.difference().in_moves() {
            return None;
        }
        let rules = rules(found);
        self.0
            .iter_mut()
            .filter(|group| !group.lacks_chess960())
            .find(|group| group.reported.again.len() >= EXPLAINED && rules.is_subset(&group.rules))
    }

    /// The group that an explained disagreement belongs to. Its rules become known as rules of that
    /// group.
    pub(super) fn by_cause(&mut self, diagnosis: &Diagnosis) -> Option<&mut Group> {
        let (causes, rules) = (causes(diagnosis), rules(&diagnosis.found));
        let group =
            self.0
                .iter_mut()
                .find(|group| match (group.causes.is_empty(), causes.is_empty()) {
                    // These name neither.
                    _ if group.lacks_chess960() || diagnosis.explanation.lacks_chess960 => {
                        group.lacks_chess960() && diagnosis.explanation.lacks_chess960
                    }
                    (false, false) => !group.causes.is_disjoint(&causes),
                    (true, true) => rules.is_subset(&group.rules),
                    // The cause of a dependence on earlier questions does not show in each of them.
                    _ => group.remembers() && diagnosis.found.remembers,
                })?;
        group.rules.extend(rules);
        if group.causes.is_empty() {
            group.causes = causes;
        }
        Some(group)
    }

    /// Adds the first disagreement of a group.
    pub(super) fn add(&mut self, reported: Reported) -> &Group {
        let mut causes = causes(&reported.diagnosis);
        if let Some(shrunk) = &reported.shrunk
            && let Smallest::Found(smallest) = &shrunk.smallest
        {
            // Fewer causes fit both answers than one of them.
            let smallest = self::causes(smallest);
            causes = match causes.is_disjoint(&smallest) {
                true => causes,
                false => causes.intersection(&smallest).copied().collect(),
            };
        }
        let rules = rules(&reported.diagnosis.found);
        let number = self.0.len();
        self.0.push(Group {
            reported,
            causes,
            rules,
        });
        &self.0[number]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of groups.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of disagreements.
    pub(super) fn disagreements(&self) -> usize {
        self.0.iter().map(Group::disagreements).sum()
    }

    /// The groups, the one with the most disagreements first.
    pub(super) fn sorted(mut self) -> Vec<Group> {
        self.0
            .sort_by_key(|group| std::cmp::Reverse(group.disagreements()));
        self.0
    }
}

impl Group {
    /// The number of disagreements.
    fn disagreements(&self) -> usize {
        1 + self.reported.again.len()
    }

    /// Whether its answers depend on earlier questions.
    fn remembers(&self) -> bool {
        self.reported.diagnosis.found.remembers
    }

    /// Whether it is about an option that the program does not offer.
    fn lacks_chess960(&self) -> bool {
        self.reported.diagnosis.explanation.lacks_chess960
    }

    /// The headline, how often it was found and where.
    pub(super) fn text(&self) -> String {
        let headline = tell::headline(&self.reported.diagnosis);
        let first: String = self.reported.drawn.iter().map(Drawn::place).collect();
        match self.reported.again.len() {
            0 => format!("{headline} ({first})"),
            more => format!("{headline} ({first}; {})", tell::more_like_this(more)),
        }
    }

    /// The same as a line of JSON.
    pub(super) fn json(&self) -> Line {
        let drawn = self.reported.drawn.iter().chain(&self.reported.again);
        Line::new("group")
            .field("headline", tell::headline(&self.reported.diagnosis))
            .field("disagreements", self.disagreements())
            .field("causes", self.causes.iter().copied().collect::<Vec<_>>())
            .field("rules", self.rules.iter().cloned().collect::<Vec<_>>())
            .field("drawn", drawn.map(Drawn::json).collect::<Vec<_>>())
    }
}

/// The ids of the causes that account for every number.
fn causes(diagnosis: &Diagnosis) -> BTreeSet<&'static str> {
    let causes = diagnosis.explanation.causes.iter();
    causes
        .filter(|cause| cause.certainty != Certainty::Fits)
        .map(|cause| cause.id)
        .collect()
}
