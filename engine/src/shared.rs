//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::oversights::Oversights;
use crate::strength::Strength;
use crate::time::Clock;
use crate::transposition::TranspositionTable;
use crate::{Control, Request};

/// The table, the limits and the node counts of a search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable<'a>,
    pub(crate) control: &'a Control,
    pub(crate) clock: Clock,
    pub(crate) node_limit: u64,
    /// The moves that the search leaves out, if its strength is limited.
    pub(crate) oversights: Option<&'a Oversights>,
    /// By thread, the nodes that it has published.
    nodes: Vec<AtomicU64>,
    /// Whether the main thread has ended the search.
    ended: AtomicBool,
}

impl<'a> Shared<'a> {
    /// The state of a new search; its clock starts now.
    pub(crate) fn new(
        request: &Request,
        table: &'a TranspositionTable<'a>,
        control: &'a Control,
        strength: Option<&'a Strength>,
        threads: usize,
    ) -> Shared<'a> {
        let (limits, settings) = (&request.limits, &request.settings);
        let strength_limit = strength.map_or(u64::MAX, |strength| strength.nodes);
        Shared {
            table,
            control,
            clock: Clock::new(limits, settings.move_overhead, request.position.turn()),
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

    /// Whether the main thread has ended the search.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}
