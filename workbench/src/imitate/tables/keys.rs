//! The keys of a table, as programs with a wrong key compute them.
//!
//! A key is the exclusive or of numbers: one for each part of the position that [`Keys::of`] includes,
//! and an error that depends on the path, because programs update their keys move by move.

use movegen::chess::{Color, Move, MoveKind, Piece, PieceKind, Position, Square};

/// How a program computes its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Keys {
    /// Without a mistake.
    Complete,
    WithoutSide,
    WithoutEnPassant,
    /// The number of an en passant square is never removed again.
    KeepsEnPassant,
    WithoutRights,
    /// The number of the castling rights is never updated.
    KeepsRights,
    /// Pieces of this kind, and of this colour if there is one, have no numbers.
    WithoutPiece(PieceKind, Option<Color>),
    /// Pieces of both colours share their numbers.
    WithoutColors,
    /// Castling leaves the rook on its first square.
    CastlingKeepsRook,
    /// A promotion puts a pawn on the last rank.
    PromotionIsPawn,
    /// A promotion adds no piece.
    PromotionAddsNothing,
    /// A captured piece stays.
    KeepsCaptured,
    /// Unmake does not restore a part of the key.
    NotRestored(Unmade),
    /// Only the pieces have numbers.
    OnlyPieces,
}

/// The part of a key that is not restored by unmake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unmade {
    All,
    /// All but the pieces.
    State,
    /// Castling rights and en passant.
    RightsAndEnPassant,
    Rights,
    EnPassant,
}

/// What the key of a node has besides the numbers of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Path {
    /// The errors of the moves so far.
    pub(super) error: u64,
    /// The number of the en passant square.
    pub(super) en_passant: u64,
}

impl Keys {
    /// The key of a node.
    pub(super) fn of(self, position: &Position, path: Path) -> u64 {
        self.state(position) ^ self.pieces(position) ^ path.error ^ path.en_passant
    }

    /// The numbers of the side to move and of the castling rights.
    fn state(self, position: &Position) -> u64 {
        let side = match self {
            Keys::WithoutSide | Keys::OnlyPieces => 0,
            _ => side(position),
        };
        match self {
            Keys::WithoutRights | Keys::KeepsRights | Keys::OnlyPieces => side,
            _ => side ^ rights(position),
        }
    }

    fn pieces(self, position: &Position) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let omitted = match self {
                    Keys::WithoutPiece(omitted, of) => {
                        kind == omitted && of.is_none_or(|of| of == color)
                    }
                    _ => false,
                };
                if omitted {
                    continue;
                }
                let counted = match self {
                    Keys::WithoutColors => Color::White,
                    _ => color,
                };
                for square in position.squares_of(Piece { color, kind }) {
                    key ^= number(
                        Piece {
                            color: counted,
                            kind,
                        },
                        square,
                    );
                }
            }
        }
        key
    }

    /// The number of an en passant square.
    fn en_passant(self, square: Option<Square>) -> u64 {
        match self {
            Keys::WithoutEnPassant | Keys::KeepsEnPassant | Keys::OnlyPieces => 0,
            _ => en_passant(square),
        }
    }

    /// The path of a position that was set up.
    pub(super) fn at_root(self, position: &Position) -> Path {
        Path {
            error: match self {
                Keys::KeepsEnPassant => en_passant(position.en_passant()),
                Keys::KeepsRights => rights(position),
                _ => 0,
            },
            en_passant: self.en_passant(position.en_passant()),
        }
    }

    /// The path after a move. `always`: whether every double push sets an en passant square, and not
    /// only one that a pawn can capture.
    pub(super) fn after(
        self,
        path: Path,
        before: &Position,
        mv: Move,
        child: &Position,
        always: bool,
    ) -> Path {
        let square = match always {
            true => mv.passed_square(),
            false => child.en_passant(),
        };
        Path {
            error: path.error ^ self.error_of(before, mv),
            en_passant: self.en_passant(square),
        }
    }

    /// What a move adds to the error.
    fn error_of(self, before: &Position, mv: Move) -> u64 {
        let color = before.turn();
        let own = |kind| Piece { color, kind };
        match self {
            Keys::KeepsEnPassant => en_passant(mv.passed_square()),
            Keys::CastlingKeepsRook => {
                let Some((_, rook_to)) = mv.castling_squares() else {
                    return 0;
                };
                number(own(PieceKind::Rook), mv.to()) ^ number(own(PieceKind::Rook), rook_to)
            }
            Keys::PromotionIsPawn | Keys::PromotionAddsNothing => {
                let Some(promoted) = mv.promotion() else {
                    return 0;
                };
                let added = number(own(promoted), mv.to());
                match self {
                    Keys::PromotionIsPawn => added ^ number(own(PieceKind::Pawn), mv.to()),
                    _ => added,
                }
            }
            Keys::KeepsCaptured if mv.kind() != MoveKind::Castle => before
                .piece_at(mv.to())
                .map_or(0, |captured| number(captured, mv.to())),
            _ => 0,
        }
    }

    /// The path of a position after a move was made and unmade. `after`: the path of the child, at
    /// the end.
    pub(super) fn unmade(
        self,
        path: Path,
        before: &Position,
        mv: Move,
        child: &Position,
        after: Path,
    ) -> Path {
        let of_rights = rights(before) ^ rights(child);
        let of_en_passant = path.en_passant ^ after.en_passant;
        let kept = match self {
            Keys::NotRestored(Unmade::All) => self.of(before, path) ^ self.of(child, after),
            Keys::NotRestored(Unmade::State) => {
                side(before) ^ side(child) ^ of_rights ^ of_en_passant
            }
            Keys::NotRestored(Unmade::RightsAndEnPassant) => of_rights ^ of_en_passant,
            Keys::NotRestored(Unmade::Rights) => of_rights,
            Keys::NotRestored(Unmade::EnPassant) => of_en_passant,
            _ => 0,
        };
        let error = match self {
            // The whole key stays as it was.
            Keys::NotRestored(Unmade::All) => path.error ^ kept,
            _ => after.error ^ self.error_of(before, mv) ^ kept,
        };
        Path { error, ..path }
    }

    /// Whether the key of a node depends on what was counted before it.
    pub(super) fn drifts(self) -> bool {
        matches!(self, Keys::NotRestored(_))
    }
}

fn side(position: &Position) -> u64 {
    match position.turn() {
        Color::White => 0,
        Color::Black => mixed(0x3_0000),
    }
}

fn rights(position: &Position) -> u64 {
    mixed(0x4_0000 ^ position.castling_rooks().0.rotate_left(20))
}

fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| mixed(0x2_0000 | square.index() as u64))
}

fn number(piece: Piece, square: Square) -> u64 {
    NUMBERS[piece.kind.index() + 8 * piece.color.index()][square.index()]
}

/// The numbers of each kind of piece, plus 8 for Black, on each square.
static NUMBERS: [[u64; 64]; 16] = {
    let mut numbers = [[0; 64]; 16];
    let mut index = 0;
    while index < 1024 {
        numbers[index / 64][index % 64] = mixed(((index as u64 / 64) << 8) | (index as u64 % 64));
        index += 1;
    }
    numbers
};

/// A number that looks random: SplitMix64, by Sebastiano Vigna.
const fn mixed(index: u64) -> u64 {
    let mut bits = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
