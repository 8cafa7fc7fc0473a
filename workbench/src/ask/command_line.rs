//! A command with its arguments, to start or to show.

use std::fmt;
use std::path::Path;

use super::shell::Shell;

/// The command line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name on the `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl CommandLine {
    /// The command in a text: a program, or a program and its arguments as a shell splits them, such as
    /// `python3 "my engine.py"`. A file whose name has blanks is a program.
    ///
    /// ```
    /// use workbench::ask::CommandLine;
    /// let command = CommandLine::parse("python3 'my engine.py' --fast");
    /// assert_eq!(command.program, "python3");
    /// assert_eq!(command.arguments, ["my engine.py", "--fast"]);
    /// ```
    pub fn parse(text: &str) -> CommandLine {
        let has_blanks = text.trim().contains(char::is_whitespace);
        let words = match has_blanks && !Path::new(text).exists() {
            // A backslash separates folders there.
            true if cfg!(windows) => shlex::split(&text.replace('\\', r"\\")),
            true => shlex::split(text),
            false => None,
        };
        let mut words = words.unwrap_or_default().into_iter();
        CommandLine {
            program: words.next().unwrap_or_else(|| text.to_owned()),
            arguments: words.collect(),
        }
    }

    /// The same command with more arguments.
    #[must_use]
    pub fn with(&self, more: &[&str]) -> CommandLine {
        let mut longer = self.clone();
        longer
            .arguments
            .extend(more.iter().map(|&text| text.to_owned()));
        longer
    }
}

/// Quoted for the usual shell of the system.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Shell::HERE.program(&self.program))?;
        for argument in &self.arguments {
            write!(f, " {}", Shell::HERE.word(argument))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(windows))]
    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        let command = CommandLine {
            program: "./my engine".to_owned(),
            arguments: vec!["--x=1".to_owned(), String::new(), "it's".to_owned()],
        };
        assert_eq!(
            command.with(&["2"]).to_string(),
            r"'./my engine' --x=1 '' 'it'\''s' 2"
        );
    }
}
