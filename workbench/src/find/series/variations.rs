//! Positions that differ from another one in a single part: those that a bad key confuses with it, and
//! those that a stale state turns into it.

use movegen::chess::variant::VariantPosition;
use movegen::chess::{
    Bitboard, CastlingStyle, Color, Move, MoveKind, Piece, PieceKind, Position, Rank, Setup, Square,
};
use movegen::random::Random;

use crate::find::Node;
use crate::find::random_positions::plausible;

/// Changes one part; `None` if there is nothing to change.
type Variation = fn(&mut Random, &Setup) -> Option<Setup>;

const VARIATIONS: &[Variation] = &[
    other_side,
    without_en_passant,
    pawn_one_step_ahead,
    without_a_right,
    without_rights,
    with_a_right,
    other_kind,
    other_color,
    moved_piece,
    mirrored,
    late,
];

/// A position for each part that can be changed, in chess a plausible one. The setup is that of the position.
pub(super) fn variations(
    random: &mut Random,
    setup: &Setup,
    position: &VariantPosition,
    style: CastlingStyle,
) -> Vec<(VariantPosition, Option<Square>)> {
    let changed = VARIATIONS.iter().filter_map(|vary| vary(random, setup));
    let rules = position.rules();
    let of = |setup: &Setup, state| VariantPosition::from_setup(rules, setup, state).ok();
    let valid = changed.filter_map(|setup| {
        let changed = match rules.is_standard() {
            true => plausible(&setup, style)?.into(),
            false => of(&setup, position.state())?,
        };
        Some((changed, setup.en_passant))
    });
    let mut all: Vec<_> = valid.collect();
    let other_state = rules.random_state(position, random);
    if other_state != position.state() {
        all.extend(of(setup, other_state).map(|changed| (changed, setup.en_passant)));
    }
    all
}

fn other_side(_: &mut Random, setup: &Setup) -> Option<Setup> {
    Some(Setup {
        turn: !setup.turn,
        en_passant: None,
        ..setup.clone()
    })
}

fn without_en_passant(_: &mut Random, setup: &Setup) -> Option<Setup> {
    setup.en_passant?;
    Some(Setup {
        en_passant: None,
        ..setup.clone()
    })
}

/// A pawn stands on the square that its double push passes: its single push leads to the position
/// after the double push, without an en passant square.
fn pawn_one_step_ahead(random: &mut Random, setup: &Setup) -> Option<Setup> {
    let second = Rank::Second.relative_to(setup.turn);
    let pawns = setup.squares_of(piece(setup.turn, PieceKind::Pawn));
    let ahead = |square: Square| Square::new(square.file(), Rank::Third.relative_to(setup.turn));
    let free =
        |square: &Square| square.rank() == second && setup.board[ahead(*square).index()].is_none();
    let pawns: Vec<Square> = pawns.into_iter().filter(free).collect();
    let rival = |square: &Square| {
        let rank = Rank::Fourth.relative_to(setup.turn);
        let enemies = setup.squares_of(piece(!setup.turn, PieceKind::Pawn));
        let mut beside = enemies.into_iter().filter(|enemy| enemy.rank() == rank);
        beside.any(|enemy| enemy.file().index().abs_diff(square.file().index()) == 1)
    };
    let rivals: Vec<Square> = pawns.iter().copied().filter(rival).collect();
    let pawn = pick(random, if rivals.is_empty() { &pawns } else { &rivals })?;
    let mut moved = setup.clone();
    moved.board.swap(pawn.index(), ahead(pawn).index());
    Some(moved)
}

fn without_a_right(random: &mut Random, setup: &Setup) -> Option<Setup> {
    let rooks: Vec<Square> = setup.castling.into_iter().collect();
    let rook = pick(random, &rooks)?;
    Some(Setup {
        castling: setup.castling - Bitboard::from(rook),
        ..setup.clone()
    })
}

pub(super) fn without_rights(_: &mut Random, setup: &Setup) -> Option<Setup> {
    (setup.castling.len() > 1).then(|| Setup {
        castling: Bitboard::EMPTY,
        ..setup.clone()
    })
}

