//! The arguments that name another program, shared by all subcommands that ask one.

use std::path::Path;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use movegen::chess::CastlingStyle;
use movegen::chess::variant::Rules;
use movegen::perft::Stop;
use workbench::ask::{
    self, AutoProgram, CommandLine, Dialect, DialectHint, Ending, ExitCodeProgram, Handshake,
    InteractiveProgram, Launch, LineReader, Notices, OneShot, OtherSide, PatternError, Protocol,
    SetUp, Template,
};

use super::pace::Limits;
use crate::diagnostics::note;

/// Another program and how to talk to it.
#[derive(Debug, Args)]
pub(super) struct EngineArgs {
    /// The other program: a path, a name on the PATH, or a command line like "python3 bot.py"
    #[arg(short, long, value_name = "CMD")]
    engine: Option<String>,
    /// An argument for it; may be repeated
    #[arg(
        long,
        value_name = "A",
        allow_hyphen_values = true,
        requires = "engine"
    )]
    engine_arg: Vec<String>,
    /// How to talk to it
    #[arg(long, alias = "dialect", value_enum, default_value_t = Kind::Auto)]
    kind: Kind,
    /// The command that counts, such as "perft {depth}"; {fen} and {moves} stand for the position, and
    /// with {program} the program is called once per question: "{program} {fen} {depth}"
    #[arg(long, value_name = "TEMPLATE", requires = "engine")]
    perft_command: Option<Template>,
    /// How a move with its count is written: two groups, which can be named move and count
    #[arg(long, value_name = "REGEX", requires = "engine", value_parser = line_pattern)]
    line: Option<String>,
    /// How the total is written: one group, which can be named count
    #[arg(long, value_name = "REGEX", requires = "engine", value_parser = total_pattern)]
    total: Option<String>,
    /// Do not send "uci" or "xboard" first
    #[arg(long, requires = "engine")]
    no_handshake: bool,
    /// A UCI option to set, or NAME alone for a button; may be repeated
    #[arg(short, long, value_name = "NAME=VALUE", requires = "engine")]
    option: Vec<String>,
    /// How long each answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    timeout: f64,
    /// Passes remarks on to standard error, each once per run
    #[arg(skip = Notices::new(|text| note(format_args!("canopy: note on the other program: {text}"))))]
    notices: Notices,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Any of those below but `perftree` and `exit-code`: the first that gets an answer
    Auto,
    /// A UCI engine with `go perft`, such as Stockfish
    #[value(alias = "stockfish")]
    Uci,
    /// A program that answers `perft N` or `divide N` by lines like `e2e4 20`
    Plain,
    /// As BBC: `move: e2e4  nodes: 20`
    Bbc,
    /// As VICE: `Move 1 : e2e4 20`
    Vice,
    /// An engine for xboard: `setboard`, and moves that may be in SAN
    Xboard,
    /// A program called as CMD DEPTH FEN [MOVES], or as `--perft-command` says
    OneShot,
    /// A script called as CMD DEPTH FEN [MOVES] that prints a divide and a total
    Perftree,
    /// A program called as CMD FEN DEPTH VALUE whose exit code is 0 if its count is VALUE
    ExitCode,
}

/// The greatest time limit; small enough to be added to any point in time.
const LONGEST_WAIT: f64 = 1e6;

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_WAIT => Ok(seconds),
        _ => Err(format!(
            "expected a number of seconds above 0 and up to {LONGEST_WAIT}, such as 10 or 0.5"
        )),
    }
}

fn line_pattern(text: &str) -> Result<String, PatternError> {
    LineReader::new(Some(text), None).map(|_| text.to_owned())
}

fn total_pattern(text: &str) -> Result<String, PatternError> {
    LineReader::new(None, Some(text)).map(|_| text.to_owned())
}

impl Kind {
    /// The dialect, if it is one of a session.
    fn dialect(self) -> Option<Dialect> {
        Dialect::named(self.to_possible_value()?.get_name())
    }
}

impl EngineArgs {
    /// Whether a program was given.
    pub(super) fn is_given(&self) -> bool {
        self.engine.is_some()
    }

    /// The time limits of a run of this length, if it has one.
    pub(super) fn limits(&self, run: Option<Duration>) -> Option<Limits> {
        let answer = Duration::from_secs_f64(self.timeout);
        run.map(|run| Limits { run, answer })
    }

    /// Starts the program. Once the stop is raised, no question waits for an answer.
    ///
    /// # Errors
    /// [`ask::Error`] if it cannot be started, gives no answer, or does not offer the variant.
    pub(super) fn start(
        &self,
        rules: &'static dyn Rules,
        style: CastlingStyle,
        stop: &Stop,
    ) -> Result<Box<dyn OtherSide>, ask::Error> {
        let other = self.launch(rules, style, stop)?;
        let variant = rules.name();
        match !rules.is_standard() && other.offers_variant(variant) == Some(false) {
            true => Err(ask::Error::NoVariant { variant }),
            false => Ok(other),
        }
    }

