use super::*;
use crate::ask::{Answer, DivideText, Failure, Question};
use crate::find::hunt;
use movegen::chess::{ParsedPosition, PieceKind, Position, PositionText, Setup, Square};

/// A generator that is right except for what these functions change.
struct Fake {
    /// Changes the list of moves after the last of them was played (or none).
    corrupt: fn(&Position, Option<&str>, &mut Vec<String>),
    /// Gives no answer about these positions.
    fails: fn(&Position) -> bool,
    asked: Vec<String>,
}

impl Fake {
    fn new(corrupt: fn(&Position, Option<&str>, &mut Vec<String>)) -> Fake {
        Fake {
            corrupt,
            fails: |_| false,
            asked: Vec::new(),
        }
    }

    fn divide(&self, position: &Position, last: Option<&str>, depth: u32) -> DivideText {
        let moves = position.legal_moves();
        let text = |mv: &Move| position.uci(*mv, CastlingStyle::Standard);
        let mut listed: Vec<String> = moves.iter().map(text).collect();
        (self.corrupt)(position, last, &mut listed);
        let mut divide = DivideText::default();
        for text in listed {
            let below = match position.parse_uci(&text) {
                Ok(mv) if depth > 1 => {
                    let child = position.play(mv);
                    self.divide(&child, Some(&text), depth - 1).sum()
                }
                _ => 1,
            };
            divide.lines.push((text, below));
        }
        divide
    }
}

impl OtherSide for Fake {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        self.asked.push(question.fen.to_owned());
        let text = PositionText {
            fen: Some(question.fen.to_owned()),
            moves: question.moves.to_vec(),
            ..PositionText::default()
        };
        let game = ParsedPosition::from_text(&text).expect("a legal question");
        if (self.fails)(&game.position) {
            return Err(Error::Failed {
                failure: Failure::Refused,
                input: question.fen.to_owned(),
                last: None,
            });
        }
        let last = question.moves.last().map(String::as_str);
        Ok(Answer::Divide(self.divide(
            &game.position,
            last,
            question.depth,
        )))
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

fn shrunk(fake: &mut Fake, fen: &str, depth: u32) -> (Disagreement, Shrunk) {
    let setup: Setup = fen.parse().expect(fen);
    let (position, _) = Position::from_setup(&setup).expect(fen);
    let style = CastlingStyle::Standard;
    let start = Node::root(position, setup.en_passant, depth, style);
    let found = hunt(fake, &start, style, |_, _| {}).expect("answers");
    let found = found.expect("a disagreement");
    fake.asked.clear();
    let shrunk = shrink(fake, &found, style).expect("answers");
    (found, shrunk)
}

#[track_caller]
fn smallest(shrunk: &Shrunk) -> &Disagreement {
    match &shrunk.smallest {
        Smallest::Found(smallest) => smallest,
        other => panic!("{other:?}"),
    }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9";

fn no_en_passant(position: &Position, _: Option<&str>, moves: &mut Vec<String>) {
    let passed = position.en_passant().map(|square| square.to_string());
    moves.retain(|text| {
        let from = text[..2]
            .parse()
            .map(|square: Square| position.piece_at(square));
        let pawn = from.is_ok_and(|piece| piece.is_some_and(|piece| piece.kind == PieceKind::Pawn));
        !(pawn && passed.as_deref() == Some(&text[2..]))
    });
}

#[test]
fn everything_irrelevant_is_removed() {
    let mut fake = Fake::new(no_en_passant);
    let (found, shrunk) = shrunk(&mut fake, KIWIPETE, 2);
    assert_eq!(found.path, ["a2a4"]);
    let smallest = smallest(&shrunk);
    // The kings, the pawn that has moved and the one that can capture it.
    assert_eq!(smallest.node.fen, "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1");
    assert_eq!((smallest.depth, smallest.path.len()), (1, 0));
    assert!(shrunk.questions < 60, "{}", shrunk.questions);
    assert!(shrunk.error.is_none());
}

#[test]
fn every_question_is_about_a_valid_position_without_warnings() {
    let mut fake = Fake::new(no_en_passant);
    shrunk(&mut fake, KIWIPETE, 2);
    for fen in &fake.asked {
        let setup: Setup = fen.parse().expect(fen);
        let (_, warnings) = Position::from_setup(&setup).expect(fen);
        assert_eq!(warnings, [], "{fen}");
    }
}

#[test]
fn moves_stay_if_only_they_show_the_bug() {
    let mut fake = Fake::new(|position, last, moves| {
        if last == Some("a2a4") {
            no_en_passant(position, last, moves);
        }
    });
    let (found, shrunk) = shrunk(&mut fake, KIWIPETE, 2);
    assert!(found.two_ways.is_some());
    let node = &smallest(&shrunk).node;
    assert_eq!(node.fen, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
    assert_eq!(node.moves, ["a2a4"]);
}

#[test]
fn a_pair_of_irrelevant_moves_is_left_out() {
    let mut fake = Fake::new(|_, last, moves| {
        // After h8g8 a move is missing.
        if last == Some("h8g8") {
            moves.pop();
        }
    });
    let (_, shrunk) = shrunk(&mut fake, "4k2r/8/8/8/8/8/8/4K2R w - - 0 1", 3);
    let node = &smallest(&shrunk).node;
    assert_eq!(node.moves, ["h8g8"]);
}

#[test]
fn another_bug_is_not_mistaken_for_the_first() {
    // Without queens it lists an invalid move and all en passant captures.
    let mut fake = Fake::new(|position, last, moves| {
        if position.pieces(PieceKind::Queen).is_empty() {
            moves.push("a1a1".to_owned());
        } else {
            no_en_passant(position, last, moves);
        }
    });
    let (_, shrunk) = shrunk(&mut fake, KIWIPETE, 2);
    let smallest = smallest(&shrunk);
    assert_eq!(smallest.node.position.chess().occupied().len(), 5);
    assert_eq!(smallest.finding.difference().extra.len(), 0);
}

#[test]
fn occasional_failures_are_tolerated_and_repeated_failures_are_not() {
    let mut fake = Fake::new(no_en_passant);
    fake.fails = |position| position.pieces(PieceKind::Rook).is_empty();
    let (_, shrunk) = shrunk(&mut fake, KIWIPETE, 2);
    let rooks = smallest(&shrunk)
        .node
        .position
        .chess()
        .pieces(PieceKind::Rook);
    assert!(!rooks.is_empty());

    let mut fake = Fake::new(no_en_passant);
    fake.fails = |position| position.occupied().len() < 32;
    let (_, shrunk) = self::shrunk(&mut fake, KIWIPETE, 2);
    // The move before it could still be left out.
    let node = &smallest(&shrunk).node;
    assert_eq!(
        (node.position.chess().occupied().len(), node.moves.len()),
        (32, 0)
    );
    assert!(shrunk.error.is_some());
}

#[test]
fn a_minimal_position_is_reported_as_such() {
    let mut fake = Fake::new(no_en_passant);
    let (_, shrunk) = shrunk(&mut fake, "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", 1);
    assert!(matches!(shrunk.smallest, Smallest::Same), "{shrunk:?}");
    assert!(shrunk.error.is_none());
}
