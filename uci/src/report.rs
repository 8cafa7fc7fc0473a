//! What happens -> the text that says so, and the one writer that puts it on standard output.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal as _, Write};

use engine::{Bound, Info, Outcome, Score};
use movegen::chess::{
    CastlingStyle, Color, File, Kernel, Move, MoveKind, Position, Rank, Setup, Square,
};
use movegen::perft::TableSurvey;
use vampirc_uci::{Serializable, UciMessage};

use crate::command::Dialect;
use crate::options::Options;
use crate::{AUTHORS, NAME, about};

/// What marks a line that no GUI and no perft script takes for an answer.
const REMARK: &str = "info string ";

/// The only writer of standard output: whole lines, each flushed, because a GUI waits for them.
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    /// Whether remarks lose their mark, which says nothing to a person.
    plain: bool,
}

impl<W: Write> Report<W> {
    /// A report that goes to `out`.
    pub fn new(out: W) -> Report<W> {
        Report { out, plain: false }
    }

    /// A report for a person instead of a program.
    pub fn plain(out: W) -> Report<W> {
        Report { out, plain: true }
    }

    /// One line, or several that belong together.
    pub fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        let mut text = format!("{text}\n");
        if self.plain {
            let lines = text.split_inclusive('\n');
            text = lines
                .map(|line| line.strip_prefix(REMARK).unwrap_or(line))
                .collect();
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// A remark that no GUI and no perft script takes for an answer.
    pub fn remark(&mut self, text: impl fmt::Display) -> io::Result<()> {
        // What is quoted may hold anything; the remark must stay one line.
        let text = text.to_string().replace(|c: char| c.is_control(), "?");
        self.line(format_args!("{REMARK}{text}"))
    }

    /// The answer to `uci`.
    pub fn introduction(&mut self) -> io::Result<()> {
        let mut text = UciMessage::id_name(NAME).serialize() + "\n";
        text += &(UciMessage::id_author(AUTHORS).serialize() + "\n\n");
        for line in Options::declarations() {
            text += line;
            text.push('\n');
        }
        self.line(text + &UciMessage::UciOk.serialize())
    }

    /// The answer to `isready`.
    pub fn ready(&mut self) -> io::Result<()> {
        self.line(UciMessage::ReadyOk.serialize())
    }
}

/// `Canopy 0.1.0 by the Canopy authors`: the one line that is there before any input.
pub fn banner() -> String {
    format!("{NAME} by {AUTHORS}")
}

/// The style that goes with the option `UCI_Chess960`.
pub fn castling_style(chess960: bool) -> CastlingStyle {
    if chess960 {
        CastlingStyle::Chess960
    } else {
        CastlingStyle::Standard
    }
}

/// The columns of a terminal that does not report its size.
const DEFAULT_WIDTH: usize = 80;

/// The width in columns of the terminal that standard output is; `None` for a file or a pipe.
pub fn stdout_width() -> Option<usize> {
    let stdout = io::stdout();
    stdout.is_terminal().then(|| {
        terminal_size::terminal_size_of(&stdout)
            .map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
    })
}

/// How counts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `4865609`, for whatever reads it.
    Plain,
    /// `4,865,609`, for people.
    Grouped,
}

impl Digits {
    /// With commas if standard output is a terminal: what goes to a file or a program stays plain.
    pub fn of_stdout() -> Digits {
        match io::stdout().is_terminal() {
            true => Digits::Grouped,
            false => Digits::Plain,
        }
    }

