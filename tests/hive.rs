//! Hive: the published table, positions from the middle of games, and games by chance against a
//! generator that is too simple to be wrong.
//!
//! With `CANOPY_DEEP=1` the table is counted a ply deeper, and ten times as many positions are
//! looked at.

use std::collections::HashMap;

use crate::support::count::total;
use crate::support::naive_hive::{NaiveHive, NaiveMove};
use crate::support::random::Random;
use movegen::hive::{Bulk, Game, GroupedPlacements, Move, Position};
use movegen::perft::{ChildCounter, Counter, Perft, Stop, Tree as _};

fn is_deep() -> bool {
    std::env::var("CANOPY_DEEP").as_deref() == Ok("1")
}

/// Positions from the middle of games, with their leaves at depth 1 to 3.
const SUITE: &str = include_str!("suites/hive.tsv");

/// The table of Mzinga's wiki: leaves at depth 1 to 8.
#[rustfmt::skip]
const TABLE: [(&str, [u128; 8]); 8] = [
    ("Base", [4, 96, 1_440, 21_600, 516_240, 12_219_480, 181_641_900, 2_657_392_800]),
    ("Base+M", [5, 150, 2_610, 45_414, 1_252_800, 34_233_432, 527_164_524, 8_000_790_798]),
    ("Base+L", [5, 150, 2_610, 45_414, 1_252_800, 34_233_672, 529_630_188, 8_072_006_754]),
    ("Base+P", [5, 150, 2_610, 45_414, 1_255_932, 34_395_984, 532_753_872, 8_134_286_034]),
    ("Base+ML", [6, 216, 4_320, 86_400, 2_725_920, 85_201_200, 1_357_078_404, 21_314_716_308]),
    ("Base+MP", [6, 216, 4_320, 86_400, 2_730_888, 85_492_248, 1_363_837_116, 21_467_457_180]),
    ("Base+LP", [6, 216, 4_320, 86_400, 2_730_240, 85_457_136, 1_366_372_440, 21_547_245_672]),
    ("Base+MLP", [7, 294, 6_678, 151_686, 5_427_108, 192_353_904, 3_151_035_948, 50_945_151_390]),
];

fn position(text: &str) -> Position {
    *text.parse::<Game>().unwrap().position()
}

#[test]
fn the_published_table_without_a_table_of_counts() {
    for (name, counts) in TABLE {
        let start = position(name);
        assert_eq!(total(&Perft::new(0), &start, &GroupedPlacements), 1);
        for (depth, count) in (1..=6).zip(counts) {
            let plan = Perft::new(depth);
            assert_eq!(
                total(&plan, &start, &GroupedPlacements),
                count,
                "{name} {depth}"
            );
            assert_eq!(total(&plan, &start, &Bulk), count, "{name} {depth}");
            if depth <= 4 {
                assert_eq!(total(&plan, &start, &ChildCounter), count, "{name} {depth}");
            }
        }
    }
}

#[test]
fn the_published_table_with_a_table_of_counts() {
    let deepest = if is_deep() { 8 } else { 7 };
    for (name, counts) in TABLE {
        let start = position(name);
        for (depth, count) in (1..=deepest).zip(counts) {
            for (threads, megabytes) in [(1, 256), (2, 64)] {
                let plan = Perft::new(depth).threads(threads).hash_mb(megabytes);
                let found = total(&plan, &start, &GroupedPlacements);
                assert_eq!(found, count, "{name} {depth}, {threads} threads");
            }
        }
    }
}

/// Beetles may not squeeze between stacks here. Two other programs agree on the counts.
const GATES: &str = "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;\
                     wB2 wQ;bB1 bQ";

/// Every plan with both counters.
fn check(position: &Position, counts: impl IntoIterator<Item = u128>, said: &str) {
    for (depth, count) in (1..).zip(counts) {
        for (threads, megabytes) in [(1, 0), (2, 0), (1, 16)] {
            let plan = Perft::new(depth).threads(threads).hash_mb(megabytes);
            let said = format!("{said} {depth}, {threads} threads, {megabytes} MB");
            assert_eq!(total(&plan, position, &GroupedPlacements), count, "{said}");
            assert_eq!(total(&plan, position, &Bulk), count, "{said}");
        }
    }
}

#[test]
fn beetles_do_not_squeeze_between_stacks() {
    check(&position(GATES), [36, 965, 44_307, 1_749_084], GATES);
}

