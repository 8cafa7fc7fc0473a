//! Parts drawn at random, and how probably a wrong one is among them.

use std::fmt;

use movegen::random::Random;
use serde_json::{Value, json};

/// Up to `wanted` of the indices below `all`, in random order.
pub(super) fn draw(all: usize, wanted: usize, random: &mut Random) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..all).collect();
    let wanted = wanted.min(all);
    for place in 0..wanted {
        let other = place + random.below(all - place);
        indices.swap(place, other);
    }
    indices.truncate(wanted);
    indices
}

/// The probability that parts drawn without repetition contain at least one of the `wrong` ones.
fn chance(all: usize, drawn: usize, wrong: usize) -> f64 {
    let missed = (0..drawn).map(|before| {
        let (right, left) = (all - wrong, all - before);
        right.saturating_sub(before) as f64 / left as f64
    });
    1.0 - missed.product::<f64>()
}

/// A probability in percent, which is 100 only if it is certain.
fn percent(chance: f64) -> String {
    match chance * 100.0 {
        rounded if rounded >= 99.995 && chance < 1.0 => "more than 99.99 %".to_owned(),
        percent => format!("{percent:.2} %"),
    }
}

/// The probabilities to find a wrong part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    /// The number of parts.
    pub(super) all: usize,
    /// The number of those that were counted again.
    pub(super) drawn: usize,
    /// The name of a part.
    pub(super) part: &'static str,
}

impl Chances {
    /// Numbers of wrong parts, each with the chance to find one of them.
    fn list(&self) -> Vec<(String, f64)> {
        let share = |percent: usize| (self.all * percent).div_ceil(100);
        let chance = |wrong| chance(self.all, self.drawn, wrong);
        let one = (format!("1 {}", self.part), chance(1));
        let shares = [1, 5, 20].into_iter().filter(|percent| share(*percent) > 1);
        std::iter::once(one)
            .chain(shares.map(|percent| (format!("{percent} %"), chance(share(percent)))))
            .collect()
    }

    /// The list in JSON.
    pub(super) fn json(&self) -> Value {
        let chances = self.list().into_iter();
        chances
            .map(|(wrong, chance)| json!([wrong, chance]))
            .collect()
    }
}

/// A line for a part of the whole; nothing if all was counted, or none of it.
impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !(1..self.all).contains(&self.drawn) {
            return Ok(());
        }
        write!(f, "\na wrong one would have been found")?;
        for (nth, (wrong, chance)) in self.list().into_iter().enumerate() {
            let separator = if nth > 0 {
                "; "
            } else {
                " with a probability of "
            };
            let chance = percent(chance);
            write!(f, "{separator}{chance} if {wrong} were wrong")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_chance_is_that_of_all_ways_to_draw() {
        // Of the 10 pairs out of 5, 7 contain one of 2.
        assert!((chance(5, 2, 2) - 0.7).abs() < 1e-12);
        assert_eq!(chance(5, 0, 2), 0.0);
        assert_eq!(chance(5, 4, 2), 1.0);
        assert_eq!(percent(1.0), "100.00 %");
        assert_eq!(percent(0.999_999), "more than 99.99 %");
        assert_eq!(percent(0.5), "50.00 %");
    }

    #[test]
    fn parts_are_drawn_once_each() {
        for seed in 0..50 {
            let mut drawn = draw(20, 7, &mut Random::new(seed));
            assert_eq!(drawn.len(), 7);
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), 7, "seed {seed}");
            assert!(drawn.iter().all(|index| *index < 20));
        }
        let mut all = draw(20, usize::MAX, &mut Random::new(1));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..20));
        // Each part has its turn.
        let mut seen = BTreeSet::new();
        (0..500).for_each(|seed| seen.extend(draw(20, 1, &mut Random::new(seed))));
        assert_eq!(seen.len(), 20);
    }
}
