//! When a command acts: at once, on the running job, or in its turn.

use std::io::{self, Write};

use super::{Ending, Mode, Session};
use crate::command::Command;
use crate::report;

impl<W: Write> Session<W> {
    /// Acts on a command that has arrived, or queues it.
    pub(super) fn receive(&mut self, command: Command) -> io::Result<()> {
        let runs = self.conversation.job.is_some();
        let ending = self.ending == Ending::Requested;
        match command {
            Command::IsReady if runs => return self.report.line(report::ready()),
            Command::Quit if runs && ending => {
                // The second `quit` does not wait.
                self.conversation.queue.clear();
                self.act_on_job(&Command::Stop);
                self.conversation.queue.push_back(Command::Quit);
            }
            Command::Stop | Command::PonderHit => match self.a_job_waits() {
                true => self.conversation.queue.push_back(command),
                false => self.act_on_job(&command),
            },
            // Nothing after `quit` is carried out.
            _ if ending => {}
            command => {
                if let Command::Quit = command {
                    self.ending = Ending::Requested;
                }
                self.act_on_job(&command);
                self.conversation.queue.push_back(command);
            }
        }
        Ok(())
    }

    /// Whether the queue has a command that starts a job. What arrives is then about that job.
    fn a_job_waits(&self) -> bool {
        self.conversation.queue.iter().any(Command::starts_a_job)
    }

    /// Lets the waiting commands up to the next `go` act on a job that has just begun.
    pub(super) fn serve_waiting_commands(&mut self) {
        let mut index = 0;
        while self.conversation.job.is_some()
            && let Some(command) = self.conversation.queue.get(index).cloned()
        {
            self.act_on_job(&command);
            match command {
                Command::Stop | Command::PonderHit => {
                    self.conversation.queue.remove(index);
                }
                command if command.starts_a_job() => return,
                _ => index += 1,
            }
        }
    }

    /// What a command that comes after the one of the running job, and before the next `go`, means for
    /// this job. A search that only `stop` can end makes room for `quit` and the next job.
    fn act_on_job(&mut self, command: &Command) {
        let Some(job) = &mut self.conversation.job else {
            return;
        };
        match command {
            Command::Stop => {
                job.stop();
                self.bench = None;
            }
            Command::PonderHit => job.ponder_hit(),
            command => {
                let needs_room = matches!(command, Command::Quit) || command.starts_a_job();
                if needs_room && job.is_endless() && self.mode != Mode::OneShot {
                    job.stop();
                }
            }
        }
    }
}
