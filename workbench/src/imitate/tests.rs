//! The whole catalogue: every defect shows in some position and not in others, and no two are the same.

use std::collections::{BTreeMap, BTreeSet};

use movegen::chess::{
    CastlingStyle, Move, MoveKind, ParsedPosition, Position, PositionText, Square,
};

use super::{Budget, Counts, Defect, Imitation, canonical, defects, position_of, table_defects};
use crate::ask::Question;
use crate::positions::{Step, questions};

/// Defects whose numbers show in the answers of the other side only.
const LEARNED: [&str; 2] = ["list-is-limited", "step-missing-from-table"];

/// Defects that show in every position.
const EVERYWHERE: [&str; 2] = ["root-is-counted", "fen-side-reversed"];

/// More leaves than any question has.
const MOST_LEAVES: u64 = 50_000_000;

/// The answers to the steps of a question, each with sorted lines; `None` if one is unknown.
type Answers = Option<Vec<Counts>>;

/// Asks a fresh program the steps of a question.
fn ask(variant: &mut dyn Imitation, steps: &[(&str, &str, u32)], budget: &mut Budget) -> Answers {
    variant.reset();
    let answers = steps.iter().map(|&(fen, moves, depth)| {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let question = Question {
            fen,
            moves: &moves,
            depth,
            expected: 0,
        };
        budget.refill(MOST_LEAVES);
        variant.expect(&[]);
        let counts = variant.ask(&question, budget).ok()?;
        let position = position_of(&question)?;
        let lines = counts.lines.iter().filter(|line| line.1 != 0);
        let line = |(text, count): &(String, i128)| (canonical(position, text), *count);
        let mut lines: Vec<_> = lines.map(line).collect();
        lines.sort_unstable();
        Some(Counts { lines, ..counts })
    });
    answers.collect()
}

/// The right answers.
fn right(steps: &[(&str, &str, u32)], budget: &mut Budget) -> Vec<Counts> {
    let counts = steps.iter().map(|&(fen, moves, depth)| {
        let parsed = ParsedPosition::from_text(&PositionText::new(Some(fen), moves)).expect(fen);
        budget.refill(MOST_LEAVES);
        let counts = budget.divide(&parsed.position, depth, 0).expect(fen);
        let mut counts = Counts::clone(&counts);
        counts.lines.retain(|line| line.1 != 0);
        counts.lines.sort_unstable();
        counts
    });
    counts.collect()
}

/// The first variant of a defect: it is not limited to one side.
fn first(defect: &Defect) -> Box<dyn Imitation> {
    defect.variants.all().swap_remove(0)
}

fn all_questions() -> Vec<&'static [Step]> {
    let purposes = ["probe", "pair", "pool", "survey"].into_iter();
    let mut all: Vec<&[Step]> = purposes
        .flat_map(questions)
        .map(|steps| &steps[..])
        .collect();
    // The cheapest ones first, so that few programs are left for the others.
    all.sort_by_key(|steps| steps.iter().map(|step| step.2).sum::<u32>());
    all
}

#[test]
fn ids_are_unique() {
    let all: Vec<&str> = defects()
        .chain(table_defects())
        .map(|defect| defect.id)
        .collect();
    let different: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(different.len(), all.len());
    let sentences: BTreeSet<&str> = defects().map(|defect| defect.sentence).collect();
    assert_eq!(sentences.len(), defects().count());
}

/// One position that shows each defect, and one that does not, although it shows similar ones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Example {
    shows: String,
    hides: String,
    /// The [`fingerprint`] of its answers.
    answers: String,
}

fn parse_steps(text: &str) -> Vec<(&str, &str, u32)> {
    let step = |text| {
        let (depth, position): (&str, &str) = str::split_once(text, ' ').expect(text);
        let (fen, moves) = position.split_once(" moves ").unwrap_or((position, ""));
        (fen, moves, depth.parse().expect(depth))
    };
    text.split(" then ").map(step).collect()
}

fn examples() -> BTreeMap<&'static str, Example> {
    let lines = include_str!("examples.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let example = |line: &'static str| {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [id, shows, hides, answers] = fields[..] else {
            panic!("{line}");
        };
        let [shows, hides, answers] = [shows, hides, answers].map(str::to_owned);
        (
            id,
            Example {
                shows,
                hides,
                answers,
            },
        )
    };
    lines.map(example).collect()
}

#[test]
fn every_defect_shows_in_one_position_and_not_in_another() {
    let (examples, mut budget) = (examples(), Budget::default());
    for defect in defects().filter(|defect| !LEARNED.contains(&defect.id)) {
        let example = examples.get(defect.id);
        let example = example.unwrap_or_else(|| panic!("{} has no example", defect.id));
        for (text, shows) in [(&example.shows, true), (&example.hides, false)] {
            if text == "-" {
                assert!(EVERYWHERE.contains(&defect.id), "{}", defect.id);
                continue;
            }
            let steps = parse_steps(text);
            let answers = ask(first(&defect).as_mut(), &steps, &mut budget);
            let right = right(&steps, &mut budget);
            assert_eq!(answers != Some(right), shows, "{}: {text}", defect.id);
        }
    }
}

/// The pieces of which one is needed for a defect with this word in its id.
const SUBJECTS: [(&str, &str); 11] = [
    ("en-passant", "p"),
    ("promot", "p"),
    ("push", "p"),
    ("pawn", "p"),
    ("castling", "rp"),
    ("knight", "np"),
    ("bishop", "bp"),
    ("rook", "rp"),
    ("queen", "qp"),
    ("slider", "brqp"),
    ("pin", "brqp"),
];

