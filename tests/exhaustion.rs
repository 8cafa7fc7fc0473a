//! All positions of few men: `scripts/exhaustion` compares them with a naive generator. Here parts of them are compared,
//! the generator is compared with the other naive one, and errors are planted that the comparison must find.

mod acceptance;
mod arrangements;
mod class;
mod counts;
mod difference;
mod man;
mod oracle;
mod record;
mod run;
mod table;
mod texts;

use std::fmt::{self, Display};
use std::fs;
use std::path::Path;

use crate::support::naive;
use crate::support::random::Random;
use crate::support::reasons::NaiveReasons;
use crate::support::sweep;
use arrangements::PARTS;
use class::Class;
use difference::{Difference, What};
use movegen::chess::explain::{MoveHistory, UciMove};
use movegen::chess::{Kernel, Position, Setup, Square};
use movegen::perft::{Counter, Stop};
use movegen::threads::{Pool, STACK, cores};
use oracle::{NaiveMove, State};
use record::Folder;
use run::{Check, Plan, RunError, run};
use table::Tables;

fn pool() -> Pool {
    Pool::start("exhaustion", cores(), STACK, 0).unwrap()
}

fn class(name: &str) -> Class {
    name.parse().unwrap()
}

/// Random parts of a class.
fn parts(random: &mut Random, number: usize) -> Vec<u16> {
    (0..number)
        .map(|_| random.below(PARTS.into()) as u16)
        .collect()
}

/// The classes of this number of men.
fn classes(men: usize) -> Vec<Class> {
    let mut classes = Class::all(men);
    classes.retain(|class| class.men().len() == men);
    classes
}

#[test]
fn every_kernel_counts_parts_of_every_class() {
    let (pool, mut random, tables) = (pool(), Random::new(51), Tables::new());
    let kernels = Kernel::available();
    let mut positions = 0;
    for (men, number) in [(2, PARTS.into()), (3, 64), (4, sweep::number(16, 16))] {
        for class in classes(men) {
            let parts = parts(&mut random, number);
            let found = counts::compare(&class, parts.into_iter(), &tables, &kernels, &pool);
            positions += found.unwrap().positions();
        }
    }
    assert!(positions > 200_000, "{positions}");
}

#[test]
fn explanations_and_san_of_parts_of_every_class() {
    let (pool, mut random) = (pool(), Random::new(52));
    let mut found = texts::Totals::default();
    for class in Class::all(3) {
        let parts = parts(&mut random, sweep::number(16, 8));
        let part = texts::compare(&class, parts.into_iter(), &pool).unwrap();
        found.positions += part.positions;
        found.san += part.san;
    }
    assert!(found.positions > 1_000 && found.san > 10_000, "{found:?}");
}

#[test]
fn every_arrangement_comes_once() {
    for (name, arrangements) in [
        ("KvK", 64 * 63 * 2),
        // The king on e1 and the rook on a1 or h1 leave 62 squares: one more for each and for both sides to move.
        ("KRvK", (64 * 63 * 62 + 2 * 62) * 2),
        // A pawn of the fourth rank, and two kings that stand neither there nor on the two squares behind it.
        ("KPvK", 64 * 63 * 62 * 2 + 8 * 61 * 60),
        ("KvKP", 64 * 63 * 62 * 2 + 8 * 61 * 60),
    ] {
        let mut found = Vec::new();
        for part in 0..PARTS {
            arrangements::of_part(&class(name), part, &mut |state| {
                let men: Vec<_> = state.men().collect();
                found.push((men, state.turn().index(), state.rights(), state.passed()));
            });
        }
        assert_eq!(found.len(), arrangements, "{name}");
        found.sort();
        found.dedup();
        assert_eq!(found.len(), arrangements, "{name}");
    }
}

#[test]
fn equal_men_are_not_told_apart() {
    let mut found = 0;
    for part in 0..PARTS {
        arrangements::plain(&class("KNNvK"), part, &mut |_| found += 1);
    }
    assert_eq!(found, 64 * 63 * 62 * 61 / 2 * 2);
}

