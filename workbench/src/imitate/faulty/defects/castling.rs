//! More defects of castling and of castling rights.

use super::super::board::{
    Board, EMPTY, NONE, RAYS, Special, between, castled, file, is_slider, kind, kind_of, rank,
    right, step,
};
use super::super::castling_move::CastlingMove;
use super::super::defect::Effect::{
    Add, AddCastling, AddCastlingWithoutRight, ExposeCastling, MakeCastling, MakeState,
    WithholdCastling,
};
use super::super::defect::Flag::{HasSides, IsOfCaptures};
use super::super::defect::Forms::{Alike, Listed};
use super::super::defect::defects;
use super::super::generator::Castling;
use super::super::illegal_move::squares;
use super::super::kinds::{ANY, CAPTURE, ENDS_RIGHT, KING};
use super::super::made_move::MadeMove;
use super::super::move_list::MoveList;
use super::make::{castle_without_rook, keep, lose_both, needs_rook};

defects! {
    Missing:
    "castling-rejected-when-other-path-attacked"
        "castling is rejected when a square is attacked that the king would cross on the other side"
        [WithholdCastling(|c| {
            let to = castled(c.squares.color, c.squares.side ^ 1).0;
            between(c.squares.king, to).any(|square| c.attacked(square))
        })].flags(&[HasSides]);
    "castling-rejected-when-other-path-occupied"
        "castling is rejected when a piece stands between the king and the rook of the other side"
        [WithholdCastling(|c| {
            let (king, other) = (c.squares.king, c.other_rook());
            between(king, other).any(|square| {
                square != king && square != other && c.board.at(square) != EMPTY
            })
        })].flags(&[HasSides]);
    "castling-rejected-when-front-of-king-attacked"
        "castling is rejected when the square in front of the king is attacked"
        [WithholdCastling(|c| c.attacked(front(c)))];
    "castling-needs-both-rights"
        "castling needs the castling rights of both sides"
        [WithholdCastling(|c| c.board.rights[right(c.squares.color, c.squares.side ^ 1)] == NONE)]
        .flags(&[HasSides]);
    "castling-missing-at-last-ply"
        "castling is missing among the moves of the last ply"
        [WithholdCastling(|c| c.at_leaf)];
    "castling-missing-below-root"
        "castling is missing below the root"
        [WithholdCastling(|c| !c.at_root)];
    "castling-missing-when-king-crosses-rook"
        "castling is missing when the rook stands on a square that the king crosses or reaches"
        [WithholdCastling(|c| between(c.squares.king, c.squares.king_to).contains(&c.squares.rook))]
        .flags(&[HasSides]);
    "castling-missing-when-rook-crosses-king"
        "castling is missing when the king stands on a square that the rook reaches"
        [WithholdCastling(|c| c.squares.king == c.squares.rook_to)].flags(&[HasSides]);
    "castling-missing-next-to-rook"
        "castling is missing when king and rook stand side by side"
        [WithholdCastling(|c| c.squares.king.abs_diff(c.squares.rook) == 1)].flags(&[HasSides]);
    "castling-rejected-when-standard-squares-occupied"
        "castling is rejected when a piece stands between the squares that king and rook have in standard chess"
        [WithholdCastling(|c| {
            let home = c.squares.king_to & 56;
            let squares = if c.squares.side == 0 { home + 1..=home + 3 } else { home + 5..=home + 6 };
            let own = [c.squares.king, c.squares.rook];
            squares.into_iter().any(|square| !own.contains(&square) && c.board.at(square) != EMPTY)
        })].flags(&[HasSides]);
    "castling-tests-own-attacks"
        "castling is rejected when pieces of the same side attack a square that the king crosses or reaches: the king itself does"
        [WithholdCastling(|c| c.squares.king != c.squares.king_to)].flags(&[HasSides]);
    Extra:
    "castling-tests-king-square-only"
        "castling tests only whether the king is in check"
        [AddCastling(|c| c.is_free() && !c.out_of_check()), ExposeCastling(|c| c.ends_in_check())]
        .flags(&[HasSides]);
    "castling-tests-crossed-squares-only"
        "castling tests only whether the squares that the king crosses are attacked"
        [AddCastling(|c| c.is_free() && !c.through_check()), ExposeCastling(|c| c.ends_in_check())]
        .flags(&[HasSides]);
    "castling-ignores-bishop-attacks"
        "castling does not see attacks by bishops"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.blind_to(kind::BISHOP))),
            ExposeCastling(|c| c.form == 0 && c.ends_in_check())
        ].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by bishops",
            "castling does not see attacks by bishops, except on the destination of the king",
        ]));
    "castling-ignores-rook-attacks"
        "castling does not see attacks by rooks"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.blind_to(kind::ROOK))),
            ExposeCastling(|c| c.form == 0 && c.ends_in_check())
        ].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by rooks",
            "castling does not see attacks by rooks, except on the destination of the king",
        ]));
    "castling-ignores-queen-attacks"
        "castling does not see attacks by queens"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.blind_to(kind::QUEEN))),
            ExposeCastling(|c| c.form == 0 && c.ends_in_check())
        ].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by queens",
            "castling does not see attacks by queens, except on the destination of the king",
        ]));
    "castling-ignores-straight-attacks"
        "castling does not see attacks by rooks and queens on ranks and files"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.blind_to_lines())),
            ExposeCastling(|c| c.form == 0 && c.ends_in_check())
        ].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by rooks and queens on ranks and files",
            "castling does not see attacks on ranks and files, except on the destination of the king",
        ]));
    "castling-out-of-check-of-knight"
        "castling is allowed out of the check of a knight"
        [AddCastling(|c| is_only_in_check_of(c, |kind| kind == kind::KNIGHT))].flags(&[HasSides]);
    "castling-out-of-check-of-slider"
        "castling is allowed out of the check of a bishop, rook or queen"
        [AddCastling(|c| is_only_in_check_of(c, is_slider))].flags(&[HasSides]);
    "castling-ignores-pinned-attackers"
        "castling does not see attacks by pinned pieces"
        [
            AddCastling(|c| c.is_free() && c.is_safe_from_unpinned()),
            ExposeCastling(|c| c.ends_in_check())
        ].flags(&[HasSides]);
    "castling-with-right-of-other-side"
        "one castling right allows castling on both sides"
        [AddCastlingWithoutRight(|c| {
            let other = c.board.rights[right(c.squares.color, c.squares.side ^ 1)];
            other != NONE && c.is_standard() && c.is_free() && c.is_safe()
        })].flags(&[HasSides]);
    "castling-with-rights-of-other-colour"
        "castling tests the castling rights of the other colour"
        [
            AddCastlingWithoutRight(|c| {
                has_other_right(c) && c.is_standard() && c.is_free() && c.is_safe()
            }),
            WithholdCastling(|c| !has_other_right(c))
        ].flags(&[HasSides]);
    "castling-tests-squares-of-standard-chess"
        "castling tests whether the squares between the e-file and the destination of the king are attacked, wherever the king stands"
        [
            AddCastling(|c| c.is_free() && is_safe_in_standard_chess(c)),
            WithholdCastling(|c| !is_safe_in_standard_chess(c))
        ].flags(&[HasSides]);
    Make:
    "castling-puts-rook-on-kings-square"
        "castling puts the rook on the square that the king has left"
        [MakeCastling(|made, side, board| {
            let rook_to = castled(made.us, side).1;
            let rook = board.at(rook_to);
            board.put(rook_to, EMPTY);
            board.put(made.mv.from, rook);
        })].flags(&[HasSides]);
    "castling-copies-king"
        "castling puts a second king on the board and leaves the first one"
        [MakeCastling(|made, _, board| if board.at(made.mv.from) == EMPTY {
            board.put(made.mv.from, made.undo.moved);
        })].flags(&[HasSides]);
    "castling-moves-other-rook"
        "castling moves the rook of the other side of the king"
        [MakeCastling(move_other_rook)].flags(&[HasSides]);
    "castling-moves-white-rook"
        "castling of Black moves the rook on the first rank"
        [MakeCastling(|made, side, board| if made.us == 1 {
            let rook_to = castled(1, side).1;
            let black = board.at(rook_to);
            board.put(rook_to, EMPTY);
            board.put(made.undo.rook_from, black);
            let white = board.at(made.undo.rook_from ^ 56);
            board.put(made.undo.rook_from ^ 56, EMPTY);
            board.put(rook_to ^ 56, white);
        })];
    "castling-rights-lost-by-check"
        "a check ends the castling rights of the king"
        [MakeState(ANY, |made, board| {
            let them = made.us ^ 1;
            let king = board.kings[usize::from(them)];
            if made.sight.attacked(board, king, made.us) {
                lose_both(board, them);
            }
        })];
    "castling-right-kept-after-rook-captured-by-rook"
        "the castling right is kept after the rook was captured by a rook"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if made.is_rook_move() {
                keep(made, board, made.right_of_captured());
            })
        ].flags(&[IsOfCaptures]).forms(Alike(5));
    "castling-right-kept-after-rook-captured-by-knight"
        "the castling right is kept after the rook was captured by a knight"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if kind_of(made.undo.moved) == kind::KNIGHT {
                keep(made, board, made.right_of_captured());
            })
        ].flags(&[IsOfCaptures]).forms(Alike(4));
    "castling-right-kept-after-rook-captured-by-bishop-or-queen"
        "the castling right is kept after the rook was captured by a bishop or a queen"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if matches!(kind_of(made.undo.moved), kind::BISHOP | kind::QUEEN) {
                keep(made, board, made.right_of_captured());
            })
        ].flags(&[IsOfCaptures]).forms(Alike(4));
    "castling-right-kept-after-rook-captures-rook"
        "the castling right is kept after the rook has captured a rook with a castling right"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if made.right_of_captured().is_some() {
                keep(made, board, made.right_of_mover());
            })
        ].flags(&[IsOfCaptures]).forms(Alike(5));
    "castling-right-kept-after-rook-move-on-file"
        "the castling right is kept after the rook has moved along its file"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(ENDS_RIGHT, |made, board| if file(made.mv.from) == file(made.mv.to) {
                keep(made, board, made.right_of_mover());
            })
        ].forms(Alike(5));
    "capturer-loses-castling-rights"
        "every capture ends the castling rights of the side that captures"
        [MakeState(CAPTURE, |made, board| if made.is_capture() {
            lose_both(board, made.us);
        })].flags(&[IsOfCaptures]);
    "rights-lost-by-capture"
        "every capture ends the castling rights of the side that loses a piece"
        [MakeState(CAPTURE, |made, board| if made.is_capture() {
            lose_both(board, made.us ^ 1);
        })].flags(&[IsOfCaptures]);
    "right-lost-by-move-on-file"
        "every piece that enters or leaves the file of a castling rook ends its castling right"
        [MakeState(ANY, |made, board| {
            let (from, to) = (file(made.mv.from), file(made.mv.to));
            for side in [0, 1] {
                let rook = &mut board.rights[right(made.us, side)];
                if *rook != NONE && [from, to].contains(&file(*rook)) {
                    *rook = NONE;
                }
            }
        })];
    "right-lost-by-capture-on-other-back-rank"
        "a capture on the square of a castling rook ends the castling right on the other back rank"
        [MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if let Some(index) = made.right_of_captured() {
            keep(made, board, [index]);
            board.rights[index ^ 2] = NONE;
        })].flags(&[IsOfCaptures]);
    "right-lost-by-rook-on-other-back-rank"
        "a move of a castling rook ends the castling right on the other back rank"
        [MakeState(ENDS_RIGHT, |made, board| if let Some(index) = made.right_of_mover() {
            keep(made, board, [index]);
            board.rights[index ^ 2] = NONE;
        })];
    "king-move-ends-rights-of-other-side"
        "a move of the king ends the castling rights of the other side"
        [MakeState(KING, |made, board| if made.is_of_king() {
            keep(made, board, made.own_rights());
            lose_both(board, made.us ^ 1);
        }), Add(|list| if list.form == 1 {
            add_castling_of_moved_king(list, is_free_on_back_rank);
        })].forms(Listed(&[
            "a move of the king ends the castling rights of the other side",
            "a move of the king ends the castling rights of the other side, and it castles from every square of its back rank",
        ]));
    "castling-from-any-square"
        "moves of the king do not end castling rights, and it castles from every square of its back rank"
        [MakeState(KING, |made, board| if made.is_of_king() {
            keep(made, board, made.own_rights());
            // In form 0, castling takes the rook, so that its right ends.
            if let Special::Castle(side) = made.mv.special && made.form == 0 {
                board.rights[right(made.us, side)] = NONE;
            }
        }), Add(|list| {
            let is_free = if list.form == 0 { is_free_on_back_rank } else { is_free_as_usual };
            add_castling_of_moved_king(list, is_free);
        })].forms(Listed(&[
            "moves of the king do not end castling rights, and it castles from every square of its back rank",
            "moves of the king do not end castling rights, and it castles from every square if those between the usual squares of king and rook are empty",
        ]));
    "rook-in-corner-gives-right"
        "a rook that arrives in the corner gives a castling right to a king on its first square"
        [MakeState(ANY, |made, board| {
            for side in [0, 1] {
                let corner = 7 * side + 56 * made.us;
                let king_at_home = board.kings[usize::from(made.us)] == 4 + 56 * made.us;
                let arrives = made.mv.to == corner && made.is_rook_move();
                if arrives && king_at_home {
                    board.rights[right(made.us, side)] = corner;
                }
            }
        })];
}

