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
        _ if error.is_about_position() => PositionError::new_err(text),
        Error::Depth { .. } | Error::Variant { .. } | Error::Why(_) => PyValueError::new_err(text),
        Error::Count(PerftError::Overflow) => PyOverflowError::new_err(text),
        Error::Count(PerftError::Table(_) | PerftError::Split(_)) => PyMemoryError::new_err(text),
        Error::Stopped => PyKeyboardInterrupt::new_err(text),
        _ => PyRuntimeError::new_err(text),
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

/// What the numbers of a text mean.
#[pyclass(frozen, get_all, module = "canopy")]
pub(crate) struct Why {
    /// The whole answer.
    text: String,
    /// Whether all numbers are right.
    right: bool,
    /// The numbers of the text, beside the right ones.
    claims: Vec<WhyClaim>,
    /// The known defects that give all numbers.
    causes: Vec<WhyCause>,
    /// The number of known defects.
    known_defects: usize,
    /// The ids of defects that could not be compared in every form.
    not_compared: Vec<&'static str>,
    /// Whether the comparison was finished.
    complete: bool,
    /// The question that tells the causes apart.
    next: Option<WhyQuestion>,
    /// What the numbers prove, whatever the cause.
    facts: Vec<String>,
    /// What is doubtful about the positions.
    warnings: Vec<String>,
    /// What was assumed about the text.
    assumptions: Vec<String>,
    /// Lines with numbers that were not read: the number of the line, its text, and the reason.
    unread: Vec<(usize, String, String)>,
    /// Claims that were not compared: the FEN, the depth, and the reason.
    left_out: Vec<(String, u32, String)>,
}

/// Numbers of a text for one position and depth.
#[pyclass(frozen, get_all, module = "canopy")]
#[derive(Clone)]
pub(crate) struct WhyClaim {
    fen: String,
    moves: Vec<String>,
    depth: u32,
    /// The claimed total, or the sum of a complete divide.
    total: Option<i128>,
    /// Canopy's total.
    correct: u128,
    /// Whether all numbers are right.
    right: bool,
    /// Moves with wrong counts: the move, the claimed count, and Canopy's.
    wrong_counts: Vec<(String, i128, u128)>,
}

/// A known defect that gives all numbers.
#[pyclass(frozen, get_all, module = "canopy")]
#[derive(Clone)]
pub(crate) struct WhyCause {
    /// A name that keeps its meaning.
    id: &'static str,
    /// What a program with it does.
    sentences: Vec<String>,
}

/// The question that tells causes apart.
#[pyclass(frozen, get_all, module = "canopy")]
#[derive(Clone)]
pub(crate) struct WhyQuestion {
    fen: String,
    depth: u32,
    /// Canopy's total.
    correct: i128,
    /// The totals that programs with each cause give.
    totals: Vec<Vec<i128>>,
}

impl From<bindings::Why> for Why {
    fn from(why: bindings::Why) -> Why {
        let claims = why.claims.iter().map(WhyClaim::from);
        let causes = why.causes.iter().map(|cause| WhyCause {
            id: cause.id,
            sentences: cause.sentences.clone(),
        });
        let next = why.next.as_ref().map(|next| WhyQuestion {
            fen: next.fen.clone(),
            depth: next.depth,
            correct: next.correct,
            totals: next
                .totals
                .iter()
                .map(|totals| totals.iter().copied().collect())
                .collect(),
        });
        let left_out = why.left_out.iter();
        Why {
            text: why.to_string(),
            right: why.is_right(),
            claims: claims.collect(),
            causes: causes.collect(),
            next,
            left_out: left_out
                .map(|(claim, reason)| (claim.fen.clone(), claim.depth, reason.to_string()))
                .collect(),
            known_defects: why.known,
            not_compared: why.not_compared,
            complete: why.is_complete,
            facts: why.facts,
            warnings: why.warnings.into_iter().collect(),
            assumptions: why.assumptions,
            unread: why
                .unread
                .into_iter()
                .map(|line| (line.number, line.text, line.reason))
                .collect(),
        }
    }
}

impl From<&bindings::Comparison> for WhyClaim {
    fn from(comparison: &bindings::Comparison) -> WhyClaim {
        let claim = &comparison.claim;
        let counts = comparison.wrong_counts().iter();
        WhyClaim {
            fen: claim.fen.clone(),
            moves: claim.moves.clone(),
            depth: claim.depth,
            total: comparison.total,
            correct: comparison.expected,
            right: comparison.is_right,
            wrong_counts: counts
                .map(|(mv, right, counted)| (mv.to_string(), *counted, *right))
                .collect(),
        }
    }
}

#[pymethods]
impl Why {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        match self.right {
            true => "<Why: all numbers are right>".to_owned(),
            false => format!(
                "<Why: {} of {} known defects>",
                self.causes.len(),
                self.known_defects
            ),
        }
    }
}

#[pymethods]
impl WhyCause {
    fn __repr__(&self) -> String {
        format!("<WhyCause {}: {}>", self.id, self.sentences.join("; "))
    }
}
