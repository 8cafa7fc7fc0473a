//! The root moves that keep the best result, with the fifty-move rule.

use movegen::chess::{Move, Position};

use crate::draw;
use crate::score::TABLE_WIN;
use crate::search_tables::SearchTables;
use crate::{Request, Tablebases, Wdl};

/// The rank of a move that wins in any case; other ranks count down by plies.
const WIN: i32 = 1 << 18;
/// Plies without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: i32 = 100;

/// What the tables know about the root.
#[derive(Debug)]
pub(crate) struct RootTables {
    /// The moves that keep the result.
    pub(crate) moves: Vec<Move>,
    /// The score of the result, on the internal scale.
    pub(crate) score: i32,
    /// The number of positions found in the tables.
    pub(crate) hits: u64,
    /// Whether the search needs the tables to make progress: it does if the distances are missing.
    pub(crate) search_needs_tables: bool,
}

impl RootTables {
    /// Ranks the moves.
    ///
    /// By distance, so that a won game is won before the fifty-move rule ends it; by result only if
    /// a table of distances is missing. `None` if a table of results is missing as well.
    pub(crate) fn rank(
        tables: &SearchTables<'_>,
        request: &Request,
        moves: &[Move],
    ) -> Option<RootTables> {
        let position = &request.position;
        let tables = tables.with(position)?;
        let mut keys = request.history.clone();
        keys.push(position.key());
        let by_distance = moves
            .iter()
            .map(|&mv| rank_by_distance(tables, position, &keys, mv));
        if let Some(ranks) = by_distance.collect::<Option<Vec<i32>>>() {
            return Some(best(moves, &ranks, score_of_rank, false));
        }
        let by_result = moves.iter().map(|&mv| {
            Some(match tables.wdl(&position.play(mv))? {
                Wdl::Loss => 2,
                Wdl::BlessedLoss => 1,
                Wdl::Draw => 0,
                Wdl::CursedWin => -1,
                Wdl::Win => -2,
            })
        });
        let ranks = by_result.collect::<Option<Vec<i32>>>()?;
        let score = |rank: i32| {
            if rank.abs() == 2 {
                rank.signum() * TABLE_WIN
            } else {
                0
            }
        };
        Some(best(moves, &ranks, score, true))
    }
}

/// Keeps the moves with the highest rank.
fn best(
    moves: &[Move],
    ranks: &[i32],
    score: impl Fn(i32) -> i32,
    only_results: bool,
) -> RootTables {
    let best = ranks.iter().copied().max().unwrap_or(0);
    let ranked = moves.iter().zip(ranks);
    let score = score(best);
    RootTables {
        moves: ranked
            .filter(|&(_, &rank)| rank == best)
            .map(|(&mv, _)| mv)
            .collect(),
        score,
        hits: moves.len() as u64,
        search_needs_tables: only_results && score > 0,
    }
}

/// The rank of a move: wins that the fifty-move rule cannot reach are equal, so that the search
/// chooses among them, unless positions have occurred twice; then only the fastest is good enough.
fn rank_by_distance(
    tables: &Tablebases,
    position: &Position,
    keys: &[u128],
    mv: Move,
) -> Option<i32> {
    let clock = position.halfmoves() as i32;
    let distance = if repeats(position, keys, mv) {
        0
    } else {
        tables.distance_of_move(position, mv, true)?
    };
    Some(if distance > 0 {
        let total = distance + clock;
        let is_safe = total < FIFTY_MOVES && !has_repetition(keys, position.halfmoves());
        if is_safe { WIN } else { WIN - total }
    } else if distance < 0 {
        let total = clock - distance;
        if total - distance < FIFTY_MOVES {
            -WIN
        } else {
            total - WIN
        }
    } else {
        0
    })
}

/// The score of a rank: a result that the fifty-move rule turns into a draw is a draw.
fn score_of_rank(rank: i32) -> i32 {
    if rank >= WIN - FIFTY_MOVES {
        TABLE_WIN
    } else if rank <= FIFTY_MOVES - WIN {
        -TABLE_WIN
    } else {
        0
    }
}

/// Whether the game is drawn by repetition after the move.
fn repeats(position: &Position, keys: &[u128], mv: Move) -> bool {
    let child = position.play(mv);
    let keys = [keys, &[child.key()]].concat();
    draw::is_repetition(&keys, child.halfmoves(), 1)
}

/// Whether a position has occurred twice since the last capture or pawn move.
fn has_repetition(keys: &[u128], halfmoves: u32) -> bool {
    let recent = &keys[keys.len().saturating_sub(halfmoves as usize + 1)..];
    (1..recent.len()).any(|index| recent[..index].contains(&recent[index]))
}
