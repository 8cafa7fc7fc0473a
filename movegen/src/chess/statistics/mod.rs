//! Perft statistics: captures, checks, mates and other properties of the leaves.
//!
//! Published tables differ in what they count. The rules here:
//!
//! - only the last move counts, not those before it;
//! - a capture en passant is also a capture, and a promotion can be a capture;
//! - checks include checkmates; for the other convention see [`Statistics::checks_without_mates`];
//! - a check is discovered if the piece that moved is not among the checkers, and double if there
//!   are two checkers or more, checkmates included in both; a double check by two discovered
//!   attackers (possible en passant) is both; for the other convention see
//!   [`Statistics::double_without_mates`];
//! - in castling, the rook is the piece that moved;
//! - draws by repetition, by move counters and by material are ignored.

mod counter;
mod last_move;
mod last_ply;
pub(super) mod move_filter;
mod stalemate;
mod walk;

pub use counter::StatisticsCounter;
pub use last_move::LastMoveCounter;

use crate::perft::{Fields, Tally};

/// A property of leaves. A leaf can have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Category {
    /// Every leaf.
    Nodes,
    /// The last move is a capture, en passant included.
    Captures,
    /// It is a capture en passant.
    EnPassant,
    /// It castles.
    Castles,
    /// It promotes to a knight.
    ToKnight,
    /// It promotes to a bishop.
    ToBishop,
    /// It promotes to a rook.
    ToRook,
    /// It promotes to a queen.
    ToQueen,
    /// The side to move is in check, checkmated or not.
    Checks,
    /// In check, but not by the piece that moved last.
    Discovered,
    /// In check by two pieces or more, checkmated or not.
    Double,
    /// Checkmated by two checkers or more.
    DoubleMates,
    /// Checkmated.
    Checkmates,
    /// Not in check, and without a legal move.
    Stalemates,
}

/// The number of categories.
const CATEGORIES: usize = 14;

/// The number of leaves in each [`Category`].
///
/// ```
/// use movegen::chess::{StatisticsCounter, Category, Position};
/// use movegen::perft::{Perft, Stop};
/// let outcome = Perft::new(4).run(&Position::startpos(), &StatisticsCounter, &Stop::new(), |_| {}).unwrap();
/// assert_eq!(outcome.total.get(Category::Nodes), 197_281);
/// assert_eq!(outcome.total.get(Category::Checks), 469);
/// assert_eq!(outcome.total.checks_without_mates(), 461);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics([u128; CATEGORIES]);

impl Statistics {
    /// The names of [`values`](Statistics::values) in tables, JSON and CSV. Published tables disagree
    /// on checks: `checks` and `double` include those that mate, `checks_no_mate` and
    /// `double_no_mate` do not.
    pub const NAMES: [&str; 16] = [
        "nodes",
        "captures",
        "en_passant",
        "castles",
        "promotions",
        "to_knight",
        "to_bishop",
        "to_rook",
        "to_queen",
        "checks",
        "checks_no_mate",
        "discovered",
        "double",
        "double_no_mate",
        "checkmates",
        "stalemates",
    ];

    /// All numbers, in the order of their [names](Statistics::NAMES).
    pub fn values(&self) -> [u128; 16] {
        let of = |category| self.get(category);
        [
            of(Category::Nodes),
            of(Category::Captures),
            of(Category::EnPassant),
            of(Category::Castles),
            self.promotions(),
            of(Category::ToKnight),
            of(Category::ToBishop),
            of(Category::ToRook),
            of(Category::ToQueen),
            of(Category::Checks),
            self.checks_without_mates(),
            of(Category::Discovered),
            of(Category::Double),
            self.double_without_mates(),
            of(Category::Checkmates),
            of(Category::Stalemates),
        ]
    }

    /// The number of leaves of one category.
    pub fn get(&self, category: Category) -> u128 {
        self.0[category as usize]
    }

    /// The number of leaves whose last move promotes.
    pub fn promotions(&self) -> u128 {
        use Category::{ToBishop, ToKnight, ToQueen, ToRook};
        let all = [ToKnight, ToBishop, ToRook, ToQueen].into_iter();
        all.map(|category| self.get(category)).sum()
    }

