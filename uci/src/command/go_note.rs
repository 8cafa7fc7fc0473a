//! The remarks on words of `go` that cannot be used.

use thiserror::Error;

use crate::suggest;

/// The words that start a search or a perft, alone or with their values.
pub(super) const SEARCH_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// A word after `go` that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoNote {
    /// An unknown word.
    #[error("{command}: unknown word '{word}'{}", suggestion(*similar).unwrap_or_else(|| expected(command)))]
    UnknownWord {
        /// `go` or `perftfast`.
        command: &'static str,
        /// The word.
        word: String,
        /// The known word that it resembles.
        similar: Option<&'static str>,
    },
    /// A limit without a number.
    #[error("go: '{word}' needs a whole number, found {found}")]
    NotANumber {
        /// The word that names the limit.
        word: String,
        /// What follows it, in quotes, or `nothing`.
        found: String,
    },
    /// `stats` without `perft`.
    #[error("go: 'stats' needs 'perft'")]
    StatsAlone,
    /// No limit could be parsed.
    #[error("go: no usable limit, searching to depth 1")]
    NoLimit,
}

impl GoNote {
    pub(super) fn unknown(command: &'static str, word: &str) -> GoNote {
        GoNote::UnknownWord {
            command,
            word: word.to_owned(),
            similar: suggest::similar(word, SEARCH_WORDS),
        }
    }

    pub(super) fn has_suggestion(&self) -> bool {
        matches!(
            self,
            GoNote::UnknownWord {
                similar: Some(_),
                ..
            }
        )
    }

    /// The remark on a word that is ignored.
    pub fn ignored(&self) -> String {
        match self {
            GoNote::UnknownWord {
                command,
                word,
                similar,
            } => {
                let suggestion = suggestion(*similar).unwrap_or_default();
                format!("{command}: unknown word '{word}' ignored{suggestion}")
            }
            GoNote::StatsAlone => format!("{self}, ignored"),
            GoNote::NotANumber { .. } | GoNote::NoLimit => self.to_string(),
        }
    }
}

fn suggestion(similar: Option<&str>) -> Option<String> {
    similar.map(|word| format!(", did you mean '{word}'?"))
}

fn expected(command: &str) -> String {
    match command {
        "go" => format!(", expected {}", SEARCH_WORDS.join(", ")),
        _ => String::new(),
    }
}
