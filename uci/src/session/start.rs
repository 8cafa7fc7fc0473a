//! The commands that start jobs: perft, search, `bench` and `test-external`.

use std::io::{self, Write};
use std::time::Duration;

use engine::{Limits, Request, Settings};
use gpu::DeviceChoice;
use movegen::chess::{CastlingStyle, Position};
use movegen::perft::Perft;
use workbench::ask::CommandLine;
use workbench::find::Node;

use super::bench::Bench;
use super::counting::{Countable, CountingTarget};
use super::{Current, CurrentPosition, Session, counting, searching};
use crate::command::{
    BenchCommand, BenchLimit, DivideCommand, PerftCommand, PerftKind, SearchCommand,
};
use crate::conversation::Job;
use crate::devices::DeviceRequest;
use crate::diagnostics;
use crate::games::chess::STATISTICS;
use crate::limits::{Depth, Threads};
use crate::perft::PerftPlan;
use crate::report::{self, DivideForm, SearchForm};
use crate::resources::Resources;

impl<W: Write> Session<W> {
    pub(super) fn perft(&mut self, command: PerftCommand) -> io::Result<()> {
        // `showhash` describes the last perft: one that is refused, or has no hash table, must not
        // leave the table of an older one.
        self.survey = None;
        for note in &command.notes {
            self.remark(note.ignored())?;
        }
        let depth = match command.depth {
            Ok(depth) => depth,
            Err(error) => {
                self.error(error)?;
                return self.report.line(report::perft_refused("depth"));
            }
        };
        if let Current::Variant(position) = self.current {
            return self.variant_perft(position, depth, &command);
        }
        let Some(current) = self.valid_position()? else {
            return self.report.line(report::perft_refused("position"));
        };
        let mut plan = PerftPlan::new(current.position, self.perft_at(depth));
        if let Some(words) = &command.search_moves {
            let (moves, illegal) = current.search_moves(words);
            if !illegal.is_empty() {
                return self.illegal_search_moves(&illegal);
            }
            let mut ordered = current.position.moves_in_report_order();
            ordered.retain(|mv| moves.contains(mv));
            plan.roots = Some(ordered);
        }
        self.start_perft(command.kind, plan, self.style())
    }

    /// Counts a position that is not that of the session.
    pub(super) fn divide_line(&mut self, command: Result<DivideCommand, String>) -> io::Result<()> {
        self.survey = None;
        let read = command.and_then(|command| {
            let text = command.position.styled(self.style());
            let (position, warnings) = self.read_position(&text).map_err(|e| e.to_string())?;
            Ok((command.depth, command.hash, position, warnings))
        });
        let (depth, hash, position, warnings) = match read {
            Ok(read) => read,
            Err(reason) => {
                self.reject();
                return self.report.line(report::divide_line_refused(&reason));
            }
        };
        self.position_warnings(warnings)?;
        let mut resources = self.resources();
        resources.hash = hash;
        let perft = self.perft_with(resources, depth);
        let (form, style) = (|fen| DivideForm::GrandChessTree { fen }, self.style());
        match position {
            Current::Chess(current) => {
                let form = form(current.position.fen(style));
                self.start_divide(PerftPlan::new(current.position, perft), style, form)
            }
            Current::Variant(position) => {
                let form = form(position.fen(style));
                self.begin_divide(PerftPlan::new(position, perft), style, form)
            }
            Current::Rejected => Ok(()),
        }
    }

    /// A count with the threads and the hash table of the session.
    pub(super) fn perft_at(&self, depth: Depth) -> Perft {
        self.perft_with(self.resources(), depth).survey(true)
    }

    fn perft_with(&self, resources: Resources, depth: Depth) -> Perft {
        resources.perft(depth.plies()).workers(&self.workers)
    }

    /// A count of fewer moves than requested would pass for the right one.
    pub(super) fn illegal_search_moves(&mut self, illegal: &[impl AsRef<str>]) -> io::Result<()> {
        let illegal: Vec<_> = illegal.iter().map(AsRef::as_ref).collect();
        let illegal = illegal.join(" ");
        self.error(format_args!("searchmoves: not legal here: {illegal}"))?;
        self.report.line(report::perft_refused("searchmoves"))
    }

