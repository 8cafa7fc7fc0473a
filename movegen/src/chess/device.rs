//! Positions and tables for kernels that run on another device, such as a GPU.
//!
//! A kernel sees every position from the view of the side to move: Black's positions are mirrored and
//! the colours exchanged. So it needs one generator, not one for each side. Its attack tables are those of
//! this crate, as one array of words.

use super::board::attacks::{BETWEEN, KING, KNIGHT, LINES, PAWN, RANK_ATTACKS};
use super::board::bitboards::Board;
use super::{Color, Position};

/// A position in 32 bytes, from the view of the side to move.
///
/// The first word has the pieces of the side to move and, as the only empty square, that of a pawn that can
/// be captured en passant has just passed. The other three words have a code for each square, one bit each: 1
/// pawn, 2 bishop, 3 knight, 4 rook, 5 rook that may castle, 6 queen, 7 king.
///
/// ```
/// use movegen::chess::{DevicePosition, Position};
/// let start = Position::startpos();
/// let e4 = start.play_uci("e2e4").unwrap();
/// let e5 = e4.play_uci("e7e5").unwrap();
/// // White's pieces are at the bottom with White to move, Black's with Black to move.
/// assert_eq!(DevicePosition::new(&start).0[0], 0xffff);
/// assert_eq!(DevicePosition::new(&e4).0[0], 0xffff);
/// assert_eq!(DevicePosition::new(&e5).0[0], 0x1000_efff);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DevicePosition(pub [u64; 4]);

/// The most men of one side that a kernel can handle. Nothing that can follow has more.
pub const MAX_DEVICE_MEN: u32 = 16;

impl DevicePosition {
    /// The position from the view of the side to move.
    pub fn new(position: &Position) -> DevicePosition {
        let board = position.board();
        let own = match position.turn() {
            Color::White => board.white,
            Color::Black => board.occupied() & !board.white,
        };
        let Board {
            pawns,
            knights,
            diagonal,
            straight,
            kings,
            en_passant,
            castling,
            ..
        } = *board;
        let words = [
            own | en_passant,
            pawns | knights | castling | kings,
            diagonal | knights | kings,
            straight | kings,
        ];
        DevicePosition(match position.turn() {
            Color::White => words,
            Color::Black => words.map(u64::swap_bytes),
        })
    }

    /// Whether kernels can handle the position: no side may have more than [`MAX_DEVICE_MEN`] men.
    pub fn fits(position: &Position) -> bool {
        let board = position.board();
        let white = board.white.count_ones();
        white <= MAX_DEVICE_MEN && board.occupied().count_ones() - white <= MAX_DEVICE_MEN
    }
}

/// The attack tables of kernels: for each square eight words (the lines through it: file, diagonal,
/// anti-diagonal, rank; the attacks of a knight, a king, a pawn that moves up and one that moves down); the
/// squares between two squares, 64 words for each square; and 512 bytes with the attacks along a rank, by the
/// file of the slider and the six inner squares.
pub fn device_tables() -> Vec<u64> {
    let mut words = Vec::with_capacity(64 * 8 + 64 * 64 + 64);
    for square in 0..64 {
        let lines = &LINES[square];
        words.extend([lines.file, lines.diagonal, lines.anti, lines.rank]);
        let (up, down) = (PAWN[0][square], PAWN[1][square]);
        words.extend([KNIGHT[square], KING[square], up, down]);
    }
    words.extend(BETWEEN.iter().flatten());
    let ranks = RANK_ATTACKS.iter().flat_map(|file| file.chunks_exact(8));
    // Bytes in the order of memory.
    words.extend(ranks.map(|bytes| {
        bytes
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u64::from(*byte))
    }));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_and_its_flip_look_the_same() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq -",
            "4k3/8/8/8/Pp6/8/8/4K3 b - a3",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
        ] {
            let position: Position = fen.parse().expect(fen);
            let device = DevicePosition::new(&position);
            assert_eq!(device, DevicePosition::new(&position.flip()), "{fen}");
        }
    }

    #[test]
    fn everything_that_a_count_depends_on_is_in_it() {
        let of = |fen: &str| DevicePosition::new(&fen.parse().expect(fen));
        assert_ne!(
            of("4k3/8/8/8/Pp6/8/8/4K3 b - a3"),
            of("4k3/8/8/8/Pp6/8/8/4K3 b - -")
        );
        assert_ne!(
            of("4k3/8/8/8/8/8/8/4K2R w K -"),
            of("4k3/8/8/8/8/8/8/4K2R w - -")
        );
        assert_ne!(
            of("4k3/8/8/8/8/8/8/4K2R w K -"),
            of("4k3/8/8/8/8/8/8/4K2R b K -")
        );
    }

    #[test]
    fn more_than_sixteen_men_do_not_fit() {
        let fits = |fen: &str| DevicePosition::fits(&fen.parse().expect(fen));
        assert!(fits("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"));
        assert!(!fits("4k3/8/8/8/P7/8/PPPPPPPP/RNBQKBNR w - -"));
        assert!(!fits("rnbqkbnr/pppppppp/p7/8/8/8/8/4K3 w - -"));
    }

    #[test]
    fn the_tables_have_the_layout_that_kernels_expect() {
        let tables = device_tables();
        assert_eq!(tables.len(), 64 * 8 + 64 * 64 + 64);
        // The a-file, and a knight on a1.
        assert_eq!(tables[0], 0x0101_0101_0101_0100);
        assert_eq!(tables[4], 1 << 10 | 1 << 17);
        // Between a1 and h8 there are six squares.
        assert_eq!(tables[512 + 63].count_ones(), 6);
        // A slider on the a-file of an empty rank.
        assert_eq!(tables[512 + 4096] & 0xff, 0xfe);
    }
}
