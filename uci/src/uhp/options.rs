//! The engine's options: one table that prints and parses them.

use crate::perft::DEFAULT_HASH_MB;

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Threads of a perft.
    pub(super) threads: u32,
    /// The table of a perft in MB, 0 for none.
    pub(super) hash_mb: u32,
}

/// An option: its name, the least and the most that it takes, and where it is kept.
struct Declared {
    name: &'static str,
    least: u32,
    most: u32,
    field: fn(&mut Options) -> &mut u32,
}

const DECLARED: [Declared; 2] = [
    Declared {
        name: "Threads",
        least: 1,
        most: 1024,
        field: |options| &mut options.threads,
    },
    Declared {
        name: "Hash",
        least: 0,
        most: 1_048_576,
        field: |options| &mut options.hash_mb,
    },
];

/// An option that cannot be had, or not with this value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    /// No such option.
    #[error("there is no option '{found}'; there are Threads and Hash")]
    Unknown { found: String },
    /// Not a number, or none that is allowed.
    #[error("'{found}' is no value for {name}, which is a number from {least} to {most}")]
    Value {
        found: String,
        name: &'static str,
        least: u32,
        most: u32,
    },
}

impl Options {
    pub(super) const DEFAULT: Options = Options {
        threads: 1,
        hash_mb: DEFAULT_HASH_MB,
    };

    /// All of them, a line for each.
    pub(super) fn lines(self) -> String {
        DECLARED
            .each_ref()
            .map(|option| self.line(option))
            .join("\n")
    }

    /// One of them.
    pub(super) fn get(self, name: &str) -> Result<String, OptionError> {
        Ok(self.line(declared(name)?))
    }

    /// Gives one of them another value.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = declared(name)?;
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let allowed = option.least..=option.most;
        let number = value.parse().ok();
        let number = number.filter(|number| digits && allowed.contains(number));
        let number = number.ok_or_else(|| OptionError::Value {
            found: value.to_owned(),
            name: option.name,
            least: option.least,
            most: option.most,
        })?;
        *(option.field)(self) = number;
        Ok(())
    }

    /// `Name;int;value;default;least;most`
    fn line(mut self, option: &Declared) -> String {
        let value = *(option.field)(&mut self);
        let default = *(option.field)(&mut Options::DEFAULT.clone());
        let Declared {
            name, least, most, ..
        } = option;
        format!("{name};int;{value};{default};{least};{most}")
    }
}

fn declared(name: &str) -> Result<&'static Declared, OptionError> {
    let mut all = DECLARED.iter();
    all.find(|option| option.name == name)
        .ok_or_else(|| OptionError::Unknown {
            found: name.to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_and_told() {
        let mut options = Options::DEFAULT;
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
            options.set("Threads", "0").expect_err("none").to_string(),
            "'0' is no value for Threads, which is a number from 1 to 1024"
        );
        assert!(options.set("Hash", "+1").is_err());
        assert!(options.set("Hush", "1").is_err());
    }
}
