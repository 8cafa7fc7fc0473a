//! `canopy corpus generate`: positions with the given features or of a variant, their counts, divides and tags.

use std::collections::HashSet;
use std::io;

use clap::{Args, ValueEnum};
use corpus::features::{self, Feature};
use corpus::generate::{Generated, Request, generate};
use movegen::chess::variant::{VariantCounter, VariantPosition};
use movegen::chess::{CastlingStyle, Move};
use movegen::perft::{Outcome, Perft, PerftError, Stop};
use serde_json::{Map, Value};
use workbench::ask;
use workbench::find::RandomGames;

use super::super::error::CliError;
use super::super::exit::Exit;
use super::super::json::Line;
use super::super::output::OutputArgs;
use super::super::progress_bar::stop_on_interrupt;
use crate::diagnostics::note;
use crate::games::variant::VariantName;
use crate::limits::Depth;
use crate::report::Report;
use crate::suggest;

const AFTER_HELP: &str = "\
Equal arguments give equal positions on every machine. `canopy corpus features` lists the features.
The suite can be checked with `canopy suite`, and by programs that read `FEN ;D1 20 ;D2 400`.

  canopy corpus generate --feature en-passant --feature pin-pawn-on-file --count 20 > suite.epd
  canopy suite suite.epd --engine ./my-engine

Positions of a variant come from random games, half of them with many captures, checks and drops.

Exit codes: 0 done; 1 fewer positions were found than asked for; 2 unusable input, a failed write,
or no memory; 130 interrupted.";

/// The arguments of `canopy corpus generate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct GenerateArgs {
    /// A feature that every position has; may be repeated
    #[arg(
        short,
        long = "feature",
        value_name = "ID",
        required_unless_present = "variant",
        conflicts_with = "variant",
        value_parser = feature
    )]
    features: Vec<&'static Feature>,
    #[command(flatten)]
    variant: VariantName,
    /// Equal seeds give equal positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of positions
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The greatest depth of the counts in plies
    #[arg(short, long, value_name = "N", default_value = "4")]
    depth: Depth,
    /// Leave out counts that exceed this many leaves; depth 1 is always counted
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_nodes: u128,
    /// Generate positions of Chess960 and double Chess960, where both sides may have different back ranks
    #[arg(long)]
    chess960: bool,
    /// How positions are written
    #[arg(long, value_enum, default_value_t = Format::Epd)]
    format: Format,
    /// Add the divide of the deepest count, in EPD as comment c1
    #[arg(long)]
    divide: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// FEN ;D1 20 ;D2 400 ;c0 "features", one position per line
    Epd,
    /// An object per position, and the result
    Jsonl,
}

/// A position of the suite.
struct Entry {
    fen: String,
    position: VariantPosition,
    /// Whether its FEN is written in Chess960 style.
    chess960: bool,
    /// None for variants.
    features: Vec<&'static str>,
}

impl From<Generated> for Entry {
    fn from(generated: Generated) -> Entry {
        Entry {
            fen: generated.fen(),
            position: generated.facts.position.into(),
            chess960: generated.chess960,
            features: generated
                .features
                .iter()
                .map(|feature| feature.id)
                .collect(),
        }
    }
}

fn feature(id: &str) -> Result<&'static Feature, String> {
    features::find(id).ok_or_else(|| {
        let ids = features::all().map(|feature| feature.id);
        let hint = match suggest::similar(id, ids) {
            Some(closest) => format!("did you mean '{closest}'? "),
            None => String::new(),
        };
        format!("{hint}`canopy corpus features` lists all")
    })
}

/// Prints one line per position as soon as it is counted.
pub(super) fn run(arguments: &GenerateArgs) -> Result<Exit, CliError> {
    let stop = stop_on_interrupt();
    let mut out = Report::new(io::stdout());
    let found = arguments.print_all(&stop, &mut out)?;
    let exit = match found {
        _ if stop.is_stopped() => Exit::Interrupted,
        _ if found < arguments.count => Exit::Disagreement,
        _ => Exit::Done,
    };
    if arguments.format == Format::Jsonl {
        let line = Line::result("corpus generate", exit)
            .field("positions", found)
            .optional("variant", arguments.variant_name())
            .field("features", arguments.ids())
            .field("seed", arguments.seed);
        out.line(line)?;
    } else if exit == Exit::Disagreement {
        note(format_args!(
            "canopy: found {found} of {} positions with {}",
            arguments.count,
            arguments.ids().join(", ")
        ));
    }
    Ok(exit)
}

