//! Finds the wrong state that explains wrong answers.
//!
//! A program that generates the correct moves of a wrong state (a castling right too many, a missing
//! en passant square) answers exactly as for another position. So the positions that a single mistake
//! could leave are counted one after another, until one gives exactly the answer that was received.

#[cfg(test)]
mod tests;
mod wrong_attacks;

use std::collections::HashSet;

use movegen::chess::explain::{MoveHistory, PlacedPiece, Ply};
use movegen::chess::{
    Bitboard, CastlingStyle, Color, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Setup,
    Square,
};
use movegen::perft::Outcome;

use super::causes::{Cause, Certainty};
use crate::ask::reported;
use crate::find::{Difference, Disagreement, Finding, Node, count};

/// A position that a single mistake could leave, and the mistake: "... as if {mistake}".
struct Candidate {
    position: Position,
    mistake: String,
}

/// The wrong state that gives exactly the answer that was received, if there is one.
pub(super) fn bug(found: &Disagreement) -> Option<String> {
    if let Some(two_ways) = &found.two_ways {
        let node = &two_ways.node;
        let history = node.history();
        let (subject, difference) = match (two_ways.played.is_none(), two_ways.set_up.is_none()) {
            (false, true) => match node.moves.last() {
                Some(last) => (format!("after {last} it continues"), &two_ways.played),
                None => ("it reads the first FEN".to_owned(), &two_ways.played),
            },
            (true, false) => ("it reads the FEN".to_owned(), &two_ways.set_up),
            _ => return None,
        };
        if let Some(mistakes) = mistakes_at(node, history.as_ref(), difference) {
            return Some(format!("{subject} {mistakes}"));
        }
        let chess = node.position.as_standard().filter(|_| node.depth == 1);
        if let (Some(chess), Some(history)) = (chess, &history) {
            if let Some(piece) = immobile(chess, history, difference) {
                return Some(format!("{subject} without moves of the {piece}"));
            }
            if let Some(mistakes) = wrong_attacks::mistakes(chess, history, difference) {
                return Some(format!("{subject} with wrong attacks, {mistakes}"));
            }
        }
        // The wrong state may be recognizable only further down the path.
        let difference = found.finding.difference();
        let history = found.history();
        return mistakes_at(&found.node, history.as_ref(), difference).map(|mistakes| {
            format!("{subject} incorrectly: at the end of the path it moves {mistakes}")
        });
    }
    if found.remembers {
        let difference = found.finding.difference();
        return mistakes_at(&found.node, found.history().as_ref(), difference)
            .map(|mistakes| format!("it answers {mistakes}"));
    }
    None
}

/// The wrong state whose moves are exactly those that were listed, if the answer about a FEN is wrong. It is an
/// observation: the FEN may be read incorrectly, or the moves of the right state generated incorrectly.
pub(super) fn like(found: &Disagreement) -> Option<String> {
    let Finding::Moves(difference) = &found.finding else {
        return None;
    };
    if found.two_ways.is_some() || found.remembers || found.last_moves.is_some() {
        return None;
    }
    let mistakes = mistakes_at(&found.node, found.history().as_ref(), difference)?;
    Some(format!("it answers {mistakes}"))
}

/// Wrong states that fit wrong counts of a tree, in which each child is right on its
/// own. They are no more than possible.
pub(super) fn possible(found: &Disagreement, style: CastlingStyle) -> Vec<Cause> {
    let Finding::Tree(difference) = &found.finding else {
        return Vec::new();
    };
    // One wrong count coincides with something too often.
    if difference.counts.len() < 2 {
        return Vec::new();
    }
    let history = found.history();
    let sentence = in_the_tree(&found.node, history.as_ref(), difference, style);
    sentence
        .map(|sentence| Cause {
            id: "wrong-state-in-tree",
            sentence,
            certainty: Certainty::Fits,
        })
        .into_iter()
        .collect()
}

/// This many moves can have left something wrong.
const LAST_PLIES: usize = 2;

/// The last moves, which can have left something wrong; the last one first.
fn last_plies(history: &MoveHistory) -> impl Iterator<Item = &Ply> {
    history.plies.iter().rev().take(LAST_PLIES)
}

/// Of more mistakes than these that fit, the first ones are named.
const MOST_MISTAKES: usize = 3;

