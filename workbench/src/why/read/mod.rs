//! Reads evidence from what people paste: a total, a divide, a table, rows of a failing suite, with
//! prose around them.
//!
//! | file | what it does |
//! |---|---|
//! | `clean` | lines without the decoration of terminals, forums and test runners |
//! | `words` | the words of a line: numbers, moves, words, marks |
//! | `place`, `famous` | the positions that a line names |
//! | `names` | whose number it is, and what it counts |
//! | `phrase`, `rows`, `moves`, `table` | the counts of a sentence, of numbers alone, of a divide, of a table |
//! | `collect`, `draft` | which position and depth each count belongs to |
//! | `given` | what the arguments say |
//! | `infer`, `truth` | the position and the depth that the text does not name, by true counts |
//! | `sides`, `claims` | which counts are those of the program |

mod claims;
mod clean;
mod collect;
mod draft;
mod error;
mod famous;
mod given;
mod infer;
mod moves;
mod names;
mod phrase;
mod place;
mod rows;
mod series;
mod sides;
mod table;
#[cfg(test)]
mod tests;
mod truth;
mod words;

pub use error::ReadError;
pub use given::Given;

use claims::Filled;
use collect::Collector;
use draft::Draft;
use place::Place;
use truth::Truth;

use super::{Evidence, UnreadLine};

/// Reads what a text says about the counts of a program.
///
/// Numbers belong to the last position before them. The true counts tell whose numbers are the wrong
/// ones where the text does not. What was filled in is in [`Evidence::assumptions`], what was not
/// understood in [`Evidence::unread`].
///
/// ```
/// use workbench::why::{Counted, Given, read};
/// let text = "Kiwipete: perft 2 gives 2038, but it should be 2039.";
/// let evidence = read(text, &Given::default()).unwrap();
/// let claim = &evidence.claims[0];
/// assert_eq!((&claim.counted, claim.expected, claim.depth), (&Counted::Total(2038), Some(2039), 2));
/// ```
///
/// # Errors
/// [`ReadError`] if the text has no count, or if it is unclear at which position or depth, or if it
/// contradicts what is `given`.
pub fn read(text: &str, given: &Given) -> Result<Evidence, ReadError> {
    let mut collected = collect::collect(&clean::lines(text), given.rules);
    let mut truth = Truth::default();
    let mut evidence = Evidence {
        rules: given.rules,
        chess960: given.chess960 || collected.chess960,
        assumptions: std::mem::take(&mut collected.assumptions),
        unread: std::mem::take(&mut collected.unread),
        ..Evidence::default()
    };
    given.apply(&mut collected)?;
    let expected: Vec<i128> = expected(&collected.drafts);
    let places: Vec<Place> = collected
        .places
        .iter()
        .map(|(_, place)| place.clone())
        .collect();
    let wrong = std::mem::take(&mut collected.wrong);
    evidence
        .unread
        .extend(wrong.iter().map(|(number, fen, reason)| UnreadLine {
            number: *number,
            text: fen.clone(),
            reason: format!("this is no position: {reason}"),
        }));
    let filled = fill(collected, !wrong.is_empty(), &mut evidence, &mut truth)?;
    for filled in &filled {
        claims::add(&mut evidence, filled, &mut truth);
    }
    if evidence.claims.is_empty() {
        return Err(match wrong.into_iter().next() {
            Some((line, fen, reason)) => ReadError::Position {
                place: format!("line {line}"),
                fen,
                reason,
            },
            None => ReadError::NoCounts {
                warnings: places
                    .iter()
                    .flat_map(|it| it.warnings(evidence.chess960))
                    .collect(),
                positions: places.into_iter().map(|it| it.fen).collect(),
                expected,
            },
        });
    }
    evidence.unread.sort_by_key(|line| line.number);
    evidence.unread.dedup();
    Ok(evidence)
}

/// The numbers that the text calls right.
fn expected(drafts: &[Draft]) -> Vec<i128> {
    let totals = drafts.iter().flat_map(|draft| &draft.totals);
    let expected = totals.filter(|(role, _)| *role == names::Role::Expected);
    expected.map(|(_, total)| *total).collect()
}

/// Fills in positions and depths. Numbers without a position are not read if some FEN is wrong: it may be theirs.
fn fill(
    collected: Collector,
    has_wrong_fen: bool,
    evidence: &mut Evidence,
    truth: &mut Truth,
) -> Result<Vec<Filled>, ReadError> {
    let Collector {
        drafts,
        places,
        depths,
        ..
    } = collected;
    let only_depth = depths.first().map(|(_, depth)| *depth);
    let only_depth = only_depth.filter(|only| depths.iter().all(|(_, depth)| depth == only));
    let other = match has_wrong_fen {
        true => None,
        false => place_of_others(&drafts, &places, evidence, truth)?,
    };
    let mut filled = Vec::new();
    let mut first_error = None;
    for draft in drafts {
        let place = draft.place.clone().or_else(|| other.clone());
        let Some((place, position)) = place.and_then(|it| Some((it.clone(), it.position()?)))
        else {
            let reason = "its position is not known";
            evidence.unread.push(draft.unread(reason.to_owned()));
            continue;
        };
        let depth = match draft.depth {
            Some(depth) => depth,
            None => match infer::depth(&draft, &place, &position, truth) {
                Ok((depth, sentence)) => {
                    let is_claim = !draft.is_expected();
                    evidence
                        .assumptions
                        .extend(Some(sentence).filter(|_| is_claim));
                    depth
                }
                // Behind the number: `I get 4200. That is depth 2.`
                Err(_) if let Some(depth) = only_depth => depth,
                Err(error) => {
                    let reason = "no depth has a count near it";
                    evidence.unread.push(draft.unread(reason.to_owned()));
                    first_error.get_or_insert(error);
                    continue;
                }
            },
        };
        filled.push(Filled {
            draft,
            place,
            position,
            depth,
        });
    }
    match first_error {
        Some(error) if filled.is_empty() => Err(error),
        _ => Ok(filled),
    }
}

/// The position of numbers that have none before them: the only one that the text names, or one of
/// which the counts are known.
fn place_of_others(
    drafts: &[Draft],
    places: &[(usize, Place)],
    evidence: &mut Evidence,
    truth: &mut Truth,
) -> Result<Option<Place>, ReadError> {
    let without: Vec<&Draft> = drafts
        .iter()
        .filter(|draft| draft.place.is_none())
        .collect();
    if without.is_empty() {
        return Ok(None);
    }
    if let Some((_, first)) = places.first()
        && places.iter().all(|(_, place)| place.is_same(first))
    {
        return Ok(Some(first.clone()));
    }
    let (place, sentence) = infer::position(&without, evidence.rules, truth)?;
    evidence.assumptions.push(sentence);
    Ok(Some(place))
}
