//! The flags of chess, and what they choose.

use std::sync::Arc;

use clap::Args;
use gpu::DeviceChoice;
use movegen::chess::{
    CastlingStyle, Kernel, LastMoveCounter, MoveFilter, ParsedPosition, Position, PositionText,
    Verified,
};
use movegen::perft::estimate::Walker;

use super::ChessCounting;
use crate::devices::{DeviceRequest, leaves_of};
use crate::games::flags::{GameFlags, Root, WantedCount};
use crate::games::game::Game;
use crate::report::mixes_notations;
use crate::resources::Resources;

/// A position and the notation of its moves.
#[derive(Debug, Args)]
pub struct PositionArgs {
    #[command(flatten)]
    root: RootArgs,
    /// Write castling as king takes rook
    #[arg(long)]
    pub(crate) chess960: bool,
}

/// A position alone.
#[derive(Debug, Args)]
pub(crate) struct RootArgs {
    /// The position: FEN (also X-FEN, Shredder-FEN, EPD) or startpos, the default
    #[arg(short, long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there first, e.g. "e2e4 Nf6"
    #[arg(
        short,
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
}

impl PositionArgs {
    /// The text of the position.
    pub(crate) fn text(&self) -> PositionText {
        self.root.text().styled(CastlingStyle::new(self.chess960))
    }
}

impl RootArgs {
    /// The text of the position.
    pub(crate) fn text(&self) -> PositionText {
        PositionText::new(self.fen.as_deref(), &self.moves)
    }
}

/// The flags that choose how chess is counted.
#[derive(Clone, Debug, Args)]
pub struct ChessCountingArgs {
    /// Counting kernel; --help lists those of this CPU
    #[arg(long, value_name = "NAME", default_value = "auto", long_help = kernel_help())]
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

impl GameFlags for Position {
    type PositionArgs = PositionArgs;
    type CountingArgs = ChessCountingArgs;

    fn root(arguments: &PositionArgs) -> Result<Root<Position>, String> {
        let parsed = ParsedPosition::from_text(&arguments.text());
        let parsed = parsed.map_err(|error| error.to_string())?;
        let (position, notation) = (parsed.position, CastlingStyle::new(arguments.chess960));
        let mut remarks = Vec::new();
        if mixes_notations(&position, notation) {
            remarks.push(
                "castling of a Chess960 position is written king takes rook; \
                 --chess960 writes all castling so"
                    .to_owned(),
            );
        }
        let fields = vec![
            (
                Position::POSITION_FIELD.to_owned(),
                position.fen(notation).into(),
            ),
            ("chess960".to_owned(), arguments.chess960.into()),
        ];
        Ok(Root {
            position,
            source: parsed.history.passed_square(),
            notation,
            fields,
            warnings: parsed.warnings,
            remarks,
        })
    }

    fn counting(
        arguments: &ChessCountingArgs,
        wanted: &WantedCount<'_, Position>,
    ) -> Result<ChessCounting, String> {
        if let Some(last) = &arguments.last {
            let counter = LastMoveCounter::new(last.clone());
            return Ok(ChessCounting::LastMove(last.clone(), counter));
        }
        match (wanted.each_move, arguments.verify) {
            (true, _) => return Ok(ChessCounting::EachMove),
            (false, true) => {
                let kernel = arguments.kernel;
                return Ok(ChessCounting::Verified(
                    kernel,
                    Box::new(Verified::new(kernel)),
                ));
            }
            (false, false) => {}
        }
        let request = Position::device_request(arguments, wanted.resources);
        Position::counting_on(&request, leaves_of(wanted.position, wanted.depth))
    }

    fn device_request(arguments: &ChessCountingArgs, resources: Resources) -> DeviceRequest {
        DeviceRequest {
            choice: arguments.device,
            kernel: arguments.kernel,
            resources,
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
}

/// The long help of `--kernel`: the kernels that this CPU supports.
pub(crate) fn kernel_help() -> String {
    let names: Vec<_> = Kernel::available().iter().map(Kernel::name).collect();
    format!("Counting kernel: auto (the fastest), {}", names.join(", "))
}
