//! What is special about a position: the first suspects for a program that does not answer.

use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, Move, MoveKind};

use crate::find::Node;
use crate::pins::pinned;

/// The most moves of one kind that are listed.
const MOST_MOVES: usize = 4;

/// Longer games have more moves than some programs have room for.
const LONG_GAME: usize = 20;

/// A property of a position that some programs have no code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    GameOver,
    Checkmate,
    Stalemate,
    Check,
    DoubleCheck,
    Pinned,
    EnPassant,
    Castling,
    Promotion,
}

/// A property that a legal move gives its position, its name, and whether a move does.
type OfMoves = (Special, &'static str, fn(Move) -> bool);

const OF_MOVES: [OfMoves; 3] = [
    (Special::EnPassant, "en passant", |mv| {
        mv.kind() == MoveKind::EnPassant
    }),
    (Special::Castling, "castling", |mv| {
        mv.kind() == MoveKind::Castle
    }),
    (Special::Promotion, "promotion", |mv| {
        mv.promotion().is_some()
    }),
];

/// Sentences about the position of the node, and about those after each of its moves if the tree goes on there: for each
/// property, the first move that leads to it.
pub(super) fn special(node: &Node) -> Vec<String> {
    let position = &node.position;
    let here = of_position(position);
    let played = node.moves.len();
    let game = (played >= LONG_GAME).then(|| format!("{played} moves are played before it"));
    let sentences = here.iter().map(|it| it.1.clone());
    let mut sentences: Vec<String> = game.into_iter().chain(sentences).collect();
    if node.depth < 2 {
        return sentences;
    }
    let mut known: Vec<Special> = here.into_iter().map(|it| it.0).collect();
    for mv in position.legal_moves() {
        for (property, sentence) in of_position(&position.play(mv)) {
            if !known.contains(&property) {
                known.push(property);
                let played = position.uci(mv, style(position));
                sentences.push(format!("after {played}: {sentence}"));
            }
        }
    }
    sentences
}

fn of_position(position: &VariantPosition) -> Vec<(Special, String)> {
    let moves = position.legal_moves();
    let checkers = position.checkers();
    let mut found = Vec::new();
    match (moves.is_empty(), checkers.len()) {
        _ if let Some(over) = position.game_over() => {
            found.push((Special::GameOver, over.to_string()))
        }
        (true, 0) => found.push((Special::Stalemate, "stalemate".to_owned())),
        (true, _) => found.push((Special::Checkmate, "checkmate".to_owned())),
        (false, _) => {}
    }
    let from: Vec<String> = checkers.into_iter().map(|it| it.to_string()).collect();
    match &from[..] {
        [] => {}
        [one] => found.push((Special::Check, format!("check from {one}"))),
        several => {
            let sentence = format!("double check from {}", several.join(" and "));
            found.push((Special::DoubleCheck, sentence));
        }
    }
    if let Some(chess) = position.as_standard() {
        let pinned = pinned(chess, chess.turn()).map(|(square, by)| format!("{square} by {by}"));
        let pinned: Vec<String> = pinned.collect();
        if !pinned.is_empty() {
            found.push((Special::Pinned, format!("pinned: {}", pinned.join(", "))));
        }
    }
    for (kind, name, is_of_kind) in OF_MOVES {
        let of_kind = moves.iter().copied().filter(|mv| is_of_kind(*mv));
        let texts: Vec<String> = of_kind
            .map(|mv| position.uci(mv, style(position)))
            .take(MOST_MOVES)
            .collect();
        if !texts.is_empty() {
            found.push((kind, format!("{name} is legal: {}", texts.join(" "))));
        }
    }
    found
}

fn style(position: &VariantPosition) -> CastlingStyle {
    CastlingStyle::new(position.chess().needs_chess960())
}

#[cfg(test)]
mod tests {
    use movegen::chess::Position;

    use super::*;

    fn of(fen: &str, depth: u32) -> Vec<String> {
        let position: Position = fen.parse().expect(fen);
        special(&Node::root(position, None, depth, CastlingStyle::Standard))
    }

    #[test]
    fn a_long_game_is_named() {
        let root = Node::root(Position::startpos(), None, 1, CastlingStyle::Standard);
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
        let after = |number: usize| {
            moves.clone().take(number).fold(root.clone(), |node, text| {
                let mv = node.position.parse_uci(text).expect("legal");
                node.after(mv, CastlingStyle::Standard)
            })
        };
        assert_eq!(special(&after(20)), ["20 moves are played before it"]);
        assert!(special(&after(19)).is_empty());
    }

    #[test]
    fn the_end_of_the_game_checks_and_special_moves_are_named() {
        for (fen, depth, expected) in [
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, &["stalemate"][..]),
            (
                "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
                1,
                &["checkmate", "check from g7"],
            ),
            (
                "4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
                1,
                &["double check from f3 and e8"],
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1",
                1,
                &["en passant is legal: e5d6", "castling is legal: e1g1"],
            ),
            (
                "7k/1P6/8/8/8/8/8/K7 w - - 0 1",
                1,
                &["promotion is legal: b7b8q b7b8r b7b8b b7b8n"],
            ),
            (
                "7Q/8/7k/6n1/8/8/8/2B1K3 b - - 0 1",
                1,
                &["check from h8", "pinned: g5 by c1"],
            ),
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", 2, &[]),
        ] {
            assert_eq!(of(fen, depth), expected, "{fen}");
        }
    }

    #[test]
    fn properties_after_a_move_are_named_with_it() {
        assert_eq!(
            of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 2),
            ["after d7d5: en passant is legal: e5d6"]
        );
        assert_eq!(of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 1), [""; 0]);
    }
}
