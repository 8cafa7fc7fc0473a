//! A generator with a bug, built on cozy-chess: it forgets en passant captures.
//!
//! `cargo run -p canopy-workbench --example cozy_chess_bug` prints the explanation;
//! `cargo test -p canopy-workbench --example cozy_chess_bug` checks it.

use cozy_chess::util::{display_uci_move, parse_uci_move};
use cozy_chess::{Board, Piece};
use workbench::ask::MoveGenerator;
use workbench::check;

struct NoEnPassant;

impl MoveGenerator for NoEnPassant {
    type Position = Board;

    fn set_up(&mut self, fen: &str) -> Result<Board, String> {
        fen.parse().map_err(|error| format!("{error}"))
    }

    fn legal_moves(&mut self, board: &Board) -> Vec<String> {
        let mut moves = Vec::new();
        board.generate_moves(|piece_moves| {
            for mv in piece_moves {
                // The bug: a pawn moves diagonally only to occupied squares.
                let is_diagonal = mv.from.file() != mv.to.file();
                let is_empty = board.piece_on(mv.to).is_none();
                if piece_moves.piece != Piece::Pawn || !is_diagonal || !is_empty {
                    moves.push(display_uci_move(board, mv).to_string());
                }
            }
            false
        });
        moves
    }

    fn play(&mut self, board: &Board, mv: &str) -> Board {
        let mut child = board.clone();
        child.play(parse_uci_move(board, mv).expect("a move in UCI notation"));
        child
    }
}

/// Kiwipete, where the bug shows at depth 2.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    if let Err(error) = check(&mut NoEnPassant, &[KIWIPETE], 3) {
        println!("{error}");
    }
}

/// What a test of this generator would print when it fails.
#[test]
fn the_failure_explains_the_bug() {
    let error = check(&mut NoEnPassant, &[KIWIPETE], 3).expect_err("a bug");
    let message = format!("{error:?}");
    for line in [
        "disagreement after a2a4:",
        "missing moves (legal, but not listed): b4a3",
        "  b4a3 en passant is legal: the pawn on a4 has just advanced two squares, passing a3",
        "smallest position found that shows it, 4 pieces instead of 32",
        "Fen: 4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1",
    ] {
        assert!(message.contains(line), "no {line:?} in\n{message}");
    }
}
