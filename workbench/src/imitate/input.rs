//! Defects in reading `position`: the FEN, the moves after it, and what is left of earlier positions.
//! The moves of the position that was understood are right.

use movegen::chess::{
    Bitboard, CastlingStyle, Color, File, Piece, PieceKind, Position, Rank, Setup, Square,
};

use super::{Budget, Counts, Defect, Exhausted, Imitation};
use crate::ask::Question;

macro_rules! defects {
    ($($id:literal, $sentence:literal, $fault:expr;)*) => {
        &[$(Defect {
            id: $id,
            sentence: $sentence,
            variants: || readers($fault),
        },)*]
    };
}

pub(super) const DEFECTS: &[Defect] = defects! {
    "fen-en-passant-ignored", "it ignores the en passant field of a FEN", Fault::NoEnPassant;
    "fen-en-passant-black-ignored", "it ignores the en passant field of a FEN if Black is to move", Fault::NoBlackEnPassant;
    "fen-castling-ignored", "it ignores the castling field of a FEN: no side has the right to castle", Fault::NoRights;
    "fen-castling-first-letter-only", "it reads only the first letter of the castling field of a FEN", Fault::FirstRight;
    "fen-castling-last-letter-only", "it reads only the last letter of the castling field of a FEN", Fault::LastRight;
    "fen-castling-black-ignored", "it ignores Black's letters in the castling field of a FEN", Fault::NoBlackRights;
    "fen-castling-sides-swapped", "it reads K as Q and k as q in the castling field of a FEN, and Q as K and q as k", Fault::SwappedRights;
    "fen-castling-always-all", "it ignores the castling field of a FEN: kings and rooks on their first squares always have the right to castle", Fault::AllRights;
    "fen-side-ignored", "it ignores the side to move of a FEN: White is always to move", Fault::White;
    "fen-ranks-reversed", "it reads the ranks of a FEN in the wrong order", Fault::Ranks;
    "fen-files-reversed", "it reads the files of a FEN in the wrong order", Fault::Files;
    "fen-ignored", "it ignores the FEN and begins with the start position", Fault::Start;
    "moves-ignored", "it ignores the moves after 'position'", Fault::NoMoves;
    "moves-first-only", "it plays only the first of the moves after 'position'", Fault::FirstMove;
    "moves-last-only", "it plays only the last of the moves after 'position'", Fault::LastMove;
    "moves-all-but-last", "it does not play the last of the moves after 'position'", Fault::AllButLast;
    "moves-promotion-always-knight", "a promotion after 'position ... moves' always gives a knight", Fault::Knights;
    "moves-promotion-letter-ignored", "a promotion after 'position ... moves' always gives a queen", Fault::Queens;
    "moves-promotion-stays-pawn", "a promotion after 'position ... moves' leaves a pawn", Fault::StaysPawn;
    "moves-castling-leaves-rook", "castling after 'position ... moves' moves only the king", Fault::RookStays;
    "moves-en-passant-leaves-pawn", "an en passant capture after 'position ... moves' does not remove the pawn", Fault::PawnStays;
    "moves-en-passant-not-set", "a double push after 'position ... moves' sets no en passant square", Fault::PushSetsNothing;
    "moves-castling-rights-kept", "moves after 'position' do not end castling rights", Fault::RightsStay;
    "moves-side-not-changed", "moves after 'position' do not change the side to move", Fault::SideStays;
    "position-set-once", "it sets up only the first position that it is given", Fault::FirstPosition;
    "en-passant-kept-from-last-position", "a FEN without an en passant square leaves the square of the position before", Fault::OldEnPassant;
    "castling-rights-kept-from-last-position", "a new position keeps the castling rights of the position before", Fault::OldRights;
    "pieces-kept-from-last-position", "a new position keeps the pieces of the position before on its empty squares", Fault::OldPieces;
};

/// What is read incorrectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    NoEnPassant,
    NoBlackEnPassant,
    NoRights,
    NoBlackRights,
    SwappedRights,
    FirstRight,
    LastRight,
    AllRights,
    White,
    Ranks,
    Files,
    Start,
    NoMoves,
    FirstMove,
    LastMove,
    AllButLast,
    Knights,
    Queens,
    StaysPawn,
    RookStays,
    PawnStays,
    PushSetsNothing,
    RightsStay,
    SideStays,
    FirstPosition,
    OldEnPassant,
    OldRights,
    OldPieces,
}

/// A program with a faulty reader.
struct Reader {
    fault: Fault,
    /// Whether it plays moves that are illegal in the position that it has understood; if not, it
    /// ignores them and all that follow.
    plays_illegal: bool,
    /// Whether what it keeps includes the moves of the position before, and not only the FEN.
    keeps_moves: bool,
    /// The position before.
    before: Option<Setup>,
}

