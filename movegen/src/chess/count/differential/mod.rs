//! The differential node: counts the last two plies without making most of the moves.
//!
//! Two plies above the leaves, side U is to move and side V replies. Bulk counting ("Perft", Chess
//! Programming Wiki) makes every move of U and counts the replies. But most moves of U change little
//! about V's replies: a few squares are blocked or opened, a piece can be captured or is gone. The
//! differential node counts V's replies once, as if U passed, and computes by how much each square that
//! U leaves or enters changes that number.
//!
//! # The formula
//!
//! For a regular move of U, V has
//!
//! ```text
//! replies = pass_count + weight[from] - weight[to]
//! ```
//!
//! `pass_count` is the number of V's legal moves if U passes. The weight of a square is what V gains
//! when a piece of U leaves it, or loses when a piece of U enters it. It depends on the square alone,
//! not on the move, so all 64 weights are computed at once, for all moves. The weight of
//!
//! - an **empty square** is the number of squares beyond it to which V's sliders move through it, plus
//!   the pawn pushes that use it, minus the pawn captures that a piece of U on it would allow;
//! - a square with a **piece of U** is the same: the squares beyond it to which V's sliders could move
//!   if it were empty, plus the pawn pushes that it blocks, minus the pawn captures on it. (V's other
//!   moves to the square do not change: what was a capture becomes a move to an empty square.)
//! - a square with a **piece of V** is the number of moves of that piece, which are lost if it is
//!   captured, minus the number of pieces that defend it, which can then recapture.
//!
//! Summed over all regular moves, this is the number of moves times `pass_count`, plus the weights of
//! their origins, minus the weights of their targets: some population counts and one dot product of
//! the 64 weights with 64 coefficients.
//!
//! # Regular and irregular moves
//!
//! The formula assumes that the effects of both squares are independent, and that everything that is
//! legal for V because of the position of its king stays as it is. A move is **irregular**, so that it
//! must be made and its replies counted, if one of its squares belongs to a set that the analysis
//! computes for each kind of piece ([`SquaresByKind`](analysis::SquaresByKind)). These are all
//! moves that may
//!
//! 1. give check, directly or by discovery, or attack a square that V's king may move to or castle
//!    across;
//! 2. open or block such an attack, or pin or unpin a piece of V;
//! 3. touch the squares next to V's king or those of its castling path;
//! 4. run along a line on which a slider of V attacks the origin, or along the file of a pawn push of
//!    V, or capture a pawn diagonally that attacks the origin: then the two squares are not
//!    independent. (For a capture by a pawn the error is known to be one, so it is added instead.)
//!
//! Castling and en passant captures are always irregular. Replies that capture en passant are counted
//! separately. If U is in check, or has only a few moves, all moves are treated as irregular.
//!
//! # Zone moves
//!
//! On boards with few pieces, most irregular moves attack squares around V's king, and change nothing
//! else. If V cannot castle, the replies to such **zone moves** are counted by the formula too, and correct the number of the king's steps ([`zone`]). The same holds for a check that no
//! other piece than the king can answer: then the king's steps are all replies.
//!
//! The sets are larger than necessary, never smaller. The tests in [`count`](super) compare every kernel
//! with a count that makes each move, on random games and random boards, and
//! [`Verified`](crate::chess::Verified) compares every node of a count.
//!
//! # A worked board
//!
//! White (U) is to move, Black (V) replies. The unit test `the_worked_board` checks every number of
//! this section.
//!
//! ```text
//! 8  .  .  .  .  .  .  .  k
//! 7  .  .  .  .  .  .  .  .
//! 6  .  .  p  .  .  .  .  .
//! 5  .  .  .  r  .  .  .  .
//! 4  .  .  .  .  .  .  .  .
//! 3  .  .  N  P  .  .  .  .
//! 2  .  .  .  .  .  .  .  .
//! 1  K  .  .  .  .  .  .  .
//!    a  b  c  d  e  f  g  h
//! ```
//!
//! **Pass count.** If White passes, Black has 16 moves: 3 of the king, 1 of the pawn, and 12 of the
//! rook (d6, d7, d8; e5 to h5; c5, b5, a5; d4, and the capture on d3).
//!
//! **Weights.** Some of the 64:
//!
//! | square | weight | reason |
//! |---|---|---|
//! | c3, a1, a2, e4, ... | 0 | no line or pawn of Black uses them |
//! | d3 (U) | 2 | without the pawn, the rook could move on to d2 and d1 |
//! | d4 | 1 | beyond it, the rook captures on d3 |
//! | e5 | 3 | beyond it, the rook moves to f5, g5 and h5 |
//! | b5 | 0 | beyond it, the rook moves to a5 (+1); the pawn could capture on it (-1) |
//! | c5 | 3 | beyond it, the rook moves to b5 and a5 (+2); the pawn pushes to it (+1) |
//! | d5 (V) | 11 | the rook has 12 moves; one pawn defends it (-1) |
//!
//! **Regular moves.** The knight's eight moves and the king's three are regular:
//!
//! | move | pass + from - to | replies |
//! |---|---|---|
//! | Na2, Na4, Nb1, Nd1, Ne2, Ne4 | 16 + 0 - 0 | 16 each |
//! | Nb5 | 16 + 0 - 0 | 16: a5 is lost, cxb5 is gained |
//! | Nxd5 | 16 + 0 - 11 | 5: Kg8, Kg7, Kh7, c5, cxd5 |
//! | Ka2, Kb1, Kb2 | 16 + 0 - 0 | 16 each |
//!
//! **Irregular move.** The pawn push d3-d4 runs along the d-file, on which the rook attacks its origin.
//! The formula gives 16 + 2 - 1 = 17, counting d2 and d1 although the pawn now blocks them on d4. So the
//! move is made, and the replies are counted: 15.
//!
//! **Sum.** The 11 regular moves have 11 * 16 + 0 - 11 = 165 replies. With the 15 replies to the pawn
//! push, perft(2) is 180:
//!
//! ```
//! use movegen::chess::{Kernel, Position};
//! let position: Position = "7k/8/2p5/3r4/8/2NP4/8/K7 w - - 0 1".parse().unwrap();
//! let pass_count = position.null_move().unwrap().legal_moves().len();
//! assert_eq!(pass_count, 16);
//! let replies = |uci| {
//!     let mv = position.parse_uci(uci).unwrap();
//!     position.play(mv).legal_moves().len()
//! };
//! assert_eq!(replies("c3e4"), 16); // 16 + 0 - 0
//! assert_eq!(replies("c3d5"), 5); // 16 + 0 - 11
//! assert_eq!(replies("d3d4"), 15); // irregular: not 16 + 2 - 1
//! use movegen::perft::{Counter, Stop};
//! assert_eq!(Kernel::best().leaves(&position, 2, &Stop::new()), Some(180));
//! ```
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | side U, `us` | the side to move at the node |
//! | side V, `them` | the side that replies; neither side is in check when the formula is used |
//! | pass count | the number of V's legal moves if U passes |
//! | weight | of a square: what V gains when U leaves it, or loses when U enters it |
//! | coefficient | of a square: the number of pawn moves from it minus the number of all moves to it, among the regular moves |
//! | regular move | a move to which the formula applies |
//! | irregular move | a move that must be made, and its replies counted |
//! | zone move | a move that is regular but for the squares around V's king that U attacks |
//! | straight, diagonal | sliders along ranks and files, and along diagonals; a queen is both |
//! | anti-diagonal, `anti` | a diagonal from north-west to south-east |
//! | zone | the squares that V's king may move to or castle across if U does not attack them |
//! | open square | a square without a piece of V: V's pieces may move to it |
//! | lane | one 64-bit word of a vector register: a direction, a piece or a board |
//! | pending moves | irregular moves whose replies have not been counted yet |
//! | queue | the pending moves of AVX-512, of many nodes |
//! | batch | eight moves of the queue, made and counted together |
//!
//! # Files
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | this text |
//! | `one_by_one.rs` | [`count_two_plies`](one_by_one::count_two_plies): analyses the node, then generates U's moves and classifies each piece at once |
//! | `node.rs` | the same for boards with many pieces and AVX-512: generates all of U's moves, analyses the node, then classifies eight pieces at a time |
//! | `analysis.rs` | [`Analysis`]: pass count, weights and irregular squares |
//! | `classify.rs` | which moves of U's king and which promotions are regular |
//! | `coefficients.rs` | how many moves enter and leave each square, in bit planes |
//! | `zone.rs` | the king's steps after zone moves |
//! | `replies.rs` | the replies to irregular moves, one by one |
//! | `irregular.rs` | moves that must be made: castling and en passant captures; en passant replies |
//! | `lanes.rs` | [`Lanes`](lanes::Lanes): operations on sets and numbers, which each instruction set implements |
//! | `pending.rs` | [`Node`](pending::Node): what an instruction set does with the moves that are not summed up |
//! | `wide.rs` | `Wide`: how AVX-512 classifies eight pieces at a time |
//! | `node_moves.rs` | the irregular moves and the zone moves of a node |
//! | `origins.rs` | the origins of a set of moves in one word |
//! | `../words/` | the operations in 64-bit words: `directions`, and `planes` for numbers |
//! | `../x86/lookups.rs` | the operations by looking up each slider |
//! | `../arm/neon/` | `directions` and `vectors`: the operations; `leaf` and `vector_count`: the replies to one irregular move |
//! | `../x86/avx2/` | `directions` and `vectors`: the operations |
//! | `../x86/avx512/` | `directions` and `vectors`: the operations; `regular`: regular moves of eight pieces; `sparse`: boards with few pieces; `queue`: irregular moves; `eight_boards`: the replies to eight of them |
//!
//! # Sources
//!
//! Kogge-Stone fills are by Steffan Westcott ("Kogge-Stone Algorithm", Chess Programming Wiki). The
//! fills of all directions in the lanes of one register, the weights and the classification of moves
//! were worked out for this program; we know of no publication of them. chessbit (Thomas Huijbregts) counts
//! the replies to quiet moves by a null move, too, and makes all others. `EXPERIMENTS.md` in the parent
//! folder has the measurements.

