//! A man without its square, and how it attacks, by steps on the board.

use movegen::chess::{Color, PieceKind};

/// The kinds in the order of a [`Man`]'s numbers.
const KINDS: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];
/// One step: files to the right and ranks up.
pub(super) type Step = (i32, i32);
/// A colour and a kind: a number from 0 to 11, White's men first, in the order of [`KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Man(u8);

impl Man {
    pub(crate) fn new(color: Color, kind: PieceKind) -> Man {
        let kind = KINDS.iter().position(|&other| other == kind);
        Man(6 * color.index() as u8 + kind.expect("one of six kinds") as u8)
    }

    /// All men but the kings.
    pub(crate) fn all_but_kings() -> impl Iterator<Item = Man> {
        (0..12).filter(|number| number % 6 != 0).map(Man)
    }

    /// 0 to 11.
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The man of this number.
    pub(super) fn of_index(index: usize) -> Man {
        debug_assert!(index < 12);
        Man(index as u8)
    }

    pub(crate) fn color(self) -> Color {
        Color::ALL[usize::from(self.0 / 6)]
    }

    pub(crate) fn kind(self) -> PieceKind {
        KINDS[usize::from(self.0 % 6)]
    }

    /// Whether a man of this kind attacks one square from another, if the squares between them that are `occupied` stop
    /// sliders.
    pub(super) fn attacks(self, from: u8, to: u8, occupied: u64) -> bool {
        let (right, up) = (file(to) - file(from), rank(to) - rank(from));
        let (wide, high) = (right.abs(), up.abs());
        let straight = wide == 0 || high == 0;
        let diagonal = wide == high;
        match self.kind() {
            PieceKind::King => wide.max(high) == 1,
            PieceKind::Queen => (straight || diagonal) && is_clear(from, to, occupied),
            PieceKind::Rook => straight && is_clear(from, to, occupied),
            PieceKind::Bishop => diagonal && is_clear(from, to, occupied),
            PieceKind::Knight => wide * high == 2,
            PieceKind::Pawn => wide == 1 && up == forward(self.color()),
        }
    }
}

pub(super) fn file(square: u8) -> i32 {
    i32::from(square % 8)
}

pub(super) fn rank(square: u8) -> i32 {
    i32::from(square / 8)
}

/// The square one step away, if it is on the board.
pub(super) fn step(from: u8, (right, up): Step) -> Option<u8> {
    let (file, rank) = (file(from) + right, rank(from) + up);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as u8)
}

/// Whether the squares between two squares of a line are empty.
pub(super) fn is_clear(from: u8, to: u8, occupied: u64) -> bool {
    let way = (file(to) - file(from)).signum() + 8 * (rank(to) - rank(from)).signum();
    let mut here = i32::from(from) + way;
    while here != i32::from(to) {
        if occupied >> here & 1 != 0 {
            return false;
        }
        here += way;
    }
    true
}

pub(super) fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The number of a rank, 0 to 7, seen from a side.
pub(super) fn relative_rank(square: u8, color: Color) -> i32 {
    match color {
        Color::White => rank(square),
        Color::Black => 7 - rank(square),
    }
}
