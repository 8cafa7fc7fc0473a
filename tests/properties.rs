//! Properties that hold in every position: keys, notation, symmetry, legality.

use std::collections::{HashMap, HashSet};

use crate::support::count::perft;
use crate::support::random::{self, Random};
use crate::support::sweep;
use movegen::chess::{CastlingStyle, Kernel, Move, MoveKind, PieceKind, Position, Setup, Square};
use movegen::perft::{Perft, Stop};

const STYLES: [CastlingStyle; 2] = [CastlingStyle::Standard, CastlingStyle::Chess960];
const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1",
];

fn read(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Positions of seeded random walks from standard, Chess960 and random positions. They are reached
/// by `play` and not rebuilt, so that the incremental updates of `play` are tested.
fn sample(seed: u64, walks: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    for index in 0..walks {
        let start: Setup = match index % 3 {
            0 => FENS[index / 3 % FENS.len()].parse().unwrap(),
            1 => random::chess960_start(&mut random),
            _ => random::placement(&mut random),
        };
        let mut position = Position::from_setup(&start).unwrap().0;
        for _ in 0..80 {
            positions.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
        }
    }
    positions
}

#[test]
fn a_played_position_equals_the_one_read_from_its_fen() {
    for position in sample(21, 240) {
        for style in STYLES {
            let fen = position.fen(style);
            let read = read(&fen);
            assert_eq!(read.fen(style), fen);
            assert_eq!(read.to_setup(), position.to_setup(), "{fen}");
            assert_eq!(read.key(), position.key(), "{fen}: key");
            assert_eq!(read.checkers(), position.checkers(), "{fen}: checkers");
        }
    }
}

#[test]
fn a_flipped_position_has_the_same_count() {
    for (index, position) in sample(22, 120).into_iter().enumerate() {
        let flipped = position.flip();
        let fen = position.fen(CastlingStyle::Chess960);
        assert_eq!(
            flipped.flip().to_setup(),
            position.to_setup(),
            "{fen}: flipped twice"
        );
        assert_eq!(
            read(&flipped.fen(CastlingStyle::Chess960)).key(),
            flipped.key(),
            "{fen}: key"
        );
        let depth = if index % 40 == 0 { 3 } else { 2 };
        assert_eq!(
            perft(&flipped, depth),
            perft(&position, depth),
            "{fen}: perft {depth}"
        );
    }
}

#[test]
fn exactly_the_listed_moves_are_legal() {
    for position in sweep::sample(sample(23, 60).iter().step_by(9), 4) {
        let fen = position.fen(CastlingStyle::Chess960);
        let listed: HashSet<Move> = position.legal_moves().into_iter().collect();
        assert_eq!(
            listed.len(),
            position.legal_moves().len(),
            "{fen}: a move is listed twice"
        );
        for bits in 0..=0x7fff {
            let mv = Move::from_bits(bits);
            assert_eq!(position.is_legal(mv), listed.contains(&mv), "{fen}: {mv:?}");
        }
    }
}

#[test]
fn all_lists_of_moves_agree() {
    for position in sample(24, 240) {
        let fen = position.fen(CastlingStyle::Chess960);
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        assert_eq!(perft(&position, 1), moves.len() as u128, "{fen}: perft 1");
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");
        let mut reported = position.moves_in_report_order();
        reported.sort();
        moves.sort();
        assert_eq!(reported, moves, "{fen}: report order");
    }
}

#[test]
fn sets_of_moves_hold_every_legal_move_once() {
    for position in sample(32, 240) {
        let mut sets = HashSet::new();
        let mut moves = Vec::new();
        position.generate_moves(|set| {
            assert!(
                sets.insert((set.from, set.kind)),
                "{position:#}: {} {:?} has two sets",
                set.from,
                set.kind
            );
            let piece = position.piece_at(set.from).map(|piece| piece.kind);
            assert_eq!(piece, Some(set.piece), "{position:#}: {}", set.from);
            assert!(!set.to.is_empty(), "{position:#}: {}", set.from);
            moves.extend(set);
        });
        let mut legal = position.legal_moves().to_vec();
        moves.sort();
        legal.sort();
        assert_eq!(moves, legal, "{position:#}");
    }
}

#[test]
fn try_play_accepts_exactly_the_legal_moves() {
    for position in sweep::sample(sample(33, 60).iter().step_by(9), 4) {
        for bits in 0..=0x7fff {
            let mv = Move::from_bits(bits);
            let played = position.try_play(mv).ok();
            let expected = position.is_legal(mv).then(|| position.play(mv));
            assert_eq!(played, expected, "{position:#}: {mv}");
        }
    }
}

#[test]
fn the_lines_of_a_count_follow_the_report_order_and_add_up() {
    for position in sample(25, 30).iter().step_by(11) {
        let fen = position.fen(CastlingStyle::Chess960);
        let mut handed_out = Vec::new();
        let outcome = Perft::new(3)
            .threads(2)
            .run(position, &Kernel::best(), &Stop::new(), |line| {
                handed_out.push((line.mv, line.count))
            })
            .unwrap();
        let expected: Vec<_> = position
            .moves_in_report_order()
            .into_iter()
            .map(|mv| (mv, perft(&position.play(mv), 2)))
            .collect();
        assert_eq!(handed_out, expected, "{fen}");
        assert_eq!(
            outcome.total,
            expected.iter().map(|line| line.1).sum(),
            "{fen}"
        );
        assert_eq!(
            (outcome.roots, outcome.complete),
            (expected.len(), true),
            "{fen}"
        );
    }
}

#[test]
fn move_texts_read_back() {
    for position in sample(26, 240) {
        let fen = position.fen(CastlingStyle::Chess960);
        let moves = position.legal_moves();
        for style in STYLES {
            let mut seen = HashSet::new();
            for &mv in &moves {
                let text = position.uci(mv, style);
                assert_eq!(position.parse_uci(&text).as_ref(), Ok(&mv), "{fen} {text}");
                let upper = text.to_uppercase();
                assert_eq!(
                    position.parse_uci(&upper).as_ref(),
                    Ok(&mv),
                    "{fen} {upper}"
                );
                assert!(seen.insert(text.clone()), "{fen}: {text} names two moves");
            }
        }
    }
}

#[test]
fn san_names_one_move() {
    for position in sample(27, 240) {
        let mut seen = HashMap::new();
        for mv in position.legal_moves() {
            let san = position.san(mv);
            let child = position.play(mv);
            let mark = match (child.is_check(), child.has_legal_move()) {
                (true, true) => '+',
                (true, false) => '#',
                _ => ' ',
            };
            let fen = position.fen(CastlingStyle::Chess960);
            assert_eq!(san.ends_with(['+', '#']), mark != ' ', "{fen} {san}");
            assert!(mark == ' ' || san.ends_with(mark), "{fen} {san}");
            if let Some(other) = seen.insert(san.clone(), mv) {
                panic!("{fen}: {san} is {other:?} and {mv:?}");
            }
        }
    }
}

/// Every way to write the legal moves in SAN, without check signs, and the moves that it names.
fn spellings(position: &Position) -> HashMap<String, Vec<Move>> {
    let mut spellings: HashMap<String, Vec<Move>> = HashMap::new();
    for mv in position.legal_moves() {
        for text in spellings_of(position, mv) {
            spellings.entry(text).or_default().push(mv);
        }
    }
    spellings
}

fn spellings_of(position: &Position, mv: Move) -> Vec<String> {
    let (from, to) = (mv.from(), mv.to());
    if mv.kind() == MoveKind::Castle {
        let texts = if to > from {
            ["O-O", "0-0"]
        } else {
            ["O-O-O", "0-0-0"]
        };
        return texts.map(str::to_owned).to_vec();
    }
    let piece = position.piece_at(from).unwrap();
    let capture = position.is_capture(mv);
    let file = from.file().letter().to_string();
    let (letter, origins) = match piece.kind {
        PieceKind::Pawn if capture => (String::new(), vec![file, from.to_string()]),
        PieceKind::Pawn => (String::new(), vec![String::new()]),
        kind => {
            let rank = from.rank().digit().to_string();
            let letter = kind.letter().to_ascii_uppercase().to_string();
            (letter, vec![String::new(), file, rank, from.to_string()])
        }
    };
    let takes: &[&str] = if capture { &["x", ""] } else { &[""] };
    let promotions = match mv.kind().promotion() {
        Some(kind) => {
            let letter = kind.letter().to_ascii_uppercase();
            vec![format!("={letter}"), letter.to_string()]
        }
        None => vec![String::new()],
    };
    let mut texts = Vec::new();
    for origin in &origins {
        for take in takes {
            for promotion in &promotions {
                texts.push(format!("{letter}{origin}{take}{to}{promotion}"));
            }
        }
    }
    texts
}

/// The only move that the text names, if its check sign is correct.
fn named_move(position: &Position, known: &HashMap<String, Vec<Move>>, text: &str) -> Option<Move> {
    let plain = text.strip_suffix(['+', '#']).unwrap_or(text);
    let &[mv] = known.get(plain)?.as_slice() else {
        return None;
    };
    let child = position.play(mv);
    let sign = match text.chars().last() {
        Some('+') => child.is_check(),
        Some('#') => child.is_check() && !child.has_legal_move(),
        _ => true,
    };
    sign.then_some(mv)
}

#[test]
fn san_reads_back_and_nothing_else_is_read() {
    let mut random = Random::new(29);
    let letters: Vec<char> = "abcdefgh12345678NBRQKPxO0-=+#".chars().collect();
    let mut elsewhere: Vec<String> = Vec::new();
    let (mut read, mut refused) = (0, 0);
    for position in sample(28, 30) {
        let fen = position.fen(CastlingStyle::Chess960);
        let known = spellings(&position);
        for mv in position.legal_moves() {
            let san = position.san(mv);
            assert_eq!(position.parse_san(&san), Ok(mv), "{fen} {san}");
            let unsigned = san.trim_end_matches(['+', '#']);
            assert_eq!(position.parse_san(unsigned), Ok(mv), "{fen} {unsigned}");
        }
        let mut texts = std::mem::take(&mut elsewhere);
        texts.extend(known.keys().cloned());
        for text in &texts {
            let mut damaged: Vec<char> = text.chars().collect();
            let at = random.below(damaged.len());
            damaged[at] = letters[random.below(letters.len())];
            let damaged: String = damaged.into_iter().collect();
            for text in [
                text.clone(),
                format!("{text}+"),
                format!("{text}#"),
                damaged,
            ] {
                let found = position.parse_san(&text).ok();
                assert_eq!(found, named_move(&position, &known, &text), "{fen} {text}");
                match found {
                    Some(_) => read += 1,
                    None => refused += 1,
                }
            }
        }
        // The moves of one position are tried in the next as well.
        elsewhere = known.into_keys().collect();
    }
    assert!(
        read > 10_000 && refused > 10_000,
        "{read} read, {refused} refused"
    );
}

#[test]
fn a_null_move_changes_the_turn_and_nothing_else() {
    for position in sample(28, 120) {
        let fen = position.fen(CastlingStyle::Chess960);
        let Some(passed) = position.null_move() else {
            assert!(position.is_check(), "{fen}: no null move");
            continue;
        };
        assert!(!position.is_check(), "{fen}: null move in check");
        assert_eq!(passed.turn(), !position.turn(), "{fen}");
        assert_eq!(passed.to_setup().board, position.to_setup().board, "{fen}");
        assert_eq!(passed.castling_rooks(), position.castling_rooks(), "{fen}");
        assert_eq!(passed.en_passant(), None, "{fen}");
        assert_eq!(
            read(&passed.fen(CastlingStyle::Chess960)).key(),
            passed.key(),
            "{fen}: key"
        );
    }
}

/// Equal board, turn, castling rights and en passant square give equal keys, and the reverse.
#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut by_key: HashMap<u128, Setup> = HashMap::new();
    let mut by_setup: HashMap<String, u128> = HashMap::new();
    let mut repeated = 0;
    let mut note = |position: &Position| {
        let mut setup = position.to_setup();
        (setup.halfmoves, setup.fullmoves) = (0, 1);
        let fen = setup.fen(CastlingStyle::Chess960);
        if let Some(other) = by_key.insert(position.key(), setup.clone()) {
            assert_eq!(other, setup, "one key for two positions");
            repeated += 1;
        }
        let key = by_setup.insert(fen.clone(), position.key());
        assert!(
            key.is_none_or(|key| key == position.key()),
            "{fen} has two keys"
        );
    };
    for fen in FENS {
        let position = read(fen);
        for first in position.legal_moves() {
            let child = position.play(first);
            for second in child.legal_moves() {
                let grandchild = child.play(second);
                note(&grandchild);
                for third in grandchild.legal_moves() {
                    note(&grandchild.play(third));
                }
            }
        }
    }
    sample(29, 60).iter().for_each(&mut note);
    assert!(repeated > 10_000, "only {repeated} transpositions");
}

