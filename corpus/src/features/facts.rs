//! What the features are decided from: a position and what follows from it in one ply.

use movegen::chess::{Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Square};

/// A position with everything that is computed once and used by many features.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The position.
    pub position: Position,
    /// The square that the last move passed, if it was a double push.
    pub passed: Option<Square>,
    /// The legal moves.
    pub moves: MoveList,
    /// Each legal move with the position after it, in the same order.
    pub children: Vec<Child>,
    /// The pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// The pins of pieces of the side to move.
    pub pins: Vec<Pin>,
}

/// A legal move and the position after it.
#[derive(Clone, Debug)]
pub struct Child {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// The pieces that give check after it.
    pub checkers: Bitboard,
}

/// A piece that stands alone between its own king and an enemy slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Where the pinned piece stands.
    pub square: Square,
    /// What it is.
    pub kind: PieceKind,
    /// Where the slider stands.
    pub pinner: Square,
    /// The line of the pin.
    pub line: Line,
}

/// The direction of a line through two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The same rank.
    Rank,
    /// The same file.
    File,
    /// The same diagonal.
    Diagonal,
}

impl Line {
    /// The line through two different squares, if there is one.
    pub fn through(a: Square, b: Square) -> Option<Line> {
        let (files, ranks) = distances(a, b);
        match (files, ranks) {
            (0, 0) => None,
            (_, 0) => Some(Line::Rank),
            (0, _) => Some(Line::File),
            _ if files == ranks => Some(Line::Diagonal),
            _ => None,
        }
    }

    /// Whether a piece of this kind slides along the line.
    pub fn is_slid_by(self, kind: PieceKind) -> bool {
        match kind {
            PieceKind::Queen => true,
            PieceKind::Rook => self != Line::Diagonal,
            PieceKind::Bishop => self == Line::Diagonal,
            _ => false,
        }
    }
}

fn distances(a: Square, b: Square) -> (usize, usize) {
    (
        a.file().index().abs_diff(b.file().index()),
        a.rank().index().abs_diff(b.rank().index()),
    )
}

/// The number of king moves from one square to the other on an empty board.
pub fn distance(a: Square, b: Square) -> usize {
    let (files, ranks) = distances(a, b);
    files.max(ranks)
}

/// The squares strictly between two squares on a line; empty if they share none.
pub fn between(a: Square, b: Square) -> Bitboard {
    if Line::through(a, b).is_none() {
        return Bitboard::EMPTY;
    }
    let step = |from: usize, to: usize| (to as i32 - from as i32).signum();
    let step =
        step(a.file().index(), b.file().index()) + 8 * step(a.rank().index(), b.rank().index());
    (1..distance(a, b) as i32)
        .map(|count| Square::from_index((a.index() as i32 + count * step) as usize))
        .collect()
}

impl Facts {
    /// The facts about a position. `passed` is the square that the last move passed, as a FEN gives
    /// it; a [`Position`] itself keeps it only if a legal capture can use it.
    pub fn new(position: Position, passed: Option<Square>) -> Facts {
        let moves = position.legal_moves();
        let child = |&mv: &Move| {
            let position = position.play(mv);
            Child {
                mv,
                position,
                checkers: position.checkers(),
            }
        };
        let children = moves.iter().map(child).collect();
        Facts {
            passed,
            children,
            checkers: position.checkers(),
            pins: pins(&position),
            moves,
            position,
        }
    }

    /// The side to move.
    pub fn us(&self) -> Color {
        self.position.turn()
    }

    /// The other side.
    pub fn them(&self) -> Color {
        !self.position.turn()
    }

    /// The king of the side to move.
    pub fn king(&self) -> Square {
        self.position.king(self.us())
    }

    /// What stands on a square, of either colour.
    pub fn kind_on(&self, square: Square) -> Option<PieceKind> {
        self.position.piece_at(square).map(|piece| piece.kind)
    }

