//! Signs that a FEN belongs to a variant of chess.

use std::fmt;

use crate::chess::Color;

const CRAZYHOUSE: &str = "crazyhouse";

/// The men that can be in the pocket of crazyhouse.
const CRAZYHOUSE_MEN: &str = "PNBRQpnbrq";

/// Something in a FEN that chess does not have, but a variant of chess.
///
/// ```
/// use movegen::chess::{FenErrorKind, Setup, VariantSign};
/// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 0 1";
/// let error = fen.parse::<Setup>().unwrap_err();
/// assert_eq!(error.kind, FenErrorKind::Variant(VariantSign::Pocket("[Qp]".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantSign {
    /// Men in hand, written `[Qp]`, or `/Qp` as a ninth rank.
    Pocket(String),
    /// `~` behind a man, which was a pawn before.
    PromotedMan,
    /// A board of more than eight files.
    Board {
        /// The number of ranks.
        ranks: usize,
        /// The number of squares on each of them.
        files: u32,
    },
    /// The checks that were given or are left, such as `+0+0` or `3+3`.
    Checks(String),
    /// A side has men, but no king.
    NoKing(Color),
    /// A side has more than one king.
    Kings(Color),
}

impl VariantSign {
    /// The sign in a board field, and how many characters precede it. Boards of chess have none.
    pub(super) fn of_board(text: &str) -> Option<(usize, VariantSign)> {
        let (board, pocket) = match text.find('[') {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let ranks: Vec<&str> = board.split('/').collect();
        let files = width(&ranks).filter(|files| *files > 8);
        if let Some(files) = files.filter(|_| ranks.len() >= 8) {
            let ranks = ranks.len();
            return Some((0, VariantSign::Board { ranks, files }));
        }
        let found = |text: &str| VariantSign::Pocket(text.to_owned());
        if !pocket.is_empty() {
            return Some((board.chars().count(), found(pocket)));
        }
        if let [eight @ .., ninth] = ranks.as_slice()
            && eight.len() == 8
            && ninth.chars().all(|man| CRAZYHOUSE_MEN.contains(man))
        {
            let slash = text.len() - ninth.len() - 1;
            return Some((text[..slash].chars().count(), found(&text[slash..])));
        }
        let at = text.chars().position(|letter| letter == '~')?;
        Some((at, VariantSign::PromotedMan))
    }

    /// A field such as `3+3` or `+0+0`.
    pub(super) fn of_checks(text: &str) -> Option<VariantSign> {
        let (white, black) = text.strip_prefix('+').unwrap_or(text).split_once('+')?;
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (is_number(white) && is_number(black)).then(|| VariantSign::Checks(text.to_owned()))
    }

    /// The variants that have it.
    pub fn variants(&self) -> &'static str {
        match self {
            VariantSign::Pocket(men) => {
                let is_known = |letter| "[]/-".contains(letter) || CRAZYHOUSE_MEN.contains(letter);
                match men.chars().all(is_known) {
                    true => CRAZYHOUSE,
                    false => "a variant with men in hand",
                }
            }
            VariantSign::PromotedMan => CRAZYHOUSE,
            VariantSign::Board { ranks, files } => match (ranks, files) {
                (10, 9) => "xiangqi or janggi",
                (9, 9) => "shogi",
                (8, 10) => "Capablanca chess",
                _ => "a variant with a larger board",
            },
            VariantSign::Checks(_) => "three-check",
            VariantSign::NoKing(Color::White) => "horde or antichess",
            VariantSign::NoKing(Color::Black) | VariantSign::Kings(_) => "antichess",
        }
    }
}

/// The number of squares of every rank, if all have the same. Letters of other games are men too.
fn width(ranks: &[&str]) -> Option<u32> {
    let mut widths = ranks.iter().map(|rank| {
        let (mut squares, mut gap) = (0u32, 0u32);
        for letter in rank.chars() {
            match letter.to_digit(10) {
                // A number may have two digits.
                Some(digit) => gap = gap.saturating_mul(10).saturating_add(digit),
                None => {
                    let man = u32::from(letter.is_ascii_alphabetic());
                    squares = squares.saturating_add(gap).saturating_add(man);
                    gap = 0;
                }
            }
        }
        squares.saturating_add(gap)
    });
    let first = widths.next()?;
    widths.all(|width| width == first).then_some(first)
}

/// The sign, and the variants that it stands for. The number of kings is left to the caller.
impl fmt::Display for VariantSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantSign::Pocket(men) => write!(f, "has the pocket '{men}': ")?,
            VariantSign::PromotedMan => f.write_str("has '~', the mark of a promoted pawn: ")?,
            VariantSign::Board { ranks, files } => {
                write!(
                    f,
                    "has {ranks} ranks of {files} squares instead of 8 of 8: "
                )?;
            }
            VariantSign::Checks(text) => write!(f, "is '{text}': ")?,
            VariantSign::NoKing(_) | VariantSign::Kings(_) => {}
        }
        let advice = match self {
            VariantSign::Board { .. } => "not supported",
            VariantSign::Pocket(_) if self.variants() != CRAZYHOUSE => "not supported",
            VariantSign::Checks(_) => "choose the variant 3check to read it",
            _ => "choose the variant to read it",
        };
        write!(f, "this looks like {} ({advice})", self.variants())
    }
}
