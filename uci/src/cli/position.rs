//! The arguments that name a position, alike for every command.

use clap::Args;
use movegen::chess::{ParsedPosition, Position, PositionText, PositionTextError};

use super::notes::note;

/// A position and how to write its moves.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    root: RootArgs,
    /// Write castling as king takes rook
    #[arg(long)]
    pub(super) chess960: bool,
}

/// A position without a notation for its moves.
#[derive(Debug, Args)]
pub(super) struct RootArgs {
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
    /// Whether any of them was given.
    pub(super) fn is_given(&self) -> bool {
        self.chess960 || self.root.fen.is_some() || !self.root.moves.is_empty()
    }

    /// As [`RootArgs::read`].
    pub(super) fn read(&self) -> Result<Position, PositionTextError> {
        self.root.read()
    }

    /// As [`read`](PositionArgs::read), with how the position came about.
    pub(super) fn told(&self) -> Result<ParsedPosition, PositionTextError> {
        self.root.told()
    }
}

impl RootArgs {
    /// The position, with warnings on standard error.
    pub(super) fn read(&self) -> Result<Position, PositionTextError> {
        self.told().map(|told| told.position)
    }

    fn told(&self) -> Result<ParsedPosition, PositionTextError> {
        told(&PositionText::new(self.fen.as_deref(), &self.moves))
    }
}

/// As [`PositionArgs::told`].
pub(super) fn told(text: &PositionText) -> Result<ParsedPosition, PositionTextError> {
    let told = ParsedPosition::from_text(text)?;
    for remark in &told.remarks {
        note(format_args!("canopy: warning: {remark}"));
    }
    Ok(told)
}
