//! Pseudo-legal moves by the rules of chess. Defects add to them and take from them elsewhere.

use super::board::{
    Board, EMPTY, KING, KNIGHT, Move, NONE, RAYS, Special, castled, forward, is_of, kind, kind_of,
    piece, rank, right, step,
};
use super::sight::Sight;

/// Queen first, as most engines generate them.
pub(super) const PROMOTIONS: [u8; 4] = [kind::QUEEN, kind::ROOK, kind::BISHOP, kind::KNIGHT];

/// Appends the pseudo-legal moves of the side to move, by ascending squares. Castling is tested
/// completely, except that the rook may shield the king from an attack.
pub(super) fn pseudo_legal(board: &Board, sight: &Sight, moves: &mut Vec<Move>) {
    let us = board.turn;
    for from in 0..NONE {
        let standing = board.squares[usize::from(from)];
        if !is_of(standing, us) {
            continue;
        }
        match (board.unlisted >> from & 1 != 0, kind_of(standing)) {
            (false, kind) => piece_moves(board, from, kind, moves),
            (true, kind::KING) => {
                let cached = board.kings[usize::from(us)];
                if cached != NONE {
                    piece_moves(board, cached, kind::KING, moves);
                }
            }
            (true, _) => {}
        }
    }
    for side in [0, 1] {
        if board.rights[right(us, side)] != NONE {
            let castling = Castling::new(board, us, side);
            if castling.is_free(board) && castling.is_safe(board, sight) {
                moves.push(castling.to_move());
            }
        }
    }
}

/// Appends the moves that a piece of this kind of the side to move has from this square.
pub(super) fn piece_moves(board: &Board, from: u8, kind: u8, moves: &mut Vec<Move>) {
    match kind {
        kind::PAWN => pawn_moves(board, from, moves),
        kind::KNIGHT => leaps(board, from, KNIGHT[usize::from(from)].as_slice(), moves),
        kind::KING => leaps(board, from, KING[usize::from(from)].as_slice(), moves),
        slider => slides(board, from, slider, moves),
    }
}

fn leaps(board: &Board, from: u8, targets: &[u8], moves: &mut Vec<Move>) {
    for &to in targets {
        if !is_of(board.squares[usize::from(to)], board.turn) {
            moves.push(Move::plain(from, to));
        }
    }
}

/// The directions in `STEPS` of a bishop, a rook or a queen.
pub(super) fn ways(slider: u8) -> std::ops::Range<usize> {
    match slider {
        kind::ROOK => 0..4,
        kind::BISHOP => 4..8,
        _ => 0..8,
    }
}

fn slides(board: &Board, from: u8, slider: u8, moves: &mut Vec<Move>) {
    for ray in &RAYS[usize::from(from)][ways(slider)] {
        for &to in ray.as_slice() {
            let standing = board.squares[usize::from(to)];
            if !is_of(standing, board.turn) {
                moves.push(Move::plain(from, to));
            }
            if !board.is_passable(to) {
                break;
            }
        }
    }
}

/// The squares on which a pawn captures, towards the a-file first.
pub(super) fn pawn_targets(from: u8, color: u8) -> [u8; 2] {
    let up = if color == 0 { 1 } else { -1 };
    [step(from, (-1, up)), step(from, (1, up))]
}

fn pawn_moves(board: &Board, from: u8, moves: &mut Vec<Move>) {
    let us = board.turn;
    let to = forward(from, us);
    if to == NONE {
        return;
    }
    if board.is_passable(to) {
        advance(from, to, us, moves);
        let double = forward(to, us);
        if rank(from, us) == 1 && board.is_passable(double) {
            moves.push(double_push(from, double));
        }
    }
    for to in pawn_targets(from, us) {
        if to == NONE {
            continue;
        }
        if is_of(board.at(to), us ^ 1) {
            advance(from, to, us, moves);
        } else if to == board.en_passant && board.at(to) == EMPTY {
            moves.push(en_passant(from, to));
        }
    }
}

/// A pawn's move to this square; on the last rank, all four promotions.
pub(super) fn advance(from: u8, to: u8, us: u8, moves: &mut Vec<Move>) {
    let mv = Move::plain(from, to);
    if rank(to, us) != 7 {
        return moves.push(mv);
    }
    moves.extend(PROMOTIONS.map(|promotion| Move { promotion, ..mv }));
}

pub(super) fn double_push(from: u8, to: u8) -> Move {
    Move {
        special: Special::DoublePush,
        ..Move::plain(from, to)
    }
}

pub(super) fn en_passant(from: u8, to: u8) -> Move {
    Move {
        special: Special::EnPassant,
        ..Move::plain(from, to)
    }
}

/// The squares of a castling move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) color: u8,
    pub(super) side: u8,
    pub(super) king: u8,
    pub(super) rook: u8,
    pub(super) king_to: u8,
    pub(super) rook_to: u8,
}

impl Castling {
    /// Castling of this side, whether or not it is legal.
    pub(super) fn new(board: &Board, color: u8, side: u8) -> Castling {
        let (king_to, rook_to) = castled(color, side);
        Castling {
            color,
            side,
            king: board.homes[usize::from(color)],
            rook: board.castling_rook(color, side),
            king_to,
            rook_to,
        }
    }

    pub(super) fn to_move(self) -> Move {
        Move {
            special: Special::Castle(self.side),
            ..Move::plain(self.king, self.king_to)
        }
    }

    /// Whether the king is at home, and nothing stands in the way of king and rook. The rook itself
    /// is not looked for: the right tells that it is there.
    pub(super) fn is_free(self, board: &Board) -> bool {
        self.is_at_home(board) && self.has_free_way(board)
    }

    /// The same, wherever the king stands on its rank.
    pub(super) fn has_free_way(self, board: &Board) -> bool {
        board.is_free(self.king, self.king_to, [self.king, self.rook])
            && board.is_free(self.rook, self.rook_to, [self.king, self.rook])
    }

    pub(super) fn is_at_home(self, board: &Board) -> bool {
        self.king != NONE && board.at(self.king) == piece(kind::KING, self.color)
    }

    /// Whether no attacked square is among those that the king leaves, crosses and reaches.
    pub(super) fn is_safe(self, board: &Board, sight: &Sight) -> bool {
        self.king_path()
            .all(|square| !sight.attacked(board, square, self.color ^ 1))
    }

    /// The squares that the king leaves, crosses and reaches.
    pub(super) fn king_path(self) -> std::ops::RangeInclusive<u8> {
        super::board::between(self.king, self.king_to)
    }
}
