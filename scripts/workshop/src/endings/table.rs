//! Retrograde analysis: the distance to mate of every position of a material (Thompson, 1986).
//!
//! Each position's legal moves come from `movegen`. Positions are then decided in the order of
//! their distance to mate, by moves backwards from those already decided.

use std::collections::HashMap;
use std::thread;

use movegen::chess::{Color, Piece, Position, Setup, Square};

use super::material::{MAX_MEN, Material, Numbering, Squares};
use super::unmoves;

/// The value of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Draw,
    /// Mates in this many plies, with best play of both sides: an odd number.
    Win(u32),
    /// Is mated in this many plies: an even number.
    Loss(u32),
}

/// Stored values: a draw (or not yet decided), no position, or else one more than the plies to mate.
const DRAW: u8 = 0;
const ILLEGAL: u8 = u8::MAX;
/// Instead of a number of moves: some move does not lose.
const HOLDS: u8 = u8::MAX;
/// Threads that look at the positions of a material.
const THREADS: usize = 2;

fn decode(value: u8) -> Value {
    match value {
        DRAW => Value::Draw,
        value if value % 2 == 0 => Value::Win(u32::from(value) - 1),
        value => Value::Loss(u32::from(value) - 1),
    }
}

/// The values of all positions of a material.
struct Table {
    men: Vec<Piece>,
    numbering: Numbering,
    values: Vec<u8>,
}

/// Tables of several materials, each computed when it is first needed.
#[derive(Default)]
pub struct Tables(HashMap<Material, Table>);

impl Tables {
    /// Computes the table of the material, and those that captures and promotions lead to.
    pub fn prepare(&mut self, material: &Material) {
        if self.0.contains_key(material) {
            return;
        }
        for successor in material.successors() {
            self.prepare(&successor);
        }
        let table = solve(material, self);
        self.0.insert(material.clone(), table);
    }

    /// The value of a position, whose material must have been prepared.
    pub fn value(&self, position: &Position) -> Value {
        let (material, exchanged) = Material::of(position);
        let table = &self.0[&material];
        let mut squares = [0; MAX_MEN];
        let mut used = 0u64;
        for (square, man) in squares.iter_mut().zip(&table.men) {
            let color = if exchanged { !man.color } else { man.color };
            let set = position.squares_of(Piece { color, ..*man }).0 & !used;
            let index = set.trailing_zeros();
            used |= 1 << index;
            *square = index as u8 ^ if exchanged { 56 } else { 0 };
        }
        let turn = if exchanged {
            !position.turn()
        } else {
            position.turn()
        };
        decode(table.values[table.numbering.number(&squares, turn)])
    }

    /// The positions of a prepared material, with their values.
    pub fn positions(&self, material: &Material) -> impl Iterator<Item = (Position, Value)> {
        let table = &self.0[material];
        let legal = |&(_, &value): &(usize, &u8)| value != ILLEGAL;
        let mut places = Places::new(&table.men);
        table
            .values
            .iter()
            .enumerate()
            .filter(legal)
            .map(move |(number, &value)| {
                let (squares, turn) = table.numbering.position(number);
                let position = places.position(&squares, turn);
                (position.expect("a legal position"), decode(value))
            })
    }

    /// The position with the number `number % len`, if that is a number of one.
    pub fn at(&self, material: &Material, number: usize) -> Option<(Position, Value)> {
        let table = &self.0[material];
        let number = number % table.values.len();
        let value = Some(table.values[number]).filter(|&value| value != ILLEGAL)?;
        let (squares, turn) = table.numbering.position(number);
        Some((
            Places::new(&table.men).position(&squares, turn)?,
            decode(value),
        ))
    }

    /// How many numbers a prepared material has.
    pub fn len(&self, material: &Material) -> usize {
        self.0[material].values.len()
    }
}

/// Puts the men of a material on squares.
struct Places<'a> {
    men: &'a [Piece],
    setup: Setup,
}

