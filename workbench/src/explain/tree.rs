//! What the wrong counts of a tree tell if each position in it is counted correctly by itself.
//!
//! These are observations from the numbers alone, without a model of the other program.

use std::collections::HashSet;

use movegen::chess::{CastlingStyle, Move, MoveKind, Position, Square};

use crate::ask::{Answer, reported};
use crate::find::{Difference, Disagreement, Finding};

/// Trees with more leaves are not walked.
const MOST_LEAVES: u128 = 2_000_000;

/// How many ways there must be to choose the wrong lines before their order means something.
const LEAST_ORDERS: f64 = 20.0;

/// Fewer wrong counts after the first one may differ in the same way by coincidence.
const LEAST_LATER: usize = 4;

/// More groups of moves than these that fit are a coincidence.
const MOST_GROUPS: usize = 2;

/// A draw by repetition needs four plies, and the move after it.
const REPETITION: u32 = 5;

/// Plies without a capture or a pawn's move, after which some programs see a draw.
const FIFTY: u32 = 50;

/// Kinds of moves that are counted beside those of each piece.
const KINDS: [&str; 4] = [
    "castling moves",
    "en passant captures",
    "promotions",
    "captures",
];

/// A bit for each root square whose piece moves, and one for each of [`KINDS`].
const GROUPS: usize = 64 + KINDS.len();

/// Numbers of these bits overflow.
const WIDTHS: [u32; 3] = [32, 16, 8];

/// A single difference that is a multiple of 256 can be a coincidence.
const LEAST_OF_BYTES: usize = 2;

/// That the wrong counts differ from the right ones as numbers that have overflowed.
pub(super) fn overflow(found: &Disagreement) -> Option<String> {
    let counts = &found.finding.difference().counts;
    let overflows = |bits: u32| {
        let modulus = 1_i128 << bits;
        let is_multiple = |&(_, ours, theirs): &(Move, u128, i128)| {
            let ours = reported(ours);
            2 * ours >= modulus && (ours - theirs) % modulus == 0
        };
        let least = if bits == 8 { LEAST_OF_BYTES } else { 1 };
        !found.varies && counts.len() >= least && counts.iter().all(is_multiple)
    };
    let bits = WIDTHS.into_iter().find(|bits| overflows(*bits))?;
    Some(format!(
        "each wrong count differs from the right one by a multiple of {}: numbers of {bits} bits may overflow",
        1_u64 << bits
    ))
}

/// What the wrong counts have in common, as sentences.
pub(super) fn facts(found: &Disagreement, style: CastlingStyle) -> Vec<String> {
    if in_tree(found).is_none() {
        return Vec::new();
    }
    let order = Order::of(found);
    behind(found, order.as_ref(), style)
        .into_iter()
        .chain(order.and_then(|order| order.fact(found, style)))
        .collect()
}

/// The difference, if only the counts of a tree are wrong, and always in the same way.
fn in_tree(found: &Disagreement) -> Option<&Difference> {
    match &found.finding {
        Finding::Tree(difference) if !found.varies && !found.remembers => Some(difference),
        _ => None,
    }
}

/// Whether the tree can be walked.
fn is_small(found: &Disagreement) -> bool {
    let last = found.trail.last();
    last.is_some_and(|last| last.ours.total <= MOST_LEAVES)
}

/// What can be the reason, as far as nothing excludes it. `without_table` tells whether the answer is right without a
/// hash table, if that is known.
pub(super) fn possible(found: &Disagreement, without_table: Option<bool>) -> Vec<&'static str> {
    let Some(difference) = in_tree(found) else {
        return Vec::new();
    };
    let node = &found.node;
    let counts = &difference.counts;
    let is_too_low = |&(_, ours, theirs): &(Move, u128, i128)| theirs < reported(ours);
    let mut left = vec!["a move that is not taken back"];
    let is_excluded = node.depth == 2 && !are_counts_of_others(node.position.chess(), counts);
    if without_table != Some(false) && !is_excluded {
        left.push(
            match is_small(found) && !repeats(node.position.chess(), node.depth) {
                true => "a hash table that confuses positions",
                false => "a hash table",
            },
        );
    }
    if !counts.iter().any(is_too_low) {
        left.push("moves that are tested only at the root");
    }
    let clock = node.position.chess().halfmoves();
    let plies = node.moves.len() as u32 + node.depth;
    if counts.iter().all(is_too_low) && (plies >= REPETITION || clock + node.depth >= FIFTY) {
        left.push("draws by repetition or by the clock");
    }
    left
}

