//! The program around the generator: it sets up positions, plays moves and prints divides.

use std::fmt::Write as _;

use super::board::{BISHOP, BLACK, Board, EMPTY, End, Flag, KNIGHT, Move, QUEEN, ROOK, name};
use super::bug::Bug;
use super::count::{Counter, Style, Table};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[derive(Debug)]
pub(super) struct Program {
    bug: Bug,
    style: Style,
    pub(super) chess960: bool,
    board: Board,
    table: Table,
    /// Divides printed so far.
    asked: u32,
    /// Leaves of all divides so far.
    counter: u64,
}

impl Program {
    pub(super) fn new(bug: Bug, style: Style, chess960: bool) -> Program {
        let mut program = Program {
            bug,
            style,
            chess960,
            board: Board::new(bug),
            table: Table::default(),
            asked: 0,
            counter: 0,
        };
        program.board.set_fen(START);
        program
    }

    /// As a new process.
    pub(super) fn restart(&mut self) {
        *self = Program::new(self.bug, self.style, self.chess960);
    }

    pub(super) fn position(&mut self, fen: &str, moves: &[String]) {
        self.board.end = None;
        let skipped = match self.bug {
            Bug::FenIgnored => true,
            Bug::SecondPositionIgnored => self.asked > 0,
            _ => false,
        };
        if !skipped {
            self.board.set_fen(fen);
        }
        let played = match self.bug {
            Bug::MovesIgnored => 0,
            Bug::OnlyFirstMovePlayed => 1,
            Bug::LastMoveNotPlayed => moves.len().saturating_sub(1),
            _ => moves.len(),
        };
        for text in moves.iter().take(played) {
            self.play(text);
        }
        // The moves of the game are not part of the tree.
        self.board.undo.clear();
    }

    /// Plays a move of the `position` command.
    fn play(&mut self, text: &str) {
        let text = text.to_ascii_lowercase();
        let moves = self.board.pseudo_legal();
        let promotes = text.len() == 5;
        let wanted = match self.bug {
            Bug::PlayedPromotionIsQueen if promotes => format!("{}q", &text[..4]),
            Bug::PlayedPromotionIsKnight if promotes => format!("{}n", &text[..4]),
            _ => text,
        };
        // Castling is understood in both styles.
        let is_meant = |mv: &Move| match mv.flag {
            Flag::Castle(right) if wanted == name(mv.from) + &name(self.board.rooks[right]) => true,
            _ => self.text(*mv) == wanted,
        };
        let Some(mut mv) = moves.into_iter().find(is_meant) else {
            return;
        };
        let (rights, side) = (self.board.rights, self.board.side);
        let (passed, kings) = (self.board.en_passant, self.board.kings);
        match (self.bug, mv.flag) {
            (Bug::PlayedQueensideCastlingLeavesRook, Flag::Castle(1 | 3))
            | (Bug::PlayedCastlingLeavesRook, Flag::Castle(_))
            | (Bug::PlayedEnPassantLeavesPawn, Flag::EnPassant) => mv.flag = Flag::Plain,
            (Bug::PlayedPromotionStaysPawn, _) => mv.promotion = EMPTY,
            _ => {}
        }
        self.board.make(mv);
        match self.bug {
            Bug::PlayedDoublePushSetsNothing => self.board.set_en_passant(0),
            Bug::PlayedBlackDoublePushSetsNothing if side == BLACK => self.board.set_en_passant(0),
            Bug::PlayedMovesKeepRights => self.board.set_rights(rights),
            Bug::PlayedMovesKeepEnPassant if self.board.en_passant == 0 => {
                self.board.set_en_passant(passed);
            }
            Bug::PlayedKingIsStale => self.board.kings = kings,
            Bug::PlayedMovesKeepSide => self.board.side = side,
            _ => {}
        }
    }

    /// The divide, and how it ends.
    pub(super) fn perft(&mut self, depth: u32) -> (String, End) {
        self.asked += 1;
        if self.bug == Bug::EnPassantOnlyInFirstAnswer && self.asked > 1 {
            self.board.bug = Bug::NoEnPassant;
        }
        if !self.bug.keeps_table() {
            self.table.clear();
        }
        let mut counter = Counter {
            board: &mut self.board,
            table: &mut self.table,
            style: self.style,
            uses_table: self.bug.is_of_table(),
            made: 0,
        };
        let counts = counter.divide(depth);
        let listed: Vec<(Move, u64)> = counts
            .into_iter()
            .filter(|&(mv, _)| counter.is_listed(mv))
            .take(if self.bug == Bug::RootListOf20 {
                20
            } else {
                256
            })
            .collect();
        let mut text = String::new();
        let end = self.end(depth, &listed);
        let before = self.counter;
        let mut sum: u64 = 0;
        for (index, &(mv, count)) in self.lines(&listed).iter().enumerate() {
            if end != End::Answered && index == listed.len() / 2 {
                return (text, end);
            }
            sum += count;
            let shown = match self.bug {
                Bug::LinesAreRunningTotals => sum,
                Bug::LinesLackReset => before + sum,
                _ => count,
            };
            let _ = writeln!(text, "{}: {}", self.printed(mv), self.number(shown, false));
        }
        if end != End::Answered {
            return (text, end);
        }
        let total = self.total(&listed);
        self.counter += listed.iter().map(|&(_, count)| count).sum::<u64>();
        let _ = write!(text, "\nNodes searched: {total}\n");
        (text, end)
    }

