//! Searches through the public interface, with the checks that hold for every one.

use std::time::Duration;

use engine::{Bound, Control, Engine, Info, Limits, Outcome, Request, Score, Settings};
use movegen::chess::{PieceKind, Position};

/// A request to search the position after these moves.
pub(crate) fn request(fen: &str, moves: &str, limits: Limits) -> Request {
    let mut position: Position = fen.parse().unwrap();
    let mut history = Vec::new();
    for text in moves.split_whitespace() {
        history.push(position.key());
        position = position.play(position.parse_uci(text).unwrap());
    }
    Request {
        position,
        history,
        limits,
        settings: Settings::default(),
    }
}

pub(crate) fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

pub(crate) fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Searches, and checks what holds for every search.
pub(crate) fn search_with(
    request: &Request,
    engine: &Engine,
    control: &Control,
) -> (Outcome, Vec<Info>) {
    let mut infos = Vec::new();
    let outcome = engine.search(request, control, &mut |info: &Info| {
        infos.push(info.clone())
    });
    for info in &infos {
        check_line(request, info);
    }
    let main = infos
        .iter()
        .rev()
        .find(|info| info.multi_pv == 1)
        .expect("a main line");
    assert_eq!(main.pv.first().copied(), outcome.best_move);
    // Other threads go on until they notice the end.
    if request.settings.threads == 1 {
        assert_eq!(main.nodes, outcome.nodes, "the last report is complete");
    }
    if let (Some(best), Some(ponder)) = (outcome.best_move, outcome.ponder_move) {
        assert!(request.position.play(best).is_legal(ponder));
    }
    (outcome, infos)
}

/// Checks that every move of the line is legal, that no move follows the end of the game, and that
/// mates are complete.
fn check_line(request: &Request, info: &Info) {
    let mut position = request.position;
    let mut keys = request.history.clone();
    keys.push(position.key());
    for (index, &mv) in info.pv.iter().enumerate() {
        assert!(position.is_legal(mv), "{info:?} is illegal at {index}");
        if index > 0 {
            assert!(
                position.halfmoves() < 100,
                "{info:?} after fifty moves at {index}"
            );
            let seen = keys.iter().filter(|&&key| key == position.key()).count();
            assert!(seen < 3, "{info:?} after a repetition at {index}");
            let sufficient = [PieceKind::Pawn, PieceKind::Rook, PieceKind::Queen];
            let enough = sufficient
                .iter()
                .any(|&kind| !position.pieces(kind).is_empty());
            assert!(
                enough || position.occupied().len() > 3,
                "{info:?} with bare kings at {index}"
            );
        }
        position = position.play(mv);
        keys.push(position.key());
    }
    if let (Score::Mate(moves), Bound::Exact) = (info.score, info.bound) {
        assert!(
            position.is_check() && !position.has_legal_move(),
            "{info:?} ends before the mate"
        );
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(info.pv.len() as i32, plies, "{info:?}");
    }
}
