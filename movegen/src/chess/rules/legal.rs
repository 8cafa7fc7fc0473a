//! The legal generator: it generates every legal move and no other.
//!
//! It is written once, for a side known at compile time, and sends its moves to a [`Sink`]: one
//! sink adds up the sizes of sets, one lists the moves, one makes the children.
//!
//! The method is the common one of check mask and pin rays (Daniel Inführ, the author of Gigantua,
//! describes it well), with two differences. Sliders are visited for each kind of line, a queen
//! twice, so that a single intersection keeps a pinned piece on its line. And the squares that the
//! enemy attacks are computed only if the king has a square to go to.

use crate::chess::board::attacks::{self, BETWEEN, KING, KNIGHT, PAWN, Portable, Sliders};
use crate::chess::board::bitboard::{Bits, bits};
use crate::chess::board::bitboards::{Board, CastlingPath, castled, castling_paths};
use crate::chess::board::color::Side;
use crate::chess::rules::danger::{AllAttacks, Danger, FewTests};
use crate::chess::{Move, MoveKind, MoveList};
use crate::chess::{PieceKind, Square};

/// Receives the legal moves. Targets are sets of squares, origins are square indices below 64.
pub(crate) trait Sink {
    /// A knight, slider or king moves to each of the targets. For sliders, queens included, the
    /// kind is that of the line: `Bishop` or `Rook`.
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64);
    /// Pawns reach these squares by moving `offset` squares, without promotion.
    fn pawns(&mut self, targets: u64, offset: i32);
    /// Pawns reach these squares of the last rank by moving `offset` squares, and promote.
    fn promotions(&mut self, targets: u64, offset: i32);
    /// Pawns reach these squares by a double push.
    fn double_pushes(&mut self, targets: u64, offset: i32);
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: usize, to: usize);
    /// The king castles with the rook.
    fn castle(&mut self, king: usize, rook: usize);
    /// Whether no further moves are needed.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

/// Sends every legal move of `S` to the sink.
#[inline(always)]
pub(crate) fn generate<S: Side, L: Sliders, K: Sink>(board: &Board, sliders: L, sink: &mut K) {
    let danger = AllAttacks::<S, L>::new(board, sliders);
    generate_with::<S, L, K, _>(board, sliders, sink, danger);
}

/// Like [`generate`], with an attack test for each square if the king has at most two to go to. This
/// pays where most time goes into generating.
#[inline(always)]
pub(crate) fn generate_frugally<S: Side, L: Sliders, K: Sink>(
    board: &Board,
    sliders: L,
    sink: &mut K,
) {
    let danger = FewTests(AllAttacks::<S, L>::new(board, sliders));
    generate_with::<S, L, K, _>(board, sliders, sink, danger);
}

/// Like [`generate`], for callers with a cheaper way to compute what the opponent attacks.
#[inline(always)]
pub(crate) fn generate_with<S: Side, L: Sliders, K: Sink, D: Danger>(
    board: &Board,
    sliders: L,
    sink: &mut K,
    danger: D,
) {
    let occupied = board.occupied();
    let us = board.pieces::<S>();
    let them = occupied & !us;
    let king = board.king::<S>();

    // Lines from the king: the first pieces on them, and the enemy sliders behind one of ours.
    let straight_rays = sliders.rook(king, occupied);
    let diagonal_rays = sliders.bishop(king, occupied);
    let checkers = (straight_rays & board.straight & them)
        | (diagonal_rays & board.diagonal & them)
        | (KNIGHT[king] & board.knights & them)
        | (PAWN[S::COLOR.index()][king] & board.pawns & them);

    let steps = KING[king] & !us;
    let rights = match checkers {
        0 => rights_with_room::<S>(board.castling & S::BACK, king, us),
        _ => 0,
    };
    if steps | rights != 0 {
        // Castling asks for any square of the back rank.
        let squares = steps | if rights == 0 { 0 } else { S::BACK };
        let danger = danger.danger(occupied, us, squares);
        sink.piece(PieceKind::King, king, steps & !danger);
        castle::<S, L, K>(board, sliders, sink, rights, danger);
        if sink.is_done() {
            return;
        }
    }

    let targets = if checkers == 0 {
        !us
    } else if checkers & (checkers - 1) == 0 {
        checkers | BETWEEN[king][checkers.trailing_zeros() as usize & 63]
    } else {
        return;
    };

    let behind = |rays: u64| occupied & !(rays & us);
    let straight_pins = pin_rays(
        king,
        sliders.rook(king, behind(straight_rays)) & !straight_rays & board.straight & them,
    );
    let diagonal_pins = pin_rays(
        king,
        sliders.bishop(king, behind(diagonal_rays)) & !diagonal_rays & board.diagonal & them,
    );
    let pinned = (straight_pins | diagonal_pins) & us;

    for from in bits(board.knights & us & !pinned) {
        sink.piece(PieceKind::Knight, from, KNIGHT[from] & targets)
    }
    if sink.is_done() {
        return;
    }
    for from in bits(board.diagonal & us & !straight_pins) {
        let line = if diagonal_pins >> from & 1 == 1 {
            diagonal_pins
        } else {
            !0
        };
        sink.piece(
            PieceKind::Bishop,
            from,
            sliders.bishop(from, occupied) & targets & line,
        );
    }
    for from in bits(board.straight & us & !diagonal_pins) {
        let line = if straight_pins >> from & 1 == 1 {
            straight_pins
        } else {
            !0
        };
        sink.piece(
            PieceKind::Rook,
            from,
            sliders.rook(from, occupied) & targets & line,
        );
    }

    if sink.is_done() {
        return;
    }
    if board.pawns & us != 0 {
        let view = PawnView {
            occupied,
            pawns: board.pawns & us,
            them,
            targets,
            straight_pins,
            diagonal_pins,
            king,
        };
        pawn_moves::<S, K>(sink, view);
    }
    if board.en_passant != 0 {
        en_passant::<S, L, K>(board, sliders, sink);
    }
}

