//! Ready-made programs around the libraries of others, so that `canopy compare` can ask them.

use clap::ValueEnum;

/// The library that a wrapper is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Wrapper {
    /// A Python program for python-chess, ready to run
    PythonChess,
    /// A JavaScript program for chess.js, ready to run
    #[value(name = "chess.js")]
    ChessJs,
    /// A Rust program for cozy-chess, ready to run
    Rust,
}

impl Wrapper {
    /// The text of the program.
    pub(super) fn text(self) -> &'static str {
        match self {
            Wrapper::PythonChess => include_str!("wrappers/python_chess.py"),
            Wrapper::ChessJs => include_str!("wrappers/chess_js.mjs"),
            Wrapper::Rust => include_str!("wrappers/rust.rs"),
        }
    }
}

/// The Rust wrapper as it is printed, in a module so that the tests can call it.
#[cfg(test)]
#[allow(dead_code, reason = "the tests call all but `main`")]
mod rust {
    include!("wrappers/rust.rs");

    mod tests {
        use movegen::chess::Position;

        use super::run;

        fn answer(input: &str) -> String {
            let mut output = Vec::new();
            run(input.as_bytes(), &mut output).expect("memory can be written");
            String::from_utf8(output).expect("text")
        }

        /// The last line of an answer about a position at depth 2.
        fn total(fen: &str, moves: &[&str]) -> String {
            let start: Position = fen.parse().expect(fen);
            let position = moves
                .iter()
                .fold(start, |position, mv| position.play_uci(mv).expect(mv));
            format!("\nNodes searched: {}\n\n", position.perft(2))
        }

        #[test]
        fn it_answers_positions_and_perft() {
            assert_eq!(answer("uci\nisready\nquit\nuci\n"), "uciok\nreadyok\n");
            let divide = answer("position startpos moves e2e4 e7e5\ngo perft 2\n");
            let start = Position::startpos().to_string();
            assert!(
                divide.ends_with(&total(&start, &["e2e4", "e7e5"])),
                "{divide}"
            );
            assert!(divide.contains("e1e2: 29\n"), "{divide}");
            // Castling, promotions and en passant are played in the notation of UCI.
            let suite: [(&str, &[&str]); 3] = [
                (
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    &["e1g1", "h3g2"],
                ),
                ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &["e2e4"]),
                ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &["a7a8n", "e8d7"]),
            ];
            for (fen, moves) in suite {
                let text = moves.join(" ");
                let divide = answer(&format!("position fen {fen} moves {text}\ngo perft 2\n"));
                assert!(divide.ends_with(&total(fen, moves)), "{divide}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrapper_knows_the_same_commands() {
        for wrapper in Wrapper::value_variants() {
            let text = wrapper.text();
            for word in ["position", "moves", "perft", "isready", "readyok", "quit"] {
                assert!(text.contains(word), "{wrapper:?}: {word}");
            }
            assert!(text.contains("canopy compare --engine") && text.ends_with('\n'));
            assert!(text.lines().all(|line| line.len() <= 100), "{wrapper:?}");
        }
    }
}
