//! The variants of chess as a game of the front end.

use std::fmt;

use clap::Args;
use clap::builder::PossibleValuesParser;
use movegen::chess::variant::{
    Rules, Standard, VARIANTS, VariantCounter, VariantPosition, VariantStatistics,
    VariantStatisticsCounter, variant,
};
use movegen::chess::{CastlingStyle, InvalidFen, Move, ParsedPosition, PositionTextError};
use movegen::perft::{AnyCounter, ChildCounter, Counter as _};
use serde_json::{Map, Value};
use thiserror::Error;

use super::chess::{PositionArgs, diagnosed};
use super::flags::{GameFlags, NoArgs, Root, WantedCount};
use super::game::Game;
use crate::perft::StatisticsSource;

/// The flag that names a variant.
#[derive(Debug, Args)]
pub struct VariantName {
    /// The variant of chess
    #[arg(long, value_name = "NAME", value_parser = names(), ignore_case = true)]
    variant: Option<String>,
}

impl VariantName {
    /// The rules; those of standard chess without the flag.
    pub(crate) fn rules(&self) -> &'static dyn Rules {
        let named = self.variant.as_deref().and_then(variant);
        named.unwrap_or(&Standard)
    }
}

/// The flags that name a position of a variant.
#[derive(Debug, Args)]
pub struct VariantArgs {
    #[command(flatten)]
    name: VariantName,
    #[command(flatten)]
    position: PositionArgs,
}

impl VariantArgs {
    /// The position of the variant that `--variant` names; `None` without the flag.
    pub(crate) fn of_variant(
        &self,
    ) -> Option<Result<ParsedPosition<VariantPosition>, PositionTextError>> {
        let rules = variant(self.name.variant.as_deref()?)?;
        Some(VariantPosition::from_text(rules, &self.position.text()))
    }

    /// The flags of chess.
    pub(crate) fn of_chess(&self) -> &PositionArgs {
        &self.position
    }
}

/// How the leaves of a variant are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantCounting {
    /// The last ply is counted instead of played.
    Bulk(VariantCounter),
    /// Every move is made, including the last ones.
    EachMove,
}

impl fmt::Display for VariantCounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            VariantCounting::Bulk(_) => "bulk counting",
            VariantCounting::EachMove => "every move made",
        })
    }
}

/// Why a text is not a position of a variant.
#[derive(Debug, Error)]
pub enum VariantError {
    /// The first word is no variant.
    #[error("'{name}' is no variant of chess: {}", allowed())]
    Name {
        /// The word.
        name: String,
    },
    /// The rest is no FEN.
    #[error(transparent)]
    Fen(#[from] InvalidFen),
}

/// The names and aliases that `--variant` accepts.
fn names() -> PossibleValuesParser {
    let values = VARIANTS.iter().map(|rules| {
        clap::builder::PossibleValue::new(rules.name())
            .aliases(rules.aliases().iter().copied())
            .help(rules.summary())
    });
    PossibleValuesParser::new(values)
}

fn allowed() -> String {
    let names: Vec<_> = VARIANTS.iter().map(|rules| rules.name()).collect();
    format!("allowed are {}", names.join(", "))
}

fn named(name: &str) -> Result<&'static dyn Rules, VariantError> {
    variant(name).ok_or_else(|| VariantError::Name {
        name: name.to_owned(),
    })
}

/// The kinds of leaves of variants.
pub(crate) const STATISTICS: StatisticsSource<VariantPosition> = StatisticsSource {
    columns: &VariantStatistics::NAMES,
    count: |plan, progress, stop| {
        let outcome = plan.run(&VariantStatisticsCounter, progress, stop, |_, _| {})?;
        Ok(outcome.complete.then(|| outcome.total.values().to_vec()))
    },
    count_each: |perft, positions, stop, on_row| {
        let keep =
            |index, total: VariantStatistics, elapsed| on_row(index, &total.values(), elapsed);
        let used = perft.run_each(positions, &VariantStatisticsCounter, stop, keep);
        used.map(drop)
    },
    leaves: |position, depth, stop, columns| {
        let leaves = VariantStatisticsCounter.leaves(position, depth, stop);
        // The sampler never raises its stop.
        let leaves = leaves.expect("nothing stops this count");
        for (column, number) in columns
            .iter_mut()
            .zip(VariantStatistics::from(leaves).values())
        {
            *column = number as f64;
        }
    },
    diagnose: |plan, text, claimed, progress, stop| {
        let (_, fen) = text.split_once(' ').unwrap_or_default();
        diagnosed(&plan.position, plan.depth(), fen, claimed, progress, stop)
    },
    description: "statistics, equal positions near the root merged",
};

