//! Remarks about the other program that are no findings: how it is asked, how it writes moves.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Passes each remark on once, however often it is made. Clones share what was passed on.
#[derive(Clone, Default)]
pub struct Notices(Option<Arc<Mutex<Inner>>>);

struct Inner {
    given: HashSet<&'static str>,
    show: Box<dyn FnMut(&str) + Send>,
}

impl Notices {
    /// Shows each remark with this function. [`Notices::default`] shows none.
    pub fn new(show: impl FnMut(&str) + Send + 'static) -> Notices {
        Notices(Some(Arc::new(Mutex::new(Inner {
            given: HashSet::new(),
            show: Box::new(show),
        }))))
    }

    /// Shows the remark unless one on this subject was shown before.
    pub(super) fn give(&self, subject: &'static str, text: impl FnOnce() -> String) {
        let Some(inner) = &self.0 else { return };
        let mut inner = inner.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.given.insert(subject) {
            (inner.show)(&text());
        }
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notices").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subject_is_mentioned_once() {
        let (sender, shown) = std::sync::mpsc::channel();
        let notices = Notices::new(move |text| sender.send(text.to_owned()).expect("a receiver"));
        let clone = notices.clone();
        for (notices, subject) in [(&notices, "a"), (&clone, "a"), (&clone, "b")] {
            notices.give(subject, || format!("about {subject}"));
        }
        drop((notices, clone));
        assert_eq!(shown.iter().collect::<Vec<_>>(), ["about a", "about b"]);
    }
}
