//! Moves that are not even pseudo-legal, and castling moves under wrong conditions.

use super::super::board::{
    Board, EMPTY, KING, KNIGHT, Move, NONE, RAYS, Special, between, is_of, kind, kind_of, piece,
    rank,
};
use super::super::defect::Effect::{
    Add, AddCastling, AddCastlingWithoutRight, AddPawnMoves, Expose, ExposeCastling, See,
    WithholdCastling,
};
use super::super::defect::Flag::{HasSides, OutlivesUnmake};
use super::super::defect::Forms::{Alike, Listed, Named};
use super::super::defect::defects;
use super::super::generator::{advance, double_push, en_passant, pawn_targets, ways};
use super::super::move_list::{MoveList, is_own_victim};
use super::forms::{in_the_way, only_pawns, slider_of, sliders};
use super::wraps::{at_distance, king_wraps, knight_wraps, pawn_wraps};

defects! {
    Extra:
    "moves-listed-twice"
        "some moves are listed twice"
        [Add(list_again)].forms(Listed(&[
            "promotions to a queen are listed twice",
            "all promotions are listed twice",
            "en passant captures are listed twice",
            "castling moves are listed twice",
            "double pushes are listed twice",
            "promotions to a knight are listed twice",
            "promotions to a bishop are listed twice",
            "promotions to a rook are listed twice",
            "castling with the rook on the a-file side is listed twice",
            "castling with the rook on the h-file side is listed twice",
        ]));
    "en-passant-wraps"
        "en passant captures wrap around the edge of the board"
        [AddPawnMoves(|pawn, moves| {
            let targets = pawn_wraps(pawn.from, pawn.us, 0);
            let targets = targets.filter(|&to| to == pawn.board.en_passant);
            moves.extend(targets.map(|to| en_passant(pawn.from, to)));
        })];
    "promotion-to-king"
        "pawns may promote to a king"
        [AddPawnMoves(|pawn, moves| if pawn.promotes() {
            let targets = pawn.push().into_iter().chain(pawn.captures());
            moves.extend(targets.map(|to| Move {
                promotion: kind::KING,
                ..Move::plain(pawn.from, to)
            }));
        })];
    "promotion-to-pawn"
        "pawns may also reach the last rank without promoting"
        [AddPawnMoves(|pawn, moves| if pawn.promotes() {
            let targets = pawn.push().into_iter().chain(pawn.captures());
            moves.extend(targets.map(|to| Move::plain(pawn.from, to)));
        })];
    "double-push-jumps"
        "double pushes jump over a piece"
        [AddPawnMoves(|pawn, moves| {
            if pawn.is_at_home() && !pawn.is_empty(pawn.front) && pawn.is_empty(pawn.double) {
                moves.push(double_push(pawn.from, pawn.double));
            }
        }), Expose(|m| m.form == 1 && m.mv.special == Special::DoublePush && {
            let jumped = 1 << ((m.mv.from + m.mv.to) / 2);
            m.pin(false) == Some(jumped)
        })].forms(Listed(&[
            "double pushes jump over a piece",
            "double pushes jump over a piece, also over the one that pins the pawn",
        ]));
    "double-push-onto-piece"
        "double pushes go onto occupied squares"
        [AddPawnMoves(|pawn, moves| if pawn.is_at_home() && pawn.is_empty(pawn.front) {
            let own = pawn.form == 0 && is_own_victim(pawn.board, pawn.double);
            if own || pawn.is_enemy(pawn.double) {
                moves.push(double_push(pawn.from, pawn.double));
            }
        })].forms(Listed(&[
            "double pushes go onto occupied squares",
            "double pushes capture enemy pieces",
        ]));
    "double-push-from-wrong-rank"
        "pawns make double pushes from other ranks than their own second"
        [AddPawnMoves(|pawn, moves| {
            let ranks = if pawn.form % 2 == 0 { 2..3 } else { 2..5 };
            let free = pawn.is_empty(pawn.front) && pawn.is_empty(pawn.double);
            if ranks.contains(&rank(pawn.from, pawn.us)) && free {
                moves.push(match pawn.form < 2 {
                    true => double_push(pawn.from, pawn.double),
                    false => Move::plain(pawn.from, pawn.double),
                });
            }
        })].forms(Listed(&[
            "pawns make double pushes from their third rank as well",
            "pawns make double pushes from any rank up to their fifth as well",
            "pawns make double pushes from their third rank as well, and cannot be captured en passant then",
            "pawns make double pushes from any rank up to their fifth as well, and cannot be captured en passant then",
        ]));
    "push-onto-piece"
        "pawns are pushed onto occupied squares"
        [AddPawnMoves(|pawn, moves| {
            let own = pawn.form == 1 && is_own_victim(pawn.board, pawn.front);
            if own || pawn.is_enemy(pawn.front) {
                advance(pawn.from, pawn.front, pawn.us, moves);
            }
        })].forms(Listed(&[
            "pushes of pawns capture enemy pieces",
            "pushes of pawns capture pieces of both sides",
        ]));
    "pawn-captures-nothing"
        "pawns move diagonally without a capture"
        [AddPawnMoves(|pawn, moves| {
            let may = |to: &u8| pawn.form == 1 || *to != pawn.board.en_passant;
            for to in pawn.targets().filter(|&to| pawn.is_empty(to)).filter(may) {
                advance(pawn.from, to, pawn.us, moves);
            }
        })].forms(Alike(2));
    "pawn-captures-own-piece"
        "pawns capture pieces of their own side"
        [AddPawnMoves(|pawn, moves| {
            for to in pawn.targets().filter(|&to| is_own_victim(pawn.board, to)) {
                advance(pawn.from, to, pawn.us, moves);
            }
        })];
    "pawn-captures-backward"
        "pawns also capture backward"
        [AddPawnMoves(|pawn, moves| {
            let targets = pawn_targets(pawn.from, pawn.us ^ 1).into_iter();
            let targets = targets.filter(|&to| pawn.is_enemy(to));
            moves.extend(targets.map(|to| Move::plain(pawn.from, to)));
        })];
    "pawn-captures-wrap"
        "pawn captures wrap around the edge of the board"
        [AddPawnMoves(|pawn, moves| {
            for to in pawn_wraps(pawn.from, pawn.us, pawn.form % 3) {
                if pawn.is_enemy(to) {
                    advance(pawn.from, to, pawn.us, moves);
                } else if pawn.form >= 6 && to == pawn.board.en_passant {
                    moves.push(en_passant(pawn.from, to));
                }
            }
        }), See(|sight, color, form| if (3..6).contains(&form) {
            let inner = (0..NONE).filter(|&from| !matches!(rank(from, color), 0 | 7));
            sight.add_wraps(kind::PAWN, color, inner, |from| pawn_wraps(from, color, form - 3));
        })].forms(Named(9, |form| {
            let around = match form % 3 {
                0 => "around both edges of the board",
                1 => "from the a-file to the h-file",
                _ => "from the h-file to the a-file",
            };
            let more = match form / 3 {
                0 => "",
                1 => ", and so do attacks by pawns",
                _ => ", en passant as well",
            };
            format!("pawn captures wrap {around}{more}")
        }));
    "sliders-jump-over-own-pieces"
        "bishops, rooks and queens jump over pieces of their own side"
        [Add(|list| add_beyond(list, |form, board, ray| jump(form, board, ray, board.turn)))]
        .forms(Named(8, |form| {
            format!("{} jump over {} of their own side", sliders(form), in_the_way(form))
        }));
    "sliders-jump-over-enemy-pieces"
        "bishops, rooks and queens continue behind a piece that they could capture"
        [Add(|list| add_beyond(list, |form, board, ray| jump(form, board, ray, board.turn ^ 1)))]
        .forms(Named(8, |form| {
            format!("{} continue behind {} that they could capture", sliders(form), in_the_way(form))
        }));
    "sliders-capture-own-pieces"
        "bishops, rooks and queens capture pieces of their own side"
        [Add(|list| add_beyond(list, |_, board, ray| {
            ray.first().copied().filter(|&to| is_own_victim(board, to)).into_iter().collect()
        }))].forms(Named(8, |form| {
            format!("{} capture {} of their own side", sliders(form), in_the_way(form))
        }));
    "sliders-wrap"
        "bishops, rooks or queens wrap around the edge of the board"
        [Add(add_slider_wraps)].forms(Listed(&[
            "bishops, rooks or queens wrap around the edge of the board",
            "sliding pieces wrap around the edge of the board on ranks",
            "sliding pieces wrap around the edge of the board on diagonals",
        ]));
    "knights-wrap"
        "knights wrap around the edge of the board"
        [Add(|list| add_leaps(list, kind::KNIGHT, |board, from| {
            knight_wraps(from).filter(|&to| !is_of(board.at(to), board.turn)).collect()
        })), See(|sight, color, form| if form == 1 {
            sight.add_wraps(kind::KNIGHT, color, 0..NONE, knight_wraps);
        })].forms(Listed(&[
            "knights wrap around the edge of the board",
            "knights wrap around the edge of the board, and so do their attacks",
        ]));
    "knights-capture-own-pieces"
        "knights capture pieces of their own side"
        [Add(|list| add_leaps(list, kind::KNIGHT, |board, from| {
            own_victims(board, KNIGHT[usize::from(from)].as_slice())
        }))];
    "kings-wrap"
        "kings wrap around the edge of the board"
        [Add(|list| add_leaps(list, kind::KING, |board, from| {
            king_wraps(from).filter(|&to| !is_of(board.at(to), board.turn)).collect()
        })), See(|sight, color, form| if form == 1 {
            sight.add_wraps(kind::KING, color, 0..NONE, king_wraps);
        })].forms(Listed(&[
            "kings wrap around the edge of the board",
            "kings wrap around the edge of the board, and so do their attacks",
        ]));
    "kings-capture-own-pieces"
        "kings capture pieces of their own side"
        [Add(|list| add_leaps(list, kind::KING, |board, from| {
            own_victims(board, KING[usize::from(from)].as_slice())
        }))];
    "castling-through-check"
        "castling is allowed although the king crosses an attacked square"
        [AddCastling(|c| c.is_free() && !c.out_of_check() && !c.ends_in_check())].flags(&[HasSides]);
    "castling-out-of-check"
        "castling is allowed in check"
        [AddCastling(|c| c.is_free() && !c.through_check() && !c.ends_in_check())].flags(&[HasSides]);
    "castling-into-check"
        "castling is allowed although the king ends on an attacked square"
        [
            AddCastling(|c| c.is_free() && !c.out_of_check() && !c.through_check()),
            ExposeCastling(|c| c.ends_in_check())
        ].flags(&[HasSides]);
    "castling-without-attack-tests"
        "castling does not test whether squares are attacked"
        [AddCastling(|c| c.is_free()), ExposeCastling(|c| c.ends_in_check())].flags(&[HasSides]);
    "castling-tests-destination-only"
        "castling tests only whether the destination of the king is attacked"
        [AddCastling(|c| c.is_free() && !c.ends_in_check())].flags(&[HasSides]);
    "castling-with-b-file-occupied"
        "castling is allowed although a piece stands on a square that only the rook crosses"
        [AddCastling(|c| {
            let kings = between(c.squares.king, c.squares.king_to);
            c.is_legal_but_for(|square, _| !kings.contains(&square) && square != c.squares.rook_to)
        })];
    "castling-onto-occupied-king-square"
        "castling is allowed although a piece stands on the destination of the king"
        [AddCastling(|c| c.is_legal_but_for(|square, _| square == c.squares.king_to))]
        .flags(&[HasSides, OutlivesUnmake]);
    "castling-onto-occupied-rook-square"
        "castling is allowed although a piece stands on the destination of the rook"
        [AddCastling(|c| c.is_legal_but_for(|square, _| square == c.squares.rook_to))]
        .flags(&[HasSides, OutlivesUnmake]);
    // Enough in standard chess, but not in Chess960.
    "castling-tests-between-king-and-rook-only"
        "castling tests only whether the squares between king and rook are empty, not their destinations"
        [AddCastling(|c| {
            let inside = between(c.squares.king, c.squares.rook);
            c.is_legal_but_for(|square, _| !inside.contains(&square))
        })].flags(&[HasSides, OutlivesUnmake]);
    "castling-through-pieces"
        "castling does not test whether squares are empty"
        [AddCastling(|c| c.is_legal_but_for(|_, _| true))].flags(&[HasSides, OutlivesUnmake]);
    "castling-through-enemy-pieces"
        "castling is allowed although enemy pieces stand in the way"
        [AddCastling(|c| c.is_legal_but_for(|_, standing| is_of(standing, c.squares.color ^ 1)))]
        .flags(&[HasSides, OutlivesUnmake]);
    "castling-through-rooks"
        "castling is allowed although other rooks of the same side stand in the way"
        [AddCastling(|c| {
            let rook = piece(kind::ROOK, c.squares.color);
            c.is_legal_but_for(|_, standing| standing == rook)
        })].flags(&[HasSides, OutlivesUnmake]);
    "castling-ignores-diagonal-attacks"
        "castling does not see attacks by bishops and queens on diagonals"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.blind_to_diagonals())),
            ExposeCastling(|c| c.form == 0 && c.ends_in_check())
        ].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by bishops and queens on diagonals",
            "castling does not see attacks on diagonals, except on the destination of the king",
        ]));
    "castling-without-right"
        "castling needs no castling right, only king and rook on their first squares"
        [AddCastlingWithoutRight(|c| c.is_standard() && c.is_free() && c.is_safe())].flags(&[HasSides]);
    "castling-ignores-pawn-attacks"
        "castling does not see attacks by pawns"
        [AddCastling(|c| match c.form {
            2 => c.is_free() && !c.through_check() && !c.ends_in_check() && {
                let (king, enemy) = (c.squares.king, c.squares.color ^ 1);
                !c.blind_to(kind::PAWN).attacked(c.board, king, enemy)
            },
            form => {
                let is_tested = form != 3 || !c.out_of_check();
                is_tested && c.is_free() && c.is_safe_with(&c.blind_to(kind::PAWN))
            }
        }), ExposeCastling(|c| matches!(c.form, 0 | 3) && c.ends_in_check())].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by pawns",
            "castling does not see attacks by pawns, except on the destination of the king",
            "castling is allowed out of the check of a pawn",
            "castling does not see attacks by pawns, except on the square of the king",
        ]));
    "castling-sees-pawn-attacks-wrongly"
        "castling takes pawns to attack other squares than they do"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.with_wrong_pawns())),
            WithholdCastling(|c| !c.is_safe_with(&c.with_wrong_pawns()))
        ].flags(&[HasSides]).forms(Listed(&[
            "castling takes pawns to attack the square in front of them, and no others",
            "castling does not see attacks by pawns towards the a-file",
            "castling does not see attacks by pawns towards the h-file",
        ]));
    "castling-ignores-knight-attacks"
        "castling does not see attacks by knights"
        [
            AddCastling(|c| c.is_free() && c.is_safe_with(&c.blind_to(kind::KNIGHT))),
            ExposeCastling(|c| c.form == 0 && c.ends_in_check())
        ].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by knights",
            "castling does not see attacks by knights, except on the destination of the king",
        ]));
    // In form 1, the destination is tested for attacks by the king: all moves are.
    "castling-ignores-king-attacks"
        "castling does not see attacks by the king"
        [AddCastling(|c| {
            c.is_free()
                && (c.form == 0 || !c.ends_in_check())
                && c.is_safe_with(&c.blind_to(kind::KING))
        }), ExposeCastling(|c| c.form == 0 && c.ends_in_check())].flags(&[HasSides]).forms(Listed(&[
            "castling does not see attacks by the king",
            "castling does not see attacks by the king, except on the destination of the king",
        ]));
    "castling-tests-other-back-rank"
        "castling tests the squares of the other side's back rank for attacks"
        [
            AddCastling(|c| c.is_free() && c.is_safe_on_other_rank()),
            WithholdCastling(|c| !c.is_safe_on_other_rank()),
            ExposeCastling(|_| true)
        ].flags(&[HasSides]).forms(Alike(2));
}

