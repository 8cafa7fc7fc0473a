//! The words of `go`, in any order and any subset.

use std::iter::Peekable;
use std::num::IntErrorKind;
use std::time::Duration;

use engine::Limits;

use super::go_note::{GoNote, SEARCH_WORDS};
use super::types::{BadDepth, Command, PerftCommand, PerftKind, SearchCommand};
use crate::limits::Depth;

/// The words that start nothing by themselves. `rtime` has no effect but ends a list of moves.
const OTHER_WORDS: [&str; 2] = ["stats", "rtime"];

fn is_keyword(word: &str) -> bool {
    SEARCH_WORDS.contains(&word) || OTHER_WORDS.contains(&word)
}

/// Parses what follows `go`. Unknown words are ignored with a note, as UCI demands, but nothing
/// starts if no known word is left.
pub(super) fn parse(words: &[&str]) -> Command {
    let mut limits = Limits::default();
    let mut search_moves: Option<Vec<String>> = None;
    let mut perft = None;
    let mut statistics = false;
    let mut notes = Vec::new();
    let mut bad_limit = false;
    let mut limited = false;
    let mut known = false;
    let mut rest = words.iter().copied().peekable();

    while let Some(word) = rest.next() {
        known |= SEARCH_WORDS.contains(&word);
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                let list = search_moves.get_or_insert_default();
                while let Some(text) = rest.next_if(|next| !is_keyword(next)) {
                    list.push(text.to_owned());
                }
            }
            "perft" => perft = Some(perft_depth(value(&mut rest))),
            "stats" => statistics = true,
            "wtime" | "btime" | "winc" | "binc" | "movestogo" | "depth" | "nodes" | "mate"
            | "movetime" => match number(value(&mut rest)) {
                Ok(number) => limited |= set(&mut limits, word, number),
                Err(found) => {
                    bad_limit = true;
                    notes.push(GoNote::NotANumber {
                        word: word.to_owned(),
                        found,
                    });
                }
            },
            other => notes.push(GoNote::unknown("go", other)),
        }
    }

    if let Some(depth) = perft {
        return Command::Perft(PerftCommand {
            depth,
            search_moves,
            kind: if statistics {
                PerftKind::Statistics
            } else {
                PerftKind::Divide
            },
            notes,
        });
    }
    if statistics {
        notes.push(GoNote::StatsAlone);
    }
    if let (false, Some(note)) = (known, most_useful(&notes)) {
        return Command::UnknownGo(note.clone());
    }
    if !limited && !limits.infinite && !limits.ponder {
        if bad_limit {
            // The command had a limit: an endless search would look like a hang.
            notes.push(GoNote::NoLimit);
            limits.depth = Some(1);
        } else {
            limits.infinite = true;
        }
    }
    Command::Search(SearchCommand {
        limits,
        search_moves,
        notes,
    })
}

/// The most useful note on a command that starts nothing: on a word that resembles a known one, else
/// on `stats`, else the first.
fn most_useful(notes: &[GoNote]) -> Option<&GoNote> {
    let suggestion = notes.iter().find(|note| note.has_suggestion());
    let stats = || notes.iter().find(|note| **note == GoNote::StatsAlone);
    suggestion.or_else(stats).or(notes.first())
}

/// Parses what follows `perftfast`: the depth up to which every depth is counted.
pub(super) fn depths(words: &[&str]) -> Command {
    let extra = words.iter().skip(1);
    Command::Perft(PerftCommand {
        depth: perft_depth(words.first().copied()),
        search_moves: None,
        kind: PerftKind::Depths,
        notes: extra
            .map(|word| GoNote::UnknownWord {
                command: "perftfast",
                word: (*word).to_owned(),
                similar: None,
            })
            .collect(),
    })
}

/// The word after a keyword, unless that is the next keyword.
fn value<'a>(rest: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<&'a str> {
    rest.next_if(|next| !is_keyword(next))
}

/// A whole number. One that does not fit into 64 bits becomes the nearest that does.
fn number(word: Option<&str>) -> Result<i64, String> {
    let word = word.ok_or("nothing")?;
    match word.parse::<i64>() {
        Ok(number) => Ok(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Ok(i64::MAX),
            IntErrorKind::NegOverflow => Ok(i64::MIN),
            _ => Err(format!("'{word}'")),
        },
    }
}

fn perft_depth(word: Option<&str>) -> Result<Depth, BadDepth> {
    Ok(word.ok_or(BadDepth::Missing)?.parse()?)
}

