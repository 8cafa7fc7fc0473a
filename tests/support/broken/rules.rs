//! Bugs in the rules: extra moves and missing moves.

use movegen::chess::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};

use crate::support::naive::{self, NaiveMove};

/// Adds or removes moves as the bug of this name does.
pub(super) fn spoil(bug: &str, setup: &Setup, moves: &mut Vec<NaiveMove>) {
    let king_moves = |step: &NaiveMove| kind(setup, step) == Some(PieceKind::King);
    let checked = naive::in_check(setup);
    match bug {
        // Moves that leave the king attacked.
        "en-passant-pins" => keep(setup, moves, |step| step.en_passant),
        "no-pins" => keep(setup, moves, |step| {
            !checked && !king_moves(step) && !step.en_passant
        }),
        "no-checks" => keep(setup, moves, |step| checked && !king_moves(step)),
        "answers-double-check" => keep(setup, moves, |step| {
            let before = naive::checkers(setup);
            before.len() > 1 && !king_moves(step) && {
                let mut after = step.child.clone();
                after.turn = setup.turn;
                naive::checkers(&after).len() < before.len()
            }
        }),
        "king-in-the-line" => keep(setup, moves, |step| {
            king_moves(step) && !step.castle && !naive::attacked(&setup.board, step.to, !setup.turn)
        }),
        "kings-touch" => keep(setup, moves, |step| {
            let king = own(!setup.turn, PieceKind::King);
            king_moves(step) && without(&step.child, king, setup.turn)
        }),
        "takes-guarded" => keep(setup, moves, |step| king_moves(step) && step.capture),
        // Moves that do not exist.
        "wraps-pawns" => offsets(setup, PieceKind::Pawn, &[7, 9], moves),
        "wraps-knights" => offsets(setup, PieceKind::Knight, &[6, 10, 15, 17], moves),
        "jumps" => jumps(setup, moves),
        "takes-own" => takes_own(setup, moves),
        "pushes-through" => pushes(setup, moves, Rank::Second),
        "pushes-twice" => pushes(setup, moves, Rank::Third),
        "takes-straight" => takes_straight(setup, moves),
        "stays-a-pawn" => stays_a_pawn(moves),
        "castles-through-check" => castles(setup, moves, |way| way.safe_start && way.safe_end),
        "castles-out-of-check" => castles(setup, moves, |way| way.safe_middle && way.safe_end),
        "castles-into-check" => castles(setup, moves, |way| way.safe_start && way.safe_middle),
        "castles-past-b1" => castles_past_b1(setup, moves),
        "castles-without-rook" | "corner-promotion-keeps-right" => {
            castles_without_rook(setup, moves)
        }
        "rook-shields" => keep(setup, moves, |step| step.castle),
        // Missing moves.
        "no-en-passant" => moves.retain(|step| !step.en_passant),
        "no-en-passant-evasion" => moves.retain(|step| !(step.en_passant && checked)),
        "no-blocks" => moves.retain(|step| !checked || king_moves(step) || step.capture),
        "no-knights" => moves.retain(|step| step.promotion != Some(PieceKind::Knight)),
        "only-queens" => {
            moves.retain(|step| step.promotion.is_none_or(|kind| kind == PieceKind::Queen));
        }
        "no-capture-promotions" => moves.retain(|step| step.promotion.is_none() || !step.capture),
        "black-never-promotes" => {
            moves.retain(|step| step.promotion.is_none() || setup.turn == Color::White);
        }
        "frozen-pins" => moves.retain(|step| king_moves(step) || !is_pinned(setup, step.from)),
        "b1-attacked" => moves.retain(|step| {
            let b = Square::new(File::B, step.from.rank());
            let queen_side = step.castle && step.to < step.from;
            !(queen_side && naive::attacked(&setup.board, b, !setup.turn))
        }),
        "rook-attacked" => moves
            .retain(|step| !(step.castle && naive::attacked(&setup.board, step.to, !setup.turn))),
        "king-in-place" => {
            moves.retain(|step| !(step.castle && matches!(step.from.file(), File::C | File::G)))
        }
        "rook-in-place" => {
            moves.retain(|step| !(step.castle && matches!(step.to.file(), File::D | File::F)))
        }
        _ => {}
    }
}

