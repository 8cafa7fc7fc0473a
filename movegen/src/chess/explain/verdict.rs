//! Whether a move in any notation is legal, as data for programs.

/// A reason of a [`Verdict`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictReason {
    /// A stable identifier, such as `pinned`.
    pub code: &'static str,
    /// The reason in words.
    pub text: String,
}

/// Whether a move is legal, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The move in UCI notation, or as it was written if it has none.
    pub mv: String,
    /// The move in SAN, if it is legal.
    pub san: Option<String>,
    /// Whether it is legal.
    pub legal: bool,
    /// The reasons, at least one.
    pub reasons: Vec<VerdictReason>,
    /// The answer in one sentence.
    pub text: String,
}
