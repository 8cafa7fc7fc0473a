//! Syzygy tables: their results against a retrograde analysis, damaged files, and the search.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Control, Engine, Fault, Info, Limits, Request, Score, Settings, Tablebases, Wdl};
use movegen::chess::{Position, Square};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");

fn tables() -> Tablebases {
    let tables = Tablebases::open([TABLES]);
    assert_eq!(tables.take_errors(), []);
    tables
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The FEN of a board with these pieces.
fn fen(pieces: &[(char, usize)], turn: char) -> String {
    let ranks = (0..8usize).rev().map(|rank| {
        let square = |file| {
            let on_it = pieces
                .iter()
                .find(|&&(_, square)| square == 8 * rank + file);
            on_it.map_or('1', |&(piece, _)| piece)
        };
        (0..8).map(square).collect::<String>()
    });
    format!("{} {turn} - - 0 1", ranks.collect::<Vec<_>>().join("/"))
}

/// The same board with the colors exchanged.
fn mirrored(pieces: &[(char, usize)], turn: char) -> String {
    let pieces = pieces.iter().map(|&(piece, square)| {
        let piece = if piece.is_uppercase() {
            piece.to_ascii_lowercase()
        } else {
            piece.to_ascii_uppercase()
        };
        (piece, square ^ 56)
    });
    fen(
        &pieces.collect::<Vec<_>>(),
        if turn == 'w' { 'b' } else { 'w' },
    )
}

/// The positions that White wins with one piece besides the kings, found backwards from checkmate.
struct Retrograde {
    piece: char,
    wins: Vec<bool>,
}

impl Retrograde {
    fn index(kings: [usize; 2], piece: usize, black_moves: bool) -> usize {
        ((kings[0] * 64 + kings[1]) * 64 + piece) * 2 + usize::from(black_moves)
    }

    /// All legal positions with this piece, and their indices.
    fn positions(piece: char) -> impl Iterator<Item = (usize, Position, Vec<(char, usize)>, char)> {
        (0..64 * 64 * 64 * 2).filter_map(move |index| {
            let (black_moves, square) = (index % 2 == 1, index / 2 % 64);
            let kings = [index / 2 / 64 / 64, index / 2 / 64 % 64];
            if kings[0] == kings[1] || kings.contains(&square) {
                return None;
            }
            let pieces = vec![('K', kings[0]), ('k', kings[1]), (piece, square)];
            let turn = if black_moves { 'b' } else { 'w' };
            let position = fen(&pieces, turn).parse().ok()?;
            Some((index, position, pieces, turn))
        })
    }

    /// Solves the endings, after those that a promotion leads to.
    fn solve(piece: char, solved: &[Retrograde]) -> Retrograde {
        let mut wins = vec![false; 64 * 64 * 64 * 2];
        // The index of each position, whether Black moves, and the indices of its children.
        let mut open = Vec::new();
        for (index, position, _, _) in Retrograde::positions(piece) {
            let black_moves = index % 2 == 1;
            let (mut children, mut escapes, mut promotes_to_win) = (Vec::new(), false, false);
            let moves = position.legal_moves();
            let stalemate = moves.is_empty() && !position.is_check();
            for mv in &moves {
                let child = position.play(*mv);
                let kings =
                    [0, 1].map(|color| child.king(movegen::chess::Color::ALL[color]).index());
                let others = child.occupied().into_iter().map(Square::index);
                let Some(square) = others.filter(|square| !kings.contains(square)).last() else {
                    escapes = true;
                    continue;
                };
                let child = Retrograde::index(kings, square, !black_moves);
                match mv.promotion() {
                    None => children.push(child),
                    Some(kind) => {
                        let letter = kind.letter().to_ascii_uppercase();
                        let table = solved.iter().find(|table| table.piece == letter);
                        promotes_to_win |= table.is_some_and(|table| table.wins[child]);
                    }
                }
            }
            wins[index] = promotes_to_win || black_moves && moves.is_empty() && !stalemate;
            if !wins[index] && !escapes && !moves.is_empty() {
                open.push((index, black_moves, children));
            }
        }
        loop {
            let before = open.len();
            open.retain(|(index, black_moves, children)| {
                let mut children = children.iter();
                wins[*index] = if *black_moves {
                    children.all(|&child| wins[child])
                } else {
                    children.any(|&child| wins[child])
                };
                !wins[*index]
            });
            if open.len() == before {
                return Retrograde { piece, wins };
            }
        }
    }
}

#[test]
fn every_position_with_three_men_has_the_right_result() {
    let tables = tables();
    let mut solved: Vec<Retrograde> = Vec::new();
    // Promotions lead to the first four.
    for piece in ['Q', 'R', 'B', 'N', 'P'] {
        let table = Retrograde::solve(piece, &solved);
        let mut positions = 0;
        for (index, position, pieces, turn) in Retrograde::positions(piece) {
            let expected = match (table.wins[index], turn) {
                (true, 'w') => Wdl::Win,
                (true, _) => Wdl::Loss,
                (false, _) => Wdl::Draw,
            };
            positions += 1;
            assert_eq!(
                tables.wdl(&position),
                Some(expected),
                "{}",
                fen(&pieces, turn)
            );
            if index % 7 == 0 {
                let other = mirrored(&pieces, turn);
                assert_eq!(
                    tables.wdl(&other.parse().unwrap()),
                    Some(expected),
                    "{other}"
                );
            }
        }
        assert!(positions > 300_000, "{piece}: {positions}");
        solved.push(table);
    }
    assert_eq!(tables.take_errors(), []);
}

#[test]
fn distances_count_down_to_the_mate() {
    let tables = tables();
    for start in [
        "8/8/8/3k4/8/8/8/K6R w - - 0 1",
        "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1",
        "8/8/8/3rk3/8/8/8/K6Q w - - 0 1",
    ] {
        let mut here = position(start);
        assert_eq!(tables.wdl(&here), Some(Wdl::Win), "{start}");
        while here.has_legal_move() {
            let distance = tables.dtz(&here).unwrap();
            assert!(here.halfmoves() < 100 && distance != 0, "{start}");
            // The shortest win or the longest loss.
            let child = here.legal_moves().into_iter().map(|mv| here.play(mv));
            let ranked = child.map(|child| {
                let mate = child.is_check() && !child.has_legal_move();
                let zeroing = child.halfmoves() == 0;
                let after = if mate {
                    -1
                } else {
                    tables.dtz(&child).unwrap()
                };
                (child, after, mate || zeroing)
            });
            let keeps = ranked.filter(|&(_, after, _)| after.signum() == -distance.signum());
            let (child, after, zeroes) = keeps
                .min_by_key(|&(_, after, zeroes)| match distance > 0 {
                    true if zeroes => 0,
                    _ => after.abs() * distance.signum(),
                })
                .unwrap();
            if !zeroes {
                let expected = distance.abs() - 1;
                assert!(
                    (expected - 1..=expected + 1).contains(&after.abs()),
                    "{start}: {distance}, {after}"
                );
            }
            here = child;
        }
        assert!(here.is_check(), "{start}");
    }
}

#[test]
fn en_passant_captures_count() {
    let tables = tables();
    for (with, without, results) in EN_PASSANT {
        let found = [with, without].map(|fen| tables.wdl(&position(fen)).unwrap());
        assert_eq!(found, results, "{with}");
    }
}

/// Positions that differ only in the right to capture en passant, and their results according to
/// python-chess.
const EN_PASSANT: [(&str, &str, [Wdl; 2]); 3] = [
    (
        "4K3/8/8/2pP4/8/8/k7/8 w - c6 0 1",
        "4K3/8/8/2pP4/8/8/k7/8 w - - 0 1",
        [Wdl::Win, Wdl::Draw],
    ),
    (
        "k7/8/8/8/4KpP1/8/8/8 b - g3 0 1",
        "k7/8/8/8/4KpP1/8/8/8 b - - 0 1",
        [Wdl::Draw, Wdl::Loss],
    ),
    (
        "8/8/8/8/3pP3/K7/8/k7 b - e3 0 1",
        "8/8/8/8/3pP3/K7/8/k7 b - - 0 1",
        [Wdl::Win, Wdl::Loss],
    ),
];

#[test]
fn positions_without_a_table_have_no_result() {
    let tables = tables();
    for fen in [
        // Castling is possible.
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        // There is no table.
        "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1",
        "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
    ] {
        assert_eq!(tables.wdl(&position(fen)), None, "{fen}");
        assert_eq!(tables.dtz(&position(fen)), None, "{fen}");
    }
    // Only kings are a draw, without a table.
    assert_eq!(
        tables.wdl(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        Some(Wdl::Draw)
    );
    assert_eq!(tables.take_errors(), []);
}

/// An empty folder for the tables of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn files_that_are_no_tables_are_reported() {
    let folder = folder("no_tables");
    let queen = fs::read(format!("{TABLES}/KQvK.rtbw")).unwrap();
    fs::write(folder.join("KQvK.rtbw"), &queen[..queen.len() - 1]).unwrap();
    fs::write(
        folder.join("KRvK.rtbw"),
        fs::read(format!("{TABLES}/KRvK.rtbz")).unwrap(),
    )
    .unwrap();
    fs::write(
        folder.join("KBvK.rtbz"),
        fs::read(format!("{TABLES}/KBvK.rtbz")).unwrap(),
    )
    .unwrap();
    fs::write(folder.join("readme.txt"), "tables").unwrap();
    let missing = folder.join("missing");
    let tables = Tablebases::open([&folder, &missing]);
    assert_eq!((tables.counts(), tables.largest()), ((0, 0), 0));
    let mut errors = tables.take_errors();
    errors.sort_by_key(|error| error.path.clone());
    let faults: Vec<Fault> = errors.iter().map(|error| error.fault).collect();
    assert_eq!(
        faults,
        [
            Fault::Length(271),
            Fault::Magic,
            Fault::Unreadable(std::io::ErrorKind::NotFound)
        ]
    );
    assert!(
        errors[0]
            .to_string()
            .contains("KQvK.rtbw': is incomplete: 271 bytes"),
        "{}",
        errors[0]
    );
}

/// Asks damaged tables about many positions. Returns how often a table was found to be damaged.
fn ask_damaged(folder: &Path, file: &str, bytes: &[u8]) -> usize {
    fs::write(folder.join(file), bytes).unwrap();
    let tables = Tablebases::open([folder]);
    let white = file.split('v').next().unwrap().chars();
    let pieces: Vec<char> = white.chain(['k']).collect();
    for step in 1..12 {
        let squares = (0..pieces.len())
            .map(|index| 9 + (index * 11 + index * index * 3 + step * (index + 5)) % 46);
        let board: Vec<(char, usize)> = pieces.iter().copied().zip(squares).collect();
        for turn in ['w', 'b'] {
            if let Ok(position) = fen(&board, turn).parse() {
                tables.wdl(&position);
                tables.dtz(&position);
            }
        }
    }
    tables.take_errors().len()
}

#[test]
fn damaged_tables_are_errors_and_nothing_worse() {
    let folder = folder("damaged");
    for file in [
        "KQvK.rtbw",
        "KRvK.rtbw",
        "KPvK.rtbw",
        "KQvK.rtbz",
        "KRvK.rtbz",
        "KPvK.rtbz",
    ] {
        let table = fs::read(format!("{TABLES}/{file}")).unwrap();
        let results = file.replace("rtbz", "rtbw");
        fs::copy(format!("{TABLES}/{results}"), folder.join(&results)).unwrap();
        assert_eq!(ask_damaged(&folder, file, &table), 0, "{file} is whole");
        // Cut off where its length is that of a table.
        for length in (80..table.len()).step_by(64 * (1 + table.len() / 3000)) {
            assert!(
                ask_damaged(&folder, file, &table[..length]) > 0,
                "{file} with {length} bytes"
            );
        }
        // Every byte of the header, and some of the rest, changed in several ways.
        let mut noticed = 0;
        let places = (4..table.len() - 16).filter(|&place| place < 150 || place % 197 == 0);
        for place in places {
            for change in [0xff, 0x01] {
                let mut damaged = table.clone();
                damaged[place] ^= change;
                noticed += usize::from(ask_damaged(&folder, file, &damaged) > 0);
            }
        }
        assert!(noticed > 10, "{file}: {noticed}");
        for byte in [0, 0xff] {
            let mut damaged = table.clone();
            damaged[5..].fill(byte);
            assert!(
                ask_damaged(&folder, file, &damaged) > 0,
                "{file} filled with {byte}"
            );
        }
        fs::remove_file(folder.join(file)).unwrap();
    }
}

fn request(fen: &str, depth: u32, tables: &Arc<Tablebases>) -> Request {
    Request {
        position: position(fen),
        history: Vec::new(),
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        settings: Settings {
            tablebases: Some(Arc::clone(tables)),
            ..Settings::default()
        },
    }
}

fn search(engine: &Engine, request: &Request) -> Info {
    let mut last = None;
    let outcome = engine.search(request, &Control::new(), &mut |info: &Info| {
        last = Some(info.clone())
    });
    let last = last.unwrap();
    assert_eq!(outcome.best_move, last.pv.first().copied());
    last
}

#[test]
fn the_root_is_scored_by_the_tables() {
    let (tables, engine) = (Arc::new(tables()), Engine::new(1).unwrap());
    for (fen, score) in [
        // A won and a drawn pawn ending.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 20_000),
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", 0),
        ("8/8/8/3k4/8/8/8/KQ5r b - - 0 1", 0),
        // Won, but not before the fifty-move rule ends the game.
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1", 20_000),
        ("8/8/8/3k4/8/8/8/K6R w - - 80 90", 0),
        ("8/8/8/3k4/8/8/8/K6R b - - 0 1", -20_000),
    ] {
        let info = search(&engine, &request(fen, 1, &tables));
        assert_eq!(info.score, Score::Centipawns(score), "{fen}");
        assert_eq!(info.is_known_draw, score == 0, "{fen}");
        assert!(info.tablebase_hits > 0, "{fen}");
        let mut limited = request(fen, 1, &tables);
        limited.settings.tablebase_men = 2;
        assert_eq!(search(&engine, &limited).tablebase_hits, 0, "{fen}");
    }
}

#[test]
fn results_are_found_below_the_root() {
    let (tables, engine) = (Arc::new(tables()), Engine::new(1).unwrap());
    // There are no tables for these positions, but for those after a capture.
    for (fen, score) in [
        ("8/8/8/8/5k2/3n4/3R4/3K4 w - - 0 1", 19_000..20_000),
        ("3k4/3r4/3N4/5K2/8/8/8/8 b - - 0 1", 19_000..20_000),
    ] {
        let info = search(&engine, &request(fen, 6, &tables));
        assert!(info.tablebase_hits > 0, "{fen}");
        let Score::Centipawns(found) = info.score else {
            panic!("{fen}: {info:?}");
        };
        assert!(score.contains(&found), "{fen}: {found}");
    }
}

#[test]
fn won_endings_are_won_by_the_shallowest_search() {
    let (tables, engine) = (Arc::new(tables()), Engine::new(1).unwrap());
    for start in [
        "8/8/8/3k4/8/8/8/K6R w - - 0 1",
        "8/8/8/3k4/8/8/8/K6R w - - 66 90",
        "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1",
        "8/8/8/3rk3/8/8/8/K6Q w - - 0 1",
        "4k3/8/8/8/8/8/8/K5Q1 b - - 0 1",
    ] {
        engine.clear();
        let mut request = request(start, 1, &tables);
        while request.position.has_legal_move() {
            let info = search(&engine, &request);
            assert!(
                request.position.halfmoves() < 100,
                "{start}: drawn by the fifty-move rule"
            );
            assert!(
                request.position.occupied().len() > 2,
                "{start}: only kings are left"
            );
            request.history.push(request.position.key());
            request.position = request.position.play(info.pv[0]);
        }
        assert!(request.position.is_check(), "{start}: stalemate");
    }
    assert_eq!(tables.take_errors(), []);
}