fn own(color: Color, kind: PieceKind) -> Option<Piece> {
    Some(Piece { color, kind })
}

fn kind(setup: &Setup, step: &NaiveMove) -> Option<PieceKind> {
    setup.board[step.from.index()].map(|piece| piece.kind)
}

/// Adds the chosen pseudo-legal moves although they leave the king attacked.
fn keep(setup: &Setup, moves: &mut Vec<NaiveMove>, wanted: impl Fn(&NaiveMove) -> bool) {
    let more = naive::pseudo_legal_moves(setup)
        .into_iter()
        .filter(|step| naive::opponent_in_check(&step.child) && wanted(step));
    moves.extend(more);
}

/// Whether the side `turn` is not in check without this piece.
fn without(setup: &Setup, piece: Option<Piece>, turn: Color) -> bool {
    let mut other = setup.clone();
    for square in &mut other.board {
        if *square == piece {
            *square = None;
        }
    }
    other.turn = turn;
    !naive::in_check(&other)
}

fn is_pinned(setup: &Setup, square: Square) -> bool {
    let mut other = setup.clone();
    other.board[square.index()] = None;
    !naive::in_check(setup) && naive::in_check(&other)
}

fn add(setup: &Setup, from: Square, to: Square, moves: &mut Vec<NaiveMove>) {
    let step = naive::plain(setup, from, to, None);
    let known = |other: &NaiveMove| other.from == from && other.to == to;
    if !naive::opponent_in_check(&step.child) && !moves.iter().any(known) {
        moves.push(step);
    }
}

fn squares_of(setup: &Setup, kind: PieceKind) -> Bitboard {
    setup.squares_of(Piece {
        color: setup.turn,
        kind,
    })
}

/// Captures by square offsets, without a check for the edge of the board.
fn offsets(setup: &Setup, kind: PieceKind, offsets: &[i32], moves: &mut Vec<NaiveMove>) {
    let up = naive::forward(setup.turn);
    for from in squares_of(setup, kind) {
        for offset in offsets {
            let to = from.index() as i32 + up * offset;
            let Some(to) = usize::try_from(to).ok().filter(|&to| to < 64) else {
                continue;
            };
            let to = Square::from_index(to);
            let last = matches!(to.rank(), Rank::First | Rank::Eighth);
            let takes = setup.board[to.index()].is_some_and(|piece| piece.color != setup.turn);
            if takes && !(kind == PieceKind::Pawn && last) {
                add(setup, from, to, moves);
            }
        }
    }
}

/// Rooks that jump over one piece of their own.
fn jumps(setup: &Setup, moves: &mut Vec<NaiveMove>) {
    for from in squares_of(setup, PieceKind::Rook) {
        for way in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let own = |square: Square| {
                setup.board[square.index()].is_some_and(|piece| piece.color == setup.turn)
            };
            if let Some(over) = naive::step(from, way).filter(|&square| own(square))
                && let Some(to) = naive::step(over, way).filter(|&square| !own(square))
            {
                add(setup, from, to, moves);
            }
        }
    }
}

fn takes_own(setup: &Setup, moves: &mut Vec<NaiveMove>) {
    for from in squares_of(setup, PieceKind::Knight) {
        for way in [(1, 2), (2, 1), (-1, 2), (-2, 1)] {
            let Some(to) = naive::step(from, way) else {
                continue;
            };
            let piece = setup.board[to.index()];
            if piece.is_some_and(|piece| piece.color == setup.turn && piece.kind != PieceKind::King)
            {
                add(setup, from, to, moves);
            }
        }
    }
}

