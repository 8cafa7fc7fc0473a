//! Defects in lists of moves: too short, without one of the lines, or with a line twice.

use movegen::chess::Position;

use super::faulty::trusting;
use super::imitation::defect_table;
use super::ordered::{AlteredDivide, Ordered, altered_divide};
use super::{Budget, Counts, Imitation, Unpredicted};
use crate::ask::Question;

defect_table! {
    "one-move-is-skipped"
        "it leaves out one move of each list"
        [true, false].map(|everywhere| MoveListLimit::new(ListDefect::OneLess { everywhere }));
    "one-line-is-missing"
        "it does not print the line of one move, but its total includes it"
        [MoveListLimit::new(ListDefect::OneLine)];
    "line-is-repeated"
        "it prints the line of one move twice"
        repeated();
    "list-is-not-cleared"
        "its list of moves is not cleared between nodes: it counts the moves of earlier nodes again"
        [false, true].map(NotCleared::new);
    "list-is-limited"
        "its list of moves is too short"
        [ListDefect::Legal, ListDefect::PseudoLegal, ListDefect::Root, ListDefect::Printed]
            .map(MoveListLimit::new);
}

/// Programs that print the first, the last or every line twice; the total includes it or not.
fn repeated() -> Vec<AlteredDivide> {
    let mut variants = Vec::new();
    for in_total in [false, true] {
        for which in 0..3 {
            variants.push(altered_divide(move |divide| {
                let again = match which {
                    0 => divide.lines.first().cloned().into_iter().collect(),
                    1 => divide.lines.last().cloned().into_iter().collect(),
                    _ => divide.lines.clone(),
                };
                if in_total {
                    divide.total += again.iter().map(|line| line.1).sum::<i128>();
                }
                divide.lines.extend(again);
            }));
        }
    }
    variants
}

/// Which moves are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListDefect {
    /// One move, in every position or at the root only.
    OneLess { everywhere: bool },
    /// One line, which is counted.
    OneLine,
    /// In every position, the moves beyond the limit.
    Legal,
    /// The same, but the limit is that of a list that also has moves which turn out to be illegal.
    PseudoLegal,
    /// The moves of the root beyond the limit.
    Root,
    /// The lines beyond the limit, which are counted.
    Printed,
}

/// The smallest number of moves that is taken for a limit.
const LEAST_LIMIT: usize = 8;

/// More moves than any position has.
const ENOUGH: usize = 512;

/// A list that leaves out moves. Which moves these are shows in the answer only, as does the limit.
struct MoveListLimit {
    defect: ListDefect,
    /// What is known of the limit.
    limit: (usize, usize),
    ordered: Ordered,
    /// The counts that are expected, in the order of the texts.
    theirs: Vec<i128>,
}

/// The least and the greatest number that is possible.
type Range = (i128, i128);

impl MoveListLimit {
    fn new(defect: ListDefect) -> MoveListLimit {
        MoveListLimit {
            defect,
            limit: (LEAST_LIMIT, ENOUGH),
            ordered: Ordered::default(),
            theirs: Vec::new(),
        }
    }

    fn has_limit(&self) -> bool {
        !matches!(
            self.defect,
            ListDefect::OneLess { .. } | ListDefect::OneLine
        )
    }

    /// The legal moves of a position, and those that a list with a limit counts.
    fn moves(&self, position: &Position) -> (usize, usize) {
        let legal = position.legal_moves().len();
        match self.defect {
            ListDefect::PseudoLegal => (legal, trusting::pseudo_legal(&position.to_setup())),
            _ => (legal, legal),
        }
    }

    /// How many legal moves of a list remain. Each of those that are left out can be legal or not.
    fn remaining(&self, (legal, all): (usize, usize)) -> (usize, usize) {
        if self.limit.1 == ENOUGH {
            return (legal, legal);
        }
        let illegal = all.saturating_sub(legal);
        let (low, high) = self.limit;
        let least = if all <= low {
            legal
        } else {
            low.saturating_sub(illegal).min(legal)
        };
        (least, high.min(legal))
    }

