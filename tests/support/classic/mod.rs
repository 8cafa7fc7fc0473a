//! A classic perft program with one of many bugs, written as engine authors write them and
//! independently of Canopy: a 10x12 mailbox, piece lists, make and unmake in place, pseudo-legal
//! moves and a test for attacks on the king, an incremental zobrist key, a table of counts.
//!
//! It answers in the same process ([`Classic`] is an [`OtherSide`]) or in one of its own
//! ([`arguments`]). [`Bug`] lists its bugs; it consults them where an author would have made
//! the mistake.

mod attack;
mod board;
mod bug;
mod castle;
mod count;
mod fen;
mod generate;
mod make;
mod process;
mod program;

use std::time::Duration;

use workbench::ask::{Answer, DivideText, Error, Failure, OtherSide, Question};

use board::End;
pub(crate) use bug::Bug;
pub(crate) use count::Style;
pub(crate) use process::arguments;
use program::Program;

/// The program, asked in this process.
#[derive(Debug)]
pub(crate) struct Classic {
    program: Program,
}

impl Classic {
    pub(crate) fn new(bug: Bug, style: Style, chess960: bool) -> Classic {
        Classic {
            program: Program::new(bug, style, chess960),
        }
    }

    /// The number of leaves.
    pub(crate) fn leaves(&mut self, fen: &str, depth: u32) -> i128 {
        self.program.position(fen, &[]);
        let (text, _) = self.program.perft(depth);
        let last = text.lines().last().unwrap_or_default();
        let (_, total) = last.rsplit_once(' ').unwrap_or_default();
        total.parse().unwrap_or(-1)
    }
}

impl OtherSide for Classic {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        self.program.position(question.fen, question.moves);
        let (text, end) = self.program.perft(question.depth);
        let divide = DivideText::read(&text);
        let failure = |failure| Error::Failed {
            failure,
            input: format!("position fen {}", question.fen),
            last: text.lines().last().map(str::to_owned),
        };
        match end {
            End::Answered => Ok(Answer::Divide(divide)),
            End::Crashed(message) => Err(Error::Generator {
                fen: question.fen.to_owned(),
                moves: question.moves.to_vec(),
                depth: question.depth,
                message: message.to_owned(),
            }),
            End::Hangs => Err(failure(Failure::Late {
                limit: Duration::from_secs(1),
                moves: divide.lines.len(),
                missing: "total",
            })),
        }
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.program.restart();
        Ok(())
    }

    fn plays_moves(&self) -> bool {
        true
    }
}
