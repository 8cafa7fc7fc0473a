//! A function that answers with divides, asked in the same process.

use movegen::perft::Stop;

use super::{Answer, DivideText, Error, OtherSide, Question};

/// The other side of a comparison as a function: it gets a [`Question`] and returns the text of a
/// divide, such as `e2e4: 20`, one move per line. For bindings to other languages; a generator in
/// Rust implements [`MoveGenerator`](super::MoveGenerator).
///
/// ```
/// use movegen::chess::Position;
/// use movegen::perft::Stop;
/// use workbench::ask::{Answer, DivideFn, OtherSide, Question};
///
/// let mut other = DivideFn::new(|_: &Question| Ok("e2e4: 20\nNf3: 20\n".to_owned()), &Stop::new());
/// let question = Question { fen: "startpos", moves: &[], depth: 2, expected: 400 };
/// let Answer::Divide(divide) = other.ask(&question).unwrap() else { unreachable!() };
/// assert_eq!(divide.lines, [("e2e4".to_owned(), 20), ("Nf3".to_owned(), 20)]);
/// ```
#[derive(Debug)]
pub struct DivideFn<F> {
    divide: F,
    stop: Stop,
}

impl<F: FnMut(&Question) -> Result<String, String>> DivideFn<F> {
    /// Asks this function until `stop` is raised. Its error is any text.
    pub fn new(divide: F, stop: &Stop) -> DivideFn<F> {
        DivideFn {
            divide,
            stop: stop.clone(),
        }
    }
}

impl<F: FnMut(&Question) -> Result<String, String>> OtherSide for DivideFn<F> {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let answer = (self.divide)(question);
        if self.stop.is_stopped() {
            return Err(Error::Stopped);
        }
        match answer {
            Ok(text) => Ok(Answer::Divide(DivideText::read(&text))),
            Err(message) => Err(Error::Generator {
                fen: question.fen.to_owned(),
                moves: question.moves.to_vec(),
                depth: question.depth,
                message,
            }),
        }
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        true
    }
}
