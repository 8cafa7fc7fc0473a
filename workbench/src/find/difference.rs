//! The difference between an answer and Canopy's own count of a position.

use movegen::chess::variant::{VariantCounter, VariantPosition};
use movegen::chess::{
    CastlingStyle, Kernel, LastMoveCounter, Move, MoveFilter, MoveKind, PieceKind,
};
use movegen::perft::{Outcome, Perft, Stop};
use movegen::threads;

use crate::ask::{Answer, DivideText, Error, is_coordinates, reported};

/// The difference between an answer and Canopy's count. If all fields are empty, the two agree.
///
/// Lines with count 0 change no total. A program that lists pseudo-legal moves counts 0 below the illegal
/// ones, and some leave out moves below which they count nothing: neither is a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Legal moves that are not listed although they do not count 0, or that are listed with count 0 at
    /// depth 1. Empty if there are unreadable lines: one of them can be the move.
    pub missing: Vec<Move>,
    /// Listed texts that are not legal moves and do not count 0.
    pub extra: Vec<String>,
    /// Legal moves that are listed more than once.
    pub repeated: Vec<Move>,
    /// Moves with different counts, in Canopy's order: the move, Canopy's count, the other count.
    pub counts: Vec<(Move, u128, i128)>,
    /// A total that is not the sum of its own lines (of Canopy's, if it has no lines): the sum and
    /// the total.
    pub total: Option<(i128, i128)>,
    /// Only the total is known to be different, not the moves.
    pub refused: bool,
    /// Lines that have a move in an unknown notation, as written. Empty if they agree with the moves
    /// of `unlisted`, one by one.
    pub unreadable: Vec<String>,
    /// If there are unreadable lines: legal moves that are not in any other line.
    pub unlisted: Vec<Move>,
}

impl Difference {
    /// Whether the two agree.
    pub fn is_none(&self) -> bool {
        *self == Difference::default()
    }

    /// Whether the move lists differ.
    pub fn in_moves(&self) -> bool {
        !(self.missing.is_empty() && self.extra.is_empty() && self.repeated.is_empty())
    }

    /// Compares an answer with Canopy's count; `None` for [`Answer::Unknown`].
    pub(crate) fn between(
        position: impl Into<VariantPosition>,
        ours: &Outcome<Move>,
        answer: &Answer,
    ) -> Option<Difference> {
        match answer {
            Answer::Unknown => None,
            Answer::Verdict(agrees) => Some(Difference {
                refused: !agrees,
                ..Difference::default()
            }),
            Answer::Divide(theirs) => Some(Difference::of_divide(&position.into(), ours, theirs)),
        }
    }

    /// Compares a divide with Canopy's count to this depth.
    pub(crate) fn at(
        position: impl Into<VariantPosition>,
        depth: u32,
        ours: &Outcome<Move>,
        divide: &DivideText,
    ) -> Difference {
        let position = position.into();
        let mut difference = Difference::of_divide(&position, ours, divide);
        if depth == 1 {
            let style = CastlingStyle::new(position.chess().needs_chess960());
            difference.at_depth_one(&position, ours.lines.len(), None, style);
        }
        difference
    }

    /// Adapts a difference to depth 1, where a line with count 0 says that the move is not legal. If only
    /// some lines are counted, a legal move that Canopy does not count is one that the program should not
    /// list.
    pub(super) fn at_depth_one(
        &mut self,
        position: &VariantPosition,
        legal: usize,
        last_moves: Option<&MoveFilter>,
        style: CastlingStyle,
    ) {
        let nothing_counts =
            self.counts.len() == legal && self.counts.iter().all(|(.., theirs)| *theirs == 0);
        if last_moves.is_none() && nothing_counts {
            // It lists every legal move: it counts leaves in another way.
            return;
        }
        for (mv, ours, theirs) in std::mem::take(&mut self.counts) {
            match (ours, theirs) {
                (0, _) => self.extra.push(position.uci(mv, style)),
                (_, 0) => self.missing.push(mv),
                _ => self.counts.push((mv, ours, theirs)),
            }
        }
        self.extra.sort();
    }

    fn of_divide(
        position: &VariantPosition,
        ours: &Outcome<Move>,
        theirs: &DivideText,
    ) -> Difference {
        let mut difference = Difference::default();
        if let (0, Some(total)) = (theirs.listed(), theirs.total)
            && total != 0
        {
            // A total without a divide is a verdict, like an exit code.
            let expected = reported(ours.total);
            difference.refused = total != expected;
            difference.total = difference.refused.then_some((expected, total));
            return difference;
        }
        let theirs_of = difference.add_moves(position, ours, theirs);
        // Sorted, so that the order of the lines does not matter.
        difference.extra.sort();
        difference.repeated.sort();
        let mut unlisted = Vec::new();
        for line in &ours.lines {
            match theirs_of.iter().find(|(mv, _)| *mv == line.mv) {
                None if line.count == 0 => {}
                None => unlisted.push((line.mv, reported(line.count))),
                Some(&(_, count)) if count != reported(line.count) => {
                    difference.counts.push((line.mv, line.count, count));
                }
                Some(_) => {}
            }
        }
        difference.add_unlisted(unlisted, theirs);
        let sum = theirs.sum_of_lines();
        difference.total = theirs
            .total
            .filter(|&total| total != sum)
            .map(|total| (sum, total));
        difference
    }

