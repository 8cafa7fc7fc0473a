//! Finds the part of a position that a faulty hash table leaves out of its keys.

use std::collections::HashMap;

use movegen::chess::{Color, PieceKind, Position};

use crate::find::{Difference, Node};

/// A part of the position that a key can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Omitted {
    Rights,
    EnPassant,
}

impl Omitted {
    const ALL: [(Omitted, &'static str, &'static str); 2] = [
        (
            Omitted::Rights,
            "hash-keys-without-castling-rights",
            "the castling rights",
        ),
        (
            Omitted::EnPassant,
            "hash-keys-without-en-passant",
            "the en passant square",
        ),
    ];
}

/// A position without the omitted part, and the depth to count.
type Key = ([u64; 7], u64, u64, bool, u32);

/// The smallest and the greatest count that the table can return.
type Bounds = (u128, u128);

/// With more leaves than this, walking the tree would take longer than the hunt.
const MOST_LEAVES: u128 = 3_000_000;

/// The parts without which a table could return every wrong count: the id of the defect and the name of
/// the part.
pub(super) fn omitted(node: &Node, difference: &Difference) -> Vec<(&'static str, &'static str)> {
    let leaves: u128 = difference.counts.iter().map(|count| count.1).sum();
    if leaves > MOST_LEAVES {
        return Vec::new();
    }
    Omitted::ALL
        .into_iter()
        .filter(|(omitted, ..)| explains(*omitted, node, difference))
        .map(|(_, id, part)| (id, part))
        .collect()
}

/// Whether such a table can return every wrong count.
fn explains(omitted: Omitted, node: &Node, difference: &Difference) -> bool {
    let Some(depth) = node.depth.checked_sub(1) else {
        return false;
    };
    let mut classes = Classes {
        omitted,
        bounds: HashMap::new(),
        layers: vec![HashMap::new(); depth as usize + 1],
    };
    for mv in node.position.legal_moves() {
        classes.collect(node.position.play(mv), depth);
    }
    classes.compute_bounds();
    difference.counts.iter().all(|&(mv, ours, theirs)| {
        let child = node.position.play(mv);
        let (least, most) = classes.bounds_of(&child, depth);
        u128::try_from(theirs)
            .is_ok_and(|theirs| theirs != ours && (least..=most).contains(&theirs))
    })
}

/// All positions of a tree, in classes that the table cannot distinguish.
struct Classes {
    omitted: Omitted,
    bounds: HashMap<Key, Bounds>,
    /// The positions by the depth to count.
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

    /// From the leaves up: a class can return every count of its positions.
    fn compute_bounds(&mut self) {
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
        let mut pieces = [0; 7];
        for kind in PieceKind::ALL {
            pieces[kind.index()] = position.pieces(kind).0;
        }
        pieces[6] = position.colors(Color::White).0;
        let rights = position.castling_rooks().0;
        let square = position
            .en_passant()
            .map_or(0, |square| 1 << square.index());
        let turn = position.turn() == Color::White;
        match self.omitted {
            Omitted::Rights => (pieces, 0, square, turn, depth),
            Omitted::EnPassant => (pieces, rights, 0, turn, depth),
        }
    }
}
