//! `canopy corpus features`: the features, with an example of each.

use clap::Args;
use corpus::features::{self, Feature};
use serde_json::{Value, json};

use super::super::error::CliError;
use super::super::exit::Exit;
use super::super::json::Line;
use super::super::output::{self, OutputArgs};

/// The arguments of `canopy corpus features`.
#[derive(Debug, Args)]
pub(super) struct FeaturesArgs {
    /// List the features of this position only
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Prints one line per feature.
pub(super) fn run(arguments: &FeaturesArgs) -> Result<Exit, CliError> {
    let features: Vec<&Feature> = match &arguments.fen {
        None => features::all().collect(),
        Some(fen) => features::of(&features::facts_of_fen(fen)?).iter().collect(),
    };
    if arguments.output.json {
        let list = features.iter().map(|feature| {
            json!({
                "id": feature.id,
                "description": feature.description,
                "example": feature.example,
                "counterexample": feature.counterexample,
            })
        });
        let line = Line::result("corpus features", Exit::Done)
            .field("features", list.collect::<Vec<Value>>());
        return output::print(line, Exit::Done);
    }
    let width = features.iter().map(|feature| feature.id.len()).max();
    let width = width.unwrap_or(0);
    let line = |feature: &&Feature| format!("{:width$}  {}", feature.id, feature.description);
    let lines: Vec<String> = features.iter().map(line).collect();
    output::print(lines.join("\n"), Exit::Done)
}
