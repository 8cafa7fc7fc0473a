//! Where suites come from: files, pipes, and those that are built in. Each is read twice: once to
//! check it and once to count it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;

use corpus::Embedded;
use flate2::bufread::MultiGzDecoder;

use super::args::Level;
use crate::storage::StorageError;
use crate::suite::{self, Packed};

/// The first bytes of a file compressed by gzip.
const GZIP: &[u8] = &[0x1F, 0x8B];

/// The name of the built-in suite, in place of a file name.
const BUILTIN: &str = "builtin";

/// The name of the killer corpus.
pub(in crate::cli) const KILLER: &str = "builtin:killer";

/// One in this number of positions of the full corpus belongs to the quick level.
const SAMPLE: usize = 200;

/// A suite that can be read from its start as often as needed.
pub(super) struct Source {
    /// Its path, or its name if it has none.
    pub(super) file: Arc<Path>,
    text: Text,
}

enum Text {
    /// The positions of [`suite::BUILTIN`].
    Rules,
    /// Every position of a corpus, or one in a given number.
    Corpus { corpus: Embedded, one_of: usize },
    /// A regular file.
    File,
    /// A copy, in an unnamed temporary file, of what came through a pipe.
    Copy(File),
}

/// What is read.
pub(super) type Input = Box<dyn BufRead + Send>;

impl Source {
    /// The suites of a level.
    pub(super) fn builtin(level: Level) -> Vec<Source> {
        let source = |name: &str, text: Text| Source {
            file: Path::new(name).into(),
            text,
        };
        let rules = || source(BUILTIN, Text::Rules);
        let of = |name: &str, corpus, one_of| source(name, Text::Corpus { corpus, one_of });
        let killer = || of(KILLER, Embedded::Killer, 1);
        match level {
            Level::Rules => vec![rules()],
            Level::Killer => vec![killer()],
            Level::Quick => vec![
                rules(),
                killer(),
                of("builtin:sample", Embedded::Full, SAMPLE),
            ],
            Level::Full => vec![rules(), of("builtin:full", Embedded::Full, 1)],
        }
    }

    /// The file, and its text for the first reading. A pipe (`-` is standard input) can be read only
    /// once: the text is copied while it is read.
    pub(super) fn open(path: &Path) -> Result<(Source, Input), StorageError> {
        let failed = StorageError::at(path);
        let stdin = path == Path::new("-");
        if !stdin && path.metadata().map_err(failed)?.is_file() {
            let source = Source {
                file: path.into(),
                text: Text::File,
            };
            let input = source.again()?;
            return Ok((source, input));
        }
        let pipe: Box<dyn Read + Send> = match stdin {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path).map_err(failed)?),
        };
        let copy = tempfile::tempfile().map_err(failed)?;
        let input = Copying {
            pipe,
            copy: copy.try_clone().map_err(failed)?,
        };
        let source = Source {
            file: path.into(),
            text: Text::Copy(copy),
        };
        let input = decoded(BufReader::new(input)).map_err(failed)?;
        Ok((source, input))
    }

    /// The text once more, from its start.
    pub(super) fn again(&self) -> Result<Input, StorageError> {
        let failed = StorageError::at(&self.file);
        Ok(match &self.text {
            Text::Rules => Box::new(suite::BUILTIN.as_bytes()),
            &Text::Corpus { corpus, one_of } => {
                lines(corpus.samples().step_by(one_of).map(|sample| match sample {
                    Ok(sample) => Ok(format!("{sample}\n")),
                    Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
                }))
            }
            Text::File => {
                let file = File::open(&self.file).map_err(failed)?;
                decoded(BufReader::new(file)).map_err(failed)?
            }
            Text::Copy(copy) => {
                let mut copy = copy.try_clone().map_err(failed)?;
                copy.seek(SeekFrom::Start(0)).map_err(failed)?;
                decoded(BufReader::new(copy)).map_err(failed)?
            }
        })
    }
}

/// The text of a file: without its compression by gzip, and a binary corpus as lines.
fn decoded(input: impl BufRead + Send + 'static) -> io::Result<Input> {
    match begins_with(GZIP, input)? {
        (true, input) => unpacked(BufReader::new(MultiGzDecoder::new(input))),
        (false, input) => unpacked(input),
    }
}

/// The lines of a binary corpus, or any other input as it is.
fn unpacked(input: impl BufRead + Send + 'static) -> io::Result<Input> {
    Ok(match begins_with(suite::MAGIC, input)? {
        (true, input) => lines(Packed::new(input)?),
        (false, input) => Box::new(input),
    })
}

/// Whether an input begins with these bytes, and the whole input.
fn begins_with<R: BufRead>(
    start: &[u8],
    mut input: R,
) -> io::Result<(bool, impl BufRead + use<R>)> {
    let mut found = Vec::new();
    let length = start.len() as u64;
    input.by_ref().take(length).read_to_end(&mut found)?;
    Ok((found == start, Cursor::new(found).chain(input)))
}

/// The positions of a corpus as lines of text, which are made while they are read.
struct Lines<I> {
    lines: I,
    /// What has not been read of a line.
    line: Vec<u8>,
}

fn lines(lines: impl Iterator<Item = io::Result<String>> + Send + 'static) -> Input {
    let line = Vec::new();
    Box::new(BufReader::new(Lines { lines, line }))
}

impl<I: Iterator<Item = io::Result<String>>> Read for Lines<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            match self.lines.next() {
                None => return Ok(0),
                Some(line) => self.line = line?.into_bytes(),
            }
        }
        let length = self.line.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.line[..length]);
        self.line.drain(..length);
        Ok(length)
    }
}

/// Writes whatever is read to the copy too.
struct Copying {
    pipe: Box<dyn Read + Send>,
    copy: File,
}

impl Read for Copying {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.pipe.read(buffer)?;
        self.copy.write_all(&buffer[..length]).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot write a temporary copy: {error}"),
            )
        })?;
        Ok(length)
    }
}
