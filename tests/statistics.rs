//! The statistics of perft: published and counted tables, and every category against the naive
//! generator, which plays each move and looks.

use crate::support::count::{outcome, total};
use crate::support::naive;
use crate::support::random::{self, Random};
use movegen::chess::{CastlingStyle, Category, Position, Setup, Statistics, StatisticsCounter};
use movegen::perft::{Counter, Perft, Stop};

fn statistics(position: &Position, depth: u32, threads: usize) -> Statistics {
    total(
        &Perft::new(depth).threads(threads),
        position,
        &StatisticsCounter,
    )
}

/// Nodes, captures, en passant, castles, promotions, checks, discovered only, double, mates.
type Row = [u128; 9];

fn row(found: &Statistics) -> Row {
    [
        found.get(Category::Nodes),
        found.get(Category::Captures),
        found.get(Category::EnPassant),
        found.get(Category::Castles),
        found.promotions(),
        found.get(Category::Checks),
        found.get(Category::Discovered),
        found.get(Category::Double),
        found.get(Category::Checkmates),
    ]
}

/// Counted for this project with an independent generator; they agree with the published tables
/// where those agree with each other.
#[rustfmt::skip]
const TABLES: [(&str, &[(u32, Row)]); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[
        (1, [20, 0, 0, 0, 0, 0, 0, 0, 0]),
        (2, [400, 0, 0, 0, 0, 0, 0, 0, 0]),
        (3, [8_902, 34, 0, 0, 0, 12, 0, 0, 0]),
        (4, [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8]),
        (5, [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347]),
        (6, [119_060_324, 2_812_008, 5_248, 0, 0, 809_099, 329, 46, 10_828]),
    ]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[
        (1, [48, 8, 0, 2, 0, 0, 0, 0, 0]),
        (2, [2_039, 351, 1, 91, 0, 3, 0, 0, 0]),
        (3, [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1]),
        (4, [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43]),
        (5, [193_690_690, 35_043_416, 73_365, 4_993_637, 8_392, 3_309_887, 19_883, 2_645, 30_171]),
    ]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[
        (1, [14, 1, 0, 0, 0, 2, 0, 0, 0]),
        (2, [191, 14, 0, 0, 0, 10, 0, 0, 0]),
        (3, [2_812, 209, 2, 0, 0, 267, 3, 0, 0]),
        (4, [43_238, 3_348, 123, 0, 0, 1_680, 106, 0, 17]),
        (5, [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0]),
        (6, [11_030_083, 940_350, 33_325, 0, 7_552, 452_473, 26_067, 0, 2_733]),
    ]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[
        (1, [6, 0, 0, 0, 0, 0, 0, 0, 0]),
        (2, [264, 87, 0, 6, 48, 10, 0, 0, 0]),
        (3, [9_467, 1_021, 4, 0, 120, 38, 2, 0, 22]),
        (4, [422_333, 131_393, 0, 7_795, 60_032, 15_492, 19, 0, 5]),
        (5, [15_833_292, 2_046_173, 6_512, 0, 329_464, 200_568, 11_621, 50, 50_562]),
    ]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[
        (1, [44, 6, 0, 1, 4, 0, 0, 0, 0]),
        (2, [1_486, 222, 0, 0, 0, 117, 0, 0, 0]),
        (3, [62_379, 8_517, 0, 1_081, 5_068, 1_201, 0, 0, 44]),
        (4, [2_103_487, 296_153, 0, 0, 0, 158_486, 10_877, 1_770, 240]),
        (5, [89_941_194, 12_320_378, 140, 1_240_828, 6_655_216, 3_078_299, 7_459, 58, 137_306]),
    ]),
];

#[test]
fn known_tables() {
    for (fen, rows) in TABLES {
        let position: Position = fen.parse().expect(fen);
        for &(depth, wanted) in rows {
            let found = statistics(&position, depth, 2);
            assert_eq!(row(&found), wanted, "{fen}: depth {depth}");
        }
    }
}

/// The wiki's Kiwipete table leaves out the double checks that mate.
#[test]
fn double_checks_without_mates() {
    let position: Position = TABLES[1].0.parse().expect("a position");
    for (depth, double, without_mates) in [(4, 6, 6), (5, 2_645, 2_637)] {
        let found = statistics(&position, depth, 2);
        assert_eq!(found.get(Category::Double), double);
        assert_eq!(found.double_without_mates(), without_mates);
    }
}

