//! Programs whose state is wrong after `position ... moves`.

use super::*;
use crate::explain::Explanation;

/// A correct generator whose answers about positions after moves are changed.
struct AfterMoves(fn(&Question) -> Result<DivideText, Error>);

impl OtherSide for AfterMoves {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        let answer = match question.moves {
            [] => right(question),
            _ => (self.0)(question),
        };
        Ok(Answer::Divide(answer?))
    }

    fn plays_moves(&self) -> bool {
        true
    }
}

/// The explanation of the answer after these moves.
fn explained(
    answer: fn(&Question) -> Result<DivideText, Error>,
    fen: &str,
    moves: &str,
) -> Explanation {
    let mut other = AfterMoves(answer);
    let mut recording = Recording::new(&mut other);
    let found = hunt(&mut recording, &played(fen, moves, 1), STYLE, |_, _| {});
    let found = found.expect("answers").expect("a disagreement");
    Diagnosis::new(found, STYLE, &mut recording).explanation
}

/// The wrong state that is named after these moves.
fn bug_after(
    answer: fn(&Question) -> Result<DivideText, Error>,
    fen: &str,
    moves: &str,
) -> Option<String> {
    explained(answer, fen, moves).bug
}

#[test]
fn a_move_that_is_not_played() {
    let without_last = |question: &Question| {
        let (_, moves) = question.moves.split_last().expect("a move");
        right(&Question { moves, ..*question })
    };
    let bug = bug_after(without_last, "8/3P4/8/3k4/8/8/5K2/8 w - - 0 1", "d7d8q");
    let expected = "after d7d8q it continues as if d7d8q had not been played";
    assert_eq!(bug.as_deref(), Some(expected));
}

/// A program that cuts its input has the list of an earlier position.
#[test]
fn a_list_of_moves_that_is_cut() {
    let first_four = |question: &Question| {
        let moves = &question.moves[..question.moves.len().min(4)];
        right(&Question { moves, ..*question })
    };
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
    let bug = bug_after(first_four, fen, game);
    let expected = "after g8f6 it continues as if only the first 4 of the 8 moves had been played";
    assert_eq!(bug.as_deref(), Some(expected));
}

#[test]
fn a_piece_that_has_no_moves_where_it_arrived() {
    let without_rook = |question: &Question| {
        let mut divide = right(question)?;
        divide.lines.retain(|line| !line.0.starts_with("d1"));
        Ok(divide)
    };
    let fen = "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1";
    let bug = bug_after(without_rook, fen, "e1c1 h7h5");
    let expected = "after h7h5 it continues without moves of the rook on d1";
    assert_eq!(bug.as_deref(), Some(expected));
    // One missing move can have other reasons.
    let without_one = |question: &Question| {
        let mut divide = right(question)?;
        divide.lines.retain(|line| line.0 != "d1d2");
        Ok(divide)
    };
    assert_eq!(bug_after(without_one, fen, "e1c1 h7h5"), None);
    // The king did not just arrive.
    let without_king = |question: &Question| {
        let mut divide = right(question)?;
        divide.lines.retain(|line| !line.0.starts_with("c1"));
        Ok(divide)
    };
    assert_eq!(bug_after(without_king, fen, "e1c1 h7h5 d1d2 h5h4"), None);
}

#[test]
fn a_piece_that_still_attacks_where_it_has_gone() {
    let without_f8 = |question: &Question| {
        let mut divide = right(question)?;
        divide.lines.retain(|line| line.0 != "e8f8");
        Ok(divide)
    };
    let bug = bug_after(without_f8, "4k3/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8b");
    let expected =
        "after g7g8b it continues with wrong attacks, as if the white pawn were still on g7";
    assert_eq!(bug.as_deref(), Some(expected));
}

/// The answer after moves of which this castling leaves the rook where it is. An illegal move ends the list.
fn with_rook_left(question: &Question, castling: &str) -> Result<DivideText, Error> {
    let mut position: Position = question.fen.parse().expect("valid");
    for text in question.moves {
        let Ok(mv) = position.parse_uci(text) else {
            break;
        };
        let mut setup = position.play(mv).to_setup();
        if let Some((_, rook)) = mv.castling_squares().filter(|_| text == castling) {
            setup.board.swap(rook.index(), mv.to().index());
        }
        position = Position::from_setup(&setup).expect("valid").0;
    }
    let fen = position.to_string();
    right(&Question {
        fen: &fen,
        moves: &[],
        ..*question
    })
}

#[test]
fn castling_of_one_colour_on_one_side() {
    type Answer = fn(&Question) -> Result<DivideText, Error>;
    let white: Answer = |question| with_rook_left(question, "e1g1");
    let black: Answer = |question| with_rook_left(question, "e8c8");
    let white = (white, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1");
    let black = (black, "r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1", "e8c8");
    for ((answer, fen, moves), limit) in [
        (white, "only for White on the h-file side"),
        (black, "only for Black on the a-file side"),
    ] {
        let causes = explained(answer, fen, moves).causes;
        let causes: Vec<_> = causes
            .into_iter()
            .map(|cause| (cause.sentence, cause.certainty))
            .collect();
        let sentence = format!("castling after 'position ... moves' moves only the king ({limit})");
        assert_eq!(causes, [(sentence, Certainty::Accounts)], "{moves}");
    }
}
