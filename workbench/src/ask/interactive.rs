//! A program that is asked in one session, line by line: a UCI engine, an xboard engine, or a program
//! with commands of its own.

use std::time::{Duration, Instant};

use movegen::perft::Stop;

use super::conversation::{Conversation, Patience};
use super::dialect::Protocol;
use super::greeting::{CHESS960, Greeting, is_complaint};
use super::launch::setoption_lines;
use super::notation;
use super::program::Program;
use super::shell::Shell;
use super::{
    Answer, DivideText, Ending, Error, Failure, Handshake, Launch, OtherSide, Ping, Question,
    TextLine, shorter,
};

/// How long an xboard engine may take to list its features; many list none.
const FEATURES_LIMIT: Duration = Duration::from_secs(1);

/// A running program whose options are set.
#[derive(Debug)]
pub struct InteractiveProgram {
    launch: Launch,
    protocol: Protocol,
    program: Program,
    /// What it has said about itself.
    greeting: Greeting,
    /// The options of the running process, as lines.
    options: String,
    /// How many questions the running process has answered.
    answers: usize,
    /// Whether each process ends after its first answer.
    ends_after_answer: bool,
    /// Whether an answer had lines. If so, a total before the first line belongs to the answer before.
    lists: bool,
    /// The limit for the answers to come, if it is shorter than the usual one.
    limit: Option<Duration>,
}

/// How long a program may take to answer `uci`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Welcome {
    /// As long as for any other answer.
    Patient,
    /// No longer than this for `uci` and `isready`, and not after a line that says that `uci` is
    /// unknown.
    Within(Duration),
}

impl InteractiveProgram {
    /// Starts the program and sets its options.
    ///
    /// # Errors
    /// [`Error`] if it cannot be started, or does not answer the handshake in time.
    pub fn start(launch: &Launch, protocol: Protocol) -> Result<InteractiveProgram, Error> {
        InteractiveProgram::start_within(launch, protocol, Welcome::Patient)
    }

    pub(super) fn start_within(
        launch: &Launch,
        protocol: Protocol,
        welcome: Welcome,
    ) -> Result<InteractiveProgram, Error> {
        let mut started = InteractiveProgram {
            program: Program::start(launch)?,
            launch: launch.clone(),
            protocol,
            greeting: Greeting::default(),
            options: launch.option_lines(),
            answers: 0,
            ends_after_answer: false,
            lists: false,
            limit: None,
        };
        started.greet(welcome)?;
        Ok(started)
    }

    /// Starts another process with these options.
    fn restart(&mut self, options: String) -> Result<(), Error> {
        self.options = options;
        self.program.restart(&self.launch)?;
        self.answers = 0;
        self.lists = false;
        self.greet(Welcome::Patient)
    }

    /// The handshake, and the options.
    fn greet(&mut self, welcome: Welcome) -> Result<(), Error> {
        self.greeting = Greeting::default();
        let options = self.options.clone();
        match self.protocol.handshake {
            // The input of each question begins with them.
            _ if self.protocol.ending == Ending::Exit => Ok(()),
            Handshake::Uci => {
                let limit = match welcome {
                    Welcome::Patient => self.launch.timeout,
                    Welcome::Within(limit) => limit.min(self.launch.timeout),
                };
                let impatient = matches!(welcome, Welcome::Within(_));
                let patience = Patience::new(limit);
                self.wait_for("uciok", "uci\n", patience, impatient)?;
                if self.launch.is_chess960() && !self.greeting.chess960 {
                    self.launch.notices.give("no chess960", || {
                        format!(
                            "it does not offer the option {CHESS960}: it may not know the rules of Chess960"
                        )
                    });
                }
                // Some programs accept no position before it.
                let settings = format!("{options}ucinewgame\nisready\n");
                self.wait_for("readyok", &settings, patience, false)
            }
            Handshake::Xboard => {
                let limit = FEATURES_LIMIT.min(self.launch.timeout);
                let input = "xboard\nprotover 2\n";
                let waited = self.wait_for("done=1", input, Patience::new(limit), true);
                match waited {
                    Err(Error::Failed {
                        failure: Failure::Late { .. } | Failure::Refused,
                        ..
                    }) => Ok(()),
                    waited => waited,
                }
            }
            Handshake::None => {
                // A broken pipe also ends the output, which gives the better error.
                let _ = self.program.send(&options);
                Ok(())
            }
        }
    }