    /// The number in these digits.
    ///
    /// ```
    /// use uci::report::Digits;
    /// assert_eq!(Digits::Grouped.write(4_865_609), "4,865,609");
    /// assert_eq!(Digits::Plain.write(4_865_609), "4865609");
    /// ```
    pub fn write(self, number: u128) -> String {
        let plain = number.to_string();
        if self == Digits::Plain {
            return plain;
        }
        let mut text = String::new();
        for (index, digit) in plain.chars().enumerate() {
            if index > 0 && (plain.len() - index).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }
}

/// `e2e4: 20`
pub fn divide_line(position: &Position, mv: Move, count: u128, style: CastlingStyle) -> String {
    format!("{}: {count}", position.uci(mv, style))
}

/// A word between the lines of a divide that takes long. Readers of divides skip `info` lines up
/// to the empty line, and nowhere else.
pub fn perft_progress(how_far: &str) -> String {
    format!("info string perft {how_far}")
}

/// The end of a divide that ran to its end.
pub fn perft_total(total: impl fmt::Display) -> String {
    format!("\nNodes searched: {total}\n")
}

/// The end of a divide that was stopped, with the leaves that were counted.
pub fn perft_partial(done: usize, of: usize, partial: impl fmt::Display) -> String {
    format!(
        "info string perft stopped: {done} of {of} root moves done\n{}",
        perft_incomplete(partial)
    )
}

/// The total of a perft that was stopped. A script that takes the number must fail on the word behind it
/// rather than accept a wrong total.
pub fn perft_incomplete(partial: impl fmt::Display) -> String {
    format!("\nNodes searched: {partial} (incomplete)\n")
}

/// The end of a divide that never began.
pub fn perft_refused(what: &str) -> String {
    format!("\nNodes searched: 0 ({what} rejected)\n")
}

/// Whether some castling move must be written king-takes-rook although the session is not in
/// Chess960 mode.
pub fn mixes_notations(position: &Position, style: CastlingStyle) -> bool {
    style == CastlingStyle::Standard
        && position.needs_chess960()
        && position.legal_moves().iter().any(|&mv| {
            mv.kind() == MoveKind::Castle
                && position.uci(mv, CastlingStyle::Standard)
                    == position.uci(mv, CastlingStyle::Chess960)
        })
}

/// The remark on that.
pub const MIXED_NOTATIONS: &str = "castling of a Chess960 position is written king takes rook; \
                                   set UCI_Chess960 to write all castling so";

/// The answer to a `go` that cannot be carried out: it keeps programs from waiting for a move.
pub const NO_MOVE: &str = "bestmove (none)";

/// How the lines of a search are written.
#[derive(Clone, Copy, Debug)]
pub struct SearchForm {
    /// How castling is written.
    pub style: CastlingStyle,
    /// Whether the odds of win, draw and loss go with the score.
    pub odds: bool,
}

/// `info depth ... pv ...`, whole numbers only.
pub fn search_info(info: &Info, position: &Position, form: SearchForm) -> String {
    let millis = info.time.as_millis();
    let nps = u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1);
    let score = match info.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let odds = if form.odds {
        let [win, draw, loss] = info.score.win_draw_loss();
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {score}{bound}{odds} nodes {} nps {nps} \
         hashfull {} tbhits 0 time {millis} pv",
        info.depth, info.seldepth, info.multi_pv, info.nodes, info.hashfull,
    );
    let mut position = *position;
    for &mv in &info.pv {
        // Writing to a String cannot fail.
        let _ = write!(text, " {}", position.uci(mv, form.style));
        position = position.play(mv);
    }
    text
}

/// `info depth 20 currmove e2e4 currmovenumber 1`
pub fn current_move(
    depth: u32,
    mv: Move,
    number: usize,
    position: &Position,
    style: CastlingStyle,
) -> String {
    let text = position.uci(mv, style);
    format!("info depth {depth} currmove {text} currmovenumber {number}")
}

/// The score of a position without moves, which a search has no depth to report.
pub fn end_of_game_info(position: &Position) -> &'static str {
    if position.is_check() {
        "info depth 0 score mate 0"
    } else {
        "info depth 0 score cp 0"
    }
}

/// `bestmove e2e4 ponder e7e5`
pub fn best_move(outcome: &Outcome, position: &Position, style: CastlingStyle) -> String {
    let Some(best) = outcome.best_move else {
        return "bestmove (none)".to_owned();
    };
    let mut text = format!("bestmove {}", position.uci(best, style));
    if let Some(ponder) = outcome.ponder_move {
        let _ = write!(text, " ponder {}", position.play(best).uci(ponder, style));
    }
    text
}

/// What `d` shows: `Checkers` stays the last line, py-stockfish reads up to it.
pub fn board(position: &Position, style: CastlingStyle) -> String {
    position.board_text(&position.fen(style))
}

