//! The corpus of The Grand Chess Tree's perftcheck, `corpus.gctc`: binary, and usually compressed by gzip.
//!
//! ```text
//! "GCTC", version (2 bytes), number of positions (4 bytes)
//! number of links, and for each: length, text
//! number of tags (1 byte), and for each: length (1 byte), text
//! for each position: length and text of the FEN, quality (1 byte),
//!     number of tags, the tags (1 byte each), number of links, the links,
//!     the counts at depth 1 to 7, 0 if unknown,
//!     and for each of these depths: number of moves, and for each: the move (2 bytes), its count
//! ```
//!
//! Numbers without a size are LEB128, those with a size little-endian. The layout is documented in that project, in
//! `fen_corpus/scripts/09_pack.py`.

use std::io::{self, ErrorKind, Read};

/// How the text of such a file begins.
pub const MAGIC: &[u8; 4] = b"GCTC";

/// The only version there is.
const VERSION: u16 = 1;

/// The number of depths that each position has.
const DEPTHS: u32 = 7;

/// The longest text, in bytes.
const MAX_TEXT: u64 = 1 << 12;

/// The largest number of links that a line has: the most useful ones come first.
const MAX_LINKS: usize = 5;

/// The positions as lines of text: `FEN ;D1 20 ;D2 400 ;c0 "https://..."`, with the links as comments. The line of a
/// position without counts is a comment.
pub struct Packed<R> {
    input: R,
    links: Vec<String>,
    /// Positions that have been read.
    read: u32,
    /// All positions.
    all: u32,
}

impl<R: Read> Packed<R> {
    /// Reads up to the first position.
    ///
    /// # Errors
    /// If the input cannot be read, or is no such corpus.
    pub fn new(input: R) -> io::Result<Packed<R>> {
        let mut packed = Packed {
            input,
            links: Vec::new(),
            read: 0,
            all: 0,
        };
        let head = packed.head();
        head.map_err(|error| context("before the first position", &error))?;
        Ok(packed)
    }

    fn head(&mut self) -> io::Result<()> {
        let magic: [u8; 4] = self.bytes()?;
        let version = u16::from_le_bytes(self.bytes()?);
        if &magic != MAGIC || version != VERSION {
            return Err(invalid(format!(
                "not a corpus of version {VERSION} of the format GCTC"
            )));
        }
        self.all = u32::from_le_bytes(self.bytes()?);
        for _ in 0..self.number()? {
            let length = self.number()?;
            let link = self.text(length)?;
            // A quote would end the comment.
            self.links.push(link.replace('"', "%22"));
        }
        let [tags] = self.bytes()?;
        for _ in 0..tags {
            let [length] = self.bytes()?;
            self.text(length.into())?;
        }
        Ok(())
    }

    fn position(&mut self) -> io::Result<String> {
        let length = self.number()?;
        let fen = self.text(length)?;
        let [_quality] = self.bytes()?;
        for _ in 0..self.number()? {
            let [_tag] = self.bytes()?;
        }
        let mut links = Vec::new();
        for _ in 0..self.number()? {
            let link = self.number()?;
            let known = usize::try_from(link)
                .ok()
                .filter(|&at| at < self.links.len());
            let known = known.ok_or_else(|| invalid(format!("no link has the number {link}")))?;
            if links.len() < MAX_LINKS {
                links.push(known);
            }
        }
        let mut counts = String::new();
        for depth in 1..=DEPTHS {
            match self.number()? {
                0 => {}
                count => counts += &format!(" ;D{depth} {count}"),
            }
        }
        for _ in 0..DEPTHS {
            for _ in 0..self.number()? {
                let [_, _] = self.bytes()?;
                self.number()?;
            }
        }
        if counts.is_empty() {
            return Ok(format!("# {fen}: no counts\n"));
        }
        let links = links.iter().enumerate();
        let links = links.map(|(at, &link)| format!(" ;c{at} \"{}\"", self.links[link]));
        Ok(format!("{fen}{counts}{}\n", links.collect::<String>()))
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// A number in LEB128: seven bits a byte, the lowest first, and a bit that says whether more follow.
    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.bytes()?;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(invalid("a number of more than 64 bits"))
    }

