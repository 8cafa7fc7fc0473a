//! How programs are asked for counts in a session, as data: a table of the known dialects.

use super::{LineReader, Question, Template};

/// How a session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handshake {
    /// `uci`, answered by `uciok`; then options and `isready`, answered by `readyok`.
    Uci,
    /// `xboard` and `protover 2`, answered by `feature` lines or not at all.
    Xboard,
    /// Without a greeting: the options, if any, are sent at once.
    None,
}

/// How a position is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// `position fen FEN moves e2e4 e7e5`
    Position,
    /// `setboard FEN`, then one line for each move, as in the protocol of xboard.
    Setboard,
    /// The command that counts names the position as well.
    InCommand,
}

/// A command that is answered at once, after everything before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ping {
    /// `isready`, answered by `readyok`.
    IsReady,
    /// `ping 1`, answered by `pong 1`, as in the protocol of xboard.
    Xboard,
}

/// How the end of an answer is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its total. The lines up to the answer to the ping still belong to it; without a ping, it ends
    /// with the total.
    Total(Option<Ping>),
    /// By the answer to a ping: there is no total.
    Ping(Ping),
    /// By the end of the output. The program runs once per question, and `quit` ends it.
    Exit,
}

/// How a program is asked in a session.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// How the session begins.
    pub handshake: Handshake,
    /// How a position is set up.
    pub set_up: SetUp,
    /// What stands before each move of its own line; `None` if it plays no moves.
    pub before_move: Option<&'static str>,
    /// The command that counts.
    pub count: Template,
    /// How the end of an answer is recognised.
    pub ending: Ending,
    /// How its lines are read.
    pub reader: LineReader,
}

/// A way in which programs are asked and answer, with a name.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Its name, after the protocol or a program that is widely copied.
    pub name: &'static str,
    /// How a position is set up.
    pub set_up: SetUp,
    /// The commands that count, the preferred one first.
    pub commands: &'static [&'static str],
    /// A part of an answer, for two plies from the initial position.
    pub sample: &'static str,
}

/// The known dialects, in the order in which they are tried.
pub const DIALECTS: [Dialect; 5] = [
    Dialect {
        name: "stockfish",
        set_up: SetUp::Position,
        commands: &["go perft {depth}"],
        sample: "a2a3: 20\nb2b3: 20\n\nNodes searched: 400\n",
    },
    Dialect {
        name: "plain",
        set_up: SetUp::Position,
        commands: &["perft {depth}", "divide {depth}", "go divide {depth}"],
        sample: "a2a3 20\nb2b3 20\n\n400\n",
    },
    Dialect {
        name: "bbc",
        set_up: SetUp::Position,
        commands: &["perft {depth}", "go perft {depth}"],
        sample: "     Performance test\n\n     move: a2a3  nodes: 20\n     move: b2b3  nodes: 20\n\n    \
                 Depth: 2\n    Nodes: 400\n     Time: 0\n",
    },
    Dialect {
        name: "vice",
        set_up: SetUp::Position,
        commands: &["perft {depth}", "go perft {depth}"],
        sample: "Starting Test To Depth:2\nMove 1 : a2a3 20\nMove 2 : b2b3 20\n\nTest Complete : 400 nodes \
                 visited\n",
    },
    Dialect {
        name: "xboard",
        set_up: SetUp::Setboard,
        commands: &["divide {depth}", "perft {depth}", "go perft {depth}"],
        sample: "a3 20\nb3 20\nNodes: 400\n",
    },
];

impl Dialect {
    /// The dialect of this name.
    pub fn named(name: &str) -> Option<Dialect> {
        DIALECTS.into_iter().find(|dialect| dialect.name == name)
    }

    /// Its commands.
    pub(super) fn templates(self) -> impl Iterator<Item = Template> {
        self.commands
            .iter()
            .filter_map(|command| command.parse().ok())
    }
}

impl Ping {
    /// The command.
    pub(super) fn request(self) -> &'static str {
        match self {
            Ping::IsReady => "isready",
            Ping::Xboard => "ping 1",
        }
    }

    /// The answer.
    pub(super) fn reply(self) -> &'static str {
        match self {
            Ping::IsReady => "readyok",
            Ping::Xboard => "pong 1",
        }
    }
}

impl Ending {
    /// What an answer lacks before its end.
    pub(super) fn missing(self) -> &'static str {
        match self {
            Ending::Total(_) => "total (like 'Nodes searched: 400')",
            Ending::Ping(ping) => ping.reply(),
            Ending::Exit => "end of its output",
        }
    }
}

impl Protocol {
    /// UCI with `go perft`, as Stockfish has it.
    pub fn stockfish() -> Protocol {
        Protocol {
            handshake: Handshake::Uci,
            set_up: SetUp::Position,
            before_move: Some(""),
            count: Template::go_perft(),
            ending: Ending::Total(Some(Ping::IsReady)),
            reader: LineReader::default(),
        }
    }

    /// Whether a question can contain moves.
    pub(super) fn plays_moves(&self) -> bool {
        match self.set_up {
            SetUp::Position => true,
            SetUp::Setboard => self.before_move.is_some(),
            SetUp::InCommand => self.count.has("{moves}"),
        }
    }

    /// The commands of the question, each with a line end.
    pub(super) fn input(&self, question: &Question) -> String {
        let set_up = match self.set_up {
            SetUp::Position if question.moves.is_empty() => {
                format!("position fen {}\n", question.fen)
            }
            SetUp::Position => format!(
                "position fen {} moves {}\n",
                question.fen,
                question.moves.join(" ")
            ),
            SetUp::Setboard => {
                let before_move = self.before_move.unwrap_or_default();
                let moves = question.moves.iter();
                let moves = moves.map(|mv| format!("{before_move}{mv}\n"));
                format!(
                    "force\nsetboard {}\n{}",
                    question.fen,
                    moves.collect::<String>()
                )
            }
            SetUp::InCommand => String::new(),
        };
        format!("{set_up}{}\n", self.count.line(question))
    }
}

#[cfg(test)]
mod tests {
    use super::super::DivideText;
    use super::*;

    #[test]
    fn the_sample_of_every_dialect_is_read() {
        for dialect in DIALECTS {
            let divide = DivideText::read(dialect.sample);
            let counts: Vec<i128> = divide.lines.iter().map(|(_, count)| *count).collect();
            assert_eq!(
                (&counts[..], divide.total),
                (&[20, 20][..], Some(400)),
                "{dialect:?}"
            );
            assert_eq!(divide.unreadable, [], "{dialect:?}");
            for command in dialect.commands {
                let template: Template = command.parse().expect(command);
                assert!(template.has("{depth}"));
            }
            assert!(Dialect::named(dialect.name).is_some());
        }
    }

    #[test]
    fn positions_are_set_up_as_the_protocol_demands() {
        let question = Question {
            fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            moves: &["a1a2".to_owned(), "c1c2".to_owned()],
            depth: 2,
            expected: 0,
        };
        let protocol = Protocol::stockfish();
        assert_eq!(
            protocol.input(&question),
            "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2 c1c2\ngo perft 2\n"
        );
        let xboard = Protocol {
            set_up: SetUp::Setboard,
            before_move: Some("usermove "),
            ..protocol
        };
        assert_eq!(
            xboard.input(&question),
            "force\nsetboard 8/8/8/8/8/8/8/K1k5 w - - 0 1\nusermove a1a2\nusermove c1c2\ngo perft 2\n"
        );
    }
}
