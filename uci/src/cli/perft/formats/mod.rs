//! The output formats of `canopy perft`.
//!
//! A format turns the data of a report into text. There are three kinds of reports: the divide, the
//! counts of all depths, and the statistics. Formats know nothing of the games: moves reach them as text.
//!
//! To add a format: write a [`Format`] in a file of this folder, and add a line to [`FORMATS`].

mod csv;
mod format;
mod json;
mod perftree;
mod stockfish;
mod table;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

pub(in crate::cli) use format::{
    Branch, DepthsFormat, DepthsReport, DivideFormat, DivideReport, Format, Layout, ReportFormat,
    StatisticsFormat, StatisticsReport, Summary,
};
pub(in crate::cli) use stockfish::STOCKFISH as DEFAULT;

/// All formats in the order of the help.
static FORMATS: &[&Format] = &[
    &stockfish::STOCKFISH,
    &perftree::PERFTREE,
    &json::JSON,
    &csv::CSV,
    &table::TABLE,
];

/// Accepts the name of a format.
pub(in crate::cli) fn parser() -> impl TypedValueParser<Value = &'static Format> {
    parser_of(|_| true)
}

/// Accepts the name of a format that shows a divide.
pub(in crate::cli) fn divide_parser() -> impl TypedValueParser<Value = &'static Format> {
    parser_of(|format| matches!(format.report, ReportFormat::Divide(_)))
}

fn parser_of(accepts: fn(&Format) -> bool) -> impl TypedValueParser<Value = &'static Format> {
    let formats = FORMATS
        .iter()
        .copied()
        .filter(move |format| accepts(format));
    let values = formats.map(|format| PossibleValue::new(format.name).help(format.summary));
    PossibleValuesParser::new(values).try_map(|name| {
        let mut formats = FORMATS.iter().copied();
        formats
            .find(|format| format.name == name)
            .ok_or("no such format")
    })
}
