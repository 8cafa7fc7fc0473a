//! Checks that a last move can have given: the library against a naive retraction of every move, and
//! against positions that were reached by play.

use movegen::chess::{
    Bitboard, CastlingStyle, Color, File, Piece, PieceKind, Position, PositionWarning, Rank, Setup,
    Square,
};
use workbench::find::RandomPositions;

use crate::support::naive;
use crate::support::random::{self, Random};
use crate::support::sweep;

/// The naive answer: some position with the other side to move, in which the king that is in check
/// now cannot be captured, has a legal move that leads to this setup.
fn naively_possible(setup: &Setup, style: CastlingStyle) -> bool {
    let mut leads_here = |before: &Setup| leads_to(before, setup);
    !naive::in_check(setup)
        || steps_taken_back(setup, &mut leads_here)
        || castling_taken_back(setup, style).iter().any(leads_here)
}

/// Whether one of the setups, valid or not, from which a piece may have come to its square is right.
fn steps_taken_back(setup: &Setup, is_right: &mut dyn FnMut(&Setup) -> bool) -> bool {
    let mover = !setup.turn;
    let empty = |square: &Square| setup.board[square.index()].is_none();
    let captured = || {
        let kinds = PieceKind::ALL[..5].iter();
        [None]
            .into_iter()
            .chain(kinds.map(|&kind| Some(setup.turn.piece(kind))))
    };
    for to in Square::ALL {
        let Some(piece) = setup.board[to.index()].filter(|piece| piece.color == mover) else {
            continue;
        };
        for from in Square::ALL.into_iter().filter(empty) {
            let mut before = Setup {
                turn: mover,
                en_passant: None,
                ..setup.clone()
            };
            for kind in [piece.kind, PieceKind::Pawn] {
                before.board[from.index()] = Some(mover.piece(kind));
                for captured in captured() {
                    before.board[to.index()] = captured;
                    if is_right(&before) {
                        return true;
                    }
                }
            }
            // A capture en passant.
            let beside = Square::new(to.file(), from.rank());
            let home = Square::new(to.file(), Rank::Second.relative_to(setup.turn));
            if piece.kind == PieceKind::Pawn && beside != from && empty(&beside) && empty(&home) {
                before.board[to.index()] = None;
                before.board[beside.index()] = Some(setup.turn.pawn());
                before.en_passant = Some(to);
                if to.rank() == Rank::Third.relative_to(setup.turn) && is_right(&before) {
                    return true;
                }
            }
        }
    }
    false
}

/// The setups before castling, valid or not.
fn castling_taken_back(setup: &Setup, style: CastlingStyle) -> Vec<Setup> {
    let mover = !setup.turn;
    let back = |file: File| Square::new(file, Rank::First.relative_to(mover));
    let mut all = Vec::new();
    for (king_to, rook_to) in [(File::G, File::F), (File::C, File::D)] {
        let (king_to, rook_to) = (back(king_to), back(rook_to));
        if setup.board[king_to.index()] != Some(mover.king())
            || setup.board[rook_to.index()] != Some(mover.rook())
        {
            continue;
        }
        for king in File::ALL.map(back) {
            for rook in File::ALL.map(back) {
                let standard = king.file() == File::E && matches!(rook.file(), File::A | File::H);
                if king == rook || style == CastlingStyle::Standard && !standard {
                    continue;
                }
                let mut before = Setup {
                    turn: mover,
                    en_passant: None,
                    ..setup.clone()
                };
                before.board[king_to.index()] = None;
                before.board[rook_to.index()] = None;
                if before.board[king.index()].is_some() || before.board[rook.index()].is_some() {
                    continue;
                }
                before.board[king.index()] = Some(mover.king());
                before.board[rook.index()] = Some(mover.rook());
                before.castling |= Bitboard::from(rook);
                all.push(before);
            }
        }
    }
    all
}

