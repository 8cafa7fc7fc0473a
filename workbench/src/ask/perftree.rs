//! A script with the interface of perftree: `CMD depth fen moves`, answered by a divide on standard output.

use std::time::{Duration, Instant};

use movegen::perft::Stop;

use super::program::{Heard, Program};
use super::{Answer, CommandLine, DivideText, Error, Failure, OtherSide, Question, TextLine};

/// A script that runs once per question.
#[derive(Debug)]
pub struct PerftreeScript {
    command: CommandLine,
    timeout: Duration,
    stop: Stop,
}

impl PerftreeScript {
    /// A script with a time limit for each answer; it is not started yet. Once the stop is raised, no
    /// question waits for an answer.
    pub fn new(command: CommandLine, timeout: Duration, stop: &Stop) -> PerftreeScript {
        PerftreeScript {
            command,
            timeout,
            stop: stop.clone(),
        }
    }

    fn call(&self, question: &Question) -> CommandLine {
        let (depth, moves) = (question.depth.to_string(), question.moves.join(" "));
        let call = self.command.with(&[&depth, question.fen]);
        // Without moves, the argument is left out rather than empty.
        match question.moves {
            [] => call,
            _ => call.with(&[&moves]),
        }
    }
}

impl OtherSide for PerftreeScript {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let call = self.call(question);
        let deadline = Instant::now() + self.timeout;
        let mut program = Program::start(&call, &self.stop)?;
        program.end_input();
        let mut divide = DivideText::default();
        let mut last = None;
        let failure = loop {
            match program.listen(deadline)? {
                Heard::Line(line) => {
                    let read = TextLine::of(&line);
                    divide.add(&line, &read);
                    if !line.trim().is_empty() {
                        last = Some(line);
                    }
                    if read == TextLine::Refusal {
                        break Failure::Refused;
                    }
                }
                Heard::End => match program.status(deadline)? {
                    // Whatever the exit code is, the answer is complete.
                    Some(status) if divide.total.is_some() && status.code().is_some() => {
                        return Ok(Answer::Divide(divide.complete()));
                    }
                    status => {
                        let moves = divide.listed();
                        break Failure::Ended { status, moves };
                    }
                },
                Heard::Nothing => {
                    break Failure::Late {
                        limit: self.timeout,
                        moves: divide.listed(),
                        missing: "end of its output",
                    };
                }
            }
        };
        Err(Error::Failed {
            failure,
            input: format!("called as:\n  {call}"),
            last,
        })
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        true
    }

    fn command(&self, question: &Question) -> Option<String> {
        Some(self.call(question).to_string())
    }
}
