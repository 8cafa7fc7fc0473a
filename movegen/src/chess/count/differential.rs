//! The differential node: the replies to most moves are one sum away from the replies to a pass.
//!
//! Two plies above the leaves, side U is to move and the replies of V are counted. Most moves of U
//! touch neither the safety of V's king nor V's pins. For such a regular move
//!
//! ```text
//! replies = pass + weight[from] - weight[to]
//! ```
//!
//! where `pass` is the number of V's moves if U passes. The weight of a square held by U is what V
//! gains when it is vacated: squares that its sliders reach behind it and pawn steps, less pawn
//! captures there. The weight of any other square is what V loses when U occupies it: the same,
//! and on a man of V its mobility less those who defend it. A weight depends on the square alone,
//! and all 64 are computed at once (see [`Wide`]).
//!
//! A move is irregular, and is made and counted, if one of its squares is in a set that the node
//! computes for each kind of piece. The sets are wider than need be, never narrower; a test
//! compares every node of random games with the plain count.

use std::marker::PhantomData;

use super::scalar::Descend;
use crate::chess::attacks::{self, BETWEEN, KING, KNIGHT, PAWN, Sliders};
use crate::chess::board::{Board, castled};
use crate::chess::color::Side;
use crate::chess::legal::{Each, Sink, Visit, for_each, generate};
use crate::chess::{MoveKind, PieceKind};

/// Registers of eight words or of 64 bytes: a lane for each direction, a byte for each square.
///
/// The directions are N, NE, E, SE, S, SW, W, NW in this order.
pub(super) trait Wide: Descend {
    /// A set of squares for each direction.
    type Lanes: Copy;
    /// A small number for each square.
    type Bytes: Copy;
    /// A running sum of bytes.
    type Sum: Copy;

    /// Counts the replies to irregular moves of a piece, or notes them to be counted later.
    fn queue<U: Side>(
        self,
        board: &Board,
        pending: &mut Self::Pending,
        kind: PieceKind,
        from: usize,
        targets: u64,
    ) -> u64;
    /// As `queue`, for pawns that go `offset` squares on.
    fn queue_pawns<U: Side>(
        self,
        board: &Board,
        pending: &mut Self::Pending,
        targets: u64,
        offset: i32,
    ) -> u64;
    /// As `queue_pawns`, for promotions to one kind of piece.
    fn queue_promotions<U: Side>(
        self,
        board: &Board,
        pending: &mut Self::Pending,
        kind: PieceKind,
        targets: u64,
        offset: i32,
    ) -> u64;
    /// Tells that all irregular moves of this node were queued.
    fn queued<U: Side>(self, board: &Board, pending: &mut Self::Pending);

    /// What sliders attack in each direction, the first blocker included.
    fn slide(self, straight: u64, diagonal: u64, empty: u64) -> Self::Lanes;
    /// As `slide`, with each lane holding the direction opposite to its own.
    fn slide_back(self, sources: u64, empty: u64) -> Self::Lanes;
    /// The squares that any lane has in common.
    fn meet(self, a: Self::Lanes, b: Self::Lanes) -> u64;
    /// The lanes as words.
    fn words(self, lanes: Self::Lanes) -> [u64; 8];
    /// For each attacked square that `open` holds, how many squares further a slider would come in
    /// that direction if the square were empty, summed over directions; for each attacked square
    /// that it does not hold, minus the number of attacks. A slider goes through `empty` squares and
    /// comes to a stop on `open` ones.
    fn runs(self, attacks: Self::Lanes, empty: u64, open: u64) -> Self::Bytes;
    /// Adds a number to the bytes of a set.
    fn add(self, bytes: Self::Bytes, set: u64, number: i8) -> Self::Bytes;
    /// Adds two rows of bytes.
    fn plus(self, a: Self::Bytes, b: &Squares) -> Self::Bytes;
    /// The bytes in memory.
    fn store(self, bytes: Self::Bytes) -> Squares;
    /// Nothing summed yet.
    fn zero(self) -> Self::Sum;
    /// Adds the bytes of a set, each increased by [`BIAS`].
    fn sum(self, sum: Self::Sum, bytes: Self::Bytes, set: u64) -> Self::Sum;
    /// The sum.
    fn total(self, sum: Self::Sum) -> i64;
}

