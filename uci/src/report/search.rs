//! The lines of a search.

use engine::{Bound, Info, Outcome, Score};
use movegen::chess::{CastlingStyle, Move};

/// The answer to a `go` that cannot be carried out. Programs would otherwise wait for a move.
pub const NO_MOVE: &str = "bestmove (none)";

/// How the lines of a search are written.
#[derive(Clone, Copy, Debug)]
pub struct SearchForm {
    /// How castling is written.
    pub style: CastlingStyle,
    /// Whether the probabilities of win, draw and loss follow the score.
    pub wdl: bool,
}

/// `info depth ... pv ...`. GUIs accept whole numbers only.
pub fn search_info(info: &Info, form: SearchForm) -> String {
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
    let wdl = if form.wdl {
        let [win, draw, loss] = info.win_draw_loss();
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {score}{bound}{wdl} nodes {} nps {nps} \
         hashfull {} tbhits {} time {millis} pv",
        info.depth, info.seldepth, info.multi_pv, info.nodes, info.hashfull, info.tablebase_hits,
    );
    for &mv in &info.pv {
        text.push(' ');
        text += &uci(mv, form.style);
    }
    text
}

fn uci(mv: Move, style: CastlingStyle) -> String {
    match style {
        CastlingStyle::Standard => mv.to_string(),
        CastlingStyle::Chess960 => format!("{mv:#}"),
    }
}

/// `info depth 20 currmove e2e4 currmovenumber 1`
pub fn current_move(depth: u32, mv: Move, number: usize, style: CastlingStyle) -> String {
    let text = uci(mv, style);
    format!("info depth {depth} currmove {text} currmovenumber {number}")
}

/// The score of a position without legal moves, for which a search reports no depth.
pub fn end_of_game_info(lost: bool) -> &'static str {
    if lost {
        "info depth 0 score mate 0"
    } else {
        "info depth 0 score cp 0"
    }
}

/// What is said about a word of `searchmoves` that is no legal move.
pub fn ignored_search_move(word: &str) -> String {
    format!("go searchmoves: '{word}' is not legal, ignored")
}

/// `bestmove e2e4 ponder e7e5`
pub fn best_move(outcome: &Outcome, style: CastlingStyle) -> String {
    let Some(best) = outcome.best_move else {
        return "bestmove (none)".to_owned();
    };
    let ponder = outcome
        .ponder_move
        .map(|mv| format!(" ponder {}", uci(mv, style)));
    format!(
        "bestmove {}{}",
        uci(best, style),
        ponder.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::Material;
    use movegen::chess::Position;

    use super::*;

    #[test]
    fn search_lines_contain_whole_numbers() {
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
            tablebase_hits: 12,
            pv,
            is_known_draw: false,
            material: Material::of(&start),
        };
        let form = |wdl| SearchForm {
            style: CastlingStyle::Standard,
            wdl,
        };
        assert_eq!(
            search_info(&info, form(false)),
            "info depth 3 seldepth 5 multipv 1 score mate -2 lowerbound nodes 1000 nps 666666 \
             hashfull 7 tbhits 12 time 1 pv e2e4"
        );
        assert!(search_info(&info, form(true)).contains(" lowerbound wdl 0 0 1000 nodes "));
        let drawn = Info {
            score: Score::Centipawns(0),
            is_known_draw: true,
            ..info
        };
        assert!(search_info(&drawn, form(true)).contains(" wdl 0 1000 0 nodes "));
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
                CastlingStyle::Standard,
            )
        };
        assert_eq!(say(Some(best), Some(ponder)), "bestmove e2e4 ponder e7e5");
        assert_eq!(say(Some(best), None), "bestmove e2e4");
        assert_eq!(say(None, None), "bestmove (none)");
    }
}
