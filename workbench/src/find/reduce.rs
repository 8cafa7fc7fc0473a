//! Makes a question smaller while it still shows what it must show.
//!
//! Everything is tentatively left out, in a fixed order, large parts first, and stays out if a test of
//! the smaller question says so: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing
//! input", 2002.

use std::mem::{Discriminant, discriminant};

use movegen::chess::variant::{Rules, State, VariantPosition};
use movegen::chess::{
    Bitboard, CastlingStyle, PieceKind, Position, PositionWarning, Setup, Square,
};

use super::Node;
use crate::ask::Error;

/// A question whose parts can be changed.
#[derive(Clone, Debug)]
pub(super) struct Case {
    rules: &'static dyn Rules,
    pub(super) root: Setup,
    /// What the first position has besides.
    pub(super) state: State,
    moves: Vec<String>,
    pub(super) depth: u32,
}

impl Case {
    pub(super) fn of(node: &Node) -> Option<Case> {
        let rules = node.position.rules();
        // Both sides have parsed this FEN.
        let (fen, state) = rules.split_fen(&node.fen).ok()?;
        Some(Case {
            rules,
            root: fen.parse().ok()?,
            state,
            moves: node.moves.clone(),
            depth: node.depth,
        })
    }

    /// The question, if its position is valid and its moves are legal.
    pub(super) fn node(&self, style: CastlingStyle) -> Option<Node> {
        let position = VariantPosition::from_setup(self.rules, &self.root, self.state).ok()?;
        let root = Node::root(position, self.root.en_passant, self.depth, style);
        self.moves.iter().try_fold(root, |node, text| {
            let mv = node.position.parse_uci(text).ok()?;
            Some(node.after(mv, style))
        })
    }

    /// As [`node`](Case::node), if there is no warning about its position but these.
    pub(super) fn node_warned(
        &self,
        known: &[Discriminant<PositionWarning>],
        style: CastlingStyle,
    ) -> Option<Node> {
        let node = self.node(style)?;
        let odd = |warning| !known.contains(warning);
        (!self.warnings(style).iter().any(odd)).then_some(node)
    }

    /// The warnings about its position, without those about dropped parts.
    pub(super) fn warnings(&self, style: CastlingStyle) -> Vec<Discriminant<PositionWarning>> {
        if !self.rules.is_standard() {
            return Vec::new();
        }
        let Ok((position, mut warnings)) = Position::from_setup(&self.root) else {
            return Vec::new();
        };
        // Stricter than the warning, which takes every castling into account.
        if !position.checks_are_possible(self.root.en_passant, style) {
            warnings.push(PositionWarning::ImpossibleCheck(position.checkers()));
        }
        warnings
            .iter()
            .filter(|warning| {
                !matches!(
                    warning,
                    PositionWarning::CastlingDropped(_) | PositionWarning::EnPassantDropped(_)
                )
            })
            .map(discriminant)
            .collect()
    }

    /// The pieces that can be removed: all but the kings.
    pub(super) fn removable(&self) -> Vec<Square> {
        let is_removable = |square: &Square| {
            let piece = self.root.board[square.index()];
            piece.is_some_and(|piece| piece.kind != PieceKind::King)
        };
        Square::ALL.into_iter().filter(is_removable).collect()
    }
}

impl PartialEq for Case {
    fn eq(&self, other: &Case) -> bool {
        (&self.root, self.state, &self.moves, self.depth)
            == (&other.root, other.state, &other.moves, other.depth)
    }
}

impl Eq for Case {}

/// Whether a question shows what it must show.
pub(super) type Test<'a> = dyn FnMut(&Node) -> Result<bool, Error> + 'a;

/// Leaves out parts of a question.
pub(super) struct Reducer<'a> {
    /// The smallest question so far.
    case: Case,
    /// The warnings about the first position.
    warnings: Vec<Discriminant<PositionWarning>>,
    style: CastlingStyle,
    test: &'a mut Test<'a>,
}

impl<'a> Reducer<'a> {
    /// Begins with a question that passes the test.
    pub(super) fn new(case: Case, style: CastlingStyle, test: &'a mut Test<'a>) -> Reducer<'a> {
        Reducer {
            warnings: case.warnings(style),
            case,
            style,
            test,
        }
    }

    /// The smallest question so far.
    pub(super) fn into_case(self) -> Case {
        self.case
    }

    /// Leaves out parts until nothing more can be left out.
    ///
    /// # Errors
    /// The first error of the test.
    pub(super) fn run(&mut self) -> Result<(), Error> {
        loop {
            let before = self.case.clone();
            self.leave_out_moves()?;
            self.reduce_depth()?;
            self.remove_pieces()?;
            self.remove_rights()?;
            if self.case == before {
                return Ok(());
            }
        }
    }

    /// Keeps the case if it passes the test; returns whether it did. Asks only about valid positions
    /// without a warning that the first position does not have.
    fn try_case(&mut self, case: &Case) -> Result<bool, Error> {
        let Some(node) = case.node_warned(&self.warnings, self.style) else {
            return Ok(false);
        };
        let passes = (self.test)(&node)?;
        if passes && let Some(case) = Case::of(&node) {
            self.case = case;
        }
        Ok(passes)
    }

    /// Replaces the first moves by the FEN after them, and leaves out pairs of moves, one of each
    /// side.
    fn leave_out_moves(&mut self) -> Result<(), Error> {
        for played in (1..=self.case.moves.len()).rev() {
            let (first, rest) = self.case.moves.split_at(played);
            let before = Case {
                moves: first.to_vec(),
                ..self.case.clone()
            };
            let later = before.node(self.style).and_then(|node| {
                Some(Case {
                    moves: rest.to_vec(),
                    ..Case::of(&node.without_moves())?
                })
            });
            if let Some(later) = later
                && self.try_case(&later)?
            {
                break;
            }
        }
        let mut at = 0;
        while at + 2 <= self.case.moves.len() {
            let mut shorter = self.case.clone();
            shorter.moves.drain(at..at + 2);
            if !self.try_case(&shorter)? {
                at += 1;
            }
        }
        Ok(())
    }

    fn reduce_depth(&mut self) -> Result<(), Error> {
        for depth in 1..self.case.depth {
            let case = Case {
                depth,
                ..self.case.clone()
            };
            if self.try_case(&case)? {
                break;
            }
        }
        Ok(())
    }

    /// Removes half of the pieces at once, then a quarter, down to one by one.
    fn remove_pieces(&mut self) -> Result<(), Error> {
        let mut together = self.case.removable().len().div_ceil(2);
        while together > 0 {
            for some in self.case.removable().chunks(together) {
                let mut case = self.case.clone();
                for square in some {
                    case.root.board[square.index()] = None;
                }
                self.try_case(&case)?;
            }
            together /= 2;
        }
        Ok(())
    }

    /// Castling rights, the en passant square, the state of a variant, and the two counters.
    fn remove_rights(&mut self) -> Result<(), Error> {
        for rook in self.case.root.castling {
            let mut case = self.case.clone();
            case.root.castling = case.root.castling - Bitboard::from(rook);
            self.try_case(&case)?;
        }
        let mut plain = self.case.clone();
        plain.root.en_passant = None;
        if plain != self.case {
            self.try_case(&plain)?;
        }
        let mut first = self.case.clone();
        first.state = first.rules.first_state();
        if first != self.case {
            self.try_case(&first)?;
        }
        let mut young = self.case.clone();
        (young.root.halfmoves, young.root.fullmoves) = (0, 1);
        if young != self.case {
            self.try_case(&young)?;
        }
        Ok(())
    }
}
