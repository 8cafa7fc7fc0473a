//! Explanations of programs with bugs that no known defect describes.

mod states;

use std::collections::HashMap;

use movegen::chess::variant::Standard;
use movegen::chess::{CastlingStyle, Position, Square};
use movegen::random::Random;

use super::{Certainty, Diagnosis};
use crate::ask::{Answer, DivideText, Error, OtherSide, Question, Recording, reported};
use crate::find::{
    Disagreement, Node, RandomSeries, Smallest, hunt, hunt_series, right_divide, shrink,
};
use crate::imitate::position_of;
use crate::tell;

/// A correct generator that adds one to a count of every second answer, at random. It says that it can turn off a
/// hash table, but has none.
struct Chance(Random);

impl OtherSide for Chance {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let mut divide = right(question)?;
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

/// The right answer.
fn right(question: &Question) -> Result<DivideText, Error> {
    let position = position_of(question).expect("a position");
    right_divide(position, question.depth)
}

/// A program whose answers depend on the question alone.
struct Program(fn(&Question) -> Result<DivideText, Error>);

impl OtherSide for Program {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        Ok(Answer::Divide((self.0)(question)?))
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
    let overflows = |fact: &String| fact.contains("overflow");
    assert!(
        !explanation.patterns.iter().any(overflows),
        "{explanation:?}"
    );
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
        rules: &Standard,
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

/// The position after these moves.
fn played(fen: &str, moves: &str, depth: u32) -> Node {
    let root: Position = fen.parse().expect("valid");
    let root = Node::root(root, None, depth, STYLE);
    moves.split(' ').fold(root, |node, text| {
        let mv = node.position.parse_uci(text).expect("legal");
        node.after(mv, STYLE)
    })
}

/// What is said about a program whose count of depth 2 is wrong.
fn diagnosis(answer: fn(&Question) -> Result<DivideText, Error>, fen: &str) -> Diagnosis {
    let position: Position = fen.parse().expect("valid");
    let node = Node::root(position, None, 2, STYLE);
    let mut other = Program(answer);
    let mut recording = Recording::new(&mut other);
    let found = hunt(&mut recording, &node, STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    Diagnosis::new(found, STYLE, &mut recording)
}

/// A correct generator that leaves out two moves and adds an illegal one after a promotion, but not if the position is
/// set up.
fn wrong_after_promotion(question: &Question) -> Result<DivideText, Error> {
    let mut divide = right(question)?;
    if question.moves.last().is_some_and(|mv| mv.ends_with('q')) {
        divide.lines.retain(|line| line.0 == "e8e7");
        divide.lines.push(("e8e5".to_owned(), 1));
    } else if question.moves.is_empty()
        && question.depth == 2
        && let Some(line) = divide.lines.first_mut()
    {
        line.1 += 1;
    }
    Ok(divide)
}

#[test]
fn an_answer_that_depends_on_how_the_position_is_reached_is_the_headline() {
    let diagnosis = diagnosis(wrong_after_promotion, "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    let text = tell::describe(&diagnosis);
    let headline = "after b7b8q its answer differs from that to the FEN of the same position\n";
    assert!(text.starts_with(headline), "{text}");
    let place = |part: &str| text.find(part).expect(part);
    let ways = place("the same position gets different answers");
    assert!(ways < place("missing moves"), "{text}");
}

/// A generator that remembers answers of depth 2, and gives them at depth 3 again, whatever the clocks, but only where 5
/// men are on the board.
#[derive(Default)]
struct ForgetsDepth(HashMap<String, DivideText>);

impl OtherSide for ForgetsDepth {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let right = right(question)?;
        let fields: Vec<&str> = question.fen.split(' ').take(4).collect();
        let men = fields[0].bytes().filter(u8::is_ascii_alphabetic).count();
        let key = fields.join(" ");
        if question.depth == 2 && men == 5 {
            self.0.insert(key.clone(), right.clone());
        }
        let known = self.0.get(&key).filter(|_| question.depth == 3);
        Ok(Answer::Divide(known.cloned().unwrap_or(right)))
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.0.clear();
        Ok(())
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

#[test]
fn an_earlier_answer_that_is_given_again_is_the_headline() {
    let position: Position = "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1".parse().expect("valid");
    let questions = [2, 3].map(|depth| Node::root(position, None, depth, STYLE));
    let mut other = ForgetsDepth::default();
    let mut recording = Recording::new(&mut other);
    let found = hunt_series(&mut recording, &questions, STYLE, &mut ());
    let found = found.expect("answers").expect("a disagreement");
    let text = tell::describe(&Diagnosis::new(found, STYLE, &mut recording));
    let headline = "it gives the answer to an earlier question that differs only in the depth\n";
    assert!(text.starts_with(headline), "{text}");
}

#[test]
fn an_earlier_answer_about_another_clock_is_named() {
    let positions = [
        ("4k3/pp6/8/8/8/8/P7/4K3 w - - 9 9", 2),
        ("4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", 3),
    ];
    let questions = positions.map(|(fen, depth)| {
        let position: Position = fen.parse().expect("valid");
        Node::root(position, None, depth, STYLE)
    });
    let mut other = ForgetsDepth::default();
    let mut recording = Recording::new(&mut other);
    let found = hunt_series(&mut recording, &questions, STYLE, &mut ());
    let found = found.expect("answers").expect("a disagreement");
    let bug = Diagnosis::new(found, STYLE, &mut recording).explanation.bug;
    let expected = "it gives the answer to an earlier question that differs only in the depth and the clock of the fifty-move rule";
    assert_eq!(bug.as_deref(), Some(expected));
}

/// A question and its answer.
struct Last {
    fen: String,
    moves: Vec<String>,
    depth: u32,
    answer: DivideText,
}

/// A generator that keeps its last question and changes the next answer with it.
struct KeepsLast {
    change: fn(&Question, &Last, &mut DivideText),
    last: Option<Last>,
}

impl OtherSide for KeepsLast {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let mut answer = right(question)?;
        if let Some(last) = &self.last {
            (self.change)(question, last, &mut answer);
        }
        self.last = Some(Last {
            fen: question.fen.to_owned(),
            moves: question.moves.to_vec(),
            depth: question.depth,
            answer: answer.clone(),
        });
        Ok(Answer::Divide(answer))
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.last = None;
        Ok(())
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

/// The report about such a program after these questions.
fn report_after(change: fn(&Question, &Last, &mut DivideText), questions: &[Node]) -> String {
    let mut other = KeepsLast { change, last: None };
    let mut recording = Recording::new(&mut other);
    let found = hunt_series(&mut recording, questions, STYLE, &mut ());
    let found = found.expect("answers").expect("a disagreement");
    tell::describe(&Diagnosis::new(found, STYLE, &mut recording))
}

#[test]
fn a_move_that_is_not_taken_back_between_questions() {
    let start = Position::startpos().fen(STYLE);
    let questions = ["e2e4 e7e5", "e2e4"].map(|moves| played(&start, moves, 1));
    let text = report_after(
        |question, last, answer| {
            if last.fen == question.fen && last.moves.starts_with(question.moves) {
                answer.clone_from(&last.answer);
            }
        },
        &questions,
    );
    let headline = "it gives the answer to an earlier question about another position\n";
    assert!(text.starts_with(headline), "{text}");
}

#[test]
fn counts_of_a_position_with_other_rights() {
    let fens = [
        "r3k3/8/8/8/8/8/PP6/4K3 w q - 0 1",
        "r3k3/8/8/8/8/8/PP6/4K3 w - - 0 1",
    ];
    let questions = fens.map(|fen| {
        let position: Position = fen.parse().expect("valid");
        Node::root(position, None, 3, STYLE)
    });
    let text = report_after(
        |question, last, answer| {
            let of_pawns = answer
                .lines
                .iter_mut()
                .filter(|line| !line.0.starts_with("e1"));
            for line in of_pawns.filter(|_| last.depth == question.depth) {
                let mut before = last.answer.lines.iter();
                let known = before.find(|known| known.0 == line.0);
                line.1 = known.map_or(line.1, |known| known.1);
            }
        },
        &questions,
    );
    let rights = "differs only in the castling rights\n";
    let headline = format!("its 4 wrong counts are those of an earlier question that {rights}");
    assert!(text.starts_with(&headline), "{text}");
    let cause = "its hash table confuses positions that differ only in the castling rights";
    assert!(text.contains(cause), "{text}");
}

/// A correct generator that loses the rook on a8 in a tree of depth 2, from the fifth root move on.
fn loses_rook(question: &Question) -> Result<DivideText, Error> {
    let mut divide = right(question)?;
    let position = position_of(question).expect("a position");
    for line in divide
        .lines
        .iter_mut()
        .skip(4)
        .filter(|_| question.depth == 2)
    {
        let child = position.play(position.parse_uci(&line.0).expect("a legal move"));
        let moves = child.legal_moves();
        let of_rook = moves.iter().filter(|mv| mv.from() == Square::A8);
        line.1 -= reported(of_rook.count() as u128);
    }
    Ok(divide)
}

#[test]
fn wrong_counts_of_a_tree_are_compared_with_the_moves_of_each_piece() {
    let diagnosis = diagnosis(loses_rook, "r3k3/p7/8/8/8/8/P6P/4K3 w - - 0 1");
    let [behind, order] = &diagnosis.explanation.patterns[..] else {
        panic!("{:?}", diagnosis.explanation.patterns);
    };
    assert_eq!(
        behind,
        "each wrong count is too low by exactly the leaves behind moves of the black rook on a8"
    );
    assert!(
        order.starts_with(
            "in the order of its lines, the first 4 lines are right and the other 5 are wrong: "
        ),
        "{order}"
    );
    // No table has these counts: none of them is the number of moves of a position in the tree.
    assert_eq!(
        diagnosis.explanation.not_excluded,
        ["a move that is not taken back"]
    );
    let text = tell::describe(&diagnosis);
    assert!(text.starts_with(behind.as_str()), "{text}");
}

/// A correct generator whose list has the pawn on f5 twice once the pawn on b4 was captured in a tree of depth 2.
fn doubles_pawn(question: &Question) -> Result<DivideText, Error> {
    let mut divide = right(question)?;
    let position = position_of(question).expect("a position");
    let capture = divide.lines.iter().position(|line| line.0 == "a4b4");
    let Some(first) = capture.filter(|_| question.depth == 2) else {
        return Ok(divide);
    };
    divide.lines[first].1 += 12;
    for line in &mut divide.lines[first + 1..] {
        let child = position.play(position.parse_uci(&line.0).expect("a legal move"));
        let moves = child.legal_moves();
        let of_pawn = moves.iter().filter(|mv| mv.from() == Square::F5);
        line.1 += reported(of_pawn.count() as u128);
    }
    Ok(divide)
}

#[test]
fn the_first_wrong_line_may_differ_from_the_later_ones() {
    let diagnosis = diagnosis(doubles_pawn, "2K5/7n/8/5P2/rP6/8/8/4k3 b - - 0 1");
    let patterns = &diagnosis.explanation.patterns[..];
    assert_eq!(
        patterns,
        [
            "each wrong count after the first one, that of a4b4, is too high by exactly the leaves behind moves of the \
             white pawn on f5",
            "in the order of its lines, the first 6 lines are right and 9 of the other 10 are wrong: possibly \
             a4b4, or a move below a4a3 or a4b4, is not taken back"
        ]
    );
}

#[test]
fn programs_that_were_refuted_stay_refuted() {
    let position: Position = "r3k3/p7/8/8/8/8/P6P/4K3 w - - 0 1".parse().expect("valid");
    let mut other = Program(loses_rook);
    let mut recording = Recording::new(&mut other);
    let node = Node::root(position, None, 2, STYLE);
    let found = hunt(&mut recording, &node, STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    let first = Diagnosis::new(found, STYLE, &mut recording);
    assert_ne!(first.explanation.refuted, Default::default());
    let shrunk = shrink(&mut recording, &first.found, STYLE).expect("answers");
    let Smallest::Found(smallest) = &shrunk.smallest else {
        panic!("no smaller position");
    };
    assert!(smallest.transcript.continues(&first.found.transcript));
    assert!(!first.found.transcript.continues(&smallest.transcript));
    let alone = Diagnosis::new((**smallest).clone(), STYLE, &mut recording);
    let Smallest::Found(after) = shrunk.diagnose(&first, &mut recording).smallest else {
        panic!("no smaller position");
    };
    assert_eq!(after.explanation.causes, alone.explanation.causes);
    assert_eq!(tell::describe(&after), tell::describe(&alone));
}

/// A correct generator that counts nothing where a position of the game occurs again.
fn ends_at_repetition(question: &Question) -> Result<DivideText, Error> {
    let mut divide = right(question)?;
    let position = position_of(question).expect("a position");
    let earlier: Vec<u128> = (0..question.moves.len())
        .filter_map(|played| {
            let moves = &question.moves[..played];
            position_of(&Question { moves, ..*question })
        })
        .map(|position| position.key())
        .collect();
    for (text, count) in &mut divide.lines {
        let mv = position.parse_uci(text).expect("legal");
        if question.depth > 1 && earlier.contains(&position.play(mv).key()) {
            *count = 0;
        }
    }
    Ok(divide)
}

#[test]
fn a_draw_by_repetition_is_no_wrong_position() {
    let node = played("8/1p6/8/2k5/8/8/7b/7K b - - 0 1", "h2b8 h1g1 b8h2", 2);
    let mut other = Program(ends_at_repetition);
    let mut recording = Recording::new(&mut other);
    let found = hunt(&mut recording, &node, STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    let diagnosis = Diagnosis::new(found, STYLE, &mut recording);
    let fact =
        "each move with a wrong count repeats a position of the game, and no other move does";
    let explanation = &diagnosis.explanation;
    assert_eq!(explanation.bug.as_deref(), Some(fact), "{explanation:?}");
    let draws = "draws by repetition or by the clock";
    assert!(explanation.not_excluded.contains(&draws), "{explanation:?}");
}

/// A correct generator whose counts of moves lack 256, at depth 3, if they are large: as if one of several sums had 8 bits.
fn sum_of_bytes(question: &Question) -> Result<DivideText, Error> {
    let mut divide = right(question)?;
    for line in divide.lines.iter_mut().filter(|line| line.1 > 500) {
        line.1 -= 256;
    }
    Ok(divide)
}

#[test]
fn differences_of_overflows_are_named() {
    let node = Node::root(Position::startpos(), None, 3, STYLE);
    let mut other = Program(sum_of_bytes);
    let mut recording = Recording::new(&mut other);
    let found = hunt(&mut recording, &node, STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    let text = tell::describe(&Diagnosis::new(found, STYLE, &mut recording));
    let fact = "each wrong count differs from the right one by a multiple of 256: numbers of 8 bits may overflow";
    assert!(text.starts_with(fact), "{text}");
}
