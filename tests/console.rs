//! The commands of juddperft's console, in a UCI session and in `canopy console`.

#[cfg(unix)]
use crate::support::canopy::{PUSH, Scratch};
use crate::support::canopy::{command, feed};
#[cfg(unix)]
use crate::support::{acting, classic};

/// The answers of a UCI session to these lines, without the banner.
fn talk(lines: &str) -> String {
    answers(&[], lines)
}

/// The answers of `canopy console` to these lines, without its welcome.
fn console(lines: &str) -> String {
    let text = answers(&["console"], lines);
    let (welcome, text) = text.split_once('\n').expect("a welcome");
    assert_eq!(welcome, "Type help for the commands, quit to leave.");
    text.to_owned()
}

fn answers(arguments: &[&str], lines: &str) -> String {
    let text = feed(&mut command(arguments), lines).answer();
    text.split_once('\n').expect("a banner").1.to_owned()
}

#[test]
fn a_board_and_its_moves() {
    let fen = "7k/P7/6K1/8/8/8/8/8 w - - 0 1";
    let text = talk(&format!("setboard {fen}\nmovelist\n"));
    assert!(text.starts_with("a7a8q a8=Q#\na7a8r a8=R#\n"), "{text}");
    let shown = talk(&format!("setboard {fen}\nshowposition\n"));
    assert_eq!(shown, talk(&format!("position fen {fen}\nd\n")));
    let refused = talk("setboard 8/8 w\nmovelist\n");
    assert!(refused.contains("ERROR position rejected") && refused.contains("was rejected"));
}

#[test]
fn all_divide_commands() {
    let answer = talk("go perft 3\n");
    for word in ["divide 3\n", "dividefast 3\n", "perft 3\n"] {
        assert_eq!(talk(word), answer);
    }
}

