//! Making and unmaking moves as a program with a defect does.

use super::board::{Board, Move, NONE, is_of, kind, kind_of, piece, right};
use super::defect::{Effect, Family, Flag};
use super::made_move::MadeMove;
use super::program::Program;
use super::state::{Undo, make, unmake};

/// Makes a move as this program does.
pub(super) fn make_by(program: &Program, board: &mut Board, mv: Move) -> Undo {
    let us = board.turn;
    let undo = make(board, mv);
    if program.clears_king_square() && undo.captured == piece(kind::KING, us ^ 1) {
        board.kings[usize::from(us ^ 1)] = NONE;
    }
    let Some(defect) = program.defect_of(us) else {
        return undo;
    };
    // A wrong entry of its list moves the king of the other side: the program takes it for its own.
    if defect.has(Flag::IsOfLists) && kind_of(undo.moved) == kind::KING && is_of(undo.moved, us ^ 1)
    {
        board.kings[usize::from(us)] = mv.to;
    }
    if defect.family == Family::Make && leave_state(program, board, us, mv, &undo) {
        program.fired.set(true);
    }
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
            (Effect::Make(change), _) => change(&made, board),
            (Effect::MakeState(change), _) => {
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
    let child = *board;
    unmake(board, mv, undo);
    let us = child.turn ^ 1;
    let defect = program.defect_of(us);
    let Some(defect) = defect.filter(|defect| defect.family == Family::Unmake) else {
        return;
    };
    let made = made(program, us, mv, undo);
    let correct = *board;
    for effect in defect.effects {
        match effect {
            Effect::Unmake(change) => change(&made, &child, board),
            Effect::UnmakePieces(change) => {
                change(&made, &child, board);
                // In Chess960, the king may return to the square that the rook has left.
                if made.castling_side().is_some() {
                    board.put(mv.from, undo.moved);
                }
            }
            _ => {}
        }
    }
    if *board != correct {
        program.fired.set(true);
    }
}

fn made<'a>(program: &'a Program, us: u8, mv: Move, undo: &'a Undo) -> MadeMove<'a> {
    MadeMove {
        us,
        mv,
        undo,
        form: program.form,
        sight: &program.sight,
        sides: program.sides,
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
