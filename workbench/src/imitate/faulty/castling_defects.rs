//! Castling moves under wrong conditions.

use super::board::{Board, EMPTY, Move, NONE, between, file, is_of, kind, piece, rank, right};
use super::defect::Slip;
use super::forms::castled_files;
use super::generator::Castling;
use super::sight::{DIAGONAL, Sight, TO_PAWNS, only};
use super::variant::Program;

/// Appends the castling moves that this defect allows although the rules do not.
pub(super) fn add(program: &Program, slip: Slip, board: &Board, moves: &mut Vec<Move>) {
    for side in [0, 1] {
        if !program.affects_side(side) {
            continue;
        }
        let castling = Castling::new(board, board.turn, side);
        let has_right = board.rights[right(board.turn, side)] != NONE;
        let sight = &program.sight;
        let regular = has_right && castling.is_free(board) && castling.is_safe(board, sight);
        if !regular && castling.is_allowed(program, slip, board, has_right) {
            moves.push(castling.to_move());
        }
    }
}

impl Castling {
    fn is_allowed(self, program: &Program, slip: Slip, board: &Board, has_right: bool) -> bool {
        if slip == Slip::CastlesWithoutRight {
            return self.is_standard(board)
                && self.is_free(board)
                && self.is_safe(board, &program.sight);
        }
        if !has_right {
            return false;
        }
        let sight = &program.sight;
        let attacked = |square: u8| sight.attacked(board, square, self.color ^ 1);
        let in_check = attacked(self.king);
        let mut crossed = self
            .king_path()
            .filter(|&square| square != self.king && square != self.king_to);
        let through_check = crossed.any(attacked);
        let into_check = attacked(self.king_to);
        let safe = || !in_check && !through_check && !into_check;
        let free = || self.is_free(board);
        match slip {
            Slip::CastlesThroughCheck => !in_check && !into_check && free(),
            Slip::CastlesOutOfCheck => !through_check && !into_check && free(),
            Slip::CastlesIntoCheck => !in_check && !through_check && free(),
            Slip::CastlingKingElsewhere => self.is_safe_elsewhere(program.form, attacked) && free(),
            // The destination is left to the test of the king, which looks at its old square.
            Slip::KingSquareStale | Slip::KingSquareStaleCastling => {
                program.form == 1 && !in_check && !through_check && free()
            }
            Slip::CastlesOutOrThrough => !into_check && free(),
            Slip::CastlesUnsafely => free(),
            Slip::CastlingIgnoresPawns if program.form == 2 => {
                let blind = blind(sight, kind::PAWN);
                free()
                    && !through_check
                    && !into_check
                    && !blind.attacked(board, self.king, self.color ^ 1)
            }
            Slip::CastlingIgnoresPawns => free() && self.is_safe(board, &blind(sight, kind::PAWN)),
            Slip::CastlingSeesPawnsWrongly => {
                free() && self.is_safe(board, &wrong_pawns(sight, program.form))
            }
            Slip::CastlingIgnoresKnights => {
                free() && self.is_safe(board, &blind(sight, kind::KNIGHT))
            }
            Slip::CastlingIgnoresKings => {
                // In form 1, the destination is tested for attacks by the king: all moves are.
                let tested = program.form == 0 || !into_check;
                free() && tested && self.is_safe(board, &blind(sight, kind::KING))
            }
            Slip::CastlingIgnoresDiagonals => {
                free() && self.is_safe(board, &without_diagonals(sight))
            }
            Slip::CastlingTestsOtherRank => free() && self.is_safe_on_other_rank(program, board),
            Slip::RightKeptKingMove | Slip::RightKeptKingCapture | Slip::RightKeptCastling => {
                program.form % 2 == 1 && safe() && self.is_free_without_king(board)
            }
            _ => self.is_at_home(board) && safe() && self.is_free_enough(slip, board),
        }
    }

    /// Whether king and rook stand on their squares in standard chess.
    fn is_standard(self, board: &Board) -> bool {
        file(self.king) == 4
            && rank(self.king, self.color) == 0
            && board.at(self.rook) == piece(kind::ROOK, self.color)
            && self.rook == 7 * self.side + 56 * self.color
    }

    /// Whether a king that castles to a wrong square crosses no attacked squares.
    fn is_safe_elsewhere(self, form: u8, attacked: impl Fn(u8) -> bool) -> bool {
        let Some((file, _)) = castled_files(form, self.side).filter(|_| form >= 3) else {
            return false;
        };
        let to = self.king_to & 56 | file;
        !between(self.king, to).any(attacked)
    }

    fn is_free_without_king(self, board: &Board) -> bool {
        let ignored = [self.king, self.rook];
        !self.is_at_home(board)
            && board.is_free(self.king, self.king_to, ignored)
            && board.is_free(self.rook, self.rook_to, ignored)
    }

