//! Why an answer is wrong: the rule behind each missing and each extra move, what these moves have
//! in common, and the kind of bug.

use movegen::chess::explain::MoveHistory;
use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, Move, MoveFilter, PositionText};

use super::causes::{self, Cause, Causes, Certainty, Refuted, Tables};
use super::patterns::Patterns;
use super::{confused, contrast, patterns, series, state_bugs, tree};
use crate::ask::{Answer, OtherSide};
use crate::find::{Difference, Disagreement, Finding, Node};

/// The explanation of a disagreement. Texts are sentences without a full stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Whether the question needs UCI_Chess960, which the other program does not offer. No rule and no
    /// defect is named then: nothing is known about its standard chess.
    pub lacks_chess960: bool,
    /// The known defects that explain the answers; none if no known defect accounts for them.
    pub causes: Vec<Cause>,
    /// Whether every known defect was compared with every answer.
    pub examined: bool,
    /// The rule behind each wrong move.
    pub moves: MoveReasons,
    /// What all missing or all extra moves have in common, if there are several: "all 7 missing
    /// moves are en passant captures", what the wrong counts of a tree have in common, and what all positions with
    /// wrong answers have in common.
    pub patterns: Vec<String>,
    /// If only the counts of a tree are wrong: what can be the reason, as far as nothing excludes it.
    pub not_excluded: Vec<&'static str>,
    /// The wrong state that gives exactly the answer that was received, or that it is the answer to an earlier question,
    /// or that it is right without a hash table, or that it is wrong where a position of the game occurs again.
    pub bug: Option<String>,
    /// If the wrong answer takes earlier questions: how each of them differs from the last one, and
    /// which of its numbers the wrong answer repeats.
    pub series: Vec<String>,
    /// The same reasons for the two answers about one position, played and set up, if they differ.
    pub two_ways: Option<[MoveReasons; 2]>,
    /// The programs with known defects that the answers refute.
    pub(super) refuted: Refuted,
}

/// Said of a program whose answers vary: no rule and no table can be blamed.
const VARIES: &str = "it gives different answers to the same question";

/// How often a program is asked with and without its hash table before the table is blamed.
const TABLE_TRIALS: usize = 6;

/// Why each missing move is legal and each extra move is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveReasons {
    /// Legal moves that were not listed, and why each is legal: "e5d6 en passant is legal: the pawn
    /// on d5 has just advanced two squares, passing d6".
    pub missing: Vec<(Move, String)>,
    /// Listed moves that are not legal, and the rule that forbids each.
    pub extra: Vec<(String, String)>,
}

impl Explanation {
    /// Explains a disagreement. Costs up to about twenty counts of the position that was found. Programs that earlier
    /// answers have `refuted` are not compared again.
    pub(super) fn new(
        found: &Disagreement,
        refuted: Refuted,
        style: CastlingStyle,
        other: &mut dyn OtherSide,
    ) -> Explanation {
        if other.offers_chess960() == Some(false) && needs_chess960(found, style) {
            return Explanation {
                lacks_chess960: true,
                series: series::facts(found),
                ..Explanation::default()
            };
        }
        let history = found.history();
        let difference = found.finding.difference();
        let position = &found.node.position;
        let last_moves = found.last_moves.as_ref();
        let mut in_common = Patterns::default();
        in_common.add(position, history.as_ref(), difference);
        for (node, difference) in &found.related {
            in_common.add_related(node.position, node.history().as_ref(), difference);
        }
        // They count all lines.
        let origin = match last_moves {
            _ if found.varies => Origin {
                bug: Some(VARIES.to_owned()),
                ..Origin::default()
            },
            // Other defects are those of programs that play chess.
            None if position.as_standard().is_none() => Origin {
                causes: causes::of_variant(found, other, style),
                ..Origin::default()
            },
            None if !other.can_be_asked() => Origin {
                causes: causes::of_saved(found, style, &other.stop()),
                ..Origin::default()
            },
            None => Origin::of(found, refuted, other, style),
            Some(_) => Origin::default(),
        };
        let contrast = match is_unexplained(found, &origin) && other.can_be_asked() {
            true => contrast::facts(found, &mut in_common, other, style),
            false => None,
        };
        let like = (!is_certain(&origin.causes)).then(|| state_bugs::like(found));
        let overflow = tree::overflow(found).filter(|_| !is_certain(&origin.causes));
        let facts = overflow.into_iter().chain(tree::facts(found, style));
        let facts = facts.chain(like.flatten()).chain(contrast);
        Explanation {
            lacks_chess960: false,
            causes: origin.causes.all,
            examined: origin.causes.examined,
            refuted: origin.causes.refuted,
            moves: MoveReasons::new(position, history.as_ref(), difference, style, last_moves),
            patterns: in_common.sentences().into_iter().chain(facts).collect(),
            not_excluded: origin.not_excluded,
            bug: origin.bug,
            series: series::facts(found),
            two_ways: found.two_ways.as_ref().map(|two_ways| {
                let node = &two_ways.node;
                let history = node.history();
                [&two_ways.played, &two_ways.set_up].map(|difference| {
                    let history = history.as_ref();
                    MoveReasons::new(node.position, history, difference, style, last_moves)
                })
            }),
        }
    }
}

/// Whether a position with castling rights was set up as one of Chess960, in the question or before it.
fn needs_chess960(found: &Disagreement, style: CastlingStyle) -> bool {
    let earlier = found.earlier.iter().map(|asked| &asked.node);
    let has_rights = |node: &Node| node.fen.split_ascii_whitespace().nth(2) != Some("-");
    style == CastlingStyle::Chess960 && earlier.chain([&found.node]).any(has_rights)
}