/// The variants of a fault.
fn readers(fault: Fault) -> Vec<Box<dyn Imitation>> {
    let mut readers: Vec<Box<dyn Imitation>> = Vec::new();
    for plays_illegal in [true, false] {
        for keeps_moves in [true, false] {
            if keeps_moves || remembers(fault) {
                readers.push(Box::new(Reader {
                    fault,
                    plays_illegal,
                    keeps_moves,
                    before: None,
                }));
            }
        }
    }
    readers
}

fn remembers(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::FirstPosition | Fault::OldEnPassant | Fault::OldRights | Fault::OldPieces
    )
}

impl Reader {
    fn read(&mut self, question: &Question) -> Option<Setup> {
        if let (Fault::FirstPosition, Some(first)) = (self.fault, &self.before) {
            return Some(first.clone());
        }
        let mut setup: Setup = match self.fault {
            Fault::Start => Position::startpos().to_setup(),
            _ => question.fen.parse().ok()?,
        };
        self.misread(&mut setup, question.fen);
        let moves = match (self.fault, question.moves) {
            (Fault::NoMoves, _) => &[],
            (Fault::FirstMove, [first, ..]) => std::slice::from_ref(first),
            (Fault::LastMove, [.., last]) => std::slice::from_ref(last),
            (Fault::AllButLast, [all @ .., _]) => all,
            (_, moves) => moves,
        };
        let root = setup.clone();
        for text in moves {
            if !self.plays_illegal && !is_legal(&setup, text) {
                break;
            }
            self.play(&mut setup, text)?;
        }
        self.before = Some(if self.keeps_moves {
            setup.clone()
        } else {
            root
        });
        Some(setup)
    }

    /// Applies the faults in reading a FEN.
    fn misread(&self, setup: &mut Setup, fen: &str) {
        match self.fault {
            Fault::NoEnPassant => setup.en_passant = None,
            Fault::NoBlackEnPassant if setup.turn == Color::Black => setup.en_passant = None,
            Fault::NoBlackRights => {
                setup.castling &= back_rank(Color::White);
            }
            Fault::SwappedRights => {
                let swapped = setup.castling.into_iter().map(|rook| {
                    let file = match rook.file() {
                        File::A => File::H,
                        File::H => File::A,
                        other => other,
                    };
                    Square::new(file, rook.rank())
                });
                let swapped: Bitboard = swapped.collect();
                setup.castling = swapped & possible_rights(setup);
            }
            Fault::NoRights => setup.castling = Bitboard::EMPTY,
            Fault::FirstRight | Fault::LastRight => {
                let field = fen.split_ascii_whitespace().nth(2).unwrap_or("-");
                let letter = match self.fault {
                    Fault::FirstRight => field.chars().next(),
                    _ => field.chars().last(),
                };
                setup.castling = match letter {
                    Some('K') => setup.castling & Square::H1.bitboard(),
                    Some('Q') => setup.castling & Square::A1.bitboard(),
                    Some('k') => setup.castling & Square::H8.bitboard(),
                    Some('q') => setup.castling & Square::A8.bitboard(),
                    _ => setup.castling,
                };
            }
            Fault::AllRights => setup.castling = possible_rights(setup),
            Fault::White => setup.turn = Color::White,
            Fault::Ranks | Fault::Files => {
                let board = setup.board;
                let change = if self.fault == Fault::Ranks { 56 } else { 7 };
                for (index, piece) in board.into_iter().enumerate() {
                    setup.board[index ^ change] = piece;
                }
                setup.castling &= possible_rights(setup);
            }
            _ => {}
        }
        let Some(before) = &self.before else { return };
        match self.fault {
            Fault::OldEnPassant if setup.en_passant.is_none() => {
                setup.en_passant = before.en_passant;
            }
            Fault::OldRights => {
                let old = before.castling & possible_rights(setup);
                setup.castling |= old;
            }
            Fault::OldPieces => {
                for (piece, old) in setup.board.iter_mut().zip(before.board) {
                    *piece = piece.or(old);
                }
            }
            _ => {}
        }
    }

    /// Plays a move without asking whether it is legal.
    fn play(&self, setup: &mut Setup, text: &str) -> Option<()> {
        let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
        let (from, to) = (square(0)?, square(2)?);
        let piece = setup.board[from.index()]?;
        let target = setup.board[to.index()];
        let passed = setup.en_passant.take();
        let castles = piece.kind == PieceKind::King
            && (from.file().index().abs_diff(to.file().index()) == 2
                || target == Some(piece.color.rook()));
        if self.fault != Fault::RightsStay {
            let changed = match piece.kind {
                PieceKind::King => back_rank(piece.color),
                _ => from.bitboard() | to.bitboard(),
            };
            setup.castling = setup.castling - changed;
        }
        setup.board[from.index()] = None;
        if castles {
            self.castle(setup, piece, from, to);
        } else {
            setup.board[to.index()] = Some(self.arrived(piece, text)?);
        }
        if piece.kind == PieceKind::Pawn {
            if passed == Some(to) && from.file() != to.file() && self.fault != Fault::PawnStays {
                setup.board[Square::new(to.file(), from.rank()).index()] = None;
            }
            let double = from.rank().index().abs_diff(to.rank().index()) == 2;
            if double && self.fault != Fault::PushSetsNothing {
                let rank = Rank::Third.relative_to(piece.color);
                setup.en_passant = Some(Square::new(to.file(), rank));
            }
        }
        if self.fault != Fault::SideStays {
            setup.turn = !setup.turn;
        }
        Some(())
    }

