//! Which features the positions have that another program counts wrongly, and how often: a fact about
//! frequency, which often shows where to look.

use corpus::features::{self, COUNT, Facts, Feature, FeatureSet};

use super::super::json::Line;
use super::plan::Job;

/// The most features that are listed.
const MOST_LISTED: usize = 5;

/// The least difference between failures and passes, as the statistic of the likelihood-ratio test:
/// chance alone exceeds it for one feature in 100,000.
const LEAST_EVIDENCE: f64 = 19.5;

/// The features of failing and passing positions.
pub(super) struct TagCounts {
    failures: u32,
    passes: u32,
    of_failures: [u32; COUNT],
    of_passes: [u32; COUNT],
    /// The cheapest wrong count.
    smallest: Option<Job>,
    /// The same among the positions with each feature.
    smallest_with: [Option<Job>; COUNT],
}

/// How often a feature occurs in failing and passing positions.
pub(super) struct Tag {
    pub(super) feature: &'static Feature,
    failures: u32,
    passes: u32,
    evidence: f64,
}

impl TagCounts {
    pub(super) fn new() -> TagCounts {
        TagCounts {
            failures: 0,
            passes: 0,
            of_failures: [0; COUNT],
            of_passes: [0; COUNT],
            smallest: None,
            smallest_with: [const { None }; COUNT],
        }
    }

    /// Adds a position, of a variant without facts. `wrong` is its cheapest count that was wrong.
    pub(super) fn add(&mut self, facts: Option<&Facts>, wrong: Option<Job>) {
        let features = facts.map(features::of).unwrap_or_default();
        let (total, counts) = match wrong {
            Some(_) => (&mut self.failures, &mut self.of_failures),
            None => (&mut self.passes, &mut self.of_passes),
        };
        *total += 1;
        for bit in features.bits() {
            counts[bit] += 1;
        }
        if let Some(job) = wrong {
            self.keep_smallest(job, features);
        }
    }

    fn keep_smallest(&mut self, job: Job, features: FeatureSet) {
        let places = features.bits().collect::<Vec<_>>();
        for bit in places {
            keep(&mut self.smallest_with[bit], &job);
        }
        keep(&mut self.smallest, &job);
    }

    /// The number of failing positions.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }

    /// The features that are more frequent in failures than in passes, the clearest first.
    pub(super) fn tags(&self) -> Vec<Tag> {
        let mut tags: Vec<Tag> = features::all()
            .zip(self.of_failures.iter().zip(&self.of_passes))
            .map(|(feature, (&failures, &passes))| Tag {
                feature,
                failures,
                passes,
                evidence: self.evidence(failures, passes),
            })
            .filter(|tag| tag.evidence >= LEAST_EVIDENCE)
            .collect();
        tags.sort_by(|one, other| other.evidence.total_cmp(&one.evidence));
        tags.truncate(MOST_LISTED);
        tags
    }

    /// The statistic of the likelihood-ratio test (G-test) for a feature and failure; 0 if failures
    /// have the feature no more often than passes.
    fn evidence(&self, failures: u32, passes: u32) -> f64 {
        let all = f64::from(self.failures + self.passes);
        let with = f64::from(failures + passes);
        let term = |seen: u32, of: u32, share: f64| {
            let expected = f64::from(of) * share / all;
            match seen {
                0 => 0.0,
                _ => f64::from(seen) * (f64::from(seen) / expected).ln(),
            }
        };
        let more_in_failures = f64::from(failures) * f64::from(self.passes)
            > f64::from(passes) * f64::from(self.failures);
        if !more_in_failures {
            return 0.0;
        }
        2.0 * (term(failures, self.failures, with)
            + term(passes, self.passes, with)
            + term(self.failures - failures, self.failures, all - with)
            + term(self.passes - passes, self.passes, all - with))
    }

    /// The cheapest wrong count, of a position with the most telling feature if there is one.
    pub(super) fn smallest(&self) -> Option<&Job> {
        let tags = self.tags();
        let first = tags.first().map(|tag| tag.feature.id);
        let bit = first.and_then(|id| features::all().position(|feature| feature.id == id));
        let with = bit.and_then(|bit| self.smallest_with[bit].as_ref());
        with.or(self.smallest.as_ref())
    }

    /// `57 of 60 failures have en-passant-pinned; 12 of 2000 passes do`, one line for each feature.
    pub(super) fn text(&self) -> String {
        let (failures, passes) = (self.failures, self.passes);
        let tags = self.tags();
        let mut text =
            format!("features of the {failures} failing and {passes} passing positions:");
        for tag in &tags {
            let Tag {
                feature,
                failures: f,
                passes: p,
                ..
            } = tag;
            let Feature {
                id, description, ..
            } = feature;
            text += &format!(
                "\n    {f} of {failures} failures have {id}; {p} of {passes} passes do. {description}"
            );
        }
        if tags.is_empty() {
            text += "\n    no feature is clearly more frequent in failures than in passes";
        }
        text
    }

    /// One object for each feature.
    pub(super) fn json(&self) -> Vec<String> {
        let line = |tag: Tag| {
            Line::new("feature")
                .field("id", tag.feature.id)
                .field("description", tag.feature.description)
                .field("failures_with", tag.failures)
                .field("failures", self.failures)
                .field("passes_with", tag.passes)
                .field("passes", self.passes)
                .to_string()
        };
        self.tags().into_iter().map(line).collect()
    }
}

fn keep(place: &mut Option<Job>, job: &Job) {
    if place
        .as_ref()
        .is_none_or(|kept| job.expected < kept.expected)
    {
        *place = Some(job.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(failures: u32, passes: u32, with: (u32, u32)) -> TagCounts {
        let mut counts = TagCounts::new();
        (counts.failures, counts.passes) = (failures, passes);
        (counts.of_failures[0], counts.of_passes[0]) = with;
        counts
    }

    #[test]
    fn a_feature_of_most_failures_and_few_passes_is_listed() {
        let counts = counts(60, 2000, (57, 12));
        let first = features::all().next().expect("a feature");
        let line = format!(
            "    57 of 60 failures have {}; 12 of 2000 passes do. {}",
            first.id, first.description
        );
        assert_eq!(counts.text().lines().nth(1), Some(line.as_str()));
        assert_eq!(counts.json().len(), 1);
    }

    #[test]
    fn a_feature_as_frequent_in_passes_is_not() {
        for with in [(30, 1000), (3, 1000), (0, 0), (60, 2000), (2, 10)] {
            let counts = counts(60, 2000, with);
            assert!(counts.tags().is_empty(), "{with:?}: {}", counts.text());
        }
    }

    #[test]
    fn without_passes_nothing_is_compared() {
        assert!(counts(60, 0, (57, 0)).tags().is_empty());
    }
}
