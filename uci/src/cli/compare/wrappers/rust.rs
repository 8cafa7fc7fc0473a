// A move generator in Rust as an engine: `canopy compare --engine target/release/wrapper`.
// It runs with cozy-chess (in Cargo.toml: cozy-chess = "0.3"). For another library, change the type
// `Board`, the function `children` and how a FEN is read.

use std::io::{self, BufRead, Write};

use cozy_chess::{Board, util::display_uci_move};

/// The legal moves in UCI notation (e2e4, e7e8q, e1g1), each with the position after it.
fn children(board: &Board) -> Vec<(String, Board)> {
    let mut children = Vec::new();
    board.generate_moves(|moves| {
        children.extend(moves.into_iter().map(|mv| {
            let mut child = board.clone();
            child.play(mv);
            (display_uci_move(board, mv).to_string(), child)
        }));
        false
    });
    children
}

fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let children = children(board);
    children
        .iter()
        .map(|(_, child)| perft(child, depth - 1))
        .sum()
}

fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut board = Board::default();
    for line in input.lines() {
        match line?.split_whitespace().collect::<Vec<_>>()[..] {
            ["uci"] => writeln!(output, "uciok")?,
            ["isready"] => writeln!(output, "readyok")?,
            ["position", ref words @ ..] => {
                let mut parts = words.split(|word| *word == "moves");
                board = match parts.next() {
                    Some(["fen", fen @ ..]) => fen.join(" ").parse().expect("a valid FEN"),
                    _ => Board::default(),
                };
                for mv in parts.flatten() {
                    let mut found = children(&board).into_iter().filter(|(text, _)| text == mv);
                    board = found.next().expect("a legal move").1;
                }
            }
            ["go", "perft", depth] => {
                let depth: u32 = depth.parse().expect("a depth of at least 1");
                let mut total = 0;
                for (mv, child) in children(&board) {
                    let count = perft(&child, depth - 1);
                    total += count;
                    writeln!(output, "{mv}: {count}")?;
                }
                writeln!(output, "\nNodes searched: {total}\n")?;
            }
            ["quit"] => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    run(io::stdin().lock(), io::stdout().lock())
}