/// The same game as the naive generator has it.
fn naive(text: &str) -> NaiveHive {
    let mut parts = text.split(';');
    let game_type = parts.next().unwrap();
    let mut naive = NaiveHive::new(game_type.strip_prefix("Base+").unwrap_or_default());
    for text in parts.skip(2) {
        let moves = naive.moves();
        let mut named = moves.iter().filter(|mv| naive.text(mv) == text);
        naive = naive.play(named.next().unwrap());
    }
    naive
}

#[test]
fn positions_of_games_by_chance() {
    let mut number = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let (game, counts) = line.split_once('\t').unwrap();
        let counts: Vec<u128> = counts
            .split('\t')
            .map(|count| count.parse().unwrap())
            .collect();
        assert_eq!(counts.len(), 3, "{line}");
        check(&position(game), counts.iter().copied(), game);
        assert_eq!(game.parse::<Game>().unwrap().to_string(), game);
        let naive = naive(game);
        for (depth, count) in (1..=2).zip(&counts) {
            assert_eq!(naive.perft(depth), *count, "{game}");
        }
        number += 1;
    }
    assert!(number >= 14, "{number} positions");
}

/// All pieces in a line, three ways: no board is too small for that.
#[test]
fn a_line_of_all_pieces() {
    let order = [
        "S1", "Q", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P",
    ];
    for (before, after) in [("-", "-"), ("\\", "\\"), ("/", "/")] {
        let mut moves = vec!["wS1".to_owned(), format!("bS1 wS1{after}")];
        for pair in order.windows(2) {
            moves.push(format!("w{} {before}w{}", pair[1], pair[0]));
            moves.push(format!("b{} b{}{after}", pair[1], pair[0]));
        }
        let mut fast = Game::new("Base+MLP".parse().unwrap());
        for text in &moves {
            fast.play_text(text).unwrap();
        }
        let text = fast.to_string();
        let naive = naive(&text);
        check(
            fast.position(),
            (1..=2).map(|depth| naive.perft(depth)),
            &text,
        );
    }
}

/// Plays games by chance with both generators side by side, and shows every position.
fn random_games(seed: u64, mut positions: usize, mut visit: impl FnMut(&Position, &NaiveHive)) {
    let mut random = Random::new(seed);
    for (name, expansions) in [
        ("Base+MLP", "MLP"),
        ("Base", ""),
        ("Base+M", "M"),
        ("Base+L", "L"),
        ("Base+MLP", "MLP"),
        ("Base+P", "P"),
        ("Base+ML", "ML"),
        ("Base+MP", "MP"),
        ("Base+LP", "LP"),
    ]
    .into_iter()
    .cycle()
    {
        let (mut fast, mut naive) = (position(name), NaiveHive::new(expansions));
        for _ in 0..120 {
            visit(&fast, &naive);
            positions -= 1;
            if positions == 0 {
                return;
            }
            let moves = naive.moves();
            if moves.is_empty() {
                break;
            }
            // Chance alone would place everything first, and climb and pass too seldom.
            let wanted = random.below(4);
            let rare: Vec<_> = match wanted {
                0 => moves
                    .iter()
                    .filter(|m| naive.play(m).stacked() > naive.stacked())
                    .collect(),
                1 => moves
                    .iter()
                    .filter(|m| naive.play(m).in_play() == naive.in_play())
                    .collect(),
                2 => {
                    let replies = |mv: &&NaiveMove| {
                        let mv = fast.parse_move(&naive.text(mv)).unwrap();
                        fast.play(mv).legal_moves().len().max(1)
                    };
                    moves.iter().min_by_key(replies).into_iter().collect()
                }
                _ => Vec::new(),
            };
            let mv = match rare[..] {
                [] => &moves[random.below(moves.len())],
                _ => rare[random.below(rare.len())],
            };
            fast = fast.play(fast.parse_move(&naive.text(mv)).unwrap());
            naive = naive.play(mv);
        }
    }
}

