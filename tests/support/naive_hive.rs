//! Hive by the rulebook: a generator that is too simple to be wrong in the ways a fast one is.
//!
//! The board is a map from coordinates to stacks; a piece that moves is taken off first, and every
//! rule is asked of what is left by walking over it. Nothing is shared with `movegen`, no type
//! either: the two meet in the texts of moves.

use std::collections::{BTreeMap, BTreeSet};

/// Columns and rows; a row further down lies half a hex further to the right.
type At = (i32, i32);

/// North-west, then clockwise.
const AROUND: [At; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

fn around(at: At) -> [At; 6] {
    AROUND.map(|(column, row)| (at.0 + column, at.1 + row))
}

/// A piece by its name, such as `wA1`.
type Name = String;

/// The stacks, from the bottom up.
#[derive(Clone, Default)]
struct Stacks(BTreeMap<At, Vec<Name>>);

impl Stacks {
    fn height(&self, at: At) -> usize {
        self.0.get(&at).map_or(0, Vec::len)
    }

    fn is_empty(&self, at: At) -> bool {
        self.height(at) == 0
    }

    fn top(&self, at: At) -> Option<&Name> {
        self.0.get(&at).and_then(|stack| stack.last())
    }

    fn find(&self, name: &str) -> Option<At> {
        let mut all = self.0.iter();
        all.find_map(|(at, stack)| stack.iter().any(|other| other == name).then_some(*at))
    }

    fn without_top(&self, at: At) -> Stacks {
        let mut less = self.clone();
        let stack = less.0.get_mut(&at).expect("a stack");
        stack.pop();
        if stack.is_empty() {
            less.0.remove(&at);
        }
        less
    }

    fn is_connected(&self) -> bool {
        let Some(first) = self.0.keys().next() else {
            return true;
        };
        let mut seen = BTreeSet::from([*first]);
        let mut open = vec![*first];
        while let Some(at) = open.pop() {
            for next in around(at) {
                if !self.is_empty(next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.len() == self.0.len()
    }

    /// Whether a piece that is on none of these stacks can step from one hex to a neighbour.
    fn can_step(&self, from: At, to: At) -> bool {
        let both: Vec<At> = around(from)
            .into_iter()
            .filter(|at| around(to).contains(at))
            .collect();
        let [left, right] = [self.height(both[0]), self.height(both[1])];
        match self.height(from).max(self.height(to)) {
            0 => (left == 0) != (right == 0),
            bar => !(left > bar && right > bar),
        }
    }

    fn steps(&self, from: At) -> Vec<At> {
        let all = around(from).into_iter();
        all.filter(|&to| self.can_step(from, to)).collect()
    }

    /// Steps on the ground.
    fn slides(&self, from: At) -> Vec<At> {
        let all = self.steps(from).into_iter();
        all.filter(|&to| self.is_empty(to)).collect()
    }

    /// Where a piece goes from here that moves as `bug` does and has been taken off.
    fn reach(&self, bug: char, from: At) -> BTreeSet<At> {
        match bug {
            'Q' | 'P' => self.slides(from).into_iter().collect(),
            'B' => self.steps(from).into_iter().collect(),
            'G' => {
                let all = AROUND.into_iter().filter_map(|(column, row)| {
                    let mut at = (from.0 + column, from.1 + row);
                    let jumps = !self.is_empty(at);
                    while !self.is_empty(at) {
                        at = (at.0 + column, at.1 + row);
                    }
                    jumps.then_some(at)
                });
                all.collect()
            }
            'S' => {
                let mut ways = vec![vec![from]];
                for _ in 0..3 {
                    ways = ways
                        .into_iter()
                        .flat_map(|way| {
                            let last = way[way.len() - 1];
                            let next = self.slides(last).into_iter();
                            next.map(move |to| [way.clone(), vec![to]].concat())
                        })
                        .filter(|way| way.iter().collect::<BTreeSet<_>>().len() == way.len())
                        .collect();
                }
                ways.into_iter().map(|way| way[3]).collect()
            }
            'A' => {
                let mut seen = BTreeSet::from([from]);
                let mut open = vec![from];
                while let Some(at) = open.pop() {
                    for next in self.slides(at) {
                        if seen.insert(next) {
                            open.push(next);
                        }
                    }
                }
                seen.remove(&from);
                seen
            }
            'L' => {
                let up = self
                    .steps(from)
                    .into_iter()
                    .filter(|&at| !self.is_empty(at));
                let across = up.flat_map(|at| self.steps(at));
                let across = across.filter(|&at| !self.is_empty(at));
                let down = across.flat_map(|at| self.steps(at));
                down.filter(|&at| self.is_empty(at) && at != from).collect()
            }
            'M' => {
                let beside = around(from).into_iter().filter_map(|at| self.top(at));
                let bugs: BTreeSet<char> = beside.map(|name| bug_of(name)).collect();
                let bugs = bugs.into_iter().filter(|&bug| bug != 'M');
                bugs.flat_map(|bug| self.reach(bug, from)).collect()
            }
            _ => panic!("no bug {bug}"),
        }
    }
}

fn bug_of(name: &str) -> char {
    name.chars().nth(1).expect("a name")
}

fn side_of(name: &str) -> char {
    name.chars().next().expect("a name")
}

/// A move: the piece and its destination; `None` for a pass.
pub(crate) type NaiveMove = Option<(Name, At)>;

#[derive(Clone)]
pub(crate) struct NaiveHive {
    expansions: String,
    stacks: Stacks,
    ply: usize,
    /// The piece of the move before, placed or moved.
    last: Option<Name>,
}

impl NaiveHive {
    /// A new game with some of the expansions `MLP`.
    pub(crate) fn new(expansions: &str) -> NaiveHive {
        NaiveHive {
            expansions: expansions.to_owned(),
            stacks: Stacks::default(),
            ply: 0,
            last: None,
        }
    }

    fn side(&self) -> char {
        ['w', 'b'][self.ply % 2]
    }

    /// The first of each bug that a side has in hand.
    fn hand(&self, side: char) -> Vec<Name> {
        let mut hand = Vec::new();
        let bugs = [("Q", 0), ("S", 2), ("B", 2), ("G", 3), ("A", 3)];
        let expansions = self.expansions.chars().map(|bug| (bug.to_string(), 0));
        let bugs = bugs.map(|(bug, number)| (bug.to_owned(), number));
        for (bug, number) in bugs.into_iter().chain(expansions) {
            let names: Vec<Name> = match number {
                0 => vec![format!("{side}{bug}")],
                _ => (1..=number).map(|n| format!("{side}{bug}{n}")).collect(),
            };
            let mut names = names.into_iter();
            hand.extend(names.find(|name| self.stacks.find(name).is_none()));
        }
        hand
    }

    pub(crate) fn is_over(&self) -> bool {
        ["wQ", "bQ"].into_iter().any(|queen| {
            let at = self.stacks.find(queen);
            at.is_some_and(|at| around(at).into_iter().all(|n| !self.stacks.is_empty(n)))
        })
    }

    pub(crate) fn moves(&self) -> Vec<NaiveMove> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves = BTreeSet::new();
        self.placements(&mut moves);
        if self.stacks.find(&format!("{}Q", self.side())).is_some() {
            self.own_moves(&mut moves);
            self.throws(&mut moves);
        }
        let moves: Vec<NaiveMove> = moves.into_iter().map(Some).collect();
        if moves.is_empty() {
            return vec![None];
        }
        moves
    }

    fn placements(&self, moves: &mut BTreeSet<(Name, At)>) {
        let side = self.side();
        let mut hand = self.hand(side);
        let queen = format!("{side}Q");
        if self.ply < 2 {
            hand.retain(|name| *name != queen);
        } else if self.ply >= 6 && hand.contains(&queen) {
            hand = vec![queen];
        }
        let places: BTreeSet<At> = match self.ply {
            0 => [(0, 0)].into(),
            1 => around((0, 0)).into(),
            _ => {
                let beside = self.stacks.0.keys().flat_map(|&at| around(at));
                let empty = beside.filter(|&at| self.stacks.is_empty(at));
                let free = empty.filter(|&at| {
                    let tops = around(at).into_iter().filter_map(|n| self.stacks.top(n));
                    tops.into_iter().all(|name| side_of(name) == side)
                });
                free.collect()
            }
        };
        for name in hand {
            moves.extend(places.iter().map(|&at| (name.clone(), at)));
        }
    }

    /// Whether a piece may be taken off the hive here, by whomever.
    fn is_free(&self, at: At) -> bool {
        self.stacks.top(at) != self.last.as_ref() && self.stacks.without_top(at).is_connected()
    }

    fn own_moves(&self, moves: &mut BTreeSet<(Name, At)>) {
        for (&at, stack) in &self.stacks.0 {
            let name = &stack[stack.len() - 1];
            if side_of(name) != self.side() || !self.is_free(at) {
                continue;
            }
            let bug = match bug_of(name) {
                'M' if stack.len() > 1 => 'B',
                bug => bug,
            };
            let reached = self.stacks.without_top(at).reach(bug, at);
            moves.extend(reached.into_iter().map(|to| (name.clone(), to)));
        }
    }

    fn throws(&self, moves: &mut BTreeSet<(Name, At)>) {
        for (&at, stack) in &self.stacks.0 {
            let thrower = &stack[stack.len() - 1];
            let beside = || around(at).into_iter().filter_map(|n| self.stacks.top(n));
            let able = match bug_of(thrower) {
                'P' => true,
                'M' => beside().any(|name| bug_of(name) == 'P'),
                _ => false,
            };
            let stunned = self.last.as_ref() == Some(thrower);
            if !able || stunned || stack.len() > 1 || side_of(thrower) != self.side() {
                continue;
            }
            for from in around(at) {
                if self.stacks.height(from) != 1 || !self.is_free(from) {
                    continue;
                }
                let less = self.stacks.without_top(from);
                if !less.can_step(from, at) {
                    continue;
                }
                let name = &self.stacks.0[&from][0];
                for to in around(at) {
                    if to != from && less.is_empty(to) && less.can_step(at, to) {
                        moves.insert((name.clone(), to));
                    }
                }
            }
        }
    }

    pub(crate) fn play(&self, mv: &NaiveMove) -> NaiveHive {
        let mut next = self.clone();
        next.ply += 1;
        next.last = mv.as_ref().map(|(name, _)| name.clone());
        if let Some((name, to)) = mv {
            if let Some(from) = self.stacks.find(name) {
                next.stacks = self.stacks.without_top(from);
            }
            next.stacks.0.entry(*to).or_default().push(name.clone());
        }
        next
    }

    pub(crate) fn text(&self, mv: &NaiveMove) -> String {
        let Some((name, to)) = mv else {
            return "pass".to_owned();
        };
        let mut stacks = self.stacks.clone();
        if let Some(from) = stacks.find(name) {
            stacks = stacks.without_top(from);
        }
        if let Some(beneath) = stacks.top(*to) {
            return format!("{name} {beneath}");
        }
        for (index, at) in around(*to).into_iter().enumerate() {
            if let Some(other) = stacks.top(at) {
                return match index {
                    0 => format!("{name} {other}\\"),
                    1 => format!("{name} /{other}"),
                    2 => format!("{name} -{other}"),
                    3 => format!("{name} \\{other}"),
                    4 => format!("{name} {other}/"),
                    _ => format!("{name} {other}-"),
                };
            }
        }
        name.clone()
    }

    pub(crate) fn perft(&self, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        moves.iter().map(|m| self.play(m).perft(depth - 1)).sum()
    }

    /// Pieces that have been placed.
    pub(crate) fn in_play(&self) -> usize {
        self.stacks.0.values().map(Vec::len).sum()
    }

    /// Pieces that lie on others.
    pub(crate) fn stacked(&self) -> usize {
        self.stacks.0.values().map(|stack| stack.len() - 1).sum()
    }
}
