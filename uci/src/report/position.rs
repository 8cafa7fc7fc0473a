//! What is shown of a position: the board, its moves and its evaluation.

use std::fmt::Write as _;

use engine::Network;
use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, Color, File, Position, Rank, Setup, Square};
use movegen::perft::Tree as _;

/// What `d` shows. `Checkers` stays the last line: py-stockfish reads up to it.
pub fn board(position: &Position, style: CastlingStyle) -> String {
    position.board_text(&position.fen(style))
}

/// What `d` shows without a position: an empty board, since programs wait for its last line.
pub fn no_board() -> String {
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    Setup::empty().framed_diagram() + &format!("Fen: {fen}\nKey: {:016X}\nCheckers: ", 0)
}

/// The legal moves, in the order of `go perft`: in UCI notation and in SAN.
pub fn moves(position: &Position, style: CastlingStyle) -> Vec<(String, String)> {
    let moves = position.moves_in_report_order().into_iter();
    let texts = moves.map(|mv| (position.uci(mv, style), position.san(mv)));
    texts.collect()
}

/// The same in a position of a variant.
pub fn variant_moves(position: &VariantPosition, style: CastlingStyle) -> Vec<(String, String)> {
    let moves = position.moves().into_iter();
    let texts = moves.map(|mv| (position.chess().uci(mv, style), position.san(mv)));
    texts.collect()
}

/// Moves, one per line; without the last line end.
pub fn move_list(moves: &[(String, String)]) -> String {
    let lines: Vec<String> = moves
        .iter()
        .map(|(uci, san)| format!("{uci} {san}"))
        .collect();
    lines.join("\n")
}

/// What Fairy-Stockfish prints about a variant that a GUI has set. The template is the name of the variant that xboard
/// knows, or `fairy`.
pub fn variant(start: &VariantPosition) -> String {
    let name = start.rules().name();
    let template = match name {
        "antichess" => "giveaway",
        "3check" | "atomic" | "crazyhouse" => name,
        _ => "fairy",
    };
    let pocket = if start.rules().has_drops() { 5 } else { 0 };
    let fen = start.fen(CastlingStyle::Standard);
    format!("variant {name} files 8 ranks 8 pocket {pocket} template {template} startpos {fen}")
}

/// What `eval` shows: the value of each piece where it stands, and the evaluation in pawns from
/// White's point of view. Like Stockfish, it evaluates no position in check. The last line and the
/// empty line after it are Stockfish's too: programs read up to them.
pub fn evaluation(position: &Position, network: &Network) -> String {
    if position.is_check() {
        return no_evaluation("in check");
    }
    const RULE: &str = " +-------+-------+-------+-------+-------+-------+-------+-------+\n";
    let values = network.piece_values(position);
    let mut text = format!("\nThe value of each piece for its side, in pawns:\n{RULE}");
    for rank in Rank::ALL.into_iter().rev() {
        let mut numbers = String::new();
        for file in File::ALL {
            let square = Square::new(file, rank);
            let piece = position.piece_at(square);
            let _ = write!(text, " |   {}  ", piece.map_or(' ', |piece| piece.letter()));
            let value = values.iter().find(|value| value.0 == square);
            let number = value.map_or(String::new(), |&(_, centipawns)| {
                format!("{:.2}", f64::from(centipawns) / 100.0)
            });
            let _ = write!(numbers, " |{number:>6}");
        }
        let _ = write!(text, " |\n{numbers} |\n{RULE}");
    }
    let value = match position.turn() {
        Color::White => network.evaluate(position),
        Color::Black => -network.evaluate(position),
    };
    let pawns = f64::from(value) / 100.0;
    let _ = write!(text, "\nFinal evaluation       {pawns:+.2} (white side)\n");
    text
}

/// What `eval` shows if there is nothing to evaluate.
pub fn no_evaluation(reason: &str) -> String {
    format!("\nFinal evaluation: none ({reason})")
}