    fn text(&mut self, length: u64) -> io::Result<String> {
        if length > MAX_TEXT {
            return Err(invalid(format!(
                "a text of {length} bytes, more than {MAX_TEXT}"
            )));
        }
        let mut bytes = Vec::new();
        (&mut self.input).take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let text = String::from_utf8(bytes).map_err(|_| invalid("a text that is not UTF-8"))?;
        match text.contains(char::is_control) {
            true => Err(invalid("a text with control characters")),
            false => Ok(text),
        }
    }
}

impl<R: Read> Iterator for Packed<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        if self.read == self.all {
            return None;
        }
        self.read += 1;
        let place = self.read;
        let position = self.position().map_err(|error| {
            self.all = place;
            context(&format!("in position {place}"), &error)
        });
        Some(position)
    }
}

/// The error with its place.
fn context(place: &str, error: &io::Error) -> io::Error {
    let text = match error.kind() {
        ErrorKind::UnexpectedEof => format!("{place}: the file ends there"),
        _ => format!("{place}: {error}"),
    };
    io::Error::new(error.kind(), text)
}

fn invalid(reason: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two links, one tag and two positions, the second without counts.
    fn example() -> Vec<u8> {
        let fen = b"8/8/8/8/8/8/8/K1k5 w - - 0 1";
        let mut file = b"GCTC\x01\0\x02\0\0\0\x02\x03a/b\x04c\"/d\x01\x02ep".to_vec();
        for counts in [&[1, 5, 0xAC, 0x02][..], &[0, 0, 0]] {
            file.push(28);
            file.extend(fen);
            // High quality, one tag, two links: the second, then the first.
            file.extend([0, 1, 0, 2, 1, 0]);
            file.extend(counts);
            file.extend([0; 4]);
            // One move below the first depth.
            file.extend([1, 0x00, 0x02, 1, 0, 0, 0, 0, 0, 0]);
        }
        file
    }

    #[test]
    fn positions_are_lines_of_a_suite() {
        let lines: io::Result<Vec<String>> = Packed::new(&example()[..]).expect("valid").collect();
        let lines = lines.expect("valid");
        assert_eq!(
            lines,
            [
                "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 5 ;D3 300 ;c0 \"c%22/d\" ;c1 \"a/b\"\n",
                "# 8/8/8/8/8/8/8/K1k5 w - - 0 1: no counts\n"
            ]
        );
        let cases = crate::suite::parse(&lines.concat()).expect("a suite");
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].expected, [(1, 1), (2, 5), (3, 300)]);
        assert_eq!(cases[0].comments, ["c%22/d", "a/b"]);
    }

    #[test]
    fn a_line_has_the_first_links_only() {
        let mut file = example();
        let links = file
            .windows(3)
            .position(|part| part == [2, 1, 0])
            .expect("two links");
        file.splice(links..links + 3, [6, 1, 0, 1, 0, 1, 0]);
        let line = Packed::new(&file[..])
            .expect("valid")
            .next()
            .expect("a line")
            .expect("valid");
        assert!(
            line.contains(" ;c4 \"c%22/d\"\n") && !line.contains(" ;c5 "),
            "{line}"
        );
    }

    #[test]
    fn any_damage_is_an_error_or_another_suite() {
        let whole = example();
        let read = |file: &[u8]| -> io::Result<Vec<String>> { Packed::new(file)?.collect() };
        for end in 0..whole.len() {
            read(&whole[..end]).expect_err("cut off");
            for damage in [1, 0x80, 0xFF] {
                let mut file = whole.clone();
                file[end] ^= damage;
                // It must end, whatever it says.
                let _ = read(&file);
            }
        }
        let mut version = whole;
        version[4] = 2;
        let error = read(&version).expect_err("another version").to_string();
        let expected = "before the first position: not a corpus of version 1 of the format GCTC";
        assert_eq!(error, expected);
    }
}
