//! What tournament managers require of an engine: the steps of fastchess' compliance check, and
//! problems that its users have reported.

use crate::uci_driver::Engine;
use movegen::chess::Position;

/// The number after a word of an `info` line.
fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}

/// Searches, checks the last `info` line and returns the best move.
fn search(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    let lines = engine.lines_until(|line| line.starts_with("bestmove"));
    let is_line = |line: &&String| line.starts_with("info ") && line.contains(" multipv 1 score ");
    let info = lines
        .iter()
        .rfind(is_line)
        .expect("an info line with a score");
    for word in ["time", "nps", "depth", "nodes", "hashfull"] {
        assert!(number(info, word).is_some(), "{word} in {info}");
    }
    assert!(
        number(info, "cp").or(number(info, "mate")).is_some(),
        "{info}"
    );
    let best = lines.last().expect("a bestmove");
    let mv = best.split(' ').nth(1).expect("a move");
    assert!((4..=5).contains(&mv.len()), "{best}");
    let first = info.split(" pv ").nth(1).expect("a line");
    assert_eq!(first.split(' ').next(), Some(mv), "{info}\n{best}");
    mv.to_owned()
}

fn ready(engine: &mut Engine) {
    engine.send("isready");
    assert_eq!(engine.line().as_deref(), Some("readyok\n"));
}

#[test]
fn the_steps_of_a_tournament_manager() {
    let mut engine = Engine::session();
    engine.send("uci");
    let answer = engine.lines_until(|line| line == "uciok");
    assert!(answer.iter().any(|line| line.starts_with("id name Canopy")));
    assert!(answer.iter().any(|line| line.starts_with("id author ")));
    ready(&mut engine);
    engine.send("ucinewgame");
    ready(&mut engine);
    engine.send("position startpos");
    ready(&mut engine);
    engine.send("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    ready(&mut engine);
    search(&mut engine, "go wtime 100");
    engine.send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    search(&mut engine, "go btime 100");
    search(&mut engine, "go wtime 100 winc 100 btime 100 binc 100");
    search(&mut engine, "go btime 100 binc 100 wtime 100 winc 100");
    engine.send("ucinewgame");
    engine.send("position startpos");
    search(&mut engine, "go wtime 100 btime 100");
    engine.send("position startpos moves e2e4 e7e5");
    search(&mut engine, "go wtime 100 btime 100");
}

/// Every option that GUIs set is accepted, and a game is played with them.
#[test]
fn a_game_with_every_option() {
    let mut engine = Engine::session();
    for option in [
        "Hash value 2",
        "Threads value 2",
        "MultiPV value 3",
        "UCI_ShowWDL value true",
        "UCI_AnalyseMode value true",
        "Ponder value true",
        "Move Overhead value 0",
        "Clear Hash",
    ] {
        engine.send(&format!("setoption name {option}"));
    }
    ready(&mut engine);
    let mut moves = String::new();
    for _ in 0..12 {
        engine.send(&format!("position startpos moves{moves}"));
        engine.send("go nodes 3000");
        let lines = engine.lines_until(|line| line.starts_with("bestmove"));
        let odds = lines.iter().filter(|line| line.contains(" wdl ")).count();
        assert!(odds >= 3, "{lines:?}");
        let best = lines.last().expect("a bestmove");
        moves += " ";
        moves += best.split(' ').nth(1).expect("a move");
    }
}

/// Options set during a search take effect after it and do not disturb it.
#[test]
fn options_wait_for_the_search() {
    let mut engine = Engine::session();
    engine.send("setoption name Threads value 2");
    engine.send("go infinite");
    for option in ["Hash value 32", "Threads value 3", "Clear Hash"] {
        engine.send(&format!("setoption name {option}"));
    }
    engine.lines_until(|line| line.contains(" depth 6 "));
    engine.send("stop");
    engine.lines_until(|line| line.starts_with("bestmove"));
    search(&mut engine, "go depth 5");
}

/// Analysis is at full strength, and says so.
#[test]
fn analysis_is_not_limited() {
    let mut engine = Engine::session();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 500");
    let remark = "info string analysis at full strength";
    engine.send("go infinite");
    engine.lines_until(|line| line.starts_with(remark));
    engine.lines_until(|line| line.contains(" depth 10 "));
    engine.send("stop");
    engine.lines_until(|line| line.starts_with("bestmove"));
    // A game is limited: no remark.
    engine.send("go nodes 1000");
    let game = engine.lines_until(|line| line.starts_with("bestmove"));
    assert!(
        !game.iter().any(|line| line.starts_with(remark)),
        "{game:?}"
    );
    engine.send("setoption name UCI_AnalyseMode value true");
    engine.send("go nodes 1000");
    engine.lines_until(|line| line.starts_with(remark));
    engine.lines_until(|line| line.starts_with("bestmove"));
}

/// The weakest level plays legal moves and reports them.
#[test]
fn a_weak_player_is_a_player() {
    let mut engine = Engine::session();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 500");
    let mut moves = String::new();
    let mut position = Position::startpos();
    for _ in 0..30 {
        engine.send(&format!("position startpos moves{moves}"));
        let played = search(&mut engine, "go wtime 1000 btime 1000");
        moves += &format!(" {played}");
        position = position.play(position.parse_uci(&played).expect("a legal move"));
        // Weak players can lose early.
        if !position.has_legal_move() {
            break;
        }
    }
}