/// Four corners, 24 squares of the edge and 36 others leave 60, 58 and 55 squares to the other king.
#[test]
fn two_kings_have_the_known_number_of_positions() {
    let found = counts::compare(
        &class("KvK"),
        0..PARTS,
        &Tables::new(),
        &Kernel::available(),
        &pool(),
    );
    let found = found.unwrap();
    assert_eq!(found.positions(), 2 * (4 * 60 + 24 * 58 + 36 * 55));
    assert_eq!(found.arrangements, 64 * 63 * 2);
}

#[test]
fn there_are_all_classes() {
    let numbers = [2, 3, 4].map(|men| classes(men).len());
    // Two of ten men, with repetition.
    assert_eq!(numbers, [1, 10, 55]);
    for class in Class::all(4) {
        assert_eq!(class.to_string().parse(), Ok(class));
    }
    let error = "KQvQ".parse::<Class>().unwrap_err().to_string();
    assert!(error.starts_with("'KQvQ' is no class: write"), "{error}");
}

/// A setup as both naive generators have it, without the counters.
fn without_counters(setup: &Setup) -> Setup {
    Setup {
        halfmoves: 0,
        fullmoves: 1,
        ..setup.clone()
    }
}

/// The moves of both naive generators, and the setups after them.
fn compare_generators(state: &State) {
    let setup = state.setup();
    let pawn_outside = state.men().any(|(man, square)| {
        man.kind() == movegen::chess::PieceKind::Pawn && !(8..56).contains(&square)
    });
    assert_eq!(
        state.is_refused(),
        pawn_outside || naive::opponent_in_check(&setup),
        "{setup:?}"
    );
    if state.is_refused() {
        return;
    }
    assert_eq!(state.is_check(), naive::in_check(&setup), "{setup:?}");
    let mut found = Vec::new();
    state.visit_legal(|mv, child| {
        let to = mv.castle.unwrap_or(mv.to);
        let [from, to] = [mv.from, to].map(|square| Square::from_index(square.into()));
        let promotion = mv.promotion.map(|kind| kind.letter().to_string());
        let text = format!("{from}{to}{}", promotion.unwrap_or_default());
        found.push((text, mv.en_passant, without_counters(&child.setup())));
    });
    let mut expected: Vec<_> = naive::legal_moves(&setup)
        .into_iter()
        .map(|mv| (mv.uci(), mv.en_passant, without_counters(&mv.child)))
        .collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    expected.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(found, expected, "{setup:?}");
}

#[test]
fn the_naive_generators_agree() {
    let mut random = Random::new(53);
    let (mut compared, mut castling, mut en_passant) = (0, 0, 0);
    for class in Class::all(4) {
        for part in parts(&mut random, 4) {
            arrangements::of_part(&class, part, &mut |state| {
                let rare = state.rights() != 0 || state.passed().is_some();
                if rare || random.one_in(sweep::number(64, 4)) {
                    compare_generators(&state);
                    compared += 1;
                    castling += usize::from(state.rights() != 0);
                    en_passant += usize::from(state.passed().is_some());
                }
            });
        }
    }
    // Every part with a king on e1 or e8 is rare.
    arrangements::of_part(&class("KRvKR"), 4 * 64, &mut |state| {
        compare_generators(&state)
    });
    assert!(compared > 10_000, "{compared}");
    assert!(en_passant > 1_000, "{en_passant}");
    assert!(castling > 0, "{castling}");
}

#[test]
fn tables_have_the_counts_of_the_generator() {
    let (pool, mut tables, none) = (pool(), Tables::new(), Tables::new());
    let mut random = Random::new(54);
    for name in ["KRvK", "KPvK", "KvKP"] {
        tables.prepare(&class(name), &pool);
        for part in parts(&mut random, 400) {
            arrangements::of_part(&class(name), part, &mut |state| {
                if !state.is_refused() {
                    assert_eq!(tables.leaves(&state), none.leaves(&state), "{state:?}");
                }
            });
        }
    }
}

/// A kernel with an error.
struct Wrong {
    kernel: Kernel,
    error: fn(&Position, u32, u64) -> u64,
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kernel)
    }
}

impl Counter<Position> for Wrong {
    type Tally = u128;