/// Whether each wrong count of a tree of two plies is the number of moves of some position in it, or 0, as in an empty
/// entry. A table that confuses positions has no other counts.
fn are_counts_of_others(root: &Position, counts: &[(Move, u128, i128)]) -> bool {
    let moves = root.legal_moves();
    let numbers = moves.iter().map(|&mv| root.play(mv).legal_moves().len());
    let numbers: HashSet<i128> = numbers
        .chain([moves.len(), 1, 0])
        .map(|n| n as i128)
        .collect();
    counts.iter().all(|count| numbers.contains(&count.2))
}

/// Whether a position occurs twice in the tree above its last ply, with the same plies left.
fn repeats(root: &Position, depth: u32) -> bool {
    let mut positions = vec![*root];
    for _ in 1..depth {
        let mut known = HashSet::new();
        let mut below = Vec::new();
        for position in positions {
            for mv in position.legal_moves() {
                let child = position.play(mv);
                if !known.insert(child.key()) {
                    return true;
                }
                below.push(child);
            }
        }
        positions = below;
    }
    false
}

/// The moves whose leaves make the difference in every wrong count, except perhaps the first one: below the move after
/// which the board is wrong, other moves are wrong as well.
fn behind(found: &Disagreement, order: Option<&Order>, style: CastlingStyle) -> Option<String> {
    let node = &found.node;
    let root = node.position.as_standard().filter(|_| is_small(found))?;
    let counts = &found.finding.difference().counts;
    if let Some((word, groups)) = group(root, node.depth, counts) {
        return Some(format!(
            "each wrong count is too {word} by exactly the leaves behind {groups}"
        ));
    }
    let first = order?.first_wrong();
    let later: Vec<(Move, u128, i128)> = counts
        .iter()
        .copied()
        .filter(|count| count.0 != first)
        .collect();
    let (word, groups) = group(root, node.depth, &later).filter(|_| later.len() >= LEAST_LATER)?;
    Some(format!(
        "each wrong count after the first one, that of {}, is too {word} by exactly the leaves behind {groups}",
        node.position.uci(first, style)
    ))
}

/// The word for the difference, and the moves whose leaves make it in every wrong count.
fn group(
    root: &Position,
    depth: u32,
    counts: &[(Move, u128, i128)],
) -> Option<(&'static str, String)> {
    let &[_, _, ..] = counts else { return None };
    let squares: [u8; 64] = std::array::from_fn(|square| square as u8);
    let mut fits = [[true; GROUPS]; 2];
    for &(mv, ours, theirs) in counts {
        let mut leaves = [0; GROUPS];
        let (child, squares) = (root.play(mv), after(squares, mv));
        walk(&child, &squares, depth - 1, 0, &mut leaves);
        let difference = theirs - reported(ours);
        for (sign, fits) in [-1, 1].into_iter().zip(&mut fits) {
            for (fits, leaves) in fits.iter_mut().zip(leaves) {
                *fits &= leaves > 0 && difference == sign * i128::from(leaves);
            }
        }
    }
    let name = |group: usize| match group.checked_sub(64) {
        Some(kind) => KINDS[kind].to_owned(),
        None => {
            let square = Square::from_index(group);
            let piece = root.piece_at(square);
            piece.map_or(String::new(), |piece| {
                format!("moves of the {} {} on {square}", piece.color, piece.kind)
            })
        }
    };
    ["low", "high"]
        .into_iter()
        .zip(fits)
        .find_map(|(word, fits)| {
            let groups: Vec<String> = (0..GROUPS).filter(|&at| fits[at]).map(name).collect();
            (1..=MOST_GROUPS)
                .contains(&groups.len())
                .then(|| (word, groups.join(", or ")))
        })
}

/// Counts the leaves behind the moves of each group; `behind` has the groups of the moves so far.
fn walk(
    position: &Position,
    squares: &[u8; 64],
    depth: u32,
    behind: u128,
    leaves: &mut [u64; GROUPS],
) {
    for mv in position.legal_moves() {
        let mut behind = behind | kinds(position, mv);
        let origin = squares[mv.from().index()];
        behind |= 1 << origin;
        if depth > 1 {
            let squares = after(*squares, mv);
            walk(&position.play(mv), &squares, depth - 1, behind, leaves);
            continue;
        }
        while behind != 0 {
            leaves[behind.trailing_zeros() as usize] += 1;
            behind &= behind - 1;
        }
    }
}