/// The rays from the king to each pinner, the pinner included.
#[inline(always)]
fn pin_rays(king: usize, pinners: u64) -> u64 {
    let mut rays = pinners;
    for pinner in bits(pinners) {
        rays |= BETWEEN[king][pinner];
    }
    rays
}

/// The rooks with which the king may castle; none if the king stands between pieces of its own that
/// do not castle. This is the cheapest test, and it rules out castling for most kings with rights.
#[inline(always)]
pub(crate) fn rights_with_room<S: Side>(rights: u64, king: usize, own: u64) -> u64 {
    if KING[king] & S::BACK & !(own & !rights) == 0 {
        0
    } else {
        rights
    }
}

/// Sends castling with each of the rooks for which no piece and no attack is in the way.
#[inline(always)]
pub(crate) fn castle<S: Side, L: Sliders, K: Sink>(
    board: &Board,
    sliders: L,
    sink: &mut K,
    rights: u64,
    danger: u64,
) {
    let (king, own) = (board.king::<S>(), board.pieces::<S>());
    if rights_with_room::<S>(rights, king, own) == 0 {
        return;
    }
    let paths = castling_paths::<S>(rights, king);
    let occupied = board.occupied();
    let enemies = board.straight & occupied & !own;
    for rook in castling_rooks::<S, L>(sliders, paths, king, occupied, enemies, danger) {
        sink.castle(king, rook);
    }
}

/// The rooks with which the king castles legally, given the paths, the occupied squares, the enemy rooks and queens, and
/// the squares that the enemy attacks.
#[inline(always)]
pub(crate) fn castling_rooks<S: Side, L: Sliders>(
    sliders: L,
    [one, other]: [CastlingPath; 2],
    king: usize,
    occupied: u64,
    enemies: u64,
    danger: u64,
) -> Bits {
    let free = |path: CastlingPath| {
        let blocked = path.clear & occupied | path.king & danger;
        u64::from(blocked == 0) << path.rook
    };
    let mut rooks = free(one) | free(other);
    if rooks & !CORNERS != 0 {
        for rook in bits(rooks) {
            if uncovers::<S, L>(sliders, king, rook, occupied, enemies) {
                rooks &= !(1 << rook);
            }
        }
    }
    bits(rooks)
}

/// Whether castling exposes the king's destination to an enemy rook or queen behind the castling
/// rook, on the back rank. This happens in Chess960 only.
#[cold]
#[inline(never)]
fn uncovers<S: Side, L: Sliders>(
    sliders: L,
    king: usize,
    rook: usize,
    occupied: u64,
    enemies: u64,
) -> bool {
    let (king_bit, rook_bit) = (1u64 << king, 1u64 << rook);
    let (king_to, rook_to) = castled::<S>(king_bit, rook_bit);
    let after = occupied & !(king_bit | rook_bit) | rook_to | king_to;
    sliders.rook(king_to.trailing_zeros() as usize & 63, after) & S::BACK & enemies != 0
}

