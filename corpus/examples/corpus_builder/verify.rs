//! Counts everything again with every kernel of Canopy, with cozy-chess and with Stockfish, and
//! writes what was verified.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Instant;

use corpus::Sample;
use corpus::code::{Samples, inflate};
use cozy_chess::Board;
use movegen::chess::{CastlingStyle, Kernel};
use movegen::perft::{Perft, Stop};

use super::{Done, FULL};

/// Where the result is written.
const RESULT: &str = "corpus/data/verified.txt";

/// cozy-chess refuses larger move counters.
const GREATEST_CLOCK: u32 = 100;

pub(super) fn run(stockfish: &str) -> Done {
    let deflated = std::fs::read(FULL)?;
    let walks = inflate(&deflated)?;
    let samples = Samples::new(&walks).collect::<Result<Vec<Sample>, _>>()?;
    let counts: usize = samples.iter().map(|sample| sample.counts.len()).sum();
    let leaves: u64 = samples.iter().flat_map(|sample| &sample.counts).sum();
    println!(
        "{} positions, {counts} counts, {leaves} leaves",
        samples.len()
    );
    let name = thread::scope(|scope| {
        let ours = scope.spawn(|| check_in_process(&samples));
        let name = check_with_stockfish(stockfish, &samples)?;
        ours.join().map_err(|_| "a thread panicked")??;
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(name)
    })?;
    let kernels: Vec<_> = Kernel::available().iter().map(Kernel::name).collect();
    let text = format!(
        "{FULL}: {} bytes, checksum {:016x}\n\
         {} positions, {counts} counts, {leaves} leaves\n\
         Every count agrees in:\n\
         - Canopy, kernels {}\n\
         - cozy-chess 0.3.4\n\
         - {name}, `go perft` with UCI_Chess960\n",
        deflated.len(),
        checksum(&deflated),
        samples.len(),
        kernels.join(", "),
    );
    print!("{text}");
    std::fs::write(RESULT, text)?;
    Ok(())
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The FEN in Chess960 style, which all programs read.
fn fen(sample: &Sample) -> String {
    let mut setup = sample.position.to_setup();
    setup.en_passant = sample.passed;
    setup.halfmoves = setup.halfmoves.min(GREATEST_CLOCK);
    setup.fen(CastlingStyle::Chess960)
}

fn wrong(program: &str, sample: &Sample, depth: u32, counted: impl std::fmt::Display) -> String {
    let expected = sample.counts[depth as usize - 1];
    format!(
        "{program}: {}: depth {depth}: expected {expected}, counted {counted}",
        fen(sample)
    )
}

/// Canopy's kernels and cozy-chess.
fn check_in_process(samples: &[Sample]) -> Done {
    let kernels = Kernel::available();
    for sample in samples {
        let board = Board::from_fen(&fen(sample), true)
            .map_err(|error| format!("cozy-chess: {}: {error}", fen(sample)))?;
        for (depth, &expected) in (1..).zip(&sample.counts) {
            let counted = count_with_cozy_chess(&board, depth);
            if counted != expected {
                return Err(wrong("cozy-chess", sample, depth, counted).into());
            }
            for kernel in &kernels {
                let perft = Perft::new(depth).threads(1);
                let counted = perft
                    .run(&sample.position, kernel, &Stop::new(), |_| {})?
                    .total;
                if counted != u128::from(expected) {
                    return Err(wrong(kernel.name(), sample, depth, counted).into());
                }
            }
        }
    }
    println!("Canopy and cozy-chess agree");
    Ok(())
}

fn count_with_cozy_chess(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += count_with_cozy_chess(&child, depth - 1);
        }
        false
    });
    leaves
}

/// One process counts everything. Returns its name.
fn check_with_stockfish(stockfish: &str, samples: &[Sample]) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{stockfish}: {error}");
    let mut child = Command::new(stockfish)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("no pipes".to_owned());
    };
    // The questions are written by a thread of their own: the pipe may be full of answers.
    let name = thread::scope(|scope| {
        let questions = scope.spawn(|| ask_everything(input, samples));
        let name = read_answers(output, samples);
        match questions.join() {
            Ok(Ok(())) => name,
            // Without answers the questions fail too; the first error is the cause.
            Ok(Err(error)) => name.and(Err(failed(error))),
            Err(_) => Err("a thread panicked".to_owned()),
        }
    });
    let _ = child.kill();
    child.wait().map_err(failed)?;
    name
}

fn ask_everything(mut input: ChildStdin, samples: &[Sample]) -> std::io::Result<()> {
    writeln!(input, "uci\nsetoption name UCI_Chess960 value true")?;
    for sample in samples {
        writeln!(input, "position fen {}", fen(sample))?;
        for depth in 1..=sample.depth() {
            writeln!(input, "go perft {depth}")?;
        }
    }
    writeln!(input, "quit")
}

fn read_answers(output: ChildStdout, samples: &[Sample]) -> Result<String, String> {
    let started = Instant::now();
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let name = lines
        .by_ref()
        .find_map(|line| line.strip_prefix("id name ").map(str::to_owned));
    let name = name.ok_or("Stockfish gives no name")?;
    let mut totals =
        lines.filter_map(|line| line.strip_prefix("Nodes searched: ")?.parse::<u64>().ok());
    for (index, sample) in samples.iter().enumerate() {
        for depth in 1..=sample.depth() {
            let counted = totals.next().ok_or("Stockfish ended")?;
            if counted != sample.counts[depth as usize - 1] {
                return Err(wrong(&name, sample, depth, counted));
            }
        }
        if index % 5000 == 0 {
            eprintln!(
                "Stockfish: {index} of {} positions, {:.0?}",
                samples.len(),
                started.elapsed()
            );
        }
    }
    println!("{name} agrees");
    Ok(name)
}