    /// Castles, with the king's or the rook's square as the target.
    fn castle(&self, setup: &mut Setup, king: Piece, from: Square, to: Square) {
        let right = to.file() > from.file();
        let rank = from.rank();
        let rook = match setup.board[to.index()] {
            Some(_) => to,
            None => Square::new(if right { File::H } else { File::A }, rank),
        };
        let (king_file, rook_file) = match right {
            true => (File::G, File::F),
            false => (File::C, File::D),
        };
        if self.fault == Fault::RookStays {
            setup.board[Square::new(king_file, rank).index()] = Some(king);
            return;
        }
        let moved = setup.board[rook.index()].take();
        setup.board[Square::new(king_file, rank).index()] = Some(king);
        setup.board[Square::new(rook_file, rank).index()] = moved;
    }

    /// The piece after the move.
    fn arrived(&self, piece: Piece, text: &str) -> Option<Piece> {
        let Some(letter) = text.chars().nth(4) else {
            return Some(piece);
        };
        let kind = match self.fault {
            Fault::StaysPawn => PieceKind::Pawn,
            Fault::Queens => PieceKind::Queen,
            Fault::Knights => PieceKind::Knight,
            _ => PieceKind::from_letter(letter)?,
        };
        Some(piece.color.piece(kind))
    }
}

/// Whether this is a legal move of a valid position.
fn is_legal(setup: &Setup, text: &str) -> bool {
    Position::from_setup(setup).is_ok_and(|(position, _)| position.parse_uci(text).is_ok())
}

/// The squares of a back rank.
fn back_rank(color: Color) -> Bitboard {
    let rank = Rank::First.relative_to(color);
    File::ALL
        .into_iter()
        .map(|file| Square::new(file, rank))
        .collect()
}

/// Rooks in the corners whose king is on its first square.
fn possible_rights(setup: &Setup) -> Bitboard {
    let corners = [
        (Color::White, Square::E1, [Square::A1, Square::H1]),
        (Color::Black, Square::E8, [Square::A8, Square::H8]),
    ];
    let has = |square: Square, piece: Piece| setup.board[square.index()] == Some(piece);
    corners
        .into_iter()
        .filter(|&(color, king, _)| has(king, color.king()))
        .flat_map(|(color, _, rooks)| {
            rooks
                .into_iter()
                .filter(move |&rook| has(rook, color.rook()))
        })
        .collect()
}

impl Imitation for Reader {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let setup = self.read(question).ok_or(Exhausted)?;
        let (position, _) = Position::from_setup(&setup).map_err(|_| Exhausted)?;
        let divide = budget.divide(&position, question.depth, question.expected)?;
        let king = position.king(position.turn()).to_string();
        let style = CastlingStyle::new(position.needs_chess960());
        let lines = divide.lines.iter().map(|(text, count)| {
            // The castling of this position may be no castling in the position that was meant.
            let castling = text
                .starts_with(&king)
                .then(|| position.parse_uci(text).ok());
            let text = match castling.flatten() {
                Some(mv) => position.uci(mv, style),
                None => text.clone(),
            };
            (text, *count)
        });
        Ok(Counts::of_lines(lines.collect()))
    }

    fn reset(&mut self) {
        self.before = None;
    }

    fn remembers(&self) -> bool {
        remembers(self.fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a fault that matters, the reader reads what Canopy reads.
    #[test]
    fn moves_are_played_correctly() {
        for (fen, moves) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8e7"),
            ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6 e8d8 d6d7"),
            ("n6k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7a8r h8h7"),
        ] {
            let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            let mut reader = Reader {
                fault: Fault::OldPieces,
                plays_illegal: true,
                keeps_moves: true,
                before: None,
            };
            let question = Question {
                fen,
                moves: &moves,
                depth: 1,
                expected: 0,
            };
            let setup = reader.read(&question).expect("readable");
            let read = Position::from_setup(&setup).expect("valid").0;
            let right = super::super::position_of(&question).expect("legal");
            assert_eq!(read.key(), right.key(), "{fen} {moves:?}");
        }
    }
}