/// What `d` shows if there is no position: an empty board, since programs wait for its last line.
pub fn no_board() -> String {
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    Setup::empty().framed_diagram() + &format!("Fen: {fen}\nKey: {:016X}\nCheckers: ", 0)
}

/// The legal moves in UCI notation and in SAN, a line for each, in the order of `go perft`; without
/// the last end.
pub fn move_list(position: &Position, style: CastlingStyle) -> String {
    let moves = position.moves_in_report_order().into_iter();
    let lines: Vec<_> = moves
        .map(|mv| format!("{} {}", position.uci(mv, style), position.san(mv)))
        .collect();
    lines.join("\n")
}

/// What `showhash` shows, without the last end.
pub fn table(megabytes: i64, survey: Option<&TableSurvey>) -> String {
    let mut text = format!("PerftHash is {megabytes} MB: every perft begins with an empty table");
    let Some(survey) = survey else {
        return text + "\nnothing to show: there was no perft yet, or the last one used no table";
    };
    let share = |entries: u64| 100.0 * entries as f64 / survey.places.max(1) as f64;
    let about = if survey.exact { "" } else { "about " };
    let (bytes, places, taken) = (survey.bytes, survey.places, survey.taken());
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "\nthe table of the last one: {bytes} bytes, {about}{taken} of {places} entries taken ({:.2}%)",
        share(taken)
    );
    for (depth, &entries) in survey.by_depth.iter().enumerate().filter(|row| *row.1 > 0) {
        let _ = write!(
            text,
            "\ndepth {depth}: {about}{entries} ({:.2}%)",
            share(entries)
        );
    }
    if survey.wide > 0 {
        let wide = survey.wide;
        let _ = write!(
            text,
            "\ncounts beyond 32 bits: {about}{wide} ({:.2}%)",
            share(wide)
        );
    }
    text
}

/// What `eval` shows: what each man is worth where it stands, and the evaluation in pawns from
/// White's side. Like Stockfish, it evaluates no position in check. The last line and the empty line
/// behind it are Stockfish's too: programs read up to them.
pub fn evaluation(position: &Position) -> String {
    if position.is_check() {
        return no_evaluation("in check");
    }
    const RULE: &str = " +-------+-------+-------+-------+-------+-------+-------+-------+\n";
    let values = engine::piece_values(position);
    let mut text = format!("\nWhat each man is worth to its side, in pawns:\n{RULE}");
    for rank in Rank::ALL.into_iter().rev() {
        let mut numbers = String::new();
        for file in File::ALL {
            let square = Square::new(file, rank);
            let piece = position.piece_at(square);
            let _ = write!(text, " |   {}  ", piece.map_or(' ', |piece| piece.letter()));
            let worth = values.iter().find(|value| value.0 == square);
            let number = worth.map_or(String::new(), |&(_, value)| {
                format!("{:.2}", f64::from(value) / 100.0)
            });
            let _ = write!(numbers, " |{number:>6}");
        }
        let _ = write!(text, " |\n{numbers} |\n{RULE}");
    }
    let value = match position.turn() {
        Color::White => engine::evaluate(position),
        Color::Black => -engine::evaluate(position),
    };
    let pawns = f64::from(value) / 100.0;
    let _ = write!(text, "\nFinal evaluation       {pawns:+.2} (white side)\n");
    text
}

/// What `eval` shows if there is nothing to evaluate.
pub fn no_evaluation(reason: &str) -> String {
    format!("\nFinal evaluation: none ({reason})")
}

/// What `help` shows.
pub const HELP: &str = "
Canopy is a UCI chess engine whose 'go perft' prints what Stockfish's prints.
  position startpos|fen <FEN> [moves ...]    set up a position
  go perft <depth> [searchmoves ...]         count the leaves below each move (also: perft, divide)
  go depth|nodes|movetime|wtime|infinite ... search for a move
  go perft <depth> stats                     count captures, checks, mates and so on per depth
  stop                                       end the running perft or search now
  d, flip, eval                              show, mirror or evaluate the position
  movelist, showhash                         show the legal moves, or what the last perft's table held
  also, as in juddperft: setboard <FEN>, memory <bytes>, cores <number>, showposition,
  perftfast <depth> (each depth up to this one), dividefast <depth>
  bench [hash] [threads] [limit] [default|current|FILE] [depth|nodes|movetime|perft]
  uci, isready, ucinewgame, setoption, ponderhit, debug, register, quit: as in the UCI protocol
