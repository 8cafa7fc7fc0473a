//! Chess and Chess960 as a game of the front end.

mod flags;
mod statistics;

use std::fmt;
use std::sync::Arc;

use gpu::DeviceCounter;
use movegen::chess::{
    CastlingStyle, Difference, EachMove, InvalidFen, Kernel, LastMoveCounter, Move, MoveFilter,
    Position, Square, Verified,
};
use movegen::perft::AnyCounter;
use serde_json::{Value, json};
use workbench::find::fen_for_others;

use super::game::{Game, Verification};
use crate::perft::StatisticsSource;

pub(crate) use flags::{PositionArgs, RootArgs, kernel_help};
pub use statistics::STATISTICS;
pub(super) use statistics::diagnosed;

/// How the leaves of chess are counted.
#[derive(Debug)]
pub enum ChessCounting {
    /// The last plies are counted instead of played.
    Bulk(Kernel),
    /// The same, and every count is compared with the plain generator.
    Verified(Kernel, Box<Verified>),
    /// Every move is made, including the last ones.
    EachMove,
    /// Only lines whose last move passes this filter are counted.
    LastMove(MoveFilter, LastMoveCounter),
    /// Devices count the last plies.
    Devices(Arc<DeviceCounter>),
}

impl fmt::Display for ChessCounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChessCounting::Bulk(kernel) => write!(f, "kernel {kernel}, bulk counting"),
            ChessCounting::Verified(kernel, _) => {
                write!(f, "kernel {kernel}, every count verified")
            }
            ChessCounting::EachMove => write!(f, "every move made"),
            ChessCounting::LastMove(last, _) => write!(f, "only lines that end in {last}"),
            ChessCounting::Devices(counter) => write!(f, "{counter}"),
        }
    }
}

impl Game for Position {
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str = "Chess, and Chess960";
    const POSITION_FIELD: &'static str = "fen";
    const HAS_SAN: bool = true;
    const STATISTICS: Option<StatisticsSource<Position>> = Some(STATISTICS);

    type Notation = CastlingStyle;
    /// The square that the last move passed.
    type Source = Option<Square>;
    type Counting = ChessCounting;
    type ParseError = InvalidFen;

    fn parse(text: &str) -> Result<Position, InvalidFen> {
        text.parse()
    }

    fn text_after(_: &Option<Square>, _moves: &[Move], position: &Position) -> String {
        position.fen(CastlingStyle::new(position.needs_chess960()))
    }

    fn text_for_others(&passed: &Option<Square>, position: &Position) -> String {
        let style = CastlingStyle::new(position.needs_chess960());
        fen_for_others(position, passed, style)
    }

    fn move_text(&self, mv: Move, notation: CastlingStyle) -> String {
        self.uci(mv, notation)
    }

    fn san(&self, mv: Move) -> Option<String> {
        Some(Position::san(self, mv))
    }

    fn counts_only(counting: &ChessCounting) -> Option<(&'static str, String)> {
        match counting {
            ChessCounting::LastMove(last, _) => Some(("last", last.to_string())),
            ChessCounting::Bulk(_)
            | ChessCounting::Verified(..)
            | ChessCounting::EachMove
            | ChessCounting::Devices(_) => None,
        }
    }

    fn fastest() -> ChessCounting {
        ChessCounting::Bulk(Kernel::best())
    }

    fn counter(counting: &ChessCounting) -> AnyCounter<'_, Position> {
        match counting {
            ChessCounting::Bulk(kernel) => AnyCounter::new(kernel),
            ChessCounting::Verified(_, verified) => AnyCounter::new(&**verified),
            ChessCounting::EachMove => AnyCounter::new(&EachMove),
            ChessCounting::LastMove(_, counter) => AnyCounter::new(counter),
            ChessCounting::Devices(counter) => AnyCounter::new(&**counter),
        }
    }

    fn verification(counting: &ChessCounting) -> Option<Verification> {
        match counting {
            ChessCounting::Verified(kernel, verified) => Some(verification(*kernel, verified)),
            ChessCounting::Bulk(_)
            | ChessCounting::EachMove
            | ChessCounting::LastMove(..)
            | ChessCounting::Devices(_) => None,
        }
    }
}

/// What a kernel that was compared with the plain generator has shown.
fn verification(kernel: Kernel, verified: &Verified) -> Verification {
    match verified.difference() {
        Some(found) => Verification::Differs {
            text: difference_text(kernel, found),
            json: difference_json(kernel, found),
        },
        None => {
            let nodes = verified.nodes();
            Verification::Agrees(format!(
                "verified: {nodes} nodes two plies above the leaves, all counted alike"
            ))
        }
    }
}

/// The first difference. Its position is enough to reproduce it: `canopy perft 2 --fen ... --verify`.
fn difference_text(kernel: Kernel, found: &Difference) -> String {
    format!(
        "the kernel {kernel} is wrong at depth 2 of {}: it counts {}, the plain generator {}",
        found.position.fen(CastlingStyle::Chess960),
        found.kernel,
        found.plain,
    )
}

fn difference_json(kernel: Kernel, found: &Difference) -> Value {
    json!({
        "fen": found.position.fen(CastlingStyle::Chess960),
        "depth": 2,
        "kernel": kernel.name(),
        "kernel_count": found.kernel.to_string(),
        "plain_count": found.plain.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn portable() -> Kernel {
        "portable".parse().expect("every CPU supports it")
    }

    #[test]
    fn a_difference_shows_the_position_and_both_counts() {
        let found = Difference {
            position: Position::startpos(),
            kernel: 401,
            plain: 400,
        };
        assert_eq!(
            difference_text(portable(), &found),
            "the kernel portable is wrong at depth 2 of \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1: \
             it counts 401, the plain generator 400"
        );
    }

    #[test]
    fn counting_names_the_kernel() {
        for (counting, text) in [
            (
                ChessCounting::Bulk(portable()),
                "kernel portable, bulk counting",
            ),
            (
                ChessCounting::Verified(portable(), Box::new(Verified::new(portable()))),
                "kernel portable, every count verified",
            ),
            (ChessCounting::EachMove, "every move made"),
        ] {
            assert_eq!(counting.to_string(), text);
        }
    }
}