/// Squares where nothing can stand behind a castling rook.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What the pawn generator needs of the position.
pub(crate) struct PawnView {
    pub occupied: u64,
    /// The pawns of the side to move.
    pub pawns: u64,
    /// The pieces of the opponent.
    pub them: u64,
    /// The squares to which pieces may move: after a check, those that answer it.
    pub targets: u64,
    /// The squares from the king to the pieces that pin along ranks and files, and along diagonals.
    pub straight_pins: u64,
    pub diagonal_pins: u64,
    pub king: usize,
}

/// Sends the moves of pawns except captures en passant.
#[inline(always)]
pub(crate) fn pawn_moves<S: Side, K: Sink>(sink: &mut K, view: PawnView) {
    let forward = if S::WHITE { 8 } else { -8 };
    let pawns = view.pawns;
    let empty = !view.occupied;
    // A pawn pinned along a rank cannot move; one pinned along the king's file may push.
    let file = 0x0101_0101_0101_0101 << (view.king & 7);
    let pushers = pawns & !view.diagonal_pins & (!view.straight_pins | file);
    let once = S::forward(pushers) & empty;
    let twice = S::forward(once & S::THIRD) & empty & view.targets;
    // A pawn pinned on a diagonal may only capture along that ray; no other ray is in reach.
    let capturers = pawns & !view.straight_pins;
    let free = S::forward(capturers & !view.diagonal_pins);
    let pinned = S::forward(capturers & view.diagonal_pins);
    let enemies = view.them & view.targets;
    let east = (attacks::east(free) | attacks::east(pinned) & view.diagonal_pins) & enemies;
    let west = (attacks::west(free) | attacks::west(pinned) & view.diagonal_pins) & enemies;

    let last = S::forward(S::SEVENTH);
    let once = once & view.targets;
    sink.pawns(once & !last, forward);
    sink.double_pushes(twice, 2 * forward);
    sink.pawns(east & !last, forward + 1);
    sink.pawns(west & !last, forward - 1);
    if pawns & S::SEVENTH != 0 {
        sink.promotions(once & last, forward);
        sink.promotions(east & last, forward + 1);
        sink.promotions(west & last, forward - 1);
    }
}

/// Sends the legal captures en passant to the sink; the board must have an en passant square.
///
/// A capture takes two pawns off their squares at once. No pin ray shows what that uncovers, so
/// each capture is made on the occupied squares and the king's lines are looked at again.
#[inline(always)]
pub(crate) fn en_passant<S: Side, L: Sliders, K: Sink>(board: &Board, sliders: L, sink: &mut K) {
    let occupied = board.occupied();
    let us = board.pieces::<S>();
    let them = occupied & !us;
    let king = board.king::<S>();
    let to = board.en_passant.trailing_zeros() as usize & 63;
    let captured = S::back(board.en_passant);
    let leapers =
        (KNIGHT[king] & board.knights) | (PAWN[S::COLOR.index()][king] & board.pawns & !captured);
    if leapers & them != 0 {
        return;
    }
    for from in bits(PAWN[(!S::COLOR).index()][to] & board.pawns & us) {
        let after = (occupied ^ 1 << from ^ captured) | board.en_passant;
        if sliders.rook(king, after) & board.straight & them == 0
            && sliders.bishop(king, after) & board.diagonal & them == 0
        {
            sink.en_passant(from, to);
        }
    }
}

/// A sink that counts the moves.
pub(crate) trait Counting: Sink + Copy {
    /// The number of moves.
    fn total(self) -> u64;
}

/// Counts the moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count(pub u32);

impl Counting for Count {
    #[inline(always)]
    fn total(self) -> u64 {
        u64::from(self.0)
    }
}

/// The number of legal moves of `S`.
pub(in crate::chess) fn count_legal<S: Side>(board: &Board) -> u64 {
    let mut count = Count::default();
    generate::<S, _, _>(board, Portable, &mut count);
    count.0.into()
}

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, _from: usize, targets: u64) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, _offset: i32) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _offset: i32) {
        self.0 += 4 * targets.count_ones();
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, _offset: i32) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn en_passant(&mut self, _from: usize, _to: usize) {
        self.0 += 1;
    }
    #[inline(always)]
    fn castle(&mut self, _king: usize, _rook: usize) {
        self.0 += 1;
    }
}

