//! `canopy perft`: the divide of one position, with time, speed and progress on standard error.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use movegen::chess::{CastlingStyle, Move, Position};
use movegen::perft::{Outcome, Stop};
use serde_json::json;

use super::output_failed;
use crate::command::PositionText;
use crate::game::Game;
use crate::job::PerftPlan;
use crate::report::{self, Report};
use crate::session::INTERRUPTED;

/// The arguments of `canopy perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// How many plies deep to count
    #[arg(value_name = "DEPTH")]
    depth: u8,
    /// The position: FEN (also X-FEN, Shredder-FEN, EPD); the start of a game if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there first, e.g. "e2e4 e7e5"
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
    /// Write castling as king takes rook
    #[arg(long)]
    chess960: bool,
    /// Threads to count with; 0 means one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Size of a table of positions already counted, in MB; 0 means none
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1_048_576))]
    hash: u32,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Stockfish)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As Stockfish's `go perft`
    Stockfish,
    /// One JSON object, counts as strings (they may exceed what JSON numbers hold)
    Json,
}

/// Runs the command.
pub fn run(arguments: &PerftArgs) -> ExitCode {
    let text = PositionText {
        fen: arguments
            .fen
            .as_ref()
            .map(|fen| fen.split_ascii_whitespace().collect::<Vec<_>>().join(" ")),
        moves: arguments
            .moves
            .split_ascii_whitespace()
            .map(str::to_owned)
            .collect(),
    };
    let game = match Game::from_text(&text) {
        Ok((game, remarks)) => {
            for remark in remarks {
                eprintln!("canopy: warning: {remark}");
            }
            game
        }
        Err(error) => {
            eprintln!("canopy: {error}");
            return ExitCode::from(2);
        }
    };
    let plan = PerftPlan {
        position: game.position,
        depth: u32::from(arguments.depth),
        roots: None,
        threads: usize::from(arguments.threads),
        hash_mb: arguments.hash as usize,
        style: report::castling_style(arguments.chess960),
    };
    if report::mixes_notations(&plan.position, plan.style) {
        eprintln!(
            "canopy: castling of a Chess960 position is written king takes rook; --chess960 writes all castling so"
        );
    }
    match divide(&plan, arguments.format) {
        Ok(code) => code,
        Err(Failure::Output(error)) => output_failed(&error),
        Err(Failure::Perft(error)) => {
            eprintln!("canopy: {error}");
            ExitCode::FAILURE
        }
    }
}

enum Failure {
    Output(io::Error),
    Perft(movegen::perft::PerftError),
}

fn divide(plan: &PerftPlan, format: Format) -> Result<ExitCode, Failure> {
    let stop = stop_on_interrupt();
    let mut report = Report::new(io::stdout());
    let bar = progress(&plan.position);
    let mut output = Ok(());
    let started = Instant::now();
    let outcome = plan.run(&stop, |action, count| {
        if format == Format::Stockfish && output.is_ok() {
            let line = report::divide_line(&plan.position, action, count, plan.style);
            // The bar and the lines may share a terminal.
            output = bar.suspend(|| report.line(line));
            if output.is_err() {
                // Nobody reads the rest, so nobody needs it counted.
                stop.stop();
            }
        }
        bar.inc(1);
    });
    let elapsed = started.elapsed();
    bar.finish_and_clear();
    output.map_err(Failure::Output)?;
    let outcome = outcome.map_err(Failure::Perft)?;
    match format {
        Format::Json => report.line(json(plan, &outcome)),
        Format::Stockfish if outcome.complete => report.line(report::perft_total(outcome.total)),
        Format::Stockfish => report.line(report::perft_partial(
            outcome.lines.len(),
            outcome.roots,
            outcome.total,
        )),
    }
    .map_err(Failure::Output)?;
    let seconds = elapsed.as_secs_f64();
    let speed = outcome.total as f64 / seconds.max(1e-9) / 1e6;
    // Who reads standard error may have gone as well; the answer is out.
    let _ = writeln!(
        io::stderr(),
        "{seconds:.3} s, {speed:.1} million leaves/s (bulk counting: the last ply is counted, not played)"
    );
    Ok(if outcome.complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INTERRUPTED)
    })
}

/// The first interrupt stops the count, and what is known is printed; the second ends it all.
fn stop_on_interrupt() -> Stop {
    let stop = Stop::new();
    let handle = stop.clone();
    let again = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if again.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        handle.stop();
    })
    .unwrap_or_else(|error| log::warn!("no handler for interrupts: {error}"));
    stop
}

/// A bar over the root moves; indicatif hides it when standard error is no terminal.
fn progress(position: &Position) -> ProgressBar {
    let bar = ProgressBar::new(position.legal_moves().len() as u64);
    let template = "[{elapsed_precise}] {wide_bar} {pos}/{len} moves, {eta} left";
    bar.with_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}

fn json(plan: &PerftPlan, outcome: &Outcome<Move>) -> String {
    let moves: Vec<_> = outcome
        .lines
        .iter()
        .map(|line| {
            json!({
                "move": plan.position.uci(line.action, plan.style),
                "count": line.count.to_string(),
            })
        })
        .collect();
    let document = json!({
        "fen": plan.position.fen(plan.style),
        "chess960": plan.style == CastlingStyle::Chess960,
        "depth": plan.depth,
        "moves": moves,
        "total": outcome.total.to_string(),
        "complete": outcome.complete,
    });
    format!("{document:#}")
}
