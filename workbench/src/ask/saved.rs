//! A saved divide: the counts of one position at one depth.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use movegen::perft::Stop;

use super::{Answer, DivideText, Error, OtherSide, Question};

/// A divide from a file.
#[derive(Clone, Debug)]
pub struct SavedDivide {
    divide: DivideText,
    /// The depth of the divide, which the file does not name.
    depth: u32,
    stop: Stop,
}

impl SavedDivide {
    /// Reads the file, or standard input if it is `-`; bytes that are not text are ignored.
    ///
    /// # Errors
    /// [`Error`] if it cannot be read or holds neither a move with a count nor a total.
    pub fn read(file: &Path, depth: u32) -> Result<SavedDivide, Error> {
        let mut bytes = Vec::new();
        let read = match file == Path::new("-") {
            true => io::stdin().read_to_end(&mut bytes),
            false => File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
        };
        read.map_err(|source| Error::Read {
            file: file.to_owned(),
            source,
        })?;
        let divide = DivideText::read(&String::from_utf8_lossy(&bytes));
        if divide.is_empty() {
            return Err(Error::NoDivide {
                file: file.to_owned(),
            });
        }
        Ok(SavedDivide {
            divide,
            depth,
            stop: Stop::new(),
        })
    }

    /// Ends the comparison once this stop is raised.
    #[must_use]
    pub fn stopped_by(self, stop: &Stop) -> SavedDivide {
        SavedDivide {
            stop: stop.clone(),
            ..self
        }
    }

    /// The divide.
    pub fn divide(&self) -> &DivideText {
        &self.divide
    }
}

impl OtherSide for SavedDivide {
    /// The file does not name its position, so the root is assumed. Only the root is asked about at
    /// the full depth, so the depth distinguishes it from the positions below.
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        Ok(if question.depth == self.depth {
            Answer::Divide(self.divide.clone())
        } else {
            Answer::Unknown
        })
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn can_be_asked(&self) -> bool {
        false
    }

    fn plays_moves(&self) -> bool {
        false
    }
}