    /// The listed legal moves with their counts; the other texts become extra or repeated moves unless
    /// they count 0.
    fn add_moves(
        &mut self,
        position: &VariantPosition,
        ours: &Outcome<Move>,
        theirs: &DivideText,
    ) -> Vec<(Move, i128)> {
        let mut theirs_of: Vec<(Move, i128)> = Vec::with_capacity(theirs.lines.len());
        let is_zero = |line: &&(String, i128)| line.1 == 0;
        let (zeros, others): (Vec<_>, Vec<_>) = theirs.lines.iter().partition(is_zero);
        for (text, count) in others {
            let Some(mut mv) = read_move(position, text) else {
                self.extra
                    .push(castling_in_squares(position, text).unwrap_or_else(|| text.clone()));
                continue;
            };
            let listed = |mv: Move| theirs_of.iter().any(|(other, _)| *other == mv);
            if listed(mv) {
                // In Chess960, one text can be both a king move and castling.
                let castle = ours.lines.iter().map(|line| line.mv).find(|&other| {
                    other.kind() == MoveKind::Castle
                        && mv.kind() != MoveKind::Castle
                        && !listed(other)
                        && other.from() == mv.from()
                        && other
                            .castling_squares()
                            .is_some_and(|(king, _)| king == mv.to())
                });
                match castle {
                    Some(castle) => mv = castle,
                    None => {
                        self.repeated.push(mv);
                        continue;
                    }
                }
            }
            theirs_of.push((mv, *count));
        }
        for (text, count) in zeros {
            if let Some(mv) = read_move(position, text)
                && !theirs_of.iter().any(|(other, _)| *other == mv)
            {
                theirs_of.push((mv, *count));
            }
        }
        theirs_of
    }

    /// Legal moves that no readable line has are missing only if every line could be read. If the
    /// unreadable lines have the counts of these moves, they are these moves.
    fn add_unlisted(&mut self, unlisted: Vec<(Move, i128)>, theirs: &DivideText) {
        let moves = unlisted.iter().map(|(mv, _)| *mv).collect();
        if theirs.unreadable.is_empty() {
            self.missing = moves;
            return;
        }
        let mut expected: Vec<i128> = unlisted.iter().map(|(_, count)| *count).collect();
        let unreadable = theirs.unreadable.iter().filter(|(_, count)| *count != 0);
        let mut received: Vec<i128> = unreadable.map(|(_, count)| *count).collect();
        expected.sort_unstable();
        received.sort_unstable();
        if expected != received {
            self.unreadable = theirs
                .unreadable
                .iter()
                .map(|(line, _)| line.clone())
                .collect();
            self.unlisted = moves;
        }
    }
}

/// Compares a divide of a position with Canopy's count, which is returned as well.
///
/// # Errors
/// [`Error::Count`] if the count fails.
///
/// ```
/// use movegen::chess::Position;
/// use workbench::{ask::DivideText, find::compare_divide};
/// let king_and_pawn: Position = "4k3/8/8/8/8/8/P7/K7 w - - 0 1".parse().unwrap();
/// let divide = DivideText::read("a2a3: 5\na2a4: 5\na1b1: 5\na1b2: 4\n");
/// let (_, difference) = compare_divide(&king_and_pawn, 2, &divide).unwrap();
/// assert_eq!(difference.counts[0].0.to_string(), "a1b2");
/// assert!(difference.missing.is_empty());
/// ```
pub fn compare_divide(
    position: impl Into<VariantPosition>,
    depth: u32,
    divide: &DivideText,
) -> Result<(Outcome<Move>, Difference), Error> {
    let position = position.into();
    let ours = count(position, depth)?;
    let difference = Difference::at(position, depth, &ours, divide);
    Ok((ours, difference))
}

/// `e1g1` of an illegal `O-O`.
fn castling_in_squares(position: &VariantPosition, text: &str) -> Option<String> {
    let file = match text {
        "O-O" => 'g',
        "O-O-O" => 'c',
        _ => return None,
    };
    let chess = position.chess();
    let king = chess.pieces(PieceKind::King) & chess.colors(chess.turn());
    let king = king.into_iter().next()?;
    Some(format!("{king}{file}{}", king.rank().digit()))
}

