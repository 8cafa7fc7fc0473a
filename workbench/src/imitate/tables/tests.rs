//! Without a defect, all counts are correct; with one, some series of questions is answered wrongly.

use movegen::chess::{Color, PieceKind};

use super::defects;
use super::imitator::{Imitator, sorted};
use super::keys::{Keys, Path};
use super::possible::{Trees, Verdict};
use super::program::Program;
use crate::ask::Question;
use crate::imitate::{Budget, Counts, Imitation, Unpredicted, position_of};

const CORRECT: Program = Program {
    kept: true,
    ..defects::CORRECT
};

/// Kings and a pawn that advances by one or two squares.
const PAWN: &str = "7k/p6p/7P/1P6/8/7p/7P/7K b - - 0 1";

fn question(fen: &str, depth: u32) -> Question<'_> {
    Question {
        fen,
        moves: &[],
        depth,
        expected: 0,
    }
}

fn correct(question: &Question) -> Counts {
    let position = position_of(question).expect("valid");
    let counts = Budget::new(1_000_000).divide(&position, question.depth, 0);
    sorted(&position, &counts.expect("a small tree").lines)
}

/// The answer to the last question, with moves of the root in the order of their texts.
fn answer(program: Program, series: &[(&str, u32)]) -> Result<Counts, Unpredicted> {
    let mut imitator = Imitator::new(program, None);
    let mut last = Err(Unpredicted::Unknown);
    for &(fen, depth) in series {
        let question = question(fen, depth);
        imitator.expect(&correct(&question).lines);
        last = imitator.ask(&question, &mut Budget::new(1_000_000));
    }
    last
}

#[test]
fn a_correct_table_changes_nothing() {
    for series in [
        &[(PAWN, 3), (PAWN, 4), (PAWN, 3)][..],
        &[("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3)],
        &[("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", 3)],
    ] {
        let (fen, depth) = series[series.len() - 1];
        let expected = correct(&question(fen, depth));
        assert_eq!(answer(CORRECT, series), Ok(expected), "{series:?}");
    }
}

#[test]
fn a_series_shows_keys_without_the_side_to_move() {
    let series = [
        ("3k4/8/8/8/8/8/4P3/4K3 w - - 0 1", 4),
        ("4k3/8/8/8/8/4P3/8/4K3 b - - 0 1", 4),
    ];
    let right = correct(&question(series[1].0, 4));
    let program = |kept| Program {
        keys: Keys::WithoutSide,
        kept,
        least: 3,
        ..CORRECT
    };
    assert_eq!(answer(program(true), &series[1..]), Ok(right.clone()));
    assert_eq!(answer(program(false), &series), Ok(right.clone()));
    let wrong = answer(program(true), &series).expect("a prediction");
    let pairs = wrong.lines.iter().zip(&right.lines);
    let differs = pairs.filter(|(line, right)| line != right);
    let texts: Vec<&str> = differs.map(|(line, _)| line.0.as_str()).collect();
    assert_eq!(texts, ["e8d8"]);
    // The count of the same position in the first answer.
    let first = correct(&question(series[0].0, 4));
    let count = |counts: &Counts, text| {
        let line = counts.lines.iter().find(|line| line.0 == text);
        line.map(|line| line.1)
    };
    assert_eq!(count(&wrong, "e8d8"), count(&first, "e2e3"));
}

#[test]
fn the_order_of_the_root_decides_which_line_is_wrong() {
    let program = Program {
        keys: Keys::WithoutEnPassant,
        ..CORRECT
    };
    let right = correct(&question(PAWN, 4));
    let mut wrong_lines = Vec::new();
    for reversed in [false, true] {
        let mut lines = right.lines.clone();
        if reversed {
            lines.reverse();
        }
        let mut imitator = Imitator::new(program, None);
        imitator.expect(&lines);
        let answer = imitator.ask(&question(PAWN, 4), &mut Budget::new(100_000));
        let counts = answer.expect("a prediction").lines;
        let pairs = counts.into_iter().zip(&right.lines);
        let wrong = pairs.filter(|(line, right)| line != *right);
        wrong_lines.push(wrong.map(|(line, _)| line.0).collect::<Vec<_>>());
    }
    assert_eq!(wrong_lines, [["h8g8"], ["a7a5"]]);
}

#[test]
fn a_wrong_answer_is_compared_with_what_is_possible() {
    let program = Program {
        keys: Keys::WithoutEnPassant,
        ..CORRECT
    };
    let root = position_of(&question(PAWN, 4)).expect("valid");
    let mut trees = Trees::new(program);
    let complete = trees.add(&root, 4, &mut Budget::new(100_000));
    assert_eq!(complete, Ok(true));
    let possible = trees.possible();
    let push = root.parse_uci("a7a5").expect("legal");
    let right = correct(&question(PAWN, 4));
    let line = right.lines.iter().find(|line| line.0 == "a7a5");
    let count = line.expect("a legal move").1;
    let verdict = |count| possible.verdict_at_root(&root, push, 4, count);
    assert_eq!(verdict(count), Verdict::Yes);
    assert_eq!(verdict(count - 1), Verdict::No);
    let wrong = (1..6).filter(|more| verdict(count + more) == Verdict::Yes);
    assert!(wrong.count() > 0, "captures that are not possible any more");
}

/// Which pieces have no numbers in a key.
#[test]
fn keys_without_a_piece_know_all_others() {
    let key = |keys: Keys, fen: &str| {
        let path = Path {
            error: 0,
            en_passant: 0,
        };
        keys.of(&fen.parse().expect(fen), path)
    };
    let plain = "4k3/8/2n5/1b6/8/8/8/4K3 w - - 0 1";
    let white_knight = "4k3/8/2n5/1b6/8/8/8/N3K3 w - - 0 1";
    let no_black_knight = "4k3/8/8/1b6/8/8/8/4K3 w - - 0 1";
    let no_bishop = "4k3/8/2n5/8/8/8/8/4K3 w - - 0 1";
    let (knight, white) = (PieceKind::Knight, Some(Color::White));
    for (keys, ignored, seen) in [
        (
            Keys::WithoutPiece(knight, None),
            &[white_knight, no_black_knight][..],
            &[no_bishop][..],
        ),
        (
            Keys::WithoutPiece(knight, white),
            &[white_knight],
            &[no_black_knight, no_bishop],
        ),
        (
            Keys::Complete,
            &[],
            &[white_knight, no_black_knight, no_bishop],
        ),
    ] {
        for fen in ignored {
            assert_eq!(key(keys, fen), key(keys, plain), "{keys:?}: {fen}");
        }
        for fen in seen {
            assert_ne!(key(keys, fen), key(keys, plain), "{keys:?}: {fen}");
        }
    }
}
