//! Chess and Chess960 as a game of the front end.

mod rule_variants;

use std::fmt;
use std::sync::Arc;

use clap::Args;
use gpu::{DeviceChoice, DeviceCounter};
use movegen::chess::{
    CastlingStyle, Difference, EachMove, InvalidFen, Kernel, LastMoveCounter, Move, MoveFilter,
    Position, Statistics, StatisticsCounter, Verified,
};
use movegen::perft::estimate::Walker;
use movegen::perft::{AnyCounter, Counter};
use serde_json::{Value, json};

use super::{Column, CounterVisitor, Game, Root, StatisticsSource, Verification, WantedCount};
use crate::cli::position::PositionArgs;
use crate::devices::{DeviceRequest, leaves_of};
use crate::limits::{HashSize, Threads};
use crate::report::mixes_notations;

/// The flags that choose how chess is counted.
#[derive(Clone, Debug, Args)]
pub struct ChessCountingArgs {
    #[arg(long, value_name = "NAME", default_value = "auto", help = kernel_help())]
    kernel: Kernel,
    /// Compare every count two plies above the leaves with the plain move generator
    #[arg(long, conflicts_with = "no_bulk")]
    verify: bool,
    /// Count only the lines whose last move is of this kind: captures, quiets, checks, evasions,
    /// promotions, queen-promotions, en-passant or castling
    ///
    /// A comma stands for "or", a plus sign for "and", the prefix "non-" for "not":
    /// captures,promotions or quiets+checks. Quiets neither capture nor promote.
    #[arg(long, value_name = "KINDS", conflicts_with_all = ["kernel", "verify", "no_bulk"])]
    last: Option<MoveFilter>,
    /// Where to count: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto (GPUs for large counts)
    #[arg(
        long,
        value_name = "DEVICE",
        default_value_t,
        conflicts_with_all = ["verify", "no_bulk", "last"],
    )]
    device: DeviceChoice,
}

/// How the leaves of chess are counted.
#[derive(Clone, Debug)]
pub enum ChessCounting {
    /// The last plies are counted instead of played.
    Bulk(Kernel),
    /// The same, and every count is compared with the plain generator.
    Verified(Kernel),
    /// Every move is made, including the last ones.
    EachMove,
    /// Only lines whose last move passes this filter are counted.
    LastMove(MoveFilter),
    /// Devices count the last plies.
    Devices(Arc<DeviceCounter>),
}

