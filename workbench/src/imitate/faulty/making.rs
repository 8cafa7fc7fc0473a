//! Making and unmaking moves as a program with a defect does.

use super::board::{Board, Move, NONE, is_of, kind, kind_of, piece, right};
use super::defect::{Effect, Family, Flag, GeneratorDefect};
use super::kinds::{ANY, CHANGES_EN_PASSANT, ENDS_RIGHT, Kinds};
use super::made_move::MadeMove;
use super::program::Program;
use super::state::{Undo, make, unmake};

/// Makes a move as this program does.
pub(super) fn make_by(program: &Program, board: &mut Board, mv: Move) -> Undo {
    let us = board.turn;
    let defect = program.defect_of(us);
    // Only these ask for them.
    let kinds = match defect.map(|defect| defect.family) {
        Some(Family::Make | Family::Unmake) => Kinds::of(board, false, mv),
        _ => ANY,
    };
    let mut undo = make(board, mv);
    undo.kinds = kinds;
    if program.clears_king_square() && undo.captured == piece(kind::KING, us ^ 1) {
        board.kings[usize::from(us ^ 1)] = NONE;
    }
    let Some(defect) = defect else {
        return undo;
    };
    // A wrong entry of its list moves the king of the other side: the program takes it for its own.
    if defect.has(Flag::IsOfLists) && kind_of(undo.moved) == kind::KING && is_of(undo.moved, us ^ 1)
    {
        board.kings[usize::from(us)] = mv.to;
    }
    let may_leave_state = defect.family == Family::Make && program.may_leave_state(undo.kinds);
    if may_leave_state && leave_state(program, board, us, mv, &undo) {
        program.fired.set(true);
    }
    debug_assert!(
        may_leave_state
            || defect.family != Family::Make
            || !leave_state(program, &mut board.clone(), us, mv, &undo)
    );
    undo
}

/// Changes the board after a move as a defect of this side does. Whether it is another board then.
pub(super) fn leave_state(
    program: &Program,
    board: &mut Board,
    us: u8,
    mv: Move,
    undo: &Undo,
) -> bool {
    let made = made(program, us, mv, undo);
    let correct = *board;
    if program.rights_by_squares {
        end_rights_by_squares(&made, board);
    }
    for effect in program.effects_on(us) {
        match (effect, made.castling_side()) {
            (Effect::Make(_, change), _) => change(&made, board),
            (Effect::MakeState(_, change), _) => {
                let pieces = (board.squares, board.kings);
                change(&made, board);
                debug_assert_eq!(pieces, (board.squares, board.kings));
            }
            (Effect::MakeCastling(change), Some(side)) => change(&made, side, board),
            _ => {}
        }
    }
    *board != correct
}

/// Unmakes a move as this program does.
pub(super) fn unmake_by(program: &Program, board: &mut Board, mv: Move, undo: &Undo) {
    let us = board.turn ^ 1;
    let defect = program.defect_of(us);
    // The state may have been wrong already, if a move below left it so.
    let kinds = undo.kinds.and(ENDS_RIGHT).and(CHANGES_EN_PASSANT);
    let Some(defect) = defect.filter(|defect| defect.family == Family::Unmake) else {
        unmake(board, mv, undo);
        return;
    };
    let child = *board;
    unmake(board, mv, undo);
    let may_leave_state = program.may_leave_state(kinds) || mv.is_castle();
    if may_leave_state {
        leave_undone(program, defect, &child, board, mv, undo);
    }
    debug_assert!(
        may_leave_state || !leave_undone(program, defect, &child, &mut board.clone(), mv, undo),
        "{} {mv:?} {undo:?}",
        defect.id
    );
}

/// Changes the board after a move was unmade as the defect does. Whether it is another board then.
fn leave_undone(
    program: &Program,
    defect: &GeneratorDefect,
    child: &Board,
    board: &mut Board,
    mv: Move,
    undo: &Undo,
) -> bool {
    let made = made(program, child.turn ^ 1, mv, undo);
    let correct = *board;
    for effect in defect.effects {
        match effect {
            Effect::Unmake(_, change) => change(&made, child, board),
            Effect::UnmakePieces(_, change) => {
                change(&made, child, board);
                // In Chess960, the king may return to the square that the rook has left.
                if made.castling_side().is_some() {
                    board.put(mv.from, undo.moved);
                }
            }
            _ => {}
        }
    }
    let is_other = *board != correct;
    if is_other {
        program.fired.set(true);
        let squares = board.squares.iter().zip(&correct.squares).enumerate();
        let wrong = squares.filter(|(_, (left, right))| left != right);
        let wrong = wrong.fold(0, |all, (square, _)| all | 1 << square);
        program.wrong_squares.update(|known| known | wrong);
    }
    is_other
}

fn made<'a>(program: &'a Program, us: u8, mv: Move, undo: &'a Undo) -> MadeMove<'a> {
    MadeMove {
        us,
        mv,
        undo,
        form: program.form,
        sight: &program.sight,
        sides: program.sides,
        last_undo: program.last_undo.get(),
        last_captured: program.last_captured.get(),
    }
}

/// Keeps the rights of a king that does not move from its first square. Without a defect, they have
/// ended before.
fn end_rights_by_squares(made: &MadeMove, board: &mut Board) {
    if made.is_of_king() && made.mv.from != board.homes[usize::from(made.us)] {
        for index in [right(made.us, 0), right(made.us, 1)] {
            board.rights[index] = made.undo.rights[index];
        }
    }
}
