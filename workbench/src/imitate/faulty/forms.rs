//! What the forms of a defect are called.

use super::board::{EMPTY, LEAPS, STEPS, kind};
use super::defect::Slip;
use super::ending::{ENDS, End};

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

/// A step as the squares of an example: "d4-e6".
fn example((right, up): (i8, i8)) -> String {
    let letter = char::from(b'd'.saturating_add_signed(right));
    format!("d4-{letter}{}", 4 + up)
}

/// The same step, towards d4 instead of away from it.
fn example_towards((right, up): (i8, i8)) -> String {
    let letter = char::from(b'd'.saturating_add_signed(right));
    format!("{letter}{}-d4", 4 + up)
}

/// The names of the kinds of pieces, by their numbers.
const ONE: [&str; 6] = ["", "a pawn", "a knight", "a bishop", "a rook", "a queen"];

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
            Slip::PawnsDoNotCaptureEdge | Slip::EdgePawnsDoNotCapture => {
                let except = if form < 3 { "" } else { ", except en passant" };
                match self {
                    Slip::EdgePawnsDoNotCapture => format!("pawns on {edge} do not capture{except}"),
                    _ => format!("pawns do not capture on {edge}{except}"),
                }
            }
            Slip::EnPassantEdgeMissing if form < 3 => {
                format!("en passant captures onto {edge} are missing")
            }
            Slip::EnPassantEdgeMissing => {
                format!("en passant captures by pawns on {edge} are missing")
            }
            Slip::EdgePromotionMissing if form < 3 => {
                format!("promotions of pawns on {edge} are missing")
            }
            Slip::EdgePromotionMissing => format!("promotions on {edge} are missing"),
            Slip::PawnCapturesWrap => {
                let around = match form % 3 {
                    0 => "around both edges of the board",
                    1 => "from the a-file to the h-file",
                    _ => "from the h-file to the a-file",
                };
                let sight = if form < 3 { "" } else { ", and so do attacks by pawns" };
                format!("pawn captures wrap {around}{sight}")
            }
            Slip::KnightWraps if form == 1 => {
                "knights wrap around the edge of the board, and so do their attacks".to_owned()
            }
            Slip::KingWraps if form == 1 => {
                "kings wrap around the edge of the board, and so do their attacks".to_owned()
            }
            Slip::SlidersWrap if form > 0 => {
                let lines = if form == 1 { "ranks" } else { "diagonals" };
                format!("sliding pieces wrap around the edge of the board on {lines}")
            }
            Slip::BlocksMissing | Slip::CheckerSafe if form > 0 => {
                let pieces = match form {
                    1 => "bishops, rooks and queens",
                    _ => PIECES.get(usize::from(form) - 1)?,
                };
                match self {
                    Slip::BlocksMissing => {
                        format!("moves of {pieces} that block a check are missing")
                    }
                    _ => format!("captures by {pieces} of the piece that gives check are missing"),
                }
            }
            Slip::KnightStepMissing => format!(
                "knights do not make one of their eight moves: that of {}",
                example(*LEAPS.get(usize::from(form))?)
            ),
            Slip::KingStepMissing => format!(
                "kings do not make one of their eight moves: that of {}",
                example(*STEPS.get(usize::from(form))?)
            ),
            Slip::KnightStepUnseen => format!(
                "attacks by knights in one of their eight directions, that of {}, are not seen",
                example(*LEAPS.get(usize::from(form))?)
            ),
            Slip::KingStepUnseen => format!(
                "attacks by kings in one of their eight directions, that of {}, are not seen",
                example_towards(*STEPS.get(usize::from(form))?)
            ),
            Slip::SliderWayMissing => {
                let way = *STEPS.get(usize::from(form % 8))?;
                let sliders = match (form % 8 < 4, form < 8) {
                    (true, true) => "rooks",
                    (true, false) => "rooks and queens",
                    (false, true) => "bishops",
                    (false, false) => "bishops and queens",
                };
                format!("{sliders} do not move in one direction, that of {}", example(way))
            }
            Slip::DistantSlidersUnseen => format!(
                "attacks by bishops, rooks and queens from more than {} squares away are not seen",
                6 - form
            ),
            Slip::SlidersStopEarly if form == 0 => {
                "bishops, rooks and queens stop one square before the edge of the board".to_owned()
            }
            Slip::CastlingStrictRook if form == 1 => {
                "castling is rejected when the rook or a square between king and rook is attacked"
                    .to_owned()
            }
            Slip::DoublePushOntoPiece if form == 1 => {
                "double pushes capture enemy pieces".to_owned()
            }
            Slip::DoublePushFromThird => {
                let ranks = if form == 0 { "their third rank" } else { "any rank up to their fifth" };
                format!("pawns make double pushes from {ranks} as well")
            }
            Slip::PushCaptures => {
                let pieces = if form == 0 { "enemy pieces" } else { "pieces of both sides" };
                format!("pushes of pawns capture {pieces}")
            }
            Slip::EnPassantNotCleared if form > 0 => {
                let moves = match form {
                    1 => "moves of other pieces than pawns",
                    2 => "captures",
                    3 => "castling",
                    4 => "moves of the king",
                    _ => "moves without a capture",
                };
                format!("the en passant square is not cleared by {moves}")
            }
            Slip::PromotedOther => {
                let promotion = kind::KNIGHT + form / 3;
                let other = kind::KNIGHT + form % 3;
                let other = other + u8::from(other >= promotion);
                format!(
                    "a promotion to {} puts {} on the board",
                    ONE.get(usize::from(promotion))?,
                    ONE.get(usize::from(other))?
                )
            }
            Slip::UnmakeCaptured if form > 0 => {
                format!("unmake does not restore {} that was captured", ONE.get(usize::from(form))?)
            }
            Slip::RightsSwappedByRookMove => {
                let event = if form == 0 { "move" } else { "capture" };
                format!("the {event} of one rook ends the castling right with the other one")
            }
            Slip::RightsLostByRookMove | Slip::IgnoresCheck => return None,
            Slip::EnPassantByOthers if form == 1 => {
                "knights that move to the en passant square capture the pawn".to_owned()
            }
            Slip::CastlingSeesPawnsWrongly => match form {
                0 => "castling takes pawns to attack the square in front of them, and no others",
                1 => "castling does not see attacks by pawns towards the a-file",
                _ => "castling does not see attacks by pawns towards the h-file",
            }
            .to_owned(),
            Slip::CastlingIgnoresPawns if form == 2 => {
                "castling is allowed out of the check of a pawn".to_owned()
            }
            Slip::CastlingIgnoresPawns if form == 1 => {
                "castling does not see attacks by pawns, except on the destination of the king"
                    .to_owned()
            }
            Slip::CastlingIgnoresKnights if form == 1 => {
                "castling does not see attacks by knights, except on the destination of the king"
                    .to_owned()
            }
            Slip::CastlingIgnoresKings if form == 1 => {
                "castling does not see attacks by the king, except on the destination of the king"
                    .to_owned()
            }
            Slip::CastlingIgnoresDiagonals if form == 1 => {
                "castling does not see attacks on diagonals, except on the destination of the king"
                    .to_owned()
            }
            Slip::PinnedMayCapture if form == 1 => {
                "pinned pieces may leave the line of the pin to capture, except in check".to_owned()
            }
            Slip::IgnoresPins if form > 0 => {
                let en_passant = if form % 2 == 1 { ", also to capture en passant" } else { "" };
                let check = if form >= 2 { ", except in check" } else { "" };
                format!("{}{en_passant}{check}", self.sentence())
            }
            _ if self.spares_checks(form) => format!("{}, except in check", self.sentence()),
            Slip::RightKeptCastling if form >= 2 => {
                "castling ends only the right that it uses".to_owned()
            }
            Slip::PawnsSeenOnOneSide => {
                let side = if form == 0 { "a-file" } else { "h-file" };
                format!("attacks by pawns towards the {side} are not seen")
            }
            Slip::FiftyMoves | Slip::SeventyFiveMoves | Slip::Repetition | Slip::InsufficientMaterial => {
                self.ending_of(form)
            }
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

    /// Whether pins are ignored only while the king is not in check.
    pub(super) fn spares_checks(self, form: u8) -> bool {
        match self {
            Slip::IgnoresPins => form >= 2,
            Slip::IgnoresDiagonalPins
            | Slip::IgnoresStraightPins
            | Slip::IgnoresRankPins
            | Slip::IgnoresFilePins
            | Slip::IgnoresPawnPins
            | Slip::IgnoresPawnCapturePins
            | Slip::IgnoresPawnPushPins
            | Slip::IgnoresKnightPins
            | Slip::IgnoresBishopPins
            | Slip::IgnoresRookPins
            | Slip::IgnoresQueenPins
            | Slip::IgnoresPinsByQueens => form == 1,
            _ => false,
        }
    }

    /// The sentence about a form of [`Family::Ending`](super::defect::Family::Ending).
    fn ending_of(self, form: u8) -> String {
        let forms = self.forms() / ENDS.len() as u8;
        let what = match (self, form % forms) {
            (Slip::FiftyMoves, 0) => "positions that are drawn by the fifty-move rule",
            (Slip::FiftyMoves, _) => "positions with a clock of more than 100 plies",
            (Slip::SeventyFiveMoves, _) => "positions that are drawn by the seventy-five-move rule",
            (Slip::Repetition, 0) => "repeated positions",
            (Slip::Repetition, _) => "positions that occur for the third time",
            (_, 0) => "positions with kings only",
            (_, 1) => "positions with at most one knight or bishop besides the kings",
            (_, _) => "positions with at most one knight or bishop on each side besides the kings",
        };
        let end = match ENDS[usize::from(form / forms)] {
            End::NoMoves => "have no moves",
            End::OneLeaf => "are counted as leaves",
            End::NoLeaves => "are counted as zero leaves",
        };
        format!("{what} {end}")
    }
}