'canopy --help' tells what the command line can do.
";

/// What the console shows at its start.
pub const CONSOLE_WELCOME: &str = "Type help for the commands, quit to leave.";

/// What `help` shows in the console.
pub const CONSOLE_HELP: &str = "
The commands of juddperft:
  setboard <FEN>                   set up a position
  showposition                     show the board
  movelist                         list the legal moves, in UCI notation and in SAN
  perft <depth>                    count leaves, captures, checks, mates and so on at each depth
  perftfast <depth>                count leaves at each depth
  divide <depth>                   count the leaves below each move (also: dividefast)
  memory <bytes>                   set the size of the hash table; 0 for none
  cores <number>                   set the number of threads; 0 for all cores
  showhash                         show what the table of the last perft held
  test-external <program> <depth>  find the position where another program counts wrongly; it is
                                   run as 'program FEN depth count' and exits with 0 if it agrees
  help, quit
The commands of a UCI session work as well, such as go perft <depth> and stop.
";

/// The answer to a line that is no command.
pub fn unknown(dialect: Dialect, line: &str) -> String {
    let hint = match dialect {
        Dialect::Uci => "Type help for more information.",
        Dialect::Console => {
            "Expected setboard, showposition, movelist, perft, perftfast, divide, dividefast, \
             memory, cores, showhash, test-external, help, quit or a UCI command."
        }
    };
    format!("Unknown command: '{line}'. {hint}")
}

/// The answer to a command that a UCI session does not have because it starts a program.
pub fn needs_console(line: &str) -> String {
    format!("Unknown command: '{line}'. Only 'canopy console' runs other programs.")
}

/// What `license` shows.
pub const LICENSE: &str = "
Canopy is free software under the MIT licence or the Apache Licence 2.0, at your choice.
The files LICENSE-MIT and LICENSE-APACHE in its source tree hold the texts.
";

/// What `compiler` shows: the same as `canopy --version`.
pub fn compiler(kernel: Kernel) -> String {
    format!("\n{NAME}\n{}\n", about::build(kernel))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_remark_is_one_line() {
        let mut out = Vec::new();
        Report::new(&mut out)
            .remark("a\nb\tc")
            .expect("a vector takes all");
        assert_eq!(out, b"info string a?b?c\n");
    }

    #[test]
    fn search_lines_hold_whole_numbers() {
        let start = Position::startpos();
        let pv = ["e2e4"]
            .map(|text| start.parse_uci(text).expect("legal"))
            .to_vec();
        let info = Info {
            depth: 3,
            seldepth: 5,
            multi_pv: 1,
            score: Score::Mate(-2),
            bound: Bound::Lower,
            nodes: 1000,
            time: Duration::from_micros(1500),
            hashfull: 7,
            pv,
        };
        let form = |odds| SearchForm {
            style: CastlingStyle::Standard,
            odds,
        };
        assert_eq!(
            search_info(&info, &start, form(false)),
            "info depth 3 seldepth 5 multipv 1 score mate -2 lowerbound nodes 1000 nps 666666 \
             hashfull 7 tbhits 0 time 1 pv e2e4"
        );
        assert!(search_info(&info, &start, form(true)).contains(" lowerbound wdl 0 0 1000 nodes "));
    }

    #[test]
    fn best_moves() {
        let start = Position::startpos();
        let best = start.parse_uci("e2e4").expect("legal");
        let ponder = start.play(best).parse_uci("e7e5").expect("legal");
        let say = |best, ponder| {
            best_move(
                &Outcome {
                    best_move: best,
                    ponder_move: ponder,
                    nodes: 0,
                },
                &start,
                CastlingStyle::Standard,
            )
        };
        assert_eq!(say(Some(best), Some(ponder)), "bestmove e2e4 ponder e7e5");
        assert_eq!(say(Some(best), None), "bestmove e2e4");
        assert_eq!(say(None, None), "bestmove (none)");
    }
}
