//! Programs with one bug each, asked in the same process: the true cause is named, and no other.

use movegen::chess::{CastlingStyle, ParsedPosition, Position, PositionText};

use super::Certainty;
use crate::ask::{Answer, DivideText, Error, OtherSide, Question};
use crate::explain::Diagnosis;
use crate::find::{Node, hunt};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
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

fn position_after(fen: &str, moves: &[String]) -> Position {
    let text = PositionText {
        fen: Some(fen.to_owned()),
        moves: moves.to_vec(),
    };
    ParsedPosition::from_text(&text).expect("valid").position
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
    for fen in fens {
        let root = position_after(fen, &[]);
        let node = Node::root(root, None, depth, CastlingStyle::Standard);
        let found = hunt(&mut twin, &node, CastlingStyle::Standard, |_, _| {}).expect("valid");
        if let Some(found) = found {
            let diagnosis = Diagnosis::new(found, CastlingStyle::Standard, &mut twin);
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
    for bits in [8, 16] {
        let answer: fn(&mut (), &Question) -> DivideText = match bits {
            8 => |_, question| total_modulo(question, 8),
            _ => |_, question| total_modulo(question, 16),
        };
        check::<()>("numbers-overflow", answer, &[START], 4);
    }
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
        "last-move-is-skipped",
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
        "last-move-is-skipped",
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
