//! A naive move generator, too simple to share the bugs of a fast one.
//!
//! It knows the board as an array of 64 squares: it walks from square to square, makes every
//! pseudo-legal move on a copy, and tests whether the king can then be captured. It has no pins, no
//! check masks and no tables, so it shares neither code nor ideas with `movegen`, only the plain
//! data types (`Setup`, `Piece`, `Square`).

use movegen::chess::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};

pub(crate) type Board = [Option<Piece>; 64];
/// One step: files to the right and ranks up.
pub(crate) type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ALL_WAYS: [Step; 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];
const LEAPS: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const PROMOTIONS: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

/// A legal move with the setup after it.
pub(crate) struct NaiveMove {
    pub(crate) from: Square,
    /// Where the piece goes; when castling, where the rook stands.
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceKind>,
    pub(crate) capture: bool,
    pub(crate) castle: bool,
    pub(crate) en_passant: bool,
    /// The en passant square is set after every double push, whether or not a pawn can use it.
    pub(crate) child: Setup,
}

impl NaiveMove {
    /// UCI text, castling written as the king taking its rook.
    pub(crate) fn uci(&self) -> String {
        let promotion = self
            .promotion
            .map(|kind| kind.letter().to_string())
            .unwrap_or_default();
        format!("{}{}{promotion}", self.from, self.to)
    }
}

/// All legal moves, in the order in which the board is walked.
pub(crate) fn legal_moves(setup: &Setup) -> Vec<NaiveMove> {
    let mut moves = pseudo_legal_moves(setup);
    moves.retain(|candidate| !can_take_king(&candidate.child.board, setup.turn));
    moves
}

/// All pseudo-legal moves.
pub(crate) fn pseudo_legal_moves(setup: &Setup) -> Vec<NaiveMove> {
    let mut moves = Vec::with_capacity(64);
    for from in Square::ALL {
        let Some(piece) = setup.board[from.index()].filter(|piece| piece.color == setup.turn)
        else {
            continue;
        };
        match piece.kind {
            PieceKind::Pawn => pawn_moves(setup, from, &mut moves),
            PieceKind::Knight => steps(setup, from, &LEAPS, &mut moves),
            PieceKind::Bishop => slides(setup, from, &DIAGONAL, &mut moves),
            PieceKind::Rook => slides(setup, from, &STRAIGHT, &mut moves),
            PieceKind::Queen => slides(setup, from, &ALL_WAYS, &mut moves),
            PieceKind::King => {
                steps(setup, from, &ALL_WAYS, &mut moves);
                castling(setup, from, &mut moves);
            }
        }
    }
    moves
}

/// The number of move sequences of this length.
pub(crate) fn perft(setup: &Setup, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => legal_moves(setup).len() as u64,
        _ => legal_moves(setup)
            .iter()
            .map(|step| perft(&step.child, depth - 1))
            .sum(),
    }
}

/// Whether the side to move is in check.
pub(crate) fn in_check(setup: &Setup) -> bool {
    can_take_king(&setup.board, setup.turn)
}

/// Every piece that gives check to the side to move.
pub(crate) fn checkers(setup: &Setup) -> Vec<Square> {
    let theirs = |square: &Square| {
        let piece = setup.board[square.index()];
        piece.is_some_and(|piece| piece.color != setup.turn)
    };
    // Turns the other enemy pieces into own pawns, which block as before but give no check.
    let gives_check = |square: &Square| {
        let mut alone = setup.clone();
        for other in Square::ALL {
            if other != *square && theirs(&other) {
                alone.board[other.index()] = Some(Piece {
                    color: setup.turn,
                    kind: PieceKind::Pawn,
                });
            }
        }
        in_check(&alone)
    };
    Square::ALL
        .into_iter()
        .filter(theirs)
        .filter(gives_check)
        .collect()
}

/// Whether the side that is *not* to move is in check, so that its king could be captured.
pub(crate) fn opponent_in_check(setup: &Setup) -> bool {
    can_take_king(&setup.board, !setup.turn)
}

