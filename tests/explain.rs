//! Explanations checked against the naive move generator: exactly the moves that it lists are
//! legal, and every reason holds in its terms. Then the command `canopy explain`.

use std::collections::HashSet;

use crate::support::canopy::{Run, canopy};
use crate::support::naive::{self, NaiveMove};
use crate::support::random::{self, Random};
use movegen::chess::explain::{MoveHistory, PlacedPiece, Reason, UciMove};
use movegen::chess::{Color, File, PieceKind, Position, Setup, Square};

const FENS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1",
];
const PROMOTIONS: [Option<PieceKind>; 5] = [
    None,
    Some(PieceKind::Knight),
    Some(PieceKind::Bishop),
    Some(PieceKind::Rook),
    Some(PieceKind::Queen),
];

/// What the naive generator says about one position.
struct Naive<'a> {
    setup: &'a Setup,
    legal: &'a [NaiveMove],
    pseudo: Vec<NaiveMove>,
}

/// Every way to write a move that is legal.
fn texts(legal: &[NaiveMove]) -> HashSet<String> {
    let mut texts: HashSet<String> = legal.iter().map(NaiveMove::uci).collect();
    for castle in legal.iter().filter(|step| step.castle) {
        let file = if castle.to > castle.from {
            File::G
        } else {
            File::C
        };
        let to = Square::new(file, castle.from.rank());
        if to != castle.from {
            texts.insert(format!("{}{to}", castle.from));
        }
    }
    texts
}

#[test]
fn explanations_agree_with_the_naive_generator() {
    let mut random = Random::new(31);
    let mut reasons = 0;
    for index in 0..45 {
        let start: Setup = match index % 3 {
            0 => FENS[index / 3 % FENS.len()].parse().expect("a FEN"),
            1 => random::chess960_start(&mut random),
            _ => random::placement(&mut random),
        };
        random::walk(&mut random, &start, 5, |setup, legal| {
            let position = Position::from_setup(setup).expect("a position").0;
            let texts = texts(legal);
            let naive = Naive {
                setup,
                legal,
                pseudo: naive::pseudo_legal_moves(setup),
            };
            let history = MoveHistory::from_fen(setup.en_passant);
            for from in Square::ALL {
                for to in Square::ALL {
                    for promotion in PROMOTIONS {
                        let uci = UciMove {
                            from,
                            to,
                            promotion,
                            drop: None,
                        };
                        reasons += naive.check(&position, &history, uci, &texts);
                    }
                }
            }
        });
    }
    // Most reasons are about empty squares; the others must occur as well.
    assert!(reasons > 1_000_000, "{reasons}");
}

