//! Positions of variants: what a session can do with them.

use std::io::{self, Write};
use std::time::Duration;

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::perft::Tree as _;

use super::options::CHESS;
use super::{Current, Session};
use super::{counting, searching};
use crate::command::{Command, PerftCommand, PerftKind, SearchCommand};
use crate::games::variant::STATISTICS;
use crate::limits::Depth;
use crate::perft::PerftPlan;
use crate::report::{self, DivideForm};

impl<W: Write> Session<W> {
    /// Begins with the start position of the variant that was set.
    pub(super) fn start_variant(&mut self) -> io::Result<()> {
        self.current = Current::startpos(self.options.variant);
        match &self.current {
            Current::Variant(position) => {
                let text = report::variant(position);
                self.remark(text)
            }
            _ => Ok(()),
        }
    }

    /// `d` and `movelist`. The other commands on positions know chess only.
    pub(super) fn show_variant(
        &mut self,
        position: &VariantPosition,
        command: &Command,
    ) -> io::Result<()> {
        let style = self.style();
        match command {
            Command::Display => self.report.line(position.board_text(style)),
            Command::MoveList => {
                let text = report::move_list(&report::variant_moves(position, style));
                self.report.line(text)
            }
            Command::Evaluate => {
                self.chess_only(position.rules())?;
                self.report.line(report::no_evaluation("chess only"))
            }
            _ => self.chess_only(position.rules()),
        }
    }

    /// `go` in a position of a variant.
    pub(super) fn variant_search(
        &mut self,
        position: VariantPosition,
        command: SearchCommand,
    ) -> io::Result<()> {
        let mut limits = command.limits;
        for word in command.search_moves.iter().flatten() {
            match position.parse_uci(word) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(_) => self.remark(report::ignored_search_move(word))?,
            }
        }
        let overhead = Duration::from_millis(self.options.move_overhead.into());
        limits.time = limits
            .time
            .map(|time| time.map(|time| time.saturating_sub(overhead)));
        let form = self.search_form(self.style());
        let updates = self.conversation.updates();
        self.conversation.job = Some(searching::variant(position, limits, form, updates));
        Ok(())
    }

    /// Refuses what is implemented for chess alone.
    pub(super) fn chess_only(&mut self, rules: &dyn Rules) -> io::Result<()> {
        self.error(format_args!(
            "this command is for chess, not for {}: set UCI_Variant to {CHESS}",
            rules.name()
        ))
    }

    /// `go perft` in a position of a variant.
    pub(super) fn variant_perft(
        &mut self,
        position: VariantPosition,
        depth: Depth,
        command: &PerftCommand,
    ) -> io::Result<()> {
        let mut plan = PerftPlan::new(position, self.perft_at(depth));
        if let Some(words) = &command.search_moves {
            let mut legal = position.moves();
            let named = |word: &String| position.parse_uci(word).ok();
            let illegal: Vec<_> = words.iter().filter(|&word| named(word).is_none()).collect();
            if !illegal.is_empty() {
                return self.illegal_search_moves(&illegal);
            }
            let moves: Vec<_> = words.iter().filter_map(named).collect();
            legal.retain(|mv| moves.contains(mv));
            plan.roots = Some(legal);
        }
        match command.kind {
            PerftKind::Divide => self.begin_divide(plan, self.style(), DivideForm::Stockfish),
            PerftKind::Depths => {
                let (target, updates) = (self.target(), self.conversation.updates());
                self.begin(counting::depths(plan, target, updates), counting::refusal)
            }
            PerftKind::Statistics => {
                let (width, updates) = (report::stdout_width(), self.conversation.updates());
                let job = counting::statistics(plan, STATISTICS, width, updates);
                self.begin(job, counting::refusal)
            }
        }
    }
}
