//! Which flags make sense together: what flags ask for, beside what the game and the report offer.

use super::formats::{Format, ReportFormat};
use crate::cli::game_args::GameArgs;
use crate::games::GameInfo;

/// What a flag asks for, where not every game or report has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    /// Moves in a second notation.
    San,
    /// Moves in another order.
    Order,
    /// More than one move on a line.
    Nesting,
    /// The kinds of leaves.
    Statistics,
    /// A choice of how leaves are counted.
    Counter,
    /// Details on standard error.
    Details,
    /// JSON Lines.
    Json,
}

/// The flags that are the same for all games: the name in code, the flag, and what it asks for.
/// Flags of one game that choose a counter ask for [`Feature::Counter`].
const FLAGS: [(&str, &str, Feature); 8] = [
    ("san", "--san", Feature::San),
    ("sort", "--sort", Feature::Order),
    ("divide_depth", "--divide-depth", Feature::Nesting),
    ("stats", "--stats", Feature::Statistics),
    ("diagnose", "--diagnose", Feature::Statistics),
    ("no_bulk", "--no-bulk", Feature::Counter),
    ("verbose", "--verbose", Feature::Details),
    ("json", "--json", Feature::Json),
];

/// Why a game does not have a feature; `None` if it does.
fn game_lacks(game: &GameInfo, feature: Feature) -> Option<&'static str> {
    let (has, reason) = match feature {
        Feature::San => (game.has_san, "its moves have one notation"),
        Feature::Statistics => (game.columns.is_some(), "it has no statistics"),
        Feature::Order | Feature::Nesting | Feature::Counter | Feature::Details | Feature::Json => {
            return None;
        }
    };
    (!has).then_some(reason)
}

/// Why a report does not have a feature; `None` if it does.
fn report_lacks(format: &Format, statistics: bool, feature: Feature) -> Option<&'static str> {
    let divide = match format.report {
        ReportFormat::Divide(divide) if !statistics => Some(divide),
        ReportFormat::Divide(_) | ReportFormat::Depths(_) => None,
    };
    let (lacks, reason) = match feature {
        Feature::San | Feature::Order => (divide.is_none(), "it shows no moves"),
        Feature::Nesting => match divide {
            None => (true, "it shows no moves"),
            Some(divide) => (!divide.nests(), "it has one move a line"),
        },
        Feature::Statistics => (format.statistics.is_none(), "it cannot show statistics"),
        Feature::Counter => (statistics, "the last ply is classified, not counted"),
        Feature::Details => (statistics, "there are no details to print"),
        Feature::Json => (format.as_json.is_none(), "it is a format of its own"),
    };
    lacks.then_some(reason)
}

/// Refuses the first flag that makes no sense with the others.
pub(super) fn check(
    game: &GameArgs<true>,
    format: &Format,
    statistics: bool,
) -> Result<(), String> {
    game.check()?;
    let features = game.game();
    let statistics_flag = match game.is_given("stats") {
        true => "--stats",
        false => "--diagnose",
    };
    let of_game = game
        .counting_flags()
        .map(|flag| (format!("--{flag}"), Feature::Counter));
    let common = FLAGS.iter().filter(|(name, _, _)| game.is_given(name));
    let common = common.map(|&(_, flag, feature)| (flag.to_owned(), feature));
    for (flag, feature) in common.chain(of_game) {
        if let Some(reason) = game_lacks(features, feature) {
            let name = features.name;
            return Err(format!("{flag} does not go with --game {name}: {reason}"));
        }
        if let Some(reason) = report_lacks(format, statistics, feature) {
            let report = match statistics && feature != Feature::Statistics {
                true => statistics_flag.to_owned(),
                false => format!("--format {}", format.name),
            };
            return Err(format!("{flag} does not go with {report}: {reason}"));
        }
    }
    match format.report {
        ReportFormat::Divide(divide)
            if divide.ends_moves_at_blanks() && features.has_blanks_in_moves =>
        {
            Err(format!(
                "--format {} does not go with --game {}: its readers take the first blank of a line \
                 for the end of the move, and the moves of the game contain blanks",
                format.name, features.name
            ))
        }
        ReportFormat::Divide(_) | ReportFormat::Depths(_) => Ok(()),
    }
}