/// With more leaves than this, twenty more counts would take too long.
const MOST_LEAVES: u128 = 100_000_000;

/// The mistakes after which these moves and counts would be correct. A total alone is not enough to
/// tell one mistake from another.
fn mistakes_at(
    node: &Node,
    history: Option<&MoveHistory>,
    difference: &Difference,
) -> Option<String> {
    let chess = node.position.as_standard()?;
    let ours = count(chess, node.depth).ok()?;
    if difference.refused || !difference.unlisted.is_empty() || ours.total > MOST_LEAVES {
        return None;
    }
    // Trees are not counted after every move.
    let most = if node.depth == 1 {
        usize::MAX
    } else {
        LAST_PLIES
    };
    let unplayed = history
        .into_iter()
        .flat_map(|history| unplayed(history, most));
    let all = candidates(chess, history).into_iter().chain(unplayed);
    let equal = all.filter(|candidate| {
        count(candidate.position, node.depth)
            .is_ok_and(|theirs| answers_so(&candidate.position, &ours, &theirs, difference))
    });
    as_if(equal.map(|candidate| candidate.mistake).take(MOST_MISTAKES))
}

/// Whether the counts of the `other` position differ from Canopy's in exactly this way.
fn answers_so(
    other: &Position,
    ours: &Outcome<Move>,
    theirs: &Outcome<Move>,
    difference: &Difference,
) -> bool {
    let mut extra: Vec<Move> = Vec::new();
    for text in &difference.extra {
        match other.parse_uci(text) {
            Ok(mv) => extra.push(mv),
            Err(_) => return false,
        }
    }
    let their_count = |mv: Move| {
        let line = theirs.lines.iter().find(|line| line.mv == mv);
        line.map(|line| reported(line.count))
    };
    let received = |mv: Move, count: u128| {
        if difference.missing.contains(&mv) {
            return None;
        }
        let wrong = difference.counts.iter().find(|wrong| wrong.0 == mv);
        Some(wrong.map_or(reported(count), |wrong| wrong.2))
    };
    let known = |mv: Move| ours.lines.iter().any(|line| line.mv == mv);
    ours.lines
        .iter()
        .all(|line| received(line.mv, line.count) == their_count(line.mv))
        && theirs
            .lines
            .iter()
            .all(|line| known(line.mv) || extra.contains(&line.mv))
        && extra.iter().all(|&mv| their_count(mv).is_some())
}

