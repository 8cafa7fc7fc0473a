//! What was found, for a person to read.

use std::fmt::{Display, Write as _};

use movegen::chess::{CastlingStyle, Move};

use crate::ask::{OtherSide, Question, shell_word};
use crate::explain::Explanation;
use crate::find::{
    Difference, Disagreement, DivideDiff, Finding, Node, Shrunk, Smallest, TwoWays, count, gain,
};

/// `depth 3: 8902 leaves, agreed`
pub fn agreed(depth: u32, total: u128) -> String {
    format!("depth {depth}: {total} leaves, agreed")
}

/// The depth, the path, the board, what is wrong there, and how to see it by hand; lines without
/// the last end.
pub fn describe(found: &Disagreement, style: CastlingStyle, other: &dyn OtherSide) -> String {
    let mut text = format!(
        "depth {}: {} leaves, not agreed\n\n",
        found.depth, found.total
    );
    text += &match &found.path[..] {
        [] => "disagreement in this very position:\n".to_owned(),
        path => format!("disagreement after {}:\n", path.join(" ")),
    };
    text += &situation(found, style, other);
    text
}

/// What is left of it by [`shrink`](crate::find::shrink); lines without the last end.
pub fn describe_shrunk(
    shrunk: &Shrunk,
    found: &Disagreement,
    style: CastlingStyle,
    other: &dyn OtherSide,
) -> String {
    let mut text = match &shrunk.smallest {
        Smallest::Found(smallest) => format!(
            "\nthe smallest position found that shows it, {} ({} questions):\n{}",
            gain(smallest, found),
            shrunk.questions,
            situation(smallest, style, other)
        ),
        Smallest::Same => format!(
            "\nno smaller position was found that shows it ({} questions)",
            shrunk.questions
        ),
        Smallest::Unsteady => {
            "\nno smaller position is shown: the answer depends on what was asked before".to_owned()
        }
    };
    if let Some(trouble) = &shrunk.trouble {
        let _ = write!(
            text,
            "\nthe search for a smaller one ended early: {trouble}"
        );
    }
    text
}

/// The board, what is wrong there, and how to see it by hand.
fn situation(found: &Disagreement, style: CastlingStyle, other: &dyn OtherSide) -> String {
    let mut text = String::new();
    text += &found.step.position.board_text(&found.step.set_up);
    text += "\n\n";
    text += &cause(&found.finding, &found.step, style);
    let explained = Explanation::of(found, style);
    text += &reasons(&explained);
    if let Some(two_ways) = &found.two_ways {
        text += &ways(two_ways);
    }
    if found.remembers {
        text += "\nasked about this position before anything else, it gives another answer: it keeps something\n\
                 from the positions before (castling rights, en passant square, pieces, a table), and the\n\
                 commands below may not show it\n";
    }
    if let Some(bug) = &explained.bug {
        let _ = writeln!(text, "\n{bug}");
    }
    text += "\nto see it:\n  ";
    text += &commands(found, style, other).join("\n  ");
    text
}

/// What shows it by hand: the other side's answer, if it can be asked, and ours.
pub fn commands(found: &Disagreement, style: CastlingStyle, other: &dyn OtherSide) -> Vec<String> {
    let theirs = by_hand(other, &found.step);
    theirs
        .into_iter()
        .chain([ours_by_hand(&found.step, style)])
        .collect()
}

