use movegen::chess::Position;

use super::*;

fn reader(defect: ReaderDefect, form: u8, memory: Memory) -> Reader {
    Reader {
        defect,
        form,
        illegal: Illegal::Plays,
        memory,
        counting: Counting {
            validates: false,
            captures: KingCapture::KeepsSquare,
        },
        before: None,
        theirs: Vec::new(),
    }
}

/// The moves that are listed, in alphabetical order.
fn listed(reader: &mut Reader, fen: &str, moves: &str) -> Vec<String> {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let question = Question {
        fen,
        moves: &moves,
        depth: 1,
        expected: 0,
    };
    let counts = reader.ask(&question, &mut Budget::new(10_000));
    let lines = counts.expect("a small tree").lines;
    let mut texts: Vec<String> = lines.into_iter().map(|line| line.0).collect();
    texts.sort();
    texts
}

/// Without a defect that matters, the reader reads what Canopy reads.
#[test]
fn moves_are_played_correctly() {
    for (fen, moves) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8e7"),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6 e8d8 d6d7"),
        ("n6k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7a8r h8h7"),
    ] {
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let question = Question {
            fen,
            moves: &moves,
            depth: 1,
            expected: 0,
        };
        let understood = reader(ReaderDefect::OldPieces, 0, Memory::Board).read(&question);
        let setup = understood.expect("readable").setup;
        let read = Position::from_setup(&setup).expect("valid").0;
        let right = super::super::position_of(&question).expect("legal");
        assert_eq!(read.key(), right.key(), "{fen} {moves:?}");
    }
}

#[test]
fn wrong_en_passant_squares() {
    let cases = [
        ("4k3/8/8/1PppP3/8/8/8/4K3 w - d6 0 2", 0, "b5c6"),
        ("4k3/8/8/3PppP1/8/8/8/4K3 w - e6 0 2", 1, "g5f6"),
        ("4k3/8/8/3pP3/8/8/2P5/4K3 w - d6 0 2", 2, "c2d3"),
        ("4k3/8/2P5/3pP3/8/8/8/4K3 w - d6 0 2", 3, "c6d7"),
        ("4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 2", 4, "f5e6"),
    ];
    for (fen, form, extra) in cases {
        let mut reader = reader(ReaderDefect::WrongEnPassant, form, Memory::Nothing);
        let moves = listed(&mut reader, fen, "");
        assert!(moves.iter().any(|mv| mv == extra), "{fen}: {moves:?}");
        assert!(
            !moves.iter().any(|mv| mv == "e5d6" || mv == "d5e6"),
            "{fen}"
        );
    }
}

#[test]
fn rights_are_read_from_single_letters() {
    let fen = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w KQb - 0 1";
    let rights = |defect| {
        let mut setup: Setup = fen.parse().expect(fen);
        reader(defect, 0, Memory::Nothing).misread(&mut setup, fen);
        let mut squares: Vec<String> = setup.castling.into_iter().map(|s| s.to_string()).collect();
        squares.sort();
        squares.join(" ")
    };
    assert_eq!(rights(ReaderDefect::NoEnPassant), "a1 b8 h1");
    assert_eq!(rights(ReaderDefect::InnerRook), "b1 b8 g1");
    assert_eq!(rights(ReaderDefect::NoFiles), "a1 h1");
    assert_eq!(rights(ReaderDefect::CornersOnly), "a1 h1");
    assert_eq!(rights(ReaderDefect::FirstRight), "h1");
    assert_eq!(rights(ReaderDefect::LastRight), "b8");
    assert_eq!(rights(ReaderDefect::RightsOfOther), "");
}

#[test]
fn rights_are_read_by_the_places_of_their_letters() {
    let cases = [
        (ReaderDefect::FirstRight, ["K", "KQ", "KQk", "KQk"]),
        (ReaderDefect::LastRight, ["q", "Qkq", "", ""]),
    ];
    let letters = |defect, form, field| reader(defect, form, Memory::Nothing).letters_read(field);
    for (defect, expected) in cases {
        for form in 0..defect.forms() {
            assert_eq!(letters(defect, form, "KQkq"), expected[usize::from(form)]);
        }
    }
    let by_place = |field| [0, 1].map(|form| letters(ReaderDefect::RightsByPlace, form, field));
    assert_eq!(by_place("KQkq"), ["KQkq", "KQkq"]);
    assert_eq!(by_place("Kkq"), ["K", "KQk"]);
    assert_eq!(by_place("kq"), ["", "KQ"]);
    assert_eq!(by_place("-"), ["", ""]);
}

#[test]
fn state_of_the_last_position_is_kept() {
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let without = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let with = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut rights = reader(ReaderDefect::OldRights, 0, Memory::Board);
    let castles = |moves: &[String]| moves.iter().any(|mv| mv == "e1g1");
    assert!(castles(&listed(&mut rights, with, "")));
    // Neither the king nor the rook is needed in between.
    listed(&mut rights, "4k3/8/8/8/8/8/8/K7 w - - 0 1", "");
    assert!(castles(&listed(&mut rights, without, "")));
    rights.reset();
    assert!(!castles(&listed(&mut rights, without, "")));

    let mut square = reader(ReaderDefect::OldEnPassant, 0, Memory::Board);
    listed(&mut square, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5");
    let moves = listed(&mut square, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "");
    assert!(moves.iter().any(|mv| mv == "e5d6"), "{moves:?}");

    let mut side = reader(ReaderDefect::OldSide, 0, Memory::Board);
    listed(&mut side, bare, "e1e2");
    let moves = listed(&mut side, bare, "");
    assert!(moves.iter().all(|mv| mv.starts_with("e8")), "{moves:?}");
}

#[test]
fn positions_that_are_not_set_up() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    // The moves of the second question are played after those of the first.
    let mut ignored = reader(ReaderDefect::Start, 0, Memory::Board);
    listed(&mut ignored, start, "e2e4 e7e5");
    assert_eq!(listed(&mut ignored, bare, "d2d4").len(), 30);
    let mut first = reader(ReaderDefect::FirstPosition, 0, Memory::Fen);
    listed(&mut first, bare, "e1e2");
    assert_eq!(listed(&mut first, start, "").len(), 5);
}

#[test]
fn moves_are_played_with_faults() {
    let fen = "7k/1P6/8/8/8/8/8/K7 w - - 0 1";
    let mut pawn = reader(ReaderDefect::StaysPawn, 0, Memory::Nothing);
    assert_eq!(listed(&mut pawn, fen, "b7b8q h8h7").len(), 3);
    // The rook's check is tested on the square that the king has left.
    let fen = "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut stale = reader(ReaderDefect::StaleKing, 0, Memory::Nothing);
    let moves = listed(&mut stale, fen, "e1f2 g8g7");
    assert!(moves.iter().all(|mv| mv.starts_with("f2")), "{moves:?}");
    let mut side = reader(ReaderDefect::SideStays, 0, Memory::Nothing);
    let moves = listed(&mut side, "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2");
    assert!(moves.iter().any(|mv| mv == "h2h8"), "{moves:?}");
}
