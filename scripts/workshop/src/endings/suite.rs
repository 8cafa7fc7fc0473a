//! Chooses a suite of won and drawn endings.

use movegen::chess::{CastlingStyle, PieceKind, Position};

use super::material::Material;
use super::table::{Tables, Value};
use crate::random::Random;

/// How many endings of a material to choose, and which.
struct Choice {
    material: &'static str,
    count: usize,
    kind: Kind,
}

/// What is asked of an ending. The side to move wins or holds it.
#[derive(Clone, Copy)]
enum Kind {
    /// Won, in at least this many moves.
    Won(u32),
    /// Drawn, and a wrong move loses.
    Delicate,
    /// Drawn.
    Drawn,
    /// Drawn, with a bishop that does not control the square where its rook pawn promotes.
    WrongBishop,
}

const CHOICES: [Choice; 23] = [
    choice("KQK", 2, Kind::Won(7)),
    choice("KRK", 3, Kind::Won(11)),
    choice("KBBK", 4, Kind::Won(12)),
    choice("KBNK", 10, Kind::Won(24)),
    choice("KPK", 6, Kind::Won(12)),
    choice("KQKR", 5, Kind::Won(18)),
    choice("KQKB", 2, Kind::Won(10)),
    choice("KQKN", 2, Kind::Won(10)),
    choice("KQKP", 4, Kind::Won(12)),
    choice("KRKP", 5, Kind::Won(12)),
    choice("KBPK", 4, Kind::Won(12)),
    choice("KNPK", 3, Kind::Won(12)),
    choice("KNNK", 5, Kind::Drawn),
    choice("KBPK", 8, Kind::WrongBishop),
    choice("KPK", 7, Kind::Delicate),
    choice("KRKB", 5, Kind::Delicate),
    choice("KRKN", 5, Kind::Delicate),
    choice("KRKP", 4, Kind::Delicate),
    choice("KQKP", 4, Kind::Delicate),
    choice("KNPK", 2, Kind::Delicate),
    choice("KRKR", 2, Kind::Delicate),
    choice("KRBKR", 5, Kind::Delicate),
    choice("KQKR", 3, Kind::Delicate),
];

const fn choice(material: &'static str, count: usize, kind: Kind) -> Choice {
    Choice {
        material,
        count,
        kind,
    }
}

/// Prints the suite as EPD, in about ten minutes and 2 GB because of the five men: `dm` with the moves to mate of a won ending, or `ce 0` for a drawn one,
/// and `id` with the material. No side can capture or is in check at once.
pub fn print(seed: u64) {
    for (index, choice) in CHOICES.iter().enumerate() {
        let material = Material::parse(choice.material).expect("a material");
        // New tables each time: those with five men need much memory.
        let mut tables = Tables::default();
        tables.prepare(&material);
        // A sequence for each line, so that a change of one line leaves the others as they are.
        let mut random = Random::new(seed * 1000 + index as u64);
        let mut left = choice.count;
        while left > 0 {
            let number = random.below(tables.len(&material));
            let Some((position, value)) = tables.at(&material, number) else {
                continue;
            };
            let quiet = !position.is_check() && position.capture_moves().is_empty();
            if !quiet || !fits(&tables, choice.kind, &position, value) {
                continue;
            }
            left -= 1;
            let fen = position.fen(CastlingStyle::Standard);
            let board: Vec<_> = fen.split(' ').take(4).collect();
            let result = match value {
                Value::Win(plies) => format!("dm {}", plies.div_ceil(2)),
                _ => "ce 0".to_owned(),
            };
            println!("{} {result}; id \"{material}\";", board.join(" "));
        }
    }
}

fn fits(tables: &Tables, kind: Kind, position: &Position, value: Value) -> bool {
    match kind {
        Kind::Won(moves) => matches!(value, Value::Win(plies) if plies.div_ceil(2) >= moves),
        Kind::Delicate => value == Value::Draw && losing_moves(tables, position) > 0,
        Kind::Drawn => value == Value::Draw && is_weaker(position),
        Kind::WrongBishop => {
            value == Value::Draw && is_weaker(position) && has_wrong_bishop(position)
        }
    }
}

/// How many moves of a position lose.
pub fn losing_moves(tables: &Tables, position: &Position) -> usize {
    let loses = |child: &Position| matches!(tables.value(child), Value::Win(_));
    let children = position.legal_moves().into_iter();
    children.filter(|&mv| loses(&position.play(mv))).count()
}

fn is_weaker(position: &Position) -> bool {
    position.colors(position.turn()).len() < position.colors(!position.turn()).len()
}

/// Whether the only pawn is a rook's pawn, and the only bishop does not control its promotion
/// square.
fn has_wrong_bishop(position: &Position) -> bool {
    let (pawns, bishops) = (
        position.pieces(PieceKind::Pawn),
        position.pieces(PieceKind::Bishop),
    );
    let (Some(pawn), Some(bishop)) = (pawns.first(), bishops.first()) else {
        return false;
    };
    let file = pawn.file().index();
    let white = position.colors(movegen::chess::Color::White).contains(pawn);
    let corner_is_dark = (file + if white { 7 } else { 0 }) % 2 == 0;
    let bishop_is_dark = (bishop.file().index() + bishop.rank().index()) % 2 == 0;
    matches!(file, 0 | 7) && corner_is_dark != bishop_is_dark
}

#[cfg(test)]
mod tests {
    use movegen::chess::{Color, Rank, Square};

    use super::*;

    /// The engine evaluates no position near zero for its rook pawn if it is won.
    #[test]
    fn a_king_at_the_corner_holds_a_rook_pawn() {
        let mut held = 0;
        for name in ["KPK", "KBPK"] {
            let material = Material::parse(name).expect(name);
            let mut tables = Tables::default();
            tables.prepare(&material);
            for (position, value) in tables.positions(&material) {
                let pawn = position.pieces(PieceKind::Pawn).first().expect("a pawn");
                let corner = Square::new(pawn.file(), Rank::Eighth);
                let king = position.king(Color::Black);
                let near = king.file().index().abs_diff(corner.file().index()) <= 1
                    && king.rank().index() >= 6;
                let rook_pawn = matches!(pawn.file().index(), 0 | 7);
                if near && rook_pawn && (name == "KPK" || has_wrong_bishop(&position)) {
                    held += 1;
                    assert_eq!(value, Value::Draw, "{position:?}");
                    assert!(
                        engine::network::Network::default()
                            .evaluate(&position)
                            .abs()
                            <= 10,
                        "{position:?}"
                    );
                }
            }
        }
        assert!(held > 10_000, "{held}");
    }
}
