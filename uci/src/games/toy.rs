//! Tic-tac-toe: a game that only the tests have. It gets everything that `canopy perft` and suites
//! can do from its implementation of [`Game`] and its line in `visit_games`.

use clap::Args;
use movegen::perft::{AnyCounter, ChildCounter, Tree};

use super::flags::{GameFlags, NoArgs, Root, WantedCount};
use super::game::{EveryMove, Game, SuiteLine};
use crate::perft::StatisticsSource;

/// The leaves at depth 0 to 9, where a line ends at three in a row: 255,168 games in all, of which
/// 1440, 5328, 47952, 72576 and 127872 end at depth 5 to 9.
pub(crate) const LEAVES: [u128; 10] = [
    1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
];

/// The rows, columns and diagonals as sets of squares.
const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A position: the squares of the player who moved last, and of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TicTacToe {
    last: u16,
    next: u16,
}

impl TicTacToe {
    pub(crate) const START: TicTacToe = TicTacToe { last: 0, next: 0 };
}

impl Tree for TicTacToe {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        let won = ROWS.iter().any(|row| self.last & row == *row);
        let free = |square: &u8| !won && (self.last | self.next) & (1 << square) == 0;
        (0..9).filter(free).collect()
    }

    fn child(&self, square: u8) -> TicTacToe {
        TicTacToe {
            last: self.next | 1 << square,
            next: self.last,
        }
    }

    fn key(&self) -> u128 {
        // The constant of SplitMix64 spreads the bits.
        let squares = u128::from(self.last) << 9 | u128::from(self.next);
        (squares + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
    }

    fn plays_like(&self, other: &TicTacToe) -> bool {
        self == other
    }
}

/// The flag that names a position: that of chess.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct TicTacToeArgs {
    /// The squares in the order of play, such as a1b2
    #[arg(long = "fen", value_name = "SQUARES")]
    fen: Option<String>,
}

/// Text that is not a sequence of free squares.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is not a sequence of free squares, such as a1b2")]
pub(crate) struct NotSquares(String);

/// Counts the leaves `depth` plies below a position.
fn leaves(position: &TicTacToe, depth: u32) -> f64 {
    let mut count = 0.0;
    if depth == 0 {
        count = 1.0;
    } else {
        position.children(|child| count += leaves(&child, depth - 1));
    }
    count
}

impl Game for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const SUMMARY: &'static str = "Tic-tac-toe";
    const POSITION_FIELD: &'static str = "squares";
    const STATISTICS: Option<StatisticsSource<TicTacToe>> = Some(StatisticsSource {
        columns: &["nodes"],
        count: |plan, progress, stop| {
            let outcome = plan.run(&ChildCounter, progress, stop, |_, _| {})?;
            Ok(outcome.complete.then(|| vec![outcome.total]))
        },
        count_each: |perft, positions, stop, on_row| {
            let keep = |index, total, elapsed| on_row(index, &[total], elapsed);
            let used = perft.run_each(positions, &ChildCounter, stop, keep);
            used.map(drop)
        },
        leaves: |position, depth, _, columns| columns[0] = leaves(position, depth),
        diagnose: |_, _, _, _, _| Err("there are no known defects".to_owned()),
        description: "every move made",
    });

    const SUITE_LINE: Option<SuiteLine> = Some(SuiteLine {
        starts: |word| word.starts_with("ttt:"),
        position: "the squares of tic-tac-toe",
    });

    type Notation = ();
    type Source = (TicTacToe, String);
    type Counting = EveryMove;
    type ParseError = NotSquares;

    fn parse(text: &str) -> Result<TicTacToe, NotSquares> {
        let squares = text.strip_prefix("ttt:").and_then(text_position);
        squares.ok_or_else(|| NotSquares(text.to_owned()))
    }

    fn text_after(source: &(TicTacToe, String), moves: &[u8], _position: &TicTacToe) -> String {
        let (mut position, mut text) = (source.0, format!("ttt:{}", source.1));
        for &square in moves {
            text += &position.move_text(square, ());
            position = position.child(square);
        }
        text
    }

    fn move_text(&self, square: u8, (): ()) -> String {
        format!("{}{}", ["a", "b", "c"][square as usize % 3], square / 3 + 1)
    }

    fn fastest() -> EveryMove {
        EveryMove
    }

    fn counter(_: &EveryMove) -> AnyCounter<'_, TicTacToe> {
        AnyCounter::new(&ChildCounter)
    }
}

impl GameFlags for TicTacToe {
    type PositionArgs = TicTacToeArgs;
    type CountingArgs = NoArgs;

    fn root(arguments: &TicTacToeArgs) -> Result<Root<TicTacToe>, String> {
        let text = arguments.fen.clone().unwrap_or_default();
        let position = text_position(&text).ok_or_else(|| NotSquares(text.clone()).to_string())?;
        Ok(Root {
            position,
            notation: (),
            fields: vec![(TicTacToe::POSITION_FIELD.to_owned(), text.clone().into())],
            source: (position, text),
            warnings: Vec::new(),
            remarks: Vec::new(),
        })
    }

    fn counting(_: &NoArgs, _: &WantedCount<'_, TicTacToe>) -> Result<EveryMove, String> {
        Ok(EveryMove)
    }
}

fn text_position(text: &str) -> Option<TicTacToe> {
    let mut position = TicTacToe::START;
    let mut rest = text;
    while !rest.is_empty() {
        let mut moves = position.moves().into_iter();
        let square = moves.find(|&square| rest.starts_with(&position.move_text(square, ())))?;
        position = position.child(square);
        rest = &rest[2..];
    }
    Some(position)
}
