//! Explanations against the naive move generator: legal is what it lists, and every reason given
//! is true by its lights. Then the command.

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

/// What the naive generator says about one arrangement.
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
            let past = MoveHistory::of_fen(setup.en_passant);
            for from in Square::ALL {
                for to in Square::ALL {
                    for promotion in PROMOTIONS {
                        let written = UciMove {
                            from,
                            to,
                            promotion,
                        };
                        reasons += naive.judge(&position, &past, written, &texts);
                    }
                }
            }
        });
    }
    // Most are about empty squares; the others must not be forgotten.
    assert!(reasons > 1_000_000, "{reasons}");
}

impl Naive<'_> {
    /// Compares one move's explanation, and returns how many reasons it had.
    fn judge(
        &self,
        position: &Position,
        past: &MoveHistory,
        written: UciMove,
        texts: &HashSet<String>,
    ) -> usize {
        let expected = texts.contains(&written.to_string());
        let illegal = match position.explain(written, Some(past)) {
            Ok(legal) => {
                assert!(expected, "{legal} in {position}");
                assert!(position.is_legal(legal.mv), "{legal} in {position}");
                assert!(!legal.grounds.is_empty(), "{written} in {position}");
                return 0;
            }
            Err(illegal) => illegal,
        };
        assert!(!expected, "{illegal} in {position}");
        assert!(!illegal.reasons.is_empty(), "{written} in {position}");
        for reason in &illegal.reasons {
            assert!(
                self.holds(written, reason),
                "{illegal}: {reason:?} in\n{position}"
            );
        }
        illegal.reasons.len()
    }

    fn man(&self, square: Square) -> Option<PlacedPiece> {
        let piece = self.setup.board[square.index()]?;
        Some(PlacedPiece { piece, square })
    }

    fn is_there(&self, man: &PlacedPiece) -> bool {
        self.man(man.square) == Some(*man)
    }

    /// The move made without regard to the king, if the piece moves like that; without a letter a
    /// promotion is one to a queen.
    fn made(&self, written: UciMove) -> Option<&NaiveMove> {
        self.pseudo.iter().find(|step| {
            let promotion = step.promotion.is_none()
                || written.promotion.is_none()
                || step.promotion == written.promotion;
            step.from == written.from && step.to == written.to && !step.castle && promotion
        })
    }

    /// Who attacks the mover's king after the move.
    fn attackers(&self, written: UciMove) -> Option<Vec<Square>> {
        let mut after = self.made(written)?.child.clone();
        after.turn = self.setup.turn;
        Some(naive::checkers(&after))
    }

    /// Whether all these men attack the king after the move.
    fn attack(&self, written: UciMove, men: &[PlacedPiece]) -> bool {
        let attackers = self.attackers(written);
        men.iter().all(|man| {
            self.is_there(man)
                // A capture en passant that nobody has offered is not made here.
                && attackers.as_ref().is_none_or(|all| all.contains(&man.square))
        }) && (attackers.is_some() || self.setup.en_passant != Some(written.to))
    }

    fn attacked_by(&self, square: Square, men: &[PlacedPiece]) -> bool {
        let them = !self.setup.turn;
        men.iter().all(|man| self.is_there(man)) && {
            // The king does not shield what it crosses.
            let mut lifted = self.setup.clone();
            let king = lifted.king(self.setup.turn).expect("a king");
            lifted.board[king.index()] = None;
            naive::attacked(&lifted.board, square, them)
        }
    }

    fn holds(&self, written: UciMove, reason: &Reason) -> bool {
        let turn = self.setup.turn;
        let moved = self.man(written.from);
        let no_way = self.made(written).is_none();
        match reason {
            Reason::Empty(square) => *square == written.from && moved.is_none(),
            Reason::NotYours { man, .. } => moved == Some(*man) && man.piece.color != turn,
            Reason::Still(_) => written.from == written.to,
            Reason::NotItsWay { man, .. } | Reason::OverTheEdge { man, .. } => {
                no_way && moved == Some(*man)
            }
            Reason::Blocked { man, to, by } => {
                let mut free = self.setup.clone();
                for square in between(man.square, *to) {
                    free.board[square.index()] = None;
                }
                if man.piece.kind == PieceKind::Pawn {
                    free.board[to.index()] = None;
                }
                let goes = |step: &NaiveMove| step.from == man.square && step.to == *to;
                let own = self.man(*to).is_some_and(|man| man.piece.color == turn);
                no_way
                    && self.is_there(by)
                    && (own || naive::pseudo_legal_moves(&free).iter().any(goes))
            }
            Reason::OwnMan(man) => self.is_there(man) && man.piece.color == turn,
            Reason::DoubleStep(man) | Reason::NoPromotion { man, .. } => moved == Some(*man),
            Reason::NothingToTake { to } => no_way && self.man(*to).is_none(),
            Reason::NotPassing(_) => self.setup.en_passant != Some(written.to),
            Reason::NoLetter(to) => matches!(to.rank().index(), 0 | 7),
            Reason::Pinned { man, by, .. } => {
                // Alone it keeps the line shut.
                let mut lifted = self.setup.clone();
                lifted.board[man.square.index()] = None;
                moved == Some(*man)
                    && self.attack(written, &[*by])
                    && naive::checkers(&lifted).contains(&by.square)
                    && !naive::checkers(self.setup).contains(&by.square)
            }
            Reason::Uncovers { by, .. } => self.attack(written, &[*by]),
            Reason::StillInCheck { by, .. } => {
                self.attack(written, &[*by]) && naive::checkers(self.setup) == [by.square]
            }
            Reason::DoubleCheck(men) => {
                let checkers = naive::checkers(self.setup);
                let all = men.iter().all(|man| checkers.contains(&man.square));
                all && men.len() == checkers.len() && men.len() > 1
            }
            Reason::Attacked { by, .. } => self.attack(written, by),
            Reason::Guarded { man, by } => self.is_there(man) && self.attack(written, by),
            Reason::StaysInLine { by, from, .. } => {
                self.attack(written, &[*by])
                    && *from == written.from
                    && naive::checkers(self.setup).contains(&by.square)
            }
            Reason::KingsTouch { by, .. } => {
                by.piece.kind == PieceKind::King && self.attack(written, &[*by])
            }
            Reason::NoRight { rook, .. } => !self.setup.castling.contains(*rook),
            Reason::CastlingBlocked(man) => self.is_there(man) && man.square != written.from,
            Reason::CastlingInCheck(men) => naive::checkers(self.setup).len() == men.len(),
            Reason::KingPasses { square, by } | Reason::KingEnds { square, by } => {
                self.attacked_by(*square, by)
            }
            Reason::RookShields { rook, by, .. } => {
                let after = naive::castle(self.setup, written.from, rook.square).child;
                self.is_there(by) && naive::opponent_in_check(&after) && !self.legal.is_empty()
            }
        }
    }
}

