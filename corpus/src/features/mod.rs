//! Features: yes-or-no questions about a position, each decided by a pure function.
//!
//! A feature looks at the position and at most one ply ahead. Features overlap freely: a position
//! has all that apply to it.
//!
//! ```
//! use corpus::features::{self, Facts};
//!
//! let position = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1".parse().unwrap();
//! let found = features::of(&Facts::new(position, None));
//! let ids: Vec<&str> = found.iter().map(|feature| feature.id).collect();
//! assert!(ids.contains(&"pin-knight") && ids.contains(&"pin-on-diagonal"));
//! ```

mod castling;
mod checks;
mod en_passant;
mod facts;
mod feature;
mod given_checks;
mod kings_and_pawns;
mod pins;
mod promotion;
mod size;

use movegen::chess::{InvalidFen, ParsedFen, Position};

pub use facts::{Child, Facts, Line, Pin, between, distance};
pub use feature::Feature;

/// The features by subject.
const SUBJECTS: [&[Feature]; 8] = [
    pins::FEATURES,
    checks::FEATURES,
    given_checks::FEATURES,
    en_passant::FEATURES,
    castling::FEATURES,
    promotion::FEATURES,
    kings_and_pawns::FEATURES,
    size::FEATURES,
];

/// The number of features.
pub const COUNT: usize = {
    let (mut count, mut subject) = (0, 0);
    while subject < SUBJECTS.len() {
        count += SUBJECTS[subject].len();
        subject += 1;
    }
    assert!(count <= 128, "a set of features has 128 bits");
    count
};

/// Every feature. The index of a feature is its bit in a [`FeatureSet`].
pub fn all() -> impl Iterator<Item = &'static Feature> {
    SUBJECTS.into_iter().flatten()
}

/// The feature with this id.
///
/// ```
/// assert!(corpus::features::find("double-check").is_some());
/// assert!(corpus::features::find("zugzwang").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Feature> {
    all().find(|feature| feature.id == id)
}

/// The features of a position. It takes some microseconds.
pub fn of(facts: &Facts) -> FeatureSet {
    let bits = all()
        .enumerate()
        .filter(|(_, feature)| (feature.holds)(facts));
    FeatureSet(bits.fold(0, |set, (bit, _)| set | 1 << bit))
}

/// The facts about the position of a FEN.
///
/// # Errors
/// [`InvalidFen`] if it cannot be read or has no defined rules.
pub fn facts_of_fen(fen: &str) -> Result<Facts, InvalidFen> {
    let setup = fen.parse::<ParsedFen>()?.setup;
    let (position, _) = Position::from_setup(&setup)?;
    Ok(Facts::new(position, setup.en_passant))
}

/// A set of features, as bits in the order of [`all`]. The order may change between versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet(pub u128);

impl FeatureSet {
    /// The features of the set, in the order of [`all`].
    pub fn iter(self) -> impl Iterator<Item = &'static Feature> {
        all()
            .enumerate()
            .filter(move |(bit, _)| self.0 >> bit & 1 == 1)
            .map(|(_, feature)| feature)
    }

    /// Whether it has every feature of the other set.
    pub fn contains(self, other: FeatureSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// The subjects of its features, such as pins or castling: a bit for each subject that has one.
    ///
    /// ```
    /// use corpus::features::{FeatureSet, find};
    /// let subjects = |ids: &[&str]| ids.iter().filter_map(|id| find(id)).collect::<FeatureSet>().subjects();
    /// assert_eq!(subjects(&["pin-knight"]), subjects(&["pin-on-file", "pin-by-queen"]));
    /// assert_ne!(subjects(&["pin-knight"]), subjects(&["pin-knight", "en-passant"]));
    /// ```
    pub fn subjects(self) -> u32 {
        let (mut subjects, mut first) = (0, 0);
        for (subject, features) in SUBJECTS.iter().enumerate() {
            let of_subject = !(u128::MAX << features.len()) << first;
            subjects |= u32::from(self.0 & of_subject != 0) << subject;
            first += features.len();
        }
        subjects
    }

    /// The bits of the set, ascending: the indices of its features in the order of [`all`].
    pub fn bits(self) -> impl Iterator<Item = usize> {
        (0..COUNT).filter(move |bit| self.0 >> bit & 1 == 1)
    }
}

impl<'a> FromIterator<&'a Feature> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = &'a Feature>>(features: I) -> FeatureSet {
        let bit = |feature: &Feature| all().position(|known| known.id == feature.id);
        let bits = features.into_iter().filter_map(bit);
        FeatureSet(bits.fold(0, |set, bit| set | 1 << bit))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn has(feature: &Feature, fen: &str) -> Option<bool> {
        facts_of_fen(fen).ok().map(|facts| (feature.holds)(&facts))
    }

    #[test]
    fn examples_have_their_feature_and_counterexamples_do_not() {
        let mut wrong = Vec::new();
        for feature in all() {
            for (fen, expected) in [(feature.example, true), (feature.counterexample, false)] {
                let found = has(feature, fen);
                if found != Some(expected) {
                    wrong.push(format!("{}: {fen}: {found:?}", feature.id));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn ids_are_unique_and_well_formed() {
        let ids: HashSet<&str> = all().map(|feature| feature.id).collect();
        assert_eq!(ids.len(), COUNT);
        for feature in all() {
            let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(feature.id.chars().all(allowed), "{}", feature.id);
            assert!(feature.description.ends_with('.'), "{}", feature.id);
            assert!(!feature.description.contains('\n'), "{}", feature.id);
        }
    }

    #[test]
    fn a_set_has_the_features_that_it_was_made_of() {
        let chosen = ["double-check", "en-passant"].map(|id| find(id).expect(id));
        let set: FeatureSet = chosen.into_iter().collect();
        let ids: Vec<&str> = set.iter().map(|feature| feature.id).collect();
        assert_eq!(ids, ["double-check", "en-passant"]);
        assert!(set.contains(FeatureSet::default()) && !FeatureSet::default().contains(set));
    }
}
