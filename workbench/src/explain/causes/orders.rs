//! Finds out in which order the other side walks through its moves. After an incorrect unmake, the
//! counts of the following moves depend on that.

use std::rc::Rc;
use std::time::Duration;

use movegen::chess::{CastlingStyle, Position};
use movegen::clock::Instant;

use super::replay::Replay;
use super::suspect::Suspect;
use crate::ask::{Answer, OtherSide, Question};
use crate::find::{Disagreement, Finding};
use crate::imitate::{Imitation, Orders};

/// The limits of questions about orders: inside the tree that was found, inside a tree that tells suspects apart, and
/// in all.
const MOST_INSIDE_FOUND: usize = 200;
pub(super) const MOST_INSIDE: usize = 100;
const MOST_QUESTIONS: usize = 600;

/// How long a slow program is asked about orders.
const PATIENCE: Duration = Duration::from_secs(6);

/// The orders that are known, and how many questions about others may still be asked, for how long.
#[derive(Default)]
pub(super) struct Learned {
    orders: Rc<Orders>,
    left: usize,
    time_left: Duration,
}

impl Learned {
    /// The orders of all lists so far. If a tree is wrong, also asks for the lists inside it, as long as
    /// there are not too many.
    pub(super) fn new(
        replay: &Replay,
        found: &Disagreement,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) -> Learned {
        let mut orders = Orders::default();
        for seen in replay.answers() {
            if let Some(lines) = seen.in_order() {
                orders.add(&seen.position, lines);
            }
        }
        let mut learned = Learned {
            orders: Rc::new(orders),
            left: MOST_QUESTIONS,
            time_left: PATIENCE,
        };
        if matches!(found.finding, Finding::Tree(_)) && other.reset().is_ok() {
            // Without an answer, the orders stay unknown.
            let tree = (found.node.position.chess(), found.node.depth);
            if inside(tree.0, tree.1).len() <= MOST_INSIDE_FOUND {
                let _ = learned.ask_inside(tree, other, style);
            }
        }
        learned
    }

    /// Tells an imitation what is known.
    pub(super) fn teach(&self, imitation: &mut dyn Imitation) {
        imitation.learn(&self.orders);
    }

    /// Asks for the lists of all positions inside a tree, breadth first, before suspects that unmake moves are
    /// compared with it.
    pub(super) fn prepare(
        &mut self,
        tree: (&Position, u32),
        suspects: &mut [Suspect],
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) {
        let unmake = |suspect: &Suspect| suspect.variant.unmakes();
        let is_asked = tree.1 > 1 && suspects.iter().any(unmake);
        if !is_asked || inside(tree.0, tree.1).len() > MOST_INSIDE {
            return;
        }
        // An error shows at the next question.
        let _ = self.ask_inside(tree, other, style);
        for suspect in suspects {
            self.teach(suspect.variant.as_mut());
        }
    }

    /// `None` after an error, or if a limit is reached.
    fn ask_inside(
        &mut self,
        (root, depth): (&Position, u32),
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) -> Option<()> {
        let orders = Rc::make_mut(&mut self.orders);
        for position in inside(root, depth) {
            if orders.knows(&position) {
                continue;
            }
            if self.time_left.is_zero() {
                return None;
            }
            self.left = self.left.checked_sub(1)?;
            let asked = Instant::now();
            let answer = other.ask(&Question {
                fen: &position.fen(style),
                moves: &[],
                depth: 1,
                expected: position.legal_moves().len() as u128,
            });
            self.time_left = self.time_left.saturating_sub(asked.elapsed());
            if let Answer::Divide(divide) = answer.ok()?
                && divide.unreadable.is_empty()
            {
                orders.add(&position, &divide.lines);
            }
        }
        Some(())
    }
}

/// The positions inside a tree, without the root and the leaves, breadth first.
pub(super) fn inside(root: &Position, depth: u32) -> Vec<Position> {
    let mut all = Vec::new();
    let mut level = vec![*root];
    for _ in 1..depth {
        let children = |position: &Position| {
            let moves = position.legal_moves();
            let children: Vec<Position> = moves.iter().map(|&mv| position.play(mv)).collect();
            children
        };
        level = level.iter().flat_map(children).collect();
        all.extend_from_slice(&level);
    }
    all
}