/// Sets one limit; returns whether the search now ends by itself.
fn set(limits: &mut Limits, word: &str, number: i64) -> bool {
    // A clock can be negative: some GUIs let an engine move after its time has run out.
    let count = number.max(0) as u64;
    let time = Duration::from_millis(count);
    let small = u32::try_from(count).unwrap_or(u32::MAX);
    match word {
        "wtime" => limits.time[0] = Some(time),
        "btime" => limits.time[1] = Some(time),
        "winc" => limits.increment[0] = time,
        "binc" => limits.increment[1] = time,
        "movestogo" => limits.moves_to_go = (small > 0).then_some(small),
        "depth" => limits.depth = Some(small.max(1)),
        "nodes" => limits.nodes = Some(count.max(1)),
        "mate" => limits.mate = (small > 0).then_some(small),
        _ => limits.movetime = Some(time),
    }
    !matches!(word, "winc" | "binc" | "movestogo")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(line: &str) -> PerftCommand {
        match Command::parse(line) {
            Command::Perft(command) => command,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn search(line: &str) -> SearchCommand {
        match Command::parse(line) {
            Command::Search(command) => command,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn depth(plies: u32) -> Result<Depth, BadDepth> {
        Ok(Depth::new(plies)?)
    }

    #[test]
    fn perft_depths() {
        assert_eq!(perft("go perft 5").depth, depth(5));
        assert_eq!(perft(" go  perft\t1  \r").depth, depth(1));
        assert_eq!(perft("perft 3").depth, depth(3));
        assert_eq!(perft("divide 0").depth, depth(0));
        assert_eq!(perft("go perft 255").depth, depth(255));
        assert_eq!(perft("go perft").depth, Err(BadDepth::Missing));
        assert_eq!(perft("perft").depth, Err(BadDepth::Missing));
        assert_eq!(perft("go perft depth 3").depth, Err(BadDepth::Missing));
        for refused in ["2.7", "-1", "256", "99999999999999999999999999"] {
            let error = perft(&format!("go perft {refused}"))
                .depth
                .expect_err(refused);
            assert_eq!(
                error.to_string(),
                format!("a depth is a whole number from 0 to 255, found '{refused}'")
            );
        }
    }

    #[test]
    fn stats_may_stand_anywhere() {
        for line in ["go perft 3 stats", "go stats perft 3", "perft 3 stats"] {
            let command = perft(line);
            let parsed = (command.depth, command.kind);
            assert_eq!(parsed, (depth(3), PerftKind::Statistics), "{line}");
            assert!(command.notes.is_empty());
        }
        let command = perft("go perft 3 searchmoves e2e4 stats");
        assert_eq!(command.search_moves, Some(vec!["e2e4".to_owned()]));
        assert_eq!(command.kind, PerftKind::Statistics);
        assert_eq!(perft("go perft 3").kind, PerftKind::Divide);
        assert_eq!(search("go depth 3 stats").notes, [GoNote::StatsAlone]);
    }

    #[test]
    fn perftfast_and_dividefast() {
        let command = perft("perftfast 3 x");
        assert_eq!((command.depth, command.kind), (depth(3), PerftKind::Depths));
        assert_eq!(command.notes.len(), 1);
        assert_eq!(perft("perftfast").depth, Err(BadDepth::Missing));
        assert_eq!(perft("dividefast 3").kind, PerftKind::Divide);
    }

    #[test]
    fn perft_takes_precedence_and_the_last_one_counts() {
        let command = perft("go depth 3 perft 1 wtime 1000 searchmoves e2e4");
        assert_eq!(command.depth, depth(1));
        assert_eq!(command.search_moves, Some(vec!["e2e4".to_owned()]));
        assert!(command.notes.is_empty());
        assert_eq!(perft("go perft 1 perft 2").depth, depth(2));
        assert_eq!(perft("go perft 1 foo").notes.len(), 1);
        assert_eq!(perft("go perft 1 depth x").notes.len(), 1);
    }

    #[test]
    fn limits_of_a_search() {
        let limits = search("go ponder wtime 1000 btime -5 winc 10 movestogo 0").limits;
        assert!(limits.ponder && !limits.infinite);
        assert_eq!(
            limits.time,
            [Some(Duration::from_millis(1000)), Some(Duration::ZERO)]
        );
        assert_eq!(limits.moves_to_go, None);
        assert_eq!(search("go depth 1000").limits.depth, Some(1000));
        assert_eq!(
            search("go nodes 1000000000000").limits.nodes,
            Some(1_000_000_000_000)
        );
        assert!(search("go").limits.infinite);
        assert!(!search("go mate 300").limits.infinite);
    }

    #[test]
    fn a_bad_limit_never_becomes_an_endless_search() {
        let command = search("go depth x");
        assert_eq!(
            (command.limits.depth, command.limits.infinite),
            (Some(1), false)
        );
        assert_eq!(
            search("go wtime 1000.5 btime 1000").limits.time[1],
            Some(Duration::from_secs(1))
        );
    }

    #[test]
    fn nothing_starts_without_a_known_word() {
        let message = |line: &str| match Command::parse(line) {
            Command::UnknownGo(note) => note.to_string(),
            other => panic!("{line}: {other:?}"),
        };
        for (line, expected) in [
            (
                "go prft 4",
                "go: unknown word 'prft', did you mean 'perft'?",
            ),
            (
                "go 4 prft",
                "go: unknown word 'prft', did you mean 'perft'?",
            ),
            (
                "go stats prft",
                "go: unknown word 'prft', did you mean 'perft'?",
            ),
            (
                "go Infinite",
                "go: unknown word 'Infinite', did you mean 'infinite'?",
            ),
            (
                "go rtime 100",
                "go: unknown word 'rtime', did you mean 'wtime'?",
            ),
            ("go stats 4", "go: 'stats' needs 'perft'"),
        ] {
            assert_eq!(message(line), expected);
        }
        assert!(
            message("go 5").starts_with("go: unknown word '5', expected searchmoves, ponder, ")
        );
        assert!(search("go").limits.infinite);
        assert!(search("go foo infinite").limits.infinite);
        assert!(search("go searchmoves e2e4").limits.infinite);
        assert!(search("go foo winc 5").limits.infinite);
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let command = search("go searchmoves e2e4 d2d4 depth 2");
        assert_eq!(command.search_moves.map(|list| list.len()), Some(2));
        assert_eq!(command.limits.depth, Some(2));
    }
}
