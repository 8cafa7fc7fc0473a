//! The true cause of each bug.

use std::sync::LazyLock;

use workbench::explain::Cause;
use workbench::imitate;

use super::cases;
use crate::support::classic::Bug;

/// What stands in place of the defect in the rows of bugs that no known defect describes, as crashes and hangs.
const NO_DEFECT: &str = "none";

/// A defect of [`workbench::imitate`] that describes a bug.
struct Row {
    bug: Bug,
    defect: &'static str,
    sentence: &'static str,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let rows = cases::<3>(include_str!("causes.txt")).into_iter();
    let row = |[bug, defect, sentence]: [&'static str; 3]| Row {
        bug: Bug::named(bug).expect(bug),
        defect,
        sentence,
    };
    rows.map(row).collect()
});

/// Whether the cause describes the bug: its sentence is neither wider nor narrower.
pub(super) fn is_true(bug: Bug, cause: &Cause) -> bool {
    let is_general = || {
        let mut defects = imitate::defects().chain(imitate::table_defects());
        defects.any(|defect| defect.id == cause.id && defect.sentence == cause.sentence)
    };
    let mut rows = ROWS
        .iter()
        .filter(|row| row.bug == bug && row.defect == cause.id);
    rows.any(|row| match row.sentence {
        "*" => is_general(),
        sentence => sentence == cause.sentence,
    })
}

/// Whether no known defect describes the bug.
pub(super) fn has_no_name(bug: Bug) -> bool {
    let mut rows = ROWS.iter().filter(|row| row.bug == bug);
    rows.all(|row| row.defect == NO_DEFECT)
}

#[test]
fn every_bug_has_a_row() {
    for bug in Bug::ALL {
        assert!(ROWS.iter().any(|row| row.bug == *bug), "{bug:?}");
    }
}