/// Adds castling by a king that is not at home, if its way is free as given and not attacked.
fn add_castling_of_moved_king(list: &mut MoveList, is_free: fn(&Board, Castling) -> bool) {
    let (board, us) = (list.board, list.board.turn);
    let king = board.kings[usize::from(us)];
    for side in [0, 1] {
        let usual = Castling::new(board, us, side);
        let has_right = board.rights[right(us, side)] != NONE;
        if king >= NONE || !has_right || usual.is_at_home(board) || !is_free(board, usual) {
            continue;
        }
        let mut rays = RAYS[usize::from(king)].iter().map(|ray| ray.as_slice());
        let way = rays.find(|ray| ray.contains(&usual.king_to)).unwrap_or(&[]);
        let mut crossed = way
            .iter()
            .copied()
            .take_while(|square| *square != usual.king_to);
        let attacked = |square| {
            list.sight
                .attacked_without(board, 1 << king, square, us ^ 1)
        };
        if !attacked(king) && !crossed.any(attacked) {
            list.moves.push(Castling { king, ..usual }.to_move());
        }
    }
}

/// Whether king and rook have a free way along the back rank, wherever the king stands there.
fn is_free_on_back_rank(board: &Board, usual: Castling) -> bool {
    let king = board.kings[usize::from(usual.color)];
    rank(king, usual.color) == 0 && Castling { king, ..usual }.has_free_way(board)
}