impl Naive<'_> {
    /// Compares one move's explanation, and returns how many reasons it had.
    fn check(
        &self,
        position: &Position,
        history: &MoveHistory,
        uci: UciMove,
        texts: &HashSet<String>,
    ) -> usize {
        let expected = texts.contains(&uci.to_string());
        let illegal = match position.explain(uci, Some(history)) {
            Ok(legal) => {
                assert!(expected, "{legal} in {position}");
                assert!(position.is_legal(legal.mv), "{legal} in {position}");
                assert!(!legal.reasons.is_empty(), "{uci} in {position}");
                return 0;
            }
            Err(illegal) => illegal,
        };
        assert!(!expected, "{illegal} in {position}");
        assert!(!illegal.reasons.is_empty(), "{uci} in {position}");
        for reason in &illegal.reasons {
            assert!(
                self.holds(uci, reason),
                "{illegal}: {reason:?} in\n{position}"
            );
        }
        illegal.reasons.len()
    }

    fn piece(&self, square: Square) -> Option<PlacedPiece> {
        let piece = self.setup.board[square.index()]?;
        Some(PlacedPiece { piece, square })
    }

    fn is_there(&self, piece: &PlacedPiece) -> bool {
        self.piece(piece.square) == Some(*piece)
    }

    /// The pseudo-legal move of this text; a promotion without a promotion piece is one to a queen.
    fn made(&self, uci: UciMove) -> Option<&NaiveMove> {
        self.pseudo.iter().find(|step| {
            let promotion = step.promotion.is_none()
                || uci.promotion.is_none()
                || step.promotion == uci.promotion;
            step.from == uci.from && step.to == uci.to && !step.castle && promotion
        })
    }

    /// The attackers of the mover's king after the move.
    fn attackers(&self, uci: UciMove) -> Option<Vec<Square>> {
        let mut after = self.made(uci)?.child.clone();
        after.turn = self.setup.turn;
        Some(naive::checkers(&after))
    }

    /// Whether all these pieces attack the king after the move.
    fn attack(&self, uci: UciMove, pieces: &[PlacedPiece]) -> bool {
        let attackers = self.attackers(uci);
        pieces.iter().all(|piece| {
            self.is_there(piece)
                // An en passant capture without an en passant square is not made here.
                && attackers.as_ref().is_none_or(|all| all.contains(&piece.square))
        }) && (attackers.is_some() || self.setup.en_passant != Some(uci.to))
    }

    fn attacked_by(&self, square: Square, pieces: &[PlacedPiece]) -> bool {
        let them = !self.setup.turn;
        pieces.iter().all(|piece| self.is_there(piece)) && {
            // The king does not shield the squares that it crosses.
            let mut without = self.setup.clone();
            let king = without.king(self.setup.turn).expect("a king");
            without.board[king.index()] = None;
            naive::attacked(&without.board, square, them)
        }
    }

    fn holds(&self, uci: UciMove, reason: &Reason) -> bool {
        let turn = self.setup.turn;
        let moved = self.piece(uci.from);
        let unreachable = self.made(uci).is_none();
        match reason {
            Reason::GameOver(_) | Reason::OfVariant { .. } => false,
            Reason::EmptySquare(square) => *square == uci.from && moved.is_none(),
            Reason::OpponentsPiece { piece, .. } => moved == Some(*piece) && piece.color() != turn,
            Reason::SameSquare(_) => uci.from == uci.to,
            Reason::ImpossibleForPiece { piece, .. } | Reason::WrapsAround { piece, .. } => {
                unreachable && moved == Some(*piece)
            }
            Reason::Blocked { piece, to, by } => {
                let mut free = self.setup.clone();
                for square in between(piece.square, *to) {
                    free.board[square.index()] = None;
                }
                if piece.kind() == PieceKind::Pawn {
                    free.board[to.index()] = None;
                }
                let goes = |step: &NaiveMove| step.from == piece.square && step.to == *to;
                let own = self.piece(*to).is_some_and(|piece| piece.color() == turn);
                unreachable
                    && self.is_there(by)
                    && (own || naive::pseudo_legal_moves(&free).iter().any(goes))
            }
            Reason::OwnPiece(piece) => self.is_there(piece) && piece.color() == turn,
            Reason::DoublePush(piece) | Reason::PromotionNotPossible { piece, .. } => {
                moved == Some(*piece)
            }
            Reason::NothingToCapture { to } => unreachable && self.piece(*to).is_none(),
            Reason::NoEnPassant(_) => self.setup.en_passant != Some(uci.to),
            Reason::PromotionMissing(to) => matches!(to.rank().index(), 0 | 7),
            Reason::Pinned { piece, by, .. } => {
                // No other piece blocks the line.
                let mut without = self.setup.clone();
                without.board[piece.square.index()] = None;
                moved == Some(*piece)
                    && self.attack(uci, &[*by])
                    && naive::checkers(&without).contains(&by.square)
                    && !naive::checkers(self.setup).contains(&by.square)
            }
            Reason::ExposesKing { by, .. } => self.attack(uci, &[*by]),
            Reason::StillInCheck { by, .. } => {
                self.attack(uci, &[*by]) && naive::checkers(self.setup) == [by.square]
            }
            Reason::DoubleCheck(pieces) => {
                let checkers = naive::checkers(self.setup);
                let all = pieces.iter().all(|piece| checkers.contains(&piece.square));
                all && pieces.len() == checkers.len() && pieces.len() > 1
            }
            Reason::KingAttacked { by, .. } => self.attack(uci, by),
            Reason::Defended { piece, by } => self.is_there(piece) && self.attack(uci, by),
            Reason::StaysInCheckLine { by, from, .. } => {
                self.attack(uci, &[*by])
                    && *from == uci.from
                    && naive::checkers(self.setup).contains(&by.square)
            }
            Reason::KingsAdjacent { by, .. } => {
                by.kind() == PieceKind::King && self.attack(uci, &[*by])
            }
            Reason::NoCastlingRight { rook, .. } => !self.setup.castling.contains(*rook),
            Reason::CastlingBlocked(piece) => self.is_there(piece) && piece.square != uci.from,
            Reason::CastlingOutOfCheck(pieces) => naive::checkers(self.setup).len() == pieces.len(),
            Reason::CastlingThroughCheck { square, by }
            | Reason::CastlingIntoCheck { square, by } => self.attacked_by(*square, by),
            Reason::CastlingExposesKing { rook, by, .. } => {
                let after = naive::castle(self.setup, uci.from, rook.square).child;
                self.is_there(by) && naive::opponent_in_check(&after) && !self.legal.is_empty()
            }
        }
    }
}