impl fmt::Display for ChessCounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChessCounting::Bulk(kernel) => write!(f, "kernel {kernel}, bulk counting"),
            ChessCounting::Verified(kernel) => write!(f, "kernel {kernel}, every count verified"),
            ChessCounting::EachMove => write!(f, "every move made"),
            ChessCounting::LastMove(last) => write!(f, "only lines that end in {last}"),
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
    const NOTATION: CastlingStyle = CastlingStyle::Chess960;

    type Notation = CastlingStyle;
    type PositionArgs = PositionArgs;
    type CountingArgs = ChessCountingArgs;
    type Counting = ChessCounting;
    type ParseError = InvalidFen;

    fn root(arguments: &PositionArgs) -> Result<Root<Position>, String> {
        let position = arguments.read().map_err(|error| error.to_string())?;
        let notation = CastlingStyle::new(arguments.chess960);
        let mut remarks = Vec::new();
        if mixes_notations(&position, notation) {
            remarks.push(
                "castling of a Chess960 position is written king takes rook; \
                 --chess960 writes all castling so"
                    .to_owned(),
            );
        }
        let fields = vec![
            (Position::POSITION_FIELD, position.fen(notation).into()),
            ("chess960", arguments.chess960.into()),
        ];
        Ok(Root {
            position,
            notation,
            fields,
            remarks,
        })
    }

    fn parse(text: &str) -> Result<Position, InvalidFen> {
        text.parse()
    }

    fn text_after(_root: &Root<Position>, _moves: &[Move], position: &Position) -> String {
        position.fen(CastlingStyle::new(position.needs_chess960()))
    }

    fn move_text(&self, mv: Move, notation: CastlingStyle) -> String {
        self.uci(mv, notation)
    }

    fn san(&self, mv: Move) -> Option<String> {
        Some(Position::san(self, mv))
    }

    fn counting(
        arguments: &ChessCountingArgs,
        wanted: &WantedCount<'_, Position>,
    ) -> Result<ChessCounting, String> {
        if let Some(last) = &arguments.last {
            return Ok(ChessCounting::LastMove(last.clone()));
        }
        match (wanted.each_move, arguments.verify) {
            (true, _) => return Ok(ChessCounting::EachMove),
            (false, true) => return Ok(ChessCounting::Verified(arguments.kernel)),
            (false, false) => {}
        }
        let (hash, seed, threads) = (wanted.hash, wanted.seed, wanted.threads);
        let request = Position::device_request(arguments, hash, seed, threads);
        Position::counting_on(&request, leaves_of(wanted.position, wanted.depth))
    }

    fn device_request(
        arguments: &ChessCountingArgs,
        hash: HashSize,
        seed: u64,
        threads: Threads,
    ) -> DeviceRequest {
        DeviceRequest {
            choice: arguments.device,
            hash,
            seed,
            kernel: arguments.kernel,
            threads,
        }
    }

    fn counting_on(request: &DeviceRequest, leaves: f64) -> Result<ChessCounting, String> {
        Ok(match request.open(leaves)? {
            Some(counter) => ChessCounting::Devices(Arc::new(counter)),
            None => ChessCounting::Bulk(request.kernel),
        })
    }

    fn walker_on(request: &DeviceRequest) -> Result<Option<Box<dyn Walker<Position>>>, String> {
        let walker = request.open_walker()?;
        Ok(walker.map(|walker| Box::new(walker) as Box<dyn Walker<Position>>))
    }

    fn devices(counting: &ChessCounting) -> usize {
        match counting {
            ChessCounting::Devices(counter) => counter.names().len(),
            _ => 0,
        }
    }

    fn remarks(counting: &ChessCounting) -> Vec<String> {
        match counting {
            ChessCounting::Devices(counter) => counter.take_remarks(),
            _ => Vec::new(),
        }
    }

    fn counts_only(counting: &ChessCounting) -> Option<(&'static str, Value)> {
        match counting {
            ChessCounting::LastMove(last) => Some(("last", last.to_string().into())),
            ChessCounting::Bulk(_)
            | ChessCounting::Verified(_)
            | ChessCounting::EachMove
            | ChessCounting::Devices(_) => None,
        }
    }

    fn fastest() -> ChessCounting {
        ChessCounting::Bulk(Kernel::best())
    }

    fn with_counter<V: CounterVisitor<Position>>(counting: ChessCounting, visitor: V) -> V::Output {
        match counting {
            ChessCounting::Bulk(kernel) => unverified(visitor, &kernel),
            ChessCounting::EachMove => unverified(visitor, &EachMove),
            ChessCounting::Devices(counter) => unverified(visitor, &*counter),
            ChessCounting::LastMove(last) => unverified(visitor, &LastMoveCounter::new(last)),
            ChessCounting::Verified(kernel) => {
                let verified = Verified::new(kernel);
                let counter = AnyCounter::new(&verified);
                visitor.visit(&counter, &|| Some(verification(kernel, &verified)))
            }
        }
    }
}

fn unverified<V: CounterVisitor<Position>>(
    visitor: V,
    counter: &impl Counter<Position, Tally = u128>,
) -> V::Output {
    visitor.visit(&AnyCounter::new(counter), &|| None)
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

/// The kinds of leaves of chess.
pub const STATISTICS: StatisticsSource<Position> = StatisticsSource {
    columns: &COLUMNS,
    count: |plan, progress, stop| {
        let outcome = plan.run(&StatisticsCounter, progress, stop, |_, _| {})?;
        Ok(outcome.complete.then(|| outcome.total.values().to_vec()))
    },
    count_each: |perft, positions, stop, on_row| {
        let keep = |place, total: Statistics, elapsed| on_row(place, &total.values(), elapsed);
        let used = perft.run_each(positions, &StatisticsCounter, stop, keep);
        used.map(drop)
    },
    leaves: |position, depth, stop, columns| {
        let leaves = StatisticsCounter.leaves(position, depth, stop);
        let row = Statistics::from(leaves.unwrap_or_default()).values();
        for (column, number) in columns.iter_mut().zip(row) {
            *column = number as f64;
        }
    },
    rule_variants: rule_variants::count,
    description: "statistics, equal positions near the root merged",
};

/// The columns of [`Statistics::values`].
const COLUMNS: [Column; 16] = {
    let mut columns = [column(""); 16];
    let mut place = 0;
    while place < columns.len() {
        columns[place] = column(Statistics::NAMES[place]);
        place += 1;
    }
    // Checks and double checks that do not mate.
    columns[10].narrows_previous = true;
    columns[13].narrows_previous = true;
    // Checkmates and stalemates.
    columns[14].ends_line = true;
    columns[15].ends_line = true;
    columns
};

const fn column(name: &'static str) -> Column {
    Column {
        name,
        narrows_previous: false,
        ends_line: false,
    }
}

/// The help of `--kernel`: the kernels that this CPU supports.
pub(crate) fn kernel_help() -> String {
    let names: Vec<_> = Kernel::available().iter().map(Kernel::name).collect();
    format!("Counting kernel: auto (the fastest), {}", names.join(", "))
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
                ChessCounting::Verified(portable()),
                "kernel portable, every count verified",
            ),
            (ChessCounting::EachMove, "every move made"),
        ] {
            assert_eq!(counting.to_string(), text);
        }
    }
}
