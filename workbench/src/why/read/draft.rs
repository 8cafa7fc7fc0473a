//! What a text says about one position at one depth, before it is decided whose numbers they are.

use super::moves::Counted;
use super::names::Role;
use super::place::Place;
use crate::why::UnreadLine;

/// Numbers with a larger factor between them are not those of the same depth.
pub(super) const FAR_APART: f64 = 5.0;

/// Numbers for one position at one depth.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// The position, if the text names it.
    pub(super) place: Option<Place>,
    /// The depth, if the text names it.
    pub(super) depth: Option<u32>,
    /// Totals.
    pub(super) totals: Vec<(Role, i128)>,
    /// Numbers of leaves of one kind.
    pub(super) kinds: Vec<(&'static str, Role, i128)>,
    /// Divides: those of one or two programs.
    pub(super) blocks: Vec<Block>,
    /// Whether the text calls the moves right that it does not list.
    pub(super) others_right: bool,
    /// The first and the last line.
    pub(super) lines: Option<(usize, usize)>,
    /// The first line, as it was written.
    pub(super) text: String,
}

/// A divide.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// Whose it is.
    pub(super) role: Role,
    /// The lines as they were written, without decoration.
    pub(super) written: String,
    /// The moves and their counts.
    pub(super) moves: Vec<Counted>,
    /// The total behind the moves or before them.
    pub(super) total: Option<i128>,
    /// Whether a total has ended it.
    pub(super) closed: bool,
}

impl Draft {
    /// Whether the text calls all of its numbers right.
    pub(super) fn is_expected(&self) -> bool {
        let mut totals = self.totals.iter();
        totals.all(|(role, _)| *role == Role::Expected)
            && self.kinds.is_empty()
            && self.blocks.is_empty()
    }

    /// Whether it has no number yet.
    pub(super) fn is_empty(&self) -> bool {
        self.totals.is_empty() && self.kinds.is_empty() && self.blocks.is_empty()
    }

    /// Whether it has a number that the program may have counted, and that is not the beginning of a divide.
    pub(super) fn is_counted(&self) -> bool {
        self.totals.iter().any(|(role, _)| *role != Role::Expected)
            || self.blocks.iter().any(|block| block.closed)
    }

    /// Whether another total of this role fits in: one each, or two of which the text does not say
    /// whose they are.
    pub(super) fn has_room(&self, role: Role, value: i128) -> bool {
        let of = |wanted: Role| {
            let mut totals = self.totals.iter();
            totals.any(|(role, total)| *role == wanted && *total != value)
        };
        match role {
            Role::Unknown => {
                let unknown = self
                    .totals
                    .iter()
                    .filter(|(role, _)| *role == Role::Unknown);
                unknown.count() + usize::from(of(Role::Got)) + usize::from(of(Role::Expected)) < 2
            }
            role => !of(role),
        }
    }

    /// Whether another number of leaves of this kind fits in.
    pub(super) fn has_room_for_kind(&self, kind: &str, role: Role) -> bool {
        let same = self.kinds.iter().filter(|(name, ..)| *name == kind);
        let mut roles = same.clone().map(|(_, role, _)| *role);
        match role {
            Role::Unknown => same.count() < 2,
            role => !roles.any(|it| it == role),
        }
    }

    /// Its first line, and why it is not read.
    pub(super) fn unread(&self, reason: String) -> UnreadLine {
        UnreadLine {
            number: self.lines.map_or(1, |(first, _)| first),
            text: self.text.clone(),
            reason,
        }
    }

    /// Adds a line to those that it was read from.
    pub(super) fn touch(&mut self, line: usize, text: &str) {
        let (first, last) = self.lines.unwrap_or((line, line));
        if self.lines.is_none() {
            text.clone_into(&mut self.text);
        }
        self.lines = Some((first.min(line), last.max(line)));
    }
}
