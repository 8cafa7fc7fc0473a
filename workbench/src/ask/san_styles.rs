//! Divides in every style of SAN are read as what they were written for.

use movegen::chess::{Move, MoveKind, PieceKind, Position};

use super::DivideText;
use crate::find::{Difference, RandomPositions, compare_divide, count};

type Style = fn(&Position, Move) -> String;

/// The ways in which programs write moves in SAN.
const STYLES: [(&str, Style); 14] = [
    ("shortest", |position, mv| position.san(mv)),
    ("no signs", no_signs),
    ("no x", |position, mv| position.san(mv).replace('x', "")),
    ("whole origin", |position, mv| {
        whole_origin(position, mv, "")
    }),
    ("dashes", |position, mv| whole_origin(position, mv, "-")),
    ("whole origin of capturing pawns", |position, mv| {
        match is_pawn(position, mv) && position.is_capture(mv) {
            true => format!("{}{}", mv.from(), &no_signs(position, mv)[1..]),
            false => whole_origin(position, mv, ""),
        }
    }),
    (
        "whole origin of capturing pawns, no x",
        |position, mv| match is_pawn(position, mv) && position.is_capture(mv) {
            true => format!("{}{}", mv.from(), &no_signs(position, mv)[2..]),
            false => whole_origin(position, mv, "").replace('x', ""),
        },
    ),
    ("long", |position, mv| match is_pawn(position, mv) {
        true => {
            let text = no_signs(position, mv);
            let (origin, to) = text.split_once('x').unwrap_or(("", &text));
            let sign = if origin.is_empty() { "-" } else { "x" };
            format!("{}{sign}{to}", mv.from())
        }
        false => whole_origin(position, mv, "-"),
    }),
    ("file of the origin", |position, mv| {
        origin_of(position, mv, 0)
    }),
    ("rank of the origin", |position, mv| {
        origin_of(position, mv, 1)
    }),
    ("zeros", |position, mv| position.san(mv).replace('O', "0")),
    ("no equals sign", |position, mv| {
        position.san(mv).replace('=', "")
    }),
    ("promotion in brackets", |position, mv| {
        match mv.promotion() {
            Some(_) => no_signs(position, mv).replace('=', "(") + ")",
            None => position.san(mv),
        }
    }),
    ("remarks", |position, mv| match mv.kind() {
        MoveKind::EnPassant => no_signs(position, mv) + " e.p.",
        _ => position.san(mv) + "!",
    }),
];

fn no_signs(position: &Position, mv: Move) -> String {
    position.san(mv).trim_end_matches(['+', '#']).to_owned()
}

fn is_pawn(position: &Position, mv: Move) -> bool {
    let piece = position.piece_at(mv.from());
    piece.is_some_and(|piece| piece.kind == PieceKind::Pawn)
}

fn is_of_piece(position: &Position, mv: Move) -> bool {
    !is_pawn(position, mv) && mv.kind() != MoveKind::Castle
}

/// `Qh3e6` and `Qh3xe6`, with this between the squares instead of nothing.
fn whole_origin(position: &Position, mv: Move, between: &str) -> String {
    let text = position.san(mv);
    if !is_of_piece(position, mv) {
        return text;
    }
    let between = if position.is_capture(mv) {
        "x"
    } else {
        between
    };
    format!("{}{}{between}{}", &text[..1], mv.from(), mv.to())
}

/// One letter of the origin, also where no other piece moves there, if that is enough.
fn origin_of(position: &Position, mv: Move, letter: usize) -> String {
    let (whole, from) = (whole_origin(position, mv, ""), mv.from().to_string());
    if !is_of_piece(position, mv) {
        return whole;
    }
    let text = format!("{}{}{}", &whole[..1], &from[letter..=letter], &whole[3..]);
    match position.parse_san(&text) {
        Ok(_) => text,
        Err(_) => whole,
    }
}

#[test]
fn every_style_is_read_as_it_was_written() {
    let positions = RandomPositions {
        seed: 11,
        chess960: false,
        depth: 2,
        most_leaves: 2_000,
    };
    let nodes = positions.nodes().take(250);
    for node in nodes.map(|node| node.expect("a count")) {
        let position = node.position.chess();
        let ours = count(position, node.depth).expect("a count");
        for (name, style) in STYLES {
            let lines = ours.lines.iter();
            let lines = lines.map(|line| format!("{}: {}\n", style(position, line.mv), line.count));
            let text = lines.collect::<String>() + &format!("\nNodes searched: {}\n", ours.total);
            let divide = DivideText::read(&text);
            let (_, difference) = compare_divide(position, node.depth, &divide).expect("a count");
            assert_eq!(
                difference,
                Difference::default(),
                "{name}: {}\n{text}",
                node.fen
            );
            // One move fewer is one missing move.
            if let Some(((first, rest), line)) = text.split_once('\n').zip(ours.lines.first())
                && ours.lines.len() > 1
            {
                let divide = DivideText::read(rest);
                let (_, fewer) = compare_divide(position, node.depth, &divide).expect("a count");
                assert_eq!(fewer.missing, [line.mv], "{name}, no {first}: {}", node.fen);
            }
        }
    }
}
