//! Misread positions and moves.

use super::*;

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
                question.moves,
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
            } else if kept.ends_with(if fields[1] == "w" { '6' } else { '3' }) {
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
