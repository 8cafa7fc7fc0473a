//! A naive move generator for boards with up to four men.
//!
//! As `tests/support/naive.rs`, it walks from square to square, makes every pseudo-legal move, and tests whether the
//! king can then be captured. It has no pins, no check masks and no attack tables, and shares neither code nor ideas with
//! `movegen`, only the plain data types.
//!
//! There are two naive generators because the other one takes any board: it looks at 64 squares to find the men, and copies
//! them for every move. That is too slow for a billion positions. A board here is a list of four numbers.
//! `tests/exhaustion.rs` compares the two.

use movegen::chess::{Bitboard, Color, Piece, PieceKind, Setup, Square};

use super::man::{Man, Step, forward, is_clear, rank, relative_rank, step};

/// The greatest number of men on a board.
pub(crate) const MAX_MEN: usize = 4;

const PROMOTIONS: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
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

fn bit(square: u8) -> u64 {
    1 << square
}

/// The first square of a side's back rank.
fn home(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 56,
    }
}

/// Up to four men on their squares, sorted by man and square. Each is the number of the man times 64 plus its square;
/// [`NONE`] fills the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board([u16; MAX_MEN]);

/// No man.
const NONE: u16 = u16::MAX;

impl Board {
    /// The men with their places in the list.
    fn men(&self) -> impl Iterator<Item = (usize, Man, u8)> {
        let entries = self.0.into_iter().enumerate();
        entries
            .take_while(|&(_, entry)| entry != NONE)
            .map(|(place, entry)| {
                (
                    place,
                    Man::of_index((entry / 64).into()),
                    (entry % 64) as u8,
                )
            })
    }

    fn occupied(&self) -> u64 {
        self.men().fold(0, |set, (_, _, square)| set | bit(square))
    }

    fn man_on(&self, square: u8) -> Option<(usize, Man)> {
        let mut men = self.men();
        men.find(|&(_, _, here)| here == square)
            .map(|(place, man, _)| (place, man))
    }

    fn king(&self, color: Color) -> u8 {
        let mut men = self.men();
        let king = men.find(|&(_, man, _)| man == Man::new(color, PieceKind::King));
        king.expect("both kings are on the board").2
    }

    /// Whether a man of this colour attacks the square.
    fn is_attacked(&self, square: u8, by: Color) -> bool {
        let occupied = self.occupied();
        self.men()
            .any(|(_, man, from)| man.color() == by && man.attacks(from, square, occupied))
    }

    /// The board with other entries at these places.
    fn with(mut self, changes: impl IntoIterator<Item = (usize, u16)>) -> Board {
        for (place, entry) in changes {
            self.0[place] = entry;
        }
        // Mostly they are sorted.
        for end in 1..MAX_MEN {
            let mut place = end;
            while place > 0 && self.0[place - 1] > self.0[place] {
                self.0.swap(place - 1, place);
                place -= 1;
            }
        }
        self
    }
}

fn entry(man: Man, square: u8) -> u16 {
    man.index() as u16 * 64 + u16::from(square)
}

/// A pseudo-legal move. Castling is the king's move of two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NaiveMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) promotion: Option<PieceKind>,
    /// The square of the rook, if it is castling.
    pub(crate) castle: Option<u8>,
    pub(crate) en_passant: bool,
}

/// Up to four men, the side to move, castling rights and the square that a double push has just passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    board: Board,
    turn: Color,
    /// The rooks that may castle, a bit for each square.
    rights: u64,
    passed: Option<u8>,
}

impl State {
    /// Men on different squares, without castling rights and en passant.
    pub(crate) fn new(men: impl IntoIterator<Item = (Man, u8)>, turn: Color) -> State {
        let entries = men.into_iter().map(|(man, square)| entry(man, square));
        State {
            board: Board([NONE; MAX_MEN]).with((0..).zip(entries)),
            turn,
            rights: 0,
            passed: None,
        }
    }

    /// The same with these castling rights and this en passant square.
    pub(crate) fn with(self, rights: u64, passed: Option<u8>) -> State {
        State {
            rights,
            passed,
            ..self
        }
    }

    pub(crate) fn men(&self) -> impl Iterator<Item = (Man, u8)> {
        self.board.men().map(|(_, man, square)| (man, square))
    }

    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    pub(crate) fn rights(&self) -> u64 {
        self.rights
    }

    pub(crate) fn passed(&self) -> Option<u8> {
        self.passed
    }

    /// Whether there are neither castling rights nor an en passant square.
    pub(crate) fn is_plain(&self) -> bool {
        self.rights == 0 && self.passed.is_none()
    }

