//! Compares the move generator with a naive one: the same moves, the same children and the same
//! counts, in random games and on random boards.

use crate::support::canopy::{KIWIPETE, START};
use crate::support::count::perft;
use crate::support::naive::{self, NaiveMove};
use crate::support::random::{self, Random};
use crate::support::{suite, sweep};
use movegen::chess::{CastlingStyle, Position, Setup};

const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

/// Compares the legal moves of a position, which of them are captures, every child, and whether the
/// position is check and has a legal move.
fn compare(setup: &Setup, expected: &[NaiveMove]) {
    let fen = setup.fen(CastlingStyle::Chess960);
    let (position, _) =
        Position::from_setup(setup).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(
        position.to_setup(),
        naive::normalised(setup),
        "{fen}: parsed"
    );
    assert_eq!(position.is_check(), naive::in_check(setup), "{fen}: check");
    assert_eq!(
        position.has_legal_move(),
        !expected.is_empty(),
        "{fen}: has a legal move"
    );

    let found = position.legal_moves();
    let mut found: Vec<_> = found
        .iter()
        .map(|&mv| (position.uci(mv, CastlingStyle::Chess960), mv))
        .collect();
    let mut expected: Vec<_> = expected.iter().map(|mv| (mv.uci(), mv)).collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    expected.sort_by(|one, other| one.0.cmp(&other.0));
    let texts = |list: Vec<&String>| list.into_iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        texts(found.iter().map(|(text, _)| text).collect()),
        texts(expected.iter().map(|(text, _)| text).collect()),
        "{fen}: moves"
    );

    for ((text, mv), (_, expected)) in found.iter().zip(&expected) {
        assert_eq!(
            position.is_capture(*mv),
            expected.capture,
            "{fen} {text}: capture"
        );
        let child = position.play(*mv);
        let expected = naive::normalised(&expected.child);
        assert_eq!(
            child.fen(CastlingStyle::Chess960),
            expected.fen(CastlingStyle::Chess960),
            "{fen} {text}"
        );
        assert_eq!(child.to_setup(), expected, "{fen} {text}");
        assert_eq!(
            child.is_check(),
            naive::in_check(&expected),
            "{fen} {text}: check"
        );
    }
}

fn compare_counts(setup: &Setup, depth: u32) {
    let fen = setup.fen(CastlingStyle::Chess960);
    let (position, _) = Position::from_setup(setup).unwrap();
    assert_eq!(
        perft(&position, depth),
        u128::from(naive::perft(setup, depth)),
        "{fen}: perft {depth}"
    );
}

/// Compares every position of some random games, and the counts of their first and last positions.
fn compare_games(seed: u64, games: usize, start: impl Fn(&mut Random) -> Setup) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let start = start(&mut random);
        let mut last = start.clone();
        random::walk(&mut random, &start, 120, |setup, moves| {
            compare(setup, moves);
            last = setup.clone();
        });
        compare_counts(&last, 3);
        compare_counts(&start, 2);
    }
}

#[test]
fn games_from_the_start_position() {
    compare_games(1, 40, |_| START.parse().unwrap());
}

#[test]
fn games_from_complex_positions() {
    compare_games(2, 25, |_| KIWIPETE.parse().unwrap());
    compare_games(3, 25, |_| PROMOTIONS.parse().unwrap());
}

#[test]
fn games_from_chess960_starts() {
    compare_games(4, 60, random::chess960_start);
}

#[test]
fn games_from_random_boards() {
    compare_games(5, 150, random::placement);
}

#[test]
fn random_boards() {
    let mut random = Random::new(6);
    for index in 0..sweep::number(12_000, 3) {
        let setup = random::placement(&mut random);
        compare(&setup, &naive::legal_moves(&setup));
        if index % 40 == 0 {
            compare_counts(&setup, 3);
        } else if index % 8 == 0 {
            compare_counts(&setup, 2);
        }
    }
}

/// The random games and boards contain enough of the rare moves.
#[test]
fn random_games_and_boards_contain_rare_moves() {
    let mut random = Random::new(7);
    let (mut castles, mut en_passants, mut promotions, mut mates) = (0, 0, 0, 0);
    let mut count_rare = |setup: &Setup, moves: &[NaiveMove]| {
        castles += moves.iter().filter(|mv| mv.castle).count();
        en_passants += moves.iter().filter(|mv| mv.en_passant).count();
        promotions += moves.iter().filter(|mv| mv.promotion.is_some()).count();
        mates += usize::from(moves.is_empty() && naive::in_check(setup));
    };
    for _ in 0..3000 {
        let setup = random::placement(&mut random);
        count_rare(&setup, &naive::legal_moves(&setup));
    }
    for _ in 0..60 {
        let start = random::chess960_start(&mut random);
        random::walk(&mut random, &start, 120, &mut count_rare);
    }
    assert!(castles > 300, "{castles} castling moves");
    assert!(en_passants > 300, "{en_passants} captures en passant");
    assert!(promotions > 3000, "{promotions} promotions");
    assert!(mates > 10, "{mates} mates");
}

/// Compares the naive generator with the counts of this project's suites.
#[test]
fn the_naive_generator_agrees_with_the_suites() {
    const MAX_LEAVES: u64 = 100_000;
    for name in ["standard.epd", "chess960.epd", "random.epd", "rules.perft"] {
        for case in suite::own(name) {
            let setup: Setup = case.fen.parse().unwrap();
            for &(depth, count) in case
                .counts
                .iter()
                .filter(|&&(_, count)| count <= MAX_LEAVES)
            {
                assert_eq!(
                    naive::perft(&setup, depth),
                    count,
                    "{name}:{}: D{depth}",
                    case.line
                );
            }
        }
    }
}