#[test]
fn transpositions_have_equal_keys() {
    let play = |texts: &str| {
        texts
            .split(' ')
            .fold(Position::startpos(), |position, text| {
                position.play(position.parse_uci(text).unwrap())
            })
    };
    let one = play("g1f3 g8f6 b1c3");
    let other = play("b1c3 g8f6 g1f3");
    assert_eq!(one.key(), other.key());
    // The same position, reached with a loss of tempo by both sides.
    let late = play("g1f3 g8f6 b1a3 b8c6 a3b1 c6b8 b1c3");
    assert_eq!(one.key(), late.key());
    // Rooks that left and returned have lost their castling rights.
    let home = play("g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 b1c3");
    assert_ne!(one.key(), home.key());
}

#[test]
fn turn_rights_and_en_passant_change_the_key() {
    let rights = [
        "-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq",
        "KQkq",
    ];
    let mut keys = HashSet::new();
    for turn in ["w", "b"] {
        for rights in rights {
            let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 0 1");
            assert!(keys.insert(read(&fen).key()), "{fen}");
        }
    }
    let with = read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let without = read("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_ne!(with.key(), without.key());
    // A square that no legal capture uses is not part of the position.
    let pinned = read("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(pinned.en_passant(), None);
    assert_eq!(
        pinned.key(),
        read("k3r3/8/8/3pP3/8/8/8/4K3 w - - 7 30").key()
    );
}

#[test]
fn castling_is_the_king_taking_its_rook() {
    let position = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (rook, standard, chess960, san) in [
        (Square::H1, "e1g1", "e1h1", "O-O"),
        (Square::A1, "e1c1", "e1a1", "O-O-O"),
    ] {
        let castle = Move::new(Square::E1, rook, MoveKind::Castle);
        assert!(position.is_legal(castle));
        assert_eq!(position.uci(castle, CastlingStyle::Standard), standard);
        assert_eq!(position.uci(castle, CastlingStyle::Chess960), chess960);
        assert_eq!(position.parse_uci(standard).as_ref(), Ok(&castle));
        assert_eq!(position.parse_uci(chess960).as_ref(), Ok(&castle));
        assert_eq!(position.san(castle), san);
        assert!(!position.is_capture(castle));
    }
}