    fn launch(
        &self,
        rules: &'static dyn Rules,
        style: CastlingStyle,
        stop: &Stop,
    ) -> Result<Box<dyn OtherSide>, ask::Error> {
        ask::adopt_orphans();
        let mut command = self.command();
        command.arguments.extend_from_slice(&self.engine_arg);
        let launch = Launch {
            options: self.options(rules, style),
            notices: self.notices.clone(),
            ..Launch::new(command, Duration::from_secs_f64(self.timeout), stop)
        };
        let reader = self.reader();
        let set_up = |default| match &self.perft_command {
            Some(template) if template.has("{fen}") => SetUp::InCommand,
            _ => default,
        };
        let one_shot = |launch, otherwise| {
            let template = self.perft_command.clone().unwrap_or(otherwise);
            OneShot::new(launch, template, self.reader())
        };
        let template = self.perft_command.clone();
        let is_call = template
            .as_ref()
            .is_some_and(|template| template.has("{program}"));
        Ok(match self.kind {
            Kind::ExitCode => {
                self.refuse_templates();
                Box::new(ExitCodeProgram::new(launch.command, launch.timeout, stop))
            }
            Kind::Perftree => Box::new(one_shot(launch, Template::perftree()).with_total()),
            Kind::OneShot => Box::new(one_shot(launch, Template::perftree())),
            _ if is_call => Box::new(one_shot(launch, Template::perftree())),
            Kind::Uci => {
                let strict = Protocol {
                    count: template.unwrap_or_else(Template::go_perft),
                    set_up: set_up(SetUp::Position),
                    reader,
                    ..Protocol::stockfish()
                };
                let strict = match self.no_handshake {
                    true => Protocol {
                        handshake: Handshake::None,
                        ending: Ending::Total(None),
                        ..strict
                    },
                    false => strict,
                };
                Box::new(InteractiveProgram::start(&launch, strict)?)
            }
            Kind::Auto | Kind::Plain | Kind::Bbc | Kind::Vice | Kind::Xboard => {
                let dialect = self.kind.dialect();
                let wanted = match (template, dialect) {
                    (Some(template), dialect) => {
                        let usual = dialect.map_or(SetUp::Position, |dialect| dialect.set_up);
                        DialectHint::Command(template, set_up(usual))
                    }
                    (None, Some(dialect)) => DialectHint::Dialect(dialect),
                    (None, None) => DialectHint::Any,
                };
                Box::new(AutoProgram::start(
                    launch,
                    wanted,
                    !self.no_handshake,
                    reader,
                )?)
            }
        })
    }

    /// How its lines are read.
    fn reader(&self) -> LineReader {
        // clap has checked both patterns.
        LineReader::new(self.line.as_deref(), self.total.as_deref()).unwrap_or_default()
    }

    /// Ends with an error of usage if there is a template or a pattern.
    fn refuse_templates(&self) {
        if self.perft_command.is_some() || self.line.is_some() || self.total.is_some() {
            clap::Error::raw(
                ErrorKind::ArgumentConflict,
                "--kind exit-code has a fixed command line and reads no output: --perft-command, --line \
                 and --total cannot be used with it\n",
            )
            .exit()
        }
    }

    /// Its name: the words of the command line, files without their folders, as in `python3 engine.py`.
    pub(super) fn name(&self) -> String {
        let command = self.command();
        let words = [command.program].into_iter().chain(command.arguments);
        let words = words.map(|word| match Path::new(&word).file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => word,
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The program and the arguments in the same text.
    fn command(&self) -> CommandLine {
        // clap requires it in every subcommand.
        CommandLine::parse(self.engine.as_deref().unwrap_or_default())
    }

    fn options(
        &self,
        rules: &'static dyn Rules,
        style: CastlingStyle,
    ) -> Vec<(String, Option<String>)> {
        let set = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        let variant = rules.name();
        let variant = (!rules.is_standard()).then(|| set("UCI_Variant", variant));
        let chess960 = (style == CastlingStyle::Chess960).then(|| set("UCI_Chess960", "true"));
        let asked = self
            .option
            .iter()
            .map(|option| match option.split_once('=') {
                Some((name, value)) => (name.trim().to_owned(), Some(value.trim().to_owned())),
                None => (option.trim().to_owned(), None),
            });
        variant.into_iter().chain(chess960).chain(asked).collect()
    }
}