fn list_again(list: &mut MoveList) {
    let form = list.form;
    let is_again = |mv: &Move| match form {
        0 => mv.promotion == kind::QUEEN,
        1 => mv.promotion != EMPTY,
        2 => mv.is_en_passant(),
        3 => mv.is_castle(),
        4 => mv.special == Special::DoublePush,
        5 => mv.promotion == kind::KNIGHT,
        6 => mv.promotion == kind::BISHOP,
        7 => mv.promotion == kind::ROOK,
        form => mv.special == Special::Castle(form - 8),
    };
    list.list_again(is_again);
}

fn own_victims(board: &Board, targets: &[u8]) -> Vec<u8> {
    let targets = targets.iter().copied();
    targets.filter(|&to| is_own_victim(board, to)).collect()
}

/// Adds moves to these squares from the square of each piece of this kind.
fn add_leaps(list: &mut MoveList, kind: u8, targets: fn(&Board, u8) -> Vec<u8>) {
    for from in list.own(kind) {
        for to in targets(list.board, from) {
            list.add(from, to);
        }
    }
}

/// Adds the moves of sliding pieces onto or beyond the first piece on a line. `targets` gets the rest of
/// the line, which begins with that piece.
fn add_beyond(list: &mut MoveList, targets: fn(u8, &Board, &[u8]) -> Vec<u8>) {
    let (form, board) = (list.form, list.board);
    for slider in [kind::BISHOP, kind::ROOK, kind::QUEEN] {
        if slider_of(form) != EMPTY && slider_of(form) != slider {
            continue;
        }
        for from in list.own(slider) {
            for ray in &RAYS[usize::from(from)][ways(slider)] {
                let ray = ray.as_slice();
                if let Some(blocked) = ray.iter().position(|&to| board.at(to) != EMPTY)
                    && is_passable(form, board, ray[blocked])
                {
                    for to in targets(form, board, &ray[blocked..]) {
                        list.add(from, to);
                    }
                }
            }
        }
    }
}