    /// Whether it is no position of chess: a pawn stands on the first or last rank, or the side to move can capture the
    /// king.
    pub(crate) fn is_refused(&self) -> bool {
        let mut men = self.board.men();
        men.any(|(_, man, square)| man.kind() == PieceKind::Pawn && matches!(rank(square), 0 | 7))
            || self.can_capture_king()
    }

    /// Whether the side to move can capture the king: then the move that led here was not legal.
    pub(crate) fn can_capture_king(&self) -> bool {
        self.board
            .is_attacked(self.board.king(!self.turn), self.turn)
    }

    pub(crate) fn is_check(&self) -> bool {
        self.board
            .is_attacked(self.board.king(self.turn), !self.turn)
    }

    /// The rooks on a1, h1, a8 and h8 whose king stands on e1 or e8.
    pub(crate) fn possible_rights(&self) -> u64 {
        let can_castle = |&(_, man, square): &(usize, Man, u8)| {
            let home = home(man.color());
            man.kind() == PieceKind::Rook
                && [home, home + 7].contains(&square)
                && self.board.king(man.color()) == home + 4
        };
        let rooks = self.board.men().filter(can_castle);
        rooks.fold(0, |set, (_, _, square)| set | bit(square))
    }

    /// The squares that a double push of the other side can just have passed: its pawn stands on its fourth rank, and
    /// both squares behind it are empty.
    pub(crate) fn possible_passed(&self) -> impl Iterator<Item = u8> {
        let occupied = self.board.occupied();
        let pawn = Man::new(!self.turn, PieceKind::Pawn);
        let back = -forward(!self.turn);
        self.board
            .men()
            .filter(move |&(_, man, square)| man == pawn && relative_rank(square, man.color()) == 3)
            .filter_map(move |(_, _, square)| {
                let passed = step(square, (0, back))?;
                let origin = step(passed, (0, back))?;
                (occupied & (bit(passed) | bit(origin)) == 0).then_some(passed)
            })
    }

    /// The number of legal moves.
    pub(crate) fn count_moves(&self) -> u32 {
        let mut count = 0;
        self.visit_legal(|_, _| count += 1);
        count
    }

    /// Calls `visit` with every legal move and the state after it.
    pub(crate) fn visit_legal(&self, mut visit: impl FnMut(NaiveMove, &State)) {
        self.visit_moves(|mv, child| {
            if !child.can_capture_king() {
                visit(mv, child);
            }
        });
    }

    /// Calls `visit` with every pseudo-legal move and the state after it.
    #[inline]
    pub(crate) fn visit_moves(&self, mut visit: impl FnMut(NaiveMove, &State)) {
        let occupied = self.board.occupied();
        for (place, man, from) in self.board.men() {
            if man.color() != self.turn {
                continue;
            }
            match man.kind() {
                PieceKind::Pawn => self.pawn_moves(place, man, from, occupied, &mut visit),
                PieceKind::Knight => self.walk(place, man, from, &LEAPS, 1, &mut visit),
                PieceKind::Bishop => self.walk(place, man, from, &DIAGONAL, 7, &mut visit),
                PieceKind::Rook => self.walk(place, man, from, &STRAIGHT, 7, &mut visit),
                PieceKind::Queen => {
                    self.walk(place, man, from, &STRAIGHT, 7, &mut visit);
                    self.walk(place, man, from, &DIAGONAL, 7, &mut visit);
                }
                PieceKind::King => {
                    self.walk(place, man, from, &STRAIGHT, 1, &mut visit);
                    self.walk(place, man, from, &DIAGONAL, 1, &mut visit);
                    self.castling(place, man, from, occupied, &mut visit);
                }
            }
        }
    }

    /// Up to `reach` steps in each direction, up to the first man; an enemy man can be captured.
    #[inline]
    fn walk(
        &self,
        place: usize,
        man: Man,
        from: u8,
        ways: &[Step],
        reach: usize,
        visit: &mut impl FnMut(NaiveMove, &State),
    ) {
        for &way in ways {
            let mut here = from;
            for _ in 0..reach {
                let Some(to) = step(here, way) else {
                    break;
                };
                let met = self.board.man_on(to);
                if met.is_none_or(|(_, met)| met.color() != self.turn) {
                    let captured = met.map(|(place, _)| place);
                    visit(plain(from, to), &self.after(place, man, from, to, captured));
                }
                if met.is_some() {
                    break;
                }
                here = to;
            }
        }
    }

