//! Commands that arrive in one write, or before the answer to the ones before them: every `go` has exactly
//! one answer, in order, and `stop` belongs to the last `go` before it.

use crate::support::random::Random;
use crate::uci_driver::Engine;

/// What the answer to a `go` must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// `bestmove`.
    Move,
    /// `bestmove` after an iteration of this depth.
    MoveAfter(u32),
    /// `Nodes searched`.
    Total,
    /// `Nodes searched: 20`.
    Complete,
    /// `bestmove (none)`, as nothing was searched.
    NoMove,
}

/// Sends the input in one write, and checks the answers, their order, and the end of the session.
#[track_caller]
fn check(input: &str, expected: &[Answer]) {
    let mut engine = Engine::session();
    engine.send_bytes(input.as_bytes());
    let (output, _, code) = engine.finish();
    assert_eq!(code, Some(0), "{input}\n{output}");
    let mut expected = expected.iter();
    let mut depth = 0;
    for line in output.lines() {
        if let Some(words) = line.strip_prefix("info depth ") {
            let word = words.split(' ').next().expect("a depth");
            depth = word.parse().expect("a number");
        }
        if !line.starts_with("bestmove ") && !line.starts_with("Nodes searched: ") {
            continue;
        }
        let fits = match *expected
            .next()
            .unwrap_or_else(|| panic!("{input}\n{output}"))
        {
            Answer::Move => line.starts_with("bestmove ") && line != "bestmove (none)",
            Answer::MoveAfter(least) => line.starts_with("bestmove ") && depth >= least,
            Answer::Total => line.starts_with("Nodes searched: "),
            Answer::Complete => line == "Nodes searched: 20",
            Answer::NoMove => line == "bestmove (none)",
        };
        assert!(fits, "{line} after depth {depth}: {input}\n{output}");
        depth = 0;
    }
    assert_eq!(expected.next(), None, "{input}\n{output}");
    let asked = input.lines().filter(|line| *line == "isready").count();
    let ready = output.lines().filter(|line| *line == "readyok").count();
    assert_eq!(ready, asked, "{input}\n{output}");
}

#[test]
fn a_stop_belongs_to_the_go_before_it() {
    use Answer::{Complete, Move, MoveAfter, Total};
    let pairs = [
        ("go infinite", Move),
        ("go ponder wtime 1000 btime 1000", Move),
        ("go perft 9", Total),
        ("go mate 1", Move),
        ("go depth 60", Move),
    ];
    for (second, answer) in pairs {
        let twice = format!("go infinite\nstop\n{second}\nstop\n");
        check(&twice, &[Move, answer]);
        let with_others = format!(
            "go infinite\nisready\nstop\nstop\nisready\nposition startpos\n{second}\nisready\nstop\ngo perft 1\nquit\n"
        );
        check(&with_others, &[Move, answer, Complete]);
    }
    // The first search has a limit, so that only the second one is stopped.
    check(
        "go depth 6\ngo infinite\nstop\nquit\n",
        &[MoveAfter(6), Move],
    );
}

#[test]
fn a_search_with_a_limit_is_finished_before_what_follows() {
    use Answer::{Complete, MoveAfter};
    for end in ["quit\n", "quit", ""] {
        check(
            &format!(
                "position startpos\ngo nodes 20000\nposition startpos moves e2e4\ngo depth 8\n{end}"
            ),
            &[MoveAfter(5), MoveAfter(8)],
        );
    }
    let between = "setoption name Hash value 1\nucinewgame\nisready\nflip\nd\n";
    check(
        &format!("go depth 6\n{between}go movetime 50\n{between}go perft 1\ngo depth 6"),
        &[MoveAfter(6), MoveAfter(1), Complete, MoveAfter(6)],
    );
}

#[test]
fn a_search_without_a_limit_ends_for_the_next_job() {
    use Answer::{Complete, Move, MoveAfter};
    for endless in [
        "go infinite",
        "go",
        "go infinite depth 1",
        "go ponder wtime 99 btime 99",
        // `ponderhit` gives these no limit.
        "go infinite\nponderhit",
        "go ponder\nponderhit",
        "go ponder infinite wtime 9 btime 9\nponderhit",
    ] {
        check(&format!("{endless}\ngo perft 1\n"), &[Move, Complete]);
        check(
            &format!("{endless}\ngo depth 6\n{endless}\nquit\n"),
            &[Move, MoveAfter(6), Move],
        );
    }
}

#[test]
fn ponderhit_belongs_to_the_go_before_it() {
    use Answer::{Complete, Move, MoveAfter};
    check(
        "go infinite\ngo ponder depth 6\nponderhit\ngo perft 1\nquit\n",
        &[Move, MoveAfter(6), Complete],
    );
    check(
        "go depth 6\nponderhit\ngo depth 6\n",
        &[MoveAfter(6), MoveAfter(6)],
    );
}

#[test]
fn nothing_after_quit_is_carried_out() {
    use Answer::{Complete, MoveAfter};
    check("go depth 6\nquit\ngo depth 3\nd\n", &[MoveAfter(6)]);
    check("go perft 1\nquit\ngo perft 1\n", &[Complete]);
}

#[test]
fn a_second_quit_ends_a_search_with_a_limit() {
    check("go depth 60\ngo depth 60\nquit\nquit\n", &[Answer::Move]);
    check("go depth 60\nquit\nstop\n", &[Answer::Move]);
}

#[test]
fn a_bench_is_stopped_by_the_stop_behind_it() {
    use Answer::{Complete, Move};
    check(
        "go infinite\nbench 1 1 60 default depth\nstop\ngo perft 1\nquit\n",
        &[Move, Move, Complete],
    );
}

#[test]
fn every_go_has_one_answer_in_every_order() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let mut input = Vec::new();
        let mut expected = Vec::new();
        // Whether the last `go` needs a `stop` before the next one.
        let mut open = false;
        for _ in 0..=random.below(8) {
            let (go, answer, long) = random.pick(&[
                ("go infinite", Answer::Move, false),
                ("go ponder wtime 1000 btime 1000", Answer::Move, false),
                ("go depth 4", Answer::MoveAfter(4), false),
                ("go nodes 500", Answer::Move, false),
                ("go movetime 1", Answer::Move, false),
                ("go perft 1", Answer::Complete, false),
                ("go foo", Answer::NoMove, false),
                ("go depth 60", Answer::Move, true),
                ("go mate 1", Answer::Move, true),
                ("go perft 9", Answer::Total, true),
            ]);
            if open {
                input.push("stop");
            }
            input.push(go);
            // Without this `stop`, the search is finished.
            let stopped = random.one_in(3);
            for _ in 0..random.below(4) {
                let harmless = [
                    "isready",
                    "ponderhit",
                    "position startpos",
                    "ucinewgame",
                    "",
                    "setoption name Hash value 1",
                ];
                input.push(random.pick(&harmless));
            }
            if stopped {
                input.push("stop");
            }
            open = long && !stopped;
            expected.push(match answer {
                Answer::MoveAfter(_) if stopped => Answer::Move,
                answer => answer,
            });
        }
        if open {
            input.push("stop");
        }
        if random.one_in(2) {
            input.push("quit");
        }
        let mut text = input.join("\n");
        if random.one_in(2) {
            text.push('\n');
        }
        check(&text, &expected);
    }
}