#[test]
fn perftfast_counts_every_depth() {
    let text = talk("perftfast 3\n");
    let first_words = |line| {
        str::split_whitespace(line)
            .take(3)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let lines: Vec<String> = text.lines().map(first_words).collect();
    assert_eq!(
        lines,
        [
            "depth nodes running_total",
            "1 20 20",
            "2 400 420",
            "3 8902 9322",
            "",
            "Nodes searched: 8902",
            "",
        ]
    );
}

#[test]
fn memory_and_cores_are_options() {
    let text = talk("memory 16777216\ncores 1\ngo perft 6\nshowhash\n");
    assert!(text.contains("PerftHash is 16 MB"), "{text}");
    assert!(text.contains("\nlast perft: "), "{text}");
    // The table holds counts of two plies and more.
    assert!(
        text.contains("\ndepth 2: ") && text.contains("\ndepth 3: "),
        "{text}"
    );
    assert!(!text.contains("\ndepth 1: "), "{text}");
    // At most the number of distinct positions: 5362 after three plies.
    let line = text
        .lines()
        .find(|line| line.starts_with("depth 3: "))
        .expect("a line");
    let entries = line.split_whitespace().nth(2).expect("a number");
    let entries: u64 = entries.parse().expect("a number");
    assert!((1..=5362).contains(&entries), "{line}");
    let none = talk("memory 0\ngo perft 5\nshowhash\n");
    assert!(
        none.contains("PerftHash is 0 MB") && none.contains("nothing to show"),
        "{none}"
    );
    for (line, answer) in [
        ("memory", "usage: memory <bytes>"),
        ("memory 99999999999999999999", "usage: memory <bytes>"),
        ("memory 9999999999999999", "usage: memory <bytes>"),
        ("cores x", "usage: cores <number>"),
    ] {
        let text = talk(&format!("{line}\n"));
        assert!(
            text.starts_with("info string") && text.contains(answer),
            "{text}"
        );
    }
}

/// `showhash` describes the last perft, never an earlier one.
#[test]
fn showhash_is_never_stale() {
    // The answer to the last of these lines, after a perft that used a table.
    let shown = |lines: &str| {
        let text = talk(&format!("memory 16777216\ngo perft 5\n{lines}\nshowhash\n"));
        let start = text.rfind("PerftHash is ").expect("an answer");
        text[start..].to_owned()
    };
    let used = "\nlast perft: ";
    assert!(shown("isready").contains(used));
    assert!(shown("go depth 1").contains(used), "a search is no perft");
    for lines in [
        "go perft 3 stats",
        "go perft 1",
        "go perft",
        "go perft x",
        "divide x",
        "perftfast x",
        "go perft 4 searchmoves e2e5",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1\ngo perft 4",
        "memory 0\ngo perft 5",
        "memory 0\nperftfast 5",
        "bench 16 1 2 current perft",
        "bench 16 1 2 no-such-file perft",
        "perftfast 1",
    ] {
        let text = shown(lines);
        assert!(text.contains("nothing to show"), "{lines}: {text}");
    }
    // The table of depth 5, the last one.
    let text = shown("cores 1\ngo perft 2\nperftfast 5");
    assert!(text.contains(used), "{text}");
    assert_eq!(text, shown("cores 1\ngo perft 5"));
}

#[test]
fn the_console_has_all_commands() {
    let fen = "7k/P7/6K1/8/8/8/8/8 w - - 0 1";
    for lines in [
        format!("setboard {fen}\nmovelist\nshowposition\n"),
        "divide 3\ndividefast 2\n".to_owned(),
        "memory 16777216\ncores 1\ndividefast 5\nshowhash\n".to_owned(),
        "go perft 3\n".to_owned(),
    ] {
        assert_eq!(console(&lines), talk(&lines));
    }
    // As in juddperft, unlike in a UCI session.
    assert_eq!(console("perft 3\n"), talk("go perft 3 stats\n"));
}

#[test]
fn the_console_prints_for_people() {
    for (line, answer) in [
        ("memory", "usage: memory <bytes>"),
        ("cores x", "usage: cores <number>"),
        ("test-external", "usage: test-external <program> <depth>"),
        (
            "text-external ./engine 0",
            "usage: test-external <program> <depth>",
        ),
        ("setboard 8/8 w", "ERROR position rejected: "),
        (
            "divied 3",
            "Unknown command: 'divied 3'. Expected setboard, ",
        ),
    ] {
        let text = console(&format!("{line}\n"));
        assert!(text.starts_with(answer), "{line}: {text}");
    }
    let help = console("help\n");
    for command in ["setboard <FEN>", "test-external <program> <depth>"] {
        assert!(help.contains(command), "{help}");
    }
}

#[cfg(unix)]
#[test]
fn a_uci_session_cannot_start_a_program() {
    let trace = Scratch::new("trace");
    let program = Scratch::script("witness", &format!("echo ran >> '{}'", trace.path()));
    let ran = || std::path::Path::new(trace.path()).exists();
    for word in ["test-external", "text-external"] {
        let line = format!("{word} {} 1", program.path());
        assert_eq!(
            talk(&format!("{line}\nisready\n")),
            format!(
                "Unknown command: '{line}'. Only 'canopy console' runs other programs.\nreadyok\n"
            )
        );
        assert!(!ran());
    }
    assert!(!talk("help\n").contains("-external"));
    console(&format!("text-external {} 1\n", program.path()));
    assert!(ran());
}

/// The console passes no further arguments to a program, so this one needs a wrapper script.
#[cfg(unix)]
#[test]
fn test_external_finds_a_disagreement() {
    let broken = |bug: &str| {
        let command = acting::shell_command(&classic::arguments("exit-code", bug));
        Scratch::script(&format!("{bug} with a blank"), &format!("{command} \"$@\""))
    };
    let test = |program: &str| console(&format!("setboard {PUSH}\ntest-external {program} 3\n"));
    let right = test(broken("none").path());
    assert!(
        right.contains("depth 3: ") && right.contains("the two agree to depth 3\n"),
        "{right}"
    );
    let wrong = test(broken("NoEnPassant").path());
    assert!(
        wrong.contains("disagreement after d7d5:") && wrong.contains("there are 7 legal moves"),
        "{wrong}"
    );
    let missing = test("/nowhere/engine");
    assert!(
        missing.starts_with("ERROR cannot start /nowhere/engine"),
        "{missing}"
    );
}
