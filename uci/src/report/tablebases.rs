//! What is said about endgame tables.

use engine::{TablebaseError, Tablebases};

/// Errors that are printed one by one; a folder may have hundreds of damaged files.
const SHOWN_ERRORS: usize = 5;

/// How many tables were found: `SyzygyPath: results for 35 endings, distances for 35, up to 4 men`.
pub fn tablebases_found(tables: &Tablebases) -> String {
    let (results, distances) = tables.counts();
    let men = tables.largest();
    format!("SyzygyPath: results for {results} endings, distances for {distances}, up to {men} men")
}

/// One remark for each of the first errors, and one for the rest.
pub fn tablebase_errors(errors: &[TablebaseError]) -> Vec<String> {
    let shown = errors.iter().take(SHOWN_ERRORS);
    let mut remarks: Vec<String> = shown
        .map(|error| format!("warning: SyzygyPath: {error}"))
        .collect();
    if let Some(more @ 1..) = errors.len().checked_sub(SHOWN_ERRORS) {
        remarks.push(format!("warning: SyzygyPath: {more} more errors"));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Fault;

    #[test]
    fn many_errors_are_few_remarks() {
        let error = TablebaseError {
            path: "KQvK.rtbw".into(),
            fault: Fault::Length(100),
        };
        assert!(tablebase_errors(&[]).is_empty());
        let remarks = tablebase_errors(&vec![error; 7]);
        assert_eq!(remarks.len(), 6);
        assert_eq!(
            remarks[0],
            "warning: SyzygyPath: 'KQvK.rtbw': is incomplete: 100 bytes, expected a multiple of 64 and 16 \
             bytes more"
        );
        assert_eq!(remarks[5], "warning: SyzygyPath: 2 more errors");
    }
}