    fn start_perft(
        &mut self,
        kind: PerftKind,
        plan: PerftPlan<Position>,
        style: CastlingStyle,
    ) -> io::Result<()> {
        let updates = self.conversation.updates();
        let job = match kind {
            PerftKind::Divide => {
                if report::mixes_notations(&plan.position, style) {
                    self.harmless_remark(report::MIXED_NOTATIONS)?;
                }
                return self.start_divide(plan, style, DivideForm::Stockfish);
            }
            PerftKind::Statistics => {
                counting::statistics(plan, STATISTICS, report::stdout_width(), updates)
            }
            PerftKind::Depths => counting::depths(plan, self.target(), updates),
        };
        self.begin(job, counting::refusal)
    }

    fn start_divide(
        &mut self,
        mut plan: PerftPlan<Position>,
        style: CastlingStyle,
        form: DivideForm,
    ) -> io::Result<()> {
        let kernel = self.options.kernel;
        log::info!("perft to depth {} with the kernel {kernel}", plan.depth());
        // A bench looks for `stop` between its jobs.
        let is_on_cpu = matches!(self.options.device, DeviceChoice::Cpu | DeviceChoice::Auto);
        if self.bench.is_none() && is_on_cpu && counting::is_small(&plan) {
            plan.perft = plan.perft.threads(1);
            let finished = counting::divide_here(&plan, style, &form, kernel);
            return self.job_finished(finished);
        }
        self.begin_divide(plan, style, form)
    }

    /// Starts a divide of a position of chess or of a variant.
    pub(super) fn begin_divide<P: Countable>(
        &mut self,
        plan: PerftPlan<P>,
        style: CastlingStyle,
        form: DivideForm,
    ) -> io::Result<()> {
        let (target, updates) = (self.target(), self.conversation.updates());
        let refused = form.clone();
        let job = counting::divide(plan, style, form, target, updates);
        self.begin(job, |reason| refused.refused(reason))
    }

    /// The threads and the hash table of a perft.
    fn resources(&self) -> Resources {
        Resources {
            threads: self.options.perft_threads,
            hash: self.options.perft_hash,
            seed: 0,
        }
    }

    /// Where a perft counts.
    pub(super) fn target(&self) -> CountingTarget {
        CountingTarget {
            request: DeviceRequest {
                choice: self.options.device,
                kernel: self.options.kernel,
                resources: self.resources(),
            },
            devices: self.devices.clone(),
        }
    }

    /// Keeps the job; or prints the answer of `refusal` if there is no thread for it.
    pub(super) fn begin(
        &mut self,
        job: io::Result<Job>,
        refusal: impl FnOnce(&str) -> String,
    ) -> io::Result<()> {
        match job {
            Ok(job) => {
                self.conversation.job = Some(job);
                Ok(())
            }
            Err(error) => {
                self.reject();
                let text = refusal(&format!("cannot start a thread: {error}"));
                self.report.line(text)
            }
        }
    }

    /// Compares with a program that answers by its exit code, from the current position.
    pub(super) fn test_external(&mut self, program: String, depth: Depth) -> io::Result<()> {
        let Some(current) = self.valid_position()? else {
            return Ok(());
        };
        let position = current.position;
        let style = CastlingStyle::new(self.options.chess960 || position.needs_chess960());
        let start = Node::root(position, None, depth.plies(), style);
        let arguments = Vec::new();
        let command = CommandLine { program, arguments };
        let job = counting::test_external(start, style, command, self.conversation.updates());
        self.begin(job, |reason| format!("info string ERROR {reason}"))
    }

