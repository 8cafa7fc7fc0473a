//! Commands with placeholders for the parts of a question: `go perft {depth}`.

use std::str::FromStr;

use thiserror::Error;

use super::{CommandLine, Question};

/// The placeholders.
const PLACEHOLDERS: [&str; 4] = ["{depth}", "{fen}", "{moves}", "{program}"];

/// A command with placeholders: `{depth}`, `{fen}`, `{moves}` (in UCI notation, separated by spaces)
/// and, for programs that are called once per question, `{program}`.
///
/// ```
/// use workbench::ask::Template;
/// let template: Template = "perft {depth}".parse().unwrap();
/// assert!(template.has("{depth}") && !template.has("{fen}"));
/// let error = "perft {deptj}".parse::<Template>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown placeholder {deptj}"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

/// Why a text is no template.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TemplateError {
    /// The text contains braces with another name between them.
    #[error("unknown placeholder {0}; there are {{depth}}, {{fen}}, {{moves}} and {{program}}")]
    Unknown(String),
    /// There is no place for the depth.
    #[error(
        "no {{depth}} in '{0}': the program must be told how deep to count, as in 'perft {{depth}}'"
    )]
    NoDepth(String),
}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Template, TemplateError> {
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            let end = rest[start..]
                .find('}')
                .map_or(rest.len(), |end| start + end + 1);
            let placeholder = &rest[start..end];
            if !PLACEHOLDERS.contains(&placeholder) {
                return Err(TemplateError::Unknown(placeholder.to_owned()));
            }
            rest = &rest[end..];
        }
        match text.contains("{depth}") {
            true => Ok(Template(text.trim().to_owned())),
            false => Err(TemplateError::NoDepth(text.to_owned())),
        }
    }
}

impl Template {
    /// `go perft {depth}`
    pub fn go_perft() -> Template {
        Template("go perft {depth}".to_owned())
    }

    /// `{depth} {fen} {moves}`, the arguments of perftree's scripts.
    pub fn perftree() -> Template {
        Template("{depth} {fen} {moves}".to_owned())
    }

    /// Whether it contains this placeholder, written with its braces.
    pub fn has(&self, placeholder: &str) -> bool {
        self.0.contains(placeholder)
    }

    /// The template itself.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The line to send.
    pub(super) fn line(&self, question: &Question) -> String {
        fill(&self.0, question).trim_end().to_owned()
    }

    /// The command to run. `{program}` becomes the program with its own arguments; without it, the
    /// template is appended to these. A word that is empty without moves is left out.
    pub(super) fn call(&self, command: &CommandLine, question: &Question) -> CommandLine {
        let mut words: Vec<String> = Vec::new();
        let mut has_program = false;
        for word in split(&self.0) {
            if word == "{program}" {
                has_program = true;
                words.push(command.program.clone());
                words.extend(command.arguments.iter().cloned());
                continue;
            }
            let filled = fill(&word, question).replace("{program}", &command.program);
            has_program |= word.contains("{program}");
            if !(filled.is_empty() && word == "{moves}") {
                words.push(filled);
            }
        }
        if !has_program {
            let more: Vec<&str> = words.iter().map(String::as_str).collect();
            return command.with(&more);
        }
        let mut words = words.into_iter();
        CommandLine {
            program: words.next().unwrap_or_default(),
            arguments: words.collect(),
        }
    }
}

fn fill(text: &str, question: &Question) -> String {
    text.replace("{depth}", &question.depth.to_string())
        .replace("{fen}", question.fen)
        .replace("{moves}", &question.moves.join(" "))
}

/// The words of a command line. Quotes of both kinds keep spaces together.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "8/8/8/8/8/8/8/K1k5 w - - 0 1";

    fn ask<R>(moves: &[&str], then: impl Fn(&Question) -> R) -> R {
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        then(&Question {
            fen: FEN,
            moves: &moves,
            depth: 3,
            expected: 0,
        })
    }

    fn call(template: &str, moves: &[&str]) -> String {
        let template: Template = template.parse().expect(template);
        let command = CommandLine {
            program: "./engine".to_owned(),
            arguments: vec!["--quiet".to_owned()],
        };
        ask(moves, |question| {
            template.call(&command, question).to_string()
        })
    }

    #[test]
    fn lines_of_a_session() {
        let line = |template: &str, moves: &[&str]| {
            let template: Template = template.parse().expect(template);
            ask(moves, |question| template.line(question))
        };
        assert_eq!(line("go perft {depth}", &[]), "go perft 3");
        let template = "divide {depth} {fen} {moves}";
        assert_eq!(line(template, &[]), format!("divide 3 {FEN}"));
        assert_eq!(
            line(template, &["a1a2", "c1c2"]),
            format!("divide 3 {FEN} a1a2 c1c2")
        );
    }

    #[test]
    fn command_lines_in_any_order() {
        for (template, moves, expected) in [
            (
                "{depth} {fen} {moves}",
                &[][..],
                format!("./engine --quiet 3 '{FEN}'"),
            ),
            (
                "{fen} {moves} {depth}",
                &["a1a2", "c1c2"],
                format!("./engine --quiet '{FEN}' 'a1a2 c1c2' 3"),
            ),
            (
                "{program} {fen} {depth}",
                &[],
                format!("./engine --quiet '{FEN}' 3"),
            ),
            (
                "python3 {program} 'perft it' --depth={depth} --fen={fen}",
                &[],
                format!("python3 ./engine --quiet 'perft it' --depth=3 '--fen={FEN}'"),
            ),
        ] {
            assert_eq!(call(template, moves), expected, "{template}");
        }
    }

    #[test]
    fn wrong_templates_are_refused() {
        let error = |text: &str| text.parse::<Template>().expect_err(text).to_string();
        assert!(error("perft {n}").contains("{n}; there are {depth}, {fen}"));
        assert!(error("perft {depth").contains("unknown placeholder {depth"));
        assert!(error("perft 4").contains("no {depth} in 'perft 4'"));
    }
}