/// The same setup without its en passant square unless a legal capture uses it: the convention of
/// `Position`.
pub(crate) fn normalised(setup: &Setup) -> Setup {
    let mut result = setup.clone();
    if setup.en_passant.is_some() && !legal_moves(setup).iter().any(|step| step.en_passant) {
        result.en_passant = None;
    }
    result
}

/// Whether a piece of this colour attacks the square.
pub(crate) fn attacked(board: &Board, target: Square, by: Color) -> bool {
    let has = |square: Option<Square>, kinds: &[PieceKind]| {
        square
            .and_then(|square| board[square.index()])
            .is_some_and(|piece| piece.color == by && kinds.contains(&piece.kind))
    };
    let sees = |ways: &[Step], kinds: &[PieceKind]| {
        ways.iter()
            .any(|&way| has(first_piece(board, target, way), kinds))
    };
    let down = -forward(by);
    sees(&STRAIGHT, &[PieceKind::Rook, PieceKind::Queen])
        || sees(&DIAGONAL, &[PieceKind::Bishop, PieceKind::Queen])
        || LEAPS
            .iter()
            .any(|&way| has(step(target, way), &[PieceKind::Knight]))
        || ALL_WAYS
            .iter()
            .any(|&way| has(step(target, way), &[PieceKind::King]))
        || [(-1, down), (1, down)]
            .iter()
            .any(|&way| has(step(target, way), &[PieceKind::Pawn]))
}

fn can_take_king(board: &Board, owner: Color) -> bool {
    let king = Piece {
        color: owner,
        kind: PieceKind::King,
    };
    Square::ALL
        .into_iter()
        .any(|square| board[square.index()] == Some(king) && attacked(board, square, !owner))
}

/// The first occupied square in a direction.
fn first_piece(board: &Board, from: Square, way: Step) -> Option<Square> {
    let mut here = step(from, way);
    while let Some(square) = here {
        if board[square.index()].is_some() {
            break;
        }
        here = step(square, way);
    }
    here
}

/// The square one step away, if it is on the board.
pub(crate) fn step(from: Square, (right, up): Step) -> Option<Square> {
    let file = usize::try_from(from.file() as i32 + right).ok()?;
    let rank = usize::try_from(from.rank() as i32 + up).ok()?;
    Some(Square::new(*File::ALL.get(file)?, *Rank::ALL.get(rank)?))
}

pub(crate) fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Knight and king: one step in each direction, not onto a piece of the same colour.
fn steps(setup: &Setup, from: Square, ways: &[Step], moves: &mut Vec<NaiveMove>) {
    for to in ways.iter().filter_map(|&way| step(from, way)) {
        if setup.board[to.index()].is_none_or(|piece| piece.color != setup.turn) {
            moves.push(plain(setup, from, to, None));
        }
    }
}

/// Bishop, rook and queen: up to the first piece; an enemy piece can be captured.
fn slides(setup: &Setup, from: Square, ways: &[Step], moves: &mut Vec<NaiveMove>) {
    for &way in ways {
        let mut here = step(from, way);
        while let Some(to) = here {
            match setup.board[to.index()] {
                None => moves.push(plain(setup, from, to, None)),
                Some(piece) => {
                    if piece.color != setup.turn {
                        moves.push(plain(setup, from, to, None));
                    }
                    break;
                }
            }
            here = step(to, way);
        }
    }
}

fn pawn_moves(setup: &Setup, from: Square, moves: &mut Vec<NaiveMove>) {
    let up = forward(setup.turn);
    let empty = |square: &Square| setup.board[square.index()].is_none();
    if let Some(to) = step(from, (0, up)).filter(empty) {
        advance(setup, from, to, moves);
        let at_home = from.rank() == Rank::Second.relative_to(setup.turn);
        if at_home && let Some(to) = step(to, (0, up)).filter(empty) {
            let mut double = plain(setup, from, to, None);
            double.child.en_passant = step(from, (0, up));
            moves.push(double);
        }
    }
    for side in [-1, 1] {
        let Some(to) = step(from, (side, up)) else {
            continue;
        };
        match setup.board[to.index()] {
            Some(piece) if piece.color != setup.turn => advance(setup, from, to, moves),
            None if setup.en_passant == Some(to) => {
                let mut capture = plain(setup, from, to, None);
                // The captured pawn stands beside the one that captures it.
                capture.child.board[Square::new(to.file(), from.rank()).index()] = None;
                capture.capture = true;
                capture.en_passant = true;
                moves.push(capture);
            }
            _ => {}
        }
    }
}

