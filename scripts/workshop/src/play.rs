//! Plays games of the engine against itself from random openings, and records their positions as
//! training data.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use engine::network::LoadError;
use engine::{Control, Engine, Limits, Network, Request, Score, Settings};
use movegen::chess::{Color, Move, MoveKind, Position, Square};
use zerocopy::IntoBytes;

use crate::random::Random;
use crate::record::{MAX_PIECES, Record};

/// Arguments of `play`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Prefix of the output files, one per thread: PREFIX-1.bin, PREFIX-2.bin, ...
    prefix: String,
    /// Number of games, over all threads
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Nodes per move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Record only positions with at least this many pieces; with fewer, the game continues with a
    /// tenth of the nodes, only for its result
    #[arg(long, default_value_t = 0)]
    full: usize,
    /// Number of threads, each of which plays its own games
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Percentage of games in which a side may sacrifice a piece near the opposing king, if the search
    /// sees compensation for it
    #[arg(long, default_value_t = 0)]
    sacrifices: usize,
    /// The network to evaluate with: a file, or `embedded`
    #[arg(long, default_value = EMBEDDED)]
    network: PathBuf,
}

/// The name of the embedded network.
const EMBEDDED: &str = "embedded";

/// A game is won by a score of at least this many centipawns, for this many plies.
pub const WON: (i32, u32) = (2000, 5);
/// A game is drawn by scores of at most this many centipawns, for this many plies, and not before
/// this ply.
const DRAWN: (i32, u32, u32) = (6, 12, 70);
/// The greatest advantage after an opening, in centipawns.
const MAX_OPENING_SCORE: i32 = 350;
/// The first ply on which a side may sacrifice.
const FIRST_SACRIFICE: usize = 12;
/// One in this many positions is searched for a sacrifice.
const SACRIFICE_INTERVAL: usize = 8;
/// The most sacrifices in a game.
const MAX_SACRIFICES: u32 = 2;
/// A sacrifice is played if neither side's advantage exceeds this many centipawns after it.
const MAX_SACRIFICE_SCORE: i32 = 300;
/// The greatest distance of a sacrifice from the opposing king.
const NEAR_KING: usize = 2;
/// Values of the pieces in pawns, by kind. A king cannot be sacrificed.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
/// A game with more plies is a draw.
const MAX_PLIES: u32 = 400;

/// Plays the games and writes the data. With the same arguments, network and search, the data are
/// the same.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let network = &network(&arguments.network)?;
    thread::scope(|scope| {
        let workers: Vec<_> = (1..=arguments.threads)
            .map(|number| scope.spawn(move || work(arguments, network, number)))
            .collect();
        let mut total = 0;
        for worker in workers {
            total += worker.join().expect("a worker panicked")?;
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{total} positions, {:.0} per second",
            total as f64 / seconds
        );
        Ok(())
    })
}

/// The network of this name: the embedded one, or that of a file.
pub fn network(name: &Path) -> Result<Network, LoadError> {
    if name == Path::new(EMBEDDED) {
        Ok(Network::default())
    } else {
        Network::load(name)
    }
}

fn work(arguments: &Arguments, network: &Network, number: usize) -> io::Result<usize> {
    let path = PathBuf::from(format!("{}-{number}.bin", arguments.prefix));
    let mut out = BufWriter::new(File::create(path)?);
    let mut random = Random::new(arguments.seed * 1000 + number as u64);
    let engine = Engine::new(8).expect("8 MB");
    engine.set_network(network);
    let mut total = 0;
    for _ in 0..arguments.games / arguments.threads {
        engine.clear();
        let records = game(&engine, &mut random, arguments);
        for record in &records {
            out.write_all(record.as_bytes())?;
        }
        out.flush()?;
        total += records.len();
    }
    Ok(total)
}

