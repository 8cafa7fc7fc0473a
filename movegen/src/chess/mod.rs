//! The rules of chess, Chess960 included.
//!
//! Data flows one way: text is read into a [`Setup`] (any placement of pieces), a valid setup
//! becomes a [`Position`], and a position gives its legal moves and the positions after them.
//!
//! | folder | contents |
//! |---|---|
//! | `board/` | squares, pieces, moves, bitboards and attacks: what is true of any board |
//! | `rules/` | [`Position`]: legal moves, making moves, validation, the end of the game |
//! | `explain/` | why a move is legal or not |
//! | `text/` | FEN, SAN, UCI notation, diagrams |
//! | `tree/` | a position as a tree whose leaves are counted, with keys and packed positions |
//! | `count/` | kernels, which count the last plies |
//! | `statistics/` | captures, checks and mates among the leaves |
//! | `device.rs` | tables and positions for GPUs |
//! | `variant/` | variants of chess |
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

mod board;
mod count;
mod device;
pub mod explain;
mod rules;
mod statistics;
mod text;
mod tree;
pub mod variant;

pub use board::bitboard::{Bitboard, Squares};
pub use board::castling_style::CastlingStyle;
pub use board::color::Color;
pub use board::move_list::{MoveList, MoveListIter};
pub use board::mv::{Move, MoveKind};
pub use board::piece::{Piece, PieceKind};
pub use board::setup::Setup;
pub use board::square::{File, Rank, Square, SquareError};
pub use board::zobrist::Numbers;
pub use count::{Difference, EachMove, Kernel, KernelError, Verified};
pub use device::{DevicePosition, MAX_DEVICE_MEN, device_tables};
pub use rules::gives_check::CheckSquares;
pub use rules::outcome::{DrawClaim, Outcome};
pub use rules::piece_moves::{PieceMoves, PieceMovesIter};
pub use rules::position::Position;
pub use rules::random;
pub use rules::validate::{PositionError, PositionProblem, PositionWarning};
pub use statistics::move_filter::{MoveClass, MoveFilter, MoveFilterError};
pub use statistics::{Category, LastMoveCounter, Statistics, StatisticsCounter};
pub use text::diagram::Diagram;
pub use text::fen::{FenError, FenErrorKind, FenWarning, Field, Operation, ParsedFen};
pub use text::position_fen::InvalidFen;
pub use text::position_text::{ParsedPosition, PositionText, PositionTextError};
pub use text::san::{SanError, SanOrigin};
pub use text::uci::MoveError;
pub use text::variant_sign::VariantSign;
pub use tree::packed::PackedPosition;