/// Whether the first setup is valid and a legal move leads from it to the second one.
fn leads_to(before: &Setup, after: &Setup) -> bool {
    let pawns = [Rank::First, Rank::Eighth]
        .iter()
        .flat_map(|&rank| File::ALL.map(|file| Square::new(file, rank)));
    let mut pawns = pawns.filter_map(|square| before.board[square.index()]);
    let too_many = |color| pawns_needed(before, color) > 8 && pawns_needed(after, color) <= 8;
    let is_rook = |square: Square| {
        let piece = before.board[square.index()];
        piece.is_some_and(|piece| piece.kind == PieceKind::Rook)
    };
    !naive::opponent_in_check(before)
        && before.castling.into_iter().all(is_rook)
        && !pawns.any(|piece| piece.kind == PieceKind::Pawn)
        && !Color::ALL.into_iter().any(too_many)
        && naive::legal_moves(before).iter().any(|step| {
            let child = match is_pushed(after) {
                true => step.child.clone(),
                false => naive::normalised(&step.child),
            };
            let passed = after.en_passant.filter(|_| is_pushed(after));
            (child.board, child.castling, child.en_passant) == (after.board, after.castling, passed)
        })
}

/// Whether a pawn can have made the double push that the en passant square names.
fn is_pushed(setup: &Setup) -> bool {
    setup.en_passant.is_some_and(|passed| {
        let at = |rank: Rank| {
            setup.board[Square::new(passed.file(), rank.relative_to(!setup.turn)).index()]
        };
        passed.rank() == Rank::Third.relative_to(!setup.turn)
            && at(Rank::Second).is_none()
            && at(Rank::Third).is_none()
            && at(Rank::Fourth) == Some((!setup.turn).pawn())
    })
}

/// The pawns of a side and its pieces that must have been pawns. Each side begins with one bishop on
/// squares of either colour.
fn pawns_needed(setup: &Setup, color: Color) -> usize {
    let count = |kind, parity: Option<usize>| {
        let fits = |square: &Square| {
            let (file, rank) = (square.file().index(), square.rank().index());
            let piece = setup.board[square.index()];
            piece == Some(Piece { color, kind })
                && parity.is_none_or(|parity| (file + rank) % 2 == parity)
        };
        Square::ALL.into_iter().filter(fits).count()
    };
    count(PieceKind::Pawn, None)
        + count(PieceKind::Queen, None).saturating_sub(1)
        + count(PieceKind::Rook, None).saturating_sub(2)
        + count(PieceKind::Knight, None).saturating_sub(2)
        + count(PieceKind::Bishop, Some(0)).saturating_sub(1)
        + count(PieceKind::Bishop, Some(1)).saturating_sub(1)
}

fn possible(setup: &Setup, style: CastlingStyle) -> bool {
    let (position, _) = Position::from_setup(setup).expect("rules");
    position.checks_are_possible(setup.en_passant, style)
}

const STYLES: [CastlingStyle; 2] = [CastlingStyle::Standard, CastlingStyle::Chess960];

#[test]
fn retraction_agrees_with_a_naive_one() {
    let mut random = Random::new(21);
    let mut answers = [0, 0];
    let number = sweep::number(800, 4);
    while answers.iter().sum::<usize>() < number {
        let setup = random::placement(&mut random);
        // Rights without king and rook are dropped.
        let setup = match Position::from_setup(&setup) {
            Ok((position, _)) if naive::in_check(&setup) => Setup {
                castling: position.castling_rooks(),
                ..setup
            },
            _ => continue,
        };
        for style in STYLES {
            let expected = naively_possible(&setup, style);
            assert_eq!(possible(&setup, style), expected, "{}", setup.fen(style));
            answers[usize::from(expected)] += 1;
        }
    }
    assert!(
        answers.iter().all(|&found| found > number / 10),
        "{answers:?}"
    );
}

