//! Entries of piece lists that should not be there.

/// More entries than this are forgotten.
const MOST_ENTRIES: usize = 16;

/// Entries of one list that should not be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stale {
    len: u8,
    entries: [Entry; MOST_ENTRIES],
}

/// Equal entries of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) square: u8,
    /// The kind of piece that was captured there.
    pub(super) kind: u8,
    pub(super) times: u8,
}

impl Stale {
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries[..usize::from(self.len)]
    }

    pub(super) fn has(&self, square: u8) -> bool {
        self.entries().iter().any(|entry| entry.square == square)
    }

    pub(super) fn add(&mut self, square: u8, kind: u8) {
        let known = &mut self.entries[..usize::from(self.len)];
        let same = |entry: &&mut Entry| entry.square == square && entry.kind == kind;
        if let Some(entry) = known.iter_mut().find(same) {
            entry.times = entry.times.saturating_add(1);
        } else if let Some(free) = self.entries.get_mut(usize::from(self.len)) {
            let times = 1;
            *free = Entry {
                square,
                kind,
                times,
            };
            self.len += 1;
        }
    }
}
