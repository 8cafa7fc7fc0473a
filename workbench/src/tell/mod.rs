//! The views of a [`Diagnosis`](crate::explain::Diagnosis): text, HTML page, JSON.

mod json;
mod page;
mod text;

pub use json::{disagreement_fields, shrunk_fields};
pub use page::Page;
pub use text::{agreed, describe, describe_divide_diff, describe_shrunk};