/// The moves and all children are right, but the counts are wrong: the single mistake that gives all
/// wrong counts, if exactly one does.
fn in_the_tree(
    node: &Node,
    history: Option<&MoveHistory>,
    difference: &Difference,
    style: CastlingStyle,
) -> Option<String> {
    let chess = node.position.as_standard()?;
    let below = |position: &Position, mv: Move| {
        let legal = position.is_legal(mv);
        let child = legal.then(|| position.play(mv))?;
        let count = count(child, node.depth - 1).ok()?;
        Some(reported(count.total))
    };
    let mut unmade = candidates(chess, history)
        .into_iter()
        .chain(unmade(chess))
        .filter(|candidate| {
            difference
                .counts
                .iter()
                .all(|&(mv, _, theirs)| below(&candidate.position, mv) == Some(theirs))
        });
    match (unmade.next(), unmade.next()) {
        (Some(only), None) => return Some(format!("it counts these moves as if {}", only.mistake)),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    // Perft may make its moves with other code than `position ... moves`.
    let mut sentences = difference.counts.iter().map(|&(mv, _, theirs)| {
        let mut history = history.cloned().unwrap_or_default();
        history.push(*chess, mv);
        let child = chess.play(mv);
        let mut made = candidates(&child, Some(&history))
            .into_iter()
            .filter(|candidate| {
                count(candidate.position, node.depth - 1)
                    .is_ok_and(|count| reported(count.total) == theirs)
            });
        match (made.next(), made.next()) {
            (Some(only), None) => Some(format!(
                "after {} it counts as if {}",
                chess.uci(mv, style),
                only.mistake
            )),
            _ => None,
        }
    });
    let first = sentences.next()??;
    sentences
        .all(|sentence| sentence.is_some())
        .then_some(first)
}

/// The mistakes that fit, as one sentence; `None` if there is none.
fn as_if(mistakes: impl Iterator<Item = String>) -> Option<String> {
    let mistakes: Vec<String> = mistakes.map(|mistake| format!("as if {mistake}")).collect();
    (!mistakes.is_empty()).then(|| mistakes.join(", or "))
}

/// Every position that a single mistake could leave instead of this one.
fn candidates(position: &Position, history: Option<&MoveHistory>) -> Vec<Candidate> {
    let mut all = Mistakes {
        right: *position,
        found: Vec::new(),
    };
    all.rights(history);
    all.en_passant(history);
    all.turn();
    if let Some(history) = history {
        all.pieces(history);
    }
    all.found
}

/// The positions before each of the last moves, of a program that does not play them. Of equal positions, the last one.
fn unplayed(history: &MoveHistory, most: usize) -> impl Iterator<Item = Candidate> {
    let all = history.plies.len();
    let mut seen = HashSet::new();
    let plies = history.plies.iter().enumerate().rev().take(most);
    let plies = plies.filter(move |(_, ply)| seen.insert(ply.before.key()));
    plies.map(move |(played, ply)| {
        let mv = ply.before.uci(ply.mv, CastlingStyle::Standard);
        let mistake = match (all - played, played) {
            (1, _) => format!("{mv} had not been played"),
            (2, _) => format!("{mv} and the moves after it had not been played"),
            (_, 0) => format!("none of the {all} moves had been played"),
            (_, 1) => format!("only the first of the {all} moves had been played"),
            (_, played) => format!("only the first {played} of the {all} moves had been played"),
        };
        Candidate {
            position: ply.before,
            mistake,
        }
    })
}

/// The piece whose moves are missing, all of them and no others, if one of the last moves put it on its square.
fn immobile(
    position: &Position,
    history: &MoveHistory,
    difference: &Difference,
) -> Option<PlacedPiece> {
    let from = match &difference.missing[..] {
        [first, second, ..] if first.from() == second.from() => first.from(),
        _ => return None,
    };
    let is_own = |mv: &&Move| mv.from() == from;
    let missing = difference.missing.iter();
    let are_missing = missing.clone().all(|mv| is_own(&mv))
        && position.legal_moves().iter().filter(is_own).count() == missing.len();
    let has_arrived =
        last_plies(history).any(|ply| ply.before.piece_at(from) != position.piece_at(from));
    PlacedPiece::at(position, from)
        .filter(|_| are_missing && difference.extra.is_empty() && has_arrived)
}

/// Every position that unmaking a move incorrectly could leave.
fn unmade(position: &Position) -> Vec<Candidate> {
    let mut all = Mistakes {
        right: *position,
        found: Vec::new(),
    };
    for mv in position.legal_moves() {
        let (from, to) = (mv.from(), mv.to());
        let played = position.uci(mv, CastlingStyle::Standard);
        match mv.kind() {
            MoveKind::EnPassant => {
                let captured = Square::new(to.file(), from.rank());
                let mistake =
                    format!("the pawn on {captured} were missing, as it is after {played}");
                all.add(mistake, |setup| setup.board[captured.index()] = None);
            }
            MoveKind::Castle => {
                let Some((_, rook_to)) = mv.castling_squares() else {
                    continue;
                };
                let mistake = format!("the rook stood on {rook_to}, as it does after {played}");
                all.add(mistake, |setup| {
                    setup.board.swap(to.index(), rook_to.index())
                });
            }
            _ => {}
        }
    }
    all.found
}

struct Mistakes {
    right: Position,
    found: Vec<Candidate>,
}

impl Mistakes {
    fn add(&mut self, mistake: String, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.right.to_setup();
        change(&mut setup);
        if let Ok((position, _)) = Position::from_setup(&setup)
            && position.key() != self.right.key()
            && self
                .found
                .iter()
                .all(|other| other.position.key() != position.key())
        {
            self.found.push(Candidate { position, mistake });
        }
    }

    /// The other side to move.
    fn turn(&mut self) {
        let other = !self.right.turn();
        self.add(format!("{other} were to move"), |setup| {
            setup.turn = other;
            setup.en_passant = None;
        });
    }

    /// Castling rights lost too early, or not lost at all.
    fn rights(&mut self, history: Option<&MoveHistory>) {
        let rights = self.right.castling_rooks();
        let may = |color: Color| rights & self.right.colors(color);
        let (white, black) = (may(Color::White), may(Color::Black));
        for rook in rights {
            let color = if white.contains(rook) {
                Color::White
            } else {
                Color::Black
            };
            self.add(
                format!("{color} had lost the right to castle with the rook on {rook}"),
                |setup| setup.castling = rights - Bitboard::from(rook),
            );
        }
        for (color, own) in [(Color::White, white), (Color::Black, black)] {
            if own.len() > 1 {
                self.add(
                    format!("{color} had lost the right to castle on both sides"),
                    |setup| setup.castling = rights - own,
                );
            }
            self.kept(color, rights, history);
        }
        self.add("no side had the right to castle".to_owned(), |setup| {
            setup.castling = Bitboard::EMPTY;
        });
    }

    /// Castling rights that a king and a rook on their back rank could have.
    fn kept(&mut self, color: Color, rights: Bitboard, history: Option<&MoveHistory>) {
        let back_rank = Rank::First.relative_to(color);
        let rooks = self.right.pieces(PieceKind::Rook) & self.right.colors(color);
        let had = |rook: Square| history.is_some_and(|history| history.had_castling_right(rook));
        let mut possible: Vec<Square> = rooks
            .into_iter()
            .filter(|&rook| rook.rank() == back_rank && !rights.contains(rook))
            .filter(|&rook| had(rook) || matches!(rook.file(), File::A | File::H))
            .collect();
        possible.sort_by_key(|&rook| !had(rook));
        for &rook in &possible {
            let still = if had(rook) { "still " } else { "" };
            self.add(
                format!("{color} {still}had the right to castle with the rook on {rook}"),
                |setup| setup.castling = rights | Bitboard::from(rook),
            );
        }
        if possible.len() > 1 {
            self.add(
                format!("{color} still had the right to castle on both sides"),
                |setup| setup.castling = rights | possible.iter().copied().collect(),
            );
        }
    }

    /// An en passant square forgotten, kept, or set where there is none.
    fn en_passant(&mut self, history: Option<&MoveHistory>) {
        if let Some(square) = self.right.en_passant() {
            self.add(format!("no pawn had just passed {square}"), |setup| {
                setup.en_passant = None;
            });
        }
        let passed = history.and_then(MoveHistory::passed_square);
        let pushed = |square: Square| {
            history.is_some_and(|history| {
                history
                    .plies
                    .iter()
                    .any(|ply| ply.mv.passed_square() == Some(square))
            })
        };
        let rank = Rank::Sixth.relative_to(self.right.turn());
        for file in File::ALL {
            let square = Square::new(file, rank);
            if passed == Some(square) {
                continue;
            }
            let when = if pushed(square) {
                "could still be"
            } else {
                "could be"
            };
            self.add(format!("{square} {when} captured en passant"), |setup| {
                setup.en_passant = Some(square);
            });
        }
    }

    /// Pieces that the last move left on the wrong squares.
    fn pieces(&mut self, history: &MoveHistory) {
        let Some(last) = history.plies.last() else {
            return;
        };
        let (from, to) = (last.mv.from(), last.mv.to());
        let mover = last.before.turn();
        match last.mv.kind() {
            MoveKind::EnPassant => {
                let captured = Square::new(to.file(), from.rank());
                let pawn = last.before.piece_at(captured);
                self.add(
                    format!("the pawn on {captured}, captured en passant, were still there"),
                    |setup| setup.board[captured.index()] = pawn,
                );
            }
            MoveKind::Castle => {
                let rook = last.before.piece_at(to);
                let Some((_, rook_to)) = last.mv.castling_squares() else {
                    return;
                };
                self.add(format!("the rook had stayed on {to}"), |setup| {
                    setup.board[rook_to.index()] = None;
                    setup.board[to.index()] = rook;
                });
                self.add(format!("a second rook stood on {to}"), |setup| {
                    setup.board[to.index()] = rook;
                });
            }
            kind if kind.promotion().is_some() => {
                for other in [
                    PieceKind::Queen,
                    PieceKind::Rook,
                    PieceKind::Bishop,
                    PieceKind::Knight,
                ] {
                    self.add(format!("the pawn had become a {other} on {to}"), |setup| {
                        setup.board[to.index()] = Some(Piece {
                            color: mover,
                            kind: other,
                        });
                    });
                }
            }
            _ => {}
        }
    }
}