impl Places<'_> {
    fn new(men: &[Piece]) -> Places<'_> {
        Places {
            men,
            setup: Setup::empty(),
        }
    }

    /// The position, if it is legal.
    fn position(&mut self, squares: &Squares, turn: Color) -> Option<Position> {
        let squares = &squares[..self.men.len()];
        let mut occupied = 0u64;
        for (man, &square) in self.men.iter().zip(squares) {
            let bit = 1u64 << square;
            let back_rank = bit & 0xff00_0000_0000_00ff != 0;
            if occupied & bit != 0 || man.kind == movegen::chess::PieceKind::Pawn && back_rank {
                return None;
            }
            occupied |= bit;
        }
        let (white, black) = (squares[0] as i8, squares[1] as i8);
        if (white / 8 - black / 8).abs() <= 1 && (white % 8 - black % 8).abs() <= 1 {
            return None;
        }
        for (&man, &square) in self.men.iter().zip(squares) {
            self.setup.put(Square::from_index(usize::from(square)), man);
        }
        self.setup.turn = turn;
        let position = Position::try_from(&self.setup).ok();
        for &square in squares {
            self.setup.board[usize::from(square)] = None;
        }
        position
    }
}

/// What the moves of a position say before other positions of the material are decided.
#[derive(Clone, Copy)]
struct Start {
    /// How many different positions of this material the moves lead to; [`HOLDS`] if a capture or
    /// promotion does not lose.
    moves: u8,
    /// The plies to mate after the most stubborn capture or promotion, plus one; 0 without one.
    stubborn: u8,
}

/// What [`start_of`] finds out about a position.
struct Looked {
    start: Start,
    /// The distance at which the position is decided, if it does not depend on the others.
    decided: Option<u8>,
}

fn solve(material: &Material, tables: &Tables) -> Table {
    let men = material.men();
    let numbering = Numbering::new(material);
    let len = numbering.len();
    let mut values = vec![ILLEGAL; len];
    let mut starts = vec![
        Start {
            moves: HOLDS,
            stubborn: 0
        };
        len
    ];
    let chunk = len.div_ceil(THREADS);
    // Positions to decide, by plies to mate.
    let mut queues: Vec<Vec<u32>> = vec![Vec::new(); 256];
    thread::scope(|scope| {
        let threads: Vec<_> = values
            .chunks_mut(chunk)
            .zip(starts.chunks_mut(chunk))
            .enumerate()
            .map(|(index, (values, starts))| {
                let (men, numbering) = (&men, &numbering);
                scope.spawn(move || {
                    let first = index * chunk;
                    look_at_all(men, numbering, tables, first, values, starts)
                })
            })
            .collect();
        for thread in threads {
            for (distance, number) in thread.join().expect("a thread panicked") {
                queues[usize::from(distance)].push(number);
            }
        }
    });
    for distance in 0..=253u8 {
        for number in std::mem::take(&mut queues[usize::from(distance)]) {
            if values[number as usize] != DRAW {
                continue;
            }
            values[number as usize] = distance + 1;
            let mut before = predecessors(&men, &numbering, number);
            before.retain(|&number| values[number as usize] == DRAW);
            if distance % 2 == 0 {
                queues[usize::from(distance) + 1].extend(before);
                continue;
            }
            for number in before {
                let start = &mut starts[number as usize];
                if start.moves == HOLDS {
                    continue;
                }
                start.moves -= 1;
                if start.moves == 0 {
                    let longest = distance.max(start.stubborn.saturating_sub(1));
                    queues[usize::from(longest) + 1].push(number);
                }
            }
        }
    }
    Table {
        men,
        numbering,
        values,
    }
}

/// Looks at a range of positions; returns those that are decided, with their distances.
fn look_at_all(
    men: &[Piece],
    numbering: &Numbering,
    tables: &Tables,
    first: usize,
    values: &mut [u8],
    starts: &mut [Start],
) -> Vec<(u8, u32)> {
    let mut places = Places::new(men);
    let mut decided = Vec::new();
    for (offset, (value, start)) in values.iter_mut().zip(starts).enumerate() {
        let number = first + offset;
        let (squares, turn) = numbering.position(number);
        if numbering.number(&squares, turn) != number {
            continue;
        }
        let Some(position) = places.position(&squares, turn) else {
            continue;
        };
        *value = DRAW;
        let looked = start_of(&position, &squares, men.len(), numbering, tables);
        *start = looked.start;
        decided.extend(looked.decided.map(|distance| (distance, number as u32)));
    }
    decided
}

