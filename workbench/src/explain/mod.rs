//! Why an answer is wrong.

mod explanation;
mod hash_keys;
mod patterns;
mod state_bugs;

pub use explanation::Explanation;