    const MAX_DEPTH: u32 = 2;

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        let leaves = self.kernel.leaves(position, depth, stop)?;
        Some((self.error)(position, depth, leaves))
    }
}

/// What the comparison of these parts of a class says about the best kernel with an error.
fn found(
    name: &str,
    parts: impl Iterator<Item = u16> + Send,
    error: fn(&Position, u32, u64) -> u64,
) -> Difference {
    let wrong = Wrong {
        kernel: Kernel::best(),
        error,
    };
    let tables = Tables::new();
    counts::compare(&class(name), parts, &tables, &[wrong], &pool()).unwrap_err()
}

/// The part with the first two men on these squares.
fn part(first: Square, second: Square) -> u16 {
    (first.index() * 64 + second.index()) as u16
}

#[test]
fn one_wrong_count_is_found() {
    const FEN: &str = "8/8/8/3k4/8/8/8/KR6 b - - 0 1";
    let difference = found("KRvK", 0..PARTS, |position, depth, leaves| {
        let wrong = depth == 2 && *position == FEN.parse().unwrap();
        leaves + u64::from(wrong)
    });
    let leaves = naive::perft(&FEN.parse().unwrap(), 2);
    assert_eq!(
        difference.to_string(),
        format!(
            "{FEN}: depth 2: kernel {} counts {}, expected {leaves}",
            Kernel::best(),
            leaves + 1
        )
    );
}

#[test]
fn missing_captures_en_passant_are_found() {
    let parts = [part(Square::A1, Square::E5)].into_iter();
    let difference = found("KPvKP", parts, |position, depth, leaves| {
        let is_capture = position.en_passant().is_some();
        leaves - u64::from(depth == 1 && is_capture)
    });
    let What::Count {
        depth: 1,
        found,
        expected,
        ..
    } = difference.what
    else {
        panic!("{difference}");
    };
    assert_eq!(found + 1, expected, "{difference}");
    let setup: Setup = difference.fen.parse().unwrap();
    assert!(setup.en_passant.is_some(), "{difference}");
}

#[test]
fn missing_castling_moves_are_found() {
    let parts = [part(Square::E1, Square::H1)].into_iter();
    let difference = found("KRvK", parts, |position, depth, leaves| {
        let moves = position.legal_moves();
        let castles = moves.iter().any(|mv| mv.castling_squares().is_some());
        leaves - u64::from(depth == 1 && castles)
    });
    assert!(matches!(difference.what, What::Count { depth: 1, .. }));
    assert!(difference.fen.contains(" w K - "), "{difference}");
}

#[test]
fn wrong_explanations_and_signs_are_found() {
    let position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
    let history = MoveHistory::from_fen(None);
    let setup = position.to_setup();
    let naive = NaiveReasons::new(&setup);
    for (text, legal) in [
        ("a1a8", true),
        ("e1c1", true),
        ("e1a1", true),
        ("a1h1", false),
    ] {
        let uci: UciMove = text.parse().unwrap();
        let explain = |legal| texts::explain(&position, &history, uci, legal, &naive);
        let has_reasons = explain(legal).map(|reasons| reasons > 0);
        assert_eq!(has_reasons, Ok(!legal));
        let wrong = explain(!legal).unwrap_err();
        let expected = if legal { "illegal" } else { "legal" };
        assert!(
            wrong.to_string().ends_with(&format!("expected {expected}")),
            "{wrong}"
        );
    }
    // With the black king on a8, d6 is not attacked.
    let near: Position = "8/3k4/8/3K4/8/8/8/8 w - - 0 1".parse().unwrap();
    let mut far = near.to_setup();
    far.board.swap(Square::D7.index(), Square::A8.index());
    let (setup, uci) = (near.to_setup(), "d5d6".parse().unwrap());
    let explain = |setup| texts::explain(&near, &history, uci, false, &NaiveReasons::new(setup));
    assert_eq!(explain(&setup), Ok(1));
    let wrong = explain(&far).unwrap_err();
    assert!(matches!(wrong, What::Reason { .. }), "{wrong}");
    let (mut state, mut children) = (None, Vec::new());
    arrangements::of_part(&class("KRvK"), part(Square::E1, Square::A1), &mut |found| {
        let right = (found.rights() != 0).then_some(found);
        let right = right.filter(|found| Position::try_from(&found.setup()) == Ok(position));
        state = state.or(right);
    });
    let state: State = state.unwrap();
    state.visit_legal(|mv, child| children.push((mv, *child)));
    let child_of = |to: Square| -> &(NaiveMove, State) {
        let mut children = children.iter();
        children
            .find(|(mv, _)| {
                usize::from(mv.from) == Square::A1.index() && usize::from(mv.to) == to.index()
            })
            .unwrap()
    };
    let ((check, after), (_, quiet)) = (child_of(Square::A8), child_of(Square::B1));
    assert_eq!(texts::san(&position, check, after), Ok(()));
    let wrong = texts::san(&position, check, quiet).unwrap_err();
    assert!(matches!(wrong, What::Sign { .. }), "{wrong}");
}

