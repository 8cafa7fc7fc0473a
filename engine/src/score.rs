//! Scores: the public type, the scale that the search uses internally, and search windows.

use crate::win_draw_loss::{Material, win_draw_loss};

/// The score of a side that has just mated, in the internal scale. A mate in `n` plies scores
/// `MATE - n`, so that the shorter mate is better.
pub(crate) const MATE: i32 = 32_000;
/// Scores from here on (or below the negative) count the plies to a mate.
pub(crate) const MATE_BOUND: i32 = MATE - 256;
/// The score of a side that wins according to a tablebase, at the root. A win that is found `n` plies
/// below the root scores `TABLE_WIN - n`. The gap to the mates leaves room for bounds that the
/// transposition table moves by the plies of a line.
pub(crate) const TABLE_WIN: i32 = MATE_BOUND - 256;
/// Scores from here on (or below the negative) are decided: mates and results of tablebases. No
/// evaluation is as high.
pub(crate) const DECIDED_BOUND: i32 = TABLE_WIN - 512;
/// The public score, in centipawns, of a tablebase win at the root, as in Stockfish.
const TABLE_WIN_CENTIPAWNS: i32 = 20_000;
/// Greater than every score.
pub(crate) const INFINITY: i32 = MATE + 1;

/// Whether the score is a mate for either side.
#[inline]
pub(crate) fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_BOUND
}

/// Whether the score is a mate or a tablebase result for either side.
#[inline]
pub(crate) fn is_decided(score: i32) -> bool {
    score.abs() >= DECIDED_BOUND
}

/// The score of a side that is mated at this distance from the root.
#[inline]
pub(crate) fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The value of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn. Near 20000 (or the negative), a tablebase win, less one for each ply
    /// from the root to the position that was found.
    Centipawns(i32),
    /// Moves (not plies) to mate; negative if the side to move is mated; 0 if it is checkmate now.
    Mate(i32),
}

impl Score {
    /// The expected wins, draws and losses per 1000 games, by the score and the material on the
    /// board; fitted to games of the engine against itself.
    ///
    /// ```
    /// use engine::{Material, Score};
    /// let material = Material::of(&movegen::chess::Position::startpos());
    /// let [win, draw, loss] = Score::Centipawns(0).win_draw_loss(material);
    /// assert!(win == loss && win + draw + loss == 1000);
    /// assert_eq!(Score::Mate(3).win_draw_loss(material), [1000, 0, 0]);
    /// ```
    pub fn win_draw_loss(self, material: Material) -> [u32; 3] {
        let score = match self {
            Score::Centipawns(value) => f64::from(value),
            Score::Mate(moves) if moves > 0 => f64::INFINITY,
            Score::Mate(_) => f64::NEG_INFINITY,
        };
        win_draw_loss(score, material)
    }

    /// Converts a score of the internal scale.
    pub(crate) fn from_internal(score: i32) -> Score {
        if score >= MATE_BOUND {
            Score::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Score::Mate(-((MATE + score + 1) / 2))
        } else if is_decided(score) {
            let plies = (TABLE_WIN - score.abs()).max(0);
            Score::Centipawns(score.signum() * (TABLE_WIN_CENTIPAWNS - plies))
        } else {
            Score::Centipawns(score)
        }
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is the true one at this depth.
    Exact,
    /// The true score is this or higher: the search failed high.
    Lower,
    /// The true score is this or lower: the search failed low.
    Upper,
}

impl Bound {
    /// The bound that a score represents after a search with this window.
    #[inline]
    pub(crate) fn of(score: i32, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The search window: only scores above `alpha` and below `beta` must be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Contains every score.
    pub(crate) const FULL: Window = Window {
        alpha: -INFINITY,
        beta: INFINITY,
    };

    pub(crate) fn new(alpha: i32, beta: i32) -> Window {
        Window { alpha, beta }
    }

    /// A null window: tests whether a score exceeds `alpha`.
    #[inline]
    pub(crate) fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Whether no score lies strictly inside the window.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// The same window from the view of the other side.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Mate distance pruning: limits the window to the scores that are possible at this ply. The
    /// window is empty (`alpha >= beta`) if a nearer mate is already known.
    #[inline]
    pub(crate) fn within_mate_distance(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(mated_at(ply)),
            beta: self.beta.min(-mated_at(ply + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_are_converted_to_moves() {
        for (internal, score) in [
            (MATE - 1, Score::Mate(1)),
            (MATE - 3, Score::Mate(2)),
            (-MATE, Score::Mate(0)),
            (-MATE + 2, Score::Mate(-1)),
            (-MATE + 4, Score::Mate(-2)),
            (-35, Score::Centipawns(-35)),
            (TABLE_WIN, Score::Centipawns(20_000)),
            (5 - TABLE_WIN, Score::Centipawns(-19_995)),
        ] {
            assert_eq!(Score::from_internal(internal), score);
        }
    }

    #[test]
    fn windows_and_bounds() {
        let window = Window::new(-10, 20);
        assert_eq!(window.flipped(), Window::new(-20, 10));
        assert!(!window.is_null() && Window::null(5).is_null());
        assert_eq!(Bound::of(-10, window), Bound::Upper);
        assert_eq!(Bound::of(0, window), Bound::Exact);
        assert_eq!(Bound::of(20, window), Bound::Lower);
    }

    #[test]
    fn a_nearer_mate_empties_the_window() {
        let known = Window::new(MATE - 3, INFINITY);
        let near = known.within_mate_distance(1);
        assert!(near.alpha < near.beta);
        let far = known.within_mate_distance(2);
        assert!(far.alpha >= far.beta);
    }
}
