//! What the forms of a defect are called.

use super::board::{EMPTY, kind};
use super::defect::Slip;

/// The kind of sliding piece that a form is limited to, by its number; `EMPTY` for all of them.
pub(super) const fn slider_of(form: u8) -> u8 {
    match form % 4 {
        1 => kind::BISHOP,
        2 => kind::ROOK,
        3 => kind::QUEEN,
        _ => EMPTY,
    }
}

/// Whether a form is limited to pawns that stand in the way of a sliding piece.
pub(super) const fn only_pawns(form: u8) -> bool {
    form >= 4
}

/// Whether a file is one of those that a form is limited to: both edges, the a-file or the h-file.
pub(super) const fn is_edge(file: u8, form: u8) -> bool {
    match form % 3 {
        1 => file == 0,
        2 => file == 7,
        _ => file == 0 || file == 7,
    }
}

/// The greatest number of squares that sliding pieces move, and their kind, in a form of
/// [`Slip::SlidersStopEarly`].
pub(super) const fn reach_of(form: u8) -> (usize, u8) {
    let index = form - 2;
    ((index / 4) as usize + 1, slider_of(index))
}

/// The files of king and rook after castling in a form of [`Slip::CastlingKingElsewhere`]; `None` if
/// they are right. In the first three forms, the squares that must not be attacked are the right ones;
/// in the others, those on the king's wrong way.
pub(super) const fn castled_files(form: u8, side: u8) -> Option<(u8, u8)> {
    match (form % 3, side) {
        (0, 0) => Some((1, 2)),
        (1, 0) => Some((1, 3)),
        (2, 0) => Some((3, 2)),
        (2, _) => Some((5, 6)),
        _ => None,
    }
}

impl Slip {
    /// A sentence that is more precise than that of the defect.
    pub(super) fn sentence_of(self, form: u8) -> Option<String> {
        const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];
        let piece = PIECES.get(usize::from(form)).copied();
        let sliders = match slider_of(form) {
            kind::BISHOP => "bishops",
            kind::ROOK => "rooks",
            kind::QUEEN => "queens",
            _ => "bishops, rooks and queens",
        };
        let in_the_way = if only_pawns(form) { "pawns" } else { "pieces" };
        let edge = match form % 3 {
            1 => "the a-file",
            2 => "the h-file",
            _ => "the a-file and the h-file",
        };
        let text = match self {
            Slip::QuietMissing => format!("{} have only captures", piece?),
            Slip::CapturesMissing => format!("{} do not capture", piece?),
            Slip::SlidersStopEarly if form >= 2 => {
                let (reach, _) = reach_of(form);
                let sliders = match slider_of(form - 2) {
                    kind::BISHOP => "bishops",
                    kind::ROOK => "rooks",
                    kind::QUEEN => "queens",
                    _ => "bishops, rooks and queens",
                };
                let squares = if reach == 1 { "square" } else { "squares" };
                format!("{sliders} move at most {reach} {squares}")
            }
            Slip::SlidersCaptureOwn => {
                format!("{sliders} capture {in_the_way} of their own side")
            }
            Slip::SlidersJumpOwn => {
                format!("{sliders} jump over {in_the_way} of their own side")
            }
            Slip::SlidersJumpEnemy => {
                format!("{sliders} continue behind {in_the_way} that they could capture")
            }
            Slip::ListedTwice => {
                let moves = [
                    "promotions to a queen",
                    "all promotions",
                    "en passant captures",
                    "castling moves",
                    "double pushes",
                ];
                format!("{} are listed twice", moves.get(usize::from(form))?)
            }
            Slip::PawnsDoNotCaptureEdge => format!("pawns do not capture on {edge}"),
            Slip::EdgePawnsDoNotCapture => format!("pawns on {edge} do not capture"),
            Slip::DoublePushMissing if form > 0 => {
                let edge = ["the a-file and the h-file", "the a-file", "the h-file"];
                let edge = edge.get(usize::from(form) - 1)?;
                format!("double pushes on {edge} are missing")
            }
            Slip::CastlingMissing if form == 1 => {
                "castling is missing among the moves of the root".to_owned()
            }
            Slip::EnPassantOnOrigin if form == 1 => {
                "double pushes set the pawn's own square as the en passant square: it can be captured twice".to_owned()
            }
            Slip::CastlingKingElsewhere => match form % 3 {
                0 => "castling with the rook on the a-file side puts the king on the b-file and the rook on the c-file",
                1 => "castling with the rook on the a-file side puts the king on the b-file",
                _ => "castling puts the king on the rook's square, and the rook on the king's square",
            }
            .to_owned(),
            _ => return None,
        };
        Some(text)
    }
}
