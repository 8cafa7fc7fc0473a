//! The answer as text.

use std::fmt;

use super::answer::{Comparison, Why};
use super::evidence::Counted;
use super::next::NextQuestion;
use crate::amount;
use crate::ask::reported;
use crate::fits::{OfColumns, Pairs};

/// More wrong counts, facts and defects than this are not listed.
const MOST_COUNTS: usize = 8;
const MOST_CAUSES: usize = 12;

/// If fewer pairs than this are expected by chance, those that were found are hardly a coincidence.
const UNLIKELY: f64 = 0.05;

/// If more pairs than this are expected by chance, none is listed.
const MOST_BY_CHANCE: f64 = 1.0;

impl fmt::Display for Why {
    /// Several lines, without a line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for claim in &self.claims {
            claim.write(f)?;
        }
        for (claim, reason) in &self.left_out {
            writeln!(
                f,
                "not compared, depth {} of {}: {reason}",
                claim.depth, claim.fen
            )?;
        }
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        for assumption in &self.assumptions {
            writeln!(f, "assumed: {assumption}")?;
        }
        for line in &self.unread {
            writeln!(
                f,
                "line {} was not read ({}): {}",
                line.number, line.reason, line.text
            )?;
        }
        if self.is_right() {
            return f.write_str(match self.unread.is_empty() && self.left_out.is_empty() {
                true => "All numbers are right.",
                false => "All numbers that were compared are right.",
            });
        }
        for fact in &self.facts {
            writeln!(f, "{fact}")?;
        }
        writeln!(f)?;
        f.write_str(&self.conclusion())
    }
}

impl Why {
    /// The known defects that give the numbers, and the question that tells them apart: the end of the whole text.
    pub fn conclusion(&self) -> String {
        let mut text = String::new();
        // A string takes every text.
        let _ = self.write_causes(&mut text);
        if let Some(next) = &self.next {
            let _ = self.write_next(next, &mut text);
        }
        text
    }

    fn write_causes(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (found, known) = (self.causes.len(), self.known);
        if known == 0 {
            let leaves_are_wrong = self.claims.iter().any(|claim| !claim.leaves_are_right);
            return f.write_str(match leaves_are_wrong {
                true => "Known defects were not compared.",
                false => {
                    "No number of leaves is wrong. Known defects predict only these: totals and counts of moves."
                }
            });
        }
        let these = match (self.is_one_total(), self.has_columns()) {
            (true, false) => "this number",
            (true, true) => "this number of leaves",
            (false, false) => "all of these numbers",
            (false, true) => "all of these numbers of leaves",
        };
        let more = |f: &mut dyn fmt::Write| match self.not_compared.len() {
            0 if self.is_complete => Ok(()),
            0 => write!(f, "\nThe comparison was stopped: others are possible."),
            number => write!(
                f,
                "\n{} could not be compared in every form: others are possible.",
                amount(number, "known defect", "known defects")
            ),
        };
        match found {
            0 => {
                write!(f, "None of {known} known defects gives {these}.")?;
                more(f)?;
                return match &self.pairs {
                    Some(pairs) if pairs.number > 0 => write!(f, "\n\n{pairs}"),
                    _ => Ok(()),
                };
            }
            1 => write!(f, "1 of {known} known defects gives {these}:")?,
            _ => write!(f, "{found} of {known} known defects give {these}:")?,
        }
        for (number, cause) in self.causes.iter().take(MOST_CAUSES).enumerate() {
            match found {
                1 => write!(f, "\n  {}", cause.text())?,
                _ => write!(f, "\n  {}. {}", number + 1, cause.text())?,
            }
        }
        if found > MOST_CAUSES {
            write!(f, "\n  and {} more", found - MOST_CAUSES)?;
        }
        match self.of_columns {
            OfColumns::Nothing | OfColumns::RuleOut(0) => {}
            OfColumns::RuleOut(others) => write!(
                f,
                "\n{} it with other numbers of captures, en passant captures, castling moves or promotions.",
                amount(others, "other gives", "others give")
            )?,
            OfColumns::AreOther => f.write_str(
                "\nNone of them is known to give the statistics as well: they may be counted in another way.",
            )?,
        }
        if self.wrong_numbers() == 1 {
            f.write_str("\nOnly one number is wrong: defects that are not known can give it too.")?;
        }
        more(f)
    }

    /// How many of the numbers that were compared are wrong.
    fn wrong_numbers(&self) -> usize {
        let wrong = |claim: &Comparison| {
            let moves = claim.difference.as_ref().map_or(0, |difference| {
                difference.counts.len() + difference.missing.len() + difference.extra.len()
            });
            // If only the total is wrong, it counts as one.
            moves.max(usize::from(!claim.leaves_are_right))
        };
        let columns = match self.of_columns {
            OfColumns::RuleOut(_) => self.claims.iter().map(|claim| claim.columns.len()).sum(),
            OfColumns::Nothing | OfColumns::AreOther => 0,
        };
        self.claims.iter().map(wrong).sum::<usize>() + columns + self.answers
    }

