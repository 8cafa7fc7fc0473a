//! A diagnosis as text for a terminal or a test's output. Texts have no line end after the last line.

use std::fmt::{self, Display, Write as _};

use movegen::chess::Move;

use crate::explain::{Cause, Certainty, Diagnosis, Explanation};
use crate::find::{Difference, Disagreement, DivideDiff, Finding, Shrunk, Smallest, TwoWays, gain};

/// `depth 3: 8902 leaves, agreed`
pub fn agreed(depth: u32, total: u128) -> String {
    format!("depth {depth}: {total} leaves, agreed")
}

/// The depth, the path, the board, what is wrong there, and how to reproduce it.
pub fn describe(diagnosis: &Diagnosis) -> String {
    let found = &diagnosis.found;
    let mut text = format!(
        "depth {}: {} leaves, not agreed\n\n",
        found.depth, found.total
    );
    text += &match &found.path[..] {
        [] => "disagreement in this position:\n".to_owned(),
        path => format!("disagreement after {}:\n", path.join(" ")),
    };
    text += &situation(diagnosis);
    text
}

/// The smallest position that [`shrink`](crate::find::shrink) has found.
pub fn describe_shrunk(shrunk: &Shrunk<Diagnosis>, found: &Disagreement) -> String {
    let mut text = match &shrunk.smallest {
        Smallest::Found(smallest) => format!(
            "\nsmallest position found that shows it, {} ({} questions):\n{}",
            gain(&smallest.found, found),
            shrunk.questions,
            situation(smallest)
        ),
        Smallest::Same => format!(
            "\nno smaller position was found that shows it ({} questions)",
            shrunk.questions
        ),
        Smallest::Unsteady => {
            "\nno smaller position is shown: the answer depends on earlier questions".to_owned()
        }
    };
    if let Some(error) = &shrunk.error {
        let _ = write!(
            text,
            "\nthe search for a smaller position ended early: {error}"
        );
    }
    text
}

impl Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe(self))
    }
}

/// The board, what is wrong there, and how to reproduce it.
fn situation(diagnosis: &Diagnosis) -> String {
    let Diagnosis {
        found, explanation, ..
    } = diagnosis;
    let mut text = causes(&explanation.causes);
    text += &found.node.position.board_text(&found.node.set_up);
    text += "\n\n";
    text += &finding(diagnosis);
    text += &reasons(explanation);
    if let Some(two_ways) = &found.two_ways {
        text += &two_answers(two_ways);
    }
    if found.remembers {
        text += "\nasked about this position first, it gives a different answer: it keeps something\n\
                 from earlier positions (castling rights, en passant square, pieces, a hash table), and the\n\
                 commands below may not reproduce it\n";
    }
    if let Some(bug) = &explanation.bug {
        let _ = writeln!(text, "\n{bug}");
    }
    text += "\nto reproduce:\n  ";
    text += &diagnosis.commands.join("\n  ");
    text
}

/// The known defects that explain the answers.
fn causes(causes: &[Cause]) -> String {
    let mut text = String::new();
    for cause in causes {
        let heading = match cause.certainty {
            Certainty::Accounts => "cause",
            Certainty::OneOfSeveral => "one of several causes that account for every number",
            Certainty::Fits => "possible cause, which does not predict every number",
        };
        let _ = writeln!(text, "{heading}: {}", cause.sentence);
    }
    text
}

