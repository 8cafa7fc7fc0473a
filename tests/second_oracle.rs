//! Compares the move generator with cozy-chess, an independent one, on positions that it accepts: those
//! of random games of standard chess and Chess960.

use crate::support::count::perft;
use crate::support::random::{self, Random};
use cozy_chess::Board;
use movegen::chess::{CastlingStyle, Move, Position};

/// The moves of cozy-chess, sorted. It writes castling as the king capturing its rook: Chess960 style.
fn their_moves(board: &Board) -> Vec<(String, cozy_chess::Move)> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| (mv.to_string(), mv)));
        false
    });
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    moves
}

fn our_moves(position: &Position) -> Vec<(String, Move)> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|&mv| (position.uci(mv, CastlingStyle::Chess960), mv))
        .collect();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    moves
}

fn their_perft(board: &Board, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    their_moves(board)
        .into_iter()
        .map(|(_, mv)| {
            let mut child = board.clone();
            child.play_unchecked(mv);
            their_perft(&child, depth - 1)
        })
        .sum()
}

/// Plays a random game on both boards and compares the moves of every position.
fn play_random_game(random: &mut Random, fen: &str) {
    let mut board = Board::from_fen(fen, true).unwrap();
    let mut position: Position = fen.parse().unwrap();
    for ply in 0..150 {
        let theirs = their_moves(&board);
        let ours = our_moves(&position);
        let texts = |text: &String| text.clone();
        assert_eq!(
            ours.iter().map(|(text, _)| texts(text)).collect::<Vec<_>>(),
            theirs
                .iter()
                .map(|(text, _)| texts(text))
                .collect::<Vec<_>>(),
            "{board}"
        );
        assert_eq!(position.is_check(), !board.checkers().is_empty(), "{board}");
        if ours.is_empty() {
            return;
        }
        if ply % 15 == 0 {
            assert_eq!(perft(&position, 2), their_perft(&board, 2), "{board}");
        }
        if ply % 60 == 0 {
            assert_eq!(perft(&position, 3), their_perft(&board, 3), "{board}");
        }
        let choice = random.below(ours.len());
        position = position.play(ours[choice].1);
        board.play_unchecked(theirs[choice].1);
    }
}

#[test]
fn random_games_agree_with_cozy_chess() {
    let mut random = Random::new(11);
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w ha - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for fen in fens.iter().cycle().take(40) {
        play_random_game(&mut random, fen);
    }
}

#[test]
fn random_chess960_games_agree_with_cozy_chess() {
    let mut random = Random::new(12);
    for _ in 0..40 {
        let start = random::chess960_start(&mut random);
        play_random_game(&mut random, &start.fen(CastlingStyle::Chess960));
    }
}
