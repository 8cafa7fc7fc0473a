//! The kinds of leaves of variants.

use super::VariantPosition;
use crate::chess::{Move, MoveKind};
use crate::perft::{Counter, Fields, Stop, Tally};

/// A property of leaves of variants. A leaf can have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Nodes,
    Captures,
    Drops,
    Checks,
    Explosions,
    EnPassant,
    Castles,
    Promotions,
    Checkmates,
    Stalemates,
    Ends,
}

/// The number of kinds.
const KINDS: usize = 11;

/// The number of leaves of each kind. Only the last move counts, as in the statistics of chess.
///
/// ```
/// use movegen::chess::variant::{Atomic, VariantPosition, VariantStatistics, VariantStatisticsCounter};
/// use movegen::perft::{Perft, Stop};
/// let start = VariantPosition::startpos(&Atomic);
/// let outcome = Perft::new(4).run(&start, &VariantStatisticsCounter, &Stop::new(), |_| {}).unwrap();
/// let values = outcome.total.values();
/// assert_eq!(values[0], 197_326);
/// // All captures explode, and three of them the enemy king.
/// assert_eq!((values[1], values[4], values[10]), (1564, 1564, 3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariantStatistics([u128; KINDS]);

impl VariantStatistics {
    /// The names of [`values`](VariantStatistics::values):
    ///
    /// - `captures` include those en passant, and promotions can be captures;
    /// - `explosions` are captures that remove more than the captured man;
    /// - `checks` include checkmates, and checks that end the game;
    /// - `checkmates` and `stalemates` have no legal move, and no rule of the variant has ended the game. In antichess,
    ///   the side without a move has won;
    /// - `ends` have been ended by a rule of the variant, such as a king that has reached the centre.
    pub const NAMES: [&str; KINDS] = [
        "nodes",
        "captures",
        "drops",
        "checks",
        "explosions",
        "en_passant",
        "castles",
        "promotions",
        "checkmates",
        "stalemates",
        "ends",
    ];

    /// All numbers, in the order of their [names](VariantStatistics::NAMES).
    pub fn values(&self) -> [u128; KINDS] {
        self.0
    }
}

impl Tally for VariantStatistics {
    type Small = LeafVariantStatistics;

    type Stored = Fields;

    const LEAF: LeafVariantStatistics = {
        let mut leaf = LeafVariantStatistics([0; KINDS]);
        leaf.0[Kind::Nodes as usize] = 1;
        leaf
    };

    fn checked_add(mut self, other: VariantStatistics) -> Option<VariantStatistics> {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.checked_add(more)?;
        }
        Some(self)
    }

    fn checked_mul(mut self, times: u128) -> Option<VariantStatistics> {
        for sum in &mut self.0 {
            *sum = sum.checked_mul(times)?;
        }
        Some(self)
    }

    fn to_stored(self) -> Option<Fields> {
        let mut numbers = self.0.into_iter();
        let mut next = |bits| (numbers.next().unwrap_or_default(), bits);
        Fields::pack(FIRST_BITS.map(&mut next), LAST_BITS.map(&mut next))
    }

    fn from_stored(stored: Fields) -> VariantStatistics {
        let first = Fields::unpack(stored.first, FIRST_BITS);
        let last = Fields::unpack(stored.last.into(), LAST_BITS);
        let mut all = [0; KINDS];
        all[..first.len()].copy_from_slice(&first);
        all[first.len()..].copy_from_slice(&last);
        VariantStatistics(all)
    }
}

/// The bits of leaves, captures, drops, checks and explosions in a table. What does not fit is counted again.
const FIRST_BITS: [u32; 5] = [28, 26, 27, 24, 23];

/// The bits of the other kinds.
const LAST_BITS: [u32; 6] = [8, 10, 10, 9, 8, 8];

/// [`VariantStatistics`] of so few plies that 64 bits hold every number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafVariantStatistics([u64; KINDS]);

impl LeafVariantStatistics {
    fn add(&mut self, kind: Kind, holds: bool) {
        self.0[kind as usize] += u64::from(holds);
    }

    /// Adds the leaf after a legal move.
    fn add_leaf(&mut self, position: &VariantPosition, mv: Move) {
        let child = position.play(mv);
        let captures = position.chess().is_capture(mv);
        let men = |position: &VariantPosition| position.chess().occupied().len();
        let is_check = !child.checkers().is_empty();
        let is_ended = child.game_over().is_some();
        let is_stuck = !is_ended && child.legal_moves().is_empty();
        self.add(Kind::Nodes, true);
        self.add(Kind::Captures, captures);
        self.add(Kind::Drops, mv.dropped().is_some());
        self.add(Kind::Checks, is_check);
        self.add(
            Kind::Explosions,
            captures && men(&child) + 1 < men(position),
        );
        self.add(Kind::EnPassant, mv.kind() == MoveKind::EnPassant);
        self.add(Kind::Castles, mv.kind() == MoveKind::Castle);
        self.add(Kind::Promotions, mv.promotion().is_some());
        self.add(Kind::Checkmates, is_stuck && is_check);
        self.add(Kind::Stalemates, is_stuck && !is_check);
        self.add(Kind::Ends, is_ended);
    }
}