    pub(super) fn search(&mut self, command: SearchCommand) -> io::Result<()> {
        for note in &command.notes {
            self.remark(note.ignored())?;
        }
        if let Current::Variant(position) = self.current {
            return self.variant_search(position, command);
        }
        let Some(current) = self.valid_position()? else {
            return self.report.line(report::NO_MOVE);
        };
        let mut limits = command.limits;
        if let Some(words) = &command.search_moves {
            let (moves, illegal) = current.search_moves(words);
            for word in illegal {
                self.remark(report::ignored_search_move(&word))?;
            }
            // An empty list means no restriction: losing the game is worse than ignoring a word.
            limits.search_moves = moves;
        }
        self.start_search(&current, limits, self.style())
    }

    fn start_search(
        &mut self,
        current: &CurrentPosition,
        limits: Limits,
        style: CastlingStyle,
    ) -> io::Result<()> {
        let Some(engine) = self.engine()? else {
            return self.report.line(report::NO_MOVE);
        };
        let is_analysis = limits.infinite || self.options.analyse_mode;
        let elo = self.options.strength().filter(|_| !is_analysis);
        if elo.is_none() && self.options.strength().is_some() {
            self.remark(
                "analysis at full strength; UCI_LimitStrength and Skill Level limit games only",
            )?;
        }
        let request = Request {
            position: current.position,
            history: current.history.clone(),
            limits,
            settings: Settings {
                multi_pv: self.options.multi_pv as usize,
                threads: self.options.threads.count(),
                elo,
                natural_thinking_time: self.options.natural_thinking_time,
                move_overhead: Duration::from_millis(self.options.move_overhead.into()),
                tablebases: self.tablebases.clone(),
                tablebase_men: self.options.syzygy_probe_limit as usize,
            },
        };
        let form = self.search_form(style);
        let updates = self.conversation.updates();
        self.conversation.job = Some(searching::search(request, engine, form, updates));
        Ok(())
    }

    /// How the lines of a search are written.
    pub(super) fn search_form(&self, style: CastlingStyle) -> SearchForm {
        SearchForm {
            style,
            wdl: self.options.show_wdl,
        }
    }

    pub(super) fn bench(&mut self, command: BenchCommand) -> io::Result<()> {
        if let BenchLimit::Perft(_) = command.limit {
            // As for a perft that is refused.
            self.survey = None;
        }
        let Some(current) = self.valid_position()? else {
            return Ok(());
        };
        match Bench::new(command, &current) {
            Ok(bench) => {
                // The options take these values, as in Stockfish, and the hash table is emptied:
                // the total must be the same every time.
                self.options.hash = bench.command.hash;
                self.engine.resize(self.options.hash);
                self.options.threads = match bench.command.threads {
                    Threads::ONE_PER_CORE => Threads::ONE,
                    threads => threads,
                };
                self.engine.clear();
                self.bench = Some(bench);
                Ok(())
            }
            Err(error) => self.error(error),
        }
    }

    /// Starts the job of the next position, or ends the bench.
    pub(super) fn bench_next(&mut self) -> io::Result<()> {
        let Some(bench) = &mut self.bench else {
            return Ok(());
        };
        let Some((current, number, total)) = bench.advance() else {
            diagnostics::line(bench.summary());
            self.bench = None;
            return Ok(());
        };
        let (limit, threads) = (bench.command.limit, bench.command.threads);
        let style = CastlingStyle::new(self.options.chess960 || current.position.needs_chess960());
        let fen = current.position.fen(style);
        diagnostics::line(format_args!("\nPosition: {number}/{total} ({fen})"));
        let mut limits = Limits::default();
        match limit {
            BenchLimit::Depth(depth) => limits.depth = Some(depth.plies()),
            BenchLimit::Nodes(nodes) => limits.nodes = Some(nodes),
            BenchLimit::MoveTime(millis) => limits.movetime = Some(Duration::from_millis(millis)),
            BenchLimit::Perft(depth) => {
                self.survey = None;
                let perft = Perft::new(depth.plies())
                    .threads(threads.count())
                    .workers(&self.workers)
                    .survey(true);
                let plan = PerftPlan::new(current.position, perft);
                return self.start_perft(PerftKind::Divide, plan, style);
            }
        }
        self.start_search(&current, limits, style)
    }
}
