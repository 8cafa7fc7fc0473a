//! The last examination of a cause. The questions so far told it from other known defects; a program can
//! also have a narrower defect, or an unknown one. So every rule that the defect touches is asked
//! about: with colours exchanged, mirrored, on all files, in all directions and with all kinds of pieces,
//! and in random positions. A cause that misses one answer is none.

use movegen::chess::{
    Bitboard, CastlingStyle, ParsedFen, ParsedPosition, Position, PositionText, Setup, Square,
};

use super::orders::Learned;
use super::probes::{Probe, is_probe};
use super::suspect::Suspect;
use crate::ask::OtherSide;
use crate::find::{Disagreement, RandomPositions, count};
use crate::imitate::Budget;
use crate::positions::{self, questions, steps};

/// The limits of questions: where the defect shows in known positions, where it shows in random ones, and
/// where it should not show.
const MOST_KNOWN: usize = 56;
const MOST_RANDOM: usize = 24;
const MOST_UNCHANGED: usize = 24;

/// The limit for programs with a hash table: their questions are larger.
const MOST_OF_TABLE: usize = 12;

/// The random positions that are tried until the defect shows in enough of them.
const RANDOM_POSITIONS: usize = 400;

/// The leaves of a random position, and of the position that was found.
const MOST_LEAVES: u128 = 1000;
const MOST_LEAVES_FOUND: u128 = 10_000;

/// A FEN, moves from there, and a depth.
type Step = (String, String, u32);

/// Questions that differ only in colours and sides.
type Group = Vec<Vec<Step>>;

/// Asks where the defects of these suspects show and where they do not. Removes those that answer
/// differently, and marks the others as checked, if all questions could be asked. Leaves the other side as
/// it is after a reset.
pub(super) fn check(
    suspects: &mut Vec<Suspect>,
    found: &Disagreement,
    (other, style): (&mut dyn OtherSide, CastlingStyle),
    learned: &mut Learned,
    budget: &mut Budget,
) {
    // Without a predicted answer, none is more than possible anyway.
    if !suspects.iter().any(Suspect::is_confirmed) || other.reset().is_err() {
        return;
    }
    let of_table = suspects.iter().any(|suspect| suspect.is_in_table);
    let fresh = suspects.iter().any(|suspect| suspect.variant.remembers());
    let mut asker = Asker {
        suspects,
        other,
        style,
        learned,
        budget,
        fresh,
        of_table,
    };
    let complete = match of_table {
        true => asker.ask_all(series(style), MOST_OF_TABLE, 0),
        false => {
            asker.ask_all(known(found, fresh, style), MOST_KNOWN, MOST_UNCHANGED)
                && asker.ask_all(random(style), MOST_RANDOM, 0)
        }
    };
    // An error shows at the next question.
    let _ = other.reset();
    for suspect in &mut *suspects {
        suspect.checked = complete && !suspect.failed;
    }
    // What another one predicts in trees as well explains them better.
    if suspects.iter().any(Suspect::accounts) {
        suspects.retain(|suspect| !suspect.failed);
    }
}

struct Asker<'a> {
    suspects: &'a mut Vec<Suspect>,
    other: &'a mut dyn OtherSide,
    style: CastlingStyle,
    learned: &'a mut Learned,
    budget: &'a mut Budget,
    /// Whether each question needs a fresh process.
    fresh: bool,
    of_table: bool,
}

impl Asker<'_> {
    /// Asks the questions of groups in which a defect shows, up to a limit, and some of the others. Whether
    /// all were answered.
    fn ask_all(
        &mut self,
        groups: impl Iterator<Item = Group>,
        most: usize,
        most_unchanged: usize,
    ) -> bool {
        let (mut asked, mut unchanged) = (0, 0);
        for group in groups {
            if self.suspects.is_empty() || asked >= most {
                break;
            }
            let mut probes: Vec<Probe> =
                group.iter().filter_map(|steps| self.probe(steps)).collect();
            let shows = probes.iter().any(Probe::is_wrong);
            if !shows && unchanged >= most_unchanged {
                continue;
            }
            probes.reverse();
            while let Some(probe) = probes.pop() {
                let Some(kept) = self.ask(&probe) else {
                    return false;
                };
                probes.iter_mut().for_each(|probe| probe.retain(&kept));
                match shows {
                    true => asked += 1,
                    false => unchanged += 1,
                }
            }
        }
        true
    }

    fn probe(&mut self, steps: &[Step]) -> Option<Probe> {
        if !self.other.plays_moves() && steps.iter().any(|step| !step.1.is_empty()) {
            return None;
        }
        Probe::new(steps, false, self.suspects, self.style, self.budget)
    }

    /// Whether a different answer refutes a suspect. In a tree, or after moves, a defect can lead to positions
    /// that cannot arise in a game; programs with the same defect continue from there in different ways.
    fn refutes(&self, probe: &Probe) -> bool {
        let unmakes = self
            .suspects
            .iter()
            .any(|suspect| suspect.variant.unmakes());
        !self.of_table && !unmakes && probe.is_of_single_moves()
    }

    /// Asks one question, and removes the suspects that answer it differently; returns which ones were kept.
    fn ask(&mut self, probe: &Probe) -> Option<Vec<bool>> {
        probe.prepare(self.suspects, self.learned, self.other, self.style);
        if self.fresh {
            self.other.reset().ok()?;
        }
        let answers = probe.ask(self.other)?;
        let seen = probe.observed(&answers);
        if seen.iter().any(Option::is_none) {
            return None;
        }
        let kept = probe.judge(&seen, self.suspects, self.budget, self.refutes(probe));
        if kept.contains(&false) {
            log::debug!("causes refuted ({kept:?} kept) by {probe}");
        }
        Some(kept)
    }
}

