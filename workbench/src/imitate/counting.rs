//! Defects in the walk through the tree: the moves are right, but the wrong nodes are counted.

use movegen::chess::{CastlingStyle, Move, Position};

use super::imitation::defect_table;
use super::{Budget, Counts, Exhausted, Imitation, Unpredicted, position_of};
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
    "depth-is-limited"
        "it does not count as deep as it was asked to"
        (1..=6).map(|limit| {
            let sentence = format!("it counts at most {limit} deep, whatever depth it is asked for");
            Walk::new(Count::Limited(limit), Root::Plain).said(sentence)
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
    let sentence = "its total counts all nodes of the tree, and not only the leaves";
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
}

impl Walk {
    fn new(count: Count, root: Root) -> Walk {
        Walk {
            count,
            root,
            sentence: None,
        }
    }

    /// The same program, with a sentence of its own.
    fn said(self, sentence: impl Into<String>) -> Walk {
        Walk {
            sentence: Some(sentence.into()),
            ..self
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
            Count::Limited(limit) => depth.min(limit - 1),
            Count::Shifted(plies) => match depth.checked_add_signed(plies) {
                Some(depth) => depth,
                None => return Ok(i128::from(self.root != Root::NothingAtDepth1)),
            },
        };
        leaves(position, depth, budget)
    }
}

/// The correct number of leaves.
fn leaves(position: &Position, depth: u32, budget: &mut Budget) -> Result<i128, Exhausted> {
    let moves = position.legal_moves();
    match depth {
        0 => Ok(1),
        1 => {
            budget.spend(1)?;
            Ok(moves.len() as i128)
        }
        _ => sum(&moves, |mv| leaves(&position.play(mv), depth - 1, budget)),
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
        let lines = moves.iter().map(|&mv| {
            let count = self.below(&position.play(mv), below, budget)?;
            Ok((position.uci(mv, CastlingStyle::Chess960), count))
        });
        let mut counts = Counts::of_lines(lines.collect::<Result<_, Exhausted>>()?);
        let mut all_nodes = || {
            let adds = |_: &Position, _: &[Move], _: u32| 1_i128;
            sum(&moves, |mv| {
                leaves_and_nodes(&position.play(mv), below, &adds, budget)
            })
        };
        match self.root {
            Root::AddOne => counts.total += 1,
            Root::Leaf if moves.is_empty() => counts.total = 1,
            Root::NodesBelow => counts.total = all_nodes()?,
            Root::EveryNode => counts.total = all_nodes()? + 1,
            _ => {}
        }
        Ok(counts)
    }

    fn sentence(&self) -> Option<String> {
        self.sentence.clone()
    }
}
