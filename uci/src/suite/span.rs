//! Parts of a line with their column, for error messages.

use super::error::SuiteError;

/// A part of a line, with its place in the line.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    /// The number of the line, counted from 1.
    pub(super) line: usize,
    whole: &'a str,
    /// The part itself.
    pub(super) part: &'a str,
}

impl<'a> Span<'a> {
    /// A whole line.
    pub(super) fn line(line: usize, text: &'a str) -> Span<'a> {
        Span {
            line,
            whole: text,
            part: text,
        }
    }

    pub(super) fn with(self, part: &'a str) -> Span<'a> {
        Span { part, ..self }
    }

    pub(super) fn trim(self) -> Span<'a> {
        self.with(self.part.trim())
    }

    pub(super) fn split(self, at: char) -> impl Iterator<Item = Span<'a>> {
        self.split_by(move |letter| letter == at)
    }

    pub(super) fn split_by(self, at: impl FnMut(char) -> bool) -> impl Iterator<Item = Span<'a>> {
        self.part.split(at).map(move |part| self.with(part))
    }

    /// The text inside quotes or backticks, if it is quoted.
    pub(super) fn unquote(self) -> Span<'a> {
        let inside = |quote: char| self.part.strip_prefix(quote)?.strip_suffix(quote);
        let quoted = ['"', '\'', '`'].into_iter().find_map(inside);
        self.with(quoted.unwrap_or(self.part))
    }

    /// The position and the counts behind it, which begin at the first `;D` with a depth. EPD
    /// operations belong to the position; they end with a semicolon. Without such a count the
    /// position ends at the first semicolon.
    pub(super) fn split_counts(self) -> (Span<'a>, Span<'a>) {
        let is_count = |text: &str| {
            let depth = text.trim_start().strip_prefix('D');
            depth.is_some_and(|depth| depth.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut quoted = false;
        let mut ends = self.part.char_indices().filter(|&(_, letter)| {
            quoted ^= letter == '"';
            letter == ';' && !quoted
        });
        let end = ends.find(|&(at, _)| is_count(&self.part[at + 1..]));
        let Some((end, _)) = end else {
            let (position, counts) = self.part.split_once(';').unwrap_or((self.part, ""));
            return (self.with(position).trim(), self.with(counts));
        };
        let (position, counts) = (&self.part[..end], &self.part[end + 1..]);
        let operand = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        let position = match position.split_ascii_whitespace().skip(4).any(operand) {
            true => &self.part[..=end],
            false => position,
        };
        (self.with(position).trim(), self.with(counts))
    }

    /// The first word and what follows it, both trimmed.
    pub(super) fn split_word(self) -> (Span<'a>, Span<'a>) {
        let text = self.part.trim();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        (self.with(&text[..end]), self.with(text[end..].trim()))
    }

    pub(super) fn strip_prefix(self, prefix: char) -> Option<Span<'a>> {
        self.part.strip_prefix(prefix).map(|part| self.with(part))
    }

    /// The number, whose digits may be in groups of three: `4,865,609`, `4_865_609` or `4'865'609`.
    pub(super) fn number(self) -> Result<u128, SuiteError> {
        let separator = self.part.chars().find(|letter| !letter.is_ascii_digit());
        let grouped = separator.is_some_and(|separator| {
            let mut groups = self.part.split(separator);
            let first = groups
                .next()
                .is_some_and(|first| (1..=3).contains(&first.len()));
            matches!(separator, ',' | '_' | '\'') && first && groups.all(|group| group.len() == 3)
        });
        let number = match (separator, grouped) {
            (Some(separator), true) => self.part.replace(separator, ""),
            _ => self.part.to_owned(),
        };
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| number.parse().ok()).flatten();
        number.ok_or_else(|| SuiteError::Number {
            line: self.line,
            column: self.column(),
            found: self.part.to_owned(),
        })
    }

    /// The text if it has only digits: `parse` alone accepts a plus sign.
    pub(super) fn digits(self) -> Option<&'a str> {
        self.part
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(self.part)
    }

    /// The column of the first character. A part is a slice of the line, so the column follows from
    /// its address.
    pub(super) fn column(self) -> usize {
        let start = (self.part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        self.whole
            .get(..start)
            .map_or(0, |before| before.chars().count())
            + 1
    }

    pub(super) fn not_allowed(self, allowed: &'static str) -> SuiteError {
        SuiteError::Count {
            line: self.line,
            column: self.column(),
            found: self.part.to_owned(),
            allowed,
        }
    }

    /// The error for a part that has no meaning.
    pub(super) fn stray(self) -> SuiteError {
        SuiteError::Stray {
            line: self.line,
            found: self.part.to_owned(),
        }
    }
}