/// The squares between two of a line, by walking.
fn between(from: Square, to: Square) -> Vec<Square> {
    let way = |a: usize, b: usize| (b as i32 - a as i32).signum();
    let step = (
        way(from.file().index(), to.file().index()),
        way(from.rank().index(), to.rank().index()),
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
fn every_legal_move_has_a_ground_and_each_color_its_castling() {
    for (fen, color) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Color::White),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", Color::Black),
    ] {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.turn(), color);
        for mv in position.legal_moves() {
            let legal = position.explain(UciMove::of(mv), None).expect(fen);
            assert_eq!(legal.mv, mv);
            assert!(!legal.grounds.is_empty(), "{mv:?}");
        }
    }
}

fn explain(arguments: &[&str]) -> Run {
    canopy(&[&["explain"], arguments].concat())
}

#[test]
fn the_command_says_why_and_by_its_exit_code_whether() {
    for (arguments, code, line) in [
        (
            &["--fen", "8/8/8/1r2Pp1K/8/8/8/4k3 w - f6 0 2", "e5f6"][..],
            1,
            "e5f6 en passant is illegal: it uncovers the rook on b5 against the king on h5\n",
        ),
        (
            &["--moves", "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4", "E1G1"],
            0,
            "e1g1 castling is legal: the right to castle with the rook on h1 is there, the way is \
             free, and nobody attacks f1 or g1\n",
        ),
        (
            &[
                "--chess960",
                "--moves",
                "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4",
                "e1g1",
            ],
            0,
            "e1h1 castling is legal: the right to castle with the rook on h1 is there, the way is \
             free, and nobody attacks f1 or g1\n",
        ),
        (
            &["--moves", "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", "e1g1"],
            1,
            "e1g1 castling is illegal: castling right lost when the king on e1 moved at ply 3 \
             (e1e2); the bishop on f1 stands in the way; the knight on g1 stands in the way\n",
        ),
        (
            &["e2e5"],
            1,
            "e2e5 is illegal: a pawn does not move from e2 to e5\n",
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
fn what_cannot_be_read_is_refused() {
    for (arguments, message) in [
        (&["e9"][..], "canopy: 'e9' is not a move"),
        (&["--fen", "8/8", "e2e4"], "canopy: "),
        (
            &["--moves", "e2e4 e7e5 e4e5", "e2e4"],
            "canopy: move 3: e4e5 is illegal: the pawn on e4 cannot reach e5: the pawn on e5 \
             stands in the way",
        ),
        (&[], "MOVE"),
    ] {
        let reason = explain(arguments).refusal();
        assert!(reason.contains(message), "{arguments:?}: {reason}");
    }
}
