//! `canopy perft --game hive`: the divide of a position of Hive, in the shape of a chess one.

use std::io;
use std::time::Instant;

use clap::{Args, ValueEnum};
use movegen::hive::{Game, GameType, GroupedPlacements, Move, Position};
use movegen::perft::{ChildCounter, Counter, Outcome, Perft, Progress};
use serde_json::json;

use super::super::exit::Exit;
use super::super::json::Line;
use super::super::known;
use super::super::notes::note;
use super::super::progress_bar::{bar, stop_on_interrupt, with_bar};
use super::super::speed::{self, HiveCounting, Method};
use super::divide::Failure;
use super::format::{self, CSV_INCOMPLETE, Format};
use super::{PerftArgs, details};
use crate::known::{Comparison, Root};
use crate::perft::thread_count;
use crate::report::{self, Digits, Report};

/// The games whose trees can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GameName {
    /// Chess, and Chess960
    Chess,
    /// Hive, with any of its three expansions
    Hive,
}

/// Which game, and the positions of Hive.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// Whose tree to count
    #[arg(long, value_enum, default_value_t = GameName::Chess)]
    pub(super) game: GameName,
    /// The start of a game of Hive: Base, or Base+ and some of MLP; Base if left out
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "game_string")]
    game_type: Option<GameType>,
    /// A position of Hive as a GameString
    #[arg(long = "position", value_name = "GAMESTRING")]
    game_string: Option<Game>,
}

impl GameArgs {
    /// Whether a position of Hive is named.
    pub(super) fn names_hive(&self) -> bool {
        self.game_type.is_some() || self.game_string.is_some()
    }

    fn game(&self) -> Game {
        match &self.game_string {
            Some(game) => game.clone(),
            None => Game::new(self.game_type.unwrap_or_default()),
        }
    }
}

/// What to count and how.
pub(super) struct HivePlan {
    game: Game,
    depth: u32,
    method: Method<HiveCounting>,
    seed: u64,
}

impl HivePlan {
    pub(super) fn new(arguments: &PerftArgs) -> HivePlan {
        let counting = match arguments.no_bulk {
            true => HiveCounting::EachMove,
            false => HiveCounting::GroupedPlacements,
        };
        HivePlan {
            game: arguments.game.game(),
            depth: u32::from(arguments.depth),
            method: Method {
                counting,
                threads: thread_count(usize::from(arguments.threads)),
                hash_mb: arguments.hash as usize,
            },
            seed: arguments.seed,
        }
    }

    /// Counts, prints, and says what the exit code is.
    pub(super) fn run(&self, format: Format, verbose: bool) -> Result<Exit, Failure> {
        match self.method.counting {
            HiveCounting::EachMove => self.divide(&ChildCounter, format, verbose),
            HiveCounting::GroupedPlacements => self.divide(&GroupedPlacements, format, verbose),
        }
    }

    fn divide<C: Counter<Position, Tally = u128>>(
        &self,
        counter: &C,
        format: Format,
        verbose: bool,
    ) -> Result<Exit, Failure> {
        let stop = stop_on_interrupt();
        let position = self.game.position();
        let (mut report, digits) = (Report::new(io::stdout()), Digits::of_stdout());
        let mut output = match format {
            Format::Csv => report.line("move,count"),
            _ => Ok(()),
        };
        let (bar, progress, started) = (bar(), Progress::new(), Instant::now());
        let plan = Perft::new(self.depth)
            .threads(self.method.threads)
            .hash_mb(self.method.hash_mb)
            .seed(self.seed)
            .progress(&progress);
        let count = || {
            plan.run(position, counter, &stop, |line| {
                if format != Format::Json && output.is_ok() {
                    let text = position.move_text(line.mv);
                    let line = match format {
                        Format::Csv => format!("{text},{}", line.count),
                        _ => format!("{text}: {}", digits.write(line.count)),
                    };
                    // The bar and the lines may share a terminal.
                    output = bar.suspend(|| report.line(line));
                    if output.is_err() {
                        // Nobody reads the rest, so nobody needs it counted.
                        stop.stop();
                    }
                }
            })
        };
        let outcome = with_bar(&bar, || progress.fraction(), count);
        let elapsed = started.elapsed();
        output.map_err(Failure::Output)?;
        let outcome = outcome.map_err(Failure::Perft)?;
        let comparison = match outcome.complete {
            true => Comparison::of_nodes(Root::Hive(position), self.depth, outcome.total),
            false => Comparison::default(),
        };
        if let Some(last) = self.last_words(format, digits, &outcome, &comparison) {
            report.line(last).map_err(Failure::Output)?;
        }
        let method = self.method.limited(progress.shortage());
        speed::print(outcome.total, elapsed, &method);
        if outcome.complete {
            known::report(&comparison, verbose);
        }
        if verbose {
            note(details::details(&method, outcome.table.as_ref()));
        }
        Ok(format::status(outcome.complete, !comparison.differs()).exit())
    }

    /// What ends the lines; nothing in csv, where every line is a move, unless the count was stopped.
    fn last_words(
        &self,
        format: Format,
        digits: Digits,
        outcome: &Outcome<Move>,
        comparison: &Comparison,
    ) -> Option<String> {
        let total = digits.write(outcome.total);
        Some(match format {
            Format::Json => self.json(outcome, comparison),
            Format::Csv if outcome.complete => return None,
            Format::Csv => CSV_INCOMPLETE.to_owned(),
            _ if outcome.complete => report::perft_total(total),
            _ => report::perft_partial(outcome.lines.len(), outcome.roots, total),
        })
    }

    /// The result as JSON.
    fn json(&self, outcome: &Outcome<Move>, comparison: &Comparison) -> String {
        let position = self.game.position();
        let lines = outcome.lines.iter().map(|line| {
            json!({
                "move": position.move_text(line.mv),
                "count": line.count.to_string(),
            })
        });
        let status = format::status(outcome.complete, !comparison.differs());
        Line::result("perft", &status)
            .field("game", self.game.to_string())
            .field("depth", self.depth)
            .field("moves", lines.collect::<Vec<_>>())
            .count("total", outcome.total)
            .field("known", comparison.json())
            .to_string()
    }
}