/// The rule for each wrong move, and what they have in common.
fn reasons(explained: &Explanation) -> String {
    let missing = explained.missing.iter().map(|(_, why)| why);
    let extra = explained.extra.iter().map(|(_, why)| why);
    let mut text = String::new();
    for why in missing.chain(extra) {
        let _ = writeln!(text, "  {why}");
    }
    for sentence in &explained.in_common {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

fn cause(finding: &Finding, step: &Node, style: CastlingStyle) -> String {
    let uci = |mv: Move| step.position.uci(mv, style);
    let plies = Plies(step.depth);
    match finding {
        Finding::Moves(difference) => lists(difference, &uci),
        Finding::Leaves(difference) => {
            let mut text =
                "the moves are right, but one ply deep each of them is 1 leaf:\n".to_owned();
            text += &counts(difference, &uci);
            text
        }
        Finding::Total(difference) => {
            let (sum, total) = difference.total.unwrap_or_default();
            format!("{plies} deep its lines add up to {sum}, but it writes a total of {total}\n")
        }
        Finding::Refused(difference) => {
            let legal = step.position.legal_moves().len();
            match difference.total {
                Some((_, total)) => format!(
                    "there are {legal} legal moves; the other side counts {total}, and does not say which\n"
                ),
                None => format!(
                    "there are {legal} legal moves; the other side counts another number, and cannot say which\n"
                ),
            }
        }
        Finding::Tree(difference) => {
            let mut text = format!("{plies} deep it counts wrongly:\n");
            text += &counts(difference, &uci);
            text += "yet asked about the positions after these moves, it counts them rightly. So its moves are\n\
                     right, and what it keeps while it goes through the tree is not: make or unmake does not\n\
                     restore its state (castling rights, en passant square, pieces), or its table of positions\n\
                     answers for another one.\n";
            text
        }
        Finding::Counts(difference) => {
            let mut text = format!("the moves are right, their counts {plies} deep are not:\n");
            text += &counts(difference, &uci);
            text
        }
    }
}

fn lists(difference: &Difference, uci: &impl Fn(Move) -> String) -> String {
    let mut text = String::new();
    let mut list = |what: &str, moves: Vec<String>| {
        if !moves.is_empty() {
            let _ = writeln!(text, "{what}: {}", moves.join(" "));
        }
    };
    let all = |moves: &[Move]| moves.iter().map(|&mv| uci(mv)).collect();
    list(
        "missing moves (legal, and not in its list)",
        all(&difference.missing),
    );
    list(
        "extra moves (in its list, and not legal)",
        difference.extra.clone(),
    );
    list(
        "repeated moves (more than once in its list)",
        all(&difference.repeated),
    );
    text
}

fn counts(difference: &Difference, uci: &impl Fn(Move) -> String) -> String {
    let mut text = String::new();
    for &(mv, ours, theirs) in &difference.counts {
        let _ = writeln!(text, "  {}: {theirs}, should be {ours}", uci(mv));
    }
    if difference.refused {
        text += "  it does not agree to the total\n";
    }
    text
}

/// What follows from two different answers about one position.
fn ways(two_ways: &TwoWays) -> String {
    let step = &two_ways.step;
    let [played, set_up] = told(two_ways).map(|(line, difference)| {
        let verdict = if difference.is_none() {
            "right"
        } else {
            "wrong"
        };
        format!("{verdict}: {line}")
    });
    let conclusion = match (two_ways.played.is_none(), two_ways.set_up.is_none()) {
        (false, true) if !step.moves.is_empty() => {
            "this is a state bug: playing the moves (make, or unmake) leaves another state (castling\n\
             rights, en passant square, pieces) than setting up the position does"
        }
        (true, false) | (false, true) => {
            "it reads one of the two FENs wrongly, or keeps something from the position before"
        }
        _ => {
            "it is wrong in two ways: besides its moves, what it keeps when it plays moves (make, or\n\
             unmake) or what it reads from a FEN is wrong"
        }
    };
    format!(
        "\nthe same position, given in two ways, gets two answers ({} deep):\n  \
         {played}\n  {set_up}\n{conclusion}\n",
        Plies(step.depth),
    )
}

/// The two ways as a UCI engine is told of them, and what was wrong in each answer.
pub(super) fn told(two_ways: &TwoWays) -> [(String, &Difference); 2] {
    let step = &two_ways.step;
    let moves = match &step.moves[..] {
        [] => String::new(),
        moves => format!(" moves {}", moves.join(" ")),
    };
    [
        (
            format!("position fen {}{moves}", step.fen),
            &two_ways.played,
        ),
        (format!("position fen {}", step.set_up), &two_ways.set_up),
    ]
}

fn by_hand(other: &dyn OtherSide, step: &Node) -> Option<String> {
    other.by_hand(&Question {
        fen: &step.fen,
        moves: &step.moves,
        depth: step.depth,
        expected: count(&step.position, step.depth).ok()?.total,
    })
}

fn ours_by_hand(step: &Node, style: CastlingStyle) -> String {
    let mut text = format!(
        "canopy perft {} --fen {}",
        step.depth,
        shell_word(&step.fen)
    );
    if !step.moves.is_empty() {
        let _ = write!(text, " --moves {}", shell_word(&step.moves.join(" ")));
    }
    if style == CastlingStyle::Chess960 {
        text += " --chess960";
    }
    text
}

/// Where two divides differ, by the names of their files; lines without the last end.
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
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            1 => write!(f, "1 ply"),
            depth => write!(f, "{depth} plies"),
        }
    }
}
