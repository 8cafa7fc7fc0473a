//! The tables of flags and options in docs/, which are made of the texts that the program itself has.
//!
//! A table stands between the lines `<!-- flags: perft -->` or `<!-- options: uci -->` and
//! `<!-- end of table -->`. To write all of them anew:
//!
//! ```sh
//! SNAPSHOTS=overwrite cargo test -p canopy-chess --test main doc_tables::
//! ```

use std::collections::BTreeMap;

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use movegen::chess::Kernel;
use regex::{Captures, Regex};
use snapbox::data::DataFormat;
use snapbox::report::Palette;
use snapbox::{Assert, Data, IntoData as _};
use uci::conversation::options::{Entry, Kind};

use crate::readme::{documents, read, root};

const END: &str = "<!-- end of table -->";

/// Words of the texts that have a page.
const LINKS: [(&str, &str); 7] = [
    ("'canopy devices'", "[`canopy devices`](devices.md)"),
    ("JSON Lines", "[JSON Lines](json.md)"),
    ("JUnit XML", "[JUnit XML](ci.md)"),
    ("another network", "another [network](training.md)"),
    ("endgame tables", "[endgame tables](uci.md#endgame-tables)"),
    ("hash table", "[hash table](hash-table.md)"),
    ("variant of chess", "[variant of chess](variants.md)"),
];

/// The text of each table, by what the line before it says, such as `flags: perft`.
fn tables() -> BTreeMap<String, String> {
    let mut canopy = uci::cli::command();
    // Sets the defaults and gives every command the flags of all.
    canopy.build();
    let mut tables = BTreeMap::from([
        (
            "options: uci".to_owned(),
            option_table(uci::session::Options::table()),
        ),
        (
            "options: uhp".to_owned(),
            option_table(uci::uhp::Options::table()),
        ),
    ]);
    for command in commands_of(&canopy) {
        let name = command.get_name();
        let inner: Vec<&Command> = commands_of(command).collect();
        if inner.is_empty() {
            tables.insert(format!("flags: {name}"), flag_table(command));
        }
        for inner in inner {
            let name = format!("flags: {name} {}", inner.get_name());
            tables.insert(name, flag_table(inner));
        }
    }
    tables.insert("flags: all".to_owned(), index(&canopy));
    tables
}

/// All flags, with links to the pages of the commands that have them.
fn index(canopy: &Command) -> String {
    let mut pages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for command in commands_of(canopy) {
        let name = command.get_name();
        for command in std::iter::once(command).chain(commands_of(command)) {
            for flag in flags_of(command) {
                let pages = pages.entry(flag_name(flag)).or_default();
                let page = format!("[{name}]({name}.md)");
                if !pages.contains(&page) {
                    pages.push(page);
                }
            }
        }
    }
    let rows = pages.into_iter();
    let rows: String = rows
        .map(|(flag, pages)| row([flag, pages.join(", ")]))
        .collect();
    format!("| flag | commands |\n|---|---|\n{rows}")
}

/// The commands below this one, except `help`.
fn commands_of(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help")
}

fn flag_table(command: &Command) -> String {
    let of_flag = |flag: &Arg| row([flag_name(flag), flag_meaning(flag)]);
    let rows: String = flags_of(command).map(of_flag).collect();
    format!("| flag | meaning |\n|---|---|\n{rows}")
}

fn flags_of(command: &Command) -> impl Iterator<Item = &Arg> {
    let flags = command.get_arguments();
    flags.filter(|flag| !flag.is_positional() && flag.get_id() != "help")
}

/// The flag as it is written, first the short form.
fn flag_name(flag: &Arg) -> String {
    let short = flag.get_short().map(|short| format!("`-{short}`, "));
    format!("{}`{flag}`", short.unwrap_or_default())
}

/// The short help, the default, and the allowed values.
fn flag_meaning(flag: &Arg) -> String {
    let takes_value = flag.get_action().takes_values();
    let shows_default = takes_value && !flag.is_hide_default_value_set();
    let default = flag.get_default_values().iter().find(|_| shows_default);
    let default = default.map(|value| value.to_string_lossy());
    let help = flag.get_help().map(ToString::to_string);
    let mut meaning = markdown(&help.unwrap_or_default());
    let values = flag.get_possible_values();
    let values: Vec<&PossibleValue> = values.iter().filter(|value| !value.is_hide_set()).collect();
    if values.is_empty()
        && let Some(default) = &default
    {
        meaning += &format!(" (default `{default}`)");
    }
    for value in values {
        meaning += &format!("<br>`{}`", value.get_name());
        if default.as_deref() == Some(value.get_name()) {
            meaning += " (default)";
        }
        if let Some(help) = value.get_help() {
            meaning += &format!(": {}", markdown(&help.to_string()));
        }
    }
    meaning
}

