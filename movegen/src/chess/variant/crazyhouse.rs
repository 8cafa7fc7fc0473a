//! Crazyhouse: captured pieces change sides, and are dropped on empty squares instead of a move.

use std::borrow::Cow;

use super::{GameOver, Rules, State, VariantPosition};
use crate::chess::board::attacks::BETWEEN;
use crate::chess::explain::Reason;
use crate::chess::explain::UciMove;
use crate::chess::rules::validate::PositionError;
use crate::chess::text::fen::FenError;
use crate::chess::text::fen::pocket::{self, Pocket};
use crate::chess::{Bitboard, Move, MoveKind, MoveList, Piece, PieceKind, Position, Setup, Square};
use crate::random::Random;

/// The rules of crazyhouse, as lichess plays it. The state has the pockets and the pieces that were pawns, which are
/// pawns again when they are captured.
#[derive(Clone, Copy, Debug)]
pub struct Crazyhouse;

/// The kinds of pieces that can be in a pocket.
const KINDS: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

/// Pawns are not dropped on the first and the last rank.
const PAWN_SQUARES: Bitboard = Bitboard(0x00FF_FFFF_FFFF_FF00);

/// The bits of a number in the state; the promoted pieces have the lowest 64.
const BITS: usize = 6;

fn pack(pocket: Pocket) -> State {
    let counts = pocket.counts.iter().flatten().zip((64..).step_by(BITS));
    let counts = counts.map(|(&count, shift)| u128::from(count) << shift);
    State(counts.fold(u128::from(pocket.promoted.0), |state, count| state | count))
}

fn unpack(state: State) -> Pocket {
    let mut pocket = Pocket {
        promoted: Bitboard(state.0 as u64),
        ..Pocket::default()
    };
    let counts = pocket.counts.iter_mut().flatten();
    for (count, shift) in counts.zip((64..).step_by(BITS)) {
        *count = (state.0 >> shift) as u8 & pocket::MOST;
    }
    pocket
}

/// The empty squares on which a piece can be dropped: all of them, those that block a check, or none in double check.
fn squares(chess: &Position) -> Bitboard {
    let empty = Bitboard(!chess.occupied().0);
    let checkers = chess.checkers();
    match (checkers.len(), checkers.first()) {
        (0, _) => empty,
        (1, Some(checker)) => {
            let king = chess.king(chess.turn());
            empty & Bitboard(BETWEEN[king.index()][checker.index()])
        }
        _ => Bitboard::EMPTY,
    }
}

/// The kinds in the pocket of the side to move, with the squares among these on which each can be dropped.
fn drops(
    position: &VariantPosition,
    squares: Bitboard,
) -> impl Iterator<Item = (PieceKind, Bitboard)> {
    let counts = unpack(position.state()).counts[position.chess().turn().index()];
    let owned = KINDS
        .into_iter()
        .filter(move |kind| counts[kind.index()] > 0);
    owned.map(move |kind| match kind {
        PieceKind::Pawn => (kind, squares & PAWN_SQUARES),
        _ => (kind, squares),
    })
}

fn moves(drops: impl Iterator<Item = (PieceKind, Bitboard)>) -> impl Iterator<Item = Move> {
    drops.flat_map(|(kind, squares)| squares.into_iter().map(move |to| Move::drop(kind, to)))
}

/// Why a drop is illegal.
fn drop_fault(
    position: &VariantPosition,
    kind: PieceKind,
    to: Square,
) -> Option<(&'static str, String)> {
    let chess = position.chess();
    let turn = chess.turn();
    let is_owned =
        kind != PieceKind::King && unpack(position.state()).counts[turn.index()][kind.index()] > 0;
    if !is_owned {
        return Some((
            "not_in_pocket",
            format!("there is no {kind} in the pocket of {turn}"),
        ));
    }
    if chess.occupied().contains(to) {
        return Some(("drop_on_piece", format!("{to} is not empty")));
    }
    if kind == PieceKind::Pawn && !PAWN_SQUARES.contains(to) {
        return Some((
            "pawn_drop_on_back_rank",
            "a pawn cannot be dropped on the first or the eighth rank".to_owned(),
        ));
    }
    let king = chess.king(turn);
    (!squares(chess).contains(to)).then(|| {
        (
            "drop_leaves_check",
            format!("the king on {king} is in check, and the drop does not block it"),
        )
    })
}

impl Crazyhouse {
    /// The pockets and the promoted pieces of a state.
    pub fn pocket(state: State) -> Pocket {
        unpack(state)
    }

    /// The state with these pockets and promoted pieces.
    pub fn state(pocket: Pocket) -> State {
        pack(pocket)
    }
}

