//! Programs whose answers are wrong exactly where a condition holds.

use movegen::chess::{CastlingStyle, Position, Square};

use super::facts;
use super::traits::{OF_TREES, of_tree};
use crate::ask::{Answer, DivideText, Error, OtherSide, Question, Recording, reported};
use crate::find::{Node, count, hunt};
use crate::imitate::position_of;

const STYLE: CastlingStyle = CastlingStyle::Standard;

/// Leaves out the last move, or counts it wrongly in a tree.
struct WrongWhere(fn(&Position, u32) -> bool);

impl OtherSide for WrongWhere {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let position = position_of(question).expect("a position");
        let lines = count(position, question.depth)?.lines;
        let lines = lines.iter();
        let mut lines: Vec<(String, i128)> = lines
            .map(|line| (line.mv.to_string(), reported(line.count)))
            .collect();
        if (self.0)(&position, question.depth) {
            match question.depth {
                1 => drop(lines.pop()),
                _ => lines.iter_mut().for_each(|line| line.1 += 1),
            }
        }
        Ok(Answer::Divide(DivideText {
            lines,
            ..DivideText::default()
        }))
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

fn said(is_wrong: fn(&Position, u32) -> bool, fen: &str, depth: u32) -> Option<String> {
    let position: Position = fen.parse().expect("valid");
    let node = Node::root(position, None, depth, STYLE);
    let mut other = WrongWhere(is_wrong);
    let mut recording = Recording::new(&mut other);
    let found = hunt(&mut recording, &node, STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    facts(&found, &mut recording, STYLE)
}

#[test]
fn the_square_of_the_king_is_a_trait() {
    let is_wrong =
        |position: &Position, depth| depth == 1 && position.king(position.turn()) == Square::A8;
    let said = said(is_wrong, "K6r/7p/8/2N5/8/8/8/7k w - - 0 1", 1).expect("a sentence");
    assert!(
        said.ends_with(
            "in all of these the king of the side to move stands on a8, and in none of the others"
        ),
        "{said}"
    );
}

#[test]
fn the_moves_before_the_last_ply_are_traits_of_trees() {
    let is_wrong = |position: &Position, depth| {
        let captured = OF_TREES
            .iter()
            .position(|row| row.0 == "a piece is captured");
        depth >= 2 && of_tree(position, depth)[captured.expect("a trait")]
    };
    let said = said(is_wrong, "4k3/8/8/2K2Pq1/8/8/8/8 b - - 0 1", 2).expect("a sentence");
    assert!(
        said.ends_with(
            "in all of these a piece is captured before the last ply, and in none of the others"
        ),
        "{said}"
    );
}

#[test]
fn what_only_some_wrong_answers_have_is_not_said() {
    let is_wrong = |position: &Position, depth| depth == 1 && position.key().is_multiple_of(3);
    // One of three positions of a knight.
    let rows = |square: usize| {
        let mut rows = ["7k", "8", "8", "8", "8", "8", "8", "K7"].map(str::to_owned);
        rows[1 + square / 6] = format!("{}N{}", 1 + square % 6, 6 - square % 6);
        format!("{} w - - 0 1", rows.join("/"))
    };
    let mut fens = (0..36).map(rows);
    let fen = fens.find(|fen| fen.parse().is_ok_and(|position| is_wrong(&position, 1)));
    let fen = fen.expect("one of three");
    assert_eq!(said(is_wrong, &fen, 1), None, "{fen}");
}