/// Double pushes from a rank, regardless of what is in between.
fn pushes(setup: &Setup, moves: &mut Vec<NaiveMove>, rank: Rank) {
    let up = naive::forward(setup.turn);
    for from in squares_of(setup, PieceKind::Pawn) {
        let to = naive::step(from, (0, 2 * up));
        let free = to.filter(|to| setup.board[to.index()].is_none());
        if from.rank() == rank.relative_to(setup.turn)
            && let Some(to) = free
        {
            add(setup, from, to, moves);
        }
    }
}

fn takes_straight(setup: &Setup, moves: &mut Vec<NaiveMove>) {
    let up = naive::forward(setup.turn);
    for from in squares_of(setup, PieceKind::Pawn) {
        let enemy =
            |to: &Square| setup.board[to.index()].is_some_and(|piece| piece.color != setup.turn);
        if let Some(to) = naive::step(from, (0, up)).filter(enemy) {
            add(setup, from, to, moves);
        }
    }
}

/// A pawn that stays a pawn instead of four promotions.
fn stays_a_pawn(moves: &mut Vec<NaiveMove>) {
    moves.retain(|step| step.promotion.is_none_or(|kind| kind == PieceKind::Queen));
    for step in moves {
        if let Some(kind) = step.promotion.take()
            && let Some(piece) = &mut step.child.board[step.to.index()]
        {
            assert_eq!(piece.kind, kind);
            piece.kind = PieceKind::Pawn;
        }
    }
}

/// The squares of ordinary castling that are not attacked.
struct Way {
    safe_start: bool,
    safe_middle: bool,
    safe_end: bool,
}

/// Castles from the e-file if nothing is in the way and the bug sees no attack.
fn castles(setup: &Setup, moves: &mut Vec<NaiveMove>, allowed: impl Fn(&Way) -> bool) {
    let rank = Rank::First.relative_to(setup.turn);
    let at = |file| Square::new(file, rank);
    let king = at(File::E);
    for rook in setup.castling {
        let (files, between) = if rook > king {
            ([File::F, File::G], &[File::F, File::G][..])
        } else {
            ([File::D, File::C], &[File::B, File::C, File::D][..])
        };
        let free = between
            .iter()
            .all(|&file| setup.board[at(file).index()].is_none());
        let safe = |square| !naive::attacked(&setup.board, square, !setup.turn);
        let way = Way {
            safe_start: safe(king),
            safe_middle: safe(at(files[0])),
            safe_end: safe(at(files[1])),
        };
        if rook.rank() == rank && free && allowed(&way) {
            add_castle(setup, king, rook, moves);
        }
    }
}

fn castles_past_b1(setup: &Setup, moves: &mut Vec<NaiveMove>) {
    let rank = Rank::First.relative_to(setup.turn);
    let [rook, b, c, d, king] =
        [File::A, File::B, File::C, File::D, File::E].map(|file| Square::new(file, rank));
    let empty = |square: Square| setup.board[square.index()].is_none();
    let safe = |square| !naive::attacked(&setup.board, square, !setup.turn);
    if setup.castling.contains(rook)
        && !empty(b)
        && empty(c)
        && empty(d)
        && [c, d, king].into_iter().all(safe)
    {
        add_castle(setup, king, rook, moves);
    }
}

/// Checks the right and the path, but not whether the rook is still there.
fn castles_without_rook(setup: &Setup, moves: &mut Vec<NaiveMove>) {
    let mut believed = setup.clone();
    for corner in setup.castling {
        if corner.rank() == Rank::First.relative_to(setup.turn) {
            believed.board[corner.index()] = own(setup.turn, PieceKind::Rook);
        }
    }
    if believed.board == setup.board || naive::in_check(setup) {
        return;
    }
    let more = naive::legal_moves(&believed);
    moves.extend(more.into_iter().filter(|step| {
        step.castle && setup.board[step.to.index()] != own(setup.turn, PieceKind::Rook)
    }));
}

fn add_castle(setup: &Setup, king: Square, rook: Square, moves: &mut Vec<NaiveMove>) {
    if moves.iter().any(|step| step.castle && step.to == rook) {
        return;
    }
    moves.push(naive::castle(setup, king, rook));
}