/// Whether the answers are wrong in themselves, and no known defect accounts for them.
fn is_unexplained(found: &Disagreement, origin: &Origin) -> bool {
    let is_explained = origin.bug.is_some() || is_certain(&origin.causes);
    !is_explained && !found.remembers && !found.varies && found.last_moves.is_none()
}

fn is_certain(causes: &Causes) -> bool {
    let is_certain = |cause: &Cause| cause.certainty != Certainty::Fits;
    causes.all.iter().any(is_certain)
}

/// Where a wrong answer comes from.
#[derive(Default)]
struct Origin {
    causes: Causes,
    /// The wrong state or table.
    bug: Option<String>,
    not_excluded: Vec<&'static str>,
}

impl Origin {
    fn of(
        found: &Disagreement,
        refuted: Refuted,
        other: &mut dyn OtherSide,
        style: CastlingStyle,
    ) -> Origin {
        let table = right_without_table(found, other);
        let tables = match table {
            Some(true) => Tables::Proven,
            None if depends_on_others(found) => Tables::Possible,
            _ => Tables::Excluded,
        };
        let mut causes = causes::causes(found, refuted, other, style, tables);
        if causes.all.is_empty() {
            causes.all = confused::positions(found, other, tables)
                .into_iter()
                .collect();
        }
        if causes.all.is_empty() {
            causes.all = state_bugs::possible(found, style);
        }
        let bug = match table {
            Some(true) => Some("without its hash table, it gives the right answer".to_owned()),
            _ => state_bugs::bug(found)
                .or_else(|| series::another(found).map(|another| another.to_string()))
                .or_else(|| tree::repetition(found)),
        };
        let not_excluded = match table {
            Some(true) => Vec::new(),
            _ => tree::possible(found, table),
        };
        Origin {
            causes,
            bug,
            not_excluded,
        }
    }
}

/// Whether the answer depends on other positions that were counted: earlier ones, or those of the same
/// tree.
fn depends_on_others(found: &Disagreement) -> bool {
    found.remembers || matches!(found.finding, Finding::Tree(_))
}

/// Whether the answer about the position that was found is right without a hash table, and wrong with it, in all
/// of several trials; `None` if a table cannot be the cause, or cannot be turned off, or if the trials contradict
/// each other. Leaves the other side as it is after a reset.
fn right_without_table(found: &Disagreement, other: &mut dyn OtherSide) -> Option<bool> {
    if !depends_on_others(found) {
        return None;
    }
    for trial in 0..TABLE_TRIALS {
        if !other.reset_without_table().ok()? {
            return None;
        }
        let without = is_right(found, other);
        // An error shows at the next question.
        let _ = other.reset();
        match (without?, trial) {
            (true, _) => {}
            (false, 0) => return Some(false),
            (false, _) => return None,
        }
        let with = is_right(found, other);
        let _ = other.reset();
        if with? {
            return None;
        }
    }
    Some(true)
}

/// Whether the last answer is right if the same questions are asked again; `None` if there is no answer.
fn is_right(found: &Disagreement, other: &mut dyn OtherSide) -> Option<bool> {
    let last = found.trail.last()?;
    let mut answer = Answer::Unknown;
    for asked in found.earlier.iter().chain([last]) {
        answer = other.ask(&asked.question()).ok()?;
    }
    let difference = Difference::between(last.node.position, &last.ours, &answer)?;
    Some(difference.is_none())
}

impl MoveReasons {
    pub(crate) fn new(
        position: impl Into<VariantPosition>,
        history: Option<&MoveHistory>,
        difference: &Difference,
        style: CastlingStyle,
        last_moves: Option<&MoveFilter>,
    ) -> MoveReasons {
        let position = &position.into();
        let reason = |text: &str| reason(position, history, text);
        let of_extra = |text: &str| match last_moves {
            Some(last) if position.parse_uci(text).is_ok() => {
                format!("{text} is legal, but not one of the moves asked for: {last}")
            }
            _ => reason(text),
        };
        let missing = difference.missing.iter();
        let extra = difference.extra.iter();
        MoveReasons {
            missing: missing
                .map(|&mv| (mv, reason(&position.uci(mv, style))))
                .collect(),
            extra: extra.map(|text| (text.clone(), of_extra(text))).collect(),
        }
    }
}

/// Why the move is legal, or illegal, or not a move at all.
fn reason(position: &VariantPosition, history: Option<&MoveHistory>, text: &str) -> String {
    match position.explain_text(text, history) {
        Ok(legal) => legal.to_string(),
        Err(error) if error.is_illegal() => error.to_string(),
        Err(error) => match patterns::illegal_san(position, text) {
            Some(san) => san.to_string(),
            None => error.to_string(),
        },
    }
}

impl Node {
    /// The history of its position; `None` if its text cannot be parsed, as can happen if it was
    /// not made by [`Node`]'s own functions.
    pub fn history(&self) -> Option<MoveHistory> {
        history(self.position.rules(), &self.fen, self.moves.clone())
    }
}

impl Disagreement {
    /// The history of the position that was found, from the position where the hunt began; also if
    /// the other program was given a FEN.
    pub fn history(&self) -> Option<MoveHistory> {
        let moves = self.start.moves.iter().chain(&self.path);
        let rules = self.start.position.rules();
        history(rules, &self.start.fen, moves.cloned().collect())
    }
}

fn history(rules: &'static dyn Rules, fen: &str, moves: Vec<String>) -> Option<MoveHistory> {
    let fen = Some(fen.to_owned());
    let text = PositionText {
        fen,
        moves,
        ..PositionText::default()
    };
    let parsed = VariantPosition::from_text(rules, &text);
    parsed.ok().map(|parsed| parsed.history)
}