/// The legal move with this text.
pub(crate) fn read_move(position: &VariantPosition, text: &str) -> Option<Move> {
    match position.as_standard() {
        _ if is_coordinates(text) => position.parse_uci(text).ok(),
        // Programs differ in the origin that they give, as in `Ngf3` and `N1f3`.
        Some(chess) => chess.parse_san(text).ok(),
        None => position.parse_move(text).ok(),
    }
}

/// Canopy's divide; exact, since it uses no hash table.
pub(crate) fn count(
    position: impl Into<VariantPosition>,
    depth: u32,
) -> Result<Outcome<Move>, Error> {
    count_lines(&position.into(), depth, None, &Stop::new())
}

/// As [`count`]; with a filter, only lines of chess whose last move passes it.
///
/// # Errors
/// [`Error::Stopped`] if the stop is raised meanwhile.
pub(super) fn count_lines(
    position: &VariantPosition,
    depth: u32,
    last_moves: Option<&MoveFilter>,
    stop: &Stop,
) -> Result<Outcome<Move>, Error> {
    let perft = Perft::new(depth).threads(threads::cores());
    let outcome = match (position.as_standard(), last_moves) {
        (Some(chess), Some(last)) => {
            perft.run(chess, &LastMoveCounter::new(last.clone()), stop, |_| {})?
        }
        _ => return run(position, &perft, stop),
    };
    complete(outcome)
}

/// Counts as the settings say, with the fastest counter of the rules.
///
/// # Errors
/// [`Error::Stopped`] if the stop is raised meanwhile.
pub(crate) fn run(
    position: &VariantPosition,
    perft: &Perft,
    stop: &Stop,
) -> Result<Outcome<Move>, Error> {
    complete(match position.as_standard() {
        Some(chess) => perft.run(chess, &Kernel::best(), stop, |_| {})?,
        None => perft.run(position, &VariantCounter::default(), stop, |_| {})?,
    })
}

fn complete(outcome: Outcome<Move>) -> Result<Outcome<Move>, Error> {
    match outcome.complete {
        true => Ok(outcome),
        false => Err(Error::Stopped),
    }
}

#[cfg(test)]
mod tests {
    use movegen::chess::Position;

    use super::*;

    fn difference(fen: &str, text: &str) -> (Position, Difference) {
        let position: Position = fen.parse().expect(fen);
        let ours = count(position, 1).expect("a count");
        let answer = Answer::Divide(DivideText::read(text));
        let difference = Difference::between(position, &ours, &answer);
        (position, difference.expect("a divide is an answer"))
    }

    #[test]
    fn one_text_can_be_a_king_move_and_castling() {
        const FRC: &str = "k7/8/8/8/8/8/3PPPP1/3NBK1R w H - 0 1";
        let position: Position = FRC.parse().expect("a position");
        let mut text = String::new();
        for mv in position.legal_moves().iter() {
            // As engines without UCI_Chess960 write it.
            let written = match mv.kind() {
                MoveKind::Castle => "f1g1".to_owned(),
                _ => position.uci(*mv, CastlingStyle::Standard),
            };
            text = format!("{written}: 1\n{text}");
        }
        assert_eq!(text.matches("f1g1").count(), 2);
        assert!(difference(FRC, &text).1.is_none());
        let (_, thrice) = difference(FRC, &format!("{text}f1g1: 1\n"));
        assert_eq!(thrice.repeated.len(), 1);
        assert!(thrice.in_moves());
    }

    const PAWNS: &str = "4k3/P7/8/4pP2/8/8/8/4K2R w K e6 0 1";

    /// The correct divide at depth 1, each move as written by the function.
    fn divide(written: fn(&str) -> String) -> String {
        let position: Position = PAWNS.parse().expect(PAWNS);
        let moves = position.legal_moves();
        let uci = moves
            .iter()
            .map(|mv| position.uci(*mv, CastlingStyle::Standard));
        uci.map(|text| format!("{}: 1\n", written(&text))).collect()
    }

    #[test]
    fn every_notation_of_the_same_moves_agrees() {
        let spellings: [fn(&str) -> String; 6] = [
            |text| text.to_uppercase(),
            |text| text.replace("e1g1", "e1h1"),
            |text| text.replace("e1g1", "O-O"),
            |text| text.replace("e1g1", "0-0").replace("f5e6", "f5xe6ep"),
            |text| format!("{}-{}", &text[..2], &text[2..]),
            |text| text.replace("a7a8q", "a7a8=Q+").replace("h1g1", "Rh1-g1"),
        ];
        for spelling in spellings {
            let text = divide(spelling);
            assert_eq!(difference(PAWNS, &text).1, Difference::default(), "{text}");
        }
    }

