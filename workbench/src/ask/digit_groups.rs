//! Counts whose thousands are separated: `2,039`, `2'039`, `2.039`, `2 039`.

/// Blanks that do not end a line. They stand between thousands only.
const FIXED_BLANKS: [char; 4] = ['\u{a0}', '\u{2007}', '\u{2009}', '\u{202f}'];

/// The digits of a count that is one word; `None` if it is none. A dot separates thousands only
/// where it cannot be a decimal point: not in `0.125` and `12.5`.
pub(super) fn digits(word: &str) -> Option<String> {
    let groups: Vec<&str> = word.split([',', '.', '\'', '’', '_']).collect();
    let all_digits =
        |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if !groups.iter().all(all_digits) {
        return None;
    }
    if let [first, .., last] = groups[..] {
        let decimal = word.contains('.');
        let middle = &groups[1..groups.len() - 1];
        // India separates groups of two above the thousands.
        let shaped = |group: &&str| group.len() == 3 || group.len() == 2 && !decimal;
        let fits = last.len() == 3 && first.len() <= 3 && middle.iter().all(shaped);
        let is_decimal = decimal && first.starts_with('0');
        let free = !word.contains([',', '.']);
        if !(free || fits && !is_decimal) {
            return None;
        }
    }
    Some(groups.concat())
}

/// Whether the line is nothing but one number with one dot, which can be a time in seconds.
pub(super) fn is_ambiguous(line: &str) -> bool {
    let line = line.trim();
    line.matches('.').count() == 1 && !line.ends_with('.') && digits(line).is_some()
}

/// The line without fixed blanks between thousands.
pub(crate) fn without_fixed_blanks(line: &str) -> String {
    joined(line, &FIXED_BLANKS).map_or_else(|| line.to_owned(), |joined| joined.text)
}

/// A line whose ordinary blanks were taken for separators.
pub(crate) struct Joined {
    pub(crate) text: String,
    /// Whether they can be nothing else: no number begins with zeros, as in `2 039`.
    pub(crate) certain: bool,
}

/// The line if blanks separate thousands; `None` if it has nothing like `2 039`. Alone, it cannot be
/// told from two numbers.
pub(crate) fn without_blanks(line: &str) -> Option<Joined> {
    joined(line, &[' '])
}

/// Joins one to three digits with each following group of three after one of these blanks.
fn joined(line: &str, blanks: &[char]) -> Option<Joined> {
    if !line.contains(blanks) {
        return None;
    }
    let letters: Vec<char> = line.chars().collect();
    let mut joined = Joined {
        text: String::with_capacity(line.len()),
        certain: false,
    };
    let mut changed = false;
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        let length = rest
            .iter()
            .take_while(|letter| is_of_word(**letter))
            .count();
        let word = &rest[..length];
        let begins = (1..=3).contains(&length) && is_number(word) && word[0] != '0';
        let begins = begins && !follows_a_depth(&joined.text);
        joined.text.extend(word);
        at += length;
        while let Some(group) = next_group(&letters[at..], blanks).filter(|_| begins) {
            joined.text.extend(group);
            joined.certain |= group[0] == '0';
            changed = true;
            at += 4;
        }
        // What separates it from the next word.
        joined.text.extend(letters.get(at));
        at += 1;
    }
    changed.then_some(joined)
}

/// The three digits of the next group.
fn next_group<'a>(letters: &'a [char], blanks: &[char]) -> Option<&'a [char]> {
    let (blank, rest) = letters.split_first()?;
    let (group, rest) = rest.split_at_checked(3)?;
    let ends = rest.first().is_none_or(|next| !is_of_word(*next));
    (blanks.contains(blank) && is_number(group) && ends).then_some(group)
}

fn is_number(letters: &[char]) -> bool {
    letters.iter().all(char::is_ascii_digit)
}

/// Whether the letter belongs to a word or number, so that no group of digits begins behind it.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || ".,'’_-+#=/".contains(letter)
}

/// Whether the number behind this text is the depth of `perft 2 400`.
fn follows_a_depth(text: &str) -> bool {
    let last = text.split_ascii_whitespace().next_back();
    last.is_some_and(|word| {
        word.eq_ignore_ascii_case("perft") || word.eq_ignore_ascii_case("depth")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_within_a_word() {
        for (word, digits) in [
            ("2039", "2039"),
            ("2,039", "2039"),
            ("4,865,609", "4865609"),
            ("48,65,609", "4865609"),
            ("2'039", "2039"),
            ("2’039", "2039"),
            ("2_039", "2039"),
            ("2.039", "2039"),
            ("4.865.609", "4865609"),
        ] {
            assert_eq!(super::digits(word).as_deref(), Some(digits), "{word}");
        }
        for word in [
            "", ".", "0.125", "12.5", "1.2345", "1,5", "0,1", "2.039,5", "1..000", "1234.567", "x",
            "2-039",
        ] {
            assert_eq!(super::digits(word), None, "{word}");
        }
    }

    #[test]
    fn blanks_between_groups_of_three_digits() {
        for (line, text, certain) in [
            ("Nodes: 2 039", "Nodes: 2039", true),
            ("Nodes: 4 865 609", "Nodes: 4865609", false),
            ("e2e4 2 039", "e2e4 2039", true),
            ("e2e4 20 120", "e2e4 20120", false),
            ("perft 4 4 085 603", "perft 4 4085603", true),
            (
                "a2a3: 1 039 b2b3: 1 120 c2c3: 20",
                "a2a3: 1039 b2b3: 1120 c2c3: 20",
                true,
            ),
            ("2 039", "2039", true),
        ] {
            let joined = without_blanks(line).expect(line);
            assert_eq!((&*joined.text, joined.certain), (text, certain), "{line}");
        }
        for line in [
            "e2e4 200",
            "Nodes: 20 Time: 039",
            "Nodes: 20  039",
            "Nodes: 20 12",
            "Nodes: 20 1200",
            "Nodes: 2039 120",
            "Nodes: 0 120",
            "perft 2 400",
            "depth 3 890",
            "e4 200",
            "20 039ms",
            "2\u{a0}039",
        ] {
            assert!(without_blanks(line).is_none(), "{line}");
        }
        for blank in FIXED_BLANKS {
            let line = format!("e2e4{blank}200: 2{blank}039{blank}120");
            let text = format!("e2e4{blank}200: 2039120");
            assert_eq!(without_fixed_blanks(&line), text);
        }
    }

    #[test]
    fn a_lone_number_with_one_dot_can_be_a_time() {
        assert!(is_ambiguous(" 2.039 "));
        for line in ["2039", "2.039.120", "400.", "Nodes: 2.039", "0.5"] {
            assert!(!is_ambiguous(line), "{line}");
        }
    }
}
