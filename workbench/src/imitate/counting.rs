//! Defects in the walk through the tree: the moves are right, but the wrong nodes are counted.

use std::collections::HashMap;

use movegen::chess::{CastlingStyle, Move, Position};

use super::imitation::defect_table;
use super::{Budget, Counts, Exhausted, Imitation, Unpredicted, canonical, position_of};
use crate::ask::Question;

defect_table! {
    "mates-are-leaves"
        "positions without legal moves above the last ply are counted as leaves"
        [
            (NoMoves::Any, "checkmates and stalemates above the last ply"),
            (NoMoves::Checkmate, "checkmates above the last ply"),
            (NoMoves::Stalemate, "stalemates above the last ply"),
        ]
        .into_iter()
        .flat_map(|(no_moves, what)| [Root::Plain, Root::Leaf].map(|root| {
            Walk::new(Count::Ends(no_moves), root).said(format!("it counts {what} as leaves"))
        }));
    "interior-nodes-are-counted"
        "it counts all nodes of the tree, and not only the leaves"
        interior_nodes();
    "root-is-counted"
        "its total counts the root as well as the leaves"
        [Walk::new(Count::Shifted(0), Root::AddOne)];
    "counts-one-ply-too-deep"
        "it counts one ply deeper than it was asked to"
        [Walk::new(Count::Shifted(1), Root::Plain)];
    "counts-one-ply-too-few"
        "it counts one ply less than it was asked to"
        [Root::Plain, Root::OneAtDepth1, Root::NothingAtDepth1]
            .map(|root| Walk::new(Count::Shifted(-1), root));
    "lines-count-one-ply-too-few"
        "its counts of the moves are those of one ply less, but its total is right"
        [Walk::new(Count::Shifted(-1), Root::Total(0))];
    "lines-count-one-ply-too-deep"
        "its counts of the moves are those of one ply more, but its total is right"
        [Walk::new(Count::Shifted(1), Root::Total(0))];
    "total-counts-one-ply-too-few"
        "its total is that of one ply less"
        [Walk::new(Count::Shifted(0), Root::Total(-1))];
    "total-counts-one-ply-too-deep"
        "its total is that of one ply more"
        [Walk::new(Count::Shifted(0), Root::Total(1))];
    "leaves-in-check-are-extended"
        "leaves in check are counted one ply deeper, as a search does"
        [
            Walk::new(Count::Extended(Extension::Once), Root::Plain),
            Walk::new(Count::Extended(Extension::Repeated), Root::Plain)
                .said("leaves in check are counted deeper until there is no check, as a search does"),
            Walk::new(Count::Extended(Extension::EveryNode), Root::Plain)
                .said("each position in check is counted one ply deeper, as a search does"),
        ];
    "leaves-without-moves-are-not-counted"
        "leaves without legal moves are not counted"
        [
            (NoMoves::Any, "it does not count leaves that are checkmates or stalemates"),
            (NoMoves::Checkmate, "it does not count leaves that are checkmates"),
            (NoMoves::Stalemate, "it does not count leaves that are stalemates"),
        ]
        .map(|(no_moves, sentence)| {
            Walk::new(Count::WithoutEnds(no_moves), Root::Plain).said(sentence)
        });
    "moves-are-not-made"
        "moves are not made: each node has the moves of the root"
        [
            Walk::new(Count::Unmade { of_root: true }, Root::Plain),
            Walk::new(Count::Unmade { of_root: false }, Root::Plain)
                .said("moves below the root are not made: each node has the moves of the first one"),
        ];
    "depth-is-limited"
        "it does not count as deep as it was asked to"
        (1..=6).map(|limit| {
            let sentence = format!("it counts at most {limit} deep, whatever depth it is asked for");
            Walk::new(Count::Limited(limit), Root::Plain).said(sentence)
        });
    "number-of-moves-overflows"
        "the number of moves of a position overflows"
        [Stored::Modulo128, Stored::Signed8].map(|stored| {
            let sentence = match stored {
                Stored::Modulo128 => "the number of moves of a position is computed modulo 128",
                Stored::Signed8 => "the number of moves of a position is a signed integer of 8 bits",
            };
            Walk::new(Count::Overflowing(stored), Root::Plain).said(sentence)
        });
}

/// Programs that count other nodes than leaves: in each line, or in the total only.
fn interior_nodes() -> Vec<Walk> {
    let mut programs = Vec::new();
    for interior in [Interior::All, Interior::AboveLastPly, Interior::Moves] {
        for root in [Root::Plain, Root::AddOne] {
            programs.push(Walk::new(Count::Interior(interior), root));
        }
    }
    let sentence = "its total counts all nodes of the tree, and not only the leaves: it adds the totals of all depths";
    let in_total = |root| Walk::new(Count::Shifted(0), root).said(sentence);
    programs.extend([Root::NodesBelow, Root::EveryNode].map(in_total));
    programs
}

