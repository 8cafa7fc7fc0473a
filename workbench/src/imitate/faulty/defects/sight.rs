//! Attacks that are not seen, or seen where there are none.

use super::super::board::kind::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::super::board::{LEAPS, NONE, STEPS, rank};
use super::super::defect::Effect::See;
use super::super::defect::Forms::{Listed, Named};
use super::super::defect::defects;
use super::super::sight::{DIAGONAL, STRAIGHT, TO_PAWNS, all_of, only};
use super::forms::{example, from_d4};
use super::wraps::{king_wraps, knight_wraps, pawn_wraps};

defects! {
    Sight:
    "pawn-attacks-unseen"
        "attacks by pawns are not seen"
        [See(|sight, color, _| sight.hide(&[PAWN], color, 0..8))];
    "knight-attacks-unseen"
        "attacks by knights are not seen"
        [See(|sight, color, _| sight.leaps &= !only(KNIGHT, color))];
    "knight-attack-step-unseen"
        "attacks by knights in one of their eight directions are not seen"
        [See(|sight, color, form| sight.missing_leaps[usize::from(color)] |= 1 << form)]
        .forms(Named(8, |form| {
            let example = example(LEAPS[usize::from(form)]);
            format!("attacks by knights in one of their eight directions, that of {example}, are not seen")
        }));
    "king-attack-step-unseen"
        "attacks by kings in one of their eight directions are not seen"
        [See(|sight, color, form| {
            let way = usize::from(form);
            sight.hide(&[KING], color, way..way + 1);
        })].forms(Named(8, |form| {
            let from = from_d4(STEPS[usize::from(form)]);
            format!("attacks by kings in one of their eight directions, that of {from}-d4, are not seen")
        }));
    "bishop-attacks-unseen"
        "attacks by bishops are not seen"
        [See(|sight, color, _| sight.hide(&[BISHOP], color, 0..8))];
    "rook-attacks-unseen"
        "attacks by rooks are not seen"
        [See(|sight, color, _| sight.hide(&[ROOK], color, 0..8))];
    "queen-attacks-unseen"
        "attacks by queens are not seen"
        [See(|sight, color, _| sight.hide(&[QUEEN], color, 0..8))];
    "queen-diagonal-attacks-unseen"
        "attacks by queens on diagonals are not seen"
        [See(|sight, color, _| sight.hide(&[QUEEN], color, DIAGONAL))];
    "queen-straight-attacks-unseen"
        "attacks by queens on ranks and files are not seen"
        [See(|sight, color, _| sight.hide(&[QUEEN], color, STRAIGHT))];
    "diagonal-attacks-unseen"
        "attacks by bishops and queens on diagonals are not seen"
        [See(|sight, color, _| sight.hide(&[BISHOP, QUEEN], color, DIAGONAL))];
    "straight-attacks-unseen"
        "attacks by rooks and queens on ranks and files are not seen"
        [See(|sight, color, _| sight.hide(&[ROOK, QUEEN], color, STRAIGHT))];
    "kings-may-touch"
        "a king may move next to the other king"
        [See(|sight, color, _| sight.hide(&[KING], color, 0..8))];
    "pawn-attacks-reversed"
        "pawns are taken to attack backward"
        [See(|sight, color, _| {
            sight.hide(&[PAWN], color, 0..8);
            for way in TO_PAWNS[usize::from(color ^ 1)] {
                sight.lines[1][way] |= only(PAWN, color);
            }
        })];
    // The pawn stands below the square if it is White's, above it if it is Black's.
    "pawn-pushes-seen-as-attacks"
        "pawns are taken to attack the square in front of them"
        [See(|sight, color, _| sight.lines[1][usize::from(color == 0)] |= only(PAWN, color))];
    "pawn-attacks-one-side"
        "pawns are taken to attack on one side only"
        [See(|sight, color, form| {
            let way = TO_PAWNS[usize::from(color)][usize::from(form)];
            sight.hide(&[PAWN], color, way..way + 1);
        })].forms(Listed(&[
            "attacks by pawns towards the a-file are not seen",
            "attacks by pawns towards the h-file are not seen",
        ]));
    "file-attacks-unseen"
        "attacks by rooks and queens on files are not seen"
        [See(|sight, color, _| sight.hide(&[ROOK, QUEEN], color, 0..2))];
    "rank-attacks-unseen"
        "attacks by rooks and queens on ranks are not seen"
        [See(|sight, color, _| sight.hide(&[ROOK, QUEEN], color, 2..4))];
    "distant-sliders-unseen"
        "attacks by bishops, rooks and queens from afar are not seen"
        [See(|sight, color, form| sight.reach[usize::from(color)] = 6 - usize::from(form))]
        .forms(Listed(&[
            "attacks by bishops, rooks and queens from more than 6 squares away are not seen",
            "attacks by bishops, rooks and queens from more than 5 squares away are not seen",
        ]));
    "adjacent-sliders-unseen"
        "attacks by bishops, rooks and queens on adjacent squares are not seen"
        [See(|sight, color, _| {
            let sliders = only(BISHOP, color) | only(ROOK, color) | only(QUEEN, color);
            sight.lines[1].iter_mut().for_each(|pieces| *pieces &= !sliders);
        })];
    "slider-attack-direction-unseen"
        "attacks by bishops, rooks or queens in one direction are not seen"
        [See(|sight, color, form| {
            let way = usize::from(form % 8);
            let slider = if STRAIGHT.contains(&way) { ROOK } else { BISHOP };
            let queens: &[u8] = if form < 8 { &[] } else { &[QUEEN] };
            sight.hide(&[slider], color, way..way + 1);
            sight.hide(queens, color, way..way + 1);
        })].forms(Named(16, |form| {
            let sliders = match (form % 8 < 4, form < 8) {
                (true, true) => "rooks",
                (true, false) => "rooks and queens",
                (false, true) => "bishops",
                (false, false) => "bishops and queens",
            };
            let from = from_d4(STEPS[usize::from(form % 8)]);
            format!("attacks by {sliders} in one direction, that of {from}-d4, are not seen")
        }));
    "one-diagonal-unseen"
        "attacks by bishops and queens on the diagonals of one direction are not seen"
        [See(|sight, color, form| {
            let ways = if form == 0 { [4, 7] } else { [5, 6] };
            ways.into_iter().for_each(|way| sight.hide(&[BISHOP, QUEEN], color, way..way + 1));
        })].forms(Listed(&[
            "attacks by bishops and queens on diagonals parallel to a1-h8 are not seen",
            "attacks by bishops and queens on diagonals parallel to h1-a8 are not seen",
        ]));
    "knight-attacks-wrap"
        "attacks by knights wrap around the edge of the board"
        [See(|sight, color, _| sight.add_wraps(KNIGHT, color, 0..NONE, knight_wraps))];
    "king-attacks-wrap"
        "attacks by kings wrap around the edge of the board"
        [See(|sight, color, _| sight.add_wraps(KING, color, 0..NONE, king_wraps))];
    "pawn-attacks-wrap"
        "attacks by pawns wrap around the edge of the board"
        [See(|sight, color, form| {
            let inner = (0..NONE).filter(|&from| !matches!(rank(from, color), 0 | 7));
            sight.add_wraps(PAWN, color, inner, |from| pawn_wraps(from, color, form));
        })].forms(Listed(&[
            "attacks by pawns wrap around both edges of the board",
            "attacks by pawns wrap around the edge from the a-file to the h-file",
            "attacks by pawns wrap around the edge from the h-file to the a-file",
        ]));
    "attacks-pass-through-attackers"
        "attacks by bishops, rooks and queens pass through pieces of their own side"
        [See(|sight, color, _| sight.transparent[usize::from(color)] |= all_of(color))];
    "attacks-pass-through-defenders"
        "attacks by bishops, rooks and queens pass through pieces of the other side"
        [See(|sight, color, _| sight.transparent[usize::from(color)] |= all_of(color ^ 1))];
    "attacks-pass-through-pawns"
        "attacks by bishops, rooks and queens pass through pawns"
        [See(|sight, color, _| {
            sight.transparent[usize::from(color)] |= only(PAWN, 0) | only(PAWN, 1);
        })];
    "bishop-and-rook-attacks-swapped"
        "bishops are taken to attack as rooks, and rooks as bishops"
        [See(|sight, color, _| sight.swap_bishops_and_rooks(color))];
    "pawn-attacks-in-both-directions"
        "pawns are taken to attack backward as well"
        [See(|sight, color, _| for way in TO_PAWNS[usize::from(color ^ 1)] {
            sight.lines[1][way] |= only(PAWN, color);
        })];
    "pawn-attacks-only-in-front"
        "pawns are taken to attack only the square in front of them"
        [See(|sight, color, _| {
            sight.hide(&[PAWN], color, 0..8);
            sight.lines[1][usize::from(color == 0)] |= only(PAWN, color);
        })];
    "queen-attacks-from-afar-unseen"
        "attacks by queens from afar are not seen"
        [See(|sight, color, _| sight.lines[0].iter_mut().for_each(|pieces| *pieces &= !only(QUEEN, color)))];
    "line-attacks-from-afar-unseen"
        "attacks by rooks and queens on ranks and files from afar are not seen"
        [See(|sight, color, _| for pieces in &mut sight.lines[0][STRAIGHT] {
            *pieces &= !(only(ROOK, color) | only(QUEEN, color));
        })];
    "diagonal-attacks-from-afar-unseen"
        "attacks by bishops and queens on diagonals from afar are not seen"
        [See(|sight, color, _| for pieces in &mut sight.lines[0][DIAGONAL] {
            *pieces &= !(only(BISHOP, color) | only(QUEEN, color));
        })];
    "king-attacks-from-afar"
        "kings are taken to attack as queens"
        [See(|sight, color, _| sight.lines[0].iter_mut().for_each(|pieces| *pieces |= only(KING, color)))];
    "kings-may-touch-diagonally"
        "a king may move next to the other king on a diagonal"
        [See(|sight, color, _| sight.hide(&[KING], color, DIAGONAL))];
    "kings-may-touch-on-lines"
        "a king may move next to the other king on a rank or a file"
        [See(|sight, color, _| sight.hide(&[KING], color, STRAIGHT))];
    "attacks-on-adjacent-diagonals-unseen"
        "attacks by bishops and queens on adjacent squares of a diagonal are not seen"
        [See(|sight, color, _| for pieces in &mut sight.lines[1][DIAGONAL] {
            *pieces &= !(only(BISHOP, color) | only(QUEEN, color));
        })];
    "attacks-on-adjacent-lines-unseen"
        "attacks by rooks and queens on adjacent squares of a rank or a file are not seen"
        [See(|sight, color, _| for pieces in &mut sight.lines[1][STRAIGHT] {
            *pieces &= !(only(ROOK, color) | only(QUEEN, color));
        })];
}