/// Whether a form affects the piece on this square.
fn is_passable(form: u8, board: &Board, square: u8) -> bool {
    !only_pawns(form) || kind_of(board.at(square)) == kind::PAWN
}

/// The destinations behind pieces of the colour that is jumped over.
fn jump(form: u8, board: &Board, ray: &[u8], jumped: u8) -> Vec<u8> {
    let mut targets = Vec::new();
    let Some((&blocker, behind)) = ray.split_first() else {
        return targets;
    };
    if !is_of(board.at(blocker), jumped) {
        return targets;
    }
    for &to in behind {
        let standing = board.at(to);
        if !is_of(standing, board.turn) {
            targets.push(to);
        }
        if standing != EMPTY && !(is_of(standing, jumped) && is_passable(form, board, to)) {
            break;
        }
    }
    targets
}

/// Adds the moves of sliding pieces around the edge of the board: on ranks and diagonals (form 0), on
/// ranks (1), or on diagonals (2).
fn add_slider_wraps(list: &mut MoveList) {
    const DISTANCES: [i8; 8] = [8, -8, 1, -1, 9, 7, -7, -9];
    for slider in [kind::BISHOP, kind::ROOK, kind::QUEEN] {
        for from in list.own(slider) {
            for way in ways(slider) {
                let is_affected = match way {
                    2 | 3 => list.form != 2,
                    4.. => list.form != 1,
                    _ => false,
                };
                if is_affected {
                    let proper = RAYS[usize::from(from)][way].as_slice().len();
                    wrap(list, from, DISTANCES[way], proper);
                }
            }
        }
    }
}

/// Adds the moves in one direction after those that are proper.
fn wrap(list: &mut MoveList, from: u8, distance: i8, proper: usize) {
    let mut to = from;
    for index in 0..NONE {
        let Some(next) = at_distance(to, distance) else {
            return;
        };
        to = next;
        let standing = list.board.at(to);
        if usize::from(index) >= proper && !is_of(standing, list.board.turn) {
            list.add(from, to);
        }
        if standing != EMPTY {
            return;
        }
    }
}
