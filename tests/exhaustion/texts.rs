//! Explanations and SAN in all positions of a class, against the naive generator.

use std::sync::Mutex;

use movegen::chess::explain::{MoveHistory, UciMove};
use movegen::chess::{Position, Square};
use movegen::threads::Pool;

use super::acceptance::position;
use super::arrangements;
use super::class::Class;
use super::difference::{Difference, What};
use super::oracle::{NaiveMove, State};
use crate::support::reasons::{NaiveReasons, texts_from};

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) positions: u64,
    /// Moves, legal or not.
    pub(crate) explanations: u64,
    /// Reasons of the moves that are not legal.
    pub(crate) reasons: u64,
    /// Legal moves, written and read.
    pub(crate) san: u64,
}

/// Compares these parts of a class, on all threads of the pool. In every position, the explanation of a move says that it
/// is legal exactly if the naive generator has it, and has a reason; every reason against a move holds by the naive rules.
/// The moves are those from the square of each man, of both colours, to every square, with and without each promotion, and
/// one from every empty square. Every legal move in SAN has the right sign of check or mate and is read as the same move.
///
/// # Errors
/// A difference.
pub(crate) fn compare(
    class: &Class,
    parts: impl Iterator<Item = u16> + Send,
    pool: &Pool,
) -> Result<Totals, Difference> {
    let totals = Mutex::new(Totals::default());
    pool.try_for_each(parts, |part| {
        let mut result = Ok(());
        let mut sum = Totals::default();
        arrangements::of_part(class, part, &mut |state| {
            if result.is_ok() {
                result = compare_position(&state, &mut sum);
            }
        });
        result?;
        let mut totals = totals.lock().expect("no thread panics here");
        totals.positions += sum.positions;
        totals.explanations += sum.explanations;
        totals.reasons += sum.reasons;
        totals.san += sum.san;
        Ok(())
    })?;
    Ok(totals.into_inner().expect("no thread panicked"))
}

fn compare_position(state: &State, totals: &mut Totals) -> Result<(), Difference> {
    let setup = state.setup();
    let Some(position) = position(state, &setup)? else {
        return Ok(());
    };
    let difference = |what| Difference::new(state, what);
    let mut moves = Vec::new();
    state.visit_legal(|mv, child| moves.push((mv, *child)));
    let found = position.legal_moves().len();
    if found != moves.len() {
        let expected = moves.len();
        return Err(difference(What::Moves { found, expected }));
    }
    let legal: Vec<_> = moves.iter().flat_map(|(mv, _)| spellings(mv)).collect();
    let history = MoveHistory::from_fen(setup.en_passant);
    let naive = NaiveReasons::new(&setup);
    for from in Square::ALL {
        let is_empty = setup.board[from.index()].is_none();
        let legal: Vec<_> = legal.iter().filter(|uci| uci.from == from).collect();
        for uci in texts_from(from).take(if is_empty { 1 } else { usize::MAX }) {
            let expected = legal.contains(&&uci);
            let reasons =
                explain(&position, &history, uci, expected, &naive).map_err(difference)?;
            totals.explanations += 1;
            totals.reasons += reasons;
        }
    }
    for (mv, child) in &moves {
        san(&position, mv, child).map_err(difference)?;
    }
    totals.positions += 1;
    totals.san += moves.len() as u64;
    Ok(())
}

/// The ways to write a move: castling is the king's move of two squares, or the king taking its rook.
fn spellings(mv: &NaiveMove) -> impl Iterator<Item = UciMove> + use<> {
    let (from, promotion) = (mv.from, mv.promotion);
    [Some(mv.to), mv.castle]
        .into_iter()
        .flatten()
        .map(move |to| UciMove {
            from: Square::from_index(from.into()),
            to: Square::from_index(to.into()),
            promotion,
            drop: None,
        })
}

/// Compares one explanation; `expected` says whether the move is legal. Returns the number of reasons against it.
pub(crate) fn explain(
    position: &Position,
    history: &MoveHistory,
    uci: UciMove,
    expected: bool,
    naive: &NaiveReasons<'_>,
) -> Result<u64, What> {
    let explained = |found, legal| Err(What::Explained { found, legal });
    match position.explain(uci, Some(history)) {
        Ok(legal) if !expected => explained(legal.to_string(), expected),
        Err(illegal) if expected => explained(illegal.to_string(), expected),
        Ok(legal) if !legal.reasons.is_empty() => Ok(0),
        Err(illegal) if !illegal.reasons.is_empty() => {
            let mut reasons = illegal.reasons.iter();
            match reasons.find(|reason| !naive.holds(uci, reason)) {
                Some(reason) => Err(What::Reason {
                    found: illegal.to_string(),
                    reason: format!("{reason:?}"),
                }),
                None => Ok(illegal.reasons.len() as u64),
            }
        }
        Ok(_) | Err(_) => Err(What::NoReason(uci.to_string())),
    }
}

/// Writes and reads a legal move, which leads to this child.
pub(crate) fn san(position: &Position, mv: &NaiveMove, child: &State) -> Result<(), What> {
    let uci = spellings(mv).next().expect("at least one");
    let legal = position
        .explain(uci, None)
        .map_err(|illegal| What::Explained {
            found: illegal.to_string(),
            legal: true,
        })?;
    let (mv, san) = (uci.to_string(), position.san(legal.mv));
    let sign = match (child.is_check(), child.count_moves()) {
        (false, _) => "",
        (true, 0) => "#",
        (true, _) => "+",
    };
    if san.trim_start_matches(|letter| !"+#".contains(letter)) != sign {
        return Err(What::Sign { mv, san, sign });
    }
    let read = match position.parse_san(&san) {
        Ok(read) if read == legal.mv => return Ok(()),
        Ok(read) => UciMove::new(read).to_string(),
        Err(error) => error.to_string(),
    };
    Err(What::San { mv, san, read })
}
