//! The numbers of legal moves of all placements, by the naive generator, and with them the counts of two plies.

use std::sync::Mutex;

use movegen::threads::Pool;

use super::arrangements::{self, PARTS};
use super::class::Class;
use super::oracle::State;

/// The entry of a placement that is no position, or that has two men on one square.
const REFUSED: u8 = u8::MAX;

/// The numbers of the men of a class are the digits of its place in the list of tables; this digit stands for no man.
const NO_MAN: usize = 12;

/// For each class, an entry for every square of every man and for both sides to move, without castling rights and en
/// passant. Three men take 0.5 MB for each class, four men 33.5 MB, or 1.8 GB for all of them. Tables only save time: moves
/// of a class without one are counted.
pub(crate) struct Tables(Vec<Vec<u8>>);

impl Tables {
    /// No tables.
    pub(crate) fn new() -> Tables {
        Tables(vec![Vec::new(); (NO_MAN + 1).pow(4)])
    }

    /// Makes the missing tables of this class and of those that one move can lead to.
    pub(crate) fn prepare(&mut self, class: &Class, pool: &Pool) {
        for needed in class.after_a_move() {
            let table = &mut self.0[number(needed.men().iter().map(|man| man.index()))];
            if table.is_empty() {
                *table = moves_of_all(&needed, pool);
            }
        }
    }

    /// The leaves one and two plies below a state that is a position.
    pub(crate) fn leaves(&self, state: &State) -> [u64; 2] {
        let one_ply = self.moves(state).unwrap_or(0);
        let mut two_plies = 0;
        state.visit_moves(|_, child| two_plies += self.moves(child).unwrap_or(0));
        [one_ply.into(), two_plies.into()]
    }

    /// The number of legal moves of a state, or `None` if it is no position.
    fn moves(&self, state: &State) -> Option<u32> {
        let table = &self.0[number(state.men().map(|(man, _)| man.index()))];
        if table.is_empty() || !state.is_plain() {
            return (!state.can_capture_king()).then(|| state.count_moves());
        }
        let moves = table[index(state)];
        (moves != REFUSED).then(|| moves.into())
    }
}

/// The place of a class in the list of tables.
fn number(men: impl Iterator<Item = usize>) -> usize {
    men.fold(0, |number, man| number * (NO_MAN + 1) + man + 1)
}

/// The place of a state in the table of its class; the entries of a part follow each other.
fn index(state: &State) -> usize {
    let squares = state.men().map(|(_, square)| usize::from(square));
    squares.fold(0, |index, square| index * 64 + square) * 2 + state.turn().index()
}

/// The table of a class.
fn moves_of_all(class: &Class, pool: &Pool) -> Vec<u8> {
    let mut table = vec![REFUSED; 2 << (6 * class.men().len())];
    let part_len = table.len() / usize::from(PARTS);
    let parts = Mutex::new((0..PARTS).zip(table.chunks_mut(part_len)));
    pool.broadcast(|| {
        // A lock for one statement, so that the other threads can take their parts.
        let next = || parts.lock().expect("no thread panics here").next();
        while let Some((part, entries)) = next() {
            arrangements::plain(class, part, &mut |state| {
                if !state.is_refused() {
                    let moves = u8::try_from(state.count_moves());
                    let moves = moves.expect("four men have fewer than 255 moves");
                    assert_ne!(moves, REFUSED);
                    entries[index(&state) - usize::from(part) * part_len] = moves;
                }
            });
        }
    });
    table
}
