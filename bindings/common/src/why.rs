//! Explains wrong counts from a text.

use movegen::threads::resolve_count;
use workbench::why;

use crate::count::check_depth;
use crate::{Error, Given, Stop, Why};

/// Explains the wrong counts in a text: a total, a divide in any format, a table, failing rows of a suite, with other
/// words around them. `given` is what the text does not say, and `answers` are the totals of the program for the
/// questions of [`Why::next`] so far. Compares with the known defects on one thread per core.
///
/// # Errors
/// [`Error`] if nothing in the text can be compared, or if `stop` is raised.
///
/// ```
/// use bindings::{Given, Stop, why};
///
/// let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 depth 1: 7";
/// let why = why(text, &Given::default(), &[], &Stop::new()).unwrap();
/// assert!(why.to_string().contains("it counts all nodes of the tree, and not only the leaves"));
/// ```
pub fn why(text: &str, given: &Given, answers: &[i128], stop: &Stop) -> Result<Why, Error> {
    if let Some(depth) = given.depth {
        check_depth(depth, 1)?;
    }
    let found = why::why(text, given, answers, resolve_count(0), stop);
    match stop.is_stopped() {
        true => Err(Error::Stopped),
        false => Ok(found?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, given: &Given) -> Error {
        why(text, given, &[], &Stop::new()).expect_err("no answer")
    }

    #[test]
    fn a_text_or_an_argument_that_cannot_be_used_is_an_error() {
        let given = Given::default();
        let found = error("no number", &given);
        assert!(matches!(found, Error::Why(_)), "{found:?}");
        assert!(!found.is_about_position());
        let found = error("8/8/8/8/8/8/8/8 w - - 0 1 depth 1: 20", &given);
        assert!(found.is_about_position(), "{found:?}");
        for depth in [0, 256] {
            let given = Given {
                depth: Some(depth),
                ..Given::default()
            };
            let text = error("startpos: 20", &given).to_string();
            assert_eq!(text, format!("depth {depth} is out of range: 1 to 255"));
        }
    }

    #[test]
    fn a_stop_is_an_error() {
        let stop = Stop::new();
        stop.stop();
        for text in ["startpos depth 4: 197742", "no number"] {
            let found = why(text, &Given::default(), &[], &stop);
            assert!(matches!(found, Err(Error::Stopped)), "{found:?}");
        }
    }
}
