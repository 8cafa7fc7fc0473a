//! Attacks that are not seen, or seen where there are none.

use super::super::board::kind::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::super::board::{LEAPS, STEPS};
use super::super::defect::Effect::See;
use super::super::defect::Forms::{Listed, Named};
use super::super::defect::defects;
use super::super::sight::{DIAGONAL, STRAIGHT, TO_PAWNS, only};
use super::forms::{example, from_d4};

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
}
