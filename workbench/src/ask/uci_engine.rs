//! A UCI engine that understands `go perft`.

use std::time::{Duration, Instant};

use movegen::perft::Stop;

use super::program::{Heard, Program};
use super::shell_word;
use super::{Answer, CommandLine, DivideText, Error, Failure, OtherSide, Question, TextLine};

/// A running engine whose options are set.
#[derive(Debug)]
pub struct UciEngine {
    command: CommandLine,
    timeout: Duration,
    /// The `setoption` lines, each with a line end.
    options: String,
    program: Program,
    /// Its `id name`.
    name: Option<String>,
    stop: Stop,
}

impl UciEngine {
    /// Starts the engine and sets its options: name, and value unless it is a button. Once the stop is
    /// raised, no question waits for an answer.
    ///
    /// # Errors
    /// [`Error`] if it cannot be started, or does not answer `uci` and `isready` in time.
    pub fn start(
        command: CommandLine,
        timeout: Duration,
        options: &[(String, Option<String>)],
        stop: &Stop,
    ) -> Result<UciEngine, Error> {
        let options = options
            .iter()
            .map(|(name, value)| match value {
                Some(value) => format!("setoption name {name} value {value}\n"),
                None => format!("setoption name {name}\n"),
            })
            .collect();
        let program = Program::start(&command, stop)?;
        let mut engine = UciEngine {
            command,
            timeout,
            options,
            program,
            name: None,
            stop: stop.clone(),
        };
        engine.introduce()?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Error> {
        let deadline = Instant::now() + self.timeout;
        self.wait_for("uciok", "uci\n", deadline)?;
        let settings = format!("{}isready\n", self.options);
        self.wait_for("readyok", &settings, deadline)
    }

    /// Sends the input and waits for exactly this line.
    fn wait_for(
        &mut self,
        word: &'static str,
        input: &str,
        deadline: Instant,
    ) -> Result<(), Error> {
        let mut heard = Conversation::new(input, word);
        // A broken pipe also ends the output, which gives the better error.
        let _ = self.program.send(input);
        loop {
            let line = heard.line(&mut self.program, deadline, self.timeout)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.trim().to_owned());
            }
            if line == word {
                return Ok(());
            }
        }
    }
}

impl OtherSide for UciEngine {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let deadline = Instant::now() + self.timeout;
        let input = input(question);
        let mut heard = Conversation::new(&input, "total (like 'Nodes searched: 400')");
        let _ = self.program.send(&input);
        loop {
            let line = heard.line(&mut self.program, deadline, self.timeout)?;
            if line.starts_with("bestmove") {
                return Err(heard.error(Failure::Searched));
            }
            let read = TextLine::of(&line);
            heard.divide.add(&line, &read);
            match read {
                TextLine::Refusal => return Err(heard.error(Failure::Refused)),
                TextLine::Total(_) => break,
                TextLine::Move(..) | TextLine::Unreadable(_) | TextLine::Noise => {}
            }
        }
        // Only now, since some engines answer `isready` while they count. The lines before `readyok`
        // still belong to this answer: moves after the total, or a total for every depth.
        heard.missing = "readyok";
        let _ = self.program.send("isready\n");
        loop {
            let line = heard.line(&mut self.program, deadline, self.timeout)?;
            if line == "readyok" {
                return Ok(Answer::Divide(heard.divide.complete()));
            }
            heard.divide.add(&line, &TextLine::of(&line));
        }
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.program = Program::start(&self.command, &self.stop)?;
        self.introduce()
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        true
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn command(&self, question: &Question) -> Option<String> {
        let input = format!("uci\n{}{}quit\n", self.options, input(question));
        Some(format!(
            "printf {} | {}",
            // These two are special to printf.
            shell_word(
                &input
                    .replace('\\', r"\\")
                    .replace('%', "%%")
                    .replace('\n', r"\n")
            ),
            self.command
        ))
    }
}

/// The UCI commands of the question.
fn input(question: &Question) -> String {
    let moves = match question.moves {
        [] => String::new(),
        moves => format!(" moves {}", moves.join(" ")),
    };
    format!(
        "position fen {}{moves}\ngo perft {}\n",
        question.fen, question.depth
    )
}

/// The output since the input, for the answer or the error message.
struct Conversation<'a> {
    input: &'a str,
    /// The word or line that completes the answer.
    missing: &'static str,
    divide: DivideText,
    last: Option<String>,
}

impl<'a> Conversation<'a> {
    fn new(input: &'a str, missing: &'static str) -> Conversation<'a> {
        Conversation {
            input,
            missing,
            divide: DivideText::default(),
            last: None,
        }
    }

    /// The next line, trimmed.
    fn line(
        &mut self,
        program: &mut Program,
        deadline: Instant,
        limit: Duration,
    ) -> Result<String, Error> {
        let moves = self.divide.listed();
        match program.listen(deadline)? {
            Heard::Line(line) => {
                let line = line.trim().to_owned();
                if !line.is_empty() {
                    self.last = Some(line.clone());
                }
                Ok(line)
            }
            Heard::End => {
                let status = program.status(deadline)?;
                Err(self.error(Failure::Ended { status, moves }))
            }
            Heard::Nothing => {
                let missing = self.missing;
                Err(self.error(Failure::Late {
                    limit,
                    moves,
                    missing,
                }))
            }
        }
    }

    fn error(&self, failure: Failure) -> Error {
        Error::Failed {
            failure,
            input: format!(
                "after this input:\n  {}",
                self.input.trim_end().replace('\n', "\n  ")
            ),
            last: self.last.clone(),
        }
    }
}
