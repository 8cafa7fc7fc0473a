//! A program whose dialect is found out.

use std::time::Duration;

use movegen::perft::Stop;

use super::detect::Detection;
use super::dialect::{DIALECTS, Dialect, Handshake, Protocol, SetUp};
use super::interactive::{InteractiveProgram, Welcome};
use super::{
    Answer, Ending, Error, Failure, Launch, LineReader, OneShot, OtherSide, Ping, Question,
    Template, notation,
};

/// How long a program may take to answer `uci` and `isready` before it is asked without the handshake.
const WELCOME: Duration = Duration::from_secs(5);

/// How long the first answer may pause before other dialects are tried.
const SILENCE: Duration = Duration::from_secs(3);

/// What is known about the dialect of a program.
#[derive(Clone, Debug)]
pub enum DialectHint {
    /// Nothing.
    Any,
    /// It is this one.
    Dialect(Dialect),
    /// It is asked by this command, after its position is set up.
    Command(Template, SetUp),
}

/// A program whose dialect is found out: by its first answer if it is a UCI engine with `go perft`, by
/// simple questions to other processes of the same program if not.
pub struct AutoProgram {
    launch: Launch,
    reader: LineReader,
    program: Program,
    /// Whether it has answered in this dialect. A UCI engine may not know `go perft`.
    confirmed: bool,
}

enum Program {
    Session(Box<InteractiveProgram>),
    OneShot(Box<OneShot>),
}

impl AutoProgram {
    /// Starts the program and, unless it is a UCI engine, detects which commands it understands. `handshake` is
    /// false if it must not be greeted.
    ///
    /// # Errors
    /// [`Error::NoDialect`] if no way to ask it gets an answer; [`Error`] if it cannot be started.
    pub fn start(
        launch: Launch,
        hint: DialectHint,
        handshake: bool,
        reader: LineReader,
    ) -> Result<AutoProgram, Error> {
        let may_be_uci = match &hint {
            DialectHint::Any | DialectHint::Command(_, SetUp::Position | SetUp::InCommand) => true,
            DialectHint::Dialect(dialect) => dialect.set_up != SetUp::Setboard,
            DialectHint::Command(_, SetUp::Setboard) => false,
        };
        let greeted = match handshake && may_be_uci {
            true => greeted(&launch, &reader)?,
            false => None,
        };
        let mut detection = Detection::new(&launch, &reader);
        let handshakes: &[Handshake] = match (&greeted, handshake) {
            (Some(_), _) => &[Handshake::Uci],
            (None, true) => &[Handshake::None, Handshake::Xboard],
            (None, false) => &[Handshake::None],
        };
        let any = matches!(hint, DialectHint::Any);
        let found = match (greeted, any) {
            (Some(program), true) => return Ok(AutoProgram::new(launch, reader, program, false)),
            _ => detection.session(protocols(hint, handshakes, &reader))?,
        };
        if let Some(protocol) = found {
            let program = InteractiveProgram::start(&launch, protocol)?;
            return Ok(AutoProgram::new(launch, reader, program, true));
        }
        let one_shot = match any {
            true => detection.one_shot()?,
            false => None,
        };
        match one_shot {
            Some(one_shot) => Ok(AutoProgram {
                program: Program::OneShot(Box::new(one_shot)),
                confirmed: true,
                launch,
                reader,
            }),
            None => Err(detection.error()),
        }
    }

    fn new(
        launch: Launch,
        reader: LineReader,
        program: InteractiveProgram,
        confirmed: bool,
    ) -> AutoProgram {
        AutoProgram {
            program: Program::Session(Box::new(program)),
            launch,
            reader,
            confirmed,
        }
    }

    fn other(&self) -> &dyn OtherSide {
        match &self.program {
            Program::Session(program) => program.as_ref(),
            Program::OneShot(program) => program.as_ref(),
        }
    }

    fn other_mut(&mut self) -> &mut dyn OtherSide {
        match &mut self.program {
            Program::Session(program) => program.as_mut(),
            Program::OneShot(program) => program.as_mut(),
        }
    }

