//! A move generator in Rust, asked in the same process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Answer, DivideText, Error, OtherSide, Question, reported};

/// A chess move generator written in Rust, for [`check`](crate::check).
///
/// Three methods are enough. A generator that plays moves in place, or that has a perft of its own,
/// overrides [`perft`](MoveGenerator::perft) as well, so that its unmake and its hash table are
/// tested too.
pub trait MoveGenerator {
    /// A position of the generator.
    type Position;

    /// Sets up a position from a FEN. Castling rights are written `KQkq`; in Chess960 positions that
    /// need it, by the rook's file (`HAha`).
    ///
    /// # Errors
    /// Any text, if the FEN is not understood.
    fn set_up(&mut self, fen: &str) -> Result<Self::Position, String>;

    /// All legal moves in UCI notation, in any order. Castling may be written as `e1g1` or `e1h1`.
    fn legal_moves(&mut self, position: &Self::Position) -> Vec<String>;

    /// The position after one of the moves that [`legal_moves`](MoveGenerator::legal_moves) lists,
    /// or after a legal move in UCI notation with castling as `e1g1`.
    fn play(&mut self, position: &Self::Position, mv: &str) -> Self::Position;

    /// The number of leaves `depth` plies below the position.
    fn perft(&mut self, position: &Self::Position, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves(position);
        if depth == 1 {
            return moves.len() as u128;
        }
        moves
            .iter()
            .map(|mv| {
                let child = self.play(position, mv);
                self.perft(&child, depth - 1)
            })
            .sum()
    }
}

/// A [`MoveGenerator`] as the other side of a comparison. A panic of the generator becomes an
/// [`Error::Generator`] that names the position.
#[derive(Debug)]
pub struct InProcess<'a, G>(pub &'a mut G);

impl<G: MoveGenerator> InProcess<'_, G> {
    fn divide(&mut self, question: &Question) -> Result<DivideText, String> {
        let generator = &mut *self.0;
        let mut position = generator.set_up(question.fen)?;
        for mv in question.moves {
            position = generator.play(&position, mv);
        }
        let mut divide = DivideText::default();
        for mv in generator.legal_moves(&position) {
            let count = match question.depth {
                0 | 1 => 1,
                depth => {
                    let child = generator.play(&position, &mv);
                    generator.perft(&child, depth - 1)
                }
            };
            divide
                .lines
                .push((mv.to_ascii_lowercase(), reported(count)));
        }
        Ok(divide)
    }
}

impl<G: MoveGenerator> OtherSide for InProcess<'_, G> {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let divide = catch_unwind(AssertUnwindSafe(|| self.divide(question)))
            .unwrap_or_else(|panic| Err(format!("panicked: {}", panic_message(&*panic))));
        divide
            .map(Answer::Divide)
            .map_err(|message| Error::Generator {
                fen: question.fen.to_owned(),
                moves: question.moves.to_vec(),
                depth: question.depth,
                message,
            })
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}
