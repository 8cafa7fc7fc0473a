//! Standard input. Between jobs the session reads it by itself; during a job a thread reads, so that
//! `stop` and `isready` act at once.

use std::io::{self, BufRead, BufReader, Stdin};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

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

/// Standard input, read by the session or by a thread.
///
/// A script that waits for every answer would wait for two changes of threads per query if a thread
/// always read. They take longer than a small count.
pub(super) struct Reader {
    source: Arc<Mutex<Source<BufReader<Stdin>>>>,
    /// Asks the thread for one read.
    requests: Sender<()>,
    /// Whether the thread has been asked, and has not answered yet.
    pending: bool,
    ended: bool,
}

impl Reader {
    /// Starts the thread, which waits until it is asked and passes what it reads to `deliver`. It is
    /// never joined: it may block in a read forever.
    pub(super) fn spawn(deliver: impl Fn(Vec<Input>) + Send + 'static) -> io::Result<Reader> {
        let stdin = BufReader::with_capacity(BUFFER, io::stdin());
        let source = Arc::new(Mutex::new(Source::new(stdin)));
        let (requests, asked) = channel();
        let shared = source.clone();
        threads::spawn("reader", threads::STACK, move || {
            for () in asked {
                let lines = read(&shared);
                deliver(lines);
            }
        })?;
        Ok(Reader {
            source,
            requests,
            pending: false,
            ended: false,
        })
    }

    /// Has the thread read once, unless it is reading already.
    pub(super) fn ask(&mut self) {
        if !self.pending && !self.ended {
            self.pending = true;
            // Fails only if the thread has panicked.
            let _ = self.requests.send(());
        }
    }

    /// Takes note of what was read, by the thread or [here](Reader::read_here).
    pub(super) fn delivered(&mut self, lines: &[Input]) {
        self.pending = false;
        self.ended = lines.last() == Some(&Input::End);
    }

    /// Whether the calling thread may read: the other one does not, and there is something to read.
    pub(super) fn is_free(&self) -> bool {
        !self.pending && !self.ended
    }

    /// Reads on the calling thread.
    pub(super) fn read_here(&self) -> Vec<Input> {
        read(&self.source)
    }
}

fn read(source: &Mutex<Source<impl BufRead>>) -> Vec<Input> {
    source.lock().unwrap_or_else(PoisonError::into_inner).read()
}

/// Lines from bytes.
struct Source<R> {
    bytes: R,
    /// The beginning of a line whose end has not arrived.
    partial: Vec<u8>,
}

impl<R: BufRead> Source<R> {
    fn new(bytes: R) -> Source<R> {
        Source {
            bytes,
            partial: Vec::new(),
        }
    }

    /// Waits for a line, and returns all lines that the read has completed; [`Input::End`] comes last.
    /// Bytes that are not UTF-8 are replaced instead of refused: only an unknown line can contain them.
    fn read(&mut self) -> Vec<Input> {
        let mut lines = Vec::new();
        while lines.is_empty() {
            let bytes = match self.bytes.fill_buf() {
                Ok([]) => return self.end(),
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    log::error!("standard input: {error}");
                    return self.end();
                }
            };
            for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
                self.partial.extend_from_slice(piece);
                if piece.ends_with(b"\n") {
                    lines.push(line(&self.partial));
                    self.partial.clear();
                }
            }
            let read = bytes.len();
            self.bytes.consume(read);
        }
        lines
    }

    /// The last line, if it has no end, and the end of input.
    fn end(&mut self) -> Vec<Input> {
        let last = (!self.partial.is_empty()).then(|| line(&self.partial));
        last.into_iter().chain([Input::End]).collect()
    }
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

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn line_ends_of_every_system_and_a_missing_last_one() {
        let mut source = Source::new(&b"uci\r\nisready\n\n\xff\nquit"[..]);
        let expected = [line("uci"), line("isready"), line(""), line("\u{fffd}")];
        assert_eq!(source.read(), expected);
        assert_eq!(source.read(), [line("quit"), Input::End]);
    }

    #[test]
    fn a_read_returns_its_complete_lines_at_once() {
        let bytes = BufReader::with_capacity(8, &b"a\nb\nlonger than a read\nc"[..]);
        let mut source = Source::new(bytes);
        assert_eq!(source.read(), [line("a"), line("b")]);
        assert_eq!(source.read(), [line("longer than a read")]);
        assert_eq!(source.read(), [line("c"), Input::End]);
    }
}