/// A pawn's single push or capture; on the last rank, all four promotions.
fn advance(setup: &Setup, from: Square, to: Square, moves: &mut Vec<NaiveMove>) {
    if to.rank() == Rank::Eighth.relative_to(setup.turn) {
        moves.extend(
            PROMOTIONS
                .iter()
                .map(|&kind| plain(setup, from, to, Some(kind))),
        );
    } else {
        moves.push(plain(setup, from, to, None));
    }
}

/// Castling by the Chess960 rule, of which the standard rule is a special case: king and rook go to
/// the g- and f-file or the c- and d-file; every square that either crosses or reaches is empty but
/// for the two themselves; the king leaves, crosses and reaches no attacked square.
fn castling(setup: &Setup, king: Square, moves: &mut Vec<NaiveMove>) {
    let rank = king.rank();
    for rook in setup.castling {
        let ours = Piece {
            color: setup.turn,
            kind: PieceKind::Rook,
        };
        if setup.board[rook.index()] != Some(ours) || rook.rank() != rank {
            continue;
        }
        let (king_to, rook_to) = castled(king, rook);
        let free = between(king, king_to)
            .chain(between(rook, rook_to))
            .all(|square| {
                square == king || square == rook || setup.board[square.index()].is_none()
            });
        let safe =
            between(king, king_to).all(|square| !attacked(&setup.board, square, !setup.turn));
        if !free || !safe {
            continue;
        }
        moves.push(castle(setup, king, rook));
    }
}

/// Castles without checking whether it is legal.
pub(crate) fn castle(setup: &Setup, king: Square, rook: Square) -> NaiveMove {
    let (king_to, rook_to) = castled(king, rook);
    let mut castle = plain(setup, king, rook, None);
    castle.child.board[rook.index()] = None;
    castle.child.board[king_to.index()] = setup.board[king.index()];
    castle.child.board[rook_to.index()] = setup.board[rook.index()];
    castle.child.halfmoves = setup.halfmoves + 1;
    castle.capture = false;
    castle.castle = true;
    castle
}

fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook.file() > king.file() {
        (File::G, File::F)
    } else {
        (File::C, File::D)
    };
    (
        Square::new(king_file, king.rank()),
        Square::new(rook_file, king.rank()),
    )
}

/// The squares of a rank between two squares, both included.
fn between(one: Square, other: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (one.min(other), one.max(other));
    (low.index()..=high.index()).map(Square::from_index)
}

/// Moves the piece on `from` to `to`, capturing what is there, and updates counters, side to move
/// and castling rights. The caller adds what is special about a move.
pub(crate) fn plain(
    setup: &Setup,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> NaiveMove {
    let mut child = setup.clone();
    let mover = setup.board[from.index()].expect("a move starts at a piece");
    let capture = setup.board[to.index()].is_some();
    let placed = promotion.map_or(mover, |kind| Piece {
        color: mover.color,
        kind,
    });
    child.board[from.index()] = None;
    child.board[to.index()] = Some(placed);
    child.turn = !setup.turn;
    child.en_passant = None;
    child.castling = rights_after(setup, mover, from, to);
    child.halfmoves = if capture || mover.kind == PieceKind::Pawn {
        0
    } else {
        setup.halfmoves + 1
    };
    child.fullmoves = setup.fullmoves + u32::from(setup.turn == Color::Black);
    NaiveMove {
        from,
        to,
        promotion,
        capture,
        castle: false,
        en_passant: false,
        child,
    }
}

/// A castling right ends when its rook moves or is captured, and both end when their king moves.
fn rights_after(setup: &Setup, mover: Piece, from: Square, to: Square) -> Bitboard {
    let king_moves = mover.kind == PieceKind::King;
    let owner = |rook: Square| setup.board[rook.index()].map(|piece| piece.color);
    setup
        .castling
        .into_iter()
        .filter(|&rook| rook != from && rook != to)
        .filter(|&rook| !(king_moves && owner(rook) == Some(mover.color)))
        .collect()
}
