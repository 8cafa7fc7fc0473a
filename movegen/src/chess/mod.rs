//! The rules of chess, Chess960 included.
//!
//! Data flows one way: text is read into a [`Setup`] (any arrangement of pieces), a setup that
//! has defined rules becomes a [`Position`], and a position yields its legal moves and its
//! children.

pub(crate) mod attacks;
mod bitboard;
mod board;
mod color;
mod count;
mod diagram;
pub mod explain;
mod fen;
mod flip;
mod legal;
mod move_list;
mod mv;
mod outcome;
mod packed;
mod piece;
mod piece_moves;
mod play;
mod position;
mod position_text;
pub mod random;
mod report_order;
mod san;
mod setup;
mod square;
mod start;
mod statistics;
mod tree;
mod uci;
mod validate;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use count::{Difference, EachMove, Kernel, KernelError, Verified};
pub use fen::{FenError, FenErrorKind, FenWarning, Field, Operation, ParsedFen};
pub use move_list::{MoveList, MoveListIter};
pub use mv::{Move, MoveKind};
pub use outcome::{DrawClaim, Outcome};
pub use packed::PackedPosition;
pub use piece::{Piece, PieceKind};
pub use piece_moves::{PieceMoves, PieceMovesIter};
pub use position::{Diagram, InvalidFen, Position};
pub use position_text::{ParsedPosition, PositionText, PositionTextError};
pub use san::{SanError, SanOrigin};
pub use setup::Setup;
pub use square::{File, Rank, Square, SquareError};
pub use statistics::{Category, Statistics, StatisticsCounter};
pub use uci::{CastlingStyle, MoveError};
pub use validate::{PositionError, PositionProblem, PositionWarning};