    /// The number of leaves in check but not checkmated.
    pub fn checks_without_mates(&self) -> u128 {
        self.get(Category::Checks) - self.get(Category::Checkmates)
    }

    /// The number of leaves in check by two pieces or more but not checkmated.
    pub fn double_without_mates(&self) -> u128 {
        self.get(Category::Double) - self.get(Category::DoubleMates)
    }
}

impl Tally for Statistics {
    type Small = LeafStatistics;

    type Stored = Fields;

    const LEAF: LeafStatistics = {
        let mut leaf = LeafStatistics([0; CATEGORIES]);
        leaf.0[Category::Nodes as usize] = 1;
        leaf
    };

    fn checked_add(mut self, other: Statistics) -> Option<Statistics> {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.checked_add(more)?;
        }
        Some(self)
    }

    fn checked_mul(mut self, times: u128) -> Option<Statistics> {
        for sum in &mut self.0 {
            *sum = sum.checked_mul(times)?;
        }
        Some(self)
    }

    /// The four promotions are stored as one: a pawn that may promote may promote to each piece.
    /// Only the root moves of a count at depth 1 are counted one by one.
    #[inline]
    fn to_stored(self) -> Option<Fields> {
        use Category::*;
        let of = |category: Category| self.get(category);
        let to_queen = of(ToQueen);
        if [ToKnight, ToBishop, ToRook].map(of) != [to_queen; 3] {
            return None;
        }
        let [nodes, captures, checks, castles, queens, stalemates] = FIRST_BITS;
        let [mates, discovered, en_passant, double, double_mates] = LAST_BITS;
        Fields::pack(
            [
                (of(Nodes), nodes),
                (of(Captures), captures),
                (of(Checks), checks),
                (of(Castles), castles),
                (to_queen, queens),
                (of(Stalemates), stalemates),
            ],
            [
                (of(Checkmates), mates),
                (of(Discovered), discovered),
                (of(EnPassant), en_passant),
                (of(Double), double),
                (of(DoubleMates), double_mates),
            ],
        )
    }

    #[inline]
    fn from_stored(stored: Fields) -> Statistics {
        use Category::*;
        let mut found = Statistics::default();
        let mut set = |category: Category, leaves| found.0[category as usize] = leaves;
        let [nodes, captures, checks, castles, promotions, stalemates] =
            Fields::unpack(stored.first, FIRST_BITS);
        set(Nodes, nodes);
        set(Captures, captures);
        set(Checks, checks);
        set(Castles, castles);
        for category in [ToKnight, ToBishop, ToRook, ToQueen] {
            set(category, promotions);
        }
        set(Stalemates, stalemates);
        let [mates, discovered, en_passant, double, double_mates] =
            Fields::unpack(stored.last.into(), LAST_BITS);
        set(Checkmates, mates);
        set(Discovered, discovered);
        set(EnPassant, en_passant);
        set(Double, double);
        set(DoubleMates, double_mates);
        found
    }
}

/// The bits of leaves, captures, checks, castling moves, promotions to each piece, and stalemates in
/// a table. Two plies above the leaves everything fits but in made-up positions; of the leaves, four
/// plies above them, nearly everything.
const FIRST_BITS: [u32; 6] = [28, 26, 24, 22, 20, 8];

/// The bits of mates, discovered checks, captures en passant, double checks, and mates by them.
const LAST_BITS: [u32; 5] = [15, 14, 13, 8, 3];

/// [`Statistics`] of so few plies that 64 bits hold every number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafStatistics([u64; CATEGORIES]);

impl LeafStatistics {
    #[inline(always)]
    fn add(&mut self, category: Category, leaves: u32) {
        self.0[category as usize] += u64::from(leaves);
    }
}

impl From<LeafStatistics> for Statistics {
    fn from(sums: LeafStatistics) -> Statistics {
        Statistics(sums.0.map(u128::from))
    }
}
