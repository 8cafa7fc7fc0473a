//! The table that declares, describes, reads and sets the options of an engine.

use thiserror::Error;

use crate::limits::{HashSize, LimitError, Threads};

/// Declares the settings of an engine: a struct whose fields stand beside their defaults.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$doc:meta])* $field:ident: $kind:ty = $default:expr,)*
        }
    ) => {
        $(#[$meta])*
        $visibility struct $name {
            $($(#[$doc])* $visibility $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }
    };
}
pub(crate) use settings;

/// An option of the engine whose settings are `O`.
pub struct Entry<O> {
    /// The name by which the protocol knows it.
    pub name: &'static str,
    /// What it does, for users: docs/ shows this text.
    pub about: &'static str,
    /// Its type, its allowed values, and where it is kept.
    pub kind: Kind<O>,
}

/// The types of options.
pub enum Kind<O> {
    /// A whole number from `min` to `max`.
    Spin {
        /// The smallest value.
        min: u32,
        /// The largest value.
        max: u32,
        /// Where the value is kept.
        field: fn(&mut O) -> &mut dyn Number,
    },
    /// `true` or `false`.
    Check {
        /// Where the value is kept.
        field: fn(&mut O) -> &mut bool,
    },
    /// An action without a value.
    Button,
    /// One of several names.
    Combo {
        /// The names that the user can choose from.
        choices: fn() -> Vec<&'static str>,
        /// The name of the current value.
        get: fn(&O) -> &'static str,
        /// Chooses by name; the error says which names there are.
        set: fn(&mut O, &str) -> Result<(), String>,
    },
    /// Any text that `set` accepts.
    Text {
        /// The current value.
        get: fn(&O) -> String,
        /// Sets the value; the error says what is wrong with it.
        set: fn(&mut O, &str) -> Result<(), String>,
    },
}

/// A field that holds a whole number.
pub trait Number {
    /// The current value.
    fn get(&self) -> u32;

    /// Sets the value.
    ///
    /// # Errors
    /// [`LimitError`] if the type of the field does not allow it.
    fn set(&mut self, value: u32) -> Result<(), LimitError>;
}

impl Number for u32 {
    fn get(&self) -> u32 {
        *self
    }

    fn set(&mut self, value: u32) -> Result<(), LimitError> {
        *self = value;
        Ok(())
    }
}

impl Number for HashSize {
    fn get(&self) -> u32 {
        self.megabytes() as u32
    }

    fn set(&mut self, value: u32) -> Result<(), LimitError> {
        *self = HashSize::new(value)?;
        Ok(())
    }
}

impl Number for Threads {
    fn get(&self) -> u32 {
        self.number()
    }

    fn set(&mut self, value: u32) -> Result<(), LimitError> {
        *self = Threads::new(value)?;
        Ok(())
    }
}

/// Why an option was not set; the old value stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option '{found}', expected {}", names.join(" or "))]
    Unknown {
        /// The name as given.
        found: String,
        /// The names of all options.
        names: Vec<&'static str>,
    },
    /// Not a whole number or out of range, or neither `true` nor `false`.
    #[error(
        "option {name} takes {allowed}, found {}; it stays {kept}",
        quoted(found.as_deref())
    )]
    Value {
        /// The option.
        name: &'static str,
        /// The values that it takes.
        allowed: String,
        /// The value as given; `None` without a value.
        found: Option<String>,
        /// The value in force.
        kept: String,
    },
    /// None of the choices, or a text that the option does not accept.
    #[error("option {name}: {reason}; it stays {kept}")]
    Refused {
        /// The option.
        name: &'static str,
        /// What is wrong with the value.
        reason: String,
        /// The value in force.
        kept: String,
    },
}

fn quoted(found: Option<&str>) -> String {
    found.map_or_else(|| "no value".to_owned(), |text| format!("'{text}'"))
}

/// The entry with this name; case does not matter.
///
/// # Errors
/// [`OptionError::Unknown`] lists the names.
pub fn find<'a, O>(table: &'a [Entry<O>], name: &str) -> Result<&'a Entry<O>, OptionError> {
    let mut entries = table.iter();
    entries
        .find(|entry| entry.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown {
            found: name.to_owned(),
            names: table.iter().map(|entry| entry.name).collect(),
        })
}

impl<O> Entry<O> {
    /// A number from `min` to `max`.
    pub const fn spin(
        name: &'static str,
        about: &'static str,
        min: u32,
        max: u32,
        field: fn(&mut O) -> &mut dyn Number,
    ) -> Entry<O> {
        Entry {
            name,
            about,
            kind: Kind::Spin { min, max, field },
        }
    }

    /// A yes or no.
    pub const fn check(
        name: &'static str,
        about: &'static str,
        field: fn(&mut O) -> &mut bool,
    ) -> Entry<O> {
        Entry {
            name,
            about,
            kind: Kind::Check { field },
        }
    }

    /// Sets the option, unless it is a button, which has no value.
    ///
    /// # Errors
    /// [`OptionError`] names the allowed values.
    pub fn set(&self, options: &mut O, value: Option<&str>) -> Result<(), OptionError> {
        let wrong = |allowed: String, kept: &dyn ToString| OptionError::Value {
            name: self.name,
            allowed,
            found: value.map(str::to_owned),
            kept: kept.to_string(),
        };
        match self.kind {
            Kind::Spin { min, max, field } => {
                let field = field(options);
                let number: Option<u32> = value.and_then(|text| text.parse().ok());
                let set = number
                    .filter(|number| (min..=max).contains(number))
                    .map(|number| field.set(number));
                match set {
                    Some(Ok(())) => Ok(()),
                    _ => {
                        let allowed = format!("a whole number from {min} to {max}");
                        Err(wrong(allowed, &field.get()))
                    }
                }
            }
            Kind::Check { field } => {
                let field = field(options);
                let parsed = value.and_then(|text| text.parse().ok());
                *field = parsed.ok_or_else(|| wrong("'true' or 'false'".to_owned(), &*field))?;
                Ok(())
            }
            Kind::Button => Ok(()),
            Kind::Combo { get, set, .. } => set(options, value.unwrap_or_default())
                .map_err(|reason| self.refused(reason, get(options))),
            Kind::Text { get, set } => set(options, value.unwrap_or_default())
                .map_err(|reason| self.refused(reason, &get(options))),
        }
    }

    fn refused(&self, reason: String, kept: &str) -> OptionError {
        OptionError::Refused {
            name: self.name,
            reason,
            kept: kept.to_owned(),
        }
    }
}
