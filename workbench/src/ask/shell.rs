//! Commands as a user types them: in a POSIX shell, or in PowerShell on Windows.

/// A shell, with its own way to quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shell {
    /// `sh` and its relatives.
    Posix,
    /// PowerShell, of any version.
    PowerShell,
}

impl Shell {
    /// The usual shell of this system.
    pub(crate) const HERE: Shell = match cfg!(windows) {
        true => Shell::PowerShell,
        false => Shell::Posix,
    };

    /// The text as one word.
    pub(crate) fn word(self, text: &str) -> String {
        if self.is_plain(text) {
            return text.to_owned();
        }
        match self {
            Shell::Posix => format!("'{}'", text.replace('\'', r"'\''")),
            Shell::PowerShell => quoted(text),
        }
    }

    fn is_plain(self, text: &str) -> bool {
        let marks = match self {
            Shell::Posix => "-_./=:,+@%",
            // A comma makes a list, and `@` an array.
            Shell::PowerShell => r"-_./=:+\",
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
        !text.is_empty() && text.chars().all(is_plain)
    }

    /// The name of a program, in the place of a command.
    pub(crate) fn program(self, program: &str) -> String {
        let word = self.word(program);
        match self {
            // A text in quotes is a value there, and no command.
            Shell::PowerShell if !self.is_plain(program) => format!("& {word}"),
            _ => word,
        }
    }

    /// A command that gives these lines to another one as its input.
    pub(crate) fn feed(self, lines: &str, command: &str) -> String {
        match self {
            Shell::Posix => {
                // These two are special to printf.
                let text = lines.replace('\\', r"\\").replace('%', "%%");
                format!(
                    "printf {} | {command}",
                    self.word(&text.replace('\n', r"\n"))
                )
            }
            Shell::PowerShell => {
                let lines: Vec<String> = lines.lines().map(quoted).collect();
                format!("{} | {command}", lines.join(", "))
            }
        }
    }
}

/// A text of PowerShell in which nothing is special.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (text, posix, powershell) in [
            ("--x=1", "--x=1", "--x=1"),
            ("", "''", "''"),
            ("it's", r"'it'\''s'", "'it''s'"),
            ("a,b", "a,b", "'a,b'"),
            (r".\engine.exe", r"'.\engine.exe'", r".\engine.exe"),
            ("$x `n", "'$x `n'", "'$x `n'"),
        ] {
            assert_eq!(Shell::Posix.word(text), posix);
            assert_eq!(Shell::PowerShell.word(text), powershell);
        }
    }

    #[test]
    fn a_quoted_program_is_called() {
        assert_eq!(Shell::Posix.program("my engine"), "'my engine'");
        assert_eq!(Shell::PowerShell.program("my engine"), "& 'my engine'");
        assert_eq!(Shell::PowerShell.program("engine"), "engine");
    }

    #[test]
    fn lines_are_given_to_a_program() {
        let lines = "uci\nsetoption name A value 5%\nquit\n";
        assert_eq!(
            Shell::Posix.feed(lines, "./engine"),
            r"printf 'uci\nsetoption name A value 5%%\nquit\n' | ./engine"
        );
        assert_eq!(
            Shell::PowerShell.feed(lines, r".\engine"),
            r"'uci', 'setoption name A value 5%', 'quit' | .\engine"
        );
    }
}