#[test]
fn a_plan_of_any_kind_gives_the_same() {
    let position: Position = TABLES[1].0.parse().expect("a position");
    let alone = statistics(&position, 4, 1);
    for threads in [2, 5] {
        let plan = Perft::new(4).threads(threads);
        // Too shallow for a table.
        for plan in [plan.clone(), plan.clone().merge(), plan.hash_mb(1)] {
            let outcome = outcome(&plan, &position, &StatisticsCounter);
            assert_eq!(outcome.total, alone);
            assert_eq!(outcome.lines.len(), 48);
        }
    }
}

#[test]
fn a_table_changes_no_category() {
    for (fen, _) in TABLES {
        let position: Position = fen.parse().expect(fen);
        let alone = statistics(&position, 5, 1);
        for threads in [1, 3] {
            for plan in [Perft::new(5), Perft::new(5).merge()] {
                let plan = plan.threads(threads).hash_mb(1);
                let outcome = outcome(&plan, &position, &StatisticsCounter);
                assert_eq!(outcome.total, alone, "{fen}");
                assert!(outcome.table.is_some_and(|used| used.hits > 0), "{fen}");
            }
        }
    }
}

/// The categories of all leaves, by playing every move and looking at the board before and after.
fn naive_statistics(setup: &Setup, depth: u32, sums: &mut [u128; 14]) {
    for step in naive::legal_moves(setup) {
        if depth > 1 {
            naive_statistics(&step.child, depth - 1, sums);
            continue;
        }
        let child = &step.child;
        let mover = if step.castle {
            // The rook of the side that has castled stands on the d- or the f-file now.
            let file = if step.to > step.from { 5 } else { 3 };
            step.from.index() / 8 * 8 + file
        } else {
            step.to.index()
        };
        let checkers = naive::checkers(child);
        let check = !checkers.is_empty();
        let stuck = naive::legal_moves(child).is_empty();
        let to = |letter| step.promotion.is_some_and(|kind| kind.letter() == letter);
        let discovered = check && !checkers.iter().any(|square| square.index() == mover);
        for (sum, yes) in sums.iter_mut().zip([
            true,
            step.capture,
            step.en_passant,
            step.castle,
            to('n'),
            to('b'),
            to('r'),
            to('q'),
            check,
            discovered,
            checkers.len() > 1,
            checkers.len() > 1 && stuck,
            check && stuck,
            !check && stuck,
        ]) {
            *sum += u128::from(yes);
        }
    }
}

const ALL: [Category; 14] = [
    Category::Nodes,
    Category::Captures,
    Category::EnPassant,
    Category::Castles,
    Category::ToKnight,
    Category::ToBishop,
    Category::ToRook,
    Category::ToQueen,
    Category::Checks,
    Category::Discovered,
    Category::Double,
    Category::DoubleMates,
    Category::Checkmates,
    Category::Stalemates,
];

fn compare(setup: &Setup, depth: u32, seen: &mut [u128; 14]) {
    let fen = setup.fen(CastlingStyle::Chess960);
    let (position, _) = Position::from_setup(setup).unwrap();
    let mut wanted = [0; 14];
    naive_statistics(setup, depth, &mut wanted);
    let found = statistics(&position, depth, 1);
    for (category, (wanted, seen)) in ALL.into_iter().zip(wanted.iter().zip(seen)) {
        assert_eq!(found.get(category), *wanted, "{fen} D{depth}: {category:?}");
        *seen += wanted;
    }
    if depth == 1 {
        // At depth 1 moves are looked at one by one; below, in sets.
        let sets = StatisticsCounter.leaves(&position, 1, &Stop::new());
        assert_eq!(sets.map(Statistics::from), Some(found), "{fen}");
    }
}

/// Kings and a few pieces in a corner of the board: mates, stalemates and pins by the dozen.
fn cramped(random: &mut Random) -> Option<Setup> {
    use movegen::chess::{Color, Piece, PieceKind};
    let mut setup = Setup::empty();
    setup.turn = Color::ALL[random.below(2)];
    let pieces = 3 + random.below(7);
    for index in 0..pieces {
        let square = random.below(4) * 8 + random.below(5) + 3;
        let kind = match index {
            0 | 1 => PieceKind::King,
            _ => PieceKind::ALL[random.below(5)],
        };
        let color = if index < 2 {
            Color::ALL[index]
        } else {
            Color::ALL[random.below(2)]
        };
        if setup.board[square].is_some() || kind == PieceKind::Pawn && square < 8 {
            return None;
        }
        setup.board[square] = Some(Piece { color, kind });
    }
    Position::from_setup(&setup).is_ok().then_some(setup)
}

