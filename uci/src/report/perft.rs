//! The lines of a perft.

use std::fmt;

use movegen::chess::{CastlingStyle, Move, MoveKind, Position};

/// How a divide is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DivideForm {
    /// As Stockfish.
    Stockfish,
    /// As the engine of The Grand Chess Tree, with the FEN of the position.
    GrandChessTree {
        /// The FEN.
        fen: String,
    },
}

/// The last line of an answer as The Grand Chess Tree writes it.
const END_MARK: &str = "-----------------";

impl DivideForm {
    /// `e2e4: 20` or `e2e4 20`
    pub fn line(&self, position: &Position, mv: Move, count: u128, style: CastlingStyle) -> String {
        let separator = match self {
            DivideForm::Stockfish => ": ",
            DivideForm::GrandChessTree { .. } => " ",
        };
        format!("{}{separator}{count}", position.uci(mv, style))
    }

    /// The end of a complete divide.
    pub fn total(&self, total: impl fmt::Display) -> String {
        match self {
            DivideForm::Stockfish => perft_total(total),
            DivideForm::GrandChessTree { fen } => {
                format!("-----results-----\nnodes: {total}\nfen: {fen}\n{END_MARK}")
            }
        }
    }

    /// The end of a divide that was stopped, with the leaves that were counted.
    pub fn partial(&self, done: usize, roots: usize, partial: impl fmt::Display) -> String {
        match self {
            DivideForm::Stockfish => perft_partial(done, roots, partial),
            DivideForm::GrandChessTree { .. } => {
                self.refused(&format!("stopped: {done} of {roots} root moves done"))
            }
        }
    }

    /// The end of a divide without a count, with the reason.
    pub fn refused(&self, reason: &str) -> String {
        match self {
            DivideForm::Stockfish => {
                let last = perft_refused("perft");
                format!("info string ERROR {reason}\n{last}")
            }
            DivideForm::GrandChessTree { .. } => divide_line_refused(reason),
        }
    }
}

/// The answer to a `divide:` without a position that can be counted.
pub fn divide_line_refused(reason: &str) -> String {
    format!("error: {reason}\n{END_MARK}")
}

/// The progress of a divide, between its lines. Programs that read divides skip `info` lines up to
/// the empty line, and nowhere else.
pub fn perft_progress(progress: &str) -> String {
    format!("info string perft {progress}")
}

/// The end of a complete divide.
pub fn perft_total(total: impl fmt::Display) -> String {
    format!("\nNodes searched: {total}\n")
}

/// The end of a divide that was stopped, with the leaves that were counted.
pub fn perft_partial(done: usize, roots: usize, partial: impl fmt::Display) -> String {
    format!(
        "info string perft stopped: {done} of {roots} root moves done\n{}",
        perft_incomplete(partial)
    )
}

/// The total of a perft that was stopped. The word after the number makes a script that parses it
/// fail instead of accepting a wrong total.
pub fn perft_incomplete(partial: impl fmt::Display) -> String {
    format!("\nNodes searched: {partial} (incomplete)\n")
}

/// The end of a divide that did not start because of a bad `part` of the command.
pub fn perft_refused(part: &str) -> String {
    format!("\nNodes searched: 0 ({part} rejected)\n")
}

/// Whether a castling move must be written as king takes rook although the session is not in
/// Chess960 mode.
pub fn mixes_notations(position: &Position, style: CastlingStyle) -> bool {
    style == CastlingStyle::Standard
        && position.needs_chess960()
        && position.legal_moves().iter().any(|&mv| {
            mv.kind() == MoveKind::Castle
                && position.uci(mv, CastlingStyle::Standard)
                    == position.uci(mv, CastlingStyle::Chess960)
        })
}

/// The remark on such a position.
pub const MIXED_NOTATIONS: &str = "castling in a Chess960 position is written as king takes \
                                   rook; set UCI_Chess960 to write all castling this way";