/// A byte for each square, on a cache line. No weight leaves the range -32 to 100: eight lines of at
/// most six squares, two pawn steps or a promotion, and on an attacked man the 27 moves of a queen.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Squares(pub [i8; 64]);

/// Added to each byte that is summed, so that unsigned sums serve.
pub(super) const BIAS: i8 = 64;

/// The leaves two plies below the board, all but those left pending.
#[inline(always)]
pub(super) fn depth_two<U: Side, W: Wide>(wide: W, board: &Board, pending: &mut W::Pending) -> u64 {
    let occupied = board.occupied();
    let us = board.men::<U>();
    let king = board.king::<U>();
    let checkers = (wide.sliders().rook(king, occupied) & board.straight)
        | (wide.sliders().bishop(king, occupied) & board.diagonal)
        | (KNIGHT[king] & board.knights)
        | (PAWN[U::COLOR.index()][king] & board.pawns);
    let mut others = Others::<U, W>::new(wide, board, pending);
    // In check, moves are few and the analysis would not pay.
    if checkers & occupied & !us != 0 {
        generate::<U, _, _>(board, wide.sliders(), &mut others);
        return others.done();
    }
    let mut node = Node::<U, W>::new(others, occupied, us);
    generate::<U, _, _>(board, wide.sliders(), &mut node);
    node.leaves()
}

/// Moves that are made, each of them: at once, or together with others of their kind.
struct Others<'a, U, W: Wide> {
    wide: W,
    board: &'a Board,
    pending: &'a mut W::Pending,
    /// Whether V may castle in a way that only the legal generator knows.
    singly: bool,
    count: u64,
    side: PhantomData<U>,
}

impl<'a, U: Side, W: Wide> Others<'a, U, W> {
    #[inline(always)]
    fn new(wide: W, board: &'a Board, pending: &'a mut W::Pending) -> Self {
        let back = <U::Opponent as Side>::BACK;
        let rights = board.castling & back;
        let home = board.kings & back & E_FILE & if U::WHITE { !board.white } else { board.white };
        Others {
            wide,
            board,
            pending,
            singly: rights & !CORNERS != 0 || (rights != 0 && home == 0),
            count: 0,
            side: PhantomData,
        }
    }

    /// Nothing more to come.
    #[inline(always)]
    fn done(self) -> u64 {
        self.wide.queued::<U>(self.board, self.pending);
        self.count
    }
}

const E_FILE: u64 = 0x1010_1010_1010_1010;
const CORNERS: u64 = 0x8100_0000_0000_0081;

impl<U: Side, W: Wide> Visit for Others<'_, U, W> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<U>(kind, piece, 1 << from, 1 << to);
        self.count += self.wide.replies::<U::Opponent>(&child);
    }
}

