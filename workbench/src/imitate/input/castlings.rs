//! The castling moves that a defect in playing moves concerns: those of both colours on both sides, or a part of them.

use movegen::chess::{Color, Square};

use crate::imitate::imitation::limited;

/// The castling moves that each form concerns: one bit for White and one for Black, and one for the a-file and the h-file.
const FORMS: [(u8, u8); 9] = [
    (3, 3),
    (1, 3),
    (2, 3),
    (3, 1),
    (3, 2),
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
];

/// The number of forms.
pub(super) const NUMBER: u8 = FORMS.len() as u8;

/// The sentence about the castling moves of a form.
pub(super) fn sentence(of_all: &str, form: u8) -> String {
    let for_color = |color: &str| format!("for {color}");
    limited(of_all, FORMS[usize::from(form)], for_color)
}

/// Whether a form concerns castling of this colour, with the king's or the rook's square as the target.
pub(super) fn concerns(form: u8, color: Color, from: Square, to: Square) -> bool {
    let (colors, sides) = FORMS[usize::from(form)];
    let side = u8::from(to.file() > from.file());
    colors >> color.index() & 1 != 0 && sides >> side & 1 != 0
}