    /// Learns from the number of lines at the root; false if it does not fit.
    fn learn(&mut self, (legal, all): (usize, usize), theirs: usize) -> bool {
        let (low, high) = &mut self.limit;
        if theirs < legal {
            *low = (*low).max(theirs);
            *high = (*high).min(theirs + all.saturating_sub(legal));
        } else {
            *low = (*low).max(legal);
        }
        *low <= *high
    }

    /// How many moves the root lists.
    fn listed(&mut self, position: &Position) -> Result<usize, Unpredicted> {
        let moves = self.moves(position);
        let theirs = self.theirs.len();
        if !self.has_limit() {
            return Ok(moves.0.saturating_sub(1));
        }
        if theirs == 0 {
            return Ok(self.remaining(moves).0);
        }
        let fits = theirs <= moves.0 && self.learn(moves, theirs);
        fits.then_some(theirs).ok_or(Unpredicted::Different)
    }

    /// The leaves below a position, as long as it does not matter which moves are left out.
    fn below(
        &self,
        position: &Position,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Range, Unpredicted> {
        if depth == 0 {
            return Ok((1, 1));
        }
        budget.spend(if self.defect == ListDefect::PseudoLegal {
            4
        } else {
            1
        })?;
        let moves = self.moves(position);
        let (least, most) = match self.defect {
            ListDefect::OneLess { everywhere: true } => {
                let listed = moves.0.saturating_sub(1);
                (listed, listed)
            }
            ListDefect::Legal | ListDefect::PseudoLegal => self.remaining(moves),
            _ => (moves.0, moves.0),
        };
        if depth == 1 {
            return Ok((least as i128, most as i128));
        }
        if least < moves.0 {
            return Err(Unpredicted::Unknown);
        }
        let legal = position.legal_moves();
        legal.iter().try_fold((0, 0), |sum: Range, &mv| {
            let below = self.below(&position.play(mv), depth - 1, budget)?;
            Ok((sum.0 + below.0, sum.1 + below.1))
        })
    }
}

impl Imitation for MoveListLimit {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let (position, mut divide) = self.ordered.divide(question, budget)?;
        let listed = self.listed(&position)?;
        divide.lines.truncate(listed);
        if matches!(self.defect, ListDefect::OneLine | ListDefect::Printed) {
            return Ok(divide);
        }
        for (index, line) in divide.lines.iter_mut().enumerate() {
            let mv = position
                .parse_uci(&line.0)
                .map_err(|_| Unpredicted::Unknown)?;
            let (least, most) = self.below(&position.play(mv), question.depth - 1, budget)?;
            let expected = self.theirs.get(index).copied();
            line.1 = expected
                .filter(|count| (least..=most).contains(count))
                .unwrap_or(least);
        }
        Ok(Counts::of_lines(divide.lines))
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.ordered.expect(lines);
        self.theirs = lines.iter().map(|line| line.1).collect();
    }

    fn sentence(&self) -> Option<String> {
        let (low, high) = self.limit;
        if !self.has_limit() || high == ENOUGH {
            return None;
        }
        let limit = match low == high {
            true => low.to_string(),
            false => format!("{low} to {high}"),
        };
        Some(match self.defect {
            ListDefect::Printed => {
                format!("it prints at most {limit} moves, but its total includes the others")
            }
            ListDefect::Root => format!("its list of root moves has room for {limit} moves"),
            _ => format!(
                "its list has room for {limit} moves: in positions with more, the others are left out"
            ),
        })
    }
}

/// A list of the moves of the last ply that keeps those of earlier nodes.
struct NotCleared {
    /// Whether it is also the list of the root, whose moves remain in it.
    has_root: bool,
    ordered: Ordered,
}

