//! The fields of a certificate: those that all kinds have, and how they are read.

use serde_json::{Map, Value, json};

use crate::about;
use crate::storage::sealed::{self, SealError};

/// The largest depth that any command counts to.
const MOST_PLIES: u32 = u8::MAX as u32;

/// Why a text is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// It is cut off, was changed, or is another kind of file.
    #[error("not a certificate: {0}")]
    Seal(#[from] SealError),
    /// A field is missing, or its value makes no sense.
    #[error("not a certificate: the field '{0}' is missing or wrong")]
    Field(&'static str),
    /// A format of another version of this program.
    #[error("format {found}, expected {expected}: written by another version")]
    Format {
        /// The format found.
        found: u64,
        /// The format that this version reads.
        expected: u64,
    },
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game.
    pub game: String,
    /// The fields that describe the root in JSON.
    pub root: Map<String, Value>,
    /// The depth.
    pub depth: u32,
    /// The version of the program that has written the certificate.
    pub version: String,
}

impl Subject {
    /// That of a certificate that this program writes.
    pub fn new(game: &str, root: &[(String, Value)], depth: u32) -> Subject {
        Subject {
            game: game.to_owned(),
            root: root.iter().cloned().collect(),
            depth,
            version: about::VERSION.to_owned(),
        }
    }

    /// The root as text.
    pub fn root_text(&self) -> String {
        let texts: Vec<_> = self.root.values().filter_map(Value::as_str).collect();
        texts.join(" ")
    }

    /// The text of a file: one sealed line with the fields that all kinds have, and `more`.
    pub(super) fn seal(&self, kind: &str, format: u64, more: Value) -> String {
        let mut fields = json!({
            "type": kind,
            "format": format,
            "version": self.version,
            "commit": about::COMMIT,
            "game": self.game,
            "root": self.root,
            "depth": self.depth,
        });
        if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
            fields.extend(more);
        }
        sealed::seal(&fields) + "\n"
    }

    /// Reads the fields that all kinds have.
    pub(super) fn read(fields: &Fields, format: u64) -> Result<Subject, CertificateError> {
        let (found, expected) = (fields.number("format")?, format);
        if found != expected {
            return Err(CertificateError::Format { found, expected });
        }
        let depth = fields.small("depth")?;
        if depth > MOST_PLIES {
            return Err(CertificateError::Field("depth"));
        }
        Ok(Subject {
            game: fields.text("game")?.to_owned(),
            root: fields.object("root")?.clone(),
            depth,
            version: fields.text("version")?.to_owned(),
        })
    }
}

/// The fields of a certificate.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a sealed line.
    pub(super) fn open(text: &str) -> Result<Fields, SealError> {
        sealed::open(text.trim_end()).map(Fields)
    }

    pub(super) fn value(&self, name: &'static str) -> Result<&Value, CertificateError> {
        self.0.get(name).ok_or(CertificateError::Field(name))
    }

    pub(super) fn text(&self, name: &'static str) -> Result<&str, CertificateError> {
        let text = self.value(name)?.as_str();
        text.ok_or(CertificateError::Field(name))
    }

    pub(super) fn number(&self, name: &'static str) -> Result<u64, CertificateError> {
        let number = self.value(name)?.as_u64();
        number.ok_or(CertificateError::Field(name))
    }

    /// A number of plies.
    pub(super) fn small(&self, name: &'static str) -> Result<u32, CertificateError> {
        let number = self.number(name)?.try_into();
        number.map_err(|_| CertificateError::Field(name))
    }

    /// A number from 1 to `most`.
    pub(super) fn up_to(&self, name: &'static str, most: usize) -> Result<usize, CertificateError> {
        let number = self.number(name)?.try_into().ok();
        let number = number.filter(|number| (1..=most).contains(number));
        number.ok_or(CertificateError::Field(name))
    }

    pub(super) fn object(
        &self,
        name: &'static str,
    ) -> Result<&Map<String, Value>, CertificateError> {
        let object = self.value(name)?.as_object();
        object.ok_or(CertificateError::Field(name))
    }

    pub(super) fn list<T>(
        &self,
        name: &'static str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Vec<T>, CertificateError> {
        let list = self.value(name)?.as_array();
        let list = list.and_then(|list| list.iter().map(read).collect());
        list.ok_or(CertificateError::Field(name))
    }

    pub(super) fn texts(&self, name: &'static str) -> Result<Vec<String>, CertificateError> {
        self.list(name, |text| Some(text.as_str()?.to_owned()))
    }
}

/// A count as JSON: decimal digits.
pub(super) fn digits(count: impl ToString) -> Value {
    Value::from(count.to_string())
}

/// A count in decimal digits.
pub(super) fn count(value: &Value) -> Option<u128> {
    value.as_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_limited() {
        for (depth, is_read) in [(1, true), (255, true), (256, false)] {
            let subject = Subject {
                game: "chess".to_owned(),
                root: Map::new(),
                depth,
                version: "0.1.0".to_owned(),
            };
            let fields = Fields::open(&subject.seal("certificate", 1, json!({}))).expect("sealed");
            let read = Subject::read(&fields, 1);
            assert_eq!(read.is_ok(), is_read, "{depth}: {:?}", read.err());
        }
    }
}
