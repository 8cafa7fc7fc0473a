//! What a report says about one position. Text, page and JSON are views of it, so that none of them
//! says more than the others.

use movegen::chess::{Move, MoveFilter};

use super::{Plies, with_moves};
use crate::ask::Answer;
use crate::explain::{Cause, Certainty, Diagnosis, Explanation, MoveReasons};
use crate::find::{Difference, Disagreement, Finding, Node, TwoWays};

/// The content of a report about one position. Sentences have no full stop.
pub(super) struct Content {
    /// The sentence that matters most: the cause if there is one, else the rule of the wrong moves,
    /// else the fact.
    pub(super) headline: String,
    /// Everything that supports it.
    pub(super) evidence: Vec<Evidence>,
}

/// A sentence, with the moves and the lines that it introduces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Evidence {
    pub(super) sentence: String,
    /// Moves in UCI notation.
    pub(super) moves: Vec<String>,
    pub(super) lines: Vec<String>,
}

impl Evidence {
    fn sentence(sentence: impl Into<String>) -> Evidence {
        Evidence::lines(sentence, Vec::new())
    }

    fn lines(sentence: impl Into<String>, lines: Vec<String>) -> Evidence {
        Evidence {
            sentence: sentence.into(),
            moves: Vec::new(),
            lines,
        }
    }
}

impl Content {
    pub(super) fn of(diagnosis: &Diagnosis) -> Content {
        let found = &diagnosis.found;
        let explanation = &diagnosis.explanation;
        let headline = headline(diagnosis);
        let mut evidence: Vec<Evidence> = found.two_ways.iter().map(two_answers).collect();
        evidence.extend(finding(diagnosis));
        evidence.extend(unreadable(diagnosis));
        evidence.extend(explanation.patterns.iter().map(Evidence::sentence));
        evidence.extend(explanation.bug.iter().map(Evidence::sentence));
        if found.last_moves.is_none() && !explanation.lacks_chess960 && !found.varies {
            evidence.push(causes(explanation));
        }
        let is_certain = |cause: &Cause| cause.certainty != Certainty::Fits;
        if !explanation.causes.iter().any(is_certain) {
            let left = not_excluded(explanation).filter(|left| !headline.ends_with(left));
            evidence.extend(left.map(Evidence::sentence));
        }
        if !found.earlier.is_empty() {
            evidence.push(series(found));
            evidence.extend(explanation.series.iter().map(Evidence::sentence));
        } else if found.remembers && !found.varies {
            evidence.push(Evidence::sentence(
                "asked about this position first, it gives a different answer: it keeps something from \
                 earlier positions, and the commands below may not reproduce it",
            ));
        }
        // The headline is not repeated.
        for part in &mut evidence {
            part.lines.retain(|line| *line != headline);
        }
        evidence.retain(|part| part.sentence != headline || !part.lines.is_empty());
        Content { headline, evidence }
    }
}

/// The sentence that matters most.
pub(super) fn headline(diagnosis: &Diagnosis) -> String {
    let Explanation {
        lacks_chess960,
        causes,
        moves,
        patterns,
        bug,
        ..
    } = &diagnosis.explanation;
    if *lacks_chess960 {
        return LACKS_CHESS960.to_owned();
    }
    let cause = the_cause(causes)
        .or_else(|| bug.clone())
        .or_else(|| two_answers_in_short(&diagnosis.found, causes));
    let depends = diagnosis.found.remembers && !diagnosis.found.varies;
    let cause = cause.or_else(|| depends.then(|| depends_on_earlier(causes, patterns)));
    let rule = || match &patterns[..] {
        [] => the_reason(moves, diagnosis.found.last_moves.as_ref()),
        patterns => Some(patterns.join("; ")),
    };
    cause.unwrap_or_else(|| {
        let fact = rule().unwrap_or_else(|| fact(&diagnosis.found));
        let left = possible(causes).or_else(|| not_excluded(&diagnosis.explanation));
        match left {
            Some(left) => format!("{fact}; {left}"),
            None => fact,
        }
    })
}

/// The causes that are possible, if they are few enough for a sentence.
fn possible(causes: &[Cause]) -> Option<String> {
    let sentences: Vec<&str> = causes.iter().map(|cause| cause.sentence.as_str()).collect();
    (1..=FEW)
        .contains(&sentences.len())
        .then(|| format!("possible: {}", sentences.join(", or ")))
}

