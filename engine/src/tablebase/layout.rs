//! The order in which a table takes the pieces of a position, and the number of a position in it.

use arrayvec::ArrayVec;
use movegen::chess::{Color, Piece, PieceKind};

use super::fault::Fault;
use super::material::{MAX_MEN, Material};
use super::squares::{self, Index, KING_PAIRS, TRIPLES};

/// Squares that pawns can stand on.
const PAWN_SQUARES: usize = 48;

/// Pieces that are numbered together.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The number of pieces.
    len: usize,
    /// What the number of their arrangement is multiplied with.
    factor: u64,
}

/// The order of the pieces in a table for one side to move (and one file of the leading pawn).
#[derive(Debug)]
pub(super) struct Layout {
    pieces: ArrayVec<Piece, MAX_MEN>,
    groups: ArrayVec<Group, MAX_MEN>,
    kind: Kind,
    /// The number of positions.
    pub(super) size: u64,
}

/// How the first groups are numbered.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Two kings that are the only unique pieces.
    Kings,
    /// Three unique pieces.
    Triple,
    /// Pawns of one side, and of the other side if there are any.
    Pawns { both_sides: bool },
}

impl Layout {
    /// A layout from the header of a table.
    ///
    /// `codes` are the pieces; `orders` say when the first group, and that of the other side's
    /// pawns, are multiplied in. `edge_distance` is that of the leading pawn's file.
    pub(super) fn new(
        material: Material,
        codes: &[u8],
        orders: [Option<usize>; 2],
        edge_distance: usize,
    ) -> Result<Layout, Fault> {
        let damaged = Fault::Damaged("its pieces are not those of its name");
        let pieces = codes.iter().map(|&code| piece(code));
        let pieces: ArrayVec<Piece, MAX_MEN> = pieces.collect::<Option<_>>().ok_or(damaged)?;
        let count = |piece| pieces.iter().filter(|&&other| other == piece).count();
        let mut all = Color::ALL
            .iter()
            .flat_map(|color| PieceKind::ALL.map(|kind| color.piece(kind)));
        if !all.all(|piece| count(piece) == material.count(piece)) {
            return Err(damaged);
        }
        let (leading_pawns, other_pawns) = material.pawns();
        let (kind, leading) = if leading_pawns > 0 {
            let both_sides = other_pawns > 0;
            (Kind::Pawns { both_sides }, leading_pawns)
        } else if material.only_kings_are_unique() {
            (Kind::Kings, 2)
        } else {
            (Kind::Triple, 3)
        };
        let groups = group(&pieces, leading, other_pawns).ok_or(damaged)?;
        let mut layout = Layout {
            pieces,
            groups,
            kind,
            size: 0,
        };
        layout.multiply(orders, edge_distance)?;
        Ok(layout)
    }

    /// Sets the factors of the groups.
    fn multiply(&mut self, orders: [Option<usize>; 2], edge_distance: usize) -> Result<(), Fault> {
        // The groups with a place of their own; all others follow in their order.
        let both_sides = matches!(self.kind, Kind::Pawns { both_sides: true });
        let placed = if both_sides { 2 } else { 1 };
        let mut free_squares = 64
            - self.groups[..placed]
                .iter()
                .map(|group| group.len)
                .sum::<usize>();
        let mut others = placed..self.groups.len();
        let mut factor = 1u64;
        for place in 0..self.groups.len() {
            let chosen = orders[..placed]
                .iter()
                .position(|&order| order == Some(place));
            let index = chosen.or_else(|| others.next());
            let index = index.ok_or(Fault::Damaged("the order of its pieces makes no sense"))?;
            let len = self.groups[index].len;
            let arrangements = match (chosen, self.kind) {
                (Some(0), Kind::Kings) => KING_PAIRS,
                (Some(0), Kind::Triple) => TRIPLES,
                (Some(0), Kind::Pawns { .. }) => squares::pawn_arrangements(len, edge_distance),
                (Some(_), _) => squares::choices(len, PAWN_SQUARES - self.groups[0].len),
                (None, _) => {
                    let arrangements = squares::choices(len, free_squares);
                    free_squares -= len;
                    arrangements
                }
            };
            self.groups[index].factor = factor;
            factor *= arrangements;
        }
        if others.next().is_some() {
            return Err(Fault::Damaged("the order of its pieces makes no sense"));
        }
        self.size = factor;
        Ok(())
    }

    /// The pieces in the table's order.
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The number of the position with the pieces on these squares, in the order of the pieces.
    /// Of pawns, the leading one must be the first, and on the table's file.
    ///
    /// `None` if the table has no such position.
    pub(super) fn number(&self, all: &mut [Index]) -> Option<u64> {
        let leading = self.groups[0].len;
        let first = match self.kind {
            Kind::Kings => {
                squares::reflect_into_triangle(all, leading);
                squares::kings_number(all[0], all[1])?
            }
            Kind::Triple => {
                squares::reflect_into_triangle(all, leading);
                squares::triple_number([all[0], all[1], all[2]])
            }
            Kind::Pawns { .. } => {
                if all[0] & 7 > 3 {
                    all.iter_mut().for_each(|square| *square ^= 7);
                }
                all[1..leading]
                    .sort_by_key(|&square| std::cmp::Reverse(squares::pawn_number(square)));
                squares::pawns_number(&all[..leading])
            }
        };
        let mut number = first * self.groups[0].factor;
        let mut start = leading;
        for (index, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = all.split_at_mut(start);
            let squares = &mut rest[..group.len];
            squares.sort_unstable();
            // Pawns do not stand on the first rank.
            let pawns = index == 1 && matches!(self.kind, Kind::Pawns { both_sides: true });
            let lowest = if pawns { 8 } else { 0 };
            for (place, &square) in squares.iter().enumerate() {
                // Squares that earlier groups occupy are not counted.
                let skips = before.iter().filter(|&&other| other < square).count();
                number += squares::choices(place + 1, square - skips - lowest) * group.factor;
            }
            start += group.len;
        }
        Some(number)
    }
}

/// The piece with this code.
fn piece(code: u8) -> Option<Piece> {
    let color = Color::ALL[usize::from(code >> 3 & 1)];
    let kind = (code & 7).checked_sub(1)?;
    Some(color.piece(*PieceKind::ALL.get(usize::from(kind))?))
}

/// Divides the pieces into the leading group, the other side's pawns, and groups of equal pieces.
/// `None` if the pieces are not in such an order.
fn group(pieces: &[Piece], leading: usize, other_pawns: usize) -> Option<ArrayVec<Group, MAX_MEN>> {
    let is_pawn = |piece: &Piece| piece.kind == PieceKind::Pawn;
    let (first, rest) = pieces.split_at_checked(leading)?;
    let equal = first.iter().all(|piece| *piece == first[0]);
    let all_unique = (1..leading).all(|index| !first[..index].contains(&first[index]));
    let pawns_lead = pieces.iter().any(is_pawn);
    let kings = first.iter().all(|piece| piece.kind == PieceKind::King);
    let valid = if pawns_lead {
        is_pawn(&first[0]) && equal
    } else {
        all_unique && (leading > 2 || kings)
    };
    let pawns_follow = rest.get(..other_pawns)?.iter().all(is_pawn);
    if !valid || !pawns_follow {
        return None;
    }
    let mut groups = ArrayVec::new();
    groups.push(Group {
        len: leading,
        factor: 0,
    });
    for chunk in rest.chunk_by(|a, b| a == b) {
        groups.push(Group {
            len: chunk.len(),
            factor: 0,
        });
    }
    Some(groups)
}