/// Positions without legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoMoves {
    Any,
    Checkmate,
    Stalemate,
}

/// Which nodes are counted besides the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interior {
    All,
    /// Not those one ply above the leaves: their moves are counted without playing them.
    AboveLastPly,
    /// All but the first one below the root: each node adds the number of its moves.
    Moves,
}

impl NoMoves {
    /// What a position with these moves adds to the leaves.
    fn adds(self, position: &Position, moves: &[Move]) -> i128 {
        let counts = match self {
            NoMoves::Any => true,
            NoMoves::Checkmate => position.is_check(),
            NoMoves::Stalemate => !position.is_check(),
        };
        i128::from(moves.is_empty() && counts)
    }
}

impl Interior {
    /// What a node with these moves adds to the leaves.
    fn adds(self, moves: &[Move], depth: u32) -> i128 {
        match self {
            Interior::All => 1,
            Interior::AboveLastPly => i128::from(depth > 1),
            Interior::Moves if depth > 1 => moves.len() as i128,
            Interior::Moves => 0,
        }
    }
}

/// The number of moves in a type that is too small for 218 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Modulo128,
    Signed8,
}

impl Stored {
    /// The number of moves of a position, as it is stored.
    fn number(self, moves: usize) -> i128 {
        match self {
            Stored::Modulo128 => (moves % 128) as i128,
            Stored::Signed8 => i128::from(moves as u8 as i8),
        }
    }
}

/// How the leaves below a position are counted.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// Positions without moves count 1.
    Ends(NoMoves),
    /// Other nodes than leaves count 1 as well.
    Interior(Interior),
    /// The depth is wrong by this number of plies.
    Shifted(i32),
    /// The depth is at most this, from the root.
    Limited(u32),
    /// Positions in check have another ply.
    Extended(Extension),
    /// Leaves without moves count 0.
    WithoutEnds(NoMoves),
    /// Each node has as many moves as the root, or as the first node below it.
    Unmade { of_root: bool },
    /// Above the leaves, moves are counted without playing them.
    Overflowing(Stored),
}

/// Which positions in check have another ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extension {
    /// Leaves.
    Once,
    /// Leaves, and those behind them.
    Repeated,
    /// All below the root.
    EveryNode,
}

/// What happens at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    /// The total is the sum of the lines.
    Plain,
    /// It is one more.
    AddOne,
    /// It is 1 if there are no moves.
    Leaf,
    /// At depth 1, the answer is a total of 1 without lines.
    OneAtDepth1,
    /// At depth 1, each move counts nothing.
    NothingAtDepth1,
    /// The total is the right one of a depth that is wrong by this number of plies.
    Total(i32),
    /// The total is that of all nodes, without the root.
    NodesBelow,
    /// The total is that of all nodes.
    EveryNode,
}

/// Counts by walking through the tree.
struct Walk {
    count: Count,
    root: Root,
    sentence: Option<String>,
    /// The lines of the other side's answer.
    theirs: Vec<(String, i128)>,
}

impl Walk {
    fn new(count: Count, root: Root) -> Walk {
        Walk {
            count,
            root,
            sentence: None,
            theirs: Vec::new(),
        }
    }

    /// The same program, with a sentence of its own.
    fn said(self, sentence: impl Into<String>) -> Walk {
        Walk {
            sentence: Some(sentence.into()),
            ..self
        }
    }

    /// What a leaf counts.
    fn leaf(&self, position: &Position) -> i128 {
        let moves = position.legal_moves();
        match self.count {
            Count::Extended(_) if position.is_check() => moves.len() as i128,
            Count::WithoutEnds(no_moves) => 1 - no_moves.adds(position, &moves),
            _ => 1,
        }
    }