    /// Sends the input and waits for a line that ends with this word.
    fn wait_for(
        &mut self,
        word: &'static str,
        input: &str,
        patience: Patience,
        impatient: bool,
    ) -> Result<(), Error> {
        let mut heard = Conversation::new(input, word);
        let _ = self.program.send(input);
        loop {
            let line = heard.line(&mut self.program, patience)?;
            self.greeting.add(&line);
            if line.ends_with(word) {
                return Ok(());
            }
            if impatient && is_complaint(&line) {
                return Err(heard.error(Failure::Refused));
            }
        }
    }

    /// What is sent before the first question.
    fn prologue(&self) -> String {
        let options = self.launch.option_lines();
        match self.protocol.handshake {
            Handshake::Uci => format!("uci\n{options}"),
            Handshake::Xboard => "xboard\nprotover 2\n".to_owned(),
            Handshake::None => options,
        }
    }

    /// The shell command that asks these questions of one process.
    fn shell_command(&self, questions: &[Question]) -> String {
        let inputs = questions.iter();
        let inputs: String = inputs
            .map(|question| self.protocol.input(question))
            .collect();
        let input = format!("{}{inputs}quit\n", self.prologue());
        Shell::HERE.feed(&input, &self.launch.command.to_string())
    }

    /// The answer, if the program is not silent for longer than this.
    pub(super) fn answer(
        &mut self,
        question: &Question,
        silence: Option<Duration>,
    ) -> Result<DivideText, Error> {
        if self.ends_after_answer && self.answers > 0 {
            self.restart(self.options.clone())?;
        }
        let mut answered = self.answer_of_process(question, silence);
        if self.answers == 1
            && let Err(error) = &answered
            && error.is_end_without_answer()
        {
            // A program may end after its first answer. The question is to blame only if it gets no answer first.
            self.restart(self.options.clone())?;
            answered = self.answer_of_process(question, silence);
            self.ends_after_answer |= answered.is_ok();
        }
        self.answers += usize::from(answered.is_ok());
        if self.ends_after_answer && self.protocol.ending != Ending::Exit {
            self.launch.notices.give("one process a question", || {
                "it ends after its first answer, so each question starts a new process".to_owned()
            });
        }
        answered
    }

    /// Whether it has declared its options.
    fn greets(&self) -> bool {
        self.protocol.handshake == Handshake::Uci && self.protocol.ending != Ending::Exit
    }

    /// The answer of the running process.
    fn answer_of_process(
        &mut self,
        question: &Question,
        silence: Option<Duration>,
    ) -> Result<DivideText, Error> {
        let input = self.protocol.input(question);
        let patience = Patience {
            silence,
            ..Patience::new(shorter(self.launch.timeout, self.limit))
        };
        let ending = self.protocol.ending;
        let mut heard = Conversation::new(&input, ending.missing());
        match ending {
            Ending::Total(_) => {
                let _ = self.program.send(&input);
            }
            Ending::Ping(ping) => {
                let _ = self.program.send(&format!("{input}{}\n", ping.request()));
            }
            Ending::Exit => {
                self.program.restart(&self.launch)?;
                let script = format!("{}{input}quit\n", self.prologue());
                let _ = self.program.send(&script);
                self.program.end_input();
            }
        }
        self.listen(&mut heard, patience)?;
        match ending {
            Ending::Total(Some(ping)) => match self.rest(&mut heard, ping, patience) {
                // The total was the end of its answer.
                Err(error) if error.is_regular_end() => self.ends_after_answer = true,
                rest => rest?,
            },
            Ending::Ping(ping) => {
                let before = heard.divide.listed();
                self.rest(&mut heard, ping, patience)?;
                if heard.divide.listed() > before {
                    return Err(heard.error(Failure::NoEnd));
                }
            }
            Ending::Total(None) | Ending::Exit => {}
        }
        self.lists |= heard.divide.listed() > 0;
        Ok(heard.divide.complete(Some(question.expected)))
    }

    /// Reads up to the end of the answer.
    fn listen(&mut self, heard: &mut Conversation, patience: Patience) -> Result<(), Error> {
        let ending = self.protocol.ending;
        loop {
            let Some(line) = heard.next(&mut self.program, patience)? else {
                return match ending {
                    Ending::Exit if !heard.divide.is_empty() => Ok(()),
                    _ => Err(heard.ended(&mut self.program, patience.deadline)),
                };
            };
            if line.starts_with("bestmove") {
                return Err(heard.error(Failure::Searched));
            }
            if matches!(ending, Ending::Ping(ping) if line == ping.reply()) {
                return Ok(());
            }
            let reader = &self.protocol.reader;
            // A second total of the answer before.
            if ending == Ending::Total(None)
                && self.lists
                && heard.divide.listed() == 0
                && matches!(reader.read(&line)[..], [TextLine::Total(total)] if total != 0)
            {
                continue;
            }
            let parts = heard.divide.read_line(reader, &line);
            heard.check_end()?;
            if parts.contains(&TextLine::Refusal) {
                return Err(heard.error(Failure::Refused));
            }
            let has_total = parts.iter().any(|part| matches!(part, TextLine::Total(_)));
            if has_total && matches!(ending, Ending::Total(_)) {
                return Ok(());
            }
        }
    }

