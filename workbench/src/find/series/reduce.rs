//! Makes the questions of a series smaller while they still show what they must show: all of them in
//! the same way where that is possible, so that they stay as similar as they are.

use std::mem::Discriminant;

use movegen::chess::{Bitboard, CastlingStyle, PositionWarning, Square};

use crate::ask::Error;
use crate::find::Node;
use crate::find::reduce::Case;

/// Whether a series shows what it must show.
pub(super) type Test<'a> = dyn FnMut(&[Node]) -> Result<bool, Error> + 'a;

/// Leaves out parts of all questions of a series.
pub(super) struct SeriesReducer<'a> {
    cases: Vec<Case>,
    /// The warnings about the first position of each question.
    warnings: Vec<Vec<Discriminant<PositionWarning>>>,
    style: CastlingStyle,
    test: &'a mut Test<'a>,
}

impl<'a> SeriesReducer<'a> {
    /// Begins with a series that passes the test.
    pub(super) fn new(
        nodes: &[Node],
        style: CastlingStyle,
        test: &'a mut Test<'a>,
    ) -> Option<SeriesReducer<'a>> {
        let cases: Vec<Case> = nodes.iter().map(Case::of).collect::<Option<_>>()?;
        Some(SeriesReducer {
            warnings: cases.iter().map(|case| case.warnings(style)).collect(),
            cases,
            style,
            test,
        })
    }

    /// Leaves out parts until nothing more can be left out.
    ///
    /// # Errors
    /// The first error of the test.
    pub(super) fn run(&mut self) -> Result<(), Error> {
        loop {
            let before = self.cases.clone();
            self.reduce_depths()?;
            self.set_up()?;
            self.remove_pieces()?;
            self.remove_rights()?;
            if self.cases == before {
                return Ok(());
            }
        }
    }

    /// Keeps the cases if they pass the test; returns whether they did.
    fn try_cases(&mut self, cases: Vec<Case>) -> Result<bool, Error> {
        if cases == self.cases {
            return Ok(false);
        }
        let nodes = cases.iter().zip(&self.warnings);
        let nodes = nodes.map(|(case, known)| case.node_warned(known, self.style));
        let Some(nodes) = nodes.collect::<Option<Vec<Node>>>() else {
            return Ok(false);
        };
        let passes = (self.test)(&nodes)?;
        if passes && let Some(cases) = nodes.iter().map(Case::of).collect() {
            self.cases = cases;
        }
        Ok(passes)
    }

    /// Tries a change of all cases, then of each alone.
    fn try_change(&mut self, change: impl Fn(&mut Case)) -> Result<(), Error> {
        let mut all = self.cases.clone();
        all.iter_mut().for_each(&change);
        if self.try_cases(all)? || self.cases.len() == 1 {
            return Ok(());
        }
        for number in 0..self.cases.len() {
            let mut cases = self.cases.clone();
            change(&mut cases[number]);
            self.try_cases(cases)?;
        }
        Ok(())
    }

    /// Lowers all depths by the same number, then each alone.
    fn reduce_depths(&mut self) -> Result<(), Error> {
        let lowest = self.cases.iter().map(|case| case.depth).min().unwrap_or(1);
        for less in (1..lowest).rev() {
            let mut cases = self.cases.clone();
            cases.iter_mut().for_each(|case| case.depth -= less);
            if self.try_cases(cases)? {
                break;
            }
        }
        for number in 0..self.cases.len() {
            for depth in 1..self.cases[number].depth {
                let mut cases = self.cases.clone();
                cases[number].depth = depth;
                if self.try_cases(cases)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Replaces moves by the FEN after them.
    fn set_up(&mut self) -> Result<(), Error> {
        let style = self.style;
        self.try_change(|case| {
            let set_up = case.node(style).map(|node| node.without_moves());
            if let Some(set_up) = set_up.as_ref().and_then(Case::of) {
                *case = set_up;
            }
        })
    }

    /// Removes pieces from all positions: half of them at once, then a quarter, down to one by one.
    fn remove_pieces(&mut self) -> Result<(), Error> {
        let removable = |cases: &[Case]| -> Vec<Square> {
            let squares = cases.iter().flat_map(Case::removable);
            let all: Bitboard = squares.collect();
            all.into_iter().collect()
        };
        let mut together = removable(&self.cases).len().div_ceil(2);
        while together > 0 {
            for some in removable(&self.cases).chunks(together) {
                let remove = |case: &mut Case| {
                    let removable = case.removable();
                    for square in some.iter().filter(|square| removable.contains(square)) {
                        case.root.board[square.index()] = None;
                    }
                };
                let mut cases = self.cases.clone();
                cases.iter_mut().for_each(remove);
                self.try_cases(cases)?;
            }
            together /= 2;
        }
        Ok(())
    }

    /// Castling rights, the en passant square, and the two counters.
    fn remove_rights(&mut self) -> Result<(), Error> {
        let rights = self.cases.iter().flat_map(|case| case.root.castling);
        let rights: Bitboard = rights.collect();
        for rook in rights {
            let rook = Bitboard::from(rook);
            self.try_change(|case| case.root.castling = case.root.castling - rook)?;
        }
        self.try_change(|case| case.root.en_passant = None)?;
        self.try_change(|case| (case.root.halfmoves, case.root.fullmoves) = (0, 1))
    }
}
