//! The arguments that name a position, shared by all subcommands.

use clap::Args;
use movegen::chess::{ParsedPosition, Position, PositionText, PositionTextError};

use super::notes::note;

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
pub struct RootArgs {
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
    /// See [`RootArgs::read`].
    pub(crate) fn read(&self) -> Result<Position, PositionTextError> {
        self.root.read()
    }

    /// As [`read`](PositionArgs::read), with the history of the position.
    pub(super) fn parse(&self) -> Result<ParsedPosition, PositionTextError> {
        self.root.parse()
    }
}

impl RootArgs {
    /// The position; warnings go to standard error.
    pub(crate) fn read(&self) -> Result<Position, PositionTextError> {
        self.parse().map(|parsed| parsed.position)
    }

    fn parse(&self) -> Result<ParsedPosition, PositionTextError> {
        parse_with_warnings(&PositionText::new(self.fen.as_deref(), &self.moves))
    }
}

/// Reads a position and writes its warnings to standard error.
pub(super) fn parse_with_warnings(
    text: &PositionText,
) -> Result<ParsedPosition, PositionTextError> {
    let parsed = ParsedPosition::from_text(text)?;
    for warning in &parsed.warnings {
        note(format_args!("canopy: warning: {warning}"));
    }
    Ok(parsed)
}
