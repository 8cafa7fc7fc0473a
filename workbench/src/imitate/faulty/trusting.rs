//! A generator that trusts its input: it counts positions that break the rules, as most programs do.

use movegen::chess::{Color, Setup, Square};

use super::board::Board;
use super::program::{KingCapture, Program};
use super::walk::Walker;
use crate::imitate::{Budget, Counts, Exhausted};

/// The divide of a setup. `kings` are cached squares of the kings that are not those on the board.
///
/// # Errors
/// [`Exhausted`] if the budget is too small.
pub(in crate::imitate) fn divide(
    setup: &Setup,
    kings: [Option<Square>; 2],
    king_capture: KingCapture,
    depth: u32,
    budget: &mut Budget,
) -> Result<Counts, Exhausted> {
    let program = Program {
        king_capture,
        ..Program::correct()
    };
    let mut board = Board::new(setup);
    for color in Color::ALL {
        if let Some(king) = kings[color.index()] {
            board.kings[color.index()] = king as u8;
        }
    }
    let mut walker = Walker::new(&program, budget);
    let moves = walker.pseudo_legal(&board);
    let moves = walker.legal_at_root(&mut board.clone(), moves, depth);
    let lines = moves.into_iter().map(|mv| {
        let count = walker.count_move(&mut board.clone(), mv, depth, false)?;
        Ok((mv.printed(&board), i128::from(count.unwrap_or(0))))
    });
    Ok(Counts::of_lines(lines.collect::<Result<_, _>>()?))
}

/// Whether a move with this text is pseudo-legal in a setup.
pub(in crate::imitate) fn generates(setup: &Setup, text: &str) -> bool {
    let program = Program::correct();
    let mut budget = Budget::new(0);
    let board = Board::new(setup);
    let moves = Walker::new(&program, &mut budget).pseudo_legal(&board);
    moves.into_iter().any(|mv| mv.texts(&board).contains(text))
}

/// The number of pseudo-legal moves of a setup.
pub(in crate::imitate) fn pseudo_legal(setup: &Setup) -> usize {
    let (program, mut budget) = (Program::correct(), Budget::new(0));
    let walker = &mut Walker::new(&program, &mut budget);
    walker.pseudo_legal(&Board::new(setup)).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::{Kernel, Position};
    use movegen::perft::{Perft, Stop};

    #[test]
    fn valid_positions_are_counted_correctly_and_others_as_well() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let count = |fen: &str, captures| {
            let setup: Setup = fen.parse().expect(fen);
            divide(&setup, [None; 2], captures, 2, &mut Budget::new(100_000)).expect("small")
        };
        let position: Position = fen.parse().expect(fen);
        let right = Perft::new(2).run(&position, &Kernel::best(), &Stop::new(), |_| {});
        let total = count(fen, KingCapture::Never).total;
        assert_eq!(total, right.expect("no table").total as i128);
        // White can capture the king, if the program generates that.
        let fen = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1";
        let captures = |captures| {
            let counts = count(fen, captures);
            counts.lines.iter().any(|line| line.0 == "e1e8")
        };
        assert!(captures(KingCapture::KeepsSquare));
        assert!(!captures(KingCapture::Never));
    }
}