pub(crate) mod analysis;
mod classify;
pub(crate) mod coefficients;
mod irregular;
pub(crate) mod lanes;
#[cfg(target_arch = "x86_64")]
pub(crate) mod node;
pub(crate) mod node_moves;
pub(crate) mod one_by_one;
pub(crate) mod origins;
pub(crate) mod pending;
mod replies;
#[cfg(target_arch = "x86_64")]
pub(crate) mod wide;
mod zone;

pub(crate) use irregular::en_passant_replies;

#[cfg(test)]
mod tests {
    use super::analysis::{Analysis, KingSurroundings, attacks_of_v};
    use super::lanes::Lanes;
    use crate::chess::board::bitboards::Board;
    use crate::chess::board::color::White;
    use crate::chess::count::words::Baseline;
    #[cfg(target_arch = "aarch64")]
    use crate::chess::count::{arm::Neon, instruction_set::Detect as _};
    use crate::chess::{Position, Square};
    #[cfg(target_arch = "x86_64")]
    use crate::chess::{
        board::attacks::Portable,
        count::instruction_set::Detect as _,
        count::x86::{Avx2, Avx512, Bmi2},
    };

    const WORKED_BOARD: &str = "7k/8/2p5/3r4/8/2NP4/8/K7 w - - 0 1";