impl<U: Side, W: Wide> Sink for Others<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if self.singly {
            Each(self).piece(kind, from, targets);
        } else {
            self.count += self
                .wide
                .queue::<U>(self.board, self.pending, kind, from, targets);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        if self.singly {
            Each(self).pawns(targets, offset);
        } else {
            self.count += self
                .wide
                .queue_pawns::<U>(self.board, self.pending, targets, offset);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        if self.singly {
            Each(self).promotions(targets, offset);
        } else {
            for kind in PROMOTED {
                self.promotions_to(kind, targets, offset);
            }
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        // Beside a pawn of V the double step can be taken en passant.
        let pawns = self.board.pawns & self.board.men::<U::Opponent>();
        let beside = targets & (attacks::east(pawns) | attacks::west(pawns));
        Each(&mut *self).double_pushes(beside, offset);
        self.pawns(targets & !beside, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.visit(MoveKind::EnPassant, PieceKind::Pawn, from, to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.visit(MoveKind::Castle, PieceKind::King, king, rook);
    }
}

/// What a pawn may become.
const PROMOTED: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

impl<U: Side, W: Wide> Others<'_, U, W> {
    #[inline(always)]
    fn promotions_to(&mut self, kind: PieceKind, targets: u64, offset: i32) {
        self.count +=
            self.wide
                .queue_promotions::<U>(self.board, self.pending, kind, targets, offset);
    }
}

/// What a move of U needs to know of V's replies, and the sums so far.
struct Node<'a, U, W: Wide> {
    wide: W,
    board: &'a Board,
    others: Others<'a, U, W>,
    /// V's moves if U passes.
    pass: u64,
    weights: W::Bytes,
    stored: Squares,
    irregular: Irregular,
    v_pawns: u64,
    v_lines: Lines,
    /// Where a pawn of V steps or would step: moves along such a file tangle its two steps.
    steps: u64,
    regular: u64,
    /// The sum of weights of the origins of single pieces, once for each of their moves.
    gains: i64,
    /// Weights of the origins and the targets of regular moves; those of single pieces are in `gains`.
    origins: W::Sum,
    targets: W::Sum,
    /// Replies that no weight knows of.
    extra: u64,
}

/// Squares that a move must not touch to be regular, by kind of piece.
struct Irregular {
    any: u64,
    knight: u64,
    straight: u64,
    diagonal: u64,
    king: u64,
    pawn: u64,
}

/// Squares that V's sliders attack along each kind of line.
struct Lines {
    file: u64,
    rank: u64,
    diagonal: u64,
    anti: u64,
}

/// What stands around V's king: men pinned, and the lines on which a move may pin or free them.
struct KingLines {
    pinned: u64,
    lines: u64,
    straight: u64,
    diagonal: u64,
}

/// The lines of one kind from V's king.
#[inline(always)]
fn king_lines(
    king: usize,
    occupied: u64,
    us: u64,
    sliders: u64,
    reach: impl Fn(u64) -> u64,
) -> (u64, u64, u64) {
    let first = reach(occupied);
    let second = reach(occupied & !first);
    let third = reach(occupied & !second);
    let (mut pinned, mut lines) = (0, 0);
    for_each(third & sliders & us, |slider| {
        let between = BETWEEN[king][slider];
        let (ours, theirs) = (between & us, between & occupied & !us);
        if ours & ours.wrapping_sub(1) == 0 && theirs & theirs.wrapping_sub(1) == 0 {
            lines |= between | 1 << slider;
            if ours == 0 {
                pinned |= theirs;
            }
        }
    });
    (pinned, lines, reach(occupied & !(first & !us)))
}

impl<'a, U: Side, W: Wide> Node<'a, U, W> {
    #[inline(always)]
    fn new(others: Others<'a, U, W>, occupied: u64, us: u64) -> Self {
        let (wide, board) = (others.wide, others.board);
        let them = occupied & !us;
        let king = board.king::<U::Opponent>();
        let king_bit = 1u64 << king;
        let empty = !occupied;
        let sliders = wide.sliders();

        let mut mobility = Mobility {
            count: 0,
            squares: Squares([0; 64]),
            pawns: [0; 4],
            groups: 0,
        };
        let passed = Board {
            en_passant: 0,
            ..*board
        };
        generate::<U::Opponent, _, _>(&passed, sliders, &mut mobility);

        let (pin_s, line_s, ray_s) = king_lines(king, occupied, us, board.straight, |o| {
            sliders.rook(king, o)
        });
        let (pin_d, line_d, ray_d) = king_lines(king, occupied, us, board.diagonal, |o| {
            sliders.bishop(king, o)
        });
        let around = KingLines {
            pinned: pin_s | pin_d,
            lines: line_s | line_d,
            straight: ray_s,
            diagonal: ray_d,
        };

        let mut zone = KING[king] & !them;
        let mut touch = KING[king] | around.lines;
        let rights = board.castling & <U::Opponent as Side>::BACK;
        if rights != 0 {
            touch |= <U::Opponent as Side>::BACK;
            for_each(rights, |rook| {
                let rook_bit = 1u64 << rook;
                let (king_to, rook_to) = castled::<U::Opponent>(king_bit, rook_bit);
                let path = king_to | BETWEEN[king][king_to.trailing_zeros() as usize & 63];
                let rook_path = rook_to | BETWEEN[rook][rook_to.trailing_zeros() as usize & 63];
                if (path | rook_path) & them & !(king_bit | rook_bit) == 0 {
                    zone |= path & !king_bit;
                }
            });
        }

        // The king does not shield the squares behind it.
        let through = empty | king_bit;
        let zone_lanes = wide.slide_back(zone, through);
        let enemy = wide.slide(board.straight & us, board.diagonal & us, through);
        touch |= wide.meet(enemy, zone_lanes);
        let z = wide.words(zone_lanes);
        let targets = zone | king_bit;
        let back = U::back(targets);
        let irregular = Irregular {
            any: touch,
            knight: touch | attacks::knights(targets),
            straight: z[0] | z[2] | z[4] | z[6] | around.straight,
            diagonal: z[1] | z[3] | z[5] | z[7] | around.diagonal,
            king: touch | attacks::kings(zone) | zone,
            pawn: touch | attacks::east(back) | attacks::west(back),
        };

        let free = them & !around.pinned;
        let lanes = wide.slide(board.straight & free, board.diagonal & free, empty);
        let v = wide.words(lanes);
        let v_lines = Lines {
            file: v[0] | v[4],
            rank: v[2] | v[6],
            diagonal: v[1] | v[5],
            anti: v[3] | v[7],
        };
        let mut weights = wide.runs(lanes, empty, !them);

        let last = U::BACK;
        let pawns = board.pawns & free;
        let ahead = <U::Opponent as Side>::forward(pawns);
        for side in [attacks::east(ahead), attacks::west(ahead)] {
            weights = wide.add(weights, side, -1);
            weights = wide.add(weights, side & last, -3);
        }
        let once = ahead & !them;
        weights = wide.add(weights, once, 1);
        weights = wide.add(weights, once & last, 3);
        let from_home = once & <U::Opponent as Side>::THIRD;
        let two = <U::Opponent as Side>::forward(from_home) & !them;
        weights = wide.add(weights, from_home & U::forward(two & empty), 1);
        weights = wide.add(
            weights,
            two & <U::Opponent as Side>::forward(from_home & empty),
            1,
        );
        for_each(board.knights & free, |from| {
            weights = wide.add(weights, KNIGHT[from] & them, -1)
        });
        for origins in mobility.pawns {
            weights = wide.add(weights, origins, 1);
        }
        weights = wide.plus(weights, &mobility.squares);

        Node {
            wide,
            board,
            others,
            pass: mobility.count,
            weights,
            stored: wide.store(weights),
            irregular,
            v_pawns: board.pawns & them,
            v_lines,
            steps: once | two,
            regular: 0,
            gains: 0,
            origins: wide.zero(),
            targets: wide.zero(),
            extra: 0,
        }
    }

    /// The sum of everything.
    #[inline(always)]
    fn leaves(self) -> u64 {
        let base = (self.regular * self.pass) as i64;
        let sums = self.wide.total(self.origins) - self.wide.total(self.targets);
        (base + self.gains + sums) as u64 + self.extra + self.others.done()
    }

    /// Regular moves of one piece, and the irregular ones one by one.
    #[inline(always)]
    fn play_one(&mut self, kind: PieceKind, from: usize, targets: u64, bad: u64) {
        let regular = targets & !bad;
        let moves = u64::from(regular.count_ones());
        self.regular += moves;
        self.gains += moves as i64 * (i64::from(self.stored.0[from & 63]) + i64::from(BIAS));
        self.targets = self.wide.sum(self.targets, self.weights, regular);
        self.others.piece(kind, from, targets & bad);
    }

    /// Regular moves of pawns that all go the same way; the irregular ones are returned.
    #[inline(always)]
    fn play_pawns(&mut self, targets: u64, bad: u64, offset: i32) -> u64 {
        let regular = targets & !bad;
        self.regular += u64::from(regular.count_ones());
        self.targets = self.wide.sum(self.targets, self.weights, regular);
        self.origins = self
            .wide
            .sum(self.origins, self.weights, shift(regular, -offset));
        // Pawns attack each other: the capture that V loses counts in both weights.
        self.extra += u64::from((regular & self.v_pawns).count_ones());
        targets & bad
    }
}

/// A set moved by so many squares; nothing may leave the board.
#[inline(always)]
fn shift(set: u64, offset: i32) -> u64 {
    if offset >= 0 {
        set << offset
    } else {
        set >> -offset
    }
}

/// `line` if the square is in `set`, else nothing.
#[inline(always)]
fn if_in(set: u64, square: usize, line: u64) -> u64 {
    (set >> square & 1).wrapping_neg() & line
}

impl<U: Side, W: Wide> Sink for Node<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let lines = attacks::lines(from);
        let (irregular, v) = (&self.irregular, &self.v_lines);
        let queen = self.board.straight & self.board.diagonal;
        let (set, tangled) = match kind {
            PieceKind::Knight => (irregular.knight, 0),
            PieceKind::Bishop => (
                irregular.any | irregular.diagonal | if_in(queen, from, irregular.straight),
                if_in(v.diagonal, from, lines.diagonal)
                    | if_in(v.anti, from, lines.anti)
                    | PAWN[U::COLOR.index()][from] & self.v_pawns,
            ),
            PieceKind::Rook => (
                irregular.any | irregular.straight | if_in(queen, from, irregular.diagonal),
                if_in(v.file | self.steps, from, lines.file) | if_in(v.rank, from, lines.rank),
            ),
            _ => (
                irregular.king,
                if_in(v.file | self.steps, from, lines.file)
                    | if_in(v.rank, from, lines.rank)
                    | if_in(v.diagonal, from, lines.diagonal)
                    | if_in(v.anti, from, lines.anti)
                    | PAWN[U::COLOR.index()][from] & self.v_pawns,
            ),
        };
        self.play_one(kind, from, targets, set | tangled | if_in(set, from, !0));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let set = self.irregular.pawn;
        let tangled = match offset {
            8 | -8 => self.v_lines.file | self.steps,
            9 | -9 => self.v_lines.diagonal,
            _ => self.v_lines.anti,
        };
        let bad = self.play_pawns(targets, set | shift(set | tangled, offset), offset);
        self.others.pawns(bad, offset);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.others.promotions(targets, offset);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        let set = self.irregular.pawn;
        let tangled = self.v_lines.file | self.steps;
        // Beside a pawn of V the double step can be taken en passant.
        let beside = attacks::east(self.v_pawns) | attacks::west(self.v_pawns);
        let bad = self.play_pawns(targets, set | beside | shift(set | tangled, offset), offset);
        self.others.double_pushes(bad, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.others.en_passant(from, to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.others.castle(king, rook);
    }
}

impl<V: Visit> Visit for &mut V {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        (**self).visit(kind, piece, from, to);
    }
}

/// Counts V's moves and notes them for the man that makes them.
struct Mobility {
    count: u64,
    squares: Squares,
    /// Pawns with a move of one kind: push, double push, capture to either side.
    pawns: [u64; 4],
    groups: usize,
}

impl Sink for Mobility {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, from: usize, targets: u64) {
        let moves = targets.count_ones();
        self.count += u64::from(moves);
        self.squares.0[from & 63] += moves as i8;
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.count += u64::from(targets.count_ones());
        self.pawns[self.groups & 3] = shift(targets, -offset);
        self.groups += 1;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.count += 4 * u64::from(targets.count_ones());
        for_each(shift(targets, -offset), |from| self.squares.0[from] += 4);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.pawns(targets, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: usize, _to: usize) {
        unreachable!("a pass leaves nothing to take en passant");
    }

    #[inline(always)]
    fn castle(&mut self, _king: usize, _rook: usize) {
        self.count += 1;
    }
}
