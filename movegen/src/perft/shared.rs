//! A list that several threads work through.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crossbeam_utils::CachePadded;

/// Items that any number of threads take, each once and in order.
pub(super) struct Shared<'a, T> {
    items: &'a [T],
    /// The first item that no thread has taken yet. It has a cache line of its own: threads that take
    /// items must not delay the one on whose stack this is.
    next: CachePadded<AtomicUsize>,
}

impl<'a, T> Shared<'a, T> {
    pub(super) fn new(items: &'a [T]) -> Shared<'a, T> {
        Shared {
            items,
            next: CachePadded::new(AtomicUsize::new(0)),
        }
    }

    /// The item that is taken next, unless another thread takes it first.
    pub(super) fn peek(&self) -> Option<&'a T> {
        self.items.get(self.next.load(Relaxed))
    }

    /// Takes up to `count` items, and returns them with the index of the first one; `None` if no item is
    /// left.
    pub(super) fn take(&self, count: usize) -> Option<(usize, &'a [T])> {
        let first = self.next.fetch_add(count, Relaxed);
        let last = self.items.len().min(first.saturating_add(count));
        let items = self.items.get(first..last)?;
        (!items.is_empty()).then_some((first, items))
    }
}
