//! The smallest position that was found.

use super::disagreement::Disagreement;
use crate::ask::Error;

/// The result of [`shrink`](super::shrink()). `T` is the disagreement, or its
/// [`Diagnosis`](crate::explain::Diagnosis).
#[derive(Debug)]
pub struct Shrunk<T = Disagreement> {
    /// The smallest position.
    pub smallest: Smallest<T>,
    /// The number of questions.
    pub questions: u32,
    /// Why it ended early, if it did: the other side failed too often.
    pub error: Option<Error>,
}

/// The smallest position that shows a disagreement.
#[derive(Debug)]
pub enum Smallest<T = Disagreement> {
    /// A smaller position with the same difference.
    Found(Box<T>),
    /// The position that was found: nothing can be left out.
    Same,
    /// Unknown: the answers of the other side depend on earlier questions, or on chance.
    NotReproducible,
}

impl Shrunk {
    pub(crate) fn map<T>(self, f: impl FnOnce(Disagreement) -> T) -> Shrunk<T> {
        Shrunk {
            smallest: match self.smallest {
                Smallest::Found(found) => Smallest::Found(Box::new(f(*found))),
                Smallest::Same => Smallest::Same,
                Smallest::NotReproducible => Smallest::NotReproducible,
            },
            questions: self.questions,
            error: self.error,
        }
    }
}