impl NotCleared {
    fn new(has_root: bool) -> NotCleared {
        let ordered = Ordered::default();
        NotCleared { has_root, ordered }
    }
}

impl Imitation for NotCleared {
    /// Deeper, moves of other positions are played.
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        if question.depth > 2 {
            return Err(Unpredicted::Unknown);
        }
        let (_, mut divide) = self.ordered.divide(question, budget)?;
        if question.depth == 2 {
            let mut listed = if self.has_root {
                divide.lines.len() as i128
            } else {
                0
            };
            for line in &mut divide.lines {
                listed += line.1;
                line.1 = listed;
            }
        }
        Ok(Counts::of_lines(divide.lines))
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.ordered.expect(lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

    fn ask(list: &mut MoveListLimit, fen: &str, depth: u32, theirs: &[(String, i128)]) -> Counts {
        list.expect(theirs);
        let question = Question {
            fen,
            moves: &[],
            depth,
            expected: 0,
        };
        let counts = list.ask(&question, &mut Budget::new(1_000_000));
        counts.expect("a small tree")
    }

    /// The first moves of a list.
    fn first(fen: &str, number: usize) -> Vec<(String, i128)> {
        let mut all = ask(&mut MoveListLimit::new(ListDefect::Legal), fen, 1, &[]).lines;
        all.truncate(number);
        all
    }

    #[test]
    fn limits_show_in_answers() {
        for defect in [
            ListDefect::Legal,
            ListDefect::PseudoLegal,
            ListDefect::Root,
            ListDefect::Printed,
        ] {
            let mut list = MoveListLimit::new(defect);
            let counts = ask(&mut list, MANY, 1, &first(MANY, 64));
            let total = if defect == ListDefect::Printed {
                218
            } else {
                64
            };
            assert_eq!(
                (counts.lines.len(), counts.total),
                (64, total),
                "{defect:?}"
            );
            assert!(list.sentence().is_some_and(|text| text.contains("64")));
            let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            assert_eq!(ask(&mut list, start, 2, &[]).total, 400);
        }
    }

    #[test]
    fn illegal_moves_count_towards_the_limit() {
        // The pinned knight has eight moves that are left out later.
        let fen = "4r1k1/8/8/8/3N4/4N3/4R3/4K3 w - - 0 1";
        let fen = fen.replace("3N4/4N3", "8/4N3").replace("4R3", "8");
        let mut list = MoveListLimit::new(ListDefect::PseudoLegal);
        list.limit = (8, 8);
        let (legal, all) = list.moves(&fen.parse().expect("valid"));
        assert!(all >= legal + 8, "{all} and {legal}");
        assert_eq!(list.remaining((legal, all)).1, legal.min(8));
        let mut legal_only = MoveListLimit::new(ListDefect::Legal);
        legal_only.limit = (8, 8);
        assert_eq!(legal_only.remaining((legal, legal)), (legal, legal));
    }

    #[test]
    fn moves_of_earlier_nodes_are_counted_again() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (has_root, depth, expected) in [(false, 1, 20), (false, 2, 4200), (true, 2, 4600)] {
            let question = Question {
                fen: start,
                moves: &[],
                depth,
                expected: 0,
            };
            let counts = NotCleared::new(has_root).ask(&question, &mut Budget::new(1000));
            assert_eq!(counts.expect("a small tree").total, expected);
        }
    }

    #[test]
    fn lines_are_missing_or_repeated() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let missing = ask(&mut MoveListLimit::new(ListDefect::OneLine), fen, 1, &[]);
        assert_eq!((missing.lines.len(), missing.total), (4, 5));
        let question = Question {
            fen,
            moves: &[],
            depth: 1,
            expected: 5,
        };
        for variant in &mut repeated() {
            let counts = variant.ask(&question, &mut Budget::new(100));
            let counts = counts.expect("a small tree");
            assert!(counts.lines.len() > 5, "{counts:?}");
        }
    }
}
