//! Sentences with a capital letter.

/// The text with a capital first letter, unless it begins with a move.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    match letters.clone().next() {
        Some('1'..='8') => text.to_owned(),
        _ => {
            let first = first.into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        }
    }
}

/// The text with a capital first letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_keep_their_small_letter() {
        assert_eq!(sentence("the total differs"), "The total differs.");
        assert_eq!(
            sentence("e1g1 castling is illegal"),
            "e1g1 castling is illegal."
        );
        assert_eq!(capital(""), "");
        assert_eq!(capital("éa"), "Éa");
    }
}