/// Whether the squares are empty between the rook and the first square of the king.
fn is_free_as_usual(board: &Board, usual: Castling) -> bool {
    let ends = [usual.king, usual.rook];
    between(usual.king, usual.rook)
        .all(|square| ends.contains(&square) || board.at(square) == EMPTY)
}

/// The square in front of the king.
fn front(c: &CastlingMove) -> u8 {
    let up = if c.squares.color == 0 { 1 } else { -1 };
    step(c.squares.king, (0, up))
}

/// Whether castling is legal but for a check, which pieces of such kinds give.
fn is_only_in_check_of(c: &CastlingMove, is_affected: fn(u8) -> bool) -> bool {
    let (king, enemy) = (c.squares.king, c.squares.color ^ 1);
    let is_of_kind = |square: u8| is_affected(kind_of(c.board.at(square)));
    c.is_free()
        && !c.through_check()
        && !c.ends_in_check()
        && squares(c.sight.attackers(c.board, king, enemy)).all(is_of_kind)
}

fn has_other_right(c: &CastlingMove) -> bool {
    c.board.rights[right(c.squares.color ^ 1, c.squares.side)] != NONE
}

fn is_safe_in_standard_chess(c: &CastlingMove) -> bool {
    let king = c.squares.king_to & 56 | 4;
    !between(king, c.squares.king_to).any(|square| c.attacked(square))
}

/// Puts the rook of the other side, if there is one, where the castling rook has gone; that one stays.
fn move_other_rook(made: &MadeMove, side: u8, board: &mut Board) {
    let rook_to = castled(made.us, side).1;
    let other = board.castling_rook(made.us, side ^ 1);
    let (own, moved) = (board.at(rook_to), board.at(other));
    board.put(rook_to, EMPTY);
    board.put(made.undo.rook_from, own);
    board.put(other, EMPTY);
    board.put(rook_to, moved);
    board.put(made.mv.to, made.undo.moved);
}