/// That the answer depends on earlier questions, what the wrong answers have in common, and what is possible.
fn depends_on_earlier(causes: &[Cause], patterns: &[String]) -> String {
    let possible = possible(causes);
    let facts = std::iter::once(DEPENDS).chain(patterns.iter().map(String::as_str));
    facts
        .chain(possible.as_deref())
        .collect::<Vec<&str>>()
        .join("; ")
}

const LACKS_CHESS960: &str = "this needs the option UCI_Chess960, which the other program does not offer: it may know \
                              standard chess only";

const DEPENDS: &str = "an answer depends on earlier questions";

/// That the answer depends on how the position is reached, if it does, and what is possible.
fn two_answers_in_short(found: &Disagreement, causes: &[Cause]) -> Option<String> {
    // What it keeps from earlier positions could be the reason as well.
    let two_ways = found.two_ways.as_ref().filter(|_| !found.remembers)?;
    let moves = &two_ways.node.moves;
    let is_short = (1..=MOST_PLAYED).contains(&moves.len());
    // Each of the moves can have left a wrong state, and a draw by repetition needs the moves.
    let fact = match two_ways.set_up.is_none() && is_short {
        true => format!(
            "after {} its answer differs from that to the FEN of the same position",
            moves.join(" ")
        ),
        false => TWO_ANSWERS.to_owned(),
    };
    Some(match possible(causes) {
        Some(possible) => format!("{fact}; {possible}"),
        None => fact,
    })
}

/// More moves do not fit into a headline.
const MOST_PLAYED: usize = 6;

const TWO_ANSWERS: &str =
    "the same position gets different answers when it is played and when it is set up";

/// More causes do not fit into a headline.
const FEW: usize = 3;

/// The causes that account for every number, if they are few enough for a sentence.
fn the_cause(causes: &[Cause]) -> Option<String> {
    let accounts = |cause: &&Cause| cause.certainty != Certainty::Fits;
    let sentences: Vec<&str> = causes
        .iter()
        .filter(accounts)
        .map(|cause| cause.sentence.as_str())
        .collect();
    match sentences.len() {
        1..=FEW => Some(sentences.join(", or ")),
        _ => None,
    }
}

/// The reason of the only wrong move.
fn the_reason(moves: &MoveReasons, last_moves: Option<&MoveFilter>) -> Option<String> {
    match (&moves.missing[..], &moves.extra[..]) {
        ([(_, reason)], []) => Some(format!("a legal move is missing: {reason}")),
        ([], [(_, reason)]) => match last_moves {
            None => Some(format!("an illegal move is listed: {reason}")),
            Some(_) => Some(format!("a wrong move is listed: {reason}")),
        },
        _ => None,
    }
}

