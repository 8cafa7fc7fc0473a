use movegen::chess::explain::MoveHistory;
use movegen::chess::{CastlingStyle, Position};

use super::unplayed;

#[test]
fn moves_that_had_not_been_played() {
    let mut position: Position = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("valid");
    let mut history = MoveHistory::from_fen(None);
    for text in ["e2e4", "e7e5", "e1d1", "e8d8", "d1c1"] {
        let mv = position.parse_uci(text).expect(text);
        history.push(position, mv);
        position = position.play(mv);
    }
    let said: Vec<String> = unplayed(&history, 9)
        .map(|candidate| {
            let fen = candidate.position.fen(CastlingStyle::Standard);
            let board = fen.split(' ').next().unwrap_or_default();
            format!("{board}: {}", candidate.mistake)
        })
        .collect();
    assert_eq!(
        said,
        [
            "3k4/8/8/4p3/4P3/8/8/3K4: d1c1 had not been played",
            "4k3/8/8/4p3/4P3/8/8/3K4: e8d8 and the moves after it had not been played",
            "4k3/8/8/4p3/4P3/8/8/4K3: only the first 2 of the 5 moves had been played",
            "4k3/4p3/8/8/4P3/8/8/4K3: only the first of the 5 moves had been played",
            "4k3/4p3/8/8/8/8/4P3/4K3: none of the 5 moves had been played",
        ]
    );
    assert_eq!(unplayed(&history, 2).count(), 2);
}
