// A move generator in Rust as an engine for `canopy compare --engine target/release/wrapper`.
// It runs with cozy-chess. For another library, change `Library` and its three functions.
// Save this as src/main.rs, with this Cargo.toml:
//
//     [package]
//     name = "wrapper"
//     version = "0.1.0"
//     edition = "2021"
//
//     [dependencies]
//     cozy-chess = "0.3"

use std::io::{self, BufRead, Write};

use cozy_chess::util::{display_uci_move, parse_uci_move};

/// What the wrapper needs of the library.
trait Board: Sized {
    /// Sets up a position.
    fn from_fen(fen: &str) -> Self;
    /// The legal moves in UCI notation: e2e4, e7e8q, e1g1.
    fn legal_moves(&self) -> Vec<String>;
    /// The position after a legal move.
    fn play(&self, mv: &str) -> Self;
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn perft<B: Board>(board: &B, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    let children = moves.iter().map(|mv| board.play(mv));
    children.map(|child| perft(&child, depth - 1)).sum()
}

fn divide<B: Board>(board: &B, depth: u32, output: &mut impl Write) -> io::Result<()> {
    let mut total = 0;
    for mv in board.legal_moves() {
        let count = perft(&board.play(&mv), depth.saturating_sub(1));
        total += count;
        writeln!(output, "{mv}: {count}")?;
    }
    writeln!(output, "\nNodes searched: {total}\n")
}

fn position<B: Board>(words: &[&str]) -> B {
    let at = words.iter().position(|word| *word == "moves");
    let (setup, moves) = words.split_at(at.unwrap_or(words.len()));
    let board = match setup {
        ["fen", fen @ ..] => B::from_fen(&fen.join(" ")),
        _ => B::from_fen(START),
    };
    moves.iter().skip(1).fold(board, |board, mv| board.play(mv))
}

fn run<B: Board>(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut board = B::from_fen(START);
    for line in input.lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["uci"] => writeln!(output, "uciok")?,
            ["isready"] => writeln!(output, "readyok")?,
            ["position", ref words @ ..] => board = position(words),
            ["go", "perft", depth] => {
                let depth = depth.parse().map_err(io::Error::other)?;
                divide(&board, depth, &mut output)?;
            }
            ["quit"] => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

/// The position type of the library.
struct Library(cozy_chess::Board);

impl Board for Library {
    fn from_fen(fen: &str) -> Library {
        Library(fen.parse().expect("a valid FEN"))
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut texts = Vec::new();
        self.0.generate_moves(|moves| {
            let text = |mv| display_uci_move(&self.0, mv).to_string();
            texts.extend(moves.into_iter().map(text));
            false
        });
        texts
    }

    fn play(&self, mv: &str) -> Library {
        let mut child = self.0.clone();
        child.play(parse_uci_move(&self.0, mv).expect("a legal move"));
        Library(child)
    }
}

fn main() -> io::Result<()> {
    run::<Library>(io::stdin().lock(), io::stdout().lock())
}
