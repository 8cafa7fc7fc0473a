//! The counts that a program with a faulty table can give, whatever its order of moves, the size of
//! its table and the entries that it replaces.
//!
//! Each node has the count of its moves, or that of any position with the same key. From the leaves
//! up, that is a set of counts for each key and depth.

use std::collections::HashMap;

use movegen::chess::{Move, Position};

use super::keys::{Keys, Path};
use super::program::{Depths, Program};
use crate::imitate::{Budget, Exhausted};

/// A set with more counts is not kept.
const MOST_COUNTS: usize = 24;

/// With more nodes, the search takes too long.
const MOST_NODES: usize = 60_000;

/// A set of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Few(Vec<u64>),
    /// Too many to tell.
    Many,
}

impl Values {
    fn add(&mut self, other: &Values) {
        let Values::Few(own) = self else {
            return;
        };
        let Values::Few(more) = other else {
            *self = Values::Many;
            return;
        };
        own.extend(more);
        own.sort_unstable();
        own.dedup();
        if own.len() > MOST_COUNTS {
            *self = Values::Many;
        }
    }

    /// The sums of one count of each set. Most sets have one count.
    fn plus(mut self, other: &Values) -> Values {
        let (Values::Few(own), Values::Few(more)) = (&mut self, other) else {
            return Values::Many;
        };
        if let [one] = more[..] {
            own.iter_mut().for_each(|count| *count += one);
            return self;
        }
        let mut sums: Vec<u64> = own
            .iter()
            .flat_map(|a| more.iter().map(move |b| a + b))
            .collect();
        sums.sort_unstable();
        sums.dedup();
        match sums.len() > MOST_COUNTS {
            true => Values::Many,
            false => Values::Few(sums),
        }
    }
}

/// Whether a program can give a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Yes,
    No,
    Unknown,
}

/// A node: the position, the path that its key depends on, and the depth that remains.
type Id = (u128, Path, u32);

struct Node {
    position: Position,
    path: Path,
    /// The correct count.
    count: u64,
}

/// All nodes of some trees.
pub(super) struct Trees {
    program: Program,
    /// By the depth that remains.
    layers: Vec<HashMap<Id, Node>>,
    nodes: usize,
}

impl Trees {
    pub(super) fn new(program: Program) -> Trees {
        // What unmake does not restore can add up to anything.
        let keys = match program.keys.drifts() {
            true => Keys::OnlyPieces,
            false => program.keys,
        };
        Trees {
            program: Program { keys, ..program },
            layers: Vec::new(),
            nodes: 0,
        }
    }

    /// Adds the tree of a question; `false` if there are too many nodes.
    pub(super) fn add(
        &mut self,
        root: &Position,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let path = self.program.keys.at_root(root);
        for mv in root.legal_moves() {
            let child = root.play(mv);
            let path = self.program.after(path, root, mv, &child);
            self.collect(child, path, depth - 1, budget)?;
        }
        Ok(self.nodes <= MOST_NODES)
    }

