//! A program with the interface of juddperft's `test-external`: `CMD "FEN" depth value`, answered by
//! the exit code alone.

use std::time::{Duration, Instant};

use movegen::perft::Stop;

use super::program::{Heard, Program};
use super::{Answer, CommandLine, Error, Failure, OtherSide, Question, shorter};

/// Shells use 126 and 127 for a command that cannot be run, and higher codes for signals.
const NOT_A_VERDICT: i32 = 126;

/// A program that runs once per question and answers yes or no.
#[derive(Debug)]
pub struct ExitCodeProgram {
    command: CommandLine,
    timeout: Duration,
    /// The limit for the answers to come, if it is shorter.
    limit: Option<Duration>,
    stop: Stop,
}

impl ExitCodeProgram {
    /// A program with a time limit for each answer; it is not started yet. Once the stop is raised, no
    /// question waits for an answer.
    pub fn new(command: CommandLine, timeout: Duration, stop: &Stop) -> ExitCodeProgram {
        ExitCodeProgram {
            command,
            timeout,
            limit: None,
            stop: stop.clone(),
        }
    }

    fn call(&self, question: &Question) -> CommandLine {
        let (depth, value) = (question.depth.to_string(), question.expected.to_string());
        self.command.with(&[question.fen, &depth, &value])
    }
}

impl OtherSide for ExitCodeProgram {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let call = self.call(question);
        let limit = shorter(self.timeout, self.limit);
        let deadline = Instant::now() + limit;
        let mut program = Program::call(&call, &self.stop, true)?;
        program.end_input();
        let mut last = None;
        // Its output matters only for an error message.
        let in_time = loop {
            match program.listen(deadline)? {
                Heard::Line(line) if line.trim().is_empty() => {}
                Heard::Line(line) => last = Some(line),
                Heard::End => break true,
                Heard::Nothing => break false,
            }
        };
        let status = if in_time {
            program.status(deadline)?
        } else {
            None
        };
        let failure = match status {
            None => Failure::Late {
                limit,
                moves: 0,
                missing: "exit code",
            },
            Some(status) => match status.code() {
                Some(code) if (0..NOT_A_VERDICT).contains(&code) => {
                    return Ok(Answer::Verdict(code == 0));
                }
                _ => Failure::NoVerdict(status),
            },
        };
        Err(Error::Failed {
            failure,
            input: format!("called as:\n  {call}"),
            last,
        })
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        false
    }

    fn command(&self, question: &Question) -> Option<String> {
        Some(format!("{}; echo $?", self.call(question)))
    }
}
