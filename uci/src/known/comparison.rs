//! How counts compare with the published results.

use serde_json::{Value, json};

use super::{Known, Quantity};
use crate::games::{AnyPosition, Game};
use crate::perft::PerftPlan;

/// A count and the value published for it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Verdict {
    depth: u32,
    quantity: Quantity,
    counted: u128,
    /// The published value and its source. If sources disagree and one of them has the count, it is
    /// this one.
    published: (u128, String),
    /// The other published values, where sources disagree.
    others: Vec<(u128, String)>,
}

impl Verdict {
    /// Whether the count is the published value, or one of them where sources disagree.
    fn matches(&self) -> bool {
        self.value() == self.counted
    }

    fn value(&self) -> u128 {
        self.published.0
    }

    fn source(&self) -> &str {
        &self.published.1
    }

    fn difference(&self) -> String {
        let values: Vec<_> = std::iter::once(&self.published)
            .chain(&self.others)
            .map(|(value, source)| format!("{value} ({source})"))
            .collect();
        format!(
            "{} at depth {}: {} DIFFERS from the published value {}",
            self.quantity.name(),
            self.depth,
            self.counted,
            values.join(", ")
        )
    }
}

/// Complete counts of one position and their published values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison(Vec<Verdict>);

impl Comparison {
    /// Looks up counts, each with its depth. Counts without a published value are left out.
    pub fn new(
        known: &Known,
        root: &dyn AnyPosition,
        counts: impl IntoIterator<Item = (u32, Quantity, u128)>,
    ) -> Comparison {
        let verdict = |(depth, quantity, counted)| {
            let mut published: Vec<_> = known
                .values(root, depth, quantity)
                .into_iter()
                .map(|(value, source)| (value, source.to_owned()))
                .collect();
            published.sort_by_key(|(value, _)| *value != counted);
            let mut published = published.into_iter();
            published.next().map(|first| Verdict {
                depth,
                quantity,
                counted,
                published: first,
                others: published.collect(),
            })
        };
        Comparison(counts.into_iter().filter_map(verdict).collect())
    }

    /// Looks up the counts of a plan in the built-in table. No value is published for a selection of
    /// root moves.
    pub fn of_plan<G: Game>(
        plan: &PerftPlan<G>,
        counts: impl IntoIterator<Item = (u32, Quantity, u128)>,
    ) -> Comparison {
        match plan.roots {
            Some(_) => Comparison::default(),
            None => Comparison::new(Known::published(), &plan.position, counts),
        }
    }

    /// Whether no count has a published value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a count differs from its published value.
    pub fn differs(&self) -> bool {
        !self.0.iter().all(Verdict::matches)
    }

    /// One line if all counts agree, otherwise a line for each one that differs; `None` if there is
    /// no published value.
    pub fn text(&self) -> Option<String> {
        if self.differs() {
            let differing = self.0.iter().filter(|verdict| !verdict.matches());
            let lines: Vec<_> = differing.map(Verdict::difference).collect();
            return Some(lines.join("\n"));
        }
        let mut sources: Vec<_> = self.0.iter().map(Verdict::source).collect();
        sources.sort_unstable();
        sources.dedup();
        let sources = sources.join(", ");
        match self.0.len() {
            0 => None,
            1 => Some(format!("matches the published value ({sources})")),
            all => Some(format!("matches all {all} published values ({sources})")),
        }
    }

    /// The published value of a single count, as a field of a JSON object; null if there is none.
    pub fn json(&self) -> Value {
        self.0.first().map_or(Value::Null, |verdict| {
            json!({
                "value": verdict.value().to_string(),
                "source": verdict.source(),
                "matches": verdict.matches(),
            })
        })
    }

    /// The published values of many counts, as a field of a JSON object.
    pub fn json_list(&self) -> Value {
        let list = self.0.iter().map(|verdict| {
            json!({
                "depth": verdict.depth,
                "what": verdict.quantity.name(),
                "value": verdict.value().to_string(),
                "source": verdict.source(),
                "matches": verdict.matches(),
            })
        });
        list.collect()
    }
}
