//! Tables of the steps of knights and kings that lack one step from one square.

use std::collections::BTreeSet;
use std::rc::Rc;

use movegen::chess::{CastlingStyle, Square};

use super::board::{Board, kind, kind_of};
use super::imitator::Imitator;
use super::program::Program;
use crate::ask::Question;
use crate::imitate::imitation::defect_table;
use crate::imitate::{Budget, Counts, Imitation, Orders, Unpredicted, canonical, position_of};

defect_table! {
    "step-missing-from-table"
        "the table of the steps of knights or kings lacks one step from one square"
        [kind::KNIGHT, kind::KING].into_iter().flat_map(|kind| {
            [Attacks::Right, Attacks::FromAttacker, Attacks::FromTarget]
                .map(|attacks| MissingStep::new(kind, attacks))
        });
}

/// Whether the program uses the same table to find attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attacks {
    /// No.
    Right,
    /// From the square of the attacker.
    FromAttacker,
    /// From the attacked square, back to the attacker.
    FromTarget,
}

/// A program with such a table. Which step it lacks shows in the answers only.
struct MissingStep {
    kind: u8,
    attacks: Attacks,
    /// The squares of the step; `None` until an answer shows them.
    step: Option<(u8, u8)>,
    theirs: Vec<(String, i128)>,
    program: Imitator,
}

impl MissingStep {
    fn new(kind: u8, attacks: Attacks) -> MissingStep {
        MissingStep {
            kind,
            attacks,
            step: None,
            theirs: Vec::new(),
            program: Imitator::new(Program::correct(), Rc::default()),
        }
    }

    /// Learns the step from the lines of an answer. If they are all right, nothing is known.
    ///
    /// # Errors
    /// [`Unpredicted::Different`] if no such step is missing.
    fn look(&mut self, question: &Question) -> Result<(), Unpredicted> {
        let position = position_of(question).ok_or(Unpredicted::Unknown)?;
        let theirs = self.theirs.iter();
        let theirs: BTreeSet<String> = theirs.map(|line| canonical(position, &line.0)).collect();
        let moves = position.legal_moves();
        let right: BTreeSet<String> = moves
            .iter()
            .map(|&mv| position.uci(mv, CastlingStyle::Chess960))
            .collect();
        let mut missing = right.difference(&theirs);
        let (first, more) = (missing.next(), missing.next());
        let mut extra = theirs.difference(&right);
        let board = Board::new(&position.to_setup());
        self.step = match (first, more, extra.next()) {
            (None, _, None) => None,
            (Some(text), None, None) => Some(squares(text).ok_or(Unpredicted::Different)?),
            (None, _, Some(text)) => {
                let (_, target) = squares(text).ok_or(Unpredicted::Different)?;
                let attackers =
                    self.program
                        .program
                        .sight
                        .attackers(&board, target, board.turn ^ 1);
                let attacker = attackers.trailing_zeros() as u8;
                Some(match self.attacks {
                    Attacks::Right => return Err(Unpredicted::Different),
                    Attacks::FromAttacker => (attacker, target),
                    Attacks::FromTarget => (target, attacker),
                })
            }
            _ => return Err(Unpredicted::Different),
        };
        if let Some((from, to)) = self.step {
            let stands = |square| kind_of(board.at(square)) == self.kind;
            let is_attack = self.attacks == Attacks::FromTarget && stands(to);
            if !stands(from) && !is_attack {
                self.step = None;
                return Err(Unpredicted::Different);
            }
            let program = &mut self.program.program;
            program.missing_step = Some((self.kind, from, to));
            program.sight.missing_step = match self.attacks {
                Attacks::Right => None,
                Attacks::FromAttacker => Some((self.kind, from, to)),
                Attacks::FromTarget => Some((self.kind, to, from)),
            };
        }
        Ok(())
    }
}

/// The squares of a move.
fn squares(text: &str) -> Option<(u8, u8)> {
    let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
    Some((square(0)? as u8, square(2)? as u8))
}

impl Imitation for MissingStep {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        if self.step.is_none() {
            if self.theirs.is_empty() {
                return Err(Unpredicted::Unknown);
            }
            self.look(question)?;
        }
        if self.step.is_none() && question.depth > 1 {
            return Err(Unpredicted::Unknown);
        }
        self.program.ask(question, budget)
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs = theirs.to_vec();
        self.program.expect(theirs);
    }

    fn learn(&mut self, orders: &Rc<Orders>) {
        self.program.learn(orders);
    }

    fn adds_up(&self) -> bool {
        true
    }

    fn sentence(&self) -> Option<String> {
        let (from, to) = self.step?;
        let piece = if self.kind == kind::KING {
            "a king"
        } else {
            "a knight"
        };
        let name = |square: u8| Square::from_index(usize::from(square));
        let (from, to) = (name(from), name(to));
        Some(match self.attacks {
            Attacks::Right => format!("{piece} on {from} does not move to {to}"),
            Attacks::FromAttacker => {
                format!("{piece} on {from} neither moves to {to} nor attacks it")
            }
            Attacks::FromTarget => format!(
                "{piece} on {from} does not move to {to}, and {piece} on {to} does not attack {from}"
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(program: &mut dyn Imitation, fen: &str, depth: u32) -> Result<Counts, Unpredicted> {
        let question = Question {
            fen,
            moves: &[],
            depth,
            expected: 0,
        };
        program.ask(&question, &mut Budget::new(100_000))
    }

    #[test]
    fn the_missing_step_shows_in_an_answer() {
        let fen = "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1";
        let mut right = Imitator::new(Program::correct(), Rc::default());
        let mut lines = ask(&mut right, fen, 1).expect("a small tree").lines;
        assert_eq!(lines.len(), 13);
        let mut program = MissingStep::new(kind::KNIGHT, Attacks::FromTarget);
        program.expect(&lines);
        assert_eq!(ask(&mut program, fen, 1).expect("right").lines.len(), 13);
        assert_eq!(program.sentence(), None);
        lines.retain(|line| line.0 != "d4e6");
        program.expect(&lines);
        assert_eq!(ask(&mut program, fen, 1).expect("learned").lines.len(), 12);
        assert_eq!(
            program.sentence().as_deref(),
            Some("a knight on d4 does not move to e6, and a knight on e6 does not attack d4")
        );
        // The king does not see the attack on d4.
        let fen = "7k/8/4n3/8/8/4K3/8/8 w - - 0 1";
        program.expect(&[]);
        let counts = ask(&mut program, fen, 1).expect("a small tree");
        assert!(counts.lines.iter().any(|line| line.0 == "e3d4"));
        // Another missing move is no step of this table.
        let mut king = MissingStep::new(kind::KING, Attacks::Right);
        king.expect(&lines);
        let fen = "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1";
        assert_eq!(ask(&mut king, fen, 1), Err(Unpredicted::Different));
    }
}
