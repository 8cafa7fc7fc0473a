//! Start positions, of standard chess and of Chess960.

use crate::chess::{PieceKind, Position, Setup};

/// The start position of standard chess.
impl Default for Position {
    fn default() -> Position {
        Position::startpos()
    }
}

impl Position {
    /// The start position of standard chess.
    pub fn startpos() -> Position {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        let back_rank = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        Position::from_setup_unchecked(&Setup::start(back_rank, back_rank))
    }

    /// The start position of Chess960 with this number from 0 to 959, in Reinhard Scharnagl's
    /// numbering; 518 is standard chess. `None` for other numbers.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::startpos()));
    /// let position = Position::chess960(0).unwrap();
    /// assert_eq!(format!("{position:#}"), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// ```
    pub fn chess960(number: usize) -> Option<Position> {
        /// Where the knights go among the five free files.
        const KNIGHTS: [[usize; 2]; 10] = [
            [0, 1],
            [0, 2],
            [0, 3],
            [0, 4],
            [1, 2],
            [1, 3],
            [1, 4],
            [2, 3],
            [2, 4],
            [3, 4],
        ];
        let mut files = [None; 8];
        files[number % 4 * 2 + 1] = Some(PieceKind::Bishop);
        files[number / 4 % 4 * 2] = Some(PieceKind::Bishop);
        let nth_free = |files: &[Option<PieceKind>; 8], n: usize| {
            let mut free = (0..8).filter(|&file| files[file].is_none());
            free.nth(n)
        };
        files[nth_free(&files, number / 16 % 6)?] = Some(PieceKind::Queen);
        let knights = KNIGHTS.get(number / 96)?;
        for file in knights.map(|knight| nth_free(&files, knight)) {
            files[file?] = Some(PieceKind::Knight);
        }
        let mut rest = [PieceKind::Rook, PieceKind::King, PieceKind::Rook].into_iter();
        let back_rank = files.map(|kind| kind.or_else(|| rest.next()).unwrap_or(PieceKind::Rook));
        Some(Position::from_setup_unchecked(&Setup::start(
            back_rank, back_rank,
        )))
    }
}
