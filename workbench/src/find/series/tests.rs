use std::collections::{HashMap, HashSet};

use movegen::chess::variant::{Crazyhouse, Rules, Standard, ThreeCheck, VariantPosition};
use movegen::chess::{Bitboard, Color, File, MoveKind, Position, Setup};
use movegen::random::Random;

use super::*;
use crate::ask::{Answer, Question};
use crate::find::{right_divide, shrink};

/// A correct program with a table of answers, whose keys can be too short.
struct Remembering {
    rules: &'static dyn Rules,
    key: fn(&[&str], u32) -> String,
    table: HashMap<String, Answer>,
}

impl Remembering {
    fn new(key: fn(&[&str], u32) -> String) -> Remembering {
        Remembering {
            rules: &Standard,
            key,
            table: HashMap::new(),
        }
    }
}

impl OtherSide for Remembering {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let position = VariantPosition::from_fen(self.rules, question.fen);
        let mut position = position.expect(question.fen);
        for mv in question.moves {
            position = position.play(position.parse_uci(mv).expect(mv));
        }
        let fen = position.fen(CastlingStyle::Standard);
        let fields: Vec<&str> = fen.split(' ').collect();
        let key = (self.key)(&fields, question.depth);
        if let Some(known) = self.table.get(&key) {
            return Ok(known.clone());
        }
        let answer = Answer::Divide(right_divide(position, question.depth)?);
        self.table.insert(key, answer.clone());
        Ok(answer)
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.table.clear();
        Ok(())
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

const STYLE: CastlingStyle = CastlingStyle::Standard;

fn draw(seed: u64, chess960: bool, number: usize) -> Vec<Vec<Node>> {
    let random = RandomSeries {
        rules: &Standard,
        seed,
        chess960,
        depth: 4,
        most_leaves: 500,
    };
    let series = random.series().take(number);
    series.collect::<Result<_, _>>().expect("counts")
}

/// The first disagreement of a program with this key.
fn find(key: fn(&[&str], u32) -> String) -> Option<Disagreement> {
    let mut other = Remembering::new(key);
    let mut recording = Recording::new(&mut other);
    draw(1, false, 40).iter().find_map(|questions| {
        hunt_series(&mut recording, questions, STYLE, &mut ()).expect("all questions are answered")
    })
}

/// The pocket and the checks that are left belong to the key of a variant.
#[test]
fn keys_of_variants_that_lack_a_part_are_found() {
    type Key = fn(&[&str], u32) -> String;
    let keys: [(&'static dyn Rules, Key); 2] = [
        (&Crazyhouse, |fields, depth| {
            let board = fields[0].split('[').next().unwrap_or_default();
            format!("{board} {} {depth}", fields[1..4].join(" "))
        }),
        (&ThreeCheck, |fields, depth| {
            format!("{} {depth}", fields[..4].join(" "))
        }),
    ];
    for (rules, key) in keys {
        let random = RandomSeries {
            rules,
            seed: 1,
            chess960: false,
            depth: 4,
            most_leaves: 2000,
        };
        let faulty = || Remembering {
            rules,
            ..Remembering::new(key)
        };
        let mut other = faulty();
        let mut recording = Recording::new(&mut other);
        let found = random.series().take(60).find_map(|questions| {
            let questions = questions.expect("counts");
            hunt_series(&mut recording, &questions, STYLE, &mut ()).expect("answers")
        });
        let found = found.unwrap_or_else(|| panic!("{}", rules.name()));
        assert!(found.remembers, "{}", rules.name());
        let [earlier] = &found.earlier[..] else {
            panic!("{}: {:?}", rules.name(), found.earlier);
        };
        assert_eq!(
            earlier.node.position.chess().to_setup().board,
            found.node.position.chess().to_setup().board,
            "{}",
            rules.name()
        );
        assert_ne!(earlier.node.position.state(), found.node.position.state());
        let shrunk = shrink(&mut faulty(), &found, STYLE).expect("answers");
        assert!(matches!(shrunk.smallest, Smallest::Found(_)), "{shrunk:?}");
    }
}

#[test]
fn keys_that_lack_a_part_are_found_with_two_questions() {
    type Key = fn(&[&str], u32) -> String;
    type Change = fn(&Setup) -> Setup;
    let keys: [(&str, Key, Change); 4] = [
        (
            "side",
            |fields, depth| format!("{} {} {} {depth}", fields[0], fields[2], fields[3]),
            |setup| Setup {
                turn: Color::White,
                ..setup.clone()
            },
        ),
        (
            "rights",
            |fields, depth| format!("{} {} {} {depth}", fields[0], fields[1], fields[3]),
            |setup| Setup {
                castling: Bitboard::EMPTY,
                ..setup.clone()
            },
        ),
        (
            "en passant square",
            |fields, depth| format!("{} {depth}", fields[..3].join(" ")),
            |setup| Setup {
                en_passant: None,
                ..setup.clone()
            },
        ),
        ("depth", |fields, _| fields[..4].join(" "), Setup::clone),
    ];
    for (name, key, equal) in keys {
        let found = find(key).unwrap_or_else(|| panic!("{name}"));
        assert!(found.remembers, "{name}");
        let [earlier] = &found.earlier[..] else {
            panic!("{name}: {:?}", found.earlier);
        };
        let setup = |node: &Node| Setup {
            halfmoves: 0,
            fullmoves: 1,
            ..equal(&node.position.chess().to_setup())
        };
        assert_eq!(setup(&earlier.node), setup(&found.node), "{name}");
        assert!(earlier.difference.is_none(), "{name}");
        let processes = found.transcript.processes().map(<[_]>::len);
        assert_eq!(processes.collect::<Vec<_>>(), [1, 2, 0], "{name}");
        let mut other = Remembering::new(key);
        let shrunk = shrink(&mut other, &found, STYLE).expect("answers");
        let Smallest::Found(smallest) = shrunk.smallest else {
            panic!("{name}: {shrunk:?}");
        };
        assert_eq!(smallest.earlier.len(), 1, "{name}");
        let pieces = smallest.node.position.chess().occupied().len();
        assert!(pieces <= 5, "{name}: {}", smallest.node.fen);
    }
}

#[test]
fn a_right_key_agrees() {
    let right = |fields: &[&str], depth| format!("{} {depth}", fields[..4].join(" "));
    assert!(find(right).is_none());
}

#[test]
fn the_whole_process_is_searched_if_the_series_is_not_enough() {
    let key = |fields: &[&str], depth| {
        // The first three files of each rank.
        let ranks = fields[0].split('/');
        let short: String = ranks.map(|rank| &rank[..rank.len().min(2)]).collect();
        format!("{short} {depth}")
    };
    let mut other = Remembering::new(key);
    let mut recording = Recording::new(&mut other);
    let node = |fen: &str| Node::root(fen.parse::<Position>().expect(fen), None, 2, STYLE);
    let series = [
        vec![node("4k3/8/8/8/8/8/8/4K2R w - - 0 1")],
        vec![node("8/8/8/3k4/8/8/8/K7 w - - 0 1")],
        vec![node("4k3/8/8/8/8/8/8/4K2N w - - 0 1")],
    ];
    let found: Vec<Option<Disagreement>> = series
        .iter()
        .map(|nodes| hunt_series(&mut recording, nodes, STYLE, &mut ()).expect("answers"))
        .collect();
    assert!(found[0].is_none() && found[1].is_none());
    let found = found[2].as_ref().expect("a disagreement");
    assert_eq!(found.earlier.len(), 1);
    assert!(found.earlier[0].node.fen.starts_with("4k3"));
}

#[test]
fn an_ordinary_hunt_finds_the_earlier_questions_too() {
    // The first question of the hunt is about depth 1.
    let mut other = Remembering::new(|fields, _| fields[..4].join(" "));
    let start = Node::root(Position::startpos(), None, 3, STYLE);
    let found = hunt(&mut other, &start, STYLE, |_, _| {}).expect("answers");
    let found = found.expect("a disagreement");
    let depths: Vec<u32> = found.earlier.iter().map(|asked| asked.node.depth).collect();
    assert_eq!((found.node.depth, depths), (2, vec![1]));
    let shrunk = shrink(&mut other, &found, STYLE).expect("answers");
    let Smallest::Found(smallest) = shrunk.smallest else {
        panic!("{shrunk:?}");
    };
    assert!(smallest.node.position.chess().occupied().len() <= 3);
    assert_eq!(smallest.earlier.len(), 1);
}

/// Lists no captures en passant.
struct NoEnPassant(Remembering);

impl OtherSide for NoEnPassant {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let answer = self.0.ask(question)?;
        let position: Position = question.fen.parse().expect(question.fen);
        let Answer::Divide(mut divide) = answer else {
            return Ok(answer);
        };
        divide.lines.retain(|(text, _)| {
            let mv = position.parse_uci(text);
            !mv.is_ok_and(|mv| mv.kind() == MoveKind::EnPassant)
        });
        Ok(Answer::Divide(divide))
    }

    fn plays_moves(&self) -> bool {
        false
    }
}

#[test]
fn what_is_wrong_on_its_own_is_hunted_as_usual() {
    let right = |fields: &[&str], depth| format!("{} {depth}", fields[..4].join(" "));
    let mut other = NoEnPassant(Remembering::new(right));
    let found = draw(1, false, 40).iter().find_map(|questions| {
        hunt_series(&mut other, questions, STYLE, &mut ()).expect("all questions are answered")
    });
    let found = found.expect("a disagreement");
    assert!(found.earlier.is_empty() && !found.remembers);
    assert!(matches!(found.finding, Finding::Moves(_)));
}

#[test]
fn the_seed_determines_the_series() {
    let texts = |seed| -> Vec<(String, usize, u32)> {
        let nodes = draw(seed, true, 8).into_iter().flatten();
        nodes
            .map(|node| (node.fen, node.moves.len(), node.depth))
            .collect()
    };
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
}

/// In a few dozen series, every part differs several times, and nothing unreachable is asked.
#[test]
fn every_part_differs() {
    for chess960 in [false, true] {
        let style = CastlingStyle::new(chess960);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for questions in draw(3, chess960, 60) {
            let setup = |node: &Node| -> Setup { node.set_up.parse().expect("a FEN") };
            let first = setup(&questions[0]);
            let mut different = HashSet::new();
            for node in &questions[1..] {
                let other = setup(node);
                let same_board = other.board == first.board;
                let checks = node
                    .position
                    .chess()
                    .checks_are_possible(other.en_passant, style);
                assert!(checks, "{}", node.set_up);
                for (part, differs) in [
                    ("board", !same_board),
                    ("side", same_board && other.turn != first.turn),
                    ("rights", same_board && other.castling != first.castling),
                    ("square", same_board && other.en_passant != first.en_passant),
                    ("clock", same_board && other.halfmoves >= 97),
                    ("back", same_board && node.moves.len() == 4),
                    ("played", node.moves.len() == 1),
                    (
                        "mirror",
                        node.position.chess().key() == questions[0].position.chess().flip().key(),
                    ),
                    ("deeper", same_board && node.depth > questions[0].depth),
                    ("shallower", same_board && node.depth < questions[0].depth),
                ] {
                    if differs {
                        different.insert(part);
                    }
                }
            }
            for part in different {
                *seen.entry(part).or_default() += 1;
            }
        }
        assert_eq!(seen.len(), 10, "{seen:?}");
        assert!(seen.values().all(|times| *times >= 5), "{seen:?}");
    }
}

#[test]
fn all_rights_are_taken_away_only_if_there_are_several() {
    let rights = |fen: &str| {
        let position: Position = fen.parse().expect(fen);
        variations::without_rights(&mut Random::new(1), &position.to_setup())
            .map(|setup| setup.castling)
    };
    assert_eq!(rights("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
    assert_eq!(
        rights("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        Some(Bitboard::EMPTY)
    );
}

#[test]
fn kings_that_castle_stand_on_the_e_file_in_standard_chess() {
    let mut random = Random::new(2);
    let mut file = |chess960| {
        let setup = draw::coming_castling(&mut random, chess960);
        let rooks = setup.castling;
        assert!(!rooks.is_empty());
        let color = setup.board[rooks.into_iter().next().expect("a rook").index()];
        setup
            .king(color.expect("a rook").color)
            .expect("a king")
            .file()
    };
    assert!((0..50).all(|_| file(false) == File::E));
    let files: HashSet<File> = (0..50).map(|_| file(true)).collect();
    assert_eq!(files.len(), 6, "{files:?}");
}
