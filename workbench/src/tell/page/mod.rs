//! A report as a self-contained HTML page: no network, no fonts, one script of its own.
//!
//! `maud` escapes all texts, so the output of the other program cannot inject anything; the content
//! security policy allows exactly the script below.

mod board;
mod divide;
mod facts;
mod finding;
mod sentence;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use self::finding::Section;
use self::sentence::{capital, sentence};
use super::content;
use super::fold::more_like_this;
use crate::explain::Diagnosis;
use crate::find::Shrunk;

const STYLE: &str = include_str!("page.css");

/// Copy buttons, and open folds in print. Everything else works without it.
const SCRIPT: &str = include_str!("script.js");

/// Tells the browser to load nothing and to run this script alone, whatever the text contains. The
/// hash is that of [`SCRIPT`]; `scripts/check-report` prints the new one if it is stale.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'sha256-NiwjQNpDr2zsxvDxP1XmhuCu8W7GsuiOE3pYNMoxsXs='";

/// A page about the disagreements of a run.
pub struct Page<'a> {
    /// The name of the other program.
    pub name: &'a str,
    /// The command that has found them, quoted for a shell.
    pub command: &'a str,
    /// A sentence about the whole run, if there is more to say than the findings do.
    pub summary: Option<&'a str>,
    /// What was found, most important first.
    pub findings: &'a [PageFinding<'a>],
    /// The same as data, for programs that read the page.
    pub json: &'a Value,
}

/// A disagreement on a [`Page`].
pub struct PageFinding<'a> {
    /// What was found.
    pub diagnosis: &'a Diagnosis,
    /// The smallest position, if it was searched for.
    pub shrunk: Option<&'a Shrunk<Diagnosis>>,
    /// Where the position comes from, if it was drawn.
    pub origin: Option<String>,
    /// Where the same was found again.
    pub again: &'a [String],
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let headline = self.headline();
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (self.name) ": " (headline) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    (board::piece_symbols())
                    header {
                        p class="names" { strong { (self.name) } " against " strong { "Canopy" } }
                        h1 { (headline) }
                        @if let Some(summary) = self.summary { p class="where" { (sentence(summary)) } }
                        @if self.findings.len() > 1 { (self.contents()) }
                    }
                    main {
                        @for number in 0..self.findings.len() { (self.section(number)) }
                        section {
                            h2 { "The whole comparison" }
                            (command(self.command))
                        }
                    }
                    footer { p { "Written by Canopy " (env!("CARGO_PKG_VERSION")) "." } }
                    script type="application/json" id="canopy-report" { (PreEscaped(embedded(self.json))) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string()
    }

    fn headline(&self) -> String {
        match self.findings {
            [] => "No disagreement".to_owned(),
            [only] => capital(&content::headline(only.diagnosis)),
            several => format!("{} kinds of disagreement", several.len()),
        }
    }

    /// The headlines, with links to their sections.
    fn contents(&self) -> Markup {
        html! {
            ol class="contents" {
                @for (number, finding) in self.findings.iter().enumerate() {
                    li {
                        a href=(format!("#{}", anchor(number))) {
                            (sentence(&content::headline(finding.diagnosis)))
                        }
                        @if !finding.again.is_empty() { " " (more_like_this(finding.again.len())) "." }
                    }
                }
            }
        }
    }

    fn section(&self, number: usize) -> Markup {
        let finding = &self.findings[number];
        let section = Section {
            finding,
            id: anchor(number),
            name: self.name,
        };
        html! {
            article id=(section.id) {
                @if self.findings.len() > 1 {
                    h2 { (capital(&content::headline(finding.diagnosis))) }
                }
                (section.html())
            }
        }
    }
}

fn anchor(number: usize) -> String {
    format!("finding-{}", number + 1)
}

/// A command or a FEN with a button that copies it.
fn command(text: &str) -> Markup {
    html! {
        div class="copyable" {
            pre { code { (text) } }
            button class="copy" type="button" hidden { "Copy" }
        }
    }
}

/// The data as the content of a script element, where `<` could end it and `&` means nothing.
fn embedded(json: &Value) -> String {
    json.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_data_cannot_end_its_element() {
        let value = json!({ "name": "</script><script>alert(1)</script><!--" });
        let text = embedded(&value);
        assert!(!text.contains('<'), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
    }
}