    /// Adds a node and those below it; returns its correct count.
    fn collect(
        &mut self,
        position: Position,
        path: Path,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<u64, Exhausted> {
        if depth == 0 || self.nodes > MOST_NODES {
            return Ok(1);
        }
        let place = depth as usize;
        if self.layers.len() <= place {
            self.layers.resize_with(place + 1, HashMap::new);
        }
        let id = (position.key(), path, depth);
        if let Some(known) = self.layers[place].get(&id) {
            return Ok(known.count);
        }
        self.nodes += 1;
        let moves = position.legal_moves();
        budget.spend(moves.len().max(1) as u64)?;
        let mut count = 0;
        for &mv in moves.iter() {
            count += match depth {
                1 => 1,
                _ => {
                    let child = position.play(mv);
                    let path = self.program.after(path, &position, mv, &child);
                    self.collect(child, path, depth - 1, budget)?
                }
            };
        }
        let node = Node {
            position,
            path,
            count,
        };
        self.layers[place].insert(id, node);
        Ok(count)
    }

    /// What the program can count for each key and depth.
    pub(super) fn possible(&self) -> Possible {
        let mut possible = Possible {
            program: self.program,
            leaf: Values::Few(vec![1]),
            values: HashMap::new(),
            others: self.others(),
        };
        for layer in 1..self.layers.len() {
            let depth = layer as u32;
            let mut merged: HashMap<(u64, u32), Values> = HashMap::new();
            for node in self.layers[layer].values() {
                let class = possible.class(&node.position, node.path, depth);
                let own = match depth {
                    1 => Values::Few(vec![node.count]),
                    _ => possible.sum(&node.position, node.path, depth),
                };
                match merged.get_mut(&class) {
                    Some(values) => values.add(&own),
                    None => {
                        merged.insert(class, own);
                    }
                }
            }
            for (class, values) in &mut merged {
                possible.add_others(*class, depth, values);
            }
            possible.values.extend(merged);
        }
        possible
    }

    /// The correct counts of each key at each depth, if depths are not compared.
    fn others(&self) -> HashMap<u64, Vec<(u32, u64)>> {
        let mut others: HashMap<u64, Vec<(u32, u64)>> = HashMap::new();
        if self.program.depths == Depths::Equal {
            return others;
        }
        let least = self.program.least as usize;
        for (depth, layer) in self.layers.iter().enumerate().skip(least) {
            for node in layer.values() {
                let key = self.program.keys.of(&node.position, node.path);
                others
                    .entry(key)
                    .or_default()
                    .push((depth as u32, node.count));
            }
        }
        others
    }
}

/// What a program can count.
pub(super) struct Possible {
    program: Program,
    /// The count of a leaf.
    leaf: Values,
    values: HashMap<(u64, u32), Values>,
    others: HashMap<u64, Vec<(u32, u64)>>,
}

impl Possible {
    /// Whether the program can give this count for a move of the root.
    pub(super) fn verdict_at_root(
        &self,
        root: &Position,
        mv: Move,
        depth: u32,
        count: i128,
    ) -> Verdict {
        let Ok(count) = u64::try_from(count) else {
            return Verdict::No;
        };
        let child = root.play(mv);
        let path = self.program.keys.at_root(root);
        let path = self.program.after(path, root, mv, &child);
        match self.of(&child, path, depth - 1) {
            Values::Many => Verdict::Unknown,
            Values::Few(counts) if counts.contains(&count) => Verdict::Yes,
            Values::Few(_) => Verdict::No,
        }
    }

    /// Positions in the same class share their entry. Nodes without an entry are on their own.
    fn class(&self, position: &Position, path: Path, depth: u32) -> (u64, u32) {
        match depth < self.program.least {
            true => (position.key() as u64, depth),
            false => (self.program.keys.of(position, path), depth),
        }
    }

    fn of(&self, position: &Position, path: Path, depth: u32) -> &Values {
        if depth == 0 {
            return &self.leaf;
        }
        let class = self.class(position, path, depth);
        self.values.get(&class).unwrap_or(&Values::Many)
    }

    /// The sums over the moves of a node.
    fn sum(&self, position: &Position, path: Path, depth: u32) -> Values {
        let mut sum = Values::Few(vec![0]);
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let path = self.program.after(path, position, mv, &child);
            sum = sum.plus(self.of(&child, path, depth - 1));
            if sum == Values::Many {
                break;
            }
        }
        sum
    }

    fn add_others(&self, (key, _): (u64, u32), depth: u32, values: &mut Values) {
        if depth < self.program.least {
            return;
        }
        let usable = |other: &&(u32, u64)| match self.program.depths {
            Depths::Equal => false,
            Depths::Deeper => other.0 > depth,
            Depths::Any => other.0 != depth,
        };
        let others = self.others.get(&key).into_iter().flatten();
        let mut counts: Vec<u64> = others.filter(usable).map(|other| other.1).collect();
        counts.sort_unstable();
        counts.dedup();
        values.add(&Values::Few(counts));
    }
}
