//! Plays games of the engine against itself, and writes the score of each position.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use engine::{Bound, Control, Engine, Info, Limits, Material, Request, Score, Settings};
use movegen::chess::{CastlingStyle, Color, Move, Position};

use super::sample::{FIELDS, GameResult, Sample};
use crate::play::{WON, centipawns};
use crate::random::Random;

/// Arguments of `odds play`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write
    out: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Nodes per move in the opening.
const OPENING_NODES: u64 = 4000;
/// The moves among which the opening chooses: as many of the best, at most.
const OPENING_CHOICE: usize = 6;
/// How much worse than the best move, in centipawns, the moves of an opening may be.
const TOLERANCES: [i32; 3] = [20, 40, 80];
/// Size of the engine's table in MB.
const HASH: usize = 16;

/// Plays the games and writes one line for each position. With the same arguments, network and
/// search, the file is the same.
pub fn run(arguments: &Arguments) -> io::Result<()> {
    let Arguments { nodes, seed, .. } = *arguments;
    let mut out = BufWriter::new(File::create(&arguments.out)?);
    writeln!(out, "# seed {seed}, {nodes} nodes per move")?;
    writeln!(out, "# {FIELDS}")?;
    let engine = Engine::new(HASH).expect("16 MB");
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let mut played = 0;
    while played < arguments.games {
        engine.clear();
        let mut request = opening(&engine, &mut random);
        if !seen.insert(request.position.key()) {
            continue;
        }
        played += 1;
        request.limits.nodes = Some(nodes);
        let fen = request.position.fen(CastlingStyle::Standard);
        let (positions, winner) = game(&engine, request);
        writeln!(out, "# {played}: {fen}")?;
        for position in positions {
            let result = match winner {
                None => GameResult::Draw,
                Some(winner) if winner == position.turn => GameResult::Win,
                Some(_) => GameResult::Loss,
            };
            let sample = Sample {
                game: played,
                fullmoves: position.fullmoves,
                material: position.material,
                score: position.score,
                result,
            };
            writeln!(out, "{sample}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// A position of a game, with its score for the side to move in centipawns.
struct Scored {
    turn: Color,
    fullmoves: u32,
    material: u32,
    score: i32,
}

/// Plays one game; returns its positions and the winner. Positions whose result is known, by rule or
/// by a mate, are left out.
fn game(engine: &Engine, mut request: Request) -> (Vec<Scored>, Option<Color>) {
    let mut positions = Vec::new();
    let (mut won, mut leader) = (0, Color::White);
    loop {
        let position = request.position;
        if let Some(outcome) = position.outcome_after(&request.history) {
            return (positions, outcome.winner());
        }
        if position.draw_claim(&request.history).is_some() {
            return (positions, None);
        }
        let turn = position.turn();
        let Some(line) = think(engine, &request).into_iter().next() else {
            return (positions, None);
        };
        let score = line.centipawns();
        if let (Score::Centipawns(_), false) = (line.score, line.is_known_draw) {
            positions.push(Scored {
                turn,
                fullmoves: position.fullmoves(),
                material: Material::of(&position).count(),
                score,
            });
        }
        let ahead = if score > 0 { turn } else { !turn };
        won = match score.abs() >= WON.0 {
            true if ahead == leader => won + 1,
            true => 1,
            false => 0,
        };
        leader = ahead;
        if won >= WON.1 {
            return (positions, Some(leader));
        }
        request.history.push(position.key());
        request.position = position.play(line.best);
    }
}

/// A line of a search: its first move and the score.
struct Line {
    best: Move,
    score: Score,
    is_known_draw: bool,
}

impl Line {
    fn centipawns(&self) -> i32 {
        centipawns(self.score)
    }
}

/// The last exact lines of a search, best first.
fn think(engine: &Engine, request: &Request) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    engine.search(request, &Control::new(), &mut |info: &Info| {
        let Some(&best) = info.pv.first() else {
            return;
        };
        if info.bound != Bound::Exact {
            return;
        }
        let line = Line {
            best,
            score: info.score,
            is_known_draw: info.is_known_draw,
        };
        lines.truncate(request.settings.multi_pv);
        match lines.get_mut(info.multi_pv - 1) {
            Some(place) => *place = line,
            None => lines.push(line),
        }
    });
    lines
}

/// An opening of 6 to 11 plies in which every move is almost as good as the best. How much worse it
/// may be differs between openings, so that some are balanced and others are not.
fn opening(engine: &Engine, random: &mut Random) -> Request {
    let mut request = Request {
        position: Position::startpos(),
        history: Vec::new(),
        limits: Limits {
            nodes: Some(OPENING_NODES),
            ..Limits::default()
        },
        settings: Settings {
            multi_pv: OPENING_CHOICE,
            ..Settings::default()
        },
    };
    let plies = 6 + random.below(6);
    let tolerance = TOLERANCES[random.below(TOLERANCES.len())];
    for _ in 0..plies {
        let lines = think(engine, &request);
        let Some(best) = lines.iter().map(Line::centipawns).max() else {
            break;
        };
        let good: Vec<_> = lines
            .iter()
            .filter(|line| line.centipawns() >= best - tolerance)
            .collect();
        let chosen = good[random.below(good.len())].best;
        request.history.push(request.position.key());
        request.position = request.position.play(chosen);
    }
    request.settings.multi_pv = 1;
    request
}