impl GenerateArgs {
    pub(super) fn output(&self) -> OutputArgs {
        let json = self.format == Format::Jsonl;
        OutputArgs { json }
    }

    fn ids(&self) -> Vec<&'static str> {
        self.features.iter().map(|feature| feature.id).collect()
    }

    fn variant_name(&self) -> Option<&'static str> {
        let rules = self.variant.rules();
        (!rules.is_standard()).then(|| rules.name())
    }

    /// The positions, none twice.
    fn entries(&self) -> Box<dyn Iterator<Item = Result<Entry, ask::Error>>> {
        if self.variant.rules().is_standard() {
            let request = Request {
                features: self.features.clone(),
                seed: self.seed,
                chess960: self.chess960,
            };
            return Box::new(generate(request).map(|generated| Ok(Entry::from(generated))));
        }
        let games = RandomGames {
            rules: self.variant.rules(),
            seed: self.seed,
            chess960: self.chess960,
            depth: 1,
            most_leaves: 0,
        };
        let mut known = HashSet::new();
        let nodes = games.nodes().filter(move |node| match node {
            Ok(node) => known.insert(node.fen.clone()),
            Err(_) => true,
        });
        let chess960 = self.chess960;
        let entry = move |fen, position| Entry {
            fen,
            position,
            chess960,
            features: Vec::new(),
        };
        Box::new(nodes.map(move |node| node.map(|node| entry(node.fen, node.position))))
    }

    /// Returns the number of positions.
    fn print_all(&self, stop: &Stop, out: &mut Report<io::Stdout>) -> Result<u32, CliError> {
        let mut found = 0;
        for entry in self.entries().take(self.count as usize) {
            let entry = entry?;
            let counts = self.counts(&entry, stop)?;
            if stop.is_stopped() {
                break;
            }
            found += 1;
            let line = match self.format {
                Format::Epd => self.epd(&entry, &counts),
                Format::Jsonl => self.json(&entry, &counts),
            };
            out.line(line)?;
        }
        Ok(found)
    }

    /// The counts at depth 1, 2 and so on, up to the greatest that is not too large. Depth 1 is
    /// always counted.
    fn counts(&self, entry: &Entry, stop: &Stop) -> Result<Vec<Outcome<Move>>, PerftError> {
        let mut counts: Vec<Outcome<Move>> = Vec::new();
        for depth in 1..=self.depth.plies() {
            let perft = Perft::new(depth).threads(1);
            let outcome = perft.run(&entry.position, &VariantCounter::default(), stop, |_| {})?;
            if depth > 1 && outcome.total > self.max_nodes {
                break;
            }
            counts.push(outcome);
        }
        Ok(counts)
    }

    fn divide(&self, entry: &Entry, counts: &[Outcome<Move>]) -> Vec<(String, u128)> {
        let style = CastlingStyle::new(self.chess960);
        let lines = counts.last().map_or(&[][..], |outcome| &outcome.lines);
        lines
            .iter()
            .map(|line| (entry.position.uci(line.mv, style), line.count))
            .collect()
    }

    fn epd(&self, entry: &Entry, counts: &[Outcome<Move>]) -> String {
        let mut line = entry.fen.clone();
        for (depth, outcome) in (1..).zip(counts) {
            line += &format!(" ;D{depth} {}", outcome.total);
        }
        if !entry.features.is_empty() {
            line += &format!(" ;c0 \"{}\"", entry.features.join(" "));
        }
        if self.divide {
            let divide = self.divide(entry, counts).into_iter();
            let words = divide.map(|(mv, count)| format!("{mv} {count}"));
            line += &format!(" ;c1 \"{}\"", words.collect::<Vec<_>>().join(", "));
        }
        line
    }

    fn json(&self, entry: &Entry, counts: &[Outcome<Move>]) -> String {
        let totals = counts.iter().map(|outcome| outcome.total.to_string());
        let divide = self.divide.then(|| {
            let lines = self.divide(entry, counts).into_iter();
            let lines = lines.map(|(mv, count)| (mv, Value::String(count.to_string())));
            Value::Object(Map::from_iter(lines))
        });
        Line::new("position")
            .optional("variant", self.variant_name())
            .field("fen", entry.fen.as_str())
            .field("chess960", entry.chess960)
            .field("features", entry.features.as_slice())
            .field("counts", totals.collect::<Vec<_>>())
            .optional("divide", divide)
            .to_string()
    }
}
