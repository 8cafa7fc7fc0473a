//! Folds lines that repeat each other: "60 more like this".

/// Lines of the same shape.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Folded<'a> {
    /// The first ones.
    pub(super) shown: Vec<&'a str>,
    /// The others.
    pub(super) more: Vec<&'a str>,
}

/// How many lines of a shape are shown.
const SHOWN: usize = 4;

/// The lines by shape, in the order in which the shapes first occur. Two lines have the same shape if
/// they differ only in squares, moves, numbers and pieces.
pub(super) fn fold(lines: &[String]) -> Vec<Folded<'_>> {
    let mut shapes: Vec<(String, Vec<&str>)> = Vec::new();
    for line in lines {
        let shape = shape(line);
        match shapes.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, same)) => same.push(line),
            None => shapes.push((shape, vec![line])),
        }
    }
    let folded = shapes.into_iter().map(|(_, mut same)| {
        // A fold that hides a single line would save nothing.
        let more = match same.len() > SHOWN + 1 {
            true => same.split_off(SHOWN),
            false => Vec::new(),
        };
        Folded { shown: same, more }
    });
    folded.collect()
}

/// `60 more like this`
pub fn more_like_this(number: usize) -> String {
    format!("{number} more like this")
}

/// The line without what distinguishes it from others about the same rule.
fn shape(line: &str) -> String {
    let plain = |word: &str| {
        let letters = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        let is_move = letters.len() >= 4
            && letters.is_ascii()
            && is_square(&letters[..2])
            && is_square(&letters[2..4]);
        let is_number = letters.bytes().all(|byte| byte.is_ascii_digit());
        let is_piece = matches!(letters, "pawn" | "knight" | "bishop" | "rook" | "queen");
        match letters.is_empty() || !(is_square(letters) || is_move || is_number || is_piece) {
            true => word.to_owned(),
            false => word.replace(letters, "#"),
        }
    };
    line.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_the_same_rule_are_folded() {
        let pinned = |piece: &str, to: &str| {
            format!(
                "b4{to} is illegal: the {piece} on b4 is pinned to the king on e1 by the rook on e8"
            )
        };
        let mut lines: Vec<String> = ["c6", "d5", "a6", "a2", "c2"]
            .iter()
            .map(|to| pinned("knight", to))
            .collect();
        lines.insert(
            1,
            "e1d1 is illegal: d1 is attacked by the rook on d8".to_owned(),
        );
        // Five are not folded: a fold would take a line as well.
        let folded = fold(&lines);
        assert_eq!(folded.len(), 2);
        assert!(folded.iter().all(|group| group.more.is_empty()));
        lines.push(pinned("bishop", "c5"));
        let folded = fold(&lines);
        assert_eq!(
            folded[0].shown,
            [&lines[0], &lines[2], &lines[3], &lines[4]]
        );
        assert_eq!(folded[0].more, [&lines[5], &lines[6]]);
        assert_eq!(folded[1].shown, [&lines[1]]);
    }

    #[test]
    fn counts_have_one_shape() {
        assert_eq!(
            shape("a2a3: 4, should be 5"),
            shape("b7b8q: 14, should be 0")
        );
        assert_ne!(
            shape("a2a3: 4, should be 5"),
            shape("it disagrees with the total")
        );
        // Other words stay, and texts that are not ASCII do no harm.
        assert_eq!(shape("äöüß castles"), "äöüß castles");
    }
}
