//! The options of the UHP engine: `options`.

use crate::conversation::options::{self, Entry, Kind, OptionError, settings};
use crate::limits::{HashSize, Threads};

settings! {
    /// The values in force.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Threads of a perft.
        threads: Threads = Threads::ONE,
        /// Size of a perft's hash table.
        hash: HashSize = HashSize::DEFAULT,
    }
}

static TABLE: &[Entry<Options>] = &[
    Entry::spin(
        "Threads",
        "Threads of a perft",
        1,
        Threads::MAX.number(),
        |options| &mut options.threads,
    ),
    Entry::spin(
        "Hash",
        "Size of the hash table of a perft in MB; 0 means none",
        0,
        HashSize::MAX.megabytes() as u32,
        |options| &mut options.hash,
    ),
];

impl Options {
    /// All options.
    pub fn table() -> &'static [Entry<Options>] {
        TABLE
    }

    /// The lines of all options.
    pub(super) fn lines(&self) -> String {
        let lines: Vec<_> = TABLE.iter().filter_map(|entry| self.line(entry)).collect();
        lines.join("\n")
    }

    /// The line of one option.
    pub(super) fn get(&self, name: &str) -> Result<String, OptionError> {
        let entry = options::find(TABLE, name)?;
        Ok(self.line(entry).unwrap_or_default())
    }

    /// Sets one option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        options::find(TABLE, name)?.set(self, Some(value))
    }

    /// `Name;int;value;default;min;max`. All options of this engine are numbers.
    fn line(&self, entry: &Entry<Options>) -> Option<String> {
        let Kind::Spin { min, max, field } = entry.kind else {
            return None;
        };
        let value = field(&mut self.clone()).get();
        let default = field(&mut Options::default()).get();
        Some(format!("{};int;{value};{default};{min};{max}", entry.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_and_printed() {
        let mut options = Options::default();
        options.set("Hash", "0").expect("allowed");
        assert_eq!(
            options.get("Hash").expect("known"),
            "Hash;int;0;64;0;1048576"
        );
        options.set("Threads", "4").expect("allowed");
        assert_eq!(
            options.lines(),
            "Threads;int;4;1;1;1024\nHash;int;0;64;0;1048576"
        );
        assert_eq!(
            options.set("Threads", "0").expect_err("zero").to_string(),
            "option Threads takes a whole number from 1 to 1024, found '0'; it stays 4"
        );
        assert_eq!(
            options.set("Hush", "1").expect_err("unknown").to_string(),
            "there is no option 'Hush', expected Threads or Hash"
        );
    }
}