fn start_of(
    position: &Position,
    squares: &Squares,
    men: usize,
    numbering: &Numbering,
    tables: &Tables,
) -> Looked {
    let moves = position.legal_moves();
    let mut children = Vec::with_capacity(moves.len());
    let mut fastest: Option<u8> = None;
    let (mut stubborn, mut holds) = (0, false);
    for mv in &moves {
        if position.is_capture(*mv) || mv.promotion().is_some() {
            match tables.value(&position.play(*mv)) {
                Value::Draw => holds = true,
                Value::Loss(plies) => {
                    let plies = plies as u8 + 1;
                    fastest = Some(fastest.map_or(plies, |best| best.min(plies)));
                }
                Value::Win(plies) => stubborn = stubborn.max(plies as u8 + 1),
            }
            continue;
        }
        let mut child = *squares;
        let from = mv.from().index() as u8;
        let mover = child[..men].iter().position(|&square| square == from);
        child[mover.expect("the mover is one of the men")] = mv.to().index() as u8;
        children.push(numbering.number(&child, !position.turn()));
    }
    children.sort_unstable();
    children.dedup();
    let decided = match fastest {
        Some(plies) => Some(plies),
        None if holds || !children.is_empty() => None,
        None if moves.is_empty() => position.is_check().then_some(0),
        None => Some(stubborn),
    };
    let moves = if holds || fastest.is_some() || children.is_empty() {
        HOLDS
    } else {
        children.len() as u8
    };
    Looked {
        start: Start { moves, stubborn },
        decided,
    }
}

/// The numbers of all positions that a move leads from to this one, without captures and
/// promotions.
fn predecessors(men: &[Piece], numbering: &Numbering, number: u32) -> Vec<u32> {
    let (squares, turn) = numbering.position(number as usize);
    let mut numbers = Vec::new();
    unmoves::each(men, &squares, turn, |before| {
        numbers.push(numbering.number(before, !turn) as u32);
    });
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longest_mate(name: &str) -> u32 {
        let material = Material::parse(name).expect(name);
        let mut tables = Tables::default();
        tables.prepare(&material);
        check(&tables, &material);
        let wins = tables.positions(&material).map(|(_, value)| match value {
            Value::Win(plies) => plies.div_ceil(2),
            _ => 0,
        });
        wins.max().expect("a position")
    }

    /// Every value follows from the values after the legal moves.
    fn check(tables: &Tables, material: &Material) {
        for (position, value) in tables.positions(material) {
            let children: Vec<_> = position
                .legal_moves()
                .into_iter()
                .map(|mv| tables.value(&position.play(mv)))
                .collect();
            let win = children.iter().filter_map(|child| match child {
                Value::Loss(plies) => Some(plies + 1),
                _ => None,
            });
            let loss = children.iter().map(|child| match child {
                Value::Win(plies) => Some(plies + 1),
                _ => None,
            });
            let expected = if let Some(plies) = win.min() {
                Value::Win(plies)
            } else if children.is_empty() {
                match position.is_check() {
                    true => Value::Loss(0),
                    false => Value::Draw,
                }
            } else {
                let longest = loss.collect::<Option<Vec<_>>>();
                longest.map_or(Value::Draw, |plies| {
                    Value::Loss(plies.into_iter().max().expect("a move"))
                })
            };
            assert_eq!(value, expected, "{position:?}");
        }
    }

    /// The longest mates are well known: <https://en.wikipedia.org/wiki/Pawnless_chess_endgame>
    /// and the statistics of Nalimov's tables.
    #[test]
    fn longest_mates_are_the_published_ones() {
        for (name, moves) in [
            ("KQK", 10),
            ("KRK", 16),
            ("KPK", 28),
            ("KBBK", 19),
            ("KBNK", 33),
            ("KNNK", 1),
            ("KQKR", 35),
            ("KRKB", 29),
            ("KRKN", 40),
        ] {
            assert_eq!(longest_mate(name), moves, "{name}");
        }
    }
}