    fn end(&self, depth: u32, listed: &[(Move, u64)]) -> End {
        if let Some(end) = self.board.end {
            return end;
        }
        match self.bug {
            Bug::CrashesWithoutMoves if listed.is_empty() => End::Crashed("index out of range"),
            Bug::HangsWithoutMoves if listed.is_empty() => End::Hangs,
            Bug::CrashesAtDepthThree if depth > 2 => End::Crashed("stack overflow"),
            Bug::CrashesOnSecondQuestion if self.asked > 1 => End::Crashed("double free"),
            Bug::CrashesOnCastling
                if listed
                    .iter()
                    .any(|(mv, _)| matches!(mv.flag, Flag::Castle(_))) =>
            {
                End::Crashed("assertion failed: board[from] == ROOK")
            }
            Bug::HangsOnPromotion if listed.iter().any(|(mv, _)| mv.promotion != EMPTY) => {
                End::Hangs
            }
            _ => End::Answered,
        }
    }

    /// The lines that are printed.
    fn lines(&self, listed: &[(Move, u64)]) -> Vec<(Move, u64)> {
        let mut lines = listed.to_vec();
        match self.bug {
            Bug::LastLineTwice => lines.extend(listed.last()),
            Bug::FirstLineTwice => lines.extend(listed.first()),
            Bug::LastLineMissing => {
                lines.pop();
            }
            Bug::FirstLineMissing if !lines.is_empty() => {
                lines.remove(0);
            }
            Bug::Prints64Lines => lines.truncate(64),
            Bug::Prints30Lines => lines.truncate(30),
            _ => {}
        }
        lines
    }

    fn total(&self, listed: &[(Move, u64)]) -> String {
        let sum: u64 = listed.iter().map(|&(_, count)| count).sum();
        let total = match self.bug {
            Bug::TotalLacksReset => self.counter + sum,
            Bug::TotalCountsRoot => sum + 1,
            Bug::LastLineTwice => sum + listed.last().map_or(0, |&(_, count)| count),
            Bug::TotalLacksLastMove => sum - listed.last().map_or(0, |&(_, count)| count),
            Bug::TotalIsNumberOfMoves => listed.len() as u64,
            _ => sum,
        };
        self.number(total, true)
    }

    fn number(&self, count: u64, is_total: bool) -> String {
        match self.bug {
            Bug::CountsModulo256 => (count & 0xff).to_string(),
            Bug::CountsModulo65536 => (count & 0xffff).to_string(),
            Bug::CountsAreSigned16 => (count as i16).to_string(),
            Bug::TotalModulo256 if is_total => (count & 0xff).to_string(),
            Bug::TotalModulo65536 if is_total => (count & 0xffff).to_string(),
            Bug::TotalIsSigned16 if is_total => (count as i16).to_string(),
            Bug::TotalHasThreeDigits if is_total => {
                let unit = 10_u64.pow((count.max(1).ilog10() + 1).saturating_sub(3));
                ((count + unit / 2) / unit * unit).to_string()
            }
            // Half of the digits of a 32-bit float.
            Bug::TotalIsHalfPrecision if is_total => half(count).to_string(),
            _ => count.to_string(),
        }
    }

    /// The move as it is read.
    pub(super) fn text(&self, mv: Move) -> String {
        let to = match mv.flag {
            Flag::Castle(right) if self.chess960 => self.board.rooks[right],
            _ => mv.to,
        };
        format!("{}{}{}", name(mv.from), name(to), letter(mv.promotion))
    }

    /// The move as it is printed.
    fn printed(&self, mv: Move) -> String {
        let text = self.text(mv);
        let castle = matches!(mv.flag, Flag::Castle(_));
        match self.bug {
            Bug::PromotionWithoutLetter => text.chars().take(4).collect(),
            Bug::CastlingAsNull if castle => "0000".to_owned(),
            Bug::CastlingAsRookMove if castle => {
                let Flag::Castle(right) = mv.flag else {
                    return text;
                };
                let squares = self.board.castling_squares(right);
                format!("{}{}", name(squares.rook), name(squares.rook_to))
            }
            Bug::SquaresSwapped => format!("{}{}{}", &text[2..4], &text[..2], &text[4..]),
            Bug::FilesFlipped => flip_files(&text),
            Bug::BlackMovesTurned if self.board.side == BLACK => flip_files(&flip_ranks(&text)),
            Bug::RanksFlipped => flip_ranks(&text),
            _ => text,
        }
    }
}

fn flip_ranks(text: &str) -> String {
    let flip = |c: char| {
        c.to_digit(10)
            .map_or(c, |rank| char::from(b'0' + 9 - rank as u8))
    };
    text.chars().map(flip).collect()
}

/// Of the two squares, but not of the promoted piece.
fn flip_files(text: &str) -> String {
    let flip = |c: char| match c {
        'a'..='h' => char::from(b'a' + b'h' - c as u8),
        _ => c,
    };
    let (squares, promotion) = text.split_at(4);
    squares.chars().map(flip).chain(promotion.chars()).collect()
}

/// The number with the ten leading bits that a 16-bit float has.
fn half(count: u64) -> u64 {
    let extra = (64 - count.leading_zeros()).saturating_sub(11);
    count >> extra << extra
}

fn letter(promotion: u8) -> &'static str {
    match promotion {
        EMPTY => "",
        QUEEN => "q",
        ROOK => "r",
        BISHOP => "b",
        KNIGHT => "n",
        _ => "k",
    }
}
