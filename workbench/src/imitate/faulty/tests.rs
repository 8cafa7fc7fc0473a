//! The generator without a defect is correct, and every defect changes some count.

use std::rc::Rc;

use movegen::chess::{CastlingStyle, Category, Kernel, Position, Setup, StatisticsCounter, random};
use movegen::perft::{Perft, Stop};
use movegen::random::Random;

use super::any_order::AnyOrder;
use super::defect::{Forms, GeneratorDefect};
use super::defects;
use super::imitator::Imitator;
use super::no_answer::Unknown;
use super::program::{Order, Program, Walk};
use super::variants::{groups, programs};
use crate::ask::Question;
use crate::imitate::{Budget, Counts, Imitation, LastPly, Orders, Unpredicted};
use crate::positions::{Step, steps};

/// The counts of the position after these moves.
fn counts(
    program: &Program,
    (fen, moves, depth): (&str, &str, u32),
) -> Result<Counts, Unpredicted> {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let question = Question {
        fen,
        moves: &moves,
        depth,
        expected: 0,
    };
    let mut counts = Imitator::new(program.clone(), Rc::default())
        .ask(&question, &mut Budget::new(50_000_000))?;
    counts.lines.sort();
    Ok(counts)
}

fn correct_count(position: &Position, depth: u32) -> i128 {
    let outcome = Perft::new(depth)
        .run(position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("no table");
    i128::try_from(outcome.total).expect("a small tree")
}

#[test]
fn without_a_defect_all_counts_are_correct() {
    let mut generator = Random::new(7);
    let mut checked = 0;
    while checked < 600 {
        let chess960 = checked % 2 == 1;
        let setup: Setup = random::setup(&mut generator, chess960);
        let Ok((position, _)) = Position::from_setup(&setup) else {
            continue;
        };
        let program = Program {
            walk: match checked % 7 {
                0 => Walk::Copies,
                number => Walk::IN_PLACE[number - 1],
            },
            order: Order::ALL[checked / 7 % 6],
            ..Program::correct()
        };
        let fen = setup.fen(movegen::chess::CastlingStyle::Chess960);
        let depth = if checked % 10 == 0 { 3 } else { 2 };
        let counted = counts(&program, (&fen, "", depth)).expect("a small tree");
        assert_eq!(
            counted.total,
            correct_count(&position, depth),
            "{fen} depth {depth} {:?} {:?}",
            program.walk,
            program.order
        );
        checked += 1;
    }
}

/// The first program with this defect in each of its forms, for both colours.
fn first_programs(defect: &'static GeneratorDefect) -> Vec<Program> {
    let mut all = programs(defect);
    all.retain(|program| program.is_unlimited() && program.their_order);
    all.dedup_by_key(|program| program.form);
    all
}

/// All lines of all positions of the pool; `None` if a move cannot be played.
fn answers(program: &Program) -> Vec<Option<Counts>> {
    steps("pool")
        .map(|&position| counts(program, position).ok())
        .collect()
}

#[test]
fn the_pool_is_counted_correctly() {
    for (&(fen, moves, depth), counts) in steps("pool").zip(answers(&Program::correct())) {
        let mut position: Position = fen.parse().expect(fen);
        for mv in moves.split_whitespace() {
            position = position.play(position.parse_uci(mv).expect(mv));
        }
        let total = counts.map(|counts| counts.total);
        assert_eq!(
            total,
            Some(correct_count(&position, depth)),
            "{fen} {moves}"
        );
    }
}

/// Two descriptions of one behaviour: a pawn in front of a square that the king crosses attacks another such square,
/// so that pawns that are taken to attack forward allow only castling out of the check of a pawn.
const EQUIVALENT: [[(&str, u8); 2]; 1] = [[
    ("castling-sees-pawn-attacks-wrongly", 0),
    ("castling-ignores-pawn-attacks", 2),
]];

#[test]
fn every_defect_changes_a_count_and_no_two_are_the_same() {
    let mut programs = vec![("no-defect", Program::correct())];
    for defect in defects::all() {
        programs.extend(
            first_programs(defect)
                .into_iter()
                .map(|program| (defect.id, program)),
        );
    }
    let name = |index: usize| (programs[index].0, programs[index].1.form);
    // The cheapest positions first, so that few programs are left for the others.
    let mut positions: Vec<&Step> = steps("pool").collect();
    positions.sort_by_cached_key(|&&position| {
        counts(&Program::correct(), position).map_or(0, |counts| counts.total)
    });
    // Programs with different defects that have given the same answers so far.
    let mut classes: Vec<Vec<usize>> = vec![(0..programs.len()).collect()];
    for position in positions {
        let mut left: Vec<Vec<usize>> = Vec::new();
        for class in classes {
            let mut parts: Vec<(Option<Counts>, Vec<usize>)> = Vec::new();
            for index in class {
                let answer = counts(&programs[index].1, *position).ok();
                match parts.iter_mut().find(|part| part.0 == answer) {
                    Some(part) => part.1.push(index),
                    None => parts.push((answer, vec![index])),
                }
            }
            let parts = parts.into_iter().map(|part| part.1);
            left.extend(
                parts.filter(|part| part.iter().any(|&one| name(one).0 != name(part[0]).0)),
            );
        }
        classes = left;
    }
    let mut failures = Vec::new();
    for mut class in classes {
        // Two descriptions of one behaviour need no position.
        if class.len() == 2 && EQUIVALENT.contains(&[name(class[1]), name(class[0])]) {
            continue;
        }
        class.sort_unstable();
        let names: Vec<String> = class
            .iter()
            .map(|&one| format!("{:?}", name(one)))
            .collect();
        failures.push(names.join(" = "));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Defects with fewer sentences than forms: some of these differ only in how the program works, or in
/// what it does in positions that cannot arise in a game.
const FEWER_SENTENCES: [(&str, usize); 2] = [
    ("castling-wrong-king-square", 3),
    ("castling-right-kept-after-castling", 2),
];

#[test]
fn each_form_of_a_defect_has_a_sentence_of_its_own() {
    for defect in defects::all() {
        let all = defect.forms.number();
        let mut sentences: Vec<String> = (0..all).map(|form| defect.sentence_of(form)).collect();
        sentences.sort();
        sentences.dedup();
        let fewer = FEWER_SENTENCES.iter().find(|(id, _)| *id == defect.id);
        let expected = match (defect.forms, fewer) {
            (Forms::Alike(_), _) => 1,
            (_, Some((_, number))) => *number,
            _ => usize::from(all),
        };
        assert_eq!(sentences.len(), expected, "{}: {sentences:?}", defect.id);
    }
}

#[test]
fn moves_that_no_defect_concerns_need_no_walk() {
    let pool: Vec<&Step> = steps("pool").filter(|step| step.2 <= 3).collect();
    let all = defects::all().flat_map(programs);
    let in_their_order = all.filter(|program| program.their_order);
    for (number, program) in in_their_order.enumerate() {
        // These leave out moves by more than their kinds.
        let every = if program.depends_on_last_move() {
            13
        } else {
            263
        };
        for step in pool.iter().skip(number % every).step_by(every) {
            let walked = counts(&program.clone().leaf_by_leaf(), **step);
            assert_eq!(counts(&program, **step), walked, "{step:?} {program:?}");
        }
    }
}

#[test]
fn unaffected_answers_are_right_in_any_order() {
    let pool: Vec<&Step> = steps("pool").filter(|step| step.2 <= 3).collect();
    let (mut unaffected, mut in_any_order) = (0, 0);
    for defect in defects::all() {
        for (number, group) in groups(defect, |program| program.their_order)
            .into_iter()
            .enumerate()
        {
            for &&(fen, moves, depth) in pool.iter().skip(number % 131).step_by(131) {
                let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
                let question = Question {
                    moves: &moves,
                    ..question(fen, depth)
                };
                let mut budget = Budget::new(50_000_000);
                let ask = |program: &Program, budget: &mut Budget| {
                    let program = Imitator::new(program.clone(), Rc::default());
                    let counted = program.lines(&question, budget).map(|mut lines| {
                        lines.sort();
                        lines
                    });
                    (counted, program.answers_in_any_order(depth))
                };
                let answers: Vec<_> = group
                    .iter()
                    .map(|one| ask(&one.program, &mut budget))
                    .collect();
                let mut first = Imitator::new(group[0].program.clone(), Rc::default());
                if first.is_unaffected(&question, &mut budget) {
                    unaffected += 1;
                    let right = ask(&Program::correct(), &mut budget).0;
                    assert_eq!(answers[0].0, right, "{question:?} {:?}", first.program);
                }
                if answers[0].1 {
                    in_any_order += 1;
                    for other in &answers {
                        assert_eq!(other.0, answers[0].0, "{question:?} {:?}", first.program);
                    }
                }
            }
        }
    }
    assert!(unaffected > 1000, "{unaffected}");
    assert!(in_any_order > 1000, "{in_any_order}");
}

/// The statistics of a program without a defect are those of the rules, however it walks.
#[test]
fn moves_of_the_last_ply_are_counted_by_kind() {
    let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    let position: Position = fen.parse().expect("valid");
    for depth in 1..=3 {
        let counted = Perft::new(depth).run(&position, &StatisticsCounter, &Stop::new(), |_| {});
        let right = counted.expect("a small tree").total;
        let of = |category| i128::try_from(right.get(category)).expect("small");
        let right = LastPly {
            captures: of(Category::Captures),
            en_passant: of(Category::EnPassant),
            castles: of(Category::Castles),
            promotions: i128::try_from(right.promotions()).expect("small"),
        };
        for walk in Walk::IN_PLACE.into_iter().chain([Walk::Copies]) {
            let program = Program {
                walk,
                ..Program::correct()
            };
            let question = Question {
                fen,
                moves: &[],
                depth,
                expected: 0,
            };
            let mut imitator = Imitator::new(program, Rc::default());
            let counted = imitator.last_ply(&question, &mut Budget::new(1_000_000));
            assert_eq!(counted, Some(right), "{walk:?} {depth}");
        }
    }
}

/// The program that unmakes moves as this defect does, tests each move after making it, and goes through them by
/// ascending squares.
fn unmaking(id: &str) -> Imitator {
    let defect = defects::all().find(|defect| defect.id == id);
    let program = programs(defect.expect(id))
        .into_iter()
        .find(|program| program.walk == Walk::Lazily && program.their_order);
    Imitator::new(program.expect(id), Rc::default())
}

fn question(fen: &str, depth: u32) -> Question<'_> {
    Question {
        fen,
        moves: &[],
        depth,
        expected: 0,
    }
}

/// All lists of moves inside a tree of two plies.
fn orders_inside(fen: &str) -> Rc<Orders> {
    let root: Position = fen.parse().expect("valid");
    let mut orders = Orders::default();
    for mv in root.legal_moves() {
        let child = root.play(mv);
        let lines = child.legal_moves().into_iter();
        let lines: Vec<(String, i128)> = lines
            .map(|mv| (child.uci(mv, CastlingStyle::Standard), 1))
            .collect();
        orders.add(&child, &lines);
    }
    Rc::new(orders)
}

/// Without the orders of the lists inside a tree, a different count does not rule out a program that unmakes moves.
#[test]
fn known_orders_make_a_different_count_certain() {
    let fen = "4k3/8/8/8/8/5r2/8/R3K2R b KQ - 0 1";
    let root: Position = fen.parse().expect("valid");
    let right = Budget::new(1000).divide(&root, 2, 0).expect("a small tree");
    let mut program = unmaking("unmake-does-not-restore-rights-after-king-move");
    let ask = |program: &mut Imitator| {
        program.expect(&right.lines);
        program.ask(&question(fen, 2), &mut Budget::new(1_000_000))
    };
    assert_eq!(ask(&mut program), Err(Unpredicted::Unknown));
    program.learn(&orders_inside(fen));
    // It also tests illegal moves, at unknown places in the list: all orders together rule it out.
    assert_eq!(ask(&mut program), Err(Unpredicted::Doubtful));
    let mut all = AnyOrder::new(vec![program]);
    all.expect(&right.lines);
    let answer = all.ask(&question(fen, 2), &mut Budget::new(1_000_000));
    assert_eq!(answer, Err(Unpredicted::Different));
}

/// What a program does with a piece that is on the board but in no list is not known.
#[test]
fn moves_of_a_piece_that_is_left_wrong_are_not_predicted() {
    let program = unmaking("unmake-leaves-captured-piece-unlisted");
    // The queen takes the pawn. Whatever moves next, the pawn has no moves; then the queen takes it again.
    for (fen, depth, is_known) in [
        ("4k3/8/8/2K2Pq1/8/8/8/8 b - - 0 1", 2, true),
        ("4k3/8/8/2K2Pq1/8/8/8/5r2 b - - 0 1", 2, false),
    ] {
        let mut program = Imitator::new(program.program.clone(), Rc::default());
        program.learn(&orders_inside(fen));
        let counted = program.answer(&question(fen, depth), &mut Budget::new(1_000_000));
        let unknown = counted.expect("a small tree").1;
        assert_eq!(unknown < Unknown::WrongPieces, is_known, "{fen}");
    }
}