    /// Finds out how a UCI engine is asked that does not answer `go perft`.
    fn detect(&mut self) -> Result<(), Error> {
        let mut detection = Detection::new(&self.launch, &self.reader);
        let protocols = protocols(DialectHint::Any, &[Handshake::Uci], &self.reader);
        let Some(protocol) = detection.session(protocols)? else {
            return Err(detection.error());
        };
        let program = InteractiveProgram::start(&self.launch, protocol)?;
        self.program = Program::Session(Box::new(program));
        self.confirmed = true;
        Ok(())
    }
}

/// The ways to ask after one of these handshakes, without repetition.
fn protocols(hint: DialectHint, handshakes: &[Handshake], reader: &LineReader) -> Vec<Protocol> {
    let mut commands: Vec<(SetUp, Template)> = Vec::new();
    let mut add = |set_up, count| {
        let command = (set_up, count);
        if !commands.contains(&command) {
            commands.push(command);
        }
    };
    match hint {
        DialectHint::Command(count, set_up) => add(set_up, count),
        DialectHint::Dialect(dialect) => dialect
            .templates()
            .for_each(|count| add(dialect.set_up, count)),
        DialectHint::Any => {
            for dialect in DIALECTS {
                dialect
                    .templates()
                    .for_each(|count| add(dialect.set_up, count));
            }
        }
    }
    let mut all = Vec::new();
    for (set_up, count) in commands {
        for &handshake in handshakes {
            let is_xboard = set_up == SetUp::Setboard;
            let fits = match handshake {
                Handshake::Uci => !is_xboard,
                Handshake::Xboard => is_xboard,
                // Without an attempt to greet it, both are possible.
                Handshake::None => !is_xboard || handshakes.len() == 1,
            };
            if fits {
                all.push(Protocol {
                    handshake,
                    set_up,
                    before_move: Some(""),
                    count: count.clone(),
                    ending: Ending::Total(None),
                    reader: reader.clone(),
                });
            }
        }
    }
    all
}

/// The program as a UCI engine; `None` if it does not answer `uci`.
fn greeted(launch: &Launch, reader: &LineReader) -> Result<Option<InteractiveProgram>, Error> {
    let protocol = Protocol {
        reader: reader.clone(),
        ending: Ending::Total(Some(Ping::IsReady)),
        ..Protocol::stockfish()
    };
    match InteractiveProgram::start_within(launch, protocol, Welcome::Within(WELCOME)) {
        Ok(program) => Ok(Some(program)),
        Err(error @ (Error::Stopped | Error::Start { .. })) => Err(error),
        Err(_) => {
            launch.notices.give("no handshake", || {
                "it does not answer 'uci' with 'uciok' and 'isready' with 'readyok', so it is asked without \
                 the handshake (--no-handshake does so at once, --kind uci waits longer)"
                    .to_owned()
            });
            Ok(None)
        }
    }
}

impl OtherSide for AutoProgram {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let Program::Session(program) = &mut self.program else {
            return self.other_mut().ask(question);
        };
        if self.confirmed {
            return program.ask(question);
        }
        match program.answer(question, Some(SILENCE)) {
            Ok(divide) => {
                self.confirmed = true;
                notation::remark(&self.launch, question, &divide);
                Ok(Answer::Divide(divide))
            }
            Err(Error::Failed {
                failure: Failure::Searched | Failure::Late { .. },
                ..
            }) => {
                self.detect()?;
                self.other_mut().ask(question)
            }
            Err(error) => Err(error),
        }
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.other_mut().reset()
    }

    fn reset_without_table(&mut self) -> Result<bool, Error> {
        self.other_mut().reset_without_table()
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.other_mut().limit_answers(limit);
    }

    fn stop(&self) -> Stop {
        self.launch.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        self.other().plays_moves()
    }

    fn name(&self) -> Option<&str> {
        self.other().name()
    }

    fn offers_chess960(&self) -> Option<bool> {
        self.other().offers_chess960()
    }

    fn offers_variant(&self, name: &str) -> Option<bool> {
        self.other().offers_variant(name)
    }

    fn command(&self, question: &Question) -> Option<String> {
        self.other().command(question)
    }

    fn series_command(&self, questions: &[Question]) -> Option<String> {
        self.other().series_command(questions)
    }
}
