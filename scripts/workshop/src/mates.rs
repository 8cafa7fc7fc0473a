//! Mates in a few moves, found by trying everything, as a suite for the engine to solve.

use movegen::chess::{CastlingStyle, Position};

use crate::random::Random;

/// What `mates` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Positions for each distance
    #[arg(long, default_value_t = 12)]
    count: usize,
    /// The longest mates, in moves
    #[arg(long, default_value_t = 5)]
    longest: u32,
    /// Another seed, other positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A distance whose proof takes more positions than this is given up: such a position is left out.
const PATIENCE: u64 = 10_000_000;
/// With more men a long mate is beyond that patience anyway.
const MOST_MEN: u32 = 10;

/// Prints EPD: the position, `dm` with the distance in moves, and the first moves that keep it.
pub fn run(arguments: &Arguments) {
    let mut random = Random::new(arguments.seed);
    let mut wanted = vec![arguments.count; arguments.longest as usize + 1];
    wanted[0] = 0;
    wanted[1] = 0;
    while wanted.iter().any(|&count| count > 0) {
        let Some(position) = game_near_its_end(&mut random) else {
            continue;
        };
        let Some((moves, first)) = solve(&position, arguments.longest) else {
            continue;
        };
        // One first move: whoever finds another has not found the mate.
        let [first] = first[..] else { continue };
        if wanted[moves as usize] == 0 {
            continue;
        }
        wanted[moves as usize] -= 1;
        let fen = position.fen(CastlingStyle::Standard);
        let mut fields = fen.split(' ');
        let board: Vec<_> = fields.by_ref().take(4).collect();
        let best = position.uci(first, CastlingStyle::Standard);
        println!("{} dm {moves}; bm {best};", board.join(" "));
    }
}

/// A position some plies before the mate that ended a game of greedy random moves.
fn game_near_its_end(random: &mut Random) -> Option<Position> {
    let mut position = Position::startpos();
    let mut line = vec![position];
    for _ in 0..160 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Every other move takes if it can: boards with fewer men have longer mates.
        let noisy = position.noisy_moves();
        let greedy = !noisy.is_empty() && random.below(2) == 0;
        let list = if greedy { &noisy } else { &moves };
        position = position.play(list[random.below(list.len())]);
        line.push(position);
    }
    if position.has_legal_move() || !position.is_check() {
        return None;
    }
    // The side that mated is to move.
    let back = 2 * (1 + random.below(5)) + 1;
    let index = line.len().checked_sub(back + 1)?;
    Some(line[index]).filter(|position| position.occupied().len() <= MOST_MEN)
}

/// The distance of the shortest mate in moves, and the first moves that keep it.
pub fn solve(position: &Position, longest: u32) -> Option<(u32, Vec<movegen::chess::Move>)> {
    let mut visited = 0;
    for moves in 1..=longest {
        let first: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| is_lost(&position.play(mv), moves - 1, &mut visited))
            .collect();
        if visited > PATIENCE {
            return None;
        }
        if !first.is_empty() {
            return Some((moves, first));
        }
    }
    None
}

/// Whether the side to move is mated in at most so many more moves of the other side, whatever it
/// does.
fn is_lost(position: &Position, moves: u32, visited: &mut u64) -> bool {
    *visited += 1;
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    moves > 0
        && *visited <= PATIENCE
        && replies
            .into_iter()
            .all(|mv| is_won(&position.play(mv), moves, visited))
}

/// Whether the side to move mates in at most so many moves.
fn is_won(position: &Position, moves: u32, visited: &mut u64) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let child = position.play(mv);
        // The last move must give check; asking that first is cheap.
        (moves > 1 || child.is_check()) && is_lost(&child, moves - 1, visited)
    })
}
