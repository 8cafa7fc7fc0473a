//! Looking around after a hunt: other positions of the same tree whose moves are listed wrongly,
//! for what they have in common.

use movegen::chess::Move;

use super::hunt::Hunt;
use super::{Comparison, Difference, Node};

/// So many questions find out what wrong lists have in common; each may start a process.
const MOST_QUESTIONS: usize = 50;

/// What may still be spent on looking around, and what it has brought.
struct Survey {
    leaves: u128,
    questions: usize,
    found: Vec<(Node, Difference)>,
}

impl Hunt<'_> {
    /// Looks into the moves that the descent has left aside, the deepest first, for other lists of
    /// moves that are wrong, while they have no more than so many leaves. Ends when the other side
    /// gives no answer: the finding stands anyway.
    pub(super) fn alike(&mut self, trail: &[Comparison], leaves: u128) -> Vec<(Node, Difference)> {
        let mut survey = Survey {
            leaves,
            questions: MOST_QUESTIONS,
            found: Vec::new(),
        };
        for pair in trail.windows(2).rev() {
            let [asked, taken] = pair else { break };
            let child = |mv: &Move| asked.step.position.play(*mv).key();
            let suspects: Vec<Move> = asked.suspects();
            let mut left = suspects.into_iter();
            // Those before the one that was taken are right.
            if left.any(|mv| child(&mv) == taken.step.position.key())
                && self.survey(&asked.step, left, &mut survey).is_none()
            {
                break;
            }
        }
        survey.found
    }

    /// Follows the suspects of one position down to wrong lists; `None` at the end of the survey.
    fn survey(
        &mut self,
        step: &Node,
        suspects: impl IntoIterator<Item = Move>,
        survey: &mut Survey,
    ) -> Option<()> {
        for mv in suspects {
            let child = self.child(step, mv);
            let ours = self.count(&child.position, child.depth).ok()?;
            survey.leaves = survey.leaves.checked_sub(ours.total)?;
            survey.questions = survey.questions.checked_sub(1)?;
            let told = self.as_it_can_be_told(child);
            let Some(asked) = self.ask(told, ours).ok()? else {
                continue;
            };
            if asked.difference.in_moves() {
                survey.found.push((asked.step, asked.difference));
            } else if asked.step.depth > 1 {
                let below: Vec<Move> = asked
                    .difference
                    .counts
                    .iter()
                    .map(|count| count.0)
                    .collect();
                self.survey(&asked.step, below, survey)?;
            }
        }
        Some(())
    }
}
