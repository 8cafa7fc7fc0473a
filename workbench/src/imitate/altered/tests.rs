use std::collections::BTreeMap;

use movegen::chess::CastlingStyle;
use movegen::chess::variant::{VARIANTS, VariantPosition};
use movegen::perft::Stop;

use movegen::chess::Move;

use super::super::tests::fingerprint;
use super::rules::row;
use super::*;
use crate::ask::{Answer, DivideFn, DivideText, Question, Recording};
use crate::explain::{Certainty, Diagnosis};
use crate::find::{Node, RandomGames, count, hunt, shrink};

const STYLE: CastlingStyle = CastlingStyle::Standard;

fn games(rules: &'static dyn Rules, seed: u64) -> impl Iterator<Item = Node> {
    let games = RandomGames {
        rules,
        seed,
        chess960: false,
        depth: 3,
        most_leaves: 20_000,
    };
    games.nodes().map(|node| node.expect("a count"))
}

/// What a program with the defect prints.
fn divide(defect: &'static Altered, question: &Question) -> Result<String, String> {
    let position = defect.position(question).ok_or("no position")?;
    text(position, question.depth)
}

fn text(position: VariantPosition, depth: u32) -> Result<String, String> {
    let counted = count(position, depth).map_err(|error| error.to_string())?;
    let line = |line: &movegen::perft::Line<Move>| {
        format!("{}: {}\n", position.uci(line.mv, STYLE), line.count)
    };
    let lines: String = counted.lines.iter().map(line).collect();
    Ok(format!("{lines}\nNodes searched: {}\n", counted.total))
}

/// The first disagreement with a program that has the defect, and its explanation.
fn diagnose(rules: &'static dyn Rules, defect: &'static Altered) -> Option<Diagnosis> {
    let mut other = DivideFn::new(|question: &Question| divide(defect, question), &Stop::new());
    for node in games(rules, 3).take(1500) {
        let mut recording = Recording::new(&mut other);
        let found = hunt(&mut recording, &node, STYLE, |_, _| {}).expect("answers");
        if let Some(found) = found {
            let shrunk = shrink(&mut recording, &found, STYLE).expect("answers");
            assert!(shrunk.error.is_none(), "{}", defect.id);
            return Some(Diagnosis::new(found, STYLE, &mut recording));
        }
    }
    None
}

/// Every defect shows in a random game, and is a cause, alone or with others that cannot be told apart.
#[test]
fn every_defect_is_found_and_named() {
    let (mut number, mut certain, mut missed) = (0, 0, Vec::new());
    for &rules in VARIANTS {
        for defect in altered(rules) {
            number += 1;
            let name = defect.id;
            let Some(diagnosis) = diagnose(rules, defect) else {
                missed.push(format!("{name} is not found"));
                continue;
            };
            let causes = &diagnosis.explanation.causes;
            match causes.iter().find(|cause| cause.id == name) {
                Some(own) if causes.len() <= 2 => {
                    certain += usize::from(own.certainty == Certainty::Accounts);
                }
                _ => missed.push(format!("{name}: {causes:?}")),
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    // As docs/variants.md says.
    assert_eq!(number, 79);
    assert!(certain * 10 >= number * 8, "{certain} of {number}");
}

/// What is called certain of a program with two defects is one of the two, or holds in positions that were not asked about,
/// too: one defect can hide the other.
#[test]
fn no_other_defect_is_named_for_two_at_once() {
    let mut wrong: Vec<String> = Vec::new();
    for &rules in VARIANTS {
        let defects: Vec<_> = altered(rules).collect();
        for pair in defects.windows(2) {
            let both: &'static Altered = Box::leak(Box::new(Altered {
                base: pair[0],
                ..row(pair[1].id, rules, pair[1].sentence, pair[1].change)
            }));
            let Some(diagnosis) = diagnose(rules, both) else {
                continue;
            };
            for cause in &diagnosis.explanation.causes {
                let is_one = pair.iter().any(|defect| defect.id == cause.id);
                if is_one || cause.certainty != Certainty::Accounts {
                    continue;
                }
                let named = defects.iter().find(|defect| defect.id == cause.id);
                let named = named.expect("a known defect");
                for node in games(rules, 77).take(200) {
                    let question = node.question(0);
                    let text = divide(both, &question).expect("a position");
                    let answer = Answer::Divide(DivideText::read(&text));
                    if named.gives(&question, &answer) != Some(true) {
                        let pair = pair.iter().map(|defect| defect.id).collect::<Vec<_>>();
                        wrong.push(format!(
                            "{} for {}: {}",
                            named.id,
                            pair.join(", "),
                            node.fen
                        ));
                        break;
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn ids_are_unique() {
    let mut known = BTreeMap::new();
    for &rules in VARIANTS {
        for defect in altered(rules) {
            assert_eq!(known.insert(defect.id, defect.sentence), None);
            assert!(!defect.sentence.ends_with('.'), "{}", defect.id);
        }
    }
}

/// The other tests compare the rows with themselves: they do not notice a changed one.
#[test]
fn the_answers_of_every_defect_are_unchanged() {
    let known: BTreeMap<&str, &str> = include_str!("answers.txt")
        .lines()
        .map(|line| line.split_once(' ').expect(line))
        .collect();
    let mut changed = Vec::new();
    for &rules in VARIANTS {
        let nodes: Vec<Node> = games(rules, 3).take(1500).collect();
        let right: Vec<_> = nodes
            .iter()
            .map(|node| text(node.position, node.depth))
            .collect();
        for defect in altered(rules) {
            let answers = nodes.iter().zip(&right).filter_map(|(node, right)| {
                let answer = divide(defect, &node.question(0));
                (answer != *right).then(|| answer.unwrap_or_else(|error| error))
            });
            let answers = fingerprint(answers.take(10));
            if known.get(defect.id) != Some(&&*answers) {
                changed.push(format!("{} {answers}", defect.id));
            }
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
