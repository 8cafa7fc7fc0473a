//! Explanations of programs whose answers depend on chance.

use movegen::chess::CastlingStyle;

use super::{Certainty, Diagnosis};
use crate::ask::{Answer, DivideText, Error, OtherSide, Question, Recording, reported};
use crate::find::{Node, RandomSeries, count, hunt, hunt_series};
use crate::imitate::position_of;

/// A correct generator that adds one to a count of every second answer, at random. It says that it can turn off a
/// hash table, but has none.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

impl OtherSide for Chance {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let position = position_of(question).expect("a position");
        let mut divide = DivideText::default();
        for line in &count(&position, question.depth)?.lines {
            divide
                .lines
                .push((line.mv.to_string(), reported(line.count)));
        }
        let number = self.next();
        if number >> 20 & 1 == 1 && !divide.lines.is_empty() {
            let index = (number >> 30) as usize % divide.lines.len();
            divide.lines[index].1 += 1;
        }
        Ok(Answer::Divide(divide))
    }

    fn reset(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn reset_without_table(&mut self) -> Result<bool, Error> {
        Ok(true)
    }

    fn plays_moves(&self) -> bool {
        true
    }

    fn command(&self, _: &Question) -> Option<String> {
        None
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

#[test]
fn answers_that_depend_on_chance_blame_nothing() {
    let node = Node::root(movegen::chess::Position::startpos(), None, 3, STYLE);
    let (mut found, mut named) = (0, 0);
    for seed in 1..=60 {
        let mut other = Chance::new(seed);
        let mut recording = Recording::new(&mut other);
        let hunted = hunt(&mut recording, &node, STYLE, |_, _| {}).expect("answers");
        if let Some(disagreement) = hunted {
            found += 1;
            named += usize::from(check(&Diagnosis::new(disagreement, STYLE, &mut recording)));
        }
    }
    assert!(found >= 50 && 10 * named >= 9 * found, "{named} of {found}");
}

#[test]
fn series_of_answers_that_depend_on_chance_blame_nothing() {
    let random = RandomSeries {
        seed: 1,
        chess960: false,
        depth: 3,
        most_leaves: 500,
    };
    let (mut found, mut named) = (0, 0);
    for (questions, seed) in random.series().take(60).zip(1..) {
        let mut other = Chance::new(seed);
        let mut recording = Recording::new(&mut other);
        let questions = questions.expect("counts");
        let hunted = hunt_series(&mut recording, &questions, STYLE, |_| {}).expect("answers");
        if let Some(disagreement) = hunted {
            found += 1;
            named += usize::from(check(&Diagnosis::new(disagreement, STYLE, &mut recording)));
        }
    }
    assert!(found >= 50 && 10 * named >= 9 * found, "{named} of {found}");
}
