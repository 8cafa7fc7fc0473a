//! Programs with one bug each, asked in the same process: the true cause is named, and no other.

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

    fn command(&self, _: &Question) -> Option<String> {
        None
    }
}

fn position(question: &Question) -> Position {
    position_after(question.fen, question.moves)
}

fn parse(fen: &str, moves: &[String]) -> ParsedPosition {
    let text = PositionText {
        fen: Some(fen.to_owned()),
        moves: moves.to_vec(),
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

/// The correct divide.
fn right(question: &Question) -> DivideText {
    divide(&position(question), |child| {
        perft(child, question.depth - 1)
    })
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

#[test]
fn wrong_nodes_are_counted() {
    fn mates(position: &Position, depth: u32) -> i128 {
        match depth {
            0 => 1,
            _ if !position.has_legal_move() => 1,
            _ => sum(position, |child| mates(child, depth - 1)),
        }
    }
    check::<()>(
        "mates-are-leaves",
        |_, question| {
            divide(&position(question), |child| {
                mates(child, question.depth - 1)
            })
        },
        &[MATES],
        3,
    );
    fn nodes(position: &Position, depth: u32) -> i128 {
        match depth {
            0 => 1,
            _ => 1 + sum(position, |child| nodes(child, depth - 1)),
        }
    }
    check::<()>(
        "interior-nodes-are-counted",
        |_, question| {
            divide(&position(question), |child| {
                nodes(child, question.depth - 1)
            })
        },
        &[START],
        3,
    );
    check::<()>(
        "root-is-counted",
        |_, question| {
            let mut divide = right(question);
            divide.total = divide.total.map(|total| total + 1);
            divide
        },
        &[START],
        3,
    );
}

#[test]
fn wrong_depths() {
    check::<()>(
        "counts-one-ply-too-deep",
        |_, question| divide(&position(question), |child| perft(child, question.depth)),
        &[START],
        2,
    );
    check::<()>(
        "counts-one-ply-too-few",
        |_, question| {
            divide(&position(question), |child| {
                perft(child, question.depth.saturating_sub(2))
            })
        },
        &[START],
        3,
    );
    check::<()>(
        "depth-is-limited",
        |_, question| {
            divide(&position(question), |child| {
                perft(child, question.depth.min(2) - 1)
            })
        },
        &[START],
        3,
    );
}

#[test]
fn counters_and_totals() {
    check::<i128>(
        "counter-is-not-reset",
        |before, question| {
            let mut divide = right(question);
            *before += divide.total.expect("valid");
            divide.total = Some(*before);
            divide
        },
        &[START],
        3,
    );
    check::<()>(
        "numbers-overflow",
        |_, question| total_modulo(question, 8),
        &[START],
        4,
    );
    // No small position has enough leaves to confirm the cause.
    let overflow = causes::<()>(|_, question| total_modulo(question, 16), &[START], 4);
    assert_eq!(overflow, [("numbers-overflow", Certainty::Fits)]);
    fn total_modulo(question: &Question, bits: u32) -> DivideText {
        let mut divide = right(question);
        divide.total = divide.total.map(|total| total % (1 << bits));
        divide
    }
    fn all_but_last(position: &Position, depth: u32) -> i128 {
        let moves = position.legal_moves();
        let listed = moves.iter().take(moves.len().saturating_sub(1));
        match depth {
            0 => 1,
            _ => listed
                .map(|&mv| all_but_last(&position.play(mv), depth - 1))
                .sum(),
        }
    }
    check::<()>(
        "one-move-is-skipped",
        |_, question| {
            let mut divide = divide(&position(question), |child| {
                all_but_last(child, question.depth - 1)
            });
            let last = divide.lines.pop().expect("moves").1;
            divide.total = divide.total.map(|total| total - last);
            divide
        },
        &[START],
        1,
    );
    check::<()>(
        "one-move-is-skipped",
        |_, question| {
            let mut divide = right(question);
            divide.lines.pop();
            divide.total = Some(divide.lines.iter().map(|line| line.1).sum());
            divide
        },
        &[START],
        1,
    );
    check::<()>(
        "total-is-last-count",
        |_, question| {
            let mut divide = right(question);
            divide.total = divide.lines.last().map(|line| line.1);
            divide
        },
        &[START],
        3,
    );
}

#[test]
fn a_list_with_room_for_64_moves() {
    check::<()>(
        "list-is-limited",
        |_, question| {
            fn limited(position: &Position, depth: u32) -> i128 {
                match depth {
                    0 => 1,
                    _ => {
                        let moves = position.legal_moves();
                        let listed = moves.iter().take(64);
                        listed
                            .map(|&mv| limited(&position.play(mv), depth - 1))
                            .sum()
                    }
                }
            }
            let mut divide = divide(&position(question), |child| {
                limited(child, question.depth - 1)
            });
            divide.lines.truncate(64);
            divide.total = Some(divide.lines.iter().map(|line| line.1).sum());
            divide
        },
        &[
            START,
            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        ],
        2,
    );
}

/// The correct divide of a FEN whose fields were changed, and of moves.
fn misread(question: &Question, change: fn(&mut Vec<String>), moves: &[String]) -> DivideText {
    let mut fields: Vec<String> = question.fen.split(' ').map(str::to_owned).collect();
    change(&mut fields);
    // A FEN that makes no sense after the change has no moves.
    let Ok(mut position) = fields.join(" ").parse::<Position>() else {
        return DivideText {
            total: Some(0),
            ..DivideText::default()
        };
    };
    for text in moves {
        // An illegal move ends the list.
        let Ok(mv) = position.parse_uci(text) else {
            break;
        };
        position = position.play(mv);
    }
    divide(&position, |child| perft(child, question.depth - 1))
}

#[test]
fn misread_fens() {
    check_among::<()>(
        "fen-en-passant-ignored",
        |_, question| {
            misread(
                question,
                |fields| fields[3] = "-".to_owned(),
                question.moves,
            )
        },
        &["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"],
        2,
    );
    check_among::<()>(
        "fen-castling-ignored",
        |_, question| {
            misread(
                question,
                |fields| fields[2] = "-".to_owned(),
                question.moves,
            )
        },
        &[CASTLING],
        2,
    );
    check_among::<()>(
        "fen-castling-first-letter-only",
        |_, question| misread(question, |fields| fields[2].truncate(1), question.moves),
        &[CASTLING],
        2,
    );
    check_among::<()>(
        "fen-ignored",
        |_, question| {
            misread(
                question,
                |fields| *fields = START.split(' ').map(str::to_owned).collect(),
                &[],
            )
        },
        &["4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"],
        2,
    );
    check_among::<()>(
        "fen-side-ignored",
        |_, question| {
            misread(
                question,
                |fields| {
                    if fields[1] == "b" {
                        // White cannot capture on the square that White has passed.
                        fields[1] = "w".to_owned();
                        fields[3] = "-".to_owned();
                    }
                },
                &[],
            )
        },
        &["4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1"],
        2,
    );
}

#[test]
fn misread_moves() {
    for fen in [START, CASTLING, EN_PASSANT] {
        check::<()>(
            "moves-ignored",
            |_, question| misread(question, |_| {}, &[]),
            &[fen],
            2,
        );
    }
    check::<()>(
        "moves-first-only",
        |_, question| {
            let played = question.moves.len().min(1);
            misread(question, |_| {}, &question.moves[..played])
        },
        &[START],
        2,
    );
}

#[test]
fn positions_before() {
    check::<Option<(String, Vec<String>)>>(
        "position-set-once",
        |first, question| {
            let (fen, moves) =
                first.get_or_insert_with(|| (question.fen.to_owned(), question.moves.to_vec()));
            let root = position_after(fen, moves);
            divide(&root, |child| perft(child, question.depth - 1))
        },
        &[START, CASTLING],
        2,
    );
    check::<String>(
        "en-passant-kept-from-last-position",
        |square, question| {
            let mut fields: Vec<&str> = question.fen.split(' ').collect();
            let kept = square.clone();
            if fields[3] != "-" {
                *square = fields[3].to_owned();
            } else if !kept.is_empty() && fields[1] == "w" {
                fields[3] = &kept;
            }
            let root = position_after(&fields.join(" "), question.moves);
            divide(&root, |child| perft(child, question.depth - 1))
        },
        &[
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
        ],
        1,
    );
}

#[test]
fn no_cause_is_named_for_several_bugs_at_once() {
    let causes = causes::<()>(
        |_, question| {
            let mut divide = misread(
                question,
                |fields| fields[2] = "-".to_owned(),
                question.moves,
            );
            for line in &mut divide.lines {
                line.1 += i128::from(line.0 == "e1e2");
            }
            divide
        },
        &[CASTLING],
        2,
    );
    assert_eq!(causes, []);
}