    /// The count of a position below the root. `depth` is the number of plies that remain.
    fn below(
        &self,
        position: &Position,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<i128, Exhausted> {
        let depth = match self.count {
            Count::Ends(no_moves) => {
                let adds = |node: &Position, moves: &[Move], _: u32| no_moves.adds(node, moves);
                return leaves_and_nodes(position, depth, &adds, budget);
            }
            Count::Interior(counted) => {
                let adds = |_: &Position, moves: &[Move], depth: u32| counted.adds(moves, depth);
                return leaves_and_nodes(position, depth, &adds, budget);
            }
            Count::Extended(extension @ (Extension::Repeated | Extension::EveryNode)) => {
                return extended(position, depth, extension, budget);
            }
            Count::Extended(Extension::Once) | Count::WithoutEnds(_) => {
                let leaf = |position: &Position| self.leaf(position);
                return sum_of_leaves(position, depth, &leaf, budget);
            }
            Count::Unmade { .. } => {
                let moves = position.legal_moves().len() as i128;
                return Ok(moves.saturating_pow(depth));
            }
            Count::Overflowing(stored) => {
                return leaves_by(position, depth, &|moves| stored.number(moves), budget);
            }
            Count::Limited(limit) => depth.min(limit - 1),
            Count::Shifted(plies) => match depth.checked_add_signed(plies) {
                Some(depth) => depth,
                None => return Ok(i128::from(self.root != Root::NothingAtDepth1)),
            },
        };
        leaves(position, depth, budget)
    }
}

/// The sum of what each leaf counts.
fn sum_of_leaves(
    position: &Position,
    depth: u32,
    leaf: &dyn Fn(&Position) -> i128,
    budget: &mut Budget,
) -> Result<i128, Exhausted> {
    if depth == 0 {
        budget.spend(1)?;
        return Ok(leaf(position));
    }
    sum(&position.legal_moves(), |mv| {
        sum_of_leaves(&position.play(mv), depth - 1, leaf, budget)
    })
}

/// The leaves of a program that counts positions in check one ply deeper.
fn extended(
    position: &Position,
    depth: u32,
    extension: Extension,
    budget: &mut Budget,
) -> Result<i128, Exhausted> {
    budget.spend(1)?;
    let extends = position.is_check() && (depth == 0 || extension == Extension::EveryNode);
    match depth + u32::from(extends) {
        0 => Ok(1),
        depth => sum(&position.legal_moves(), |mv| {
            extended(&position.play(mv), depth - 1, extension, budget)
        }),
    }
}

/// The correct number of leaves.
fn leaves(position: &Position, depth: u32, budget: &mut Budget) -> Result<i128, Exhausted> {
    leaves_by(position, depth, &|moves| moves as i128, budget)
}

/// The number of leaves, where `stored` is the number of moves of a position above them.
fn leaves_by(
    position: &Position,
    depth: u32,
    stored: &dyn Fn(usize) -> i128,
    budget: &mut Budget,
) -> Result<i128, Exhausted> {
    let moves = position.legal_moves();
    match depth {
        0 => Ok(1),
        1 => {
            budget.spend(1)?;
            Ok(stored(moves.len()))
        }
        _ => sum(&moves, |mv| {
            leaves_by(&position.play(mv), depth - 1, stored, budget)
        }),
    }
}

/// The number of leaves, and what each node above them adds: a function of the node, its moves and the depth that
/// remains.
fn leaves_and_nodes(
    position: &Position,
    depth: u32,
    adds: &dyn Fn(&Position, &[Move], u32) -> i128,
    budget: &mut Budget,
) -> Result<i128, Exhausted> {
    if depth == 0 {
        return Ok(1);
    }
    let moves = position.legal_moves();
    budget.spend(1)?;
    let below = match depth {
        1 => moves.len() as i128,
        _ => sum(&moves, |mv| {
            leaves_and_nodes(&position.play(mv), depth - 1, adds, budget)
        })?,
    };
    Ok(adds(position, &moves, depth) + below)
}

fn sum(
    moves: &[Move],
    mut count: impl FnMut(Move) -> Result<i128, Exhausted>,
) -> Result<i128, Exhausted> {
    moves.iter().try_fold(0, |sum, &mv| Ok(sum + count(mv)?))
}

impl Imitation for Walk {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let position = position_of(question).ok_or(Unpredicted::Unknown)?;
        if self.root == Root::OneAtDepth1 && question.depth == 1 {
            return Ok(Counts {
                lines: Vec::new(),
                total: 1,
            });
        }
        let below = question.depth - 1;
        let moves = position.legal_moves();
        let theirs: HashMap<String, i128> = self
            .theirs
            .iter()
            .map(|(text, count)| (canonical(position, text), *count))
            .collect();
        let lines = moves.iter().map(|&mv| {
            let child = match self.count {
                Count::Unmade { of_root: true } => position,
                _ => position.play(mv),
            };
            let count = self.below(&child, below, budget)?;
            let text = position.uci(mv, CastlingStyle::Chess960);
            match theirs.get(&text) {
                Some(&other) if other != count => Err(Unpredicted::Different),
                _ => Ok((text, count)),
            }
        });
        let mut counts = Counts::of_lines(lines.collect::<Result<_, _>>()?);
        let mut all_nodes = || {
            let adds = |_: &Position, _: &[Move], _: u32| 1_i128;
            sum(&moves, |mv| {
                leaves_and_nodes(&position.play(mv), below, &adds, budget)
            })
        };
        match self.root {
            Root::AddOne => counts.total += 1,
            Root::Leaf if moves.is_empty() => counts.total = 1,
            Root::Total(plies) => {
                let depth = question.depth.saturating_add_signed(plies);
                counts.total = leaves(&position, depth, budget)?;
            }
            Root::NodesBelow => counts.total = all_nodes()?,
            Root::EveryNode => counts.total = all_nodes()? + 1,
            _ => {}
        }
        Ok(counts)
    }

    fn visits_leaves(&self) -> bool {
        matches!(self.count, Count::Extended(_) | Count::WithoutEnds(_))
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs = theirs.to_vec();
    }

    fn sentence(&self) -> Option<String> {
        self.sentence.clone()
    }
}
