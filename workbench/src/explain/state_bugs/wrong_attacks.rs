//! Finds the wrong attacks that explain a wrong list after `position ... moves`.
//!
//! Programs that update attack maps, sets of sliders or pins from move to move can forget a piece there that is right
//! on the board, or keep one that has gone. Such a program lists the pseudo-legal moves of the right position after
//! which its king is safe on another board. So the boards that a single mistake could leave are tried one after another,
//! until one gives exactly the moves that were listed.

use movegen::chess::explain::{MoveHistory, Ply};
use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, Color, Move, Piece, PieceKind, Position, Setup, Square};

use super::{as_if, last_plies};
use crate::find::Difference;

/// If more boards fit, they tell nothing.
const MOST_BOARDS: usize = 3;

/// The moves that are tested on the wrong board. Programs test moves of the king with other code than pins and checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tested {
    All,
    OfOthers,
    OfKing,
    /// The king has no moves: a program generates them from the square where it takes the king to be.
    OfOthersOnly,
}

impl Tested {
    /// The end of the sentence.
    fn limit(self) -> &'static str {
        match self {
            Tested::All => "",
            Tested::OfOthers => ", except for moves of the king",
            Tested::OfKing => ", for moves of the king only",
            Tested::OfOthersOnly => ", and the king has no moves",
        }
    }
}

/// A board on which a program may look for attacks on its king, and the mistake: "as if {mistake}".
struct Candidate {
    board: [Option<Piece>; 64],
    king: Square,
    mistake: String,
}

/// The mistakes after which exactly the listed moves leave the king safe, if there are few: "as if ..., or as if ...".
pub(super) fn mistakes(
    position: &Position,
    history: &MoveHistory,
    difference: &Difference,
) -> Option<String> {
    let are_lists_equal = difference.missing.is_empty() && difference.extra.is_empty();
    if difference.refused || !difference.unlisted.is_empty() || are_lists_equal {
        return None;
    }
    let pseudo_legal = VariantPosition::from(position).pseudo_legal_moves();
    let mut listed: Vec<Move> = position.legal_moves().into_iter().collect();
    listed.retain(|mv| !difference.missing.contains(mv));
    for text in &difference.extra {
        let is_it = |mv: &&Move| {
            let styles = [CastlingStyle::Standard, CastlingStyle::Chess960];
            styles
                .iter()
                .any(|style| position.uci(**mv, *style) == *text)
        };
        listed.push(*pseudo_legal.iter().find(is_it)?);
    }
    let king = position.king(position.turn());
    let is_of_king = |mv: Move| mv.from() == king;
    let candidates = candidates(position, history);
    let fits = |candidate: &Candidate, tested: Tested| {
        if tested == Tested::OfOthersOnly && candidate.king == king {
            return false;
        }
        let mut all = pseudo_legal.iter();
        all.all(|&mv| {
            let is_allowed = match (tested, is_of_king(mv)) {
                (Tested::OfOthersOnly, true) => false,
                (Tested::OfOthers, true) | (Tested::OfKing, false) => position.is_legal(mv),
                _ => candidate.allows(position, mv),
            };
            is_allowed == listed.contains(&mv)
        })
    };
    let ways = [
        Tested::All,
        Tested::OfOthers,
        Tested::OfKing,
        Tested::OfOthersOnly,
    ];
    let mistakes = |tested: Tested| -> Vec<String> {
        let fitting = candidates
            .iter()
            .filter(|candidate| fits(candidate, tested));
        fitting.map(|candidate| candidate.mistake.clone()).collect()
    };
    let (tested, mistakes) = ways
        .into_iter()
        .map(|tested| (tested, mistakes(tested)))
        .find(|(_, mistakes)| !mistakes.is_empty())?;
    if mistakes.len() > MOST_BOARDS {
        return None;
    }
    Some(as_if(mistakes.into_iter())? + tested.limit())
}

