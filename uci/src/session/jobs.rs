//! How the session starts its jobs: perfts, searches, and the benches made of them.

use std::io::{self, Write};
use std::time::Duration;

use engine::{Limits, Request, Settings};
use movegen::chess::CastlingStyle;
use workbench::ask::CommandLine;
use workbench::find::Node;

use super::{Event, Session};
use crate::bench::Bench;
use crate::command::{BenchCommand, BenchLimit, PerftCommand, PerftKind, SearchCommand};
use crate::exit;
use crate::game::Game;
use crate::job::{self, Job, Update};
use crate::perft::PerftPlan;
use crate::report::{self, SearchForm};

impl<W: Write> Session<W> {
    pub(super) fn perft(&mut self, command: PerftCommand) -> io::Result<()> {
        // Refused perfts and statistics have no table: `showhash` must not show an older one.
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
        let Some(game) = self.valid_game()? else {
            return self.report.line(report::perft_refused("position"));
        };
        let mut roots = None;
        if let Some(words) = &command.search_moves {
            let (moves, wrong) = game.search_moves(words);
            if !wrong.is_empty() {
                // A count of fewer moves than were asked for would pass for the right one.
                let wrong = wrong.join(" ");
                self.error(format_args!("searchmoves: not legal here: {wrong}"))?;
                return self.report.line(report::perft_refused("searchmoves"));
            }
            let mut ordered = game.position.moves_in_report_order();
            ordered.retain(|mv| moves.contains(mv));
            roots = Some(ordered);
        }
        let plan = PerftPlan {
            position: game.position,
            depth,
            roots,
            threads: self.options.perft_threads as usize,
            hash_mb: self.options.perft_hash as usize,
            seed: 0,
            survey: true,
            style: self.style(),
        };
        if command.kind == PerftKind::Divide && report::mixes_notations(&plan.position, plan.style)
        {
            self.harmless_remark(report::MIXED_NOTATIONS)?;
        }
        let send = self.job_sender();
        match command.kind {
            PerftKind::Divide => self.start_perft(plan),
            PerftKind::Statistics => {
                self.begin_perft(Job::statistics(plan, report::stdout_width(), send))
            }
            PerftKind::Depths => self.begin_perft(Job::depths(plan, self.options.kernel, send)),
        }
    }

    /// The job runs; or there is no thread for it.
    fn begin_perft(&mut self, job: io::Result<Job>) -> io::Result<()> {
        match job {
            Ok(job) => {
                self.job = Some(job);
                Ok(())
            }
            Err(error) => {
                self.rejected = true;
                let reason = format_args!("cannot start a thread: {error}");
                self.report.line(job::refusal(reason))
            }
        }
    }

    /// Compares with a program that answers by its exit code, from the position on the board.
    pub(super) fn test_external(&mut self, program: String, depth: u8) -> io::Result<()> {
        let Some(game) = self.valid_game()? else {
            return Ok(());
        };
        let position = game.position;
        let style = report::castling_style(self.options.chess960 || position.needs_chess960());
        let step = Node::begin(position, None, u32::from(depth), style);
        let arguments = Vec::new();
        let command = CommandLine { program, arguments };
        match Job::hunt(step, style, command, self.job_sender()) {
            Ok(job) => self.job = Some(job),
            Err(error) => {
                self.rejected = true;
                self.report
                    .remark(format_args!("ERROR cannot start a thread: {error}"))?;
            }
        }
        Ok(())
    }

    /// Where a job sends what it has to tell. The receiver lives as long as the session; after that
    /// nobody listens, and rightly.
    fn job_sender(&self) -> impl Fn(Update) + Clone + Send + Sync + use<W> + 'static {
        let sender = self.sender.clone();
        move |update| drop(sender.send(Event::Job(update)))
    }

    fn start_perft(&mut self, plan: PerftPlan) -> io::Result<()> {
        self.survey = None;
        let kernel = self.options.kernel;
        log::info!(
            "perft to depth {} on {} threads with the kernel {kernel}",
            plan.depth,
            plan.threads
        );
        let job = Job::perft(plan, kernel, self.job_sender());
        self.begin_perft(job)
    }

    pub(super) fn search(&mut self, command: SearchCommand) -> io::Result<()> {
        for note in &command.notes {
            self.remark(note.ignored())?;
        }
        let Some(game) = self.valid_game()? else {
            return self.report.line(report::NO_MOVE);
        };
        let mut limits = command.limits;
        if let Some(words) = &command.search_moves {
            let (moves, wrong) = game.search_moves(words);
            for word in wrong {
                self.remark(format_args!(
                    "go searchmoves: '{word}' is not legal, ignored"
                ))?;
            }
            // None left means no restriction: a lost game is worse than a word ignored.
            limits.search_moves = moves;
        }
        self.start_search(&game, limits, self.style())
    }

    fn start_search(
        &mut self,
        game: &Game,
        limits: Limits,
        style: CastlingStyle,
    ) -> io::Result<()> {
        let Some(table) = self.table()? else {
            return self.report.line(report::NO_MOVE);
        };
        let request = Request {
            position: game.position,
            history: game.history.clone(),
            limits,
            settings: Settings {
                multi_pv: self.options.multi_pv as usize,
                threads: self.options.threads as usize,
                elo: self.options.strength(),
                move_overhead: Duration::from_millis(self.options.move_overhead as u64),
            },
        };
        let form = SearchForm {
            style,
            odds: self.options.show_wdl,
        };
        self.job = Some(Job::search(request, table, form, self.job_sender()));
        Ok(())
    }

    pub(super) fn bench(&mut self, command: BenchCommand) -> io::Result<()> {
        let Some(game) = self.valid_game()? else {
            return Ok(());
        };
        match Bench::new(command, &game) {
            Ok(bench) => {
                // Like Stockfish's, and because the total is to be the same every time.
                self.table.resize(bench.command.hash);
                self.options.hash = bench.command.hash as i64;
                self.options.threads = bench.command.threads.clamp(1, 1024) as i64;
                self.clear_table();
                self.bench = Some(bench);
            }
            Err(error) => {
                self.error(error)?;
            }
        }
        Ok(())
    }

    /// Starts the job of the next position, or ends the bench.
    pub(super) fn bench_next(&mut self) -> io::Result<()> {
        let Some(bench) = &mut self.bench else {
            return Ok(());
        };
        let Some((game, number, of)) = bench.advance() else {
            exit::aside(bench.summary());
            self.bench = None;
            return Ok(());
        };
        let command = bench.command.clone();
        let style = report::castling_style(self.options.chess960 || game.position.needs_chess960());
        let fen = game.position.fen(style);
        exit::aside(format_args!("\nPosition: {number}/{of} ({fen})"));
        let mut limits = Limits::default();
        match command.limit {
            BenchLimit::Depth(depth) => limits.depth = Some(depth),
            BenchLimit::Nodes(nodes) => limits.nodes = Some(nodes),
            BenchLimit::MoveTime(millis) => limits.movetime = Some(Duration::from_millis(millis)),
            BenchLimit::Perft(depth) => {
                return self.start_perft(PerftPlan {
                    position: game.position,
                    depth,
                    roots: None,
                    threads: command.threads,
                    hash_mb: 0,
                    seed: 0,
                    survey: true,
                    style,
                });
            }
        }
        self.start_search(&game, limits, style)
    }
}
