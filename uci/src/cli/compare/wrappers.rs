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

/// The Rust wrapper as it is printed, in a module so that the tests can call it, with cozy-chess and
/// with another library.
#[cfg(test)]
#[allow(dead_code, reason = "the tests call all but `main`")]
mod rust {
    include!("wrappers/rust.rs");

    mod tests {
        use movegen::chess::{CastlingStyle, Position};

        use super::*;

        impl Board for Position {
            fn from_fen(fen: &str) -> Position {
                fen.parse().expect(fen)
            }

            fn legal_moves(&self) -> Vec<String> {
                let moves = Position::legal_moves(self).into_iter();
                moves
                    .map(|mv| self.uci(mv, CastlingStyle::Standard))
                    .collect()
            }

            fn play(&self, mv: &str) -> Position {
                self.play_uci(mv).expect(mv)
            }
        }

        fn answer_of<B: Board>(input: &str) -> String {
            let mut output = Vec::new();
            run::<B>(input.as_bytes(), &mut output).expect("memory can be written");
            String::from_utf8(output).expect("text")
        }

        fn answer(input: &str) -> String {
            let answer = answer_of::<Library>(input);
            let sorted = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            // Both libraries count the same, in different orders.
            assert_eq!(sorted(&answer), sorted(&answer_of::<Position>(input)));
            answer
        }

        #[test]
        fn it_answers_positions_and_perft() {
            assert_eq!(answer("uci\nisready\nquit\nuci\n"), "uciok\nreadyok\n");
            let divide = answer("position startpos moves e2e4 e7e5\ngo perft 2\n");
            let start = Position::startpos();
            let moves = ["e2e4", "e7e5"];
            let position = moves
                .iter()
                .fold(start, |board, mv| Board::play(&board, mv));
            let total = format!("\nNodes searched: {}\n\n", position.perft(2));
            assert!(divide.ends_with(&total), "{divide}");
            assert!(divide.contains("e1e2: 29\n"), "{divide}");
            // Castling, promotions and en passant are played in the same notation.
            let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
            let divide = answer(&format!(
                "position fen {kiwipete} moves e1g1 h3g2\ngo perft 2\n"
            ));
            assert!(divide.contains("\nNodes searched: "), "{divide}");
            let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
            let divide = answer(&format!("position fen {fen} moves e2e4\ngo perft 1\n"));
            assert!(divide.ends_with("\nNodes searched: 16\n\n"), "{divide}");
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
