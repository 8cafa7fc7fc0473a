//! After a hunt: other positions of the same tree with wrong move lists, to find out what the wrong
//! moves have in common.

use movegen::chess::Move;
use movegen::perft::Tree as _;

use super::descent::Descent;
use super::disagreement::Comparison;
use super::{Difference, Node};

/// The limit of questions; each can start a process.
const MOST_QUESTIONS: usize = 50;

/// The remaining budget, and what was found.
struct Search {
    leaves: u128,
    questions: usize,
    found: Vec<(Node, Difference)>,
}

impl Descent<'_> {
    /// Searches the subtrees that the descent skipped, the deepest first, for other wrong move lists,
    /// until the budget of leaves is spent. Ends early if the other side gives no answer: the finding
    /// holds anyway.
    pub(super) fn related(
        &mut self,
        trail: &[Comparison],
        leaves: u128,
    ) -> Vec<(Node, Difference)> {
        let mut search = Search {
            leaves,
            questions: MOST_QUESTIONS,
            found: Vec::new(),
        };
        for pair in trail.windows(2).rev() {
            let [asked, taken] = pair else { break };
            let child = |mv: &Move| asked.node.position.play(*mv).key();
            let suspects: Vec<Move> = asked.suspects();
            let mut left = suspects.into_iter();
            // The suspects before the move of the path are right.
            if left.any(|mv| child(&mv) == taken.node.position.key())
                && self.search(&asked.node, left, &mut search).is_none()
            {
                break;
            }
        }
        search.found
    }

    /// Follows the suspects of one position down to wrong move lists; `None` ends the search.
    fn search(
        &mut self,
        node: &Node,
        suspects: impl IntoIterator<Item = Move>,
        search: &mut Search,
    ) -> Option<()> {
        for mv in suspects {
            let child = self.child(node, mv);
            let ours = self.count(&child.position, child.depth).ok()?;
            search.leaves = search.leaves.checked_sub(ours.total)?;
            search.questions = search.questions.checked_sub(1)?;
            let accepted = self.as_accepted(child);
            let Some(asked) = self.ask(accepted, ours).ok()? else {
                continue;
            };
            if asked.difference.in_moves() {
                search.found.push((asked.node, asked.difference));
            } else if asked.node.depth > 1 {
                let below: Vec<Move> = asked
                    .difference
                    .counts
                    .iter()
                    .map(|count| count.0)
                    .collect();
                self.search(&asked.node, below, search)?;
            }
        }
        Some(())
    }
}