/// The position that was found and known positions, each with colours exchanged and mirrored.
fn known(found: &Disagreement, fresh: bool, style: CastlingStyle) -> impl Iterator<Item = Group> {
    let node = &found.node;
    let is_small = || count(node.position, node.depth).is_ok_and(|n| n.total <= MOST_LEAVES_FOUND);
    let first = (!found.remembers && is_small())
        .then(|| vec![(node.fen.clone(), node.moves.join(" "), node.depth)]);
    let owned =
        |&(fen, moves, depth): &positions::Step| vec![(fen.to_owned(), moves.to_owned(), depth)];
    let pairs = questions("pair")
        .iter()
        .filter(move |_| fresh)
        .flat_map(move |pair| {
            let both: Vec<Step> = pair.iter().flat_map(owned).collect();
            let last = both[1..].to_vec();
            [both, last]
        });
    let pool = steps("pool")
        .filter(move |step| is_probe(step, style))
        .map(owned);
    let known = first
        .into_iter()
        .chain(pairs)
        .chain(steps("survey").map(owned));
    known.chain(pool).map(move |steps| turned(&steps, style))
}

fn random(style: CastlingStyle) -> impl Iterator<Item = Group> {
    let draw = RandomPositions {
        seed: 14,
        chess960: style == CastlingStyle::Chess960,
        depth: 2,
        most_leaves: MOST_LEAVES,
    };
    let nodes = draw.nodes().take(RANDOM_POSITIONS).flatten();
    nodes.map(|node| vec![vec![(node.fen, node.moves.join(" "), node.depth)]])
}

fn series(style: CastlingStyle) -> impl Iterator<Item = Group> {
    questions("series").iter().map(move |steps| {
        let owned = steps
            .iter()
            .map(|&(fen, moves, depth)| (fen.to_owned(), moves.to_owned(), depth));
        turned(&owned.collect::<Vec<Step>>(), style)
    })
}

/// The questions as they are, with colours exchanged, mirrored, and both.
fn turned(steps: &[Step], style: CastlingStyle) -> Group {
    let mut group: Group = vec![steps.to_vec()];
    for mask in [56, 7, 63] {
        let turned = steps.iter().map(|step| turn(step, mask, style));
        let Some(turned) = turned.collect::<Option<Vec<Step>>>() else {
            continue;
        };
        if !group.contains(&turned) {
            group.push(turned);
        }
    }
    group
}

/// The same question with squares changed by a mask: 56 exchanges the colours, 7 mirrors the board, 63 does
/// both. `None` if the rules are different there: castling is not the same on both sides.
fn turn((fen, moves, depth): &Step, mask: usize, style: CastlingStyle) -> Option<Step> {
    let setup = fen.parse::<ParsedFen>().ok()?.setup;
    let colors = mask & 56 != 0;
    let mirrors = mask & 7 != 0;
    if mirrors && (!setup.castling.is_empty() && style == CastlingStyle::Standard) {
        return None;
    }
    let square = |square: Square| Square::from_index(square.index() ^ mask);
    let mut board = [None; 64];
    for (index, piece) in setup.board.iter().enumerate() {
        board[index ^ mask] = piece.map(|mut piece| {
            if colors {
                piece.color = !piece.color;
            }
            piece
        });
    }
    let turned = Setup {
        board,
        turn: if colors { !setup.turn } else { setup.turn },
        castling: setup.castling.into_iter().map(square).collect::<Bitboard>(),
        en_passant: setup.en_passant.map(square),
        ..setup
    };
    let (position, _) = Position::from_setup(&turned).ok()?;
    if !position.checks_are_possible(turned.en_passant, style) {
        return None;
    }
    let letter = |letter: char| match letter {
        'a'..='h' if mirrors => char::from(b'a' + b'h' - letter as u8),
        '1'..='8' if colors => char::from(b'1' + b'8' - letter as u8),
        _ => letter,
    };
    let moves = moves.split_ascii_whitespace().map(|mv| {
        let (squares, promotion) = mv.split_at(4.min(mv.len()));
        squares
            .chars()
            .map(letter)
            .chain(promotion.chars())
            .collect::<String>()
    });
    let moves = moves.collect::<Vec<String>>().join(" ");
    let fen = turned.fen(style);
    let text = PositionText::new(Some(&fen), &moves);
    ParsedPosition::from_text(&text).ok()?;
    Some((fen, moves, *depth))
}
