//! Correct divides in the order of the other side's lines, and programs that change them.

use std::rc::Rc;

use movegen::chess::Position;

use super::{Budget, Counts, Imitation, Unpredicted, canonical, position_of};
use crate::ask::Question;

/// The order of the lines, if it is known.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    /// As they were written.
    pub(super) texts: Vec<String>,
}

impl Ordered {
    pub(super) fn expect(&mut self, lines: &[(String, i128)]) {
        self.texts = lines.iter().map(|line| line.0.clone()).collect();
    }

    /// The correct divide, in that order. Moves without a place come last.
    pub(super) fn divide(
        &self,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<(Position, Counts), Unpredicted> {
        let position = position_of(question).ok_or(Unpredicted::Unknown)?;
        let correct = budget.divide(&position, question.depth, question.expected)?;
        let mut divide = Rc::unwrap_or_clone(correct);
        let texts: Vec<String> = self
            .texts
            .iter()
            .map(|text| canonical(position, text))
            .collect();
        divide.lines.sort_by_cached_key(|line| {
            let place = texts.iter().position(|text| *text == line.0);
            place.unwrap_or(texts.len())
        });
        Ok((position, divide))
    }
}

/// A program that changes correct divides.
pub(super) struct AlteredDivide {
    change: Box<dyn Fn(&mut Counts)>,
    sentence: Option<String>,
    ordered: Ordered,
}

/// A program that changes correct divides.
pub(super) fn altered_divide(change: impl Fn(&mut Counts) + 'static) -> AlteredDivide {
    AlteredDivide {
        change: Box::new(change),
        sentence: None,
        ordered: Ordered::default(),
    }
}

impl AlteredDivide {
    /// The same program, with a sentence of its own.
    pub(super) fn said(self, sentence: impl Into<String>) -> AlteredDivide {
        AlteredDivide {
            sentence: Some(sentence.into()),
            ..self
        }
    }
}

impl Imitation for AlteredDivide {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let (_, mut divide) = self.ordered.divide(question, budget)?;
        (self.change)(&mut divide);
        Ok(divide)
    }

    fn visits_leaves(&self) -> bool {
        false
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.ordered.expect(lines);
    }

    fn sentence(&self) -> Option<String> {
        self.sentence.clone()
    }
}
