//! Numbers with their nouns.

use std::fmt::Display;

/// `1 count`, `2 counts`.
pub fn amount<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}