impl From<LeafVariantStatistics> for VariantStatistics {
    fn from(sums: LeafVariantStatistics) -> VariantStatistics {
        VariantStatistics(sums.0.map(u128::from))
    }
}

/// Counts leaves into [`VariantStatistics`]. Every move is made.
#[derive(Clone, Copy, Debug)]
pub struct VariantStatisticsCounter;

/// A position has at most 970 moves, and 970^6 is less than 2^64.
const MAX_DEPTH: u32 = 6;

impl Counter<VariantPosition> for VariantStatisticsCounter {
    type Tally = VariantStatistics;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaf(&self, position: &VariantPosition, mv: Move) -> LeafVariantStatistics {
        let mut sums = LeafVariantStatistics::default();
        sums.add_leaf(position, mv);
        sums
    }

    fn leaves(
        &self,
        position: &VariantPosition,
        depth: u32,
        stop: &Stop,
    ) -> Option<LeafVariantStatistics> {
        if depth == 0 {
            return Some(VariantStatistics::LEAF);
        }
        let mut sums = LeafVariantStatistics::default();
        lines(position, depth, stop, &mut sums)?;
        Some(sums)
    }
}

/// Adds the leaves at exactly `depth` plies, at least 1.
fn lines(
    position: &VariantPosition,
    depth: u32,
    stop: &Stop,
    sums: &mut LeafVariantStatistics,
) -> Option<()> {
    if stop.is_stopped() {
        return None;
    }
    for mv in position.legal_moves() {
        match depth {
            1 => sums.add_leaf(position, mv),
            _ => lines(&position.play(mv), depth - 1, stop, sums)?,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::variant::variant;
    use crate::chess::{Statistics, StatisticsCounter};
    use crate::perft::Perft;

    fn count(name: &str, fen: &str, depth: u32, hash_mb: usize) -> Vec<(&'static str, u128)> {
        let rules = variant(name).expect(name);
        let position = VariantPosition::from_fen(rules, fen).expect(fen);
        let perft = Perft::new(depth).threads(2).hash_mb(hash_mb);
        let stop = Stop::new();
        let outcome = perft.run(&position, &VariantStatisticsCounter, &stop, |_| {});
        let values = outcome.expect("a count").total.values();
        VariantStatistics::NAMES.into_iter().zip(values).collect()
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// No game of king of the hill can end there within three plies.
    #[test]
    fn kinds_of_chess_are_counted_as_in_chess() {
        let chess = KIWIPETE.parse().expect("a position");
        let stop = Stop::new();
        let outcome = Perft::new(3).run::<crate::chess::Position, _>(
            &chess,
            &StatisticsCounter,
            &stop,
            |_| {},
        );
        let values = outcome.expect("a count").total.values();
        let of_chess: Vec<_> = Statistics::NAMES.into_iter().zip(values).collect();
        for (name, leaves) in count("kingofthehill", KIWIPETE, 3, 0) {
            let same = of_chess.iter().find(|(other, _)| *other == name);
            assert_eq!(leaves, same.map_or(0, |(_, leaves)| *leaves), "{name}");
        }
    }

    #[test]
    fn a_table_changes_nothing() {
        for (name, fen) in [
            (
                "atomic",
                "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
            ),
            (
                "crazyhouse",
                "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
            ),
            ("antichess", "8/2p5/8/8/8/8/P7/8 w - - 0 1"),
        ] {
            assert_eq!(count(name, fen, 3, 0), count(name, fen, 3, 1), "{name}");
        }
    }

    #[test]
    fn ends_by_a_rule_are_told_from_mates() {
        let of = |name: &str, fen: &str, kind: &str| {
            let all = count(name, fen, 1, 0);
            all.into_iter()
                .find(|(other, _)| *other == kind)
                .map(|found| found.1)
        };
        // Kd4 and Ke4.
        assert_eq!(
            of("kingofthehill", "8/8/8/8/8/4K3/8/k7 w - - 0 1", "ends"),
            Some(2)
        );
        // Ra8# is a mate in three-check, too; with the last check, it ends the game.
        let mate = |left| format!("6k1/5ppp/8/8/8/8/8/R6K w - - {left} 0 1");
        assert_eq!(of("3check", &mate("2+3"), "checkmates"), Some(1));
        assert_eq!(of("3check", &mate("1+3"), "checkmates"), Some(0));
        assert_eq!(of("3check", &mate("1+3"), "ends"), Some(1));
        // The pawn takes the last man.
        assert_eq!(
            of("antichess", "8/8/8/8/8/1n6/P7/8 w - - 0 1", "ends"),
            Some(1)
        );
        assert_eq!(
            of("crazyhouse", "7k/8/8/8/8/8/8/K7[N] w - - 0 1", "drops"),
            Some(62)
        );
        assert_eq!(
            of("atomic", "4k3/4q3/8/8/8/8/8/K3R3 w - - 0 1", "explosions"),
            Some(1)
        );
    }
}