    #[test]
    fn an_unreadable_line_is_no_missing_move() {
        // As many unreadable lines as unlisted moves, with the same counts.
        let text = divide(|text| text.replace("a7a8", "a7~a8"));
        assert!(difference(PAWNS, &text).1.is_none(), "{text}");
        let (position, fewer) = difference(PAWNS, &text.replace("a7~a8n: 1\n", ""));
        assert_eq!((fewer.unreadable.len(), fewer.unlisted.len()), (3, 4));
        assert!(!fewer.in_moves() && fewer.missing.is_empty());
        assert!(fewer.unlisted.iter().all(|mv| position.is_legal(*mv)));
        // Wrong moves in readable lines remain facts.
        let (_, extra) = difference(PAWNS, &format!("{text}e1e3: 1\nO-O-O: 1\n"));
        assert_eq!(extra.extra, ["e1c1", "e1e3"]);
    }

    /// The difference at this depth, as `canopy compare --divide-file` finds it.
    fn at_depth(fen: &str, depth: u32, text: &str) -> Difference {
        let position: Position = fen.parse().expect(fen);
        let found = compare_divide(position, depth, &DivideText::read(text));
        found.expect("a count").1
    }

    /// The e-pawn is pinned to its file, and Kf1 walks into check.
    const PINNED: &str = "4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1";

    #[test]
    fn pseudo_legal_moves_that_count_0_are_no_extra_moves() {
        let listed = "e1d1: 1\ne1d2: 1\ne1f1: 1\ne1f2: 1\ne2e3: 1\ne2e4: 1\ne2d3: 0\n";
        assert_eq!(at_depth(PINNED, 1, listed), Difference::default());
        let listed = listed.replace("e2d3: 0", "e2d3: 1");
        assert_eq!(at_depth(PINNED, 1, &listed).extra, ["e2d3"]);
    }

    #[test]
    fn a_legal_move_that_counts_0_at_depth_1_is_missing() {
        let listed = "e1d1: 1\ne1d2: 1\ne1f1: 1\ne1f2: 1\ne2e3: 1\ne2e4: 0\ne2d3: 0\n";
        let difference = at_depth(PINNED, 1, listed);
        let missing: Vec<String> = difference.missing.iter().map(Move::to_string).collect();
        assert_eq!(
            (&missing[..], difference.counts.len()),
            (&["e2e4".to_owned()][..], 0)
        );
        // A program that counts 0 everywhere means something else.
        let nothing = at_depth(PINNED, 1, &listed.replace(": 1", ": 0"));
        assert_eq!((nothing.missing.len(), nothing.counts.len()), (0, 6));
    }

    /// Ra8 is mate.
    const MATE: &str = "7k/6pp/8/8/8/8/8/R6K w - - 0 1";

    #[test]
    fn a_move_without_a_leaf_below_it_need_not_be_listed() {
        let position: Position = MATE.parse().expect(MATE);
        let lines = position.divide(2).into_iter();
        let all: String = lines
            .map(|(mv, count)| format!("{mv}: {count}\n"))
            .collect();
        assert!(all.contains("a1a8: 0\n"), "{all}");
        assert_eq!(at_depth(MATE, 2, &all), Difference::default());
        let shorter = all.replace("a1a8: 0\n", "");
        assert_eq!(at_depth(MATE, 2, &shorter), Difference::default());
        // What counts is missing.
        let (first, rest) = shorter.split_once('\n').expect("lines");
        assert!(!first.ends_with(" 0"), "{first}");
        assert_eq!(at_depth(MATE, 2, rest).missing.len(), 1);
    }

    #[test]
    fn negative_counts_are_counts() {
        let text = divide(|text| text.to_owned()).replace("h1h8: 1", "h1h8: -7");
        let (_, negative) = difference(PAWNS, &text);
        let wrong: Vec<_> = negative
            .counts
            .iter()
            .map(|count| (count.1, count.2))
            .collect();
        assert_eq!(wrong, [(1, -7)]);
    }

    #[test]
    fn a_total_alone_is_a_verdict_unless_it_says_that_there_are_no_moves() {
        const LONE: &str = "7k/8/8/8/8/8/8/K7 w - -";
        assert!(difference(LONE, "3").1.is_none());
        let (_, other) = difference(LONE, "Nodes searched: 4");
        assert_eq!((other.refused, other.total), (true, Some((3, 4))));
        let (_, none) = difference(LONE, "Nodes searched: 0");
        assert_eq!((none.refused, none.missing.len()), (false, 3));
        assert!(
            difference("k7/1Q6/1K6/8/8/8/8/8 b - -", "Nodes searched: 0")
                .1
                .is_none()
        );
    }
}