/// The rule behind each wrong move, and what these moves have in common.
fn reasons(explanation: &Explanation) -> String {
    let missing = explanation.moves.missing.iter().map(|(_, reason)| reason);
    let extra = explanation.moves.extra.iter().map(|(_, reason)| reason);
    let mut text = String::new();
    for reason in missing.chain(extra) {
        let _ = writeln!(text, "  {reason}");
    }
    for sentence in &explanation.patterns {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

fn finding(diagnosis: &Diagnosis) -> String {
    let node = &diagnosis.found.node;
    let uci = |mv: Move| node.position.uci(mv, diagnosis.style);
    let plies = Plies(node.depth);
    match &diagnosis.found.finding {
        Finding::Moves(difference) => move_lists(difference, &uci),
        Finding::Leaves(difference) => {
            "the moves are right, but at depth 1 each of them must count 1:\n".to_owned()
                + &counts(difference, &uci)
        }
        Finding::Total(difference) => {
            let (sum, total) = difference.total.unwrap_or_default();
            format!("its counts {plies} deep add up to {sum}, but it reports a total of {total}\n")
        }
        Finding::Refused(difference) => {
            let legal = node.position.legal_moves().len();
            match difference.total {
                Some((_, total)) => format!(
                    "there are {legal} legal moves; the other program counts {total} and does not list them\n"
                ),
                None => format!(
                    "there are {legal} legal moves; the other program counts another number and cannot list them\n"
                ),
            }
        }
        Finding::Unreadable(difference) => {
            let unlisted: Vec<String> = difference.unlisted.iter().map(|&mv| uci(mv)).collect();
            format!(
                "these lines could not be read:\n  {}\nthese legal moves are in no other line: {}\n",
                difference.unreadable.join("\n  "),
                match &unlisted[..] {
                    [] => "none".to_owned(),
                    moves => moves.join(" "),
                }
            ) + &counts(difference, &uci)
        }
        Finding::Tree(difference) => {
            format!("its counts {plies} deep are wrong:\n")
                + &counts(difference, &uci)
                + "asked about the positions after these moves, it counts them correctly. So its moves are\n\
                   right, but its state during the walk through the tree is not: make or unmake does not\n\
                   restore it (castling rights, en passant square, pieces), or its hash table returns the\n\
                   count of another position.\n"
        }
        Finding::Counts(difference) => {
            format!("the moves are right, but their counts {plies} deep are wrong:\n")
                + &counts(difference, &uci)
        }
    }
}

fn move_lists(difference: &Difference, uci: &impl Fn(Move) -> String) -> String {
    let mut text = String::new();
    let mut list = |heading: &str, moves: Vec<String>| {
        if !moves.is_empty() {
            let _ = writeln!(text, "{heading}: {}", moves.join(" "));
        }
    };
    let texts = |moves: &[Move]| moves.iter().map(|&mv| uci(mv)).collect();
    list(
        "missing moves (legal, but not listed)",
        texts(&difference.missing),
    );
    list(
        "extra moves (listed, but not legal)",
        difference.extra.clone(),
    );
    list(
        "repeated moves (listed more than once)",
        texts(&difference.repeated),
    );
    text
}

fn counts(difference: &Difference, uci: &impl Fn(Move) -> String) -> String {
    let mut text = String::new();
    for &(mv, ours, theirs) in &difference.counts {
        let _ = writeln!(text, "  {}: {theirs}, should be {ours}", uci(mv));
    }
    if difference.refused {
        text += "  it disagrees with the total\n";
    }
    text
}

/// What follows from two different answers about one position.
fn two_answers(two_ways: &TwoWays) -> String {
    let node = &two_ways.node;
    let [played, set_up] = position_commands(two_ways).map(|(line, difference)| {
        let verdict = match difference.is_none() {
            true => "right",
            false => "wrong",
        };
        format!("{verdict}: {line}")
    });
    let conclusion = match (two_ways.played.is_none(), two_ways.set_up.is_none()) {
        (false, true) if !node.moves.is_empty() => {
            "this is a state bug: playing the moves (make or unmake) leaves a different state (castling\n\
             rights, en passant square, pieces) than setting up the position"
        }
        (true, false) | (false, true) => {
            "it reads one of the two FENs incorrectly, or keeps something from the position before"
        }
        _ => {
            "there are two bugs: besides its moves, the state after playing moves (make or unmake) or\n\
             after reading a FEN is wrong"
        }
    };
    format!(
        "\nthe same position gets different answers when it is played and when it is set up ({} deep):\n  \
         {played}\n  {set_up}\n{conclusion}\n",
        Plies(node.depth),
    )
}

/// The UCI commands that play and that set up the position, each with what was wrong in the answer.
pub(super) fn position_commands(two_ways: &TwoWays) -> [(String, &Difference); 2] {
    let node = &two_ways.node;
    let moves = match &node.moves[..] {
        [] => String::new(),
        moves => format!(" moves {}", moves.join(" ")),
    };
    [
        (
            format!("position fen {}{moves}", node.fen),
            &two_ways.played,
        ),
        (format!("position fen {}", node.set_up), &two_ways.set_up),
    ]
}

/// Where two divides differ, under the names of their files.
pub fn describe_divide_diff(
    difference: &DivideDiff,
    first: &dyn Display,
    second: &dyn Display,
) -> String {
    let mut lines = Vec::new();
    for (text, count) in &difference.only_first {
        lines.push(format!("{text}: {count} in {first}, not in {second}"));
    }
    for (text, count) in &difference.only_second {
        lines.push(format!("{text}: {count} in {second}, not in {first}"));
    }
    for (text, one, other) in &difference.counts {
        lines.push(format!("{text}: {one} in {first}, {other} in {second}"));
    }
    if let Some((one, other)) = difference.totals {
        lines.push(format!("total: {one} in {first}, {other} in {second}"));
    }
    lines.join("\n")
}

/// `1 ply`, `2 plies`
pub(super) struct Plies(pub(super) u32);

impl Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => write!(f, "1 ply"),
            depth => write!(f, "{depth} plies"),
        }
    }
}
