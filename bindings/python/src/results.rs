//! The classes and exceptions of the module.

use bindings::{BugKind, Error, Estimated, PerftError, Verdict};
use pyo3::exceptions::{
    PyKeyboardInterrupt, PyMemoryError, PyOverflowError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;

pyo3::create_exception!(
    canopy,
    PositionError,
    PyValueError,
    "A FEN or a move is malformed or illegal. The message says where and why."
);

/// The exception for an error.
pub(crate) fn exception(error: &Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Position { .. } | Error::Move(_) => PositionError::new_err(text),
        Error::Depth { .. } => PyValueError::new_err(text),
        Error::Count(PerftError::Overflow) => PyOverflowError::new_err(text),
        Error::Count(PerftError::Table(_) | PerftError::Split(_)) => PyMemoryError::new_err(text),
        Error::Stopped => PyKeyboardInterrupt::new_err(text),
        Error::Estimate(_) | Error::Ask(_) | Error::Corpus(_) => PyRuntimeError::new_err(text),
    }
}

/// The arguments that make an [`Explanation`].
type NewArguments = (bool, String, String, Option<String>, Vec<(String, String)>);

/// Whether a move is legal, and why.
#[pyclass(frozen, get_all, module = "canopy")]
pub(crate) struct Explanation {
    /// Whether the move is legal.
    legal: bool,
    /// The answer in one sentence.
    text: String,
    /// The move in UCI notation, or as it was written.
    uci: String,
    /// The move in SAN, if it is legal.
    san: Option<String>,
    /// The reasons as pairs of a stable code and a sentence.
    reasons: Vec<(String, String)>,
}

impl From<Verdict> for Explanation {
    fn from(verdict: Verdict) -> Explanation {
        let reasons = verdict.reasons.into_iter();
        Explanation {
            legal: verdict.legal,
            text: verdict.text,
            uci: verdict.mv,
            san: verdict.san,
            reasons: reasons
                .map(|reason| (reason.code.to_owned(), reason.text))
                .collect(),
        }
    }
}

#[pymethods]
impl Explanation {
    /// For `pickle` and `copy`.
    #[new]
    fn new(
        legal: bool,
        text: String,
        uci: String,
        san: Option<String>,
        reasons: Vec<(String, String)>,
    ) -> Explanation {
        Explanation {
            legal,
            text,
            uci,
            san,
            reasons,
        }
    }

    fn __getnewargs__(&self) -> NewArguments {
        (
            self.legal,
            self.text.clone(),
            self.uci.clone(),
            self.san.clone(),
            self.reasons.clone(),
        )
    }

    fn __bool__(&self) -> bool {
        self.legal
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {}>", self.text)
    }
}

/// An estimated number of leaves with its interval of 95 %.
#[pyclass(frozen, get_all, module = "canopy")]
pub(crate) struct Estimate {
    /// The number of leaves.
    value: f64,
    /// The lower bound of the interval.
    low: f64,
    /// The upper bound of the interval.
    high: f64,
    /// The random lines drawn; 0 if the leaves were counted.
    lines: u64,
}

impl From<Estimated> for Estimate {
    fn from(found: Estimated) -> Estimate {
        Estimate {
            value: found.value,
            low: found.low,
            high: found.high,
            lines: found.lines,
        }
    }
}

#[pymethods]
impl Estimate {
    fn __float__(&self) -> f64 {
        self.value
    }

    fn __repr__(&self) -> String {
        let Estimate {
            value, low, high, ..
        } = self;
        format!("<Estimate: {value:.6e}, 95 % between {low:.6e} and {high:.6e}>")
    }
}

/// A bug of a move generator.
#[pyclass(frozen, get_all, module = "canopy")]
pub(crate) struct Bug {
    /// "wrong" if counts or moves are wrong, "no answer" if the generator fails to answer.
    kind: &'static str,
    /// The cause in one sentence.
    headline: String,
    /// The whole explanation.
    text: String,
    /// The FEN of the smallest position that shows it.
    fen: String,
    /// The moves to play from there first.
    moves: Vec<String>,
    /// The depth that shows it, in plies.
    depth: u32,
}

impl From<bindings::Bug> for Bug {
    fn from(bug: bindings::Bug) -> Bug {
        Bug {
            kind: match bug.kind {
                BugKind::Wrong => "wrong",
                BugKind::NoAnswer => "no answer",
            },
            headline: bug.headline,
            text: bug.text,
            fen: bug.fen,
            moves: bug.moves,
            depth: bug.depth,
        }
    }
}

#[pymethods]
impl Bug {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Bug: {}>", self.headline)
    }
}