/// A king on the edge, hemmed in by his own pieces, and a knight or bishop that may move off the
/// line of a rook or bishop behind it: double checks, and mates by them.
fn battery(random: &mut Random) -> Option<Setup> {
    use movegen::chess::{Color, Piece, PieceKind};
    let mut setup = Setup::empty();
    setup.turn = Color::ALL[random.below(2)];
    let mut put = |file: i32, rank: i32, ours: bool, kind: PieceKind| {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        let square = on_board.then(|| (rank * 8 + file) as usize)?;
        let pawn_may_stand = kind != PieceKind::Pawn || (1..7).contains(&rank);
        if setup.board[square].is_some() || !pawn_may_stand {
            return None;
        }
        let color = if ours { setup.turn } else { !setup.turn };
        setup.board[square] = Some(Piece { color, kind });
        Some(())
    };
    let file = random.below(8) as i32;
    put(file, 7, false, PieceKind::King)?;
    let (step, slider, shield) = [
        (-1, PieceKind::Bishop, PieceKind::Knight),
        (0, PieceKind::Rook, PieceKind::Knight),
        (0, PieceKind::Queen, PieceKind::Bishop),
        (1, PieceKind::Queen, PieceKind::Knight),
    ][random.below(4)];
    let near = 1 + random.below(4) as i32;
    put(file + step * near, 7 - near, true, shield)?;
    let far = near + 1 + random.below(2) as i32;
    put(file + step * far, 7 - far, true, slider)?;
    for (file, rank) in [(-1, 7), (1, 7), (-1, 6), (0, 6), (1, 6)].map(|(x, y)| (file + x, y)) {
        let kind = PieceKind::ALL[random.below(4)];
        if random.below(3) > 0 {
            // Where there is no room it stays away.
            let _ = put(file, rank, false, kind);
        }
    }
    put(random.below(8) as i32, 0, true, PieceKind::King)?;
    put(
        random.below(8) as i32,
        random.below(6) as i32,
        true,
        PieceKind::Queen,
    )?;
    Position::from_setup(&setup).is_ok().then_some(setup)
}

#[test]
fn every_category_against_the_naive_generator() {
    let mut random = Random::new(41);
    let mut seen = [0; 14];
    for _ in 0..1500 {
        let setup = random::placement(&mut random);
        compare(&setup, 1, &mut seen);
    }
    for _ in 0..6000 {
        if let Some(setup) = cramped(&mut random) {
            compare(&setup, 1, &mut seen);
            compare(&setup, 2, &mut seen);
        }
    }
    for _ in 0..4000 {
        let Some(setup) = battery(&mut random) else {
            continue;
        };
        let (position, _) = Position::from_setup(&setup).unwrap();
        // The naive generator is slow, and the other positions have seen enough of the rest.
        if statistics(&position, 1, 1).get(Category::Double) > 0 {
            compare(&setup, 1, &mut seen);
        }
    }
    for _ in 0..25 {
        let start = random::chess960_start(&mut random);
        let mut setups = Vec::new();
        random::walk(
            &mut random,
            &start,
            80,
            |setup: &Setup, _: &[naive::NaiveMove]| {
                setups.push(setup.clone());
            },
        );
        for setup in setups {
            compare(&setup, 1, &mut seen);
        }
    }
    for (category, seen) in ALL.into_iter().zip(seen) {
        assert!(seen >= 50, "{category:?}: only {seen}");
    }
}

/// Depth 2 through castling, en passant and promotions.
#[test]
fn two_plies_against_the_naive_generator() {
    let mut seen = [0; 14];
    for (fen, _) in TABLES {
        compare(&fen.parse().unwrap(), 2, &mut seen);
    }
    for fen in [
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        // Castling gives check with the rook, and in Chess960 uncovers another.
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
        // En passant uncovers two sliders at once.
        "8/8/8/1k1pP2Q/8/8/8/K7 w - d6 0 1",
        "7B/8/8/3pP3/8/2k5/8/K7 w - d6 0 1",
        // The new queen checks through the square that the pawn has left.
        "8/4P3/8/4k3/8/8/8/4K3 w - - 0 1",
    ] {
        for depth in [1, 2] {
            compare(&fen.parse().unwrap(), depth, &mut seen);
        }
    }
}