/// Plays one game and returns its recorded positions.
fn game(engine: &Engine, random: &mut Random, arguments: &Arguments) -> Vec<Record> {
    let plies = 7 + random.below(4);
    let mut request = opening(engine, random, plies, arguments.nodes, MAX_OPENING_SCORE);
    let mut records = Vec::new();
    let (mut won, mut lost, mut level) = (0, 0, 0);
    let may_sacrifice = arguments.sacrifices > 0 && random.below(100) < arguments.sacrifices;
    let mut sacrifices = if may_sacrifice { MAX_SACRIFICES } else { 0 };
    let result = loop {
        let position = request.position;
        if !position.has_legal_move() {
            break if position.is_check() {
                loss(position.turn())
            } else {
                1
            };
        }
        let repetitions = request
            .history
            .iter()
            .filter(|&&key| key == position.key())
            .count();
        if repetitions >= 2 || position.halfmoves() >= 100 || position.fullmoves() * 2 >= MAX_PLIES
        {
            break 1;
        }
        let pieces = position.occupied().len() as usize;
        let in_range = (arguments.full..=MAX_PIECES).contains(&pieces);
        if pieces < arguments.full {
            request.limits.nodes = Some(arguments.nodes / 10);
        }
        let (best, score) = think(&request, engine);
        let Some(best) = best else { break 1 };
        let recorded = in_range
            && !position.is_check()
            && !position.is_capture(best)
            && best.kind().promotion().is_none()
            && score.abs() < 20_000;
        if recorded {
            records.push(Record::new(&position, score));
        }
        let white = if position.turn() == Color::White {
            score
        } else {
            -score
        };
        won = if white >= WON.0 { won + 1 } else { 0 };
        lost = if white <= -WON.0 { lost + 1 } else { 0 };
        level = if white.abs() <= DRAWN.0 { level + 1 } else { 0 };
        if won >= WON.1 {
            break 2;
        }
        if lost >= WON.1 {
            break 0;
        }
        if level >= DRAWN.1 && position.fullmoves() * 2 >= DRAWN.2 {
            break 1;
        }
        let mut played = best;
        if sacrifices > 0
            && request.history.len() >= FIRST_SACRIFICE
            && random.below(SACRIFICE_INTERVAL) == 0
            && let Some(sacrifice) = sacrifice(&request, engine)
        {
            sacrifices -= 1;
            played = sacrifice;
        }
        request.history.push(position.key());
        request.position = position.play(played);
    };
    for record in &mut records {
        record.result = result;
    }
    records
}

/// The best sacrifice, unless it decides the game. Games without such moves hardly show what an attack on
/// the king is worth.
fn sacrifice(request: &Request, engine: &Engine) -> Option<Move> {
    let mut request = request.clone();
    request.limits.search_moves = sacrifices(&request.position);
    if request.limits.search_moves.is_empty() {
        return None;
    }
    let (best, score) = think(&request, engine);
    best.filter(|_| score.abs() <= MAX_SACRIFICE_SCORE)
}

/// Moves of a piece to an attacked square near the opposing king, where it captures nothing or a piece
/// that is worth at least two pawns less.
fn sacrifices(position: &Position) -> Vec<Move> {
    let king = position.king(!position.turn());
    let value = |square| {
        let kind = position.piece_at(square).map(|piece| piece.kind);
        kind.map_or(0, |kind| VALUES[kind.index()])
    };
    let threats = position.threats();
    let near = |square: Square| {
        let distance = |line: fn(usize) -> usize| line(square.index()).abs_diff(line(king.index()));
        distance(|index| index / 8).max(distance(|index| index % 8)) <= NEAR_KING
    };
    let moves = position.legal_moves().into_iter();
    let is_sacrifice = |mv: &Move| {
        threats.contains(mv.to()) && near(mv.to()) && value(mv.from()) >= value(mv.to()) + 2
    };
    moves.filter(is_sacrifice).collect()
}

/// White's result, as in [`Record::result`], when this side has lost.
fn loss(side: Color) -> u8 {
    if side == Color::White { 0 } else { 2 }
}

/// A score in centipawns. Mates score more than any evaluation.
pub fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 30_000,
        Score::Mate(_) => -30_000,
    }
}

/// The best move, and its score for the side to move.
fn think(request: &Request, engine: &Engine) -> (Option<Move>, i32) {
    let mut score = 0;
    let outcome = engine.search(request, &Control::new(), &mut |info: &engine::Info| {
        score = centipawns(info.score);
    });
    (outcome.best_move, score)
}

/// Random moves from the starting position, until neither side's advantage exceeds `margin`
/// centipawns.
pub fn opening(
    engine: &Engine,
    random: &mut Random,
    plies: usize,
    nodes: u64,
    margin: i32,
) -> Request {
    loop {
        let mut request = Request {
            position: Position::startpos(),
            history: Vec::new(),
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            settings: Settings::default(),
        };
        for _ in 0..plies {
            let moves = request.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Castle whenever possible: castling is rare among random moves.
            let castle = moves.iter().find(|mv| mv.kind() == MoveKind::Castle);
            let mv = castle
                .copied()
                .unwrap_or_else(|| moves[random.below(moves.len())]);
            request.history.push(request.position.key());
            request.position = request.position.play(mv);
        }
        if request.position.has_legal_move() && think(&request, engine).1.abs() <= margin {
            return request;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greek_gift_is_a_sacrifice() {
        let position: Position =
            "rnbq1rk1/pp2nppp/4p3/2ppP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 8"
                .parse()
                .expect("a position");
        let mut moves: Vec<String> = sacrifices(&position).iter().map(Move::to_string).collect();
        moves.sort_unstable();
        assert_eq!(moves, ["c1h6", "d3g6", "d3h7"]);
    }
}
