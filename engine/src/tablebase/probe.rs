//! The value of a position from the tables.
//!
//! A table has no true value for a position in which a capture is best, as its generator was free
//! to choose one that compresses well. So captures are searched first, and the table is asked for
//! the rest. Tables know nothing of castling, and of en passant captures nothing either: those are
//! searched as captures.

use movegen::chess::{Move, PieceKind, Position};

use super::table::Distance;
use super::{Tablebases, Wdl};

/// A result, from -2 (loss) to 2 (win), and how it is reached.
struct Resolved {
    wdl: i32,
    /// Whether a capture (or a pawn move, if those were searched) reaches it, or there are no other
    /// moves.
    by_zeroing: bool,
}

/// Whether the move resets the halfmove clock.
fn is_zeroing(position: &Position, mv: Move) -> bool {
    position.is_capture(mv) || is_pawn_move(position, mv)
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.pieces(PieceKind::Pawn).contains(mv.from())
}

/// The distance to zeroing of a position in which a zeroing move reaches the result.
fn before_zeroing(wdl: i32) -> i32 {
    match wdl {
        2 => 1,
        1 => 101,
        -1 => -101,
        -2 => -1,
        _ => 0,
    }
}

fn is_checkmate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

impl Tablebases {
    /// The result of a position with the halfmove clock at zero, from the view of the side to move.
    ///
    /// `None` if castling is possible, or if a table that is needed is missing or damaged. The cost
    /// is some microseconds: three reads of a file for the position and each capture.
    ///
    /// ```
    /// use engine::{Tablebases, Wdl};
    /// let tables = Tablebases::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy")]);
    /// let position = "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1".parse().unwrap();
    /// assert_eq!(tables.wdl(&position), Some(Wdl::Loss));
    /// ```
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.can_probe(position)
            .then(|| self.resolve(position, false))?
            .map(|resolved| Wdl::from_number(resolved.wdl))
    }

    /// The distance to the next capture or pawn move, in plies, of a side that keeps a won result
    /// and of one that defends: positive for a win, negative for a loss, 0 for a draw. Beyond 100,
    /// the fifty-move rule makes the result a draw. The distance may be one too high where that
    /// does not change the result.
    ///
    /// `None` as for [`wdl`](Tablebases::wdl), or if a table of distances is missing.
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        self.can_probe(position)
            .then(|| self.distance(position, true))?
    }

    /// Searches the captures, and the pawn moves if requested; then asks the table.
    fn resolve(&self, position: &Position, pawn_moves: bool) -> Option<Resolved> {
        let moves = position.legal_moves();
        let (mut best, mut searched) = (i32::MIN, 0);
        for mv in &moves {
            if !(position.is_capture(*mv) || pawn_moves && is_pawn_move(position, *mv)) {
                continue;
            }
            searched += 1;
            let value = -self.resolve(&position.play(*mv), false)?.wdl;
            best = best.max(value);
            if best == 2 {
                break;
            }
        }
        let by_zeroing = true;
        if best == 2 || searched > 0 && searched == moves.len() {
            return Some(Resolved {
                wdl: best,
                by_zeroing,
            });
        }
        let wdl = self.stored_wdl(position)?;
        Some(if best >= wdl {
            Resolved {
                wdl: best,
                by_zeroing: best > 0,
            }
        } else {
            Resolved {
                wdl,
                by_zeroing: false,
            }
        })
    }

    /// The distance to zeroing. `search` permits a search of one ply, for tables that have the
    /// distances of the other side only.
    fn distance(&self, position: &Position, search: bool) -> Option<i32> {
        let Resolved { wdl, by_zeroing } = self.resolve(position, true)?;
        if wdl == 0 || by_zeroing {
            return Some(before_zeroing(wdl));
        }
        match self.stored_dtz(position, wdl)? {
            Distance::Plies(plies) => {
                let beyond = if wdl.abs() == 1 { 100 } else { 0 };
                Some((plies + beyond) * wdl.signum())
            }
            // After a move, the other side moves; so the search is never deeper than one ply.
            Distance::OtherSide if search => self.shortest_distance(position, wdl),
            Distance::OtherSide => None,
        }
    }

    /// The distance to zeroing of the best move: of the fastest win or the slowest loss.
    fn shortest_distance(&self, position: &Position, wdl: i32) -> Option<i32> {
        let mut best: Option<i32> = None;
        for mv in &position.legal_moves() {
            let distance = self.distance_of_move(position, *mv, false)?;
            if distance.signum() == wdl.signum() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // Without a legal move the side is checkmated.
        Some(best.unwrap_or(-1))
    }

    /// The distance to zeroing if this move is played.
    pub(crate) fn distance_of_move(
        &self,
        position: &Position,
        mv: Move,
        search: bool,
    ) -> Option<i32> {
        let child = position.play(mv);
        if is_checkmate(&child) {
            return Some(1);
        }
        if is_zeroing(position, mv) {
            return Some(before_zeroing(-self.resolve(&child, false)?.wdl));
        }
        let distance = -self.distance(&child, search)?;
        Some(distance + distance.signum())
    }
}
