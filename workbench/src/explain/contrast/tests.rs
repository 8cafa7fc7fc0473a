//! Programs whose answers are wrong exactly where a condition holds.

use movegen::chess::{CastlingStyle, File, Move, PieceKind, Position, Rank, Square};

use super::super::patterns::Patterns;
use super::facts;
use super::traits::{OF_POSITIONS, OF_TREES, of_position, of_tree};
use crate::ask::{Answer, Error, OtherSide, Question, Recording};
use crate::find::{Node, hunt, right_divide};
use crate::imitate::position_of;

const STYLE: CastlingStyle = CastlingStyle::Standard;

/// Leaves out the last move, or counts it wrongly in a tree.
struct WrongWhere(fn(&Position, u32) -> bool);

impl OtherSide for WrongWhere {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let position = position_of(question).expect("a position");
        let mut divide = right_divide(position, question.depth)?;
        if (self.0)(&position, question.depth) {
            match question.depth {
                1 => drop(divide.lines.pop()),
                _ => divide.lines.iter_mut().for_each(|line| line.1 += 1),
            }
        }
        Ok(Answer::Divide(divide))
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
    facts(&found, &mut Patterns::default(), &mut recording, STYLE)
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

/// Whether a tree has the trait with this name.
fn has(name: &str, position: &Position, depth: u32) -> bool {
    let row = OF_TREES.iter().position(|row| row.0 == name);
    depth >= 2 && of_tree(position, depth)[row.expect("a trait")]
}

#[test]
fn the_side_of_castling_is_a_trait_of_trees() {
    let is_wrong = |position: &Position, depth| {
        has(
            "a side castles with the rook towards the a-file",
            position,
            depth,
        )
    };
    let said = said(is_wrong, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 2).expect("a sentence");
    let end = "a side castles with the rook towards the a-file before the last ply, and in none of the others";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn the_moves_before_the_last_ply_are_traits_of_trees() {
    let is_wrong = |position: &Position, depth| has("a piece is captured", position, depth);
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

/// Leaves out some moves of each list.
struct Lacks(fn(&Position, Move) -> bool);

impl OtherSide for Lacks {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let position = position_of(question).expect("a position");
        let mut divide = right_divide(position, question.depth)?;
        let is_missing = |text: &str| (self.0)(&position, position.parse_uci(text).expect(text));
        divide.lines.retain(|line| !is_missing(&line.0));
        Ok(Answer::Divide(divide))
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

/// What the wrong moves of many positions have in common.
fn in_common(is_missing: fn(&Position, Move) -> bool, fen: &str) -> Vec<String> {
    let position: Position = fen.parse().expect("valid");
    let node = Node::root(position, None, 1, STYLE);
    let mut other = Lacks(is_missing);
    let mut recording = Recording::new(&mut other);
    let found = hunt(&mut recording, &node, STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    let mut in_common = Patterns::default();
    let _ = facts(&found, &mut in_common, &mut recording, STYLE);
    in_common.sentences()
}

#[test]
fn where_missing_moves_end() {
    let is_missing = |position: &Position, mv: Move| {
        let kind = position.piece_at(mv.from()).map(|piece| piece.kind);
        kind == Some(PieceKind::Knight) && mv.to().rank() == Rank::Eighth
    };
    let sentences = in_common(is_missing, "7k/8/3N4/8/8/8/8/K7 w - - 0 1");
    let [only] = &sentences[..] else {
        panic!("{sentences:?}");
    };
    assert!(
        only.ends_with("are knight moves and end on the eighth rank"),
        "{only}"
    );
}

/// What only some of the moves are is not said of all, and positions without missing moves are not counted.
#[test]
fn moves_of_several_kinds_that_end_on_a_file() {
    let is_missing = |_: &Position, mv: Move| mv.to().file() == File::A;
    let sentences = in_common(is_missing, "6k1/8/3B4/8/8/2Q5/8/6K1 w - - 0 1");
    let [only] = &sentences[..] else {
        panic!("{sentences:?}");
    };
    assert!(only.ends_with("positions end on the a-file"), "{only}");
}

#[test]
fn the_direction_of_a_check_that_cannot_be_blocked() {
    let is_missing = |position: &Position, mv: Move| {
        let king = position.king(position.turn());
        let from_north_west = |by: Square| {
            by.file() < king.file() && by.rank() > king.rank() && mv.to().file() > by.file()
        };
        let is_slider = |by: Square| {
            let kind = position.piece_at(by).map(|piece| piece.kind);
            matches!(kind, Some(PieceKind::Bishop | PieceKind::Queen))
        };
        let checkers = position.checkers();
        mv.from() != king
            && checkers.len() == 1
            && checkers
                .into_iter()
                .any(|by| is_slider(by) && from_north_west(by))
    };
    let sentences = in_common(is_missing, "7k/8/8/b7/8/3N4/8/4K3 w - - 0 1");
    assert!(
        sentences[0].ends_with("positions block a check from the north-west"),
        "{sentences:?}"
    );
}

/// Positions with the names of all their traits.
fn described(lines: &str) -> impl Iterator<Item = (Position, Vec<&str>)> {
    lines.lines().map(|line| {
        let (fen, names) = line.split_once(": ").expect(line);
        (fen.parse().expect(fen), names.split("; ").collect())
    })
}

/// Asserts that every position has exactly these traits, and that every trait has a position.
fn check_traits(lines: &str, all: &[&'static str], of: impl Fn(&Position) -> Vec<bool>) {
    let (mut seen, mut wrong) = (vec![false; all.len()], Vec::new());
    for (position, expected) in described(lines) {
        let has = of(&position);
        let names = all.iter().zip(&has).filter(|row| *row.1);
        let names: Vec<&str> = names.map(|row| *row.0).collect();
        if names != expected {
            wrong.push(format!("{position}: {}", names.join("; ")));
        }
        seen.iter_mut()
            .zip(has)
            .for_each(|(seen, has)| *seen |= has);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unseen: Vec<_> = all.iter().zip(seen).filter(|row| !row.1).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn traits_of_positions() {
    let names: Vec<_> = OF_POSITIONS.iter().map(|row| row.0).collect();
    check_traits(include_str!("positions.txt"), &names, of_position);
}

#[test]
fn traits_of_trees() {
    let names: Vec<_> = OF_TREES.iter().map(|row| row.0).collect();
    check_traits(include_str!("trees.txt"), &names, |root| of_tree(root, 2));
}
