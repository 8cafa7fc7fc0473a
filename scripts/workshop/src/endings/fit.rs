//! Fits the tables of the engine's evaluation of bishop and knight against a king.

use std::collections::BTreeMap;

use movegen::chess::{Color, PieceKind, Position, Square};

use super::material::Material;
use super::table::{Tables, Value};
use crate::random::Random;

/// Games with best play; some of them do not begin because their first position is not won.
const GAMES: usize = 20_000;
/// Rounds in which each table is fitted to what the others leave.
const ROUNDS: usize = 200;

/// Prints tables whose sum approximates the plies to mate with Black to move: by the square of the
/// lone king and that of the other, in the frame of the bishop's color, the distance of the kings,
/// and the distance of the knight from the lone king.
pub fn print(seed: u64) {
    let material = Material::parse("KBNK").expect("a material");
    let mut tables = Tables::default();
    tables.prepare(&material);
    // Positions with the same features: their number, and the sum of their plies.
    let mut cells: BTreeMap<[usize; 4], (f64, f64)> = BTreeMap::new();
    let mut random = Random::new(seed);
    for (position, plies) in near_best_play(&tables, &material, &mut random) {
        let square = |kind| position.pieces(kind).first().expect("a piece");
        let (knight, bishop) = (square(PieceKind::Knight), square(PieceKind::Bishop));
        let (own, lone) = (position.king(Color::White), position.king(Color::Black));
        let dark = (bishop.file().index() + bishop.rank().index()) % 2 == 0;
        let features = [
            frame(lone, dark),
            frame(own, dark),
            distance(own, lone),
            distance(knight, lone),
        ];
        let cell = cells.entry(features).or_default();
        cell.0 += 1.0;
        cell.1 += f64::from(plies);
    }
    let mut fitted = vec![vec![0.0; 64]; 4];
    for _ in 0..ROUNDS {
        for feature in 0..4 {
            let mut sums = vec![(0.0, 0.0); 64];
            for (features, (count, plies)) in &cells {
                let others: f64 = (0..4)
                    .filter(|&other| other != feature)
                    .map(|other| fitted[other][features[other]])
                    .sum();
                let sum = &mut sums[features[feature]];
                sum.0 += count;
                sum.1 += plies - count * others;
            }
            for (value, (count, sum)) in fitted[feature].iter_mut().zip(sums) {
                *value = if count > 0.0 { sum / count } else { 0.0 };
            }
        }
    }
    for (name, table) in ["lone king", "own king", "king distance", "knight distance"]
        .into_iter()
        .zip(&fitted)
    {
        println!("{name}:");
        for row in table.chunks(8) {
            let row: Vec<_> = row.iter().map(|value| format!("{value:6.1}")).collect();
            println!("{}", row.join(" "));
        }
    }
}

/// The positions after each move of White in games with the fastest mate and the longest defense, as
/// far as they are still won, and the plies to mate from them.
///
/// Over all positions, the tables would describe pieces that are scattered on the board, and not
/// the way from one corner to another.
fn near_best_play(
    tables: &Tables,
    material: &Material,
    random: &mut Random,
) -> Vec<(Position, u32)> {
    let mut near = Vec::new();
    for _ in 0..GAMES {
        let number = random.below(tables.len(material));
        let Some((mut position, Value::Win(_))) = tables.at(material, number) else {
            continue;
        };
        loop {
            let won = |child: &Position| match tables.value(child) {
                Value::Loss(plies) => Some(plies),
                _ => None,
            };
            let children: Vec<_> = position
                .legal_moves()
                .into_iter()
                .map(|mv| position.play(mv))
                .filter_map(|child| Some((child, won(&child)?, random.below(1000))))
                .collect();
            near.extend(children.iter().map(|&(child, plies, _)| (child, plies)));
            let Some((best, ..)) = children
                .iter()
                .min_by_key(|&&(_, plies, order)| (plies, order))
            else {
                break;
            };
            let replies = best.legal_moves().into_iter();
            let replies = replies.map(|mv| {
                let child = best.play(mv);
                let plies = match tables.value(&child) {
                    Value::Win(plies) => plies,
                    _ => 0,
                };
                (plies, random.below(1000), mv.to_bits(), child)
            });
            let Some(reply) = replies.max_by_key(|&(plies, order, bits, _)| (plies, order, bits))
            else {
                break;
            };
            position = reply.3;
        }
    }
    near
}

/// The smallest of the square's mirror images that keep dark squares dark, after mirroring the
/// board if the bishop is on light squares.
fn frame(square: Square, dark: bool) -> usize {
    let file = square.file().index();
    let file = if dark { file } else { 7 - file };
    let rank = square.rank().index();
    [
        (file, rank),
        (rank, file),
        (7 - file, 7 - rank),
        (7 - rank, 7 - file),
    ]
    .into_iter()
    .map(|(file, rank)| rank * 8 + file)
    .min()
    .expect("four squares")
}

fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index()))
}
