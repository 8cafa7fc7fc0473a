//! What a program says about itself before the first question.

/// The name and the options that a program declares, in UCI or in the protocol of xboard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Greeting {
    /// UCI's `id name` or xboard's `myname`.
    pub(super) name: Option<String>,
    /// Options that turn its hash table off or make it as small as possible.
    pub(super) without_table: Vec<(String, Option<String>)>,
    /// Whether it declares the option UCI_Chess960.
    pub(super) chess960: bool,
    /// The values of its option UCI_Variant.
    pub(super) variants: Vec<String>,
}

/// The option with which UCI engines are told that a position is one of Chess960.
pub(super) const CHESS960: &str = "UCI_Chess960";

/// The option that chooses the variant.
pub(super) const VARIANT: &str = "UCI_Variant";

/// A program that declares options without end must not fill the memory.
const MOST_OPTIONS: usize = 64;

/// The same for the values of an option. Fairy-Stockfish has about a hundred variants.
const MOST_VARIANTS: usize = 1000;

impl Greeting {
    /// Reads one line.
    pub(super) fn add(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        } else if let Some(option) = line.strip_prefix("option name ") {
            let known = without_table(option);
            let fits = self.without_table.len() < MOST_OPTIONS;
            self.without_table.extend(known.filter(|_| fits));
            let name = option.split(" type ").next().unwrap_or_default().trim();
            self.chess960 |= name.eq_ignore_ascii_case(CHESS960);
            if name.eq_ignore_ascii_case(VARIANT) {
                self.variants = values(option);
            }
        } else if let Some(features) = line.strip_prefix("feature ") {
            let name = features
                .split_once("myname=\"")
                .and_then(|(_, rest)| rest.split_once('"'));
            if let Some((name, _)) = name {
                self.name = Some(name.to_owned());
            }
        }
    }
}

/// The values of `UCI_Variant type combo default chess var atomic var chess`.
fn values(option: &str) -> Vec<String> {
    let words: Vec<&str> = option.split_ascii_whitespace().collect();
    let values = words.windows(2).filter(|pair| pair[0] == "var");
    values
        .take(MOST_VARIANTS)
        .map(|pair| pair[1].to_owned())
        .collect()
}

/// The setting of `Hash type spin default 16 min 1 max 1024` with the smallest table, if the option is
/// about a hash table.
fn without_table(option: &str) -> Option<(String, Option<String>)> {
    let (name, declaration) = option.split_once(" type ")?;
    let words: Vec<&str> = declaration.split_ascii_whitespace().collect();
    if !name.to_ascii_lowercase().contains("hash") {
        return None;
    }
    let value = match *words.first()? {
        "spin" => words
            .iter()
            .skip_while(|word| **word != "min")
            .nth(1)?
            .to_string(),
        "check" => "false".to_owned(),
        _ => return None,
    };
    Some((name.to_owned(), Some(value)))
}

/// Whether the line says that a command is not known.
pub(super) fn is_complaint(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let declares = ["id ", "option ", "info "]
        .iter()
        .any(|word| line.starts_with(word));
    !declares
        && [
            "unknown",
            "invalid",
            "illegal",
            "unrecogni",
            "not recogni",
            "not understood",
            "error",
        ]
        .iter()
        .any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_tables() {
        let mut uci = Greeting::default();
        for line in [
            "id name My Engine 1.0",
            "id author somebody",
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name Perft Hash type check default true",
            "option name HashFile type string default hash.bin",
            "option name Threads type spin default 1 min 1 max 1024",
        ] {
            uci.add(line);
        }
        assert_eq!(uci.name.as_deref(), Some("My Engine 1.0"));
        assert!(!uci.chess960);
        uci.add("option name UCI_Chess960 type check default false");
        assert!(uci.chess960);
        assert!(uci.variants.is_empty());
        uci.add("option name UCI_Variant type combo default chess var atomic var chess");
        assert_eq!(uci.variants, ["atomic", "chess"]);
        let set = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        assert_eq!(
            uci.without_table,
            [set("Hash", "1"), set("Perft Hash", "false")]
        );
        for number in 0..1000 {
            uci.add(&format!("option name Hash{number} type spin min 1"));
        }
        assert_eq!(uci.without_table.len(), MOST_OPTIONS);
        let mut xboard = Greeting::default();
        xboard.add(r#"feature myname="Old Engine" usermove=1 setboard=1 done=1"#);
        assert_eq!(xboard.name.as_deref(), Some("Old Engine"));
    }

    #[test]
    fn complaints() {
        assert!(is_complaint("Unknown command: uci"));
        assert!(is_complaint("Error (unknown command): uci"));
        assert!(!is_complaint("id name Unknown Engine"));
    }
}