    /// Whether only one total was compared.
    fn is_one_total(&self) -> bool {
        let lines = self.claims.iter().any(|claim| claim.difference.is_some());
        let totals = self.claims.iter().filter(|claim| claim.total.is_some());
        !lines && totals.count() + self.answers == 1
    }

    fn has_columns(&self) -> bool {
        let statistics =
            |claim: &Comparison| matches!(claim.claim.counted, Counted::Statistics(..));
        self.claims.iter().any(statistics)
    }

    fn write_next(&self, next: &NextQuestion, f: &mut impl fmt::Write) -> fmt::Result {
        writeln!(f, "\n")?;
        writeln!(f, "To tell them apart, count depth {} of", next.depth)?;
        writeln!(f, "  {}", next.fen)?;
        write!(f, "Right is {}.", next.correct)?;
        let mut totals: Vec<i128> = next.totals.iter().flatten().copied().collect();
        totals.sort_unstable();
        totals.dedup();
        for total in totals {
            let gives = |cause: &usize| next.totals[*cause].contains(&total);
            let causes = (0..next.totals.len().min(MOST_CAUSES)).filter(gives);
            let causes: Vec<String> = causes.map(|cause| (cause + 1).to_string()).collect();
            if !causes.is_empty() {
                write!(f, "\n  {total} means {}", causes.join(" or "))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = amount(self.number, "pair", "pairs");
        write!(
            f,
            "The differences of {number} of known defects add up to the numbers."
        )?;
        let by_chance = self.by_chance.unwrap_or_default();
        match by_chance < 0.005 {
            true => f.write_str(" Fewer than 0.01 are expected by chance")?,
            false => write!(f, " About {by_chance:.2} are expected by chance")?,
        }
        f.write_str(match by_chance < UNLIKELY {
            true => ".",
            false => ": a coincidence cannot be excluded.",
        })?;
        if by_chance > MOST_BY_CHANCE {
            return Ok(());
        }
        f.write_str(" A program with both defects counts so only if neither changes what the other one does.")?;
        for (number, [first, second]) in self.found.iter().enumerate() {
            let number = number + 1;
            write!(f, "\n  {number}. {}\n     and {}", first.1, second.1)?;
        }
        match self.number.saturating_sub(self.found.len()) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl Comparison {
    fn write(&self, f: &mut impl fmt::Write) -> fmt::Result {
        write!(f, "depth {} of {}", self.claim.depth, self.claim.fen)?;
        if !self.claim.moves.is_empty() {
            write!(f, " moves {}", self.claim.moves.join(" "))?;
        }
        match self.total {
            Some(total) if total == reported(self.expected) => writeln!(f, ": {total}, right")?,
            Some(total) => writeln!(f, ": {total}, right is {}", self.expected)?,
            None => writeln!(f, ": right is {}", self.expected)?,
        }
        let counts = self
            .difference
            .iter()
            .flat_map(|difference| &difference.counts);
        for (mv, ours, theirs) in counts.clone().take(MOST_COUNTS) {
            writeln!(f, "  {mv}: {theirs}, right is {ours}")?;
        }
        match counts.count().saturating_sub(MOST_COUNTS) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more wrong counts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::Claim;

    #[test]
    fn a_comparison_names_the_position_and_its_moves() {
        let of = |moves: &[&str]| {
            let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
            let claim = Claim::new("FEN".to_owned(), moves, 2, Counted::Total(401));
            let comparison = Comparison {
                claim,
                expected: 400,
                total: Some(401),
                difference: None,
                columns: Vec::new(),
                is_right: false,
                leaves_are_right: false,
            };
            let mut text = String::new();
            comparison
                .write(&mut text)
                .expect("a string takes any text");
            text
        };
        assert_eq!(of(&[]), "depth 2 of FEN: 401, right is 400\n");
        assert_eq!(
            of(&["e2e4", "e7e5"]),
            "depth 2 of FEN moves e2e4 e7e5: 401, right is 400\n"
        );
    }

    #[test]
    fn pairs_are_no_more_certain_than_chance_allows() {
        let pair = [("a", "one defect".to_owned()), ("b", "another".to_owned())];
        let pairs = |number, by_chance| Pairs {
            found: vec![pair.clone()],
            number,
            by_chance: Some(by_chance),
        };
        let text = pairs(1, 0.004).to_string();
        assert!(text.starts_with(
            "The differences of 1 pair of known defects add up to the numbers. Fewer than 0.01 are expected by chance. "
        ));
        assert!(
            text.ends_with("\n  1. one defect\n     and another"),
            "{text}"
        );
        let text = pairs(1, 0.33).to_string();
        assert!(
            text.contains("About 0.33 are expected by chance: a coincidence cannot be excluded. ")
        );
        let text = pairs(40, 31.0).to_string();
        assert!(
            text.ends_with("About 31.00 are expected by chance: a coincidence cannot be excluded."),
            "{text}"
        );
        // Many pairs are no proof of chance.
        let text = pairs(40, 0.004).to_string();
        assert!(!text.contains("coincidence"), "{text}");
        assert!(
            text.ends_with("\n     and another\n  and 39 more"),
            "{text}"
        );
    }
}