/// The finding in a sentence.
fn fact(found: &Disagreement) -> String {
    let several = |count: usize, one: &str, more: &str| match count {
        0 => None,
        1 => Some(one.to_owned()),
        count => Some(format!("{count} {more}")),
    };
    let (illegal_is, illegal_are) = match &found.last_moves {
        None => ("an illegal move is listed", "illegal moves are listed"),
        Some(_) => ("a wrong move is listed", "wrong moves are listed"),
    };
    match &found.finding {
        Finding::Moves(Difference {
            missing,
            extra,
            repeated,
            ..
        }) => {
            let parts = [
                several(
                    missing.len(),
                    "a legal move is missing",
                    "legal moves are missing",
                ),
                several(extra.len(), illegal_is, illegal_are),
                several(repeated.len(), "a move is repeated", "moves are repeated"),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        Finding::Leaves(_) => "a move does not count 1 at depth 1".to_owned(),
        Finding::Total(_) => "the total is not the sum of the counts".to_owned(),
        Finding::Refused(_) => "the number of moves is wrong".to_owned(),
        Finding::Unreadable(Difference { unreadable, .. }) => match &beyond_edge(unreadable)[..] {
            [] => "some lines of the divide cannot be read".to_owned(),
            [only] => format!("a move beyond the edge of the board is listed: {only}"),
            [first, ..] => {
                format!("moves beyond the edge of the board are listed, such as {first}")
            }
        },
        Finding::Tree(_) => {
            "each position is counted correctly by itself, but the tree is not".to_owned()
        }
        Finding::Counts(_) => "the counts below this position are wrong".to_owned(),
    }
}

/// The moves of unreadable lines that lead from a square of the board to one beside it, as if it had more files or ranks.
fn beyond_edge(lines: &[String]) -> Vec<&str> {
    let is_beyond = |text: &&str| match text.as_bytes() {
        [
            b'a'..=b'h',
            b'1'..=b'8',
            file @ b'_'..=b'j',
            rank @ b'/'..=b'9',
        ] => !((b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank)),
        _ => false,
    };
    let moves = lines.iter().filter_map(|line| line.split(':').next());
    moves.map(str::trim).filter(is_beyond).collect()
}

/// The lines that cannot be read, and the moves that they can be.
fn unreadable(diagnosis: &Diagnosis) -> Vec<Evidence> {
    let found = &diagnosis.found;
    let Difference {
        unreadable,
        unlisted,
        ..
    } = found.finding.difference();
    let uci = |mv: &Move| found.node.position.uci(*mv, diagnosis.style);
    let lines = Evidence::lines("these lines cannot be read", unreadable.clone());
    let moves = Evidence {
        sentence: "legal moves that are in no other line".to_owned(),
        moves: unlisted.iter().map(uci).collect(),
        lines: Vec::new(),
    };
    let given = |part: &Evidence| !(part.moves.is_empty() && part.lines.is_empty());
    [lines, moves].into_iter().filter(given).collect()
}

/// The difference in the answer.
fn finding(diagnosis: &Diagnosis) -> Vec<Evidence> {
    let node = &diagnosis.found.node;
    let uci = |mv: Move| node.position.uci(mv, diagnosis.style);
    let plies = Plies(node.depth);
    match &diagnosis.found.finding {
        Finding::Moves(difference) => wrong_moves(diagnosis, difference, &uci),
        Finding::Leaves(difference) => vec![Evidence::lines(
            "the moves are right, but at depth 1 each of them must count 1",
            counts(difference, &uci),
        )],
        Finding::Total(difference) => {
            let (sum, total) = difference.total.expect("the finding is a total");
            vec![Evidence::sentence(format!(
                "its counts {plies} deep add up to {sum}, but it reports a total of {total}"
            ))]
        }
        Finding::Refused(difference) => {
            let legal = diagnosis
                .found
                .trail
                .last()
                .map_or(0, |last| last.ours.total);
            let kind = match &diagnosis.found.last_moves {
                None => "legal moves".to_owned(),
                Some(last) => format!("legal moves of the kind asked for ({last})"),
            };
            let theirs = match difference.total {
                Some((_, total)) => format!("counts {total} and does not list them"),
                None => "counts another number and cannot list them".to_owned(),
            };
            vec![Evidence::sentence(format!(
                "there are {legal} {kind}; the other program {theirs}"
            ))]
        }
        Finding::Unreadable(difference) => match counts(difference, &uci) {
            counts if counts.is_empty() => Vec::new(),
            counts => vec![Evidence::lines(
                format!("its counts {plies} deep are wrong"),
                counts,
            )],
        },
        Finding::Tree(difference) => vec![
            Evidence::lines(
                format!("its counts {plies} deep are wrong"),
                counts(difference, &uci),
            ),
            Evidence::sentence(
                "asked about the positions after these moves, it counts them correctly",
            ),
        ],
        Finding::Counts(difference) => vec![Evidence::lines(
            format!("the moves are right, but their counts {plies} deep are wrong"),
            counts(difference, &uci),
        )],
    }
}

/// The missing, extra and repeated moves, with the reason of each.
fn wrong_moves(
    diagnosis: &Diagnosis,
    difference: &Difference,
    uci: &impl Fn(Move) -> String,
) -> Vec<Evidence> {
    let reasons = &diagnosis.explanation.moves;
    let not_asked_for = match &diagnosis.found.last_moves {
        None => String::new(),
        Some(last) => format!(", or not of the kind asked for: {last}"),
    };
    let answer = diagnosis.found.trail.last().map(|last| &last.answer);
    let counted_0 = match answer {
        Some(Answer::Divide(divide))
            if diagnosis.found.node.depth == 1 && divide.lines.iter().any(|line| line.1 == 0) =>
        {
            ", or counted as 0"
        }
        _ => "",
    };
    let missing = reasons.missing.iter();
    let extra = reasons.extra.iter();
    let lists = [
        Evidence {
            sentence: format!("missing moves (legal, but not listed{counted_0})"),
            moves: difference.missing.iter().map(|&mv| uci(mv)).collect(),
            lines: missing.map(|(_, reason)| reason.clone()).collect(),
        },
        Evidence {
            sentence: format!("extra moves (listed, but not legal{not_asked_for})"),
            moves: difference.extra.clone(),
            lines: extra.map(|(_, reason)| reason.clone()).collect(),
        },
        Evidence {
            sentence: "repeated moves (listed more than once)".to_owned(),
            moves: difference.repeated.iter().map(|&mv| uci(mv)).collect(),
            lines: Vec::new(),
        },
    ];
    let wrong = |list: &Evidence| !list.moves.is_empty();
    lists.into_iter().filter(wrong).collect()
}

fn counts(difference: &Difference, uci: &impl Fn(Move) -> String) -> Vec<String> {
    let wrong = difference.counts.iter();
    let mut lines: Vec<String> = wrong
        .map(|&(mv, ours, theirs)| format!("{}: {theirs}, should be {ours}", uci(mv)))
        .collect();
    if difference.refused {
        lines.push("it disagrees with the total".to_owned());
    }
    lines
}

/// The known defects, with how well they explain the answers.
fn causes(explanation: &Explanation) -> Evidence {
    let causes = &explanation.causes;
    let sentences = || causes.iter().map(|cause| cause.sentence.clone()).collect();
    match &causes[..] {
        [] if explanation.examined => {
            Evidence::sentence("no known defect accounts for every number seen")
        }
        [] => Evidence::sentence(
            "of the known defects that were compared, none accounts for every number seen; some could not be compared",
        ),
        [Cause { certainty, .. }, ..] => match certainty {
            Certainty::Accounts => Evidence::lines(
                "of all known defects, one alone accounts for every number seen",
                sentences(),
            ),
            Certainty::OneOfSeveral => Evidence::lines(
                format!(
                    "{} known defects account for every number seen",
                    causes.len()
                ),
                sentences(),
            ),
            Certainty::Fits if !explanation.examined => Evidence::lines(
                "possible, but some known defects could not be compared with every number seen",
                sentences(),
            ),
            Certainty::Fits => Evidence::lines(
                "possible, but does not predict every number seen",
                sentences(),
            ),
        },
    }
}

/// What can be the reason of wrong counts in a tree.
fn not_excluded(explanation: &Explanation) -> Option<String> {
    let left = &explanation.not_excluded;
    (!left.is_empty()).then(|| format!("possible: {}", left.join(", or ")))
}

/// The questions that lead to the wrong answer.
fn series(found: &Disagreement) -> Evidence {
    let asked = found.earlier.iter().chain(found.trail.last());
    let lines = asked.zip(1..).map(|(asked, number)| {
        let Node {
            fen, moves, depth, ..
        } = &asked.node;
        let moves = with_moves(moves);
        let verdict = match asked.difference.is_none() {
            true => "right",
            false => "wrong",
        };
        let plies = Plies(*depth);
        format!("{number}. {fen}{moves}, {plies} deep: {verdict}")
    });
    Evidence::lines(
        "asked first in a fresh process, it counts this correctly; the answer is wrong after these \
         questions to one process, in this order",
        lines.collect(),
    )
}

/// What follows from two different answers about one position.
fn two_answers(two_ways: &TwoWays) -> Evidence {
    let node = &two_ways.node;
    let lines = position_commands(two_ways).map(|(line, difference)| {
        let verdict = match difference.is_none() {
            true => "right",
            false => "wrong",
        };
        format!("{verdict}: {line}")
    });
    let conclusion = match (two_ways.played.is_none(), two_ways.set_up.is_none()) {
        (false, true) if !node.moves.is_empty() => {
            "the answer after the moves is wrong, and the answer to the FEN is right"
        }
        (true, false) | (false, true) => {
            "it reads one of the two FENs incorrectly, or keeps something from the position before"
        }
        _ => "both answers are wrong, in different ways",
    };
    let mut lines = lines.to_vec();
    lines.push(conclusion.to_owned());
    Evidence::lines(format!("{TWO_ANSWERS} ({} deep)", Plies(node.depth)), lines)
}

/// The UCI commands that play and that set up the position, each with what was wrong in the answer.
pub(super) fn position_commands(two_ways: &TwoWays) -> [(String, &Difference); 2] {
    let Node {
        fen, moves, set_up, ..
    } = &two_ways.node;
    let moves = with_moves(moves);
    [
        (format!("position fen {fen}{moves}"), &two_ways.played),
        (format!("position fen {set_up}"), &two_ways.set_up),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_beside_the_board() {
        let lines = |text: &str| text.split(", ").map(str::to_owned).collect::<Vec<_>>();
        let beyond = lines("h8i8: 1, a1`1: 2, e8e9: 1, e1e0: 3, a8_7: 1");
        assert_eq!(
            beyond_edge(&beyond),
            ["h8i8", "a1`1", "e8e9", "e1e0", "a8_7"]
        );
        let others = lines("e4*d5: 1, e2e4: 1, i1h1: 1, e9e8: 1, h7h8x: 1, Nf3: 1, z: 1");
        assert!(beyond_edge(&others).is_empty());
    }
}