/// The squares between two squares of a line.
fn between(from: Square, to: Square) -> Vec<Square> {
    let direction = |a: usize, b: usize| (b as i32 - a as i32).signum();
    let step = (
        direction(from.file().index(), to.file().index()),
        direction(from.rank().index(), to.rank().index()),
    );
    let mut squares = Vec::new();
    let mut here = naive::step(from, step);
    while let Some(square) = here.filter(|&square| square != to) {
        squares.push(square);
        here = naive::step(square, step);
    }
    squares
}

#[test]
fn every_legal_move_has_a_reason_for_both_colors() {
    for (fen, color) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Color::White),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", Color::Black),
    ] {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.turn(), color);
        for mv in position.legal_moves() {
            let legal = position.explain(UciMove::new(mv), None).expect(fen);
            assert_eq!(legal.mv, mv);
            assert!(!legal.reasons.is_empty(), "{mv:?}");
        }
    }
}

fn explain(arguments: &[&str]) -> Run {
    canopy(&[&["explain"], arguments].concat())
}

#[test]
fn the_command_prints_the_reason_and_exits_with_the_verdict() {
    for (arguments, code, line) in [
        (
            &["--fen", "8/8/8/1r2Pp1K/8/8/8/4k3 w - f6 0 2", "e5f6"][..],
            1,
            "e5f6 en passant is illegal: the capture exposes the king on h5 to the rook on b5\n",
        ),
        (
            &["--moves", "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4", "E1G1"],
            0,
            "e1g1 castling is legal: the right to castle with the rook on h1 still exists, the \
             path is clear, and neither f1 nor g1 is attacked\n",
        ),
        (
            &[
                "--chess960",
                "--moves",
                "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4",
                "e1g1",
            ],
            0,
            "e1h1 castling is legal: the right to castle with the rook on h1 still exists, the \
             path is clear, and neither f1 nor g1 is attacked\n",
        ),
        (
            &["--moves", "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", "e1g1"],
            1,
            "e1g1 castling is illegal: the castling right was lost when the king on e1 moved at ply \
             3 (e1e2); the bishop on f1 is in the way; the knight on g1 is in the way\n",
        ),
        (
            &["e2e5"],
            1,
            "e2e5 is illegal: a pawn cannot move from e2 to e5\n",
        ),
        (
            &["e2"],
            1,
            "e2 is illegal: no white pawn on the e-file can go to e2\n",
        ),
        (
            &["Nb1"],
            1,
            "Nb1 is illegal: no white knight can go to b1\n",
        ),
    ] {
        let run = explain(arguments);
        assert_eq!(
            (run.code, &*run.stdout),
            (Some(code), line),
            "{arguments:?}"
        );
    }
}

#[test]
fn unreadable_input_is_refused() {
    for (arguments, message) in [
        (&["e9"][..], "canopy: 'e9' is not a move"),
        (&["--fen", "8/8", "e2e4"], "canopy: "),
        (
            &["--moves", "e2e4 e7e5 e4e5", "e2e4"],
            "canopy: move 3: e4e5 is illegal: the pawn on e4 cannot reach e5: it is blocked by \
             the pawn on e5",
        ),
        (&[], "MOVE"),
    ] {
        explain(arguments).refuses(message);
    }
}
