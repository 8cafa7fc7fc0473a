//! The rules of chess, Chess960 included.
//!
//! Data flows one way: text is read into a [`Setup`] (any placement of pieces), a valid setup
//! becomes a [`Position`], and a position gives its legal moves and the positions after them.
//!
//! ```
//! use movegen::chess::{Position, Square};
//!
//! let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
//! for mv in position.legal_moves() {
//!     println!("{mv} is {}", position.san(mv));
//! }
//! let position = position.play_san("exd5").unwrap();
//! assert_eq!(position.piece_at(Square::D5).unwrap().to_string(), "white pawn");
//! ```

pub(crate) mod attacks;
mod bitboard;
mod board;
mod choose;
mod color;
mod count;
mod device;
mod diagram;
pub mod explain;
mod fen;
mod flip;
mod half_keys;
mod legal;
mod move_filter;
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
mod reachability;
mod report_order;
mod san;
mod setup;
mod square;
mod start;
mod statistics;
mod tree;
mod uci;
mod validate;
pub mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use count::{Difference, EachMove, Kernel, KernelError, Verified};
pub use device::{DevicePosition, MAX_DEVICE_MEN, device_tables};
pub use fen::{FenError, FenErrorKind, FenWarning, Field, Operation, ParsedFen};
pub use move_filter::{MoveClass, MoveFilter, MoveFilterError};
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
pub use statistics::{Category, LastMoveCounter, Statistics, StatisticsCounter};
pub use uci::{CastlingStyle, MoveError};
pub use validate::{PositionError, PositionProblem, PositionWarning};
pub use zobrist::Numbers;