/// A right for a rook in the corner, if the king stands on its square.
fn with_a_right(random: &mut Random, setup: &Setup) -> Option<Setup> {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    let may_castle = |corner: &Square| {
        let color = match corner.rank() {
            Rank::First => Color::White,
            _ => Color::Black,
        };
        let at_home =
            |square: Square, kind| setup.board[square.index()] == Some(piece(color, kind));
        let king = match color {
            Color::White => Square::E1,
            Color::Black => Square::E8,
        };
        at_home(*corner, PieceKind::Rook)
            && at_home(king, PieceKind::King)
            && !setup.castling.contains(*corner)
    };
    let corners: Vec<Square> = corners.into_iter().filter(may_castle).collect();
    let rook = pick(random, &corners)?;
    Some(Setup {
        castling: setup.castling | Bitboard::from(rook),
        ..setup.clone()
    })
}

fn other_kind(random: &mut Random, setup: &Setup) -> Option<Setup> {
    let square = pick(random, &officers(setup))?;
    let mut changed = setup.clone();
    if let Some(piece) = &mut changed.board[square.index()] {
        piece.kind = match piece.kind {
            PieceKind::Knight => PieceKind::Bishop,
            PieceKind::Bishop => PieceKind::Knight,
            PieceKind::Rook => PieceKind::Queen,
            _ => PieceKind::Rook,
        };
    }
    Some(changed)
}

fn other_color(random: &mut Random, setup: &Setup) -> Option<Setup> {
    let square = pick(random, &officers(setup))?;
    let mut changed = setup.clone();
    if let Some(piece) = &mut changed.board[square.index()] {
        piece.color = !piece.color;
    }
    Some(changed)
}

/// A piece one square beside its own.
fn moved_piece(random: &mut Random, setup: &Setup) -> Option<Setup> {
    let from = pick(random, &officers(setup))?;
    let beside = |square: &Square| {
        let files = square.file().index().abs_diff(from.file().index());
        let ranks = square.rank().index().abs_diff(from.rank().index());
        files.max(ranks) == 1 && setup.board[square.index()].is_none()
    };
    let squares: Vec<Square> = Square::ALL.into_iter().filter(beside).collect();
    let to = pick(random, &squares)?;
    let mut changed = setup.clone();
    changed.board.swap(from.index(), to.index());
    Some(changed)
}

/// The same play for the other side.
fn mirrored(_: &mut Random, setup: &Setup) -> Option<Setup> {
    let (position, _) = Position::from_setup(setup).ok()?;
    Some(Setup {
        // Also where no capture is legal.
        en_passant: setup.en_passant.map(Square::flip),
        ..position.flip().to_setup()
    })
}

/// With a clock near 100: the fifty-move rule must not end a tree.
fn late(random: &mut Random, setup: &Setup) -> Option<Setup> {
    setup.en_passant.is_none().then(|| Setup {
        halfmoves: 97 + random.below(4) as u32,
        fullmoves: setup.fullmoves.max(80),
        ..setup.clone()
    })
}

/// The pieces but kings, pawns and rooks that may castle.
fn officers(setup: &Setup) -> Vec<Square> {
    let is_officer = |square: &Square| {
        let piece = setup.board[square.index()];
        piece.is_some_and(|piece| !matches!(piece.kind, PieceKind::King | PieceKind::Pawn))
            && !setup.castling.contains(*square)
    };
    Square::ALL.into_iter().filter(is_officer).collect()
}

/// The same position after two moves of each side, there and back, unless none are found.
pub(super) fn there_and_back(
    random: &mut Random,
    node: &Node,
    style: CastlingStyle,
) -> Option<Node> {
    let first = pick(random, &quiet_moves(&node.position))?;
    let after_first = node.after(first, style);
    let second = pick(random, &quiet_moves(&after_first.position))?;
    let mut node = after_first.after(second, style);
    for mv in [first, second] {
        let back = |other: &Move| other.from() == mv.to() && other.to() == mv.from();
        let back = quiet_moves(&node.position).into_iter().find(back)?;
        node = node.after(back, style);
    }
    Some(node)
}

/// Moves of pieces without a capture.
fn quiet_moves(position: &VariantPosition) -> Vec<Move> {
    let chess = position.chess();
    let quiet = |mv: &Move| {
        let piece = chess.piece_at(mv.from());
        mv.kind() == MoveKind::Plain
            && !chess.is_capture(*mv)
            && piece.is_some_and(|piece| piece.kind != PieceKind::Pawn)
    };
    position
        .legal_moves()
        .iter()
        .copied()
        .filter(quiet)
        .collect()
}

fn piece(color: Color, kind: PieceKind) -> Piece {
    Piece { color, kind }
}

/// One of the items; `None` if there are none.
pub(super) fn pick<T: Copy>(random: &mut Random, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| random.pick(items))
}
