//! Games in which a quiet move changes the mover's pieces only.

use super::packable::Packable;
use super::record::{Key, Record};

/// A game with two sides, each with a key of its own pieces. The key of a position is that of both sides
/// combined by exclusive or; what belongs to neither side is added to it.
pub trait SideKeyed: Packable<Packed: Record> {
    /// The random numbers from which keys are made.
    type Numbers: Send + Sync;

    /// The numbers of a seed.
    fn numbers(seed: u64) -> Self::Numbers;

    /// As [`unpack`](Packable::unpack), for the methods of this trait only: other keys are not computed.
    fn open(packed: &Self::Packed) -> Self;

    /// The key of the side to move.
    fn mover_key(&self, numbers: &Self::Numbers) -> u128;

    /// The keys of both sides.
    fn halves(&self, numbers: &Self::Numbers) -> SideKeys;

    /// Calls `visit` with every legal move. `mover` is the [`mover_key`](SideKeyed::mover_key).
    fn half_moves(
        &self,
        numbers: &Self::Numbers,
        mover: u128,
        visit: impl FnMut(SideMove<Self::Move>),
    );

    /// As [`half_moves`](SideKeyed::half_moves), but for captures only.
    fn half_captures(
        &self,
        numbers: &Self::Numbers,
        mover: u128,
        visit: impl FnMut(SideMove<Self::Move>),
    );

    /// The position after a legal move.
    fn make(&self, mv: Self::Move) -> Self::Packed;
}

/// The keys of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideKeys {
    /// The side to move.
    pub mover: u128,
    /// The other side.
    pub waiting: u128,
}

/// A move and what it does to the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideMove<M> {
    /// The move.
    pub mv: M,
    /// The mover's key after the move.
    pub mover: u128,
    /// Whether it captures.
    pub captures: bool,
    /// What the other side's key loses by a capture; 0 without one.
    pub captured: u128,
    /// What belongs to neither side after the move, such as an en passant square.
    pub passed: u128,
}

/// What tells the positions of the last ply apart: their [`Key`], or the positions themselves.
pub trait ChildRecord<T: SideKeyed>: Record {
    /// That of the child after a legal move, with this key.
    fn of(parent: &T, mv: T::Move, key: u128) -> Self;
}

impl<T: SideKeyed> ChildRecord<T> for Key {
    #[inline(always)]
    fn of(_parent: &T, _mv: T::Move, key: u128) -> Key {
        Key::new(key)
    }
}

/// What a sample of positions says about the next two plies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Survey {
    /// Legal moves of a position, on average.
    pub moves: f64,
    /// Legal moves of a position after one of these moves.
    pub next_moves: f64,
    /// Captures of a position after one of these moves.
    pub next_captures: f64,
}

impl Survey {
    /// Looks at the children of each position.
    pub fn new<T: SideKeyed>(positions: &[T::Packed], numbers: &T::Numbers) -> Survey {
        let (mut children, mut moves, mut captures) = (0u64, 0u64, 0u64);
        for packed in positions {
            let parent = T::open(packed);
            let mover = parent.mover_key(numbers);
            parent.half_moves(numbers, mover, |step| {
                children += 1;
                let child = T::open(&parent.make(step.mv));
                child.half_moves(numbers, 0, |next| {
                    moves += 1;
                    captures += u64::from(next.captures);
                });
            });
        }
        let (all, below) = (positions.len().max(1) as f64, children.max(1) as f64);
        Survey {
            moves: children as f64 / all,
            next_moves: moves as f64 / below,
            next_captures: captures as f64 / below,
        }
    }
}
