//! Generates the legal moves of a position.

use super::board::{Board, bits};
use super::hex::{Hex, Hexes};
use super::{Color, Move, Piece};

impl Board {
    /// Appends the legal moves: placements first, then the moves and throws of each piece in play.
    pub(super) fn moves(&mut self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let first = moves.len();
        let mut free = Hexes::new();
        self.free_hexes(&mut free);
        for piece in self.hand(self.turn()) {
            let placed = free.as_slice().iter();
            moves.extend(placed.map(|&to| Move::To { piece, to }));
        }
        self.each_reach(|piece, hexes| {
            let reached = hexes.as_slice().iter();
            moves.extend(reached.map(|&to| Move::To { piece, to }));
        });
        if moves.len() == first {
            moves.push(Move::Pass);
        }
    }

    /// Adds the hexes on which the side to move can place a piece.
    pub(super) fn free_hexes(&self, into: &mut Hexes) {
        match self.ply() {
            0 => into.insert(Hex::ORIGIN),
            // Beside the first piece: the only placement beside an enemy piece.
            1 => {
                let white = bits(self.tops(Color::White)).next();
                if let Some(piece) = white.map(Piece::from_index) {
                    let neighbours = self.place(piece).hex().neighbours();
                    neighbours.into_iter().for_each(|hex| into.insert(hex));
                }
            }
            _ => {
                let color = self.turn();
                for piece in bits(self.tops(color)).map(Piece::from_index) {
                    let hex = self.place(piece).hex();
                    for direction in bits(!self.occupied(hex) as u32 & 63) {
                        let target = hex.to(direction);
                        if self.ring(target).of_color((!color).index()) == 0 {
                            into.insert(target);
                        }
                    }
                }
            }
        }
    }

    /// Calls `visit` with every piece that the side to move can move or throw, and its target
    /// hexes. Pieces without targets are skipped.
    pub(super) fn each_reach(&mut self, mut visit: impl FnMut(Piece, &Hexes)) {
        let color = self.turn();
        if self.queen(color).is_hand() {
            return;
        }
        let throws = self.throws(color);
        let mut hexes = Hexes::new();
        for index in bits(self.tops(color) | throws.pieces()) {
            let piece = Piece::from_index(index);
            hexes.clear();
            if piece.color() == color && self.may_move(piece) {
                self.reach(piece, &mut hexes);
            }
            throws.add_targets(piece, &mut hexes);
            if hexes.len() > 0 {
                visit(piece, &hexes);
            }
        }
    }

    /// Whether a piece on top of its hex may leave it: the last move did not stun it, and it is not
    /// pinned.
    #[inline(always)]
    pub(super) fn may_move(&self, piece: Piece) -> bool {
        let place = self.place(piece);
        !self.is_stunned(piece) && (place.level() > 0 || !self.is_pinned(place.hex()))
    }
}