fn option_table<O: Default>(table: &[Entry<O>]) -> String {
    let mut defaults = O::default();
    let of_entry = |entry: &Entry<O>| {
        let (default, values) = match entry.kind {
            Kind::Spin { min, max, field } => {
                let default = field(&mut defaults).get();
                (default.to_string(), format!("{min} to {max}"))
            }
            Kind::Check { field } => (field(&mut defaults).to_string(), "true, false".to_owned()),
            Kind::Button => (String::new(), "button".to_owned()),
            Kind::Text { get, .. } => (format!("`{}`", get(&defaults)), "text".to_owned()),
            Kind::Combo { choices, .. } => {
                let choices = choices();
                let default = choices.first().map(|choice| format!("`{choice}`"));
                (default.unwrap_or_default(), choice_list(choices))
            }
        };
        row([
            format!("`{}`", entry.name),
            default,
            values,
            markdown(entry.about),
        ])
    };
    let rows: String = table.iter().map(of_entry).collect();
    format!("| option | default | values | meaning |\n|---|---|---|---|\n{rows}")
}

fn choice_list(mut choices: Vec<&str>) -> String {
    // A page must not depend on the CPU of its author.
    if choices.contains(&Kernel::best().name()) {
        choices = [Kernel::AUTO].into_iter().chain(Kernel::NAMES).collect();
    }
    let choices: Vec<String> = choices.iter().map(|choice| format!("`{choice}`")).collect();
    choices.join(", ")
}

fn row<const CELLS: usize>(cells: [String; CELLS]) -> String {
    let cells = cells.map(|cell| cell.replace('|', r"\|"));
    format!("| {} |\n", cells.join(" | "))
}

/// The text with links, and with flags as code where they are not code already.
fn markdown(text: &str) -> String {
    let word = Regex::new("`[^`]*`|--[a-z][a-z0-9-]*").expect("a pattern");
    let code = |found: &Captures<'_>| match &found[0] {
        code if code.starts_with('`') => code.to_owned(),
        flag => format!("`{flag}`"),
    };
    let text = word.replace_all(text, code).into_owned();
    LINKS
        .iter()
        .fold(text, |text, (words, link)| text.replacen(words, link, 1))
}

/// The page with the tables as they should be. Those that it has are taken out of `missing`.
fn updated(page: &str, tables: &BTreeMap<String, String>, missing: &mut Vec<String>) -> String {
    let mut text = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        let name = line
            .strip_prefix("<!-- ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        let Some(name) =
            name.filter(|name| name.starts_with("flags: ") || name.starts_with("options: "))
        else {
            continue;
        };
        let table = tables
            .get(name)
            .unwrap_or_else(|| panic!("no table has {line}"));
        assert!(lines.any(|line| line == END), "no {END} after {line}");
        // Without empty lines around it, Markdown takes a table for a part of the comment.
        text += &format!("\n{table}\n{END}\n");
        missing.retain(|other| other != name);
    }
    text
}

#[test]
fn pages_have_the_tables_of_the_program() {
    let tables = tables();
    let mut missing: Vec<String> = tables.keys().cloned().collect();
    let assert = Assert::new()
        .action_env("SNAPSHOTS")
        .palette(Palette::plain());
    let mut stale = Vec::new();
    for document in documents() {
        let wanted = updated(&read(&document), &tables, &mut missing);
        let page = Data::read_from(&document, Some(DataFormat::Text)).raw();
        let result = assert.try_eq(Some(&document.display()), wanted.into_data(), page);
        stale.extend(result.err().map(|error| error.to_string()));
    }
    assert!(stale.is_empty(), "\n{}", stale.join("\n"));
    assert_eq!(missing, [""; 0], "tables without a place in docs/");
}

#[test]
fn each_command_has_a_page() {
    for command in commands_of(&uci::cli::command()) {
        let name = command.get_name();
        let page = read(&root().join(format!("docs/{name}.md")));
        assert!(page.starts_with(&format!("# canopy {name}\n")), "{name}");
    }
}

#[test]
fn rows_have_the_texts_of_the_flags() {
    let arguments = [
        Arg::new("plain")
            .long("plain")
            .action(clap::ArgAction::SetTrue),
        Arg::new("size")
            .short('s')
            .long("size")
            .value_name("MB")
            .default_value("64")
            .help("Size of the hash table; `--plain` or --none: a|b"),
        Arg::new("sort")
            .long("sort")
            .default_value("up")
            .value_parser([
                PossibleValue::new("up").help("Smallest first"),
                PossibleValue::new("down"),
            ]),
    ];
    let mut command = Command::new("test").args(arguments);
    command.build();
    assert_eq!(
        flag_table(&command),
        "| flag | meaning |\n|---|---|\n\
         | `--plain` |  |\n\
         | `-s`, `--size <MB>` | Size of the [hash table](hash-table.md); `--plain` or `--none`: a\\|b (default `64`) |\n\
         | `--sort <sort>` | <br>`up` (default): Smallest first<br>`down` |\n"
    );
}

#[test]
fn a_stale_table_is_noticed() {
    let tables = BTreeMap::from([("flags: test".to_owned(), "| new |\n".to_owned())]);
    let mut missing = vec!["flags: test".to_owned(), "flags: other".to_owned()];
    let page = "before\n<!-- flags: test -->\n| old |\n<!-- end of table -->\nafter\n";
    let wanted = "before\n<!-- flags: test -->\n\n| new |\n\n<!-- end of table -->\nafter\n";
    assert_eq!(updated(page, &tables, &mut missing), wanted);
    assert_eq!(missing, ["flags: other"]);
    assert_eq!(updated(wanted, &tables, &mut Vec::new()), wanted);
}
