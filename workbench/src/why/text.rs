//! The answer as text.

use std::fmt;

use super::answer::{Comparison, Why, WhyCause};
use super::next::NextQuestion;
use crate::ask::reported;

/// More wrong counts, facts and defects than this are not listed.
const MOST_COUNTS: usize = 8;
const MOST_CAUSES: usize = 12;

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
            return write!(f, "All numbers are right.");
        }
        for fact in &self.facts {
            writeln!(f, "{fact}")?;
        }
        writeln!(f)?;
        self.write_causes(f)?;
        if let Some(next) = &self.next {
            self.write_next(next, f)?;
        }
        Ok(())
    }
}

impl Why {
    fn write_causes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, known) = (self.causes.len(), self.known);
        let these = if self.numbers() == 1 {
            "this number"
        } else {
            "all of these numbers"
        };
        let more = |f: &mut fmt::Formatter<'_>| match self.not_compared.len() {
            0 if self.is_complete => Ok(()),
            0 => write!(f, "\nThe comparison was stopped: others are possible."),
            number => write!(
                f,
                "\n{number} known defects could not be compared in every form: others are possible."
            ),
        };
        match found {
            0 => {
                write!(f, "None of {known} known defects gives {these}.")?;
                return more(f);
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
        more(f)
    }

    /// The number of totals and counts that were compared.
    fn numbers(&self) -> usize {
        let numbers = |claim: &Comparison| claim.claim.counted.numbers();
        self.claims.iter().map(numbers).sum::<usize>() + self.answers
    }

    fn write_next(&self, next: &NextQuestion, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

impl WhyCause {
    /// Its first sentence, and how many others there are.
    pub fn text(&self) -> String {
        match &self.sentences[..] {
            [one] => one.clone(),
            [first, rest @ ..] => format!("{first}, or {} more narrow forms of this", rest.len()),
            [] => String::new(),
        }
    }
}

impl Comparison {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
