//! Which part of a position a faulty table of counts leaves out of its keys.

use std::collections::HashMap;

use movegen::chess::{Color, PieceKind, Position};

use crate::find::{Difference, Node};

/// What a key can forget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forgotten {
    Rights,
    EnPassant,
}

impl Forgotten {
    const ALL: [(Forgotten, &'static str); 2] = [
        (Forgotten::Rights, "the castling rights"),
        (Forgotten::EnPassant, "the en passant square"),
    ];
}

/// A position without what the key forgets, and the plies to count from there.
type Key = ([u64; 7], u64, u64, bool, u32);

/// The least and the most that a table can answer.
type Bounds = (u128, u128);

/// Beyond this many leaves the tree is not walked: the answer would take longer than the hunt.
const MOST_LEAVES: u128 = 3_000_000;

/// What to say of wrong counts that no wrong state explains.
pub(super) fn mixed_up(step: &Node, difference: &Difference) -> String {
    let leaves: u128 = difference.counts.iter().map(|count| count.1).sum();
    if leaves > MOST_LEAVES {
        return "no castling right and no en passant square too many or too few explains these \
                counts: what remains is a table that takes one position for another"
            .to_owned();
    }
    let suspects: Vec<&str> = Forgotten::ALL
        .into_iter()
        .filter(|(forgotten, _)| explains(*forgotten, step, difference))
        .map(|(_, name)| name)
        .collect();
    match &suspects[..] {
        [] => "no castling right and no en passant square too many or too few, and no key without \
               them, explains these counts: what remains is a table that takes one position for \
               another, because its keys are too short or do not tell how deep the count was"
            .to_owned(),
        names => format!(
            "these counts are possible if its table takes positions for the same that differ in \
             {} only: its keys leave that out",
            names.join(" or in ")
        ),
    }
}

/// Whether every wrong count lies between the least and the most that such a table can answer.
fn explains(forgotten: Forgotten, step: &Node, difference: &Difference) -> bool {
    let Some(depth) = step.depth.checked_sub(1) else {
        return false;
    };
    let mut classes = Classes {
        forgotten,
        bounds: HashMap::new(),
        layers: vec![HashMap::new(); depth as usize + 1],
    };
    for mv in step.position.legal_moves() {
        classes.collect(step.position.play(mv), depth);
    }
    classes.settle();
    difference.counts.iter().all(|&(mv, ours, theirs)| {
        let child = step.position.play(mv);
        let (least, most) = classes.bounds_of(&child, depth);
        theirs != ours && (least..=most).contains(&theirs)
    })
}

/// All positions of a tree, gathered in classes of those that the table takes for the same.
struct Classes {
    forgotten: Forgotten,
    bounds: HashMap<Key, Bounds>,
    /// By the plies that are counted from there.
    layers: Vec<HashMap<u128, Position>>,
}

impl Classes {
    fn collect(&mut self, position: Position, depth: u32) {
        let layer = &mut self.layers[depth as usize];
        if layer.insert(position.key(), position).is_none() && depth > 1 {
            for mv in position.legal_moves() {
                self.collect(position.play(mv), depth - 1);
            }
        }
    }

    /// From the leaves up: a class can answer whatever one of its positions can come to.
    fn settle(&mut self) {
        let layers = std::mem::take(&mut self.layers);
        for (depth, layer) in layers.iter().enumerate().skip(1) {
            let mut merged: HashMap<Key, Bounds> = HashMap::new();
            for position in layer.values() {
                let own = self.own_bounds(position, depth as u32);
                let bounds = merged
                    .entry(self.key(position, depth as u32))
                    .or_insert(own);
                *bounds = (bounds.0.min(own.0), bounds.1.max(own.1));
            }
            self.bounds.extend(merged);
        }
    }

    fn own_bounds(&self, position: &Position, depth: u32) -> Bounds {
        let moves = position.legal_moves();
        if depth == 1 {
            let count = moves.len() as u128;
            return (count, count);
        }
        moves.iter().fold((0, 0), |sum, &mv| {
            let child = self.bounds_of(&position.play(mv), depth - 1);
            (sum.0 + child.0, sum.1 + child.1)
        })
    }

    fn bounds_of(&self, position: &Position, depth: u32) -> Bounds {
        let key = self.key(position, depth);
        self.bounds.get(&key).copied().unwrap_or((1, 1))
    }

    fn key(&self, position: &Position, depth: u32) -> Key {
        let mut men = [0; 7];
        for kind in PieceKind::ALL {
            men[kind.index()] = position.pieces(kind).0;
        }
        men[6] = position.colors(Color::White).0;
        let rights = position.castling_rooks().0;
        let square = position
            .en_passant()
            .map_or(0, |square| 1 << square.index());
        let turn = position.turn() == Color::White;
        match self.forgotten {
            Forgotten::Rights => (men, 0, square, turn, depth),
            Forgotten::EnPassant => (men, rights, 0, turn, depth),
        }
    }
}
