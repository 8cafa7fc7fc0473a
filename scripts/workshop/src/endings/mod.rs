//! Endings with few men: their exact values, a suite of them, and games against perfect play.

mod fit;
mod material;
mod play;
mod suite;
mod table;
mod unmoves;

use std::path::PathBuf;
use std::{fs, io};

use clap::Subcommand;
use engine::Engine;
use movegen::chess::{CastlingStyle, Color, Position};

use crate::random::Random;
use material::Material;
use play::Ending;
use table::{Tables, Value};

/// What to do with endings.
#[derive(Subcommand)]
pub enum Command {
    /// Prints how many positions are won, drawn and lost, and the longest mate. Symmetric positions
    /// count once
    Count {
        /// Materials, such as KBNK or KQKR
        #[arg(required = true, value_parser = Material::parse)]
        materials: Vec<Material>,
    },
    /// Prints a suite of 100 won and drawn endings as EPD
    Suite {
        /// Seed of the random choice
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fits the tables of the engine's evaluation of KBNK to the distance to mate
    Fit {
        /// Seed of the games whose positions are fitted
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Lets the engine win or hold the endings of a suite against perfect play
    Prove {
        /// The suite
        file: PathBuf,
        #[command(flatten)]
        games: Games,
    },
    /// Lets the engine win random positions of a material against perfect play
    Win {
        /// The material
        #[arg(value_parser = Material::parse)]
        material: Material,
        /// Number of positions
        #[arg(long, default_value_t = 100)]
        count: usize,
        #[command(flatten)]
        games: Games,
    },
}

/// How games are played.
#[derive(clap::Args)]
pub struct Games {
    /// The engine's nodes per move
    #[arg(long, default_value_t = 60_000)]
    nodes: u64,
    /// Seed of random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Size of the engine's table in MB.
const HASH: usize = 16;

/// Runs a command of `endings`.
pub fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Count { materials } => count(materials),
        Command::Suite { seed } => suite::print(*seed),
        Command::Fit { seed } => fit::print(*seed),
        Command::Prove { file, games } => prove(&fs::read_to_string(file)?, games),
        Command::Win {
            material,
            count,
            games,
        } => win(material, *count, games),
    }
    Ok(())
}

fn count(materials: &[Material]) {
    let mut tables = Tables::default();
    for material in materials {
        tables.prepare(material);
        for turn in Color::ALL {
            let (mut won, mut drawn, mut lost, mut longest) = (0u64, 0u64, 0u64, 0);
            for (_, value) in tables
                .positions(material)
                .filter(|(position, _)| position.turn() == turn)
            {
                let (counter, plies) = match value {
                    Value::Draw => (&mut drawn, 0),
                    Value::Win(plies) => (&mut won, plies),
                    Value::Loss(plies) => (&mut lost, plies),
                };
                *counter += 1;
                longest = longest.max(plies);
            }
            println!(
                "{material} {turn}: {won} won, {drawn} drawn, {lost} lost, longest mate {longest} plies"
            );
        }
    }
}

/// Positions that are won, and not by an immediate capture of the last piece to mate with.
fn win(material: &Material, count: usize, games: &Games) {
    let mut tables = Tables::default();
    tables.prepare(material);
    let mut random = Random::new(games.seed);
    let positions: Vec<_> = std::iter::repeat_with(|| random.below(tables.len(material)))
        .filter_map(|number| tables.at(material, number))
        .filter(|(_, value)| matches!(value, Value::Win(_)))
        .map(|(position, _)| position)
        .take(count)
        .collect();
    play_all(&tables, &positions, games);
}

fn prove(suite: &str, games: &Games) {
    let mut last: Option<(Material, Tables)> = None;
    let mut failures = 0;
    let positions: Vec<Position> = suite
        .lines()
        .map(|line| {
            let board: Vec<_> = line.split(' ').take(4).collect();
            let fen = format!("{} 0 1", board.join(" "));
            fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
        })
        .collect();
    for group in positions.chunk_by(|a, b| Material::of(a).0 == Material::of(b).0) {
        let material = Material::of(&group[0]).0;
        if last.as_ref().is_none_or(|(of, _)| *of != material) {
            let mut tables = Tables::default();
            tables.prepare(&material);
            last = Some((material, tables));
        }
        let (_, tables) = last.as_ref().expect("just set");
        failures += play_all(tables, group, games);
    }
    println!("{} endings, {failures} failures", positions.len());
}

/// Plays all positions and prints the results; returns the number of failures.
fn play_all(tables: &Tables, positions: &[Position], games: &Games) -> usize {
    let engine = Engine::new(HASH).expect("memory for the table");
    let mut random = Random::new(games.seed);
    let (mut failures, mut moves, mut wins) = (0, Vec::new(), 0);
    for position in positions {
        let ending = play::game(&engine, tables, *position, games.nodes, &mut random);
        match ending {
            Ending::Mate(number) => {
                wins += 1;
                moves.push(number);
            }
            Ending::Held => {}
            Ending::Thrown(_) | Ending::NotWon => {
                failures += 1;
                let fen = position.fen(CastlingStyle::Standard);
                println!("{fen}: {ending:?}, from {:?}", tables.value(position));
            }
        }
    }
    moves.sort_unstable();
    let name = Material::of(&positions[0]).0;
    println!(
        "{name}: {wins} won, {} held, {failures} failures; moves to mate: mean {:.1}, longest {}",
        positions.len() - wins - failures,
        moves.iter().sum::<u32>() as f64 / wins.max(1) as f64,
        moves.last().unwrap_or(&0),
    );
    failures
}