/// Whether `S` has a legal move.
#[inline(always)]
pub(crate) fn has_move<S: Side, L: Sliders>(board: &Board, sliders: L) -> bool {
    let mut any = Any(0);
    generate_frugally::<S, _, _>(board, sliders, &mut any);
    any.0 != 0
}

/// Collects the target squares until there is one.
struct Any(u64);

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, _from: usize, targets: u64) {
        self.0 |= targets;
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, _offset: i32) {
        self.0 |= targets;
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _offset: i32) {
        self.0 |= targets;
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, _offset: i32) {
        self.0 |= targets;
    }
    #[inline(always)]
    fn en_passant(&mut self, _from: usize, to: usize) {
        self.0 |= 1 << to;
    }
    #[inline(always)]
    fn castle(&mut self, king: usize, _rook: usize) {
        self.0 |= 1 << king;
    }
    #[inline(always)]
    fn is_done(&self) -> bool {
        self.0 != 0
    }
}

/// Receives the moves one by one: their kind, the piece that moves (for a queen, `Bishop` or `Rook`
/// by the line it moves on), and both squares. A trait and not a closure, because a method can be
/// forced inline, which makes kind and piece constants at every call.
pub(crate) trait Visit {
    /// A legal move.
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize);
}

impl<V: Visit> Visit for &mut V {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        (**self).visit(kind, piece, from, to);
    }
}

/// The sink that splits the sets into single moves for a visitor.
pub(crate) struct Each<V>(pub V);

/// The origin of a pawn that has moved `offset` squares to `to`.
#[inline(always)]
pub(in crate::chess) fn origin(to: usize, offset: i32) -> usize {
    (to as i32 - offset) as usize & 63
}

impl<V: Visit> Sink for Each<V> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        for to in bits(targets) {
            self.0.visit(MoveKind::Plain, kind, from, to);
        }
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        for to in bits(targets) {
            self.0
                .visit(MoveKind::Plain, PieceKind::Pawn, origin(to, offset), to)
        }
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        for to in bits(targets) {
            let from = origin(to, offset);
            self.0
                .visit(MoveKind::PromoteQueen, PieceKind::Pawn, from, to);
            self.0
                .visit(MoveKind::PromoteRook, PieceKind::Pawn, from, to);
            self.0
                .visit(MoveKind::PromoteBishop, PieceKind::Pawn, from, to);
            self.0
                .visit(MoveKind::PromoteKnight, PieceKind::Pawn, from, to);
        }
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        for to in bits(targets) {
            self.0.visit(
                MoveKind::DoublePush,
                PieceKind::Pawn,
                origin(to, offset),
                to,
            )
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.0.visit(MoveKind::EnPassant, PieceKind::Pawn, from, to);
    }
    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.0.visit(MoveKind::Castle, PieceKind::King, king, rook);
    }
}

impl Visit for MoveList {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, _piece: PieceKind, from: usize, to: usize) {
        self.push(Move::new(
            Square::from_index(from),
            Square::from_index(to),
            kind,
        ));
    }
}

/// Forwards captures and promotions only.
struct Noisy<K> {
    sink: K,
    enemies: u64,
}

impl<K: Sink> Sink for Noisy<K> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        self.sink.piece(kind, from, targets & self.enemies);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.sink.pawns(targets & self.enemies, offset);
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.sink.promotions(targets, offset);
    }
    #[inline(always)]
    fn double_pushes(&mut self, _targets: u64, _offset: i32) {}
    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.sink.en_passant(from, to);
    }
    #[inline(always)]
    fn castle(&mut self, _king: usize, _rook: usize) {}
}

/// The legal captures and promotions of `S` as a list.
pub(crate) fn list_noisy<S: Side, L: Sliders>(board: &Board, sliders: L) -> MoveList {
    let mut sink = Noisy {
        sink: Each(MoveList::new()),
        enemies: board.pieces::<S::Opponent>(),
    };
    generate::<S, L, _>(board, sliders, &mut sink);
    sink.sink.0
}

/// The legal moves of `S` as a list.
pub(crate) fn list<S: Side, L: Sliders>(board: &Board, sliders: L) -> MoveList {
    let mut sink = Each(MoveList::new());
    generate::<S, L, _>(board, sliders, &mut sink);
    sink.0
}
