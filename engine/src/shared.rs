//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use movegen::chess::Move;

use crate::oversights::Oversights;
use crate::root_tables::RootTables;
use crate::search_tables::SearchTables;
use crate::strength::Strength;
use crate::time::Clock;
use crate::transposition::TranspositionTable;
use crate::{Control, Request};

/// The root moves, the tables, the limits and the node counts of a search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable<'a>,
    pub(crate) control: &'a Control,
    pub(crate) clock: Clock,
    pub(crate) node_limit: u64,
    /// The moves that the search leaves out, if its strength is limited.
    pub(crate) oversights: Option<&'a Oversights>,
    /// The root moves to search.
    pub(crate) root_moves: Vec<Move>,
    /// The score of the root according to the tablebases.
    pub(crate) root_score: Option<i32>,
    /// The tablebases, if the search below the root uses them.
    pub(crate) tablebases: Option<SearchTables<'a>>,
    /// Positions found in the tablebases.
    tablebase_hits: AtomicU64,
    /// By thread, the nodes that it has published.
    nodes: Vec<AtomicU64>,
    /// Whether the main thread has ended the search.
    ended: AtomicBool,
}

impl<'a> Shared<'a> {
    /// The state of a new search; its clock starts now.
    pub(crate) fn new(
        request: &'a Request,
        table: &'a TranspositionTable<'a>,
        control: &'a Control,
        strength: Option<&'a Strength>,
        threads: usize,
    ) -> Shared<'a> {
        let (limits, settings) = (&request.limits, &request.settings);
        let strength_limit = strength.map_or(u64::MAX, |strength| strength.nodes);
        let share = strength.map_or(1.0, |strength| strength.time_share);
        let turn = request.position.turn();
        let clock = Clock::new(limits, settings.move_overhead, turn, share);
        let mut root_moves = candidates(request);
        // A player of limited strength does not know the tables by heart.
        let mut tablebases = SearchTables::of(request).filter(|_| strength.is_none());
        let ranked = tablebases
            .as_ref()
            .and_then(|tables| RootTables::rank(tables, request, &root_moves));
        let root_score = ranked.as_ref().map(|root| root.score);
        let mut hits = 0;
        if let Some(root) = ranked {
            hits = root.hits;
            root_moves = root.moves;
            tablebases = tablebases.filter(|_| root.search_needs_tables);
        }
        Shared {
            table,
            control,
            clock,
            root_moves,
            root_score,
            tablebases,
            tablebase_hits: AtomicU64::new(hits),
            node_limit: limits.nodes.unwrap_or(u64::MAX).min(strength_limit),
            oversights: strength.and_then(|strength| strength.oversights.as_ref()),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            ended: AtomicBool::new(false),
        }
    }

    /// Nodes visited by all threads, as far as they have published them.
    pub(crate) fn nodes(&self) -> u64 {
        let nodes = self.nodes.iter();
        nodes.map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Publishes the node count of a thread.
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// Counts a position that was found in the tablebases.
    pub(crate) fn count_tablebase_hit(&self) {
        self.tablebase_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Positions found in the tablebases by all threads.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Ordering::Relaxed)
    }

    /// Whether the main thread has ended the search.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// The root moves that the request permits.
fn candidates(request: &Request) -> Vec<Move> {
    let search_moves = &request.limits.search_moves;
    let mut candidates: Vec<Move> = request.position.legal_moves().into_iter().collect();
    if candidates.iter().any(|mv| search_moves.contains(mv)) {
        candidates.retain(|mv| search_moves.contains(mv));
    }
    candidates
}
