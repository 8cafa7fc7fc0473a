//! Traits of positions and of trees. Each is the end of the sentence "in all of these ...".

use movegen::chess::{Bitboard, Color, File, Move, MoveKind, Piece, PieceKind, Position, Square};

use crate::explain::directions::Direction;
use crate::pins::pinned;

/// A name, and whether a position has the trait.
type OfPosition = (&'static str, fn(&Position) -> bool);

/// A name, and whether a move has the trait: a tree has it if one of its moves before the last ply does.
type OfMove = (&'static str, fn(&Position, Move) -> bool);

/// The traits of positions. Of equally good ones, the first is named.
pub(super) const OF_POSITIONS: &[OfPosition] = &[
    ("the king is in check", Position::is_check),
    ("the king is in double check", |position| {
        position.checkers().len() > 1
    }),
    ("a pawn gives check", |position| {
        checks_by(position, &[PieceKind::Pawn])
    }),
    ("a knight gives check", |position| {
        checks_by(position, &[PieceKind::Knight])
    }),
    ("a bishop, rook or queen gives check", |position| {
        checks_by(position, &SLIDERS)
    }),
    ("a piece of the side to move is pinned", |position| {
        pinned(position, position.turn()).count() > 0
    }),
    (
        "two or more pieces of the side to move are pinned",
        |position| pinned(position, position.turn()).count() > 1,
    ),
    (
        "a piece of the side to move is pinned on a diagonal",
        |position| pinned(position, position.turn()).any(|(_, by)| is_diagonal(position, by)),
    ),
    (
        "a piece of the side to move is pinned on a rank or a file",
        |position| pinned(position, position.turn()).any(|(_, by)| !is_diagonal(position, by)),
    ),
    (
        "a piece of the side to move is pinned by a queen",
        |position| pinned(position, position.turn()).any(|(_, by)| is_queen(position, by)),
    ),
    (
        "a piece of the side to move is pinned by a queen on a diagonal",
        |position| {
            pinned(position, position.turn())
                .any(|(_, by)| is_queen(position, by) && is_diagonal(position, by))
        },
    ),
    (
        "a piece of the side to move is pinned by a queen on a rank or a file",
        |position| {
            pinned(position, position.turn())
                .any(|(_, by)| is_queen(position, by) && !is_diagonal(position, by))
        },
    ),
    (
        "a piece of the side to move is pinned from the north",
        |position| is_pinned_from(position, Direction::North),
    ),
    (
        "a piece of the side to move is pinned from the north-east",
        |position| is_pinned_from(position, Direction::NorthEast),
    ),
    (
        "a piece of the side to move is pinned from the east",
        |position| is_pinned_from(position, Direction::East),
    ),
    (
        "a piece of the side to move is pinned from the south-east",
        |position| is_pinned_from(position, Direction::SouthEast),
    ),
    (
        "a piece of the side to move is pinned from the south",
        |position| is_pinned_from(position, Direction::South),
    ),
    (
        "a piece of the side to move is pinned from the south-west",
        |position| is_pinned_from(position, Direction::SouthWest),
    ),
    (
        "a piece of the side to move is pinned from the west",
        |position| is_pinned_from(position, Direction::West),
    ),
    (
        "a piece of the side to move is pinned from the north-west",
        |position| is_pinned_from(position, Direction::NorthWest),
    ),
    (
        "a bishop, rook or queen gives check from the north",
        |position| is_checked_from(position, Direction::North),
    ),
    (
        "a bishop, rook or queen gives check from the north-east",
        |position| is_checked_from(position, Direction::NorthEast),
    ),
    (
        "a bishop, rook or queen gives check from the east",
        |position| is_checked_from(position, Direction::East),
    ),
    (
        "a bishop, rook or queen gives check from the south-east",
        |position| is_checked_from(position, Direction::SouthEast),
    ),
    (
        "a bishop, rook or queen gives check from the south",
        |position| is_checked_from(position, Direction::South),
    ),
    (
        "a bishop, rook or queen gives check from the south-west",
        |position| is_checked_from(position, Direction::SouthWest),
    ),
    (
        "a bishop, rook or queen gives check from the west",
        |position| is_checked_from(position, Direction::West),
    ),
    (
        "a bishop, rook or queen gives check from the north-west",
        |position| is_checked_from(position, Direction::NorthWest),
    ),
    ("a pawn on the a-file gives check", |position| {
        is_checked_by_pawn_on(position, File::A)
    }),
    ("a pawn on the h-file gives check", |position| {
        is_checked_by_pawn_on(position, File::H)
    }),
    ("a pawn of the side to move is pinned", |position| {
        pins(position, PieceKind::Pawn)
    }),
    ("a knight of the side to move is pinned", |position| {
        pins(position, PieceKind::Knight)
    }),
    ("a bishop of the side to move is pinned", |position| {
        pins(position, PieceKind::Bishop)
    }),
    ("a rook of the side to move is pinned", |position| {
        pins(position, PieceKind::Rook)
    }),
    ("a queen of the side to move is pinned", |position| {
        pins(position, PieceKind::Queen)
    }),
    ("a piece of the other side is pinned", |position| {
        pinned(position, !position.turn()).count() > 0
    }),
    (
        "two pieces stand between the king and a bishop, rook or queen on its line",
        has_two_between,
    ),
    ("the king of the side to move stands on a1", |position| {
        is_on(position, Square::A1)
    }),
    ("the king of the side to move stands on h1", |position| {
        is_on(position, Square::H1)
    }),
    ("the king of the side to move stands on a8", |position| {
        is_on(position, Square::A8)
    }),
    ("the king of the side to move stands on h8", |position| {
        is_on(position, Square::H8)
    }),
    ("White is to move", |position| {
        position.turn() == Color::White
    }),
    ("Black is to move", |position| {
        position.turn() == Color::Black
    }),
    ("the side to move may castle", |position| {
        let own = position.colors(position.turn());
        !(position.castling_rooks() & own).is_empty()
    }),
    ("a pawn can be captured en passant", |position| {
        position.en_passant().is_some()
    }),
    ("a pawn can promote", |position| {
        promotes(position, |_| true)
    }),
    ("a pawn can promote by a capture", |position| {
        promotes(position, |mv| position.is_capture(mv))
    }),
    ("a pawn can promote on the a-file", |position| {
        promotes(position, |mv| mv.to().file() == File::A)
    }),
    ("a pawn can promote on the h-file", |position| {
        promotes(position, |mv| mv.to().file() == File::H)
    }),
    (
        "the clock of the fifty-move rule is at 100 or more",
        |position| position.halfmoves() >= 100,
    ),
    ("a piece can move seven squares", |position| {
        position
            .legal_moves()
            .iter()
            .any(|&mv| distance(mv.from(), mv.to()) == 7)
    }),
    ("there are more than 100 legal moves", |position| {
        position.legal_moves().len() > 100
    }),
];

/// The traits of moves before the last ply of a tree.
pub(super) const OF_TREES: &[OfMove] = &[
    ("a side castles", |_, mv| mv.kind() == MoveKind::Castle),
    ("White castles", |position, mv| {
        castles(position, mv, Color::White)
    }),
    ("Black castles", |position, mv| {
        castles(position, mv, Color::Black)
    }),
    (
        "a side castles with the rook towards the a-file",
        |_, mv| mv.kind() == MoveKind::Castle && mv.to() < mv.from(),
    ),
    (
        "a side castles with the rook towards the h-file",
        |_, mv| mv.kind() == MoveKind::Castle && mv.to() > mv.from(),
    ),
    ("a pawn is captured en passant", |_, mv| {
        mv.kind() == MoveKind::EnPassant
    }),
    ("a white pawn is captured en passant", |position, mv| {
        mv.kind() == MoveKind::EnPassant && position.turn() == Color::Black
    }),
    ("a black pawn is captured en passant", |position, mv| {
        mv.kind() == MoveKind::EnPassant && position.turn() == Color::White
    }),
    ("a pawn promotes", |_, mv| mv.promotion().is_some()),
    ("a white pawn promotes", |position, mv| {
        mv.promotion().is_some() && position.turn() == Color::White
    }),
    ("a black pawn promotes", |position, mv| {
        mv.promotion().is_some() && position.turn() == Color::Black
    }),
    ("a pawn captures and promotes", |position, mv| {
        mv.promotion().is_some() && position.is_capture(mv)
    }),
    ("a king captures", |position, mv| {
        position.is_capture(mv) && moved(position, mv) == Some(PieceKind::King)
    }),
    ("a rook that may castle is captured", |position, mv| {
        position.is_capture(mv) && position.castling_rooks().contains(mv.to())
    }),
    ("a castling right ends", |position, mv| {
        position.play(mv).castling_rooks() != position.castling_rooks()
    }),
    ("a piece is captured", |position, mv| {
        position.is_capture(mv)
    }),
    ("a pawn moves two squares", |_, mv| {
        mv.kind() == MoveKind::DoublePush
    }),
    ("a pawn moves", |position, mv| {
        moved(position, mv) == Some(PieceKind::Pawn)
    }),
    ("a knight moves", |position, mv| {
        moved(position, mv) == Some(PieceKind::Knight)
    }),
    ("a bishop moves", |position, mv| {
        moved(position, mv) == Some(PieceKind::Bishop)
    }),
    ("a rook moves", |position, mv| {
        moved(position, mv) == Some(PieceKind::Rook)
    }),
    ("a queen moves", |position, mv| {
        moved(position, mv) == Some(PieceKind::Queen)
    }),
    ("a king moves", |position, mv| {
        moved(position, mv) == Some(PieceKind::King)
    }),
    (
        "the clock of the fifty-move rule is at 100 or more",
        |position, _| position.halfmoves() >= 100,
    ),
];

const SLIDERS: [PieceKind; 3] = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Which traits a position has.
pub(super) fn of_position(position: &Position) -> Vec<bool> {
    OF_POSITIONS.iter().map(|row| row.1(position)).collect()
}

/// Which traits a tree has.
pub(super) fn of_tree(root: &Position, depth: u32) -> Vec<bool> {
    let mut traits = vec![false; OF_TREES.len()];
    walk(root, depth, &mut traits);
    traits
}

fn walk(position: &Position, depth: u32, traits: &mut [bool]) {
    if depth < 2 {
        return;
    }
    for &mv in &position.legal_moves() {
        for (has, row) in traits.iter_mut().zip(OF_TREES) {
            *has = *has || row.1(position, mv);
        }
        walk(&position.play(mv), depth - 1, traits);
    }
}

/// The greater of the distances in files and in ranks.
fn distance(one: Square, other: Square) -> usize {
    let files = one.file().index().abs_diff(other.file().index());
    files.max(one.rank().index().abs_diff(other.rank().index()))
}

fn castles(position: &Position, mv: Move, color: Color) -> bool {
    mv.kind() == MoveKind::Castle && position.turn() == color
}

fn moved(position: &Position, mv: Move) -> Option<PieceKind> {
    position.piece_at(mv.from()).map(|piece| piece.kind)
}

fn is_on(position: &Position, square: Square) -> bool {
    position.king(position.turn()) == square
}

fn checks_by(position: &Position, kinds: &[PieceKind]) -> bool {
    let is_of = |square| kind_on(position, square).is_some_and(|kind| kinds.contains(&kind));
    position.checkers().into_iter().any(is_of)
}

fn kind_on(position: &Position, square: Square) -> Option<PieceKind> {
    position.piece_at(square).map(|piece| piece.kind)
}

/// Whether a pinned piece stands between its king and a slider in this direction from the king.
fn is_pinned_from(position: &Position, direction: Direction) -> bool {
    let king = position.king(position.turn());
    pinned(position, position.turn()).any(|(_, by)| Direction::of(king, by) == Some(direction))
}

fn is_checked_from(position: &Position, direction: Direction) -> bool {
    let king = position.king(position.turn());
    position.checkers().into_iter().any(|by| {
        let is_slider = kind_on(position, by).is_some_and(|kind| SLIDERS.contains(&kind));
        is_slider && Direction::of(king, by) == Some(direction)
    })
}

fn is_checked_by_pawn_on(position: &Position, file: File) -> bool {
    let is_it = |by: Square| by.file() == file && kind_on(position, by) == Some(PieceKind::Pawn);
    position.checkers().into_iter().any(is_it)
}

/// Whether some promotion is like this.
fn promotes(position: &Position, is_chosen: impl Fn(Move) -> bool) -> bool {
    let moves = position.legal_moves();
    let mut promotions = moves.iter().filter(|mv| mv.promotion().is_some());
    promotions.any(|&mv| is_chosen(mv))
}

fn is_queen(position: &Position, square: Square) -> bool {
    kind_on(position, square) == Some(PieceKind::Queen)
}

/// Whether an enemy slider attacks the king of the side to move on a diagonal.
fn is_diagonal(position: &Position, slider: Square) -> bool {
    let king = position.king(position.turn());
    king.file() != slider.file() && king.rank() != slider.rank()
}

/// Whether a piece of this kind is pinned.
fn pins(position: &Position, kind: PieceKind) -> bool {
    let piece = Piece {
        color: position.turn(),
        kind,
    };
    let pieces = position.squares_of(piece);
    pinned(position, position.turn()).any(|(square, _)| pieces.contains(square))
}

/// Whether a slider would attack the king if two pieces were not there, but not without only one of them.
fn has_two_between(position: &Position) -> bool {
    let (king, them) = (position.king(position.turn()), !position.turn());
    let occupied = position.occupied();
    let seen = |without: Bitboard| position.attackers(king, them, occupied - without);
    let single: Bitboard = occupied
        .into_iter()
        .fold(Bitboard::EMPTY, |seen_so_far, square| {
            match square == king {
                true => seen_so_far,
                false => seen_so_far | seen(square.bitboard()),
            }
        });
    let squares: Vec<Square> = occupied
        .into_iter()
        .filter(|&square| square != king)
        .collect();
    squares.iter().enumerate().any(|(index, one)| {
        let others = squares[index + 1..].iter();
        others.into_iter().any(|other| {
            let both = one.bitboard() | other.bitboard();
            !(seen(both) - single - both).is_empty()
        })
    })
}