    fn position() -> Position {
        WORKED_BOARD.parse().expect("a valid position")
    }

    fn analyse<W: Lanes>(wide: W, board: &Board) -> Analysis<W, true> {
        let (occupied, us) = (board.occupied(), board.pieces::<White>());
        let (attacks, _) = attacks_of_v::<White, W, true>(wide, board, occupied & !us, !occupied);
        let surroundings = KingSurroundings::<W, true>::new::<White>(wide, board, occupied, us);
        Analysis::new::<White>(wide, board, occupied, us, attacks, surroundings)
    }

    /// Checks the numbers of the module documentation.
    fn check_worked_board<W: Lanes>(wide: W) {
        let position = position();
        let analysis = analyse(wide, position.board());
        assert_eq!(analysis.pass_count, 16);
        let weight = |square: &str| {
            let square: Square = square.parse().expect("a square");
            i64::from(wide.byte(analysis.weights, square.index()))
        };
        let table = [
            ("c3", 0),
            ("a1", 0),
            ("a2", 0),
            ("e4", 0),
            ("d3", 2),
            ("d4", 1),
            ("e5", 3),
            ("b5", 0),
            ("c5", 3),
            ("d5", 11),
        ];
        for (square, expected) in table {
            assert_eq!(weight(square), expected, "{square}");
        }

        // The formula is right for every move but the pawn push, the only irregular one.
        for mv in position.legal_moves() {
            let (from, to) = (mv.from().to_string(), mv.to().to_string());
            let formula = 16 + weight(&from) - weight(&to);
            let replies = position.play(mv).legal_moves().len() as i64;
            if from == "d3" {
                assert_eq!((formula, replies), (17, 15));
                assert_ne!(analysis.lines.file & 1 << mv.from().index(), 0);
            } else {
                assert_eq!(formula, replies, "{from}{to}");
                let squares = 1_u64 << mv.from().index() | 1 << mv.to().index();
                let irregular = match from.as_str() {
                    "c3" => analysis.irregular.knight,
                    _ => analysis.irregular.king,
                };
                assert_eq!(squares & irregular, 0, "{from}{to}");
            }
        }
    }

    #[test]
    fn the_worked_board() {
        check_worked_board(Baseline);
        #[cfg(target_arch = "aarch64")]
        if let Some(neon) = Neon::detect() {
            check_worked_board(neon);
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(bmi2) = Bmi2::detect() {
                check_worked_board(bmi2);
            }
            if let Some(avx2) = Avx2::<Portable>::detect() {
                check_worked_board(avx2);
            }
            if let Some(avx512) = Avx512::detect() {
                check_worked_board(avx512);
            }
        }
    }
}