/// The bits of the kinds of a move.
fn kinds(position: &Position, mv: Move) -> u128 {
    let kinds = [
        mv.kind() == MoveKind::Castle,
        mv.kind() == MoveKind::EnPassant,
        mv.promotion().is_some(),
        position.is_capture(mv),
    ];
    let kinds = kinds.into_iter().enumerate();
    kinds.fold(0, |bits, (kind, is)| bits | u128::from(is) << (64 + kind))
}

/// Where the piece on each square stood at the root, after a move.
fn after(mut squares: [u8; 64], mv: Move) -> [u8; 64] {
    let (from, to) = (mv.from().index(), mv.to().index());
    match mv.castling_squares() {
        Some((king_to, rook_to)) => {
            let (king, rook) = (squares[from], squares[to]);
            squares[king_to.index()] = king;
            squares[rook_to.index()] = rook;
        }
        None => squares[to] = squares[from],
    }
    squares
}

/// That the moves with wrong counts are those after which a position of the game occurs again.
pub(super) fn repetition(found: &Disagreement) -> Option<String> {
    let counts = &in_tree(found)?.counts;
    let root = found.node.position.as_standard()?;
    let history = found.node.history()?;
    let earlier = history.plies.iter().map(|ply| ply.before.key());
    let earlier: HashSet<u128> = earlier.collect();
    let is_wrong = |mv: &Move| counts.iter().any(|count| count.0 == *mv);
    let repeats = |mv: &Move| earlier.contains(&root.play(*mv).key());
    let moves = root.legal_moves();
    let is_so = !counts.is_empty() && moves.iter().all(|mv| is_wrong(mv) == repeats(mv));
    is_so.then(|| {
        "each move with a wrong count repeats a position of the game, and no other move does"
            .to_owned()
    })
}

/// The lines of the answer in their order.
struct Order {
    moves: Vec<Move>,
    /// Whether the count of each line is wrong.
    wrong: Vec<bool>,
    /// The lines before the first wrong one.
    right: usize,
}

impl Order {
    /// `None` if the lines are not known, or if none is wrong.
    fn of(found: &Disagreement) -> Option<Order> {
        let Answer::Divide(divide) = &found.trail.last()?.answer else {
            return None;
        };
        let counts = &found.finding.difference().counts;
        let position = &found.node.position;
        let moves = divide.lines.iter().map(|line| position.parse_uci(&line.0));
        let moves: Vec<Move> = moves.collect::<Result<_, _>>().ok()?;
        let is_wrong = |mv: &Move| counts.iter().any(|count| count.0 == *mv);
        let wrong: Vec<bool> = moves.iter().map(is_wrong).collect();
        let right = wrong.iter().position(|wrong| *wrong)?;
        Some(Order {
            moves,
            wrong,
            right,
        })
    }

    fn first_wrong(&self) -> Move {
        self.moves[self.right]
    }

    /// That the lines before one are right, and all or most of the others wrong.
    fn fact(&self, found: &Disagreement, style: CastlingStyle) -> Option<String> {
        let after = self.wrong.len() - self.right;
        let wrong = self.wrong.iter().filter(|wrong| **wrong).count();
        let are_all_wrong = wrong == after;
        if self.right == 0 || wrong < 2 || !(are_all_wrong || self.are_most_wrong()) {
            return None;
        }
        // How many times more ways there are to choose the wrong lines among all than among the last ones.
        let ways = (0..wrong).map(|chosen| {
            let (all, last) = (self.wrong.len() - chosen, after - chosen);
            all as f64 / last as f64
        });
        if ways.product::<f64>() < LEAST_ORDERS {
            return None;
        }
        let text = |line: usize| found.node.position.uci(self.moves[line], style);
        let before = match self.right {
            1 => "the first line is right".to_owned(),
            right => format!("the first {right} lines are right"),
        };
        let others = match are_all_wrong {
            true => format!("the other {after} are wrong"),
            false => format!("{wrong} of the other {after} are wrong"),
        };
        let (last_right, first_wrong) = (text(self.right - 1), text(self.right));
        Some(format!(
            "in the order of its lines, {before} and {others}: possibly {first_wrong}, or a move below {last_right} or \
             {first_wrong}, is not taken back"
        ))
    }

    /// Whether two thirds of the lines after the first wrong one are wrong, and not only those of one piece.
    fn are_most_wrong(&self) -> bool {
        let lines = self.moves.iter().zip(&self.wrong).skip(self.right);
        let after = lines.len();
        let wrong = lines.filter(|(_, wrong)| **wrong);
        let from: Vec<Square> = wrong.map(|(mv, _)| mv.from()).collect();
        2 * after <= 3 * from.len() && from.iter().any(|square| *square != from[0])
    }
}
