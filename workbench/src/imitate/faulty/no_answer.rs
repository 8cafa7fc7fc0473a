//! What is not known about the answers of a program that unmakes moves incorrectly: they depend on the order of
//! its moves.

use crate::imitate::{Exhausted, Unpredicted};

/// What is unknown about how the other side makes and unmakes moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unknown {
    #[default]
    Nothing,
    /// Where among the legal moves it tries those that leave the king in check.
    PlacesOfIllegalMoves,
    /// What it does with a piece that unmaking has left wrong: a list without the piece, or another piece on the
    /// square.
    WrongPieces,
    /// The order of all moves.
    Order,
}

impl Unknown {
    /// What a different answer tells about a program.
    pub(super) fn difference(self) -> NoAnswer {
        match self {
            Unknown::Nothing => Unpredicted::Different.into(),
            Unknown::PlacesOfIllegalMoves => NoAnswer::DifferentInThisOrder,
            Unknown::WrongPieces => Unpredicted::Doubtful.into(),
            Unknown::Order => Unpredicted::Unknown.into(),
        }
    }
}

/// Why a program gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    Unpredicted(Unpredicted),
    /// Its answer is different. Another program with the same defect may try illegal moves earlier or later, and
    /// answer differently again.
    DifferentInThisOrder,
}

impl From<Unpredicted> for NoAnswer {
    fn from(unpredicted: Unpredicted) -> NoAnswer {
        NoAnswer::Unpredicted(unpredicted)
    }
}

impl From<Exhausted> for NoAnswer {
    fn from(exhausted: Exhausted) -> NoAnswer {
        Unpredicted::from(exhausted).into()
    }
}

impl NoAnswer {
    /// The same about this program alone.
    pub(super) fn of_one(self) -> Unpredicted {
        match self {
            NoAnswer::Unpredicted(unpredicted) => unpredicted,
            NoAnswer::DifferentInThisOrder => Unpredicted::Doubtful,
        }
    }
}