impl Candidate {
    /// Whether a pseudo-legal move leaves the king safe on this board.
    fn allows(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let by = !position.turn();
        if let Some((king_to, _)) = mv.castling_squares() {
            let (from, to) = (from.index(), king_to.index());
            let mut path = (from.min(to)..=from.max(to)).map(Square::from_index);
            return path.all(|square| !is_attacked(&self.board, square, by));
        }
        let mut board = self.board;
        let moved = position.piece_at(from);
        board[from.index()] = None;
        if let Some(captured) = mv.capture_square() {
            board[captured.index()] = None;
        }
        board[to.index()] = moved.map(|piece| Piece {
            kind: mv.promotion().unwrap_or(piece.kind),
            ..piece
        });
        let is_king = moved.is_some_and(|piece| piece.kind == PieceKind::King);
        !is_attacked(&board, if is_king { to } else { self.king }, by)
    }
}

fn is_attacked(board: &[Option<Piece>; 64], square: Square, by: Color) -> bool {
    let setup = Setup {
        board: *board,
        turn: !by,
        ..Setup::empty()
    };
    Position::from_setup_pseudo_legal(&setup).is_attacked(square, by)
}

/// Every board that a single mistake in the last moves could leave.
fn candidates(position: &Position, history: &MoveHistory) -> Vec<Candidate> {
    let board = position.to_setup().board;
    let king = position.king(position.turn());
    let mut all: Vec<Candidate> = Vec::new();
    let mut add =
        |square: Option<Square>, standing: Option<Piece>, king: Square, mistake: String| {
            let mut changed = board;
            if let Some(square) = square {
                changed[square.index()] = standing;
            }
            let is_known = |other: &Candidate| (other.board, other.king) == (changed, king);
            if !all.iter().any(is_known) {
                all.push(Candidate {
                    board: changed,
                    king,
                    mistake,
                });
            }
        };
    for (earlier, ply) in last_plies(history).enumerate() {
        let when = match earlier {
            0 => String::new(),
            _ => format!(
                ", as before {}",
                ply.before.uci(ply.mv, CastlingStyle::Standard)
            ),
        };
        for square in touched(ply) {
            let (before, now) = (ply.before.piece_at(square), board[square.index()]);
            if before == now {
                continue;
            }
            if let Some(gone) = before {
                let mistake = format!(
                    "the {} {} were still on {square}{when}",
                    gone.color, gone.kind
                );
                add(Some(square), before, king, mistake);
            }
            let Some(arrived) = now else { continue };
            let name = format!("the {} {} on {square}", arrived.color, arrived.kind);
            add(
                Some(square),
                None,
                king,
                format!("{name} were missing{when}"),
            );
            if arrived.kind == PieceKind::Queen {
                for kind in [PieceKind::Bishop, PieceKind::Rook] {
                    let standing = Some(Piece { kind, ..arrived });
                    add(
                        Some(square),
                        standing,
                        king,
                        format!("{name} were a {kind}"),
                    );
                }
            }
        }
        let from = ply.mv.from();
        let is_king =
            ply.before.turn() == position.turn() && ply.before.king(position.turn()) == from;
        if is_king {
            add(
                None,
                None,
                from,
                format!("its king were still on {from}{when}"),
            );
        }
    }
    all
}

/// The squares that a move changes.
fn touched(ply: &Ply) -> Vec<Square> {
    let (from, to) = (ply.mv.from(), ply.mv.to());
    let mut squares = vec![from, to];
    squares.extend(ply.mv.capture_square());
    squares.extend(
        ply.mv
            .castling_squares()
            .into_iter()
            .flat_map(|(king, rook)| [king, rook]),
    );
    squares
}

#[cfg(test)]
mod tests {
    use movegen::chess::{ParsedPosition, PositionText};

    use super::*;

    /// What is said of a program that leaves out these moves, and lists these others.
    fn said(fen: &str, moves: &str, missing: &str, extra: &str) -> Option<String> {
        let parsed = ParsedPosition::from_text(&PositionText::new(Some(fen), moves));
        let parsed = parsed.expect("valid");
        let position = parsed.position;
        let legal = |text| position.parse_uci(text).expect("a legal move");
        let difference = Difference {
            missing: missing
                .split(' ')
                .filter(|text| !text.is_empty())
                .map(legal)
                .collect(),
            extra: extra
                .split(' ')
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
                .collect(),
            ..Difference::default()
        };
        mistakes(&position, &parsed.history, &difference)
    }

