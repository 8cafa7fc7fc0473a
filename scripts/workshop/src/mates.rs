//! Makes a suite of positions with a mate in a few moves, found by exhaustive search.

use movegen::chess::{CastlingStyle, Position};

use crate::random::Random;

/// Arguments of `mates`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Positions for each number of moves
    #[arg(long, default_value_t = 12)]
    count: usize,
    /// The longest mate, in moves
    #[arg(long, default_value_t = 5)]
    longest: u32,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A position is left out if its solution takes more nodes than this.
const NODE_LIMIT: u64 = 10_000_000;
/// The most pieces on the board: with more, a long mate exceeds the node limit anyway.
const MAX_PIECES: u32 = 10;

/// Prints EPD lines: the position, `dm` with the number of moves to mate, and `bm` with the only
/// first move.
pub fn run(arguments: &Arguments) {
    let mut random = Random::new(arguments.seed);
    let mut missing = vec![arguments.count; arguments.longest as usize + 1];
    missing[0] = 0;
    missing[1] = 0;
    while missing.iter().any(|&count| count > 0) {
        let Some(position) = position_before_mate(&mut random) else {
            continue;
        };
        let Some((moves, solutions)) = solve(&position, arguments.longest) else {
            continue;
        };
        // With a single solution, any other move is wrong.
        let [best] = solutions[..] else { continue };
        if missing[moves as usize] == 0 {
            continue;
        }
        missing[moves as usize] -= 1;
        let fen = position.fen(CastlingStyle::Standard);
        let mut fields = fen.split(' ');
        let board: Vec<_> = fields.by_ref().take(4).collect();
        let best = position.uci(best, CastlingStyle::Standard);
        println!("{} dm {moves}; bm {best};", board.join(" "));
    }
}

/// A position some plies before the mate that ended a game of random moves.
fn position_before_mate(random: &mut Random) -> Option<Position> {
    let mut position = Position::startpos();
    let mut line = vec![position];
    for _ in 0..160 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Prefer captures in every other move: positions with fewer pieces have longer mates.
        let noisy = position.noisy_moves();
        let greedy = !noisy.is_empty() && random.below(2) == 0;
        let list = if greedy { &noisy } else { &moves };
        position = position.play(list[random.below(list.len())]);
        line.push(position);
    }
    if position.has_legal_move() || !position.is_check() {
        return None;
    }
    // The side that will mate is to move.
    let back = 2 * (1 + random.below(5)) + 1;
    let index = line.len().checked_sub(back + 1)?;
    Some(line[index]).filter(|position| position.occupied().len() <= MAX_PIECES)
}

/// The number of moves of the shortest mate, and all first moves that achieve it.
pub fn solve(position: &Position, longest: u32) -> Option<(u32, Vec<movegen::chess::Move>)> {
    let mut visited = 0;
    for moves in 1..=longest {
        let solutions: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| is_lost(&position.play(mv), moves - 1, &mut visited))
            .collect();
        if visited > NODE_LIMIT {
            return None;
        }
        if !solutions.is_empty() {
            return Some((moves, solutions));
        }
    }
    None
}

/// Whether the side to move is mated within this many moves of the other side, whatever it plays.
fn is_lost(position: &Position, moves: u32, visited: &mut u64) -> bool {
    *visited += 1;
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    moves > 0
        && *visited <= NODE_LIMIT
        && replies
            .into_iter()
            .all(|mv| is_won(&position.play(mv), moves, visited))
}

/// Whether the side to move mates within this many moves.
fn is_won(position: &Position, moves: u32, visited: &mut u64) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let child = position.play(mv);
        // The last move must give check, and that test is cheap.
        (moves > 1 || child.is_check()) && is_lost(&child, moves - 1, visited)
    })
}