#[test]
fn games_by_chance_have_the_moves_of_the_rulebook() {
    let stop = Stop::new();
    let (mut over, mut passes, mut high) = (0, 0, 0);
    let number = if is_deep() { 100_000 } else { 10_000 };
    let mut index = 0;
    random_games(1, number, |position, naive| {
        index += 1;
        let wanted = naive.moves();
        let moves = position.legal_moves();
        let mut found: Vec<String> = moves.iter().map(|m| position.move_text(*m)).collect();
        let mut texts: Vec<String> = wanted.iter().map(|m| naive.text(m)).collect();
        found.sort();
        texts.sort();
        let said = || format!("{position:?}");
        assert_eq!(found, texts, "{}", said());
        assert_eq!(position.state().is_over(), naive.is_over(), "{}", said());
        for mv in &moves {
            let text = position.move_text(*mv);
            assert_eq!(position.parse_move(&text), Ok(*mv), "{text} {}", said());
        }
        for counter in [&Bulk as &dyn Leaves, &GroupedPlacements] {
            assert_eq!(counter.leaves(position, 1, &stop), wanted.len() as u64);
        }
        // Two plies: what changes from one move to the next must be what it would be anew.
        let two: usize = moves
            .iter()
            .map(|m| position.play(*m).legal_moves().len())
            .sum();
        for counter in [&Bulk as &dyn Leaves, &GroupedPlacements] {
            assert_eq!(counter.leaves(position, 2, &stop), two as u64, "{}", said());
        }
        if index % 200 == 0 {
            assert_eq!(naive.perft(2), two as u128, "{}", said());
        }
        over += usize::from(naive.is_over());
        passes += usize::from(wanted == [None]);
        high += usize::from(naive.stacked() > 3);
    });
    // The games are worth nothing if the rare things do not occur in them.
    assert!(over > 10, "{over} games over");
    assert!(passes > 20, "{passes} passes");
    assert!(high > 500, "{high} positions with high stacks");
}

/// Both counters alike.
trait Leaves {
    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> u64;
}

impl<C: Counter<Position, Tally = u128>> Leaves for C {
    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> u64 {
        Counter::leaves(self, position, depth, stop).unwrap()
    }
}

/// Whatever is done to a game's text, it is read or refused, and what is read is written and read
/// again.
#[test]
fn no_text_is_too_odd() {
    const BYTES: &[u8] = b"wbQSBGAMLP123 ;-/\\[]BaseInProgressWhite+\t\xc3\xa9";
    let games: Vec<&str> = SUITE
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|p| p.0)
        .collect();
    let mut random = Random::new(3);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = games[random.below(games.len())].as_bytes().to_vec();
        bytes.truncate(random.below(bytes.len()) + 1);
        for _ in 0..random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = BYTES[random.below(BYTES.len())];
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match text.parse::<Game>() {
            Ok(game) => {
                assert_eq!(game.to_string().parse(), Ok(game), "{text}");
                read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}

/// Equal keys must mean equal games, and images of one another must have equal keys.
#[test]
fn equal_keys_are_equal_counts() {
    let stop = Stop::new();
    let mut seen: HashMap<u128, (Position, u64)> = HashMap::new();
    let (mut met_again, mut moved) = (0, 0);
    let mut check = |position: &Position| {
        let count = Counter::leaves(&GroupedPlacements, position, 2, &stop).unwrap();
        match seen.get(&position.key()) {
            Some((other, expected)) => {
                assert!(position.plays_like(other), "{position:?}\n{other:?}");
                assert_eq!(count, *expected, "{position:?}\n{other:?}");
                met_again += 1;
            }
            None => {
                seen.insert(position.key(), (*position, count));
            }
        }
    };
    random_games(2, 1500, |position, _| {
        check(position);
        for mv in position.legal_moves() {
            check(&position.play(mv));
        }
    });
    // Everything three plies below the start of a game, turned and mirrored in all ways.
    for name in ["Base", "Base+MLP"] {
        let start = position(name);
        let mut level = vec![start];
        for _ in 0..4 {
            let next = |position: &Position| -> Vec<Position> {
                let moves = position.legal_moves();
                moves.into_iter().map(|m: Move| position.play(m)).collect()
            };
            level = level.iter().flat_map(next).collect();
        }
        level.iter().step_by(7).for_each(&mut check);
        moved += level.len();
    }
    assert!(moved > 10_000 && met_again > 1000, "{met_again} of {moved}");
    assert!(seen.len() > 10_000, "{} keys", seen.len());
}

/// A position's key does not depend on where on the board, how turned or in which order.
#[test]
fn images_have_one_key() {
    for texts in [
        [
            "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ/",
            "Base;InProgress;White[1];wS1;bS1 wS1\\;wQ \\wS1;bQ bS1\\;wA1 \\wQ;bA1 bQ-",
        ],
        [
            "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ/",
            "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ\\",
        ],
    ] {
        let [one, other] = texts.map(position);
        assert_eq!(one.key(), other.key(), "{texts:?}");
        assert!(one.plays_like(&other));
    }
    let different = [
        "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
        "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1/",
        "Base;InProgress;White[1];wS1;bS1 wS1-;wQ \\wS1;bQ bS1/",
        "Base;InProgress;White[1];wA1;bS1 wA1-;wQ -wA1;bQ bS1-",
        "Base+P;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
        "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ",
    ]
    .map(position);
    for (index, one) in different.iter().enumerate() {
        for other in &different[..index] {
            assert_ne!(one.key(), other.key());
            assert!(!one.plays_like(other));
        }
    }
}