#[test]
fn no_defect_shows_without_its_subject() {
    let mut budget = Budget::default();
    let questions: Vec<(&[Step], Vec<Counts>)> = all_questions()
        .into_iter()
        .map(|steps| (steps, right(steps, &mut budget)))
        .collect();
    let mut failures = Vec::new();
    // A pawn that unmake puts in the place of another piece needs none before.
    let from_nothing = ["unmake-restores-pawn-for-captured-piece"];
    let has_subject = |id: &str| !id.starts_with("fen-") && !from_nothing.contains(&id);
    for defect in defects().filter(|defect| has_subject(defect.id)) {
        let words = SUBJECTS.iter().filter(|(word, _)| defect.id.contains(word));
        let pieces: String = words.map(|(_, pieces)| *pieces).collect();
        if pieces.is_empty() {
            continue;
        }
        let mut program = first(&defect);
        let shows_subject = |step: &Step| {
            let board = step.0.split(' ').next().unwrap_or_default();
            let board = board.to_ascii_lowercase();
            pieces.chars().any(|piece| board.contains(piece))
        };
        for (steps, right) in &questions {
            if steps.iter().any(shows_subject) {
                continue;
            }
            if ask(program.as_mut(), steps, &mut budget).as_ref() != Some(right) {
                failures.push(format!("{}: {steps:?}", defect.id));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_two_defects_give_the_same_answers() {
    let mut budget = Budget::default();
    let all: Vec<Defect> = defects()
        .filter(|defect| !LEARNED.contains(&defect.id))
        .collect();
    let mut programs: Vec<Box<dyn Imitation>> = all.iter().map(first).collect();
    // Defects that have given the same answers so far.
    let mut classes: Vec<Vec<usize>> = vec![(0..all.len()).collect()];
    for steps in all_questions() {
        let mut left: Vec<Vec<usize>> = Vec::new();
        for class in classes {
            let mut parts: Vec<(Answers, Vec<usize>)> = Vec::new();
            for index in class {
                let answers = ask(programs[index].as_mut(), steps, &mut budget);
                match parts.iter_mut().find(|part| part.0 == answers) {
                    Some(part) => part.1.push(index),
                    None => parts.push((answers, vec![index])),
                }
            }
            left.extend(
                parts
                    .into_iter()
                    .map(|part| part.1)
                    .filter(|part| part.len() > 1),
            );
        }
        classes = left;
    }
    let names = classes.iter().map(|class| {
        let ids: Vec<&str> = class.iter().map(|&index| all[index].id).collect();
        ids.join(" = ")
    });
    let names: Vec<String> = names.collect();
    assert!(names.is_empty(), "{}", names.join("\n"));
}

/// The FNV-1a hash of texts, with 32 bits.
pub(super) fn fingerprint(texts: impl Iterator<Item = String>) -> String {
    let bytes = texts.flat_map(|text| text.into_bytes().into_iter().chain([b'\n']));
    let hash = bytes.fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{hash:08x}")
}

/// The other tests compare the catalogue with itself: they do not notice a changed row.
#[test]
fn the_answers_of_every_defect_are_unchanged() {
    let (examples, mut budget) = (examples(), Budget::default());
    let mut questions: Vec<&[Step]> = all_questions();
    questions.retain(|steps| steps.iter().all(|step| step.2 <= 2));
    let mut changed = Vec::new();
    for defect in defects().filter(|defect| !LEARNED.contains(&defect.id)) {
        let mut programs = defect.variants.all();
        let answers = questions.iter().enumerate().map(|(number, steps)| {
            // The forms of a defect take turns.
            let form = number % programs.len();
            format!("{:?}", ask(programs[form].as_mut(), steps, &mut budget))
        });
        let answers = fingerprint(answers);
        if examples
            .get(defect.id)
            .is_none_or(|example| example.answers != answers)
        {
            changed.push(format!("{} | {answers}", defect.id));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// A king whose check was not noticed castles, too.
#[test]
fn castling_out_of_an_unnoticed_check() {
    let fen = "4k2r/8/8/8/4N3/8/8/4RK2 w k - 0 1";
    let position: Position = fen.parse().expect(fen);
    let mut all = defects();
    let defect = all.find(|defect| defect.id == "discovered-checks-unnoticed");
    let mut program = first(&defect.expect("a defect"));
    let answers = ask(program.as_mut(), &[(fen, "", 2)], &mut Budget::default());
    let answers = answers.expect("known");
    let mut castles = 0;
    for mv in position
        .legal_moves()
        .iter()
        .filter(|mv| mv.from() == Square::E4)
    {
        // Without the rook there is no check, except one by the knight. The king may not go to its file.
        let mut setup = position.play(*mv).to_setup();
        setup.board[Square::E1.index()] = None;
        let (without_rook, _) = Position::from_setup(&setup).expect("valid");
        let replies = without_rook.legal_moves();
        let is_allowed = |reply: &&Move| reply.to() != Square::E7;
        let expected = replies.iter().filter(is_allowed).count();
        castles += replies
            .iter()
            .filter(|reply| reply.kind() == MoveKind::Castle)
            .count();
        let text = position.uci(*mv, CastlingStyle::Chess960);
        let line = answers[0].lines.iter().find(|line| line.0 == text);
        assert_eq!(line.map(|line| line.1), Some(expected as i128), "{text}");
    }
    assert!(castles > 0);
}