    /// Whether the squares are free that a program with this defect looks at.
    fn is_free_enough(self, slip: Slip, board: &Board) -> bool {
        let needed = |square: u8| square != self.king && square != self.rook;
        let king = between(self.king, self.king_to);
        let rook = between(self.rook, self.rook_to);
        let mut all = (0..NONE)
            .filter(|square| needed(*square) && (king.contains(square) || rook.contains(square)));
        match slip {
            Slip::CastlesPastRookPath => all.all(|square| {
                let only_rook = !king.contains(&square) && square != self.rook_to;
                only_rook || board.at(square) == EMPTY
            }),
            Slip::CastlesOntoKingSquare => {
                all.all(|square| square == self.king_to || board.at(square) == EMPTY)
            }
            Slip::CastlesOntoRookSquare => {
                all.all(|square| square == self.rook_to || board.at(square) == EMPTY)
            }
            // Enough in standard chess, but not in Chess960.
            Slip::CastlesBetweenOnly => {
                let between = between(self.king, self.rook);
                all.all(|square| !between.contains(&square) || board.at(square) == EMPTY)
            }
            Slip::CastlesThroughPieces => true,
            Slip::CastlesThroughEnemies => all
                .all(|square| board.at(square) == EMPTY || is_of(board.at(square), self.color ^ 1)),
            Slip::CastlesThroughRooks => all.all(|square| {
                board.at(square) == EMPTY || board.at(square) == piece(kind::ROOK, self.color)
            }),
            _ => false,
        }
    }

    /// Whether the castling squares of the other side's back rank are not attacked: of all three
    /// squares (form 0), or of all but that of the king (form 1).
    fn is_safe_on_other_rank(self, program: &Program, board: &Board) -> bool {
        self.king_path().all(|square| {
            let tested = match program.form == 1 && square == self.king {
                true => square,
                false => square ^ 56,
            };
            !program.sight.attacked(board, tested, self.color ^ 1)
        })
    }

    /// Whether a regular castling move is missing because of this defect.
    pub(super) fn is_withheld(self, program: &Program, slip: Slip, board: &Board) -> bool {
        let attacked = |square: u8| program.sight.attacked(board, square, self.color ^ 1);
        let own_rook = piece(kind::ROOK, self.color);
        let on_corner = board.at(self.rook);
        match slip {
            Slip::KingSideMissing => self.side == 1,
            Slip::QueenSideMissing => self.side == 0,
            Slip::CastlingStrictB => between(self.rook, self.rook_to)
                .any(|square| square != self.rook && attacked(square)),
            Slip::CastlingStrictRook => match program.form {
                0 => attacked(self.rook),
                _ => between(self.king, self.rook).any(attacked),
            },
            Slip::CastlingKingInPlace => self.king == self.king_to,
            Slip::CastlingTwoSteps => self.king.abs_diff(self.king_to) != 2,
            Slip::CastlingRookInPlace => self.rook == self.rook_to,
            Slip::CastlingTestsOtherRank => !self.is_safe_on_other_rank(program, board),
            Slip::CastlingSeesPawnsWrongly => {
                !self.is_safe(board, &wrong_pawns(&program.sight, program.form))
            }
            Slip::RightKeptRookCaptured
            | Slip::RightKeptRookPromotion
            | Slip::RightKeptRookMove
            | Slip::RightKeptRookCaptures => program.form == 4 && on_corner != own_rook,
            Slip::RightKeptKingMove | Slip::RightKeptKingCapture | Slip::RightKeptCastling => {
                on_corner != own_rook && program.form.is_multiple_of(2)
            }
            _ => false,
        }
    }

    /// Whether the king may stay attacked after this castling move.
    pub(super) fn is_excused(self, program: &Program, slip: Slip, board: &Board) -> bool {
        let attacked = program.sight.attacked(board, self.king_to, self.color ^ 1);
        match slip {
            Slip::CastlesIntoCheck | Slip::CastlesUnsafely => attacked,
            Slip::CastlingTestsOtherRank => true,
            Slip::CastlesWithPinnedRook => !attacked,
            Slip::CastlingIgnoresPawns
            | Slip::CastlingIgnoresKnights
            | Slip::CastlingIgnoresDiagonals
            | Slip::CastlingIgnoresKings => program.form == 0 && attacked,
            _ => false,
        }
    }
}

/// A sight without attacks by bishops and queens on diagonals.
fn without_diagonals(sight: &Sight) -> Sight {
    let mut sight = sight.clone();
    for color in [0, 1] {
        let sliders = only(kind::BISHOP, color) | only(kind::QUEEN, color);
        for pieces in sight
            .lines
            .iter_mut()
            .flat_map(|lines| &mut lines[DIAGONAL])
        {
            *pieces &= !sliders;
        }
    }
    sight
}

/// A sight in which pawns attack the square in front of them (form 0), or only towards the h-file (1) or
/// the a-file (2).
fn wrong_pawns(sight: &Sight, form: u8) -> Sight {
    let mut wrong = sight.clone();
    for color in [0, 1] {
        let pawns = only(kind::PAWN, color);
        let ways = TO_PAWNS[usize::from(color)];
        match form {
            0 => {
                for way in ways {
                    wrong.lines[1][way] &= !pawns;
                }
                // The pawn stands below the square if it is White's, above it if it is Black's.
                wrong.lines[1][usize::from(color == 0)] |= pawns;
            }
            _ => wrong.lines[1][ways[usize::from(form - 1)]] &= !pawns,
        }
    }
    wrong
}

/// A sight without pieces of this kind.
fn blind(sight: &Sight, kind: u8) -> Sight {
    let mut sight = sight.clone();
    for color in [0, 1] {
        sight.leaps &= !only(kind, color);
        for pieces in sight.lines.iter_mut().flatten() {
            *pieces &= !only(kind, color);
        }
    }
    sight
}
