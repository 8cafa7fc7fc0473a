//! Games of the engine against perfect play.

use engine::{Control, Engine, Info, Limits, Request, Settings};
use movegen::chess::{Move, Position};

use super::suite::losing_moves;
use super::table::{Tables, Value};
use crate::random::Random;

/// Moves in which a won ending must be won, and for which a drawn one must be held.
const MOVES: u32 = 50;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The engine has mated with this move.
    Mate(u32),
    /// The engine has held the draw.
    Held,
    /// The engine has given the win or the draw away with this move.
    Thrown(u32),
    /// No mate within the moves, or a draw by repetition or the fifty-move rule before it.
    NotWon,
}

/// Lets the engine play the side to move, with this many nodes per move. Its opponent plays the
/// longest defense, or in a drawn position the move after which the most replies lose.
pub fn game(
    engine: &Engine,
    tables: &Tables,
    start: Position,
    nodes: u64,
    random: &mut Random,
) -> Ending {
    engine.clear();
    let won = matches!(tables.value(&start), Value::Win(_));
    let mut request = Request {
        position: start,
        history: Vec::new(),
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        settings: Settings::default(),
    };
    let drawn = || if won { Ending::NotWon } else { Ending::Held };
    for number in 1..=MOVES {
        let Some(mv) = engine
            .search(&request, &Control::new(), &mut |_: &Info| ())
            .best_move
        else {
            return drawn();
        };
        play(&mut request, mv);
        match tables.value(&request.position) {
            Value::Loss(0) => return Ending::Mate(number),
            Value::Loss(_) => {}
            Value::Draw if !won => {}
            _ => return Ending::Thrown(number),
        }
        if is_drawn(&request) {
            return drawn();
        }
        let Some(reply) = reply(tables, &request.position, random) else {
            return drawn();
        };
        play(&mut request, reply);
        if is_drawn(&request) {
            return drawn();
        }
    }
    drawn()
}

fn play(request: &mut Request, mv: Move) {
    request.history.push(request.position.key());
    request.position = request.position.play(mv);
}

/// Whether the position is a draw by repetition or the fifty-move rule.
fn is_drawn(request: &Request) -> bool {
    let key = request.position.key();
    let earlier = request.history.iter().filter(|&&other| other == key);
    earlier.count() >= 2 || request.position.halfmoves() >= 100 && request.position.has_legal_move()
}

/// The opponent's move; `None` if there is no legal one.
fn reply(tables: &Tables, position: &Position, random: &mut Random) -> Option<Move> {
    let rated = position.legal_moves().into_iter().map(|mv| {
        let child = position.play(mv);
        let rating = match tables.value(&child) {
            Value::Loss(plies) => 3_000_000 - u64::from(plies),
            Value::Draw => {
                let moves = child.legal_moves().len().max(1);
                1_000_000 + (1000 * losing_moves(tables, &child) / moves) as u64
            }
            Value::Win(plies) => u64::from(plies),
        };
        // Equal moves are chosen at random.
        (rating * 1000 + random.below(1000) as u64, mv.to_bits(), mv)
    });
    rated
        .max_by_key(|&(rating, bits, _)| (rating, bits))
        .map(|(_, _, mv)| mv)
}