/// Positions in which at most one kind of last move explains the check.
#[test]
fn special_moves_explain_checks() {
    for (fen, [standard, chess960]) in [
        // Two diagonals at once.
        ("4r3/3bb3/7r/8/1bk5/2B5/2Rq1q2/R3K2R w KQ - 0 1", [false; 2]),
        ("6k1/8/8/b7/7b/8/8/4K3 w - - 0 1", [false; 2]),
        // Two rooks: one of them was a pawn on e7.
        ("3Rk3/8/8/8/8/8/8/4R1K1 b - - 0 1", [true; 2]),
        ("4k2R/8/8/8/8/8/8/4R1K1 b - - 0 1", [false; 2]),
        // A capture en passant has uncovered both the bishop and the rook.
        ("8/8/3Pk3/8/8/1B6/8/4RK2 b - - 0 1", [true; 2]),
        ("8/8/4k3/8/8/1B6/8/4RK2 b - - 0 1", [false; 2]),
        ("8/3n4/3Pk3/8/8/1B6/8/4RK2 b - - 0 1", [false; 2]),
        // The rook has castled: it came neither along the rank nor along the file.
        ("8/8/8/8/8/8/5PPP/k4RK1 b - - 0 1", [true; 2]),
        ("8/8/8/8/8/8/5PPP/k4RKn b - - 0 1", [false, true]),
        ("8/8/8/8/8/8/5PPP/k4RK1 b F - 0 1", [false; 2]),
        // A rook with a castling right has not moved.
        ("8/8/8/8/8/7k/8/4K2R b K - 0 1", [false; 2]),
        ("8/8/8/8/8/7k/8/4K2R b - - 0 1", [true; 2]),
        // A double push, a capture, or neither.
        ("8/8/8/3k4/4P3/8/3N1N2/4K3 b - - 0 1", [true; 2]),
        ("8/8/8/3k4/4P3/4B3/8/4K3 b - - 0 1", [true; 2]),
        ("8/8/8/3k4/4P3/3pnp2/8/4K3 b - - 0 1", [false; 2]),
        // All sixteen pieces of Black are there, so nothing was captured.
        (
            "rnbq1bnr/pppppppp/2k5/1P6/1P6/8/8/4K3 b - - 0 1",
            [false; 2],
        ),
        ("rnbq1bn1/pppppppp/2k5/1P6/1P6/8/8/4K3 b - - 0 1", [true; 2]),
    ] {
        let setup: Setup = fen.parse().expect(fen);
        for (style, expected) in STYLES.into_iter().zip([standard, chess960]) {
            assert_eq!(
                naively_possible(&setup, style),
                expected,
                "naive: {fen}, {style:?}"
            );
            assert_eq!(possible(&setup, style), expected, "{fen}, {style:?}");
        }
    }
}

#[test]
fn checks_that_play_has_reached_are_possible() {
    let mut random = Random::new(22);
    let mut checks = 0;
    for game in 0..300 {
        let start = match game % 3 {
            0 => Position::startpos().to_setup(),
            1 => random::chess960_start(&mut random),
            _ => random::placement(&mut random),
        };
        let mut first = true;
        random::walk(&mut random, &start, 40, |setup, _| {
            if !std::mem::take(&mut first) && naive::in_check(setup) {
                let style = STYLES[usize::from(game % 3 != 0)];
                assert!(possible(setup, style), "{}", setup.fen(style));
                checks += 1;
            }
        });
    }
    assert!(checks > 500, "{checks}");
}

#[test]
fn impossible_checks_are_warned_about_and_never_drawn() {
    let fen = "4r3/3bb3/7r/8/1bk5/2B5/2Rq1q2/R3K2R w KQ - 0 1";
    let (_, warnings) = Position::from_setup(&fen.parse().expect(fen)).expect(fen);
    let texts: Vec<String> = warnings.iter().map(PositionWarning::to_string).collect();
    assert_eq!(
        texts,
        ["no last move can give this check (checkers d2, f2)"]
    );
    for (seed, chess960) in [(1, false), (2, true)] {
        let draw = RandomPositions {
            seed,
            chess960,
            depth: 1,
            most_leaves: 1,
        };
        for (number, node) in draw.nodes().take(5000).enumerate() {
            let node = node.expect("a count");
            let setup: Setup = node.fen.parse().expect("a FEN");
            assert!(!is_checked_on_two_diagonals(&setup), "{}", node.fen);
            let style = CastlingStyle::new(chess960);
            assert!(
                number >= 500 || naively_possible(&setup, style),
                "{}",
                node.fen
            );
        }
    }
}

fn is_checked_on_two_diagonals(setup: &Setup) -> bool {
    let king = setup.king(setup.turn).expect("one king");
    let distance = |checker: Square| {
        let files = checker.file().index().abs_diff(king.file().index());
        (files, checker.rank().index().abs_diff(king.rank().index()))
    };
    let is_slider = |checker: &Square| {
        let piece = setup.board[checker.index()];
        piece.is_some_and(|piece| piece.kind != PieceKind::Pawn)
    };
    let checkers = naive::checkers(setup).into_iter().filter(is_slider);
    checkers
        .filter(|&checker| distance(checker).0 == distance(checker).1)
        .count()
        > 1
}