/// A run over two kings whose kernel has this error.
fn run_with(
    folder: &Path,
    check: Check,
    sources: &str,
    error: fn(&Position, u32, u64) -> u64,
) -> Result<String, RunError> {
    let plan = Plan {
        check,
        classes: Class::all(2),
        scope: "with up to 2 men".to_owned(),
        threads: 1,
        folder: Some(Folder::new(folder)?),
        sources,
    };
    let kernel = Kernel::best();
    let mut text = Vec::new();
    run(&plan, &[Wrong { kernel, error }], &mut text)?;
    Ok(String::from_utf8(text).unwrap())
}

fn right(_: &Position, _: u32, leaves: u64) -> u64 {
    leaves
}

fn one_too_many(_: &Position, _: u32, leaves: u64) -> u64 {
    leaves + 1
}

#[test]
fn stored_results_of_the_same_sources_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let first = run_with(folder, Check::Counts, "one", right).unwrap();
    let kernel = Kernel::best();
    assert_eq!(
        first,
        format!(
            "class\tarrangements\trefused\tpositions\twith_castling\twith_en_passant\tperft_1\tperft_2\n\
             KvK\t8064\t840\t7224\t0\t0\t44352\t273336\n\
             all\t8064\t840\t7224\t0\t0\t44352\t273336\n\
             All 7224 positions with up to 2 men: perft 1 and perft 2 of the kernels {kernel} are the naive counts. \
             Both sides refuse the other 840 of 8064 arrangements.\n"
        )
    );
    // The wrong kernel is not asked.
    let again = run_with(folder, Check::Counts, "one", one_too_many).unwrap();
    assert_eq!(again, first);
    let other = run_with(folder, Check::Counts, "other", one_too_many);
    assert!(matches!(other, Err(RunError::Difference(_))));

    let file = folder.join("KvK.counts.tsv");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("class\tKvK\narrangements\t8064\nrefused\t840\npositions\t7224\n"));
    for (wrong, message) in [
        (
            text.replace("\t840", "\tmany"),
            "'many' for refused: expected a whole number",
        ),
        (
            text.replace("class\t", "class "),
            ":1: 'class KvK' is not a name, a tab and a value",
        ),
    ] {
        fs::write(&file, wrong).unwrap();
        let error = run_with(folder, Check::Counts, "one", right).unwrap_err();
        assert!(error.to_string().ends_with(message), "{error}");
    }
}

#[test]
fn stored_results_of_explanations_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = [
        ("positions", 1),
        ("explanations", 2),
        ("reasons", 3),
        ("san", 4),
    ];
    let numbers = numbers.map(|(name, number)| (name, number.to_string()));
    let sources = ["kernels", "sources"].map(|name| (name, "-".to_owned()));
    let state = Folder::new(folder.path()).unwrap();
    let values = numbers.into_iter().chain(sources);
    state.write(&class("KvK"), "texts", values).unwrap();
    let text = run_with(folder.path(), Check::Texts, "-", right).unwrap();
    assert_eq!(
        text,
        "class\tpositions\texplanations\treasons\tsan\n\
         KvK\t1\t2\t3\t4\n\
         all\t1\t2\t3\t4\n\
         All 1 positions with up to 2 men: 2 explanations say legal exactly for the naive moves, all 3 reasons hold, and \
         all 4 legal moves in SAN are read as the same move.\n"
    );
}
