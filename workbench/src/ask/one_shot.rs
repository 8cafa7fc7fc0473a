//! A program that is called once per question and prints a divide: a script with the interface of
//! perftree, or any other command line.

use std::time::Duration;

use movegen::perft::Stop;

use super::conversation::Patience;
use super::notation;
use super::program::{Heard, Program};
use super::{
    Answer, CommandLine, DivideText, Error, Failure, Launch, LineReader, OtherSide, Question,
    Template, TextLine, excerpt, shorter,
};

/// A program that runs once per question.
#[derive(Debug)]
pub struct OneShot {
    launch: Launch,
    template: Template,
    reader: LineReader,
    /// Whether an answer without a total is incomplete.
    has_total: bool,
    /// The limit for the answers to come, if it is shorter than the usual one.
    limit: Option<Duration>,
}

impl OneShot {
    /// A program that is called as the template says and whose answer may lack a total; it is not
    /// started yet.
    pub fn new(launch: Launch, template: Template, reader: LineReader) -> OneShot {
        OneShot {
            launch,
            template,
            reader,
            has_total: false,
            limit: None,
        }
    }

    /// A script called as `CMD DEPTH FEN [MOVES]`, whose answer ends with a total, as perftree calls it.
    pub fn perftree(launch: Launch) -> OneShot {
        OneShot::new(launch, Template::perftree(), LineReader::default()).with_total()
    }

    /// The same program, whose answer is incomplete without a total.
    #[must_use]
    pub fn with_total(self) -> OneShot {
        OneShot {
            has_total: true,
            ..self
        }
    }

    fn call(&self, question: &Question) -> CommandLine {
        self.template.call(&self.launch.command, question)
    }

    /// Runs the program within the limit.
    pub(super) fn answer(
        &self,
        question: &Question,
        patience: Patience,
    ) -> Result<DivideText, Error> {
        let call = self.call(question);
        let mut program = Program::call(&call, &self.launch.stop, self.launch.shows_errors)?;
        program.end_input();
        let mut divide = DivideText::default();
        let mut last = None;
        let failure = loop {
            match program.listen(patience.deadline)? {
                Heard::Line(line) => {
                    let parts = divide.read_line(&self.reader, &line);
                    if !line.trim().is_empty() {
                        last = Some(excerpt(&line));
                    }
                    if divide.is_endless() {
                        break Failure::Endless;
                    }
                    if parts.contains(&TextLine::Refusal) {
                        break Failure::Refused;
                    }
                }
                Heard::End => {
                    let complete = divide.total.is_some() || !self.has_total && !divide.is_empty();
                    match program.status(patience.deadline)? {
                        // Whatever the exit code is, the answer is complete.
                        Some(status) if complete && status.code().is_some() => {
                            return Ok(divide.complete(Some(question.expected)));
                        }
                        status => {
                            let moves = divide.listed();
                            last = last.or_else(|| program.final_error());
                            break Failure::Ended { status, moves };
                        }
                    }
                }
                Heard::Nothing => {
                    last = last.or_else(|| program.last_error());
                    break Failure::Late {
                        limit: patience.limit,
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
}

impl OtherSide for OneShot {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let divide = self.answer(
            question,
            Patience::new(shorter(self.launch.timeout, self.limit)),
        )?;
        notation::remark(&self.launch, question, &divide);
        Ok(Answer::Divide(divide))
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn stop(&self) -> Stop {
        self.launch.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        self.template.has("{moves}")
    }

    fn command(&self, question: &Question) -> Option<String> {
        Some(self.call(question).to_string())
    }
}
