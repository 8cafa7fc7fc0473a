//! Which wrong state explains wrong answers.
//!
//! Whoever generates the right moves of a wrong state (a castling right too many, an en passant
//! square forgotten) answers exactly as for another position. So the other positions that a slip
//! could leave are counted one after the other, until one gives the very answer that was heard.

use movegen::chess::explain::MoveHistory;
use movegen::chess::{
    Bitboard, CastlingStyle, Color, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Setup,
    Square,
};
use movegen::perft::Outcome;

use super::hash_keys;
use crate::find::{Difference, Disagreement, Finding, Node, count};

/// A position that a slip could leave, and the slip: "... as if {slip}".
struct Candidate {
    position: Position,
    slip: String,
}

/// What kind of bug it must be, if it is none of the rules.
pub(super) fn bug(found: &Disagreement, style: CastlingStyle) -> Option<String> {
    let past = found.past();
    if let Finding::Tree(difference) = &found.finding {
        // Who says only yes or no gives nothing to compare slips with.
        let heard = !difference.counts.is_empty();
        return heard.then(|| in_the_tree(&found.step, past.as_ref(), difference, style));
    }
    if let Some(two_ways) = &found.two_ways {
        let step = &two_ways.step;
        let past = step.past();
        let (subject, difference) = match (two_ways.played.is_none(), two_ways.set_up.is_none()) {
            (false, true) => match step.moves.last() {
                Some(last) => (format!("after {last} it plays on"), &two_ways.played),
                None => ("it reads the first FEN".to_owned(), &two_ways.played),
            },
            (true, false) => ("it reads the FEN".to_owned(), &two_ways.set_up),
            _ => return None,
        };
        if difference.refused {
            return None;
        }
        let here = slip_at(step, past.as_ref(), difference);
        if let Some(slip) = here {
            return Some(format!("{subject} as if {slip}"));
        }
        // What is wrong here may become a position that can be named only later on.
        let difference = found.finding.difference();
        let past = found.past();
        return Some(match slip_at(&found.step, past.as_ref(), difference) {
            Some(slip) => {
                format!("{subject} wrongly: at the end of the path it moves as if {slip}")
            }
            None => format!("{subject} wrongly, in no way that a single slip would explain"),
        });
    }
    if found.remembers {
        let difference = found.finding.difference();
        return slip_at(&found.step, past.as_ref(), difference)
            .map(|slip| format!("it answers as if {slip}"));
    }
    None
}

/// Beyond this many leaves nobody waits for some twenty counts more.
const MOST_LEAVES: u128 = 100_000_000;

/// The slip after which these moves and counts would be right. A total alone is not enough to
/// tell one slip from another.
fn slip_at(step: &Node, past: Option<&MoveHistory>, difference: &Difference) -> Option<String> {
    let ours = count(&step.position, step.depth).ok()?;
    if difference.refused || ours.total > MOST_LEAVES {
        return None;
    }
    candidates(&step.position, past)
        .into_iter()
        .find(|candidate| {
            count(&candidate.position, step.depth)
                .is_ok_and(|theirs| answers_so(&candidate.position, &ours, &theirs, difference))
        })
        .map(|candidate| candidate.slip)
}

/// Whether who gives the counts of the `other` position differs from ours in just this.
fn answers_so(
    other: &Position,
    ours: &Outcome<Move>,
    theirs: &Outcome<Move>,
    what: &Difference,
) -> bool {
    let mut extra: Vec<Move> = Vec::new();
    for text in &what.extra {
        match other.parse_uci(text) {
            Ok(mv) => extra.push(mv),
            Err(_) => return false,
        }
    }
    let their_count = |mv: Move| {
        let line = theirs.lines.iter().find(|line| line.mv == mv);
        line.map(|line| line.count)
    };
    let heard = |mv: Move, count: u128| {
        if what.missing.contains(&mv) {
            return None;
        }
        let wrong = what.counts.iter().find(|wrong| wrong.0 == mv);
        Some(wrong.map_or(count, |wrong| wrong.2))
    };
    let known = |mv: Move| ours.lines.iter().any(|line| line.mv == mv);
    ours.lines
        .iter()
        .all(|line| heard(line.mv, line.count) == their_count(line.mv))
        && theirs
            .lines
            .iter()
            .all(|line| known(line.mv) || extra.contains(&line.mv))
        && extra.iter().all(|&mv| their_count(mv).is_some())
}

/// Right moves, right children, wrong counts: what goes wrong while it goes through the tree.
fn in_the_tree(
    step: &Node,
    past: Option<&MoveHistory>,
    difference: &Difference,
    style: CastlingStyle,
) -> String {
    let below = |position: &Position, mv: Move| {
        let legal = position.is_legal(mv);
        let child = legal.then(|| position.play(mv))?;
        count(&child, step.depth - 1).ok().map(|count| count.total)
    };
    let unmade = candidates(&step.position, past)
        .into_iter()
        .chain(unmade(&step.position))
        .filter(|candidate| {
            difference
                .counts
                .iter()
                .all(|&(mv, _, theirs)| below(&candidate.position, mv) == Some(theirs))
        });
    if let Some(slips) = as_if(unmade) {
        return format!(
            "it counts these moves {slips}: taking back one of the moves before them does not \
             restore that"
        );
    }
    // Perft may make its moves in another way than `position ... moves` does.
    let made: Option<Vec<String>> = difference
        .counts
        .iter()
        .map(|&(mv, _, theirs)| {
            let mut past = past.cloned().unwrap_or_default();
            past.push(step.position, mv);
            let child = step.position.play(mv);
            let slips = candidates(&child, Some(&past))
                .into_iter()
                .filter(|candidate| {
                    count(&candidate.position, step.depth - 1)
                        .is_ok_and(|count| count.total == theirs)
                });
            let played = step.position.uci(mv, style);
            Some(format!("after {played} it counts on {}", as_if(slips)?))
        })
        .collect();
    match made.as_deref() {
        Some([one, ..]) => {
            format!("{one}: perft makes that move in another way than 'position ... moves' does")
        }
        _ => hash_keys::mixed_up(step, difference),
    }
}

