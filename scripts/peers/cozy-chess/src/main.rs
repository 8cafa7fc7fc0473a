//! `peer-cozy-chess [--reps N] FEN DEPTH`: counts the leaves of a position with cozy-chess.
//!
//! Prints one line for each repetition: the leaves and the thread's CPU time in seconds. The last ply is not
//! played but counted in bulk, as a fair match asks for.

use std::process::ExitCode;

use cozy_chess::Board;
use cpu_time::ThreadTime;

fn perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for chess_move in moves {
                    let mut child = board.clone();
                    child.play_unchecked(chess_move);
                    leaves += perft(&child, depth - 1);
                }
                false
            });
        }
    }
    leaves
}

fn arguments() -> Option<(u32, Board, u32)> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut reps = 1;
    if words.first().is_some_and(|word| word == "--reps") {
        reps = words.get(1)?.parse().ok()?;
        words.drain(..2);
    }
    match words.as_slice() {
        [fen, depth] => Some((reps, fen.parse().ok()?, depth.parse().ok()?)),
        _ => None,
    }
}

fn main() -> ExitCode {
    let Some((reps, board, depth)) = arguments() else {
        eprintln!("usage: peer-cozy-chess [--reps N] FEN DEPTH   (six FEN fields, standard castling letters)");
        return ExitCode::from(2);
    };
    for _ in 0..reps {
        let start = ThreadTime::now();
        let leaves = perft(&board, depth);
        println!("{leaves} {:.6}", start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}