impl Rules for Crazyhouse {
    fn name(&self) -> &'static str {
        "crazyhouse"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["zh"]
    }

    fn summary(&self) -> &'static str {
        "Captured pieces change sides and are dropped on empty squares"
    }

    /// Dropped pieces are no unusual material.
    fn position(&self, setup: &Setup) -> Result<(Position, Vec<String>), PositionError> {
        let chess = Position::from_setup_unchecked(setup);
        let problems = chess.problems();
        if !problems.is_empty() {
            return Err(PositionError { problems });
        }
        let warnings = chess.dropped_from(setup);
        Ok((chess, warnings.iter().map(ToString::to_string).collect()))
    }

    fn game_over(&self, _position: &VariantPosition) -> Option<GameOver> {
        None
    }

    fn has_own_moves(&self) -> bool {
        true
    }

    fn has_drops(&self) -> bool {
        true
    }

    fn in_pocket(&self, position: &VariantPosition, piece: Piece) -> u32 {
        let counts = unpack(position.state()).counts[piece.color.index()];
        counts
            .get(piece.kind.index())
            .map_or(0, |&count| count.into())
    }

    fn more_moves(&self, position: &VariantPosition) -> MoveList {
        let empty = Bitboard(!position.chess().occupied().0);
        moves(drops(position, empty)).collect()
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        let mut list = position.chess().legal_moves();
        list.extend(moves(drops(position, squares(position.chess()))));
        list
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        let dropped = drops(position, squares(chess)).map(|(_, to)| u64::from(to.len()));
        chess.count_legal_moves() + dropped.sum::<u64>()
    }

    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        if let Some(kind) = mv.dropped() {
            let (code, text) = drop_fault(position, kind, mv.to())?;
            return Some(Reason::OfVariant { code, text });
        }
        let illegal = position.chess().explain(UciMove::new(mv), None).err()?;
        illegal.reasons.into_iter().next()
    }

    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        match mv.dropped() {
            Some(_) => position.chess().play_pseudo_legal(mv),
            None => position.chess().play(mv),
        }
    }

    /// Up to two pieces in the pockets, and some promoted ones on the board.
    fn random_state(&self, position: &VariantPosition, random: &mut Random) -> State {
        let chess = position.chess();
        let mut pocket = Pocket::default();
        for _ in 0..random.below(3).min(32 - chess.occupied().len() as usize) {
            pocket.counts[random.below(2)][random.below(KINDS.len())] += 1;
        }
        let others =
            chess.pieces(PieceKind::Pawn) | chess.pieces(PieceKind::King) | chess.castling_rooks();
        for square in chess.occupied() - others {
            if random.one_in(3) {
                pocket.promoted |= square.bitboard();
            }
        }
        pack(pocket)
    }

    fn next_state(&self, position: &VariantPosition, mv: Move, _child: &Position) -> State {
        let chess = position.chess();
        let mut pocket = unpack(position.state());
        let own = &mut pocket.counts[chess.turn().index()];
        if let Some(kind) = mv.dropped() {
            own[kind.index()] = own[kind.index()].saturating_sub(1);
            return pack(pocket);
        }
        if mv.kind() == MoveKind::Castle {
            return position.state();
        }
        let captured = mv.capture_square();
        if let Some((square, piece)) = captured.and_then(|at| Some((at, chess.piece_at(at)?))) {
            let kind = match pocket.promoted.contains(square) {
                true => PieceKind::Pawn,
                false => piece.kind,
            };
            if let Some(count) = own.get_mut(kind.index()) {
                *count = (*count + 1).min(pocket::MOST);
            }
            pocket.promoted = pocket.promoted - square.bitboard();
        }
        let is_promoted = pocket.promoted.contains(mv.from()) || mv.promotion().is_some();
        pocket.promoted = pocket.promoted - mv.from().bitboard();
        if is_promoted {
            pocket.promoted |= mv.to().bitboard();
        }
        pack(pocket)
    }

    fn counts_like_chess(&self, position: &VariantPosition, depth: u32) -> bool {
        // A capture fills the pocket of the side that moves again after two plies.
        let [white, black] = unpack(position.state()).counts;
        depth <= 2 && white == [0; 5] && black == [0; 5]
    }

    fn split_fen<'a>(&self, fen: &'a str) -> Result<(Cow<'a, str>, State), FenError> {
        let (fen, pocket) = pocket::take(fen)?;
        Ok((fen, pack(pocket)))
    }

    fn join_fen(&self, fen: String, state: State) -> String {
        pocket::put(&fen, unpack(state))
    }
}