    /// The pieces of a colour and kind.
    pub fn squares_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.position.squares_of(color.piece(kind))
    }

    /// The piece that gives check, if there is exactly one.
    pub fn single_checker(&self) -> Option<Square> {
        let mut checkers = self.checkers.into_iter();
        checkers.next().filter(|_| checkers.next().is_none())
    }

    /// Whether a legal move fulfils the condition.
    pub fn any_move(&self, holds: impl Fn(Move) -> bool) -> bool {
        self.moves.iter().any(|&mv| holds(mv))
    }

    /// Whether there is a legal move, and all of them fulfil the condition.
    pub fn every_move(&self, holds: impl Fn(Move) -> bool) -> bool {
        !self.moves.is_empty() && self.moves.iter().all(|&mv| holds(mv))
    }

    /// Whether a legal move and the position after it fulfil the condition.
    pub fn any_child(&self, holds: impl Fn(&Child) -> bool) -> bool {
        self.children.iter().any(holds)
    }

    /// Whether a pin fulfils the condition.
    pub fn any_pin(&self, holds: impl Fn(&Pin) -> bool) -> bool {
        self.pins.iter().any(holds)
    }

    /// Whether the piece on this square has a legal move.
    pub fn can_move(&self, from: Square) -> bool {
        self.any_move(|mv| mv.from() == from)
    }

    /// Whether the piece that moves is the king; castling included.
    pub fn moves_king(&self, mv: Move) -> bool {
        mv.from() == self.king()
    }
}

impl Child {
    /// Whether a piece other than those that moved gives check.
    pub fn discovers_check(&self) -> bool {
        let rook = self.mv.castling_squares().map(|(_, rook)| rook);
        let arrived = match self.mv.kind() {
            MoveKind::Castle => rook,
            _ => Some(self.mv.to()),
        };
        let arrived: Bitboard = arrived.into_iter().collect();
        !(self.checkers - arrived).is_empty()
    }

    /// Whether the move gives check.
    pub fn gives_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Whether the move gives checkmate.
    pub fn is_mate(&self) -> bool {
        self.gives_check() && !self.position.has_legal_move()
    }
}

/// The pins of pieces of the side to move.
fn pins(position: &Position) -> Vec<Pin> {
    let us = position.turn();
    let king = position.king(us);
    let sliders = position.colors(!us)
        & (position.pieces(PieceKind::Bishop)
            | position.pieces(PieceKind::Rook)
            | position.pieces(PieceKind::Queen));
    let pin = |pinner: Square| {
        let line = Line::through(king, pinner)?;
        let slider = position.piece_at(pinner)?;
        let mut blockers = (between(king, pinner) & position.occupied()).into_iter();
        let square = blockers.next().filter(|_| blockers.next().is_none())?;
        let pinned = position.piece_at(square)?;
        (line.is_slid_by(slider.kind) && pinned.color == us).then_some(Pin {
            square,
            kind: pinned.kind,
            pinner,
            line,
        })
    };
    sliders.into_iter().filter_map(pin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_between() {
        let squares = |a, b| between(a, b).into_iter().collect::<Vec<_>>();
        assert_eq!(squares(Square::A1, Square::D4), [Square::B2, Square::C3]);
        assert_eq!(squares(Square::H4, Square::E4), [Square::F4, Square::G4]);
        assert_eq!(squares(Square::C6, Square::C5), []);
        assert_eq!(squares(Square::A1, Square::B3), []);
    }

    #[test]
    fn a_pin_names_its_pieces_and_its_line() {
        let position = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"
            .parse()
            .expect("a position");
        let facts = Facts::new(position, None);
        let pin = Pin {
            square: Square::D2,
            kind: PieceKind::Knight,
            pinner: Square::B4,
            line: Line::Diagonal,
        };
        assert_eq!(facts.pins, [pin]);
        assert!(!facts.can_move(Square::D2));
    }
}
