//! The contents of a perft's hash table.

use std::fmt::Write as _;

use movegen::perft::TableSurvey;

use crate::limits::HashSize;

/// What `showhash` shows, without the last line end. `size` is the setting, `survey` the table of
/// the last perft.
pub fn table(size: HashSize, survey: Option<&TableSurvey>) -> String {
    let mut text = format!("PerftHash is {size} MB; every perft starts with an empty table");
    let Some(survey) = survey else {
        return text + "\nnothing to show: no perft has run yet, or the last one used no table";
    };
    let share = |entries: u64| 100.0 * entries as f64 / survey.places.max(1) as f64;
    let about = if survey.exact { "" } else { "about " };
    let (bytes, places, taken) = (survey.bytes, survey.places, survey.taken());
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "\nlast perft: {bytes} bytes, {about}{taken} of {places} entries used ({:.2}%)",
        share(taken)
    );
    for (depth, &entries) in survey.by_depth.iter().enumerate().filter(|row| *row.1 > 0) {
        let _ = write!(
            text,
            "\ndepth {depth}: {about}{entries} ({:.2}%)",
            share(entries)
        );
    }
    if survey.wide > 0 {
        let wide = survey.wide;
        let _ = write!(
            text,
            "\ncounts that need more than 32 bits: {about}{wide} ({:.2}%)",
            share(wide)
        );
    }
    text
}
