//! What each command does in its turn.

use std::fmt::Display;
use std::io::{self, Write};

use movegen::chess::variant::VariantPosition;
use movegen::chess::{PositionText, PositionTextError};

use super::options::Effect;
use super::{Current, CurrentPosition, Options, Session};
use crate::command::{Command, Dialect, PositionSyntax};
use crate::conversation::options::OptionError;
use crate::report;

impl<W: Write> Session<W> {
    pub(super) fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            // `quit` ends the queue. No job runs, so there is nothing to stop.
            Command::Nothing
            | Command::Register
            | Command::Stop
            | Command::PonderHit
            | Command::Quit => Ok(()),
            Command::Uci => self
                .report
                .line(report::introduction(Options::declarations())),
            Command::IsReady => {
                self.engine()?;
                self.report.line(report::ready())
            }
            Command::NewGame => {
                self.engine.clear();
                Ok(())
            }
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(text) => self.set_position(text),
            Command::Perft(command) => self.perft(command),
            Command::DivideLine(command) => self.divide_line(command),
            Command::Search(command) => self.search(command),
            Command::UnknownGo(note) => {
                self.error(note)?;
                self.report.line(report::NO_MOVE)
            }
            Command::Bench(command) => self.bench(command),
            Command::TestExternal { program, depth } => self.test_external(program, depth),
            Command::Display | Command::MoveList | Command::Evaluate | Command::Flip => {
                self.show_position(&command)
            }
            Command::ShowHash => {
                let text = report::table(self.options.perft_hash, self.survey.as_ref());
                self.report.line(text)
            }
            Command::Help => self.report.line(match self.mode.dialect() {
                Dialect::Uci => report::HELP,
                Dialect::Console => report::CONSOLE_HELP,
            }),
            Command::License => self.report.line(report::LICENSE),
            Command::Compiler => {
                let Options {
                    kernel, eval_file, ..
                } = &self.options;
                let text = report::compiler(*kernel, eval_file.network());
                self.report.line(text)
            }
            Command::Malformed(text) => {
                self.reject();
                self.remark(text)
            }
            Command::NeedsConsole(line) => {
                self.reject();
                self.report.line(report::needs_console(&line))
            }
            Command::Unknown(line) => {
                self.reject();
                let text = report::unknown(self.mode.dialect(), &line);
                self.report.line(text)
            }
        }
    }

    /// The commands that show or mirror the position.
    fn show_position(&mut self, command: &Command) -> io::Result<()> {
        if let Current::Variant(position) = self.current {
            return self.show_variant(&position, command);
        }
        let style = self.style();
        let current = self.valid_position()?;
        let network = self.options.eval_file.network();
        let text = match (command, current) {
            (Command::Display, Some(current)) => report::board(&current.position, style),
            (Command::Display, None) => report::no_board(),
            (Command::MoveList, Some(CurrentPosition { position, .. })) => {
                report::move_list(&report::moves(&position, style))
            }
            (Command::Evaluate, Some(current)) => report::evaluation(&current.position, network),
            (Command::Evaluate, None) => report::no_evaluation("position rejected"),
            (Command::Flip, Some(current)) => {
                self.current = Current::Chess(current.flipped());
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.report.line(text)
    }

    /// The position of chess, or a line that says that there is none. The reason was printed when it
    /// was rejected.
    pub(super) fn valid_position(&mut self) -> io::Result<Option<CurrentPosition>> {
        match self.current.clone() {
            Current::Chess(current) => return Ok(Some(current)),
            Current::Variant(position) => self.chess_only(position.rules())?,
            Current::Rejected => self.error("position was rejected")?,
        }
        Ok(None)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match self.options.set(name, value) {
            Ok(Effect::Stored) => {
                self.engine.resize(self.options.hash);
                self.engine.set_network(self.options.eval_file.network());
                if self.debug {
                    let value = value.unwrap_or_default();
                    self.remark(format_args!("option {name} is now {value}"))?;
                }
                Ok(())
            }
            Ok(Effect::ClearHash) => {
                self.engine.clear();
                Ok(())
            }
            Ok(Effect::FindTables) => self.find_tables(),
            Ok(Effect::FindDevices) => match self.target().request.check() {
                Ok(()) => Ok(()),
                Err(reason) => {
                    self.reject();
                    self.remark(format_args!("warning: option Device: {reason}"))
                }
            },
            Ok(Effect::StartVariant) => self.start_variant(),
            Err(OptionError::Unknown { found, .. }) => {
                self.reject();
                self.report.line(report::no_such_option(&found))
            }
            Err(error) => {
                self.reject();
                self.remark(format_args!("warning: {error}"))
            }
        }
    }

    fn set_position(&mut self, text: Result<PositionText, PositionSyntax>) -> io::Result<()> {
        let text = match text {
            Ok(text) => text.styled(self.style()),
            Err(error) => return self.position_rejected(error),
        };
        match self.read_position(&text) {
            Ok((current, warnings)) => {
                self.current = current;
                self.position_warnings(warnings)
            }
            Err(error) => self.position_rejected(error),
        }
    }

    /// The position that a text describes, by the rules of the session, and warnings about it.
    pub(super) fn read_position(
        &self,
        text: &PositionText,
    ) -> Result<(Current, Vec<String>), PositionTextError> {
        match self.options.variant {
            Some(rules) => {
                let parsed = VariantPosition::from_text(rules, text)?;
                Ok((Current::Variant(parsed.position), parsed.warnings))
            }
            None => {
                let (current, warnings) = CurrentPosition::from_text(text)?;
                Ok((Current::Chess(current), warnings))
            }
        }
    }

    /// Prints what was repaired in the text of a position or is unusual.
    pub(super) fn position_warnings(&mut self, warnings: Vec<String>) -> io::Result<()> {
        for warning in warnings {
            self.harmless_remark(format_args!("warning: {warning}"))?;
        }
        Ok(())
    }

    /// Forgets the position, so that no answer is for an older one.
    pub(super) fn position_rejected(&mut self, error: impl Display) -> io::Result<()> {
        self.current = Current::Rejected;
        self.error(format_args!("position rejected: {error}"))
    }
}
