//! Counts the tree of a game of your own: tic-tac-toe. Threads, the hash table and the division by
//! root move come with [`Perft`], for every game that implements [`Tree`].
//!
//! `cargo run --release -p canopy-movegen --example custom_game`

use movegen::perft::{ChildCounter, Perft, Stop, Tree};

/// Sets of the nine squares, one for each player; the first player to move has as many as the
/// second.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TicTacToe {
    to_move: u16,
    opponent: u16,
}

/// Rows, columns and diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Tree for TicTacToe {
    /// The square, 0 to 8.
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        let won = LINES.iter().any(|line| self.opponent & line == *line);
        let occupied = self.to_move | self.opponent;
        let squares = 0..if won { 0 } else { 9 };
        squares
            .filter(|square| occupied >> square & 1 == 0)
            .collect()
    }

    fn child(&self, square: u8) -> TicTacToe {
        TicTacToe {
            to_move: self.opponent,
            opponent: self.to_move | 1 << square,
        }
    }

    /// Equal keys promise equal trees, and the hash table needs well-distributed bits.
    fn key(&self) -> u128 {
        let squares = u128::from(self.to_move) << 9 | u128::from(self.opponent);
        (squares + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn plays_like(&self, other: &TicTacToe) -> bool {
        self == other
    }
}

fn main() {
    let start = TicTacToe {
        to_move: 0,
        opponent: 0,
    };
    let perft = Perft::new(9).threads(2).hash_mb(1);
    let outcome = perft
        .run(&start, &ChildCounter, &Stop::new(), |line| {
            println!("{}: {}", line.mv, line.count);
        })
        .expect("the table fits into memory");
    println!("\ngames that fill the board: {}", outcome.total);
    assert_eq!(outcome.total, 127_872);
}

#[test]
fn runs() {
    main();
}
