//! Where suites come from: files, pipes, and the one that is built in. Each is read twice: once to
//! check it and once to count it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;

use super::{BUILTIN, Failure};
use crate::suite;

/// A suite that can be read from its start as often as needed.
pub(super) struct Source {
    /// Its path, or its name if it has none.
    pub(super) file: Arc<Path>,
    text: Text,
}

enum Text {
    Builtin,
    /// A regular file.
    File,
    /// A copy, in an unnamed temporary file, of what came through a pipe.
    Copy(File),
}

/// What is read.
pub(super) type Input = Box<dyn BufRead + Send>;

impl Source {
    /// The suite that is built in.
    pub(super) fn builtin() -> Source {
        Source {
            file: Path::new(BUILTIN).into(),
            text: Text::Builtin,
        }
    }

    /// The file, and its text for the first reading. A pipe (`-` is standard input) can be read only
    /// once: the text is copied while it is read.
    pub(super) fn open(path: &Path) -> Result<(Source, Input), Failure> {
        let failed = |error| Failure::Read {
            file: path.to_owned(),
            error,
        };
        let stdin = path == Path::new("-");
        if !stdin && path.metadata().map_err(failed)?.is_file() {
            let source = Source {
                file: path.into(),
                text: Text::File,
            };
            let input = source.again().map_err(failed)?;
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
        Ok((source, Box::new(BufReader::new(input))))
    }

    /// The text once more, from its start.
    pub(super) fn again(&self) -> io::Result<Input> {
        Ok(match &self.text {
            Text::Builtin => Box::new(suite::BUILTIN.as_bytes()),
            Text::File => Box::new(BufReader::new(File::open(&self.file)?)),
            Text::Copy(copy) => {
                let mut copy = copy.try_clone()?;
                copy.seek(SeekFrom::Start(0))?;
                Box::new(BufReader::new(copy))
            }
        })
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
