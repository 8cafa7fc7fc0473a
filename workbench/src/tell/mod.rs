//! What was found, for people to read.

mod page;
mod report_text;

pub use page::Page;
pub use report_text::{agreed, commands, describe, describe_divide_diff, describe_shrunk};