impl Game for VariantPosition {
    const NAME: &'static str = "variant";
    const SUMMARY: &'static str = "The variant of chess that --variant names";
    const POSITION_FIELD: &'static str = "position";
    const HAS_SAN: bool = true;
    const STATISTICS: Option<StatisticsSource<VariantPosition>> = Some(STATISTICS);

    type Notation = CastlingStyle;
    type Source = ();
    type Counting = VariantCounting;
    type ParseError = VariantError;

    /// The name of the variant and a FEN: `kingofthehill rnbqkbnr/... w KQkq - 0 1`.
    fn parse(text: &str) -> Result<VariantPosition, VariantError> {
        let (name, fen) = text.split_once(' ').unwrap_or((text, ""));
        Ok(VariantPosition::from_fen(named(name)?, fen)?)
    }

    fn root_text(fields: &Map<String, Value>) -> Option<String> {
        let text = |field| fields.get(field).and_then(Value::as_str);
        Some(format!("{} {}", text("variant")?, text("fen")?))
    }

    fn text_after(_source: &(), _moves: &[Move], position: &VariantPosition) -> String {
        let style = CastlingStyle::new(position.chess().needs_chess960());
        format!("{} {}", position.rules().name(), position.fen(style))
    }

    fn move_text(&self, mv: Move, notation: CastlingStyle) -> String {
        self.chess().uci(mv, notation)
    }

    fn san(&self, mv: Move) -> Option<String> {
        Some(VariantPosition::san(self, mv))
    }

    fn fastest() -> VariantCounting {
        VariantCounting::Bulk(VariantCounter::default())
    }

    fn counter(counting: &VariantCounting) -> AnyCounter<'_, VariantPosition> {
        match counting {
            VariantCounting::Bulk(counter) => AnyCounter::new(counter),
            VariantCounting::EachMove => AnyCounter::new(&ChildCounter),
        }
    }
}

impl GameFlags for VariantPosition {
    const CHOSEN_BY: Option<&'static str> = Some("variant");

    type PositionArgs = VariantArgs;
    type CountingArgs = NoArgs;

    fn root(arguments: &VariantArgs) -> Result<Root<VariantPosition>, String> {
        let Some(name) = &arguments.name.variant else {
            return Err(format!("--game variant needs --variant: {}", allowed()));
        };
        let rules = named(name).map_err(|error| error.to_string())?;
        let parsed = VariantPosition::from_text(rules, &arguments.position.text());
        let parsed = parsed.map_err(|error| error.to_string())?;
        let over = parsed.position.game_over();
        let over = over.map(|over| format!("{over}: there are no moves"));
        let notation = CastlingStyle::new(arguments.position.chess960);
        let fields = [
            ("variant", rules.name().into()),
            ("fen", parsed.position.fen(notation).into()),
            ("chess960", arguments.position.chess960.into()),
        ];
        Ok(Root {
            position: parsed.position,
            source: (),
            notation,
            fields: fields
                .map(|(name, value)| (name.to_owned(), value))
                .to_vec(),
            warnings: parsed.warnings,
            remarks: over.into_iter().collect(),
        })
    }

    fn counting(
        _: &NoArgs,
        wanted: &WantedCount<'_, VariantPosition>,
    ) -> Result<VariantCounting, String> {
        Ok(match wanted.each_move {
            true => VariantCounting::EachMove,
            false => VariantPosition::fastest(),
        })
    }
}