/// The slips that all fit, at most three of them; `None` if there is none.
fn as_if(candidates: impl Iterator<Item = Candidate>) -> Option<String> {
    let slips: Vec<String> = candidates
        .take(3)
        .map(|candidate| format!("as if {}", candidate.slip))
        .collect();
    (!slips.is_empty()).then(|| slips.join(", or "))
}

/// Every position that one slip could leave instead of this one.
fn candidates(position: &Position, past: Option<&MoveHistory>) -> Vec<Candidate> {
    let mut all = Slips {
        right: *position,
        found: Vec::new(),
    };
    all.rights(past);
    all.en_passant(past);
    if let Some(past) = past {
        all.men(past);
    }
    all.found
}

/// Every position that taking back a move wrongly could leave.
fn unmade(position: &Position) -> Vec<Candidate> {
    let mut all = Slips {
        right: *position,
        found: Vec::new(),
    };
    for mv in position.legal_moves() {
        let (from, to) = (mv.from(), mv.to());
        let played = position.uci(mv, CastlingStyle::Standard);
        match mv.kind() {
            MoveKind::EnPassant => {
                let taken = Square::new(to.file(), from.rank());
                let slip = format!("the pawn on {taken} were gone, as it is after {played}");
                all.add(slip, |setup| setup.board[taken.index()] = None);
            }
            MoveKind::Castle => {
                let file = if to > from { File::F } else { File::D };
                let rook_to = Square::new(file, to.rank());
                let slip = format!("the rook stood on {rook_to}, as it does after {played}");
                all.add(slip, |setup| setup.board.swap(to.index(), rook_to.index()));
            }
            _ => {}
        }
    }
    all.found
}

struct Slips {
    right: Position,
    found: Vec<Candidate>,
}

impl Slips {
    fn add(&mut self, slip: String, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.right.to_setup();
        change(&mut setup);
        if let Ok((position, _)) = Position::from_setup(&setup)
            && position.key() != self.right.key()
            && self
                .found
                .iter()
                .all(|other| other.position.key() != position.key())
        {
            self.found.push(Candidate { position, slip });
        }
    }

    /// Rights lost too early, or not at all.
    fn rights(&mut self, past: Option<&MoveHistory>) {
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
            self.kept(color, rights, past);
        }
        self.add("nobody had the right to castle".to_owned(), |setup| {
            setup.castling = Bitboard::EMPTY;
        });
    }

    /// Rights that a king and a rook on their first rank could have had.
    fn kept(&mut self, color: Color, rights: Bitboard, past: Option<&MoveHistory>) {
        let home = Rank::First.relative_to(color);
        let rooks = self.right.pieces(PieceKind::Rook) & self.right.colors(color);
        let had = |rook: Square| {
            past.is_some_and(|past| {
                let mut plies = past.plies.iter();
                plies.any(|ply| ply.before.castling_rooks().contains(rook))
            })
        };
        let mut possible: Vec<Square> = rooks
            .into_iter()
            .filter(|&rook| rook.rank() == home && !rights.contains(rook))
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

    /// The square forgotten, kept, or set where none should be.
    fn en_passant(&mut self, past: Option<&MoveHistory>) {
        if let Some(square) = self.right.en_passant() {
            self.add(format!("no pawn had just passed {square}"), |setup| {
                setup.en_passant = None;
            });
        }
        let passed = past.and_then(MoveHistory::passed_square);
        let pushed = |square: Square| {
            past.is_some_and(|past| {
                past.plies.iter().any(|ply| {
                    ply.mv.kind() == MoveKind::DoublePush
                        && (ply.mv.from().index() + ply.mv.to().index()) / 2 == square.index()
                })
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
            self.add(format!("{square} {when} taken en passant"), |setup| {
                setup.en_passant = Some(square);
            });
        }
    }

    /// Men that the last move left where they do not belong.
    fn men(&mut self, past: &MoveHistory) {
        let Some(last) = past.plies.last() else {
            return;
        };
        let (from, to) = (last.mv.from(), last.mv.to());
        let mover = last.before.turn();
        match last.mv.kind() {
            MoveKind::EnPassant => {
                let taken = Square::new(to.file(), from.rank());
                let man = last.before.piece_at(taken);
                self.add(
                    format!("the pawn on {taken}, taken en passant, were still there"),
                    |setup| setup.board[taken.index()] = man,
                );
            }
            MoveKind::Castle => {
                let rook = last.before.piece_at(to);
                let file = if to > from { File::F } else { File::D };
                let rook_to = Square::new(file, to.rank());
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
