//! The answer as fields of a JSON object. Counts are strings of decimal digits: they can exceed what a JSON number
//! holds exactly.

use movegen::chess::Move;
use serde_json::{Map, Value, json};

use super::answer::{Comparison, Why};
use super::next::NextQuestion;
use crate::fits::Pairs;

impl Why {
    /// The fields of the answer, in the order in which they are documented.
    ///
    /// ```
    /// use movegen::perft::Stop;
    /// use workbench::why::{Given, why};
    ///
    /// let fields = why("startpos depth 1: 21", &Given::default(), &[], 1, &Stop::new()).unwrap().fields();
    /// assert_eq!(fields["claims"][0]["correct"], "20");
    /// ```
    pub fn fields(&self) -> Map<String, Value> {
        let left_out = self.left_out.iter().map(|(claim, reason)| {
            json!({ "fen": claim.fen, "depth": claim.depth, "reason": reason.to_string() })
        });
        let unread = self
            .unread
            .iter()
            .map(|line| json!({ "line": line.number, "text": line.text, "reason": line.reason }));
        let causes = self.causes.iter();
        let causes = causes.map(|cause| json!({ "id": cause.id, "sentences": cause.sentences }));
        let pairs = self.pairs.as_ref().map(pairs_data);
        let next = self.next.as_ref().map(|next| self.next_data(next));
        let fields = [
            ("claims", self.claims.iter().map(claim_data).collect()),
            ("left_out", left_out.collect()),
            ("assumptions", json!(self.assumptions)),
            ("warnings", json!(self.warnings)),
            ("unread", unread.collect()),
            ("right", json!(self.is_right())),
            ("known_defects", json!(self.known)),
            ("causes", causes.collect()),
            (
                "ruled_out_by_statistics",
                json!(self.ruled_out_by_columns()),
            ),
            ("pairs", json!(pairs)),
            ("not_compared", json!(self.not_compared)),
            ("comparison_complete", json!(self.is_complete)),
            ("facts", json!(self.facts)),
            ("next", json!(next)),
        ];
        let variant = (!self.rules.is_standard()).then(|| ("variant", json!(self.rules.name())));
        variant
            .into_iter()
            .chain(fields)
            .map(|(name, value): (&str, Value)| (name.to_owned(), value))
            .collect()
    }

    fn next_data(&self, next: &NextQuestion) -> Value {
        let totals = next.totals.iter().zip(&self.causes).map(|(totals, cause)| {
            let totals = totals.iter().map(i128::to_string);
            json!({ "id": cause.id, "totals": totals.collect::<Vec<_>>() })
        });
        json!({
            "fen": next.fen,
            "depth": next.depth,
            "correct": next.correct.to_string(),
            "totals": totals.collect::<Vec<_>>(),
        })
    }
}

impl Comparison {
    /// The moves of a divide with wrong counts: the move, Canopy's count, the claimed one.
    pub fn wrong_counts(&self) -> &[(Move, u128, i128)] {
        let difference = self.difference.as_ref();
        difference.map_or(&[], |difference| &difference.counts)
    }
}

fn pairs_data(pairs: &Pairs) -> Value {
    let found = pairs.found.iter().map(|pair| {
        let both = pair
            .iter()
            .map(|(id, sentence)| json!({ "id": id, "sentence": sentence }));
        both.collect::<Vec<_>>()
    });
    json!({
        "number": pairs.number,
        "expected_by_chance": pairs.by_chance,
        "found": found.collect::<Vec<_>>(),
    })
}

fn claim_data(comparison: &Comparison) -> Value {
    let counts = comparison.wrong_counts().iter();
    let counts = counts.map(|(mv, right, counted)| {
        json!({ "move": mv.to_string(), "counted": counted.to_string(), "correct": right.to_string() })
    });
    let columns = comparison.columns.iter().map(|wrong| {
        json!({ "column": wrong.name, "counted": wrong.counted.to_string(), "correct": wrong.expected.to_string() })
    });
    let claim = &comparison.claim;
    json!({
        "fen": claim.fen,
        "moves": claim.moves,
        "depth": claim.depth,
        "lines": claim.lines.as_ref().map(|lines| [lines.start(), lines.end()]),
        "total": comparison.total.map(|total| total.to_string()),
        "correct": comparison.expected.to_string(),
        "right": comparison.is_right,
        "wrong_counts": counts.collect::<Vec<_>>(),
        "wrong_columns": columns.collect::<Vec<_>>(),
    })
}
