//! Fits the tables of the engine's evaluation of bishop and knight against a king.

use std::collections::BTreeMap;

use movegen::chess::{Color, PieceKind, Position, Square};

use super::material::Material;
use super::table::{Tables, Value};
use crate::random::Random;

/// Games with best play; some of them do not begin because their first position is not won.
const GAMES: usize = 20_000;
/// Rounds in which each table is fitted to what the others leave.
const ROUNDS: usize = 40;

/// The squares of the lone king in the triangle a1-h1-e4/d4.
const TRIANGLE: usize = 20;
/// The pieces of the tables: each has one row of squares for every square of the lone king.
const NAMES: [&str; 3] = ["king", "knight", "bishop"];

/// The places of the three pieces in their tables.
type Places = [usize; 3];

/// Prints the engine's file of tables, `kbnk/tables.txt`. Their sum approximates the plies to mate with Black to
/// move, in tenths.
pub fn print(seed: u64) {
    let material = Material::parse("KBNK").expect("a material");
    let mut tables = Tables::default();
    tables.prepare(&material);
    // Positions in the same places: their number, and the sum of their plies.
    let mut cells: BTreeMap<Places, (f64, f64)> = BTreeMap::new();
    let mut random = Random::new(seed);
    for (position, plies) in near_best_play(&tables, &material, &mut random) {
        for places in images(&position) {
            let cell = cells.entry(places).or_default();
            cell.0 += 1.0;
            cell.1 += f64::from(plies);
        }
    }
    let cells: Vec<_> = cells.into_iter().collect();
    for (name, table) in NAMES.into_iter().zip(fit(&cells)) {
        println!("{name}");
        for row in table.chunks(64) {
            let row = row.iter().map(|v| format!("{}", (v * 10.0).round() as i32));
            println!("{}", row.collect::<Vec<_>>().join(" "));
        }
    }
}

/// Three tables whose sum approximates the mean plies of each cell.
fn fit(cells: &[(Places, (f64, f64))]) -> Vec<Vec<f64>> {
    let mut fitted = vec![vec![0.0; TRIANGLE * 64]; NAMES.len()];
    for _ in 0..ROUNDS {
        for piece in 0..fitted.len() {
            let mut sums = vec![(0.0, 0.0); TRIANGLE * 64];
            for (places, (count, plies)) in cells {
                let others: f64 = (0..fitted.len())
                    .filter(|&other| other != piece)
                    .map(|other| fitted[other][places[other]])
                    .sum();
                let sum = &mut sums[places[piece]];
                sum.0 += count;
                sum.1 += plies - count * others;
            }
            for (value, (count, sum)) in fitted[piece].iter_mut().zip(sums) {
                // One more than the count keeps the values of rare places small.
                *value = sum / (count + 1.0);
            }
        }
    }
    fitted
}

/// The places of the pieces in each mirror image of the position that keeps dark squares dark and
/// has the lone king in the triangle: two images if it is on a long diagonal. The board is mirrored
/// first if the bishop is on light squares.
fn images(position: &Position) -> impl Iterator<Item = Places> {
    let square = |kind| position.pieces(kind).first().expect("a piece");
    let (knight, bishop) = (square(PieceKind::Knight), square(PieceKind::Bishop));
    let (own, lone) = (position.king(Color::White), position.king(Color::Black));
    let dark = (bishop.file().index() + bishop.rank().index()) % 2 == 0;
    (0..4).filter_map(move |image| {
        let (file, rank) = mirrored(lone, dark, image);
        let in_triangle = rank <= file && file + rank <= 7;
        in_triangle.then(|| {
            let row = rank * (8 - rank) + file;
            [own, knight, bishop].map(|square| {
                let (file, rank) = mirrored(square, dark, image);
                row * 64 + rank * 8 + file
            })
        })
    })
}

/// The file and the rank of a square's mirror image.
fn mirrored(square: Square, dark: bool, image: usize) -> (usize, usize) {
    let file = square.file().index();
    let file = if dark { file } else { 7 - file };
    let rank = square.rank().index();
    [
        (file, rank),
        (rank, file),
        (7 - file, 7 - rank),
        (7 - rank, 7 - file),
    ][image]
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
            let Some(&(best, ..)) = children
                .iter()
                .min_by_key(|&&(_, plies, order)| (plies, order))
            else {
                break;
            };
            near.extend(children.iter().map(|&(child, plies, _)| (child, plies)));
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
