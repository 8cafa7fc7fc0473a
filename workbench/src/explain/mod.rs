//! Why an answer is wrong: the rule behind each wrong move, patterns among them, and state bugs.

mod causes;
mod confused;
mod contrast;
mod diagnosis;
mod directions;
mod explanation;
mod patterns;
mod rules;
mod series;
mod state_bugs;
mod tree;

pub use causes::{Cause, Certainty};
pub use diagnosis::Diagnosis;
pub use explanation::{Explanation, MoveReasons};
pub(crate) use patterns::{Patterns, common};
pub use rules::rules;

#[cfg(test)]
mod tests;
