//! Explanations of programs whose answers depend on chance.

use movegen::chess::{CastlingStyle, Position};
use movegen::random::Random;

use super::{Certainty, Diagnosis};
use crate::ask::{Answer, DivideText, Error, OtherSide, Question, Recording, reported};
use crate::find::{Disagreement, Node, RandomSeries, count, hunt, hunt_series};
use crate::imitate::position_of;

/// A correct generator that adds one to a count of every second answer, at random. It says that it can turn off a
/// hash table, but has none.
struct Chance(Random);

impl OtherSide for Chance {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let position = position_of(question).expect("a position");
        let mut divide = DivideText::default();
        for line in &count(&position, question.depth)?.lines {
            divide
                .lines
                .push((line.mv.to_string(), reported(line.count)));
        }
        if self.0.one_in(2) && !divide.lines.is_empty() {
            let index = self.0.below(divide.lines.len());
            divide.lines[index].1 += 1;
        }
        Ok(Answer::Divide(divide))
    }

    fn reset_without_table(&mut self) -> Result<bool, Error> {
        Ok(true)
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

const STYLE: CastlingStyle = CastlingStyle::Standard;

/// Says nothing but that the answers vary.
fn check(diagnosis: &Diagnosis) -> bool {
    let explanation = &diagnosis.explanation;
    let bug = explanation.bug.as_deref();
    let certain = |cause: &&super::Cause| cause.certainty != Certainty::Fits;
    let certain: Vec<_> = explanation.causes.iter().filter(certain).collect();
    assert!(certain.is_empty(), "{certain:?}");
    if let Some(bug) = bug {
        assert_eq!(bug, "it gives different answers to the same question");
    }
    bug.is_some()
}

/// Hunts with 60 programs, each of which has another seed.
fn check_all(mut hunt: impl FnMut(&mut Recording<'_>) -> Result<Option<Disagreement>, Error>) {
    let (mut found, mut named) = (0, 0);
    for seed in 1..=60 {
        let mut other = Chance(Random::new(seed));
        let mut recording = Recording::new(&mut other);
        if let Some(disagreement) = hunt(&mut recording).expect("answers") {
            found += 1;
            named += usize::from(check(&Diagnosis::new(disagreement, STYLE, &mut recording)));
        }
    }
    assert!(found >= 50 && 10 * named >= 9 * found, "{named} of {found}");
}

#[test]
fn answers_that_depend_on_chance_blame_nothing() {
    let node = Node::root(Position::startpos(), None, 3, STYLE);
    check_all(|recording| hunt(recording, &node, STYLE, |_, _| {}));
}

#[test]
fn series_of_answers_that_depend_on_chance_blame_nothing() {
    let random = RandomSeries {
        seed: 1,
        chess960: false,
        depth: 3,
        most_leaves: 500,
    };
    let mut series = random.series();
    check_all(|recording| {
        let questions = series.next().expect("it has no end").expect("counts");
        hunt_series(recording, &questions, STYLE, &mut ())
    });
}