    /// The lines that follow the total: moves after it, or a total for every depth. Asked for only after
    /// the total, since some engines answer `isready` while they count.
    fn rest(
        &mut self,
        heard: &mut Conversation,
        ping: Ping,
        patience: Patience,
    ) -> Result<(), Error> {
        heard.missing = ping.reply();
        let _ = self.program.send(&format!("{}\n", ping.request()));
        loop {
            let line = heard.line(&mut self.program, patience)?;
            if line == ping.reply() {
                return Ok(());
            }
            heard.divide.read_line(&self.protocol.reader, &line);
            heard.check_end()?;
        }
    }

    /// Asks a simple question in order to learn how the program answers.
    pub(super) fn observe(&mut self, question: &Question, limit: Duration) -> Observed {
        let input = self.protocol.input(question);
        let pings: &[Ping] = match self.protocol.handshake {
            Handshake::Uci => &[Ping::IsReady],
            Handshake::Xboard | Handshake::None => &[Ping::IsReady, Ping::Xboard],
        };
        let mut script = input.clone();
        for ping in pings {
            script += ping.request();
            script += "\n";
        }
        let mut heard = Conversation::new(&input, "answer");
        let _ = self.program.send(&script);
        let mut patience = Patience::new(limit.min(self.launch.timeout));
        let mut ping = None;
        let ended = loop {
            let line = match heard.next(&mut self.program, patience) {
                Ok(Some(line)) => line,
                Ok(None) => break Some("it ended"),
                Err(_) => break None,
            };
            if line.starts_with("bestmove") {
                break Some("it searched for a best move");
            }
            let reply = pings.iter().find(|ping| line == ping.reply()).copied();
            ping = ping.or(reply);
            let parts = heard.divide.read_line(&self.protocol.reader, &line);
            if heard.divide.is_endless() {
                break Some("it listed moves without end");
            }
            let total = heard.divide.total.is_some();
            if total && ping.is_some() {
                break None;
            }
            if (reply.is_some() || !parts.is_empty()) && (total || ping.is_some()) {
                // Only one of the two may come.
                patience.deadline = patience.deadline.min(Instant::now() + GRACE);
            }
        };
        Observed {
            last: heard.last().map(str::to_owned),
            last_error: match ended {
                Some(_) => self.program.final_error(),
                None => self.program.last_error(),
            },
            divide: heard.divide.complete(None),
            ping,
            ended,
        }
    }
}

/// How long a program may take to answer a ping after a simple answer.
const GRACE: Duration = Duration::from_millis(500);

/// What a program said to a simple question.
pub(super) struct Observed {
    /// The answer.
    pub(super) divide: DivideText,
    /// The ping that it has answered.
    pub(super) ping: Option<Ping>,
    /// What it did instead of answering.
    pub(super) ended: Option<&'static str>,
    /// Its last line.
    pub(super) last: Option<String>,
    /// The last line of its standard error.
    pub(super) last_error: Option<String>,
}

impl OtherSide for InteractiveProgram {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let divide = self.answer(question, None)?;
        notation::remark(&self.launch, question, &divide);
        Ok(Answer::Divide(divide))
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.restart(self.launch.option_lines())
    }

    fn reset_without_table(&mut self) -> Result<bool, Error> {
        if self.greeting.without_table.is_empty() {
            return Ok(false);
        }
        let smallest = setoption_lines(&self.greeting.without_table);
        self.restart(self.launch.option_lines() + &smallest)?;
        Ok(true)
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn stop(&self) -> Stop {
        self.launch.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        self.protocol.plays_moves()
    }

    fn name(&self) -> Option<&str> {
        self.greeting.name.as_deref()
    }

    fn offers_chess960(&self) -> Option<bool> {
        self.greets().then_some(self.greeting.chess960)
    }

    fn offers_variant(&self, name: &str) -> Option<bool> {
        let offers = || self.greeting.variants.iter().any(|other| other == name);
        self.greets().then(offers)
    }

    fn command(&self, question: &Question) -> Option<String> {
        Some(self.shell_command(std::slice::from_ref(question)))
    }

    fn series_command(&self, questions: &[Question]) -> Option<String> {
        let one_process = self.protocol.ending != Ending::Exit && !self.ends_after_answer;
        one_process.then(|| self.shell_command(questions))
    }
}