    fn pawn_moves(
        &self,
        place: usize,
        man: Man,
        from: u8,
        occupied: u64,
        visit: &mut impl FnMut(NaiveMove, &State),
    ) {
        let up = forward(self.turn);
        let empty = |square: &u8| occupied & bit(*square) == 0;
        if let Some(to) = step(from, (0, up)).filter(empty) {
            self.advance(place, man, from, to, None, visit);
            let at_home = relative_rank(from, self.turn) == 1;
            if at_home && let Some(end) = step(to, (0, up)).filter(empty) {
                let mut child = self.after(place, man, from, end, None);
                child.passed = Some(to);
                visit(plain(from, end), &child);
            }
        }
        for side in [-1, 1] {
            let Some(to) = step(from, (side, up)) else {
                continue;
            };
            match self.board.man_on(to) {
                Some((captured, other)) if other.color() != self.turn => {
                    self.advance(place, man, from, to, Some(captured), visit);
                }
                None if self.passed == Some(to) => {
                    // The captured pawn stands beside the one that captures it.
                    let beside = step(from, (side, 0)).and_then(|square| self.board.man_on(square));
                    let (captured, _) = beside.expect("the pawn that has just passed");
                    let mv = NaiveMove {
                        en_passant: true,
                        ..plain(from, to)
                    };
                    visit(mv, &self.after(place, man, from, to, Some(captured)));
                }
                _ => {}
            }
        }
    }

    /// A pawn's single push or capture; on the last rank, all four promotions.
    fn advance(
        &self,
        place: usize,
        man: Man,
        from: u8,
        to: u8,
        captured: Option<usize>,
        visit: &mut impl FnMut(NaiveMove, &State),
    ) {
        if relative_rank(to, self.turn) != 7 {
            visit(plain(from, to), &self.after(place, man, from, to, captured));
            return;
        }
        for kind in PROMOTIONS {
            let mv = NaiveMove {
                promotion: Some(kind),
                ..plain(from, to)
            };
            let promoted = Man::new(self.turn, kind);
            visit(mv, &self.after(place, promoted, from, to, captured));
        }
    }

    /// Castling from the squares of standard chess: all squares between king and rook are empty, and the king leaves,
    /// crosses and reaches no attacked square.
    fn castling(
        &self,
        place: usize,
        king: Man,
        from: u8,
        occupied: u64,
        visit: &mut impl FnMut(NaiveMove, &State),
    ) {
        let home = home(self.turn);
        for (rook, side) in [(home, -1), (home + 7, 1)] {
            if self.rights & bit(rook) == 0 {
                continue;
            }
            let (across, to) = (
                (i32::from(from) + side) as u8,
                (i32::from(from) + 2 * side) as u8,
            );
            let safe = |square: &u8| !self.board.is_attacked(*square, !self.turn);
            if !is_clear(from, rook, occupied) || ![from, across, to].iter().all(safe) {
                continue;
            }
            let (rook_place, rook_man) = self.board.man_on(rook).expect("a rook that may castle");
            let mut child = self.after(place, king, from, to, None);
            child.board = self.board.with([
                (place, entry(king, to)),
                (rook_place, entry(rook_man, across)),
            ]);
            let mv = NaiveMove {
                castle: Some(rook),
                ..plain(from, to)
            };
            visit(mv, &child);
        }
    }

    /// The state after a move. A castling right ends when its rook moves or is captured, and both end when their king
    /// moves.
    #[inline]
    fn after(&self, place: usize, man: Man, from: u8, to: u8, captured: Option<usize>) -> State {
        let moved = (place, entry(man, to));
        let board = match captured {
            None => self.board.with([moved]),
            Some(captured) => self.board.with([moved, (captured, NONE)]),
        };
        let mut rights = self.rights & !(bit(from) | bit(to));
        if man.kind() == PieceKind::King {
            rights &= !(0xff << home(self.turn));
        }
        State {
            board,
            turn: !self.turn,
            rights,
            passed: None,
        }
    }

    /// As the plain data of `movegen`.
    pub(crate) fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        self.put_into(&mut setup);
        setup
    }

    /// Writes into a setup without men.
    pub(crate) fn put_into(&self, setup: &mut Setup) {
        for (man, square) in self.men() {
            let (color, kind) = (man.color(), man.kind());
            setup.board[usize::from(square)] = Some(Piece { color, kind });
        }
        setup.turn = self.turn;
        setup.castling = Bitboard(self.rights);
        setup.en_passant = self.passed.map(|square| Square::from_index(square.into()));
    }

    /// Removes the men from a setup that has no others.
    pub(crate) fn take_from(&self, setup: &mut Setup) {
        for (_, square) in self.men() {
            setup.board[usize::from(square)] = None;
        }
    }
}

fn plain(from: u8, to: u8) -> NaiveMove {
    NaiveMove {
        from,
        to,
        promotion: None,
        castle: None,
        en_passant: false,
    }
}
