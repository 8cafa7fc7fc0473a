//! The programs that give an answer.

use std::collections::BTreeMap;
use std::rc::Rc;

use movegen::chess::{ParsedFen, Position};

use super::Together;
use super::class::Changes;
use super::node::Node;
use super::tree::{End, Tally};
use crate::ask::Question;
use crate::imitate::faulty::board::{Board, Move};
use crate::imitate::{Defect, Unpredicted, canonical, position_of};

/// What a program counted, as far as it is known. Castling is written as king takes rook.
pub(crate) struct Seen<'a> {
    /// The counts of the moves; `None` if only the total is known.
    pub(crate) lines: Option<&'a BTreeMap<String, i128>>,
    /// Whether a move that has no line counts nothing.
    pub(crate) is_complete: bool,
    pub(crate) total: Option<i128>,
    /// The counts by the rules.
    pub(crate) correct: &'a BTreeMap<String, i128>,
}

/// The position of a question, and what is different there.
pub(super) struct Root {
    position: Position,
    pub(super) node: Node,
    depth: u32,
    /// By class.
    changes: Vec<(usize, Changes)>,
}

/// A move of the root, and what it counted.
struct Line {
    /// The index of a legal move.
    index: usize,
    count: i128,
}

impl Root {
    /// A move as lines are compared: as programs print it, but with castling as king takes rook. A king that slides to
    /// where castling puts it is written as castling, and one that castles to another square is not.
    pub(super) fn text(&self, mv: Move) -> String {
        canonical(self.position, &mv.printed(&self.node.board))
    }
}

impl From<End> for Unpredicted {
    fn from(_: End) -> Unpredicted {
        Unpredicted::Exhausted
    }
}

/// The board of the FEN of a question, and that after its moves by the rules.
fn boards(question: &Question) -> Result<(Board, Board), Unpredicted> {
    let parsed: ParsedFen = question.fen.parse().map_err(|_| Unpredicted::Unknown)?;
    let first = Board::new(&parsed.setup);
    let mut board = first;
    for text in question.moves {
        let node = Node::new(&board);
        let mut legal = node.legal();
        let made = legal.find(|made| made.mv.texts(&board).contains(text));
        board = *node.after(made.ok_or(Unpredicted::Unknown)?);
    }
    Ok((first, board))
}

impl Together {
    /// Keeps the programs that give this answer. All of them must reach its position by its moves.
    ///
    /// # Errors
    /// [`Unpredicted::Unknown`] if the position cannot be read, [`Unpredicted::Exhausted`] if the count was
    /// stopped.
    pub(crate) fn retain(&mut self, question: &Question, seen: &Seen) -> Result<(), Unpredicted> {
        let root = self.root(question)?;
        if let Some(lines) = seen.lines {
            // The total of these programs is the sum of their lines.
            let sum: i128 = lines.values().sum();
            if seen.is_complete && seen.total.is_some_and(|total| total != sum) {
                self.is_left.fill(false);
            }
            self.retain_lines(&root, lines, seen)?;
            if seen.is_complete {
                return Ok(());
            }
        }
        if let Some(total) = seen.total
            && self.is_left.contains(&true)
        {
            self.retain_total(&root, total, seen.correct.values().sum())?;
        }
        Ok(())
    }

    /// Takes out the programs that do not reach the position of a question by its moves: with their defect, they
    /// play one of them to another position, or take it for illegal. Returns their defects and numbers, as
    /// [`left`](Together::left) does.
    ///
    /// # Errors
    /// [`Unpredicted::Unknown`] if the position cannot be read.
    pub(crate) fn take_diverging(
        &mut self,
        question: &Question,
    ) -> Result<Vec<(Defect, usize)>, Unpredicted> {
        let (first, last) = boards(question)?;
        let mut taken = Vec::new();
        for class in 0..self.classes.len() {
            if question.moves.is_empty()
                || !self.has_left(class)
                || self.classes[class].plays(&first, question.moves, &last)
            {
                continue;
            }
            for program in self.classes[class].members.clone() {
                if std::mem::replace(&mut self.is_left[program], false) {
                    taken.extend(self.name(program));
                }
            }
        }
        Ok(taken)
    }

    /// The position is that by the rules: see [`take_diverging`](Together::take_diverging).
    pub(super) fn root(&mut self, question: &Question) -> Result<Root, Unpredicted> {
        let (_, board) = boards(question)?;
        let (node, depth) = (Node::new(&board), question.depth);
        let mut changes = Vec::new();
        for class in 0..self.classes.len() {
            if self.has_left(class)
                && let Some(found) = self.classes[class].changes(&node, depth, true)
            {
                changes.push((class, found));
            }
        }
        Ok(Root {
            position: position_of(question).ok_or(Unpredicted::Unknown)?,
            node,
            depth,
            changes,
        })
    }

