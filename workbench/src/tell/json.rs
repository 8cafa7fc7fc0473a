//! A diagnosis as fields of JSON objects. Counts of leaves are strings of decimal digits: they can
//! exceed what a JSON number holds exactly.

use movegen::perft::Tree as _;
use serde_json::{Map, Value, json};

use super::content::{Content, Evidence};
use super::text;
use crate::ask::Error;
use crate::explain::{Cause, Diagnosis, MoveReasons};
use crate::find::{Comparison, Difference, Finding, Node, Shrunk, Smallest, gain};

/// The fields of a disagreement.
pub fn disagreement_fields(diagnosis: &Diagnosis) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("depth".to_owned(), json!(diagnosis.found.depth));
    fields.insert(
        "leaves".to_owned(),
        json!(diagnosis.found.total.to_string()),
    );
    add_situation(&mut fields, diagnosis);
    fields
}

/// The fields of the smallest position that was found for this disagreement.
pub fn shrunk_fields(shrunk: &Shrunk<Diagnosis>, found: &Diagnosis) -> Map<String, Value> {
    let outcome = match &shrunk.smallest {
        Smallest::Found(_) => "found",
        Smallest::Same => "same",
        Smallest::NotReproducible => "not_reproducible",
    };
    let mut fields = Map::new();
    fields.insert("outcome".to_owned(), json!(outcome));
    fields.insert("questions".to_owned(), json!(shrunk.questions));
    let error = shrunk.error.as_ref().map(Error::to_string);
    fields.insert("trouble".to_owned(), json!(error));
    fields.insert(
        "summary".to_owned(),
        json!(text::outcome(shrunk, &found.found)),
    );
    if let Smallest::Found(smallest) = &shrunk.smallest {
        let gain = gain(&smallest.found, &found.found);
        fields.insert("gain".to_owned(), json!(gain));
        add_situation(&mut fields, smallest);
    }
    fields
}

/// Where the two disagree, what is wrong there and why, and how to reproduce it.
fn add_situation(fields: &mut Map<String, Value>, diagnosis: &Diagnosis) {
    let Diagnosis {
        found, explanation, ..
    } = diagnosis;
    let node = &found.node;
    let content = Content::of(diagnosis);
    let two_ways = found.two_ways.as_ref().zip(explanation.two_ways.as_ref());
    let two_ways = two_ways.map(|(ways, [played, set_up])| {
        json!({
            "position": position(&ways.node),
            "played": difference(&ways.node, &ways.played, played, diagnosis),
            "set_up": difference(&ways.node, &ways.set_up, set_up, diagnosis),
        })
    });
    for (name, value) in [
        ("headline", json!(content.headline)),
        ("path", json!(found.path)),
        ("position", position(node)),
        ("finding", json!(kind(&found.finding))),
        (
            "difference",
            difference(
                node,
                found.finding.difference(),
                &explanation.moves,
                diagnosis,
            ),
        ),
        ("in_common", json!(explanation.patterns)),
        ("not_excluded", json!(explanation.not_excluded)),
        ("cause", json!(explanation.bug)),
        ("causes", explanation.causes.iter().map(cause).collect()),
        ("two_ways", json!(two_ways)),
        ("remembers", json!(found.remembers)),
        ("varies", json!(found.varies)),
        ("earlier", found.earlier.iter().map(question).collect()),
        ("series", json!(explanation.series)),
        ("evidence", content.evidence.iter().map(evidence).collect()),
        ("commands", json!(diagnosis.commands)),
    ] {
        fields.insert(name.to_owned(), value);
    }
}

/// A question, and whether its answer was right.
fn question(asked: &Comparison) -> Value {
    json!({
        "fen": asked.node.fen,
        "moves": asked.node.moves,
        "depth": asked.node.depth,
        "leaves": asked.ours.total.to_string(),
        "right": asked.difference.is_none(),
    })
}

fn evidence(part: &Evidence) -> Value {
    json!({ "sentence": part.sentence, "moves": part.moves, "lines": part.lines })
}

fn cause(cause: &Cause) -> Value {
    json!({
        "id": cause.id,
        "sentence": cause.sentence,
        "certainty": cause.certainty.name(),
    })
}

/// A position as the other side was given it, and as a single FEN.
fn position(node: &Node) -> Value {
    let checkers = node.position.checkers().into_iter();
    let mut fields = json!({
        "fen": node.fen,
        "moves": node.moves,
        "set_up": node.set_up,
        "depth": node.depth,
        "key": format!("{:016X}", node.position.key() as u64),
        "checkers": checkers.map(|square| square.to_string()).collect::<Vec<_>>(),
    });
    if node.position.as_standard().is_none() {
        fields["variant"] = node.position.rules().name().into();
    }
    fields
}

fn kind(finding: &Finding) -> &'static str {
    match finding {
        Finding::Moves(_) => "moves",
        Finding::Leaves(_) => "leaves",
        Finding::Total(_) => "total",
        Finding::Refused(_) => "refused",
        Finding::Unreadable(_) => "unreadable",
        Finding::Tree(_) => "tree",
        Finding::Counts(_) => "counts",
    }
}

fn difference(
    node: &Node,
    difference: &Difference,
    reasons: &MoveReasons,
    diagnosis: &Diagnosis,
) -> Value {
    let uci = |mv| node.position.uci(mv, diagnosis.style);
    let entry = |text: String, reason: &str| json!({ "move": text, "reason": reason });
    let missing = reasons.missing.iter();
    let missing = missing.map(|(mv, reason)| entry(uci(*mv), reason));
    let extra = reasons.extra.iter();
    let extra = extra.map(|(text, reason)| entry(text.clone(), reason));
    let repeated = difference.repeated.iter().map(|&mv| uci(mv));
    let counts = difference.counts.iter().map(|&(mv, ours, theirs)| {
        json!({ "move": uci(mv), "ours": ours.to_string(), "theirs": theirs.to_string() })
    });
    let total = difference
        .total
        .map(|(sum, total)| json!({ "sum": sum.to_string(), "total": total.to_string() }));
    json!({
        "missing": missing.collect::<Vec<_>>(),
        "extra": extra.collect::<Vec<_>>(),
        "repeated": repeated.collect::<Vec<_>>(),
        "counts": counts.collect::<Vec<_>>(),
        "total": total,
        "refused": difference.refused,
        "unreadable": difference.unreadable,
        "unlisted": difference.unlisted.iter().map(|&mv| uci(mv)).collect::<Vec<_>>(),
    })
}
