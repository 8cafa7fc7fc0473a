//! Programs with one bug each, asked in the same process: the true cause is named, and no other.

mod counting;
mod input;
mod tables;
mod unmaking;

use std::collections::HashMap;

use movegen::chess::{CastlingStyle, ParsedPosition, Position, PositionText};

use super::Certainty;
use crate::ask::{Answer, DivideText, Error, OtherSide, Question, Recording};
use crate::explain::Diagnosis;
use crate::find::{Node, hunt};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const EN_PASSANT: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
/// A mate in one and stalemates in two plies.
const MATES: &str = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";

/// A program that keeps `S` from one question to the next.
struct Twin<S> {
    answer: fn(&mut S, &Question) -> DivideText,
    state: S,
}

impl<S: Default> OtherSide for Twin<S> {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        Ok(Answer::Divide((self.answer)(&mut self.state, question)))
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.state = S::default();
        Ok(())
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

fn position(question: &Question) -> Position {
    position_after(question.fen, question.moves)
}

fn parse(fen: &str, moves: &[String]) -> ParsedPosition {
    let text = PositionText {
        fen: Some(fen.to_owned()),
        moves: moves.to_vec(),
        ..PositionText::default()
    };
    ParsedPosition::from_text(&text).expect("valid")
}

fn position_after(fen: &str, moves: &[String]) -> Position {
    parse(fen, moves).position
}

fn perft(position: &Position, depth: u32) -> i128 {
    match depth {
        0 => 1,
        _ => sum(position, |child| perft(child, depth - 1)),
    }
}

fn sum(position: &Position, count: impl Fn(&Position) -> i128) -> i128 {
    let moves = position.legal_moves();
    moves.iter().map(|&mv| count(&position.play(mv))).sum()
}

/// A divide in which each child has this count, and the total is the sum.
fn divide(position: &Position, mut count: impl FnMut(&Position) -> i128) -> DivideText {
    let mut divide = DivideText::default();
    for &mv in position.legal_moves().iter() {
        let text = position.uci(mv, CastlingStyle::Standard);
        divide.lines.push((text, count(&position.play(mv))));
    }
    divide.total = Some(divide.lines.iter().map(|line| line.1).sum());
    divide
}

/// The divide of a question in which each child has this count to the depth below it.
fn counted(question: &Question, count: fn(&Position, u32) -> i128) -> DivideText {
    divide(&position(question), |child| {
        count(child, question.depth - 1)
    })
}

/// The correct divide.
fn right(question: &Question) -> DivideText {
    counted(question, perft)
}

/// The correct divide after a change.
fn altered(question: &Question, change: fn(&mut DivideText)) -> DivideText {
    let mut divide = right(question);
    change(&mut divide);
    divide
}

/// The causes of the first disagreement: their ids and certainties.
fn causes<S: Default>(
    answer: fn(&mut S, &Question) -> DivideText,
    fens: &[&str],
    depth: u32,
) -> Vec<(&'static str, Certainty)> {
    let mut twin = Twin {
        answer,
        state: S::default(),
    };
    let mut recorded = Recording::new(&mut twin);
    for fen in fens {
        let parsed = parse(fen, &[]);
        let passed = parsed.history.passed_square();
        let node = Node::root(parsed.position, passed, depth, CastlingStyle::Standard);
        let found = hunt(&mut recorded, &node, CastlingStyle::Standard, |_, _| {}).expect("valid");
        if let Some(found) = found {
            let diagnosis = Diagnosis::new(found, CastlingStyle::Standard, &mut recorded);
            let causes = diagnosis.explanation.causes.iter();
            return causes.map(|cause| (cause.id, cause.certainty)).collect();
        }
    }
    panic!("no disagreement");
}

/// Checks that only this cause is named.
fn check<S: Default>(
    id: &str,
    answer: fn(&mut S, &Question) -> DivideText,
    fens: &[&str],
    depth: u32,
) {
    let causes = causes(answer, fens, depth);
    assert_eq!(causes, [(id, Certainty::Accounts)], "{fens:?}");
}

/// Checks that this cause is named, among others that no question can tell from it.
fn check_among<S: Default>(
    id: &str,
    answer: fn(&mut S, &Question) -> DivideText,
    fens: &[&str],
    depth: u32,
) {
    let causes = causes(answer, fens, depth);
    let named = causes.iter().any(|cause| cause.0 == id);
    assert!(named && causes.len() <= 3, "{id}: {causes:?}");
}
