//! Wrong walks through the tree, wrong totals, and lists that are too short.

use super::*;

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
    let fits = |cause: &(&str, Certainty)| *cause == ("numbers-overflow", Certainty::Fits);
    assert!(
        !overflow.is_empty() && overflow.iter().all(fits),
        "{overflow:?}"
    );
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