    fn retain_total(&mut self, root: &Root, total: i128, correct: i128) -> Result<(), End> {
        self.wanted = i64::try_from(total - correct).ok();
        let tally = self.whole(root);
        self.wanted = None;
        let tally = tally?;
        for program in 0..self.programs.len() {
            let counted = tally.leaves + tally.difference(program);
            self.is_left[program] &= i128::from(counted) == total;
        }
        Ok(())
    }

    /// The tally of the root.
    pub(super) fn whole(&mut self, root: &Root) -> Result<Tally, End> {
        let mut below = Vec::new();
        for made in root.node.legal() {
            below.push(self.tally(root.node.after(made), root.depth - 1, None)?);
            self.progress.add(1);
        }
        let mut tally = Tally::default();
        below.iter().for_each(|child| tally.add(child));
        for (class, changes) in &root.changes {
            self.add_changes(&mut tally, &root.node, root.depth, *class, changes, &below)?;
        }
        tally.settle();
        Ok(tally)
    }

    fn retain_lines(
        &mut self,
        root: &Root,
        lines: &BTreeMap<String, i128>,
        seen: &Seen,
    ) -> Result<(), End> {
        let expected = |text: &str| match lines.get(text) {
            None if seen.is_complete => Some(0),
            count => count.copied(),
        };
        // Wrong counts rule out most programs, and small trees are counted first.
        let mut known: Vec<(bool, i128, Line)> = Vec::new();
        for (index, made) in root.node.legal().enumerate() {
            let text = root.text(made.mv);
            let correct = seen.correct.get(&text).copied().unwrap_or(0);
            if let Some(count) = expected(&text) {
                known.push((count == correct, correct, Line { index, count }));
            }
        }
        known.sort_by_key(|line| (line.0, line.1));
        for (_, correct, line) in known {
            self.progress.add(1);
            if !self.is_left.contains(&true) {
                continue;
            }
            let mut tally = Tally::default();
            self.wanted = i64::try_from(line.count - correct).ok();
            let added = self.add_line(&mut tally, root, line.index);
            self.wanted = None;
            added?;
            tally.settle();
            for program in 0..self.programs.len() {
                let counted = tally.leaves + tally.difference(program);
                self.is_left[program] &= i128::from(counted) == line.count;
            }
        }
        self.retain_extra(root, lines, seen)
    }

    /// Adds what a legal move of the root counts.
    pub(super) fn add_line(
        &mut self,
        tally: &mut Tally,
        root: &Root,
        index: usize,
    ) -> Result<(), End> {
        let made = root.node.legal().nth(index);
        let Some(made) = made else { return Ok(()) };
        let below = self.tally(root.node.after(made), root.depth - 1, None)?;
        tally.add(&below);
        let children: Vec<Rc<Tally>> = vec![below];
        let text = root.text(made.mv);
        let same_text = |mv: Move| root.text(mv) == text;
        for (class, changes) in &root.changes {
            if let Some(of_move) = changes.of_move(index, same_text) {
                self.add_changes(tally, &root.node, root.depth, *class, &of_move, &children)?;
            }
        }
        Ok(())
    }

    /// Keeps the programs that list the same moves which are not legal.
    fn retain_extra(
        &mut self,
        root: &Root,
        lines: &BTreeMap<String, i128>,
        seen: &Seen,
    ) -> Result<(), End> {
        let legal = root.texts();
        let listed: BTreeMap<&str, i128> = lines
            .iter()
            .filter(|(text, count)| !legal.contains(text) && **count != 0)
            .map(|(text, count)| (text.as_str(), *count))
            .collect();
        for (program, extra) in self.extra(root)?.iter().enumerate() {
            // A legal move that is listed twice counts in its own line.
            let mut others = extra.iter().filter(|(text, _)| !legal.contains(text));
            let agrees = match seen.is_complete {
                true => {
                    others.clone().count() == listed.len()
                        && others.all(|(text, count)| listed.get(text.as_str()) == Some(count))
                }
                false => listed
                    .iter()
                    .all(|(text, count)| extra.get(*text) == Some(count)),
            };
            self.is_left[program] &= agrees;
        }
        Ok(())
    }

    /// The moves of each program that are not legal, and what they count.
    pub(super) fn extra(&mut self, root: &Root) -> Result<Vec<BTreeMap<String, i128>>, End> {
        let mut extra: Vec<BTreeMap<String, i128>> = vec![BTreeMap::new(); self.programs.len()];
        for (class, changes) in &root.changes {
            let affected = self.affected(*class, root.node.board.turn);
            if affected.is_empty() {
                continue;
            }
            for added in &changes.extra {
                let text = root.text(added.mv);
                let counts = self.extra_counts(*class, &affected, added, root.depth - 1)?;
                for (program, count) in counts.into_iter().flatten() {
                    if count != 0 {
                        *extra[program].entry(text.clone()).or_default() += i128::from(count);
                    }
                }
            }
        }
        Ok(extra)
    }
}
