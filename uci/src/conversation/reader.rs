//! Standard input, read on a thread of its own so that `stop` and `isready` act during a job.

use std::io::{self, BufRead, BufReader};

use movegen::threads;

/// Bytes of one read. The lines of a read go to the session together, because passing something
/// from thread to thread takes longer than many a command.
const BUFFER: usize = 64 << 10;

/// What arrives from standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// The end of input.
    End,
}

/// Passes every line of standard input to `deliver`, then [`Input::End`]. A call of `deliver` gets
/// all lines that a read has completed, and may block to slow the reader down. The thread is never
/// joined: it may block in a read forever.
pub(super) fn spawn(mut deliver: impl FnMut(Vec<Input>) + Send + 'static) -> io::Result<()> {
    threads::spawn("reader", threads::STACK, move || {
        read(BufReader::with_capacity(BUFFER, io::stdin()), &mut deliver);
    })?;
    Ok(())
}

/// Reads all lines. Bytes that are not UTF-8 are replaced instead of refused: only an unknown line
/// can contain them.
fn read(mut source: impl BufRead, deliver: &mut impl FnMut(Vec<Input>)) {
    // The beginning of a line whose end has not arrived.
    let mut partial = Vec::new();
    loop {
        let bytes = match source.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("standard input: {error}");
                break;
            }
        };
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            partial.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                lines.push(line(&partial));
                partial.clear();
            }
        }
        let read = bytes.len();
        source.consume(read);
        if !lines.is_empty() {
            deliver(lines);
        }
    }
    let last = (!partial.is_empty()).then(|| line(&partial));
    deliver(last.into_iter().chain([Input::End]).collect());
}

/// A line without its end.
fn line(mut bytes: &[u8]) -> Input {
    while let [rest @ .., b'\n' | b'\r'] = bytes {
        bytes = rest;
    }
    Input::Line(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_system_and_a_missing_last_one() {
        let mut got = Vec::new();
        read(&b"uci\r\nisready\n\n\xff\nquit"[..], &mut |lines| {
            got.extend(lines)
        });
        let line = |text: &str| Input::Line(text.to_owned());
        let expected = [
            line("uci"),
            line("isready"),
            line(""),
            line("\u{fffd}"),
            line("quit"),
            Input::End,
        ];
        assert_eq!(got, expected);
    }
    #[test]
    fn a_read_delivers_its_complete_lines_at_once() {
        let mut got = Vec::new();
        let source = BufReader::with_capacity(8, &b"a\nb\nlonger than a read\nc"[..]);
        read(source, &mut |lines| got.push(lines));
        let line = |text: &str| Input::Line(text.to_owned());
        let expected = [
            vec![line("a"), line("b")],
            vec![line("longer than a read")],
            vec![line("c"), Input::End],
        ];
        assert_eq!(got, expected);
    }
}