    fn check(fen: &str, moves: &str, missing: &str, extra: &str, expected: &str) {
        let said = said(fen, moves, missing, extra);
        assert_eq!(said.as_deref(), Some(expected), "{fen} {moves}");
    }

    #[test]
    fn a_promoted_pawn_that_still_attacks() {
        let fen = "4k3/6P1/8/8/8/8/8/4K3 w - - 0 1";
        check(
            fen,
            "g7g8b",
            "e8f8",
            "",
            "as if the white pawn were still on g7",
        );
    }

    #[test]
    fn a_pawn_captured_en_passant_that_still_attacks_two_plies_later() {
        let fen = "8/8/7K/8/pP1k4/8/8/8 b - b3 0 1";
        let expected = "as if the white pawn were still on b4, as before a4b3";
        check(fen, "a4b3 h6h7", "d4c5", "", expected);
    }

    #[test]
    fn a_pawn_captured_en_passant_that_still_blocks_a_check() {
        let fen = "5k2/8/8/1Pp5/8/B3K3/8/7n w - c6 0 1";
        let expected = "as if the black pawn were still on c5";
        check(fen, "b5c6", "", "h1f2 h1g3 f8e7", expected);
        let except = format!("{expected}, except for moves of the king");
        check(fen, "b5c6", "", "h1f2 h1g3", &except);
        let only = format!("{expected}, for moves of the king only");
        check(fen, "b5c6", "", "f8e7", &only);
    }

    #[test]
    fn a_pin_to_the_square_that_the_king_has_left() {
        let fen = "4k3/7p/8/8/7b/6B1/8/R3K3 w Q - 0 1";
        let missing = "g3e1 g3h2 g3f4 g3e5 g3d6 g3c7 g3b8";
        let expected = "as if its king were still on e1, as before e1c1";
        check(fen, "e1c1 h7h5", missing, "", expected);
    }

    #[test]
    fn a_king_that_is_taken_to_be_on_the_square_that_it_has_left() {
        let fen = "4k2r/8/8/8/8/1R6/8/4K3 b k - 0 1";
        let missing = "f8e8 g8f7 g8g7 g8h7 g8h8";
        let expected = "as if its king were still on e8, as before e8g8, and the king has no moves";
        check(fen, "e8g8 b3b8", missing, "", expected);
    }

    #[test]
    fn three_boards_that_fit() {
        let fen = "4k3/8/8/2K5/8/8/2p5/6N1 b - - 0 1";
        let expected = "as if the black pawn were still on c2, or as if the black queen on c1 were missing, \
                        or as if the black queen on c1 were a bishop, except for moves of the king";
        check(fen, "c2c1q", "", "g1e2 g1f3 g1h3", expected);
    }

    #[test]
    fn a_queen_that_attacks_like_a_bishop() {
        let fen = "4k3/4qQ2/4Q1K1/8/8/8/8/5q2 b - - 0 1";
        let expected = "as if the white queen on f7 were a bishop";
        check(fen, "f1f7 e6f7", "", "e8f8", expected);
    }

    #[test]
    fn a_castled_rook_that_is_not_seen() {
        // The rook on d1 pins the bishop on d5.
        let fen = "3k4/8/8/3b4/8/8/8/R3K3 w Q - 0 1";
        let extra = "d5a2 d5b3 d5c4 d5e6 d5f7 d5g8 d5h1 d5g2 d5f3 d5e4 d5c6 d5b7 d5a8";
        let expected = "as if the white rook on d1 were missing";
        check(fen, "e1c1", "", extra, expected);
    }

    #[test]
    fn lists_that_no_board_explains() {
        let fen = "4k3/6P1/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(said(fen, "g7g8b", "e8d8", ""), None);
        assert_eq!(said(fen, "g7g8b", "e8d8 e8f8", ""), None);
        assert_eq!(said(fen, "g7g8b", "", ""), None);
        // No pseudo-legal move.
        assert_eq!(said(fen, "g7g8b", "e8f8", "e8a8"), None);
    }
}
