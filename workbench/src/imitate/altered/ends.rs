//! Defects of king of the hill and three-check: how a game ends.

use movegen::chess::variant::{GameOver, KingOfTheHill, ThreeCheck, VariantPosition};
use movegen::chess::{Bitboard, Color, Move, MoveKind, Position};

use super::rules::Change::{Over, State};
use super::rules::{Altered, over, row};

const KOTH: &KingOfTheHill = &KingOfTheHill;
const CHECK: &ThreeCheck = &ThreeCheck;

pub(super) const DEFECTS: &[Altered] = &[
    row(
        "hill-does-not-end",
        KOTH,
        "the game goes on after a king has reached the hill",
        Over(|_, _| None),
    ),
    row(
        "hill-of-white-only",
        KOTH,
        "only the white king ends the game on the hill",
        Over(|position, _| on(position, Color::White, HILL)),
    ),
    row(
        "hill-of-black-only",
        KOTH,
        "only the black king ends the game on the hill",
        Over(|position, _| on(position, Color::Black, HILL)),
    ),
    row(
        "hill-too-large",
        KOTH,
        "the hill has the sixteen squares from c3 to f6",
        Over(|position, _| any(position, 0x0000_3C3C_3C3C_0000)),
    ),
    row(
        "hill-of-two-squares",
        KOTH,
        "the hill has only the squares e4 and e5",
        Over(|position, _| any(position, 0x0000_0010_1000_0000)),
    ),
    row(
        "hill-of-fourth-rank",
        KOTH,
        "the hill has only the squares d4 and e4",
        Over(|position, _| any(position, 0x0000_0000_1800_0000)),
    ),
    row(
        "hill-of-the-mover",
        KOTH,
        "a king ends the game on the hill only when its own side is to move",
        Over(|position, _| on(position, position.chess().turn(), HILL)),
    ),
    row(
        "third-check-does-not-end",
        CHECK,
        "the game goes on after the third check",
        Over(|_, _| None),
    ),
    row(
        "second-check-ends",
        CHECK,
        "the game ends when a side has one check left",
        Over(|position, right| {
            let is_low = |left: u8| left <= 1;
            let left = ThreeCheck::left(position.state());
            right.or_else(|| left.into_iter().any(is_low).then(over))
        }),
    ),
    row(
        "double-check-counts-twice",
        CHECK,
        "a double check counts as two checks",
        State(|position, _, child, _| {
            given(
                position,
                child.checkers().len().min(u32::from(u8::MAX)) as u8,
            )
        }),
    ),
    row(
        "double-check-does-not-count",
        CHECK,
        "a double check does not count",
        State(|position, _, child, right| match child.checkers().len() {
            0 | 1 => right,
            _ => position.state(),
        }),
    ),
    row(
        "discovered-check-does-not-count",
        CHECK,
        "a check counts only if the piece that has moved gives it",
        State(|position, mv, child, right| match is_direct(mv, child) {
            true => right,
            false => position.state(),
        }),
    ),
    row(
        "check-by-castling-does-not-count",
        CHECK,
        "a check by castling does not count",
        State(|position, mv, _, right| match mv.kind() {
            MoveKind::Castle => position.state(),
            _ => right,
        }),
    ),
    row(
        "check-by-promotion-does-not-count",
        CHECK,
        "a check by a promotion does not count",
        State(|position, mv, _, right| match mv.promotion() {
            Some(_) => position.state(),
            None => right,
        }),
    ),
    row(
        "check-by-capture-does-not-count",
        CHECK,
        "a check by a capture does not count",
        State(
            |position, mv, _, right| match position.chess().is_capture(mv) {
                true => position.state(),
                false => right,
            },
        ),
    ),
    row(
        "checks-of-white-only",
        CHECK,
        "only the checks that White gives count",
        State(|position, _, _, right| match position.chess().turn() {
            Color::White => right,
            Color::Black => position.state(),
        }),
    ),
    row(
        "checks-of-black-only",
        CHECK,
        "only the checks that Black gives count",
        State(|position, _, _, right| match position.chess().turn() {
            Color::White => position.state(),
            Color::Black => right,
        }),
    ),
    row(
        "checks-of-the-wrong-side",
        CHECK,
        "a check counts for the side that is in check",
        State(|position, _, child, _| {
            let mut left = ThreeCheck::left(position.state());
            let side = &mut left[child.turn().index()];
            *side = side.saturating_sub(u8::from(child.is_check()));
            ThreeCheck::state(left)
        }),
    ),
];

const HILL: u64 = 0x0000_0018_1800_0000;

fn on(position: &VariantPosition, color: Color, squares: u64) -> Option<GameOver> {
    let king = position.chess().king(color);
    Bitboard(squares).contains(king).then(over)
}

fn any(position: &VariantPosition, squares: u64) -> Option<GameOver> {
    let mut colors = Color::ALL.into_iter();
    colors.find_map(|color| on(position, color, squares))
}

/// The state after this number of checks.
fn given(position: &VariantPosition, checks: u8) -> movegen::chess::variant::State {
    let mut left = ThreeCheck::left(position.state());
    let side = &mut left[position.chess().turn().index()];
    *side = side.saturating_sub(checks);
    ThreeCheck::state(left)
}

fn is_direct(mv: Move, child: &Position) -> bool {
    let rook = mv.castling_squares().map(|(_, rook)| rook);
    child.checkers().contains(rook.unwrap_or(mv.to()))
}
