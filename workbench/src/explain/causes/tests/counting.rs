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
        |_, question| counted(question, mates),
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
        |_, question| counted(question, nodes),
        &[START],
        3,
    );
    check::<()>(
        "root-is-counted",
        |_, question| {
            altered(question, |divide| {
                divide.total = divide.total.map(|total| total + 1)
            })
        },
        &[START],
        3,
    );
}

#[test]
fn the_number_of_moves_overflows() {
    fn stored(position: &Position, depth: u32) -> i128 {
        match depth {
            0 => 1,
            1 => i128::from(perft(position, 1) as u8 as i8),
            _ => sum(position, |child| stored(child, depth - 1)),
        }
    }
    check_among::<()>(
        "number-of-moves-overflows",
        |(), question| counted(question, stored),
        &["Kb3kb1/PP1q4/qn3q2/2P4q/8/6q1/3q4/r6r w - - 1 2"],
        2,
    );
}

#[test]
fn the_tree_ends_at_the_fifty_move_rule() {
    fn undrawn(position: &Position, depth: u32) -> i128 {
        match depth {
            0 => 1,
            _ if position.halfmoves() >= 100 => 0,
            _ => sum(position, |child| undrawn(child, depth - 1)),
        }
    }
    check::<()>(
        "fifty-move-rule-ends-the-tree",
        |(), question| counted(question, undrawn),
        &["4k3/8/8/8/6K1/8/8/8 w - - 100 80"],
        2,
    );
}

#[test]
fn wrong_depths() {
    check::<()>(
        "counts-one-ply-too-deep",
        |_, question| counted(question, |child, depth| perft(child, depth + 1)),
        &[START],
        2,
    );
    check::<()>(
        "counts-one-ply-too-few",
        |_, question| {
            counted(question, |child, depth| {
                perft(child, depth.saturating_sub(1))
            })
        },
        &[START],
        3,
    );
    check::<()>(
        "depth-is-limited",
        |_, question| counted(question, |child, depth| perft(child, depth.min(1))),
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
            let mut divide = counted(question, all_but_last);
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
            altered(question, |divide| {
                divide.lines.pop();
                divide.total = Some(divide.sum_of_lines());
            })
        },
        &[START],
        1,
    );
    check::<()>(
        "total-is-last-count",
        |_, question| {
            altered(question, |divide| {
                divide.total = divide.lines.last().map(|line| line.1)
            })
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
            let mut divide = counted(question, limited);
            divide.lines.truncate(64);
            divide.total = Some(divide.sum_of_lines());
            divide
        },
        &[
            START,
            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        ],
        2,
    );
}
