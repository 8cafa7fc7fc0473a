//! The move generator against one that is too simple to be wrong: the same moves, the same
//! children and the same counts, in walks from start positions and in arrangements by chance.

use std::path::Path;

use crate::support::count::perft;
use crate::support::naive::{self, NaiveMove};
use crate::support::random::{self, Random};
use crate::support::suite;
use movegen::chess::{CastlingStyle, Position, Setup};

const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Castling, pins, promotions and en passant within a few moves.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

/// Moves, what is a capture, every child, and the questions that the moves answer.
fn compare(setup: &Setup, expected: &[NaiveMove]) {
    let fen = setup.fen(CastlingStyle::Chess960);
    let (position, _) =
        Position::from_setup(setup).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(
        position.to_setup(),
        naive::normalised(setup),
        "{fen}: read back"
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
        .map(|&step| (position.uci(step, CastlingStyle::Chess960), step))
        .collect();
    let mut wanted: Vec<_> = expected.iter().map(|step| (step.uci(), step)).collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    wanted.sort_by(|one, other| one.0.cmp(&other.0));
    let texts = |list: Vec<&String>| list.into_iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        texts(found.iter().map(|(text, _)| text).collect()),
        texts(wanted.iter().map(|(text, _)| text).collect()),
        "{fen}: moves"
    );

    for ((text, step), (_, wanted)) in found.iter().zip(&wanted) {
        assert_eq!(
            position.is_capture(*step),
            wanted.capture,
            "{fen} {text}: capture"
        );
        let child = position.play(*step);
        let wanted = naive::normalised(&wanted.child);
        assert_eq!(
            child.fen(CastlingStyle::Chess960),
            wanted.fen(CastlingStyle::Chess960),
            "{fen} {text}"
        );
        assert_eq!(child.to_setup(), wanted, "{fen} {text}");
        assert_eq!(
            child.is_check(),
            naive::in_check(&wanted),
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

/// Compares every position of some walks, and counts from a few of them.
fn compare_walks(seed: u64, walks: usize, start: impl Fn(&mut Random) -> Setup) {
    let mut random = Random::new(seed);
    for _ in 0..walks {
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
fn walks_from_the_start_position() {
    compare_walks(1, 40, |_| STARTPOS.parse().unwrap());
}

#[test]
fn walks_from_busy_positions() {
    compare_walks(2, 25, |_| KIWIPETE.parse().unwrap());
    compare_walks(3, 25, |_| PROMOTIONS.parse().unwrap());
}

#[test]
fn walks_from_chess960_starts() {
    compare_walks(4, 60, random::chess960_start);
}

#[test]
fn walks_from_arrangements_by_chance() {
    compare_walks(5, 150, random::placement);
}

#[test]
fn arrangements_by_chance() {
    let mut random = Random::new(6);
    for index in 0..12_000 {
        let setup = random::placement(&mut random);
        compare(&setup, &naive::legal_moves(&setup));
        if index % 40 == 0 {
            compare_counts(&setup, 3);
        } else if index % 8 == 0 {
            compare_counts(&setup, 2);
        }
    }
}

/// The walks and arrangements are worth nothing if the rare moves do not occur in them.
#[test]
fn chance_reaches_the_rare_moves() {
    let mut random = Random::new(7);
    let (mut castles, mut en_passants, mut promotions, mut mates) = (0, 0, 0, 0);
    let mut look = |setup: &Setup, moves: &[NaiveMove]| {
        castles += moves.iter().filter(|step| step.castle).count();
        en_passants += moves.iter().filter(|step| step.en_passant).count();
        promotions += moves.iter().filter(|step| step.promotion.is_some()).count();
        mates += usize::from(moves.is_empty() && naive::in_check(setup));
    };
    for _ in 0..3000 {
        let setup = random::placement(&mut random);
        look(&setup, &naive::legal_moves(&setup));
    }
    for _ in 0..60 {
        let start = random::chess960_start(&mut random);
        random::walk(&mut random, &start, 120, &mut look);
    }
    assert!(castles > 300, "{castles} castling moves");
    assert!(en_passants > 300, "{en_passants} captures en passant");
    assert!(promotions > 3000, "{promotions} promotions");
    assert!(mates > 10, "{mates} mates");
}

/// The naive generator itself, against the counts in this project's suites.
#[test]
fn the_oracle_agrees_with_the_suites() {
    const LEAVES: u64 = 100_000;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suites");
    for name in ["standard.epd", "chess960.epd", "random.epd", "rules.perft"] {
        for case in suite::read(&folder.join(name)) {
            let setup: Setup = case.fen.parse().unwrap();
            for &(depth, count) in case.counts.iter().filter(|&&(_, count)| count <= LEAVES) {
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
