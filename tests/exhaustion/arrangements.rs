//! Every arrangement of a class: men on squares, side to move, castling rights and en passant square.

use movegen::chess::Color;

use super::class::Class;
use super::man::Man;
use super::oracle::{MAX_MEN, State};

/// The number of parts into which [`of_part`] splits a class: a part has the first two men on two squares. It is empty if
/// they are the same square.
pub(crate) const PARTS: u16 = 64 * 64;

/// Calls `visit` with every placement of the men on different squares, for both sides to move, without castling rights
/// and en passant. Men of one kind and colour are not told apart: each set of their squares comes once.
pub(crate) fn plain(class: &Class, part: u16, visit: &mut impl FnMut(State)) {
    let [first, second] = [part / 64, part % 64].map(|square| square as u8);
    if first != second {
        place(class.men(), &mut vec![first, second], visit);
    }
}

/// Calls `visit` with every arrangement of a part: every placement of [`plain`] with each set of castling rights of the
/// rooks on a1, h1, a8 and h8 whose king is on e1 or e8, and without or with each square that a double push can just have
/// passed. Legal or not: a pawn can stand on any rank, and a king beside the other.
pub(crate) fn of_part(class: &Class, part: u16, visit: &mut impl FnMut(State)) {
    plain(class, part, &mut |state| {
        let all = state.possible_rights();
        let mut rights = 0;
        loop {
            visit(state.with(rights, None));
            for passed in state.possible_passed() {
                visit(state.with(rights, Some(passed)));
            }
            // The next subset, in the order of binary numbers.
            rights = rights.wrapping_sub(all) & all;
            if rights == 0 {
                break;
            }
        }
    });
}

fn place(men: &[Man], squares: &mut Vec<u8>, visit: &mut impl FnMut(State)) {
    let placed = squares.len();
    if placed == men.len() {
        for turn in Color::ALL {
            visit(State::new(
                men.iter().copied().zip(squares.iter().copied()),
                turn,
            ));
        }
        return;
    }
    debug_assert!(placed < MAX_MEN);
    let same_as_last = men[placed] == men[placed - 1];
    let first = if same_as_last {
        squares[placed - 1] + 1
    } else {
        0
    };
    for square in first..64 {
        if !squares.contains(&square) {
            squares.push(square);
            place(men, squares, visit);
            squares.pop();
        }
    }
}
