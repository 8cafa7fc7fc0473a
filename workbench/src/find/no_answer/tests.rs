use movegen::chess::Setup;

use movegen::chess::Position;
use movegen::chess::variant::Standard;

use super::*;
use crate::ask::{Answer, Question, Recording};
use crate::find::{hunt, right_divide};

/// A correct program that fails when it meets certain positions.
struct Fake {
    /// Whether it fails about this question, the given number of questions after a reset, anywhere in
    /// the tree.
    fails: fn(&Position, u32) -> bool,
    failure: Failure,
    asked: u32,
    all_asked: u32,
    limits: Vec<Option<Duration>>,
    /// Raised at this question.
    stop: Stop,
    stopped_at: Option<u32>,
}

impl Fake {
    fn new(failure: Failure, fails: fn(&Position, u32) -> bool) -> Fake {
        Fake {
            fails,
            failure,
            asked: 0,
            all_asked: 0,
            limits: Vec::new(),
            stop: Stop::new(),
            stopped_at: None,
        }
    }

    /// Whether it fails in the tree of this depth. The leaves are counted without their moves.
    fn meets(&self, position: &Position, depth: u32) -> bool {
        depth > 0
            && ((self.fails)(position, self.asked)
                || depth > 1
                    && position
                        .legal_moves()
                        .iter()
                        .any(|mv| self.meets(&position.play(*mv), depth - 1)))
    }
}

impl OtherSide for Fake {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        self.asked += 1;
        self.all_asked += 1;
        if Some(self.all_asked) == self.stopped_at {
            self.stop.stop();
        }
        let mut position: Position = question.fen.parse().expect(question.fen);
        for mv in question.moves {
            position = position.play_uci(mv).expect(mv);
        }
        if self.meets(&position, question.depth) {
            return Err(Error::Failed {
                failure: self.failure,
                input: format!("go perft {}", question.depth),
                last: None,
            });
        }
        Ok(Answer::Divide(right_divide(position, question.depth)?))
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.asked = 0;
        Ok(())
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.limits.push(limit);
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn plays_moves(&self) -> bool {
        true
    }

    fn command(&self, question: &Question) -> Option<String> {
        Some(format!("ask {}", question.fen))
    }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9";
const CRASH: Failure = Failure::Ended {
    status: None,
    moves: 0,
};
const HANG: Failure = Failure::Late {
    limit: Duration::from_secs(60),
    moves: 0,
    missing: "total",
};

fn start(fen: &str, depth: u32) -> Node {
    let setup: Setup = fen.parse().expect(fen);
    let (position, _) = Position::from_setup(&setup).expect(fen);
    Node::root(position, setup.en_passant, depth, CastlingStyle::Standard)
}

fn traced(fake: &mut Fake, fen: &str, depth: u32) -> NoAnswer {
    let mut recording = Recording::new(fake);
    let style = CastlingStyle::Standard;
    let error = hunt(&mut recording, &start(fen, depth), style, |_, _| {}).expect_err("a failure");
    trace_failure(&mut recording, &Standard, style, error).expect("a cause")
}

#[track_caller]
fn alone(found: NoAnswer) -> Unanswered {
    match found.cause {
        NoAnswerCause::Alone(unanswered) => *unanswered,
        other => panic!("{other:?}"),
    }
}

fn may_capture_en_passant(position: &Position, _: u32) -> bool {
    position.en_passant().is_some()
}

#[test]
fn a_crash_is_traced_to_the_smallest_position_and_depth() {
    for failure in [CRASH, Failure::Refused] {
        let mut fake = Fake::new(failure, may_capture_en_passant);
        let unanswered = alone(traced(&mut fake, KIWIPETE, 3));
        let node = unanswered.node;
        assert_eq!(
            (node.fen.as_str(), node.depth),
            ("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", 1)
        );
        assert_eq!(
            unanswered.command.as_deref(),
            Some("ask 4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1")
        );
        assert!(matches!(unanswered.error, Error::Failed { .. }));
    }
}

#[test]
fn a_hang_costs_much_less_than_the_time_limit() {
    let mut fake = Fake::new(HANG, may_capture_en_passant);
    let node = alone(traced(&mut fake, KIWIPETE, 2)).node;
    assert_eq!(node.position.chess().occupied().len(), 4);
    // The first answer says how fast it is, and at the end the limit of the user holds again.
    let (first, last) = (fake.limits.first(), fake.limits.last());
    assert_eq!((first, last), (Some(&None), Some(&None)));
    let limits = &fake.limits[1..fake.limits.len() - 1];
    assert!(
        limits
            .iter()
            .all(|limit| limit.is_some_and(|limit| limit <= LONGEST_CHECK)),
        "{limits:?}"
    );
}

#[test]
fn a_crash_that_needs_depth_is_traced_to_that_depth() {
    // It fails below a position that is in check, but not when asked about that position.
    let mut fake = Fake::new(CRASH, |position, _| position.halfmoves() >= 2);
    let unanswered = alone(traced(&mut fake, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 4));
    let node = unanswered.node;
    assert_eq!((node.position.chess().occupied().len(), node.depth), (2, 1));
    assert!(node.position.chess().halfmoves() >= 2, "{}", node.fen);
}

#[test]
fn a_failure_after_other_questions_names_them() {
    fn fails(position: &Position, asked: u32) -> bool {
        asked > 2 && position.is_check()
    }
    let mut fake = Fake::new(CRASH, fails);
    let found = traced(&mut fake, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 3);
    match found.cause {
        NoAnswerCause::AfterOthers { earlier, .. } => assert_eq!(earlier.len(), 2, "{earlier:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_that_always_fails_is_not_hunted() {
    let mut fake = Fake::new(CRASH, |_, _| true);
    let found = traced(&mut fake, KIWIPETE, 2);
    assert!(matches!(found.cause, NoAnswerCause::Always), "{found:?}");
    assert_eq!(found.questions, 1);
}

#[test]
fn a_slow_program_is_not_accused_of_a_hang() {
    let late = Failure::Late {
        limit: Duration::from_nanos(1),
        moves: 0,
        missing: "total",
    };
    let mut fake = Fake::new(late, may_capture_en_passant);
    let found = traced(&mut fake, KIWIPETE, 2);
    assert!(matches!(found.cause, NoAnswerCause::Slow(_)), "{found:?}");
}

#[test]
fn a_stop_after_the_last_question_gives_no_command() {
    let mut fake = Fake::new(CRASH, may_capture_en_passant);
    traced(&mut fake, KIWIPETE, 2);
    let last = fake.all_asked;
    let mut fake = Fake::new(CRASH, may_capture_en_passant);
    fake.stopped_at = Some(last);
    let mut recording = Recording::new(&mut fake);
    let style = CastlingStyle::Standard;
    let error = hunt(&mut recording, &start(KIWIPETE, 2), style, |_, _| {}).expect_err("a failure");
    let found = trace_failure(&mut recording, &Standard, style, error);
    // Canopy's total is not known any more, and the command needs it.
    assert!(matches!(found, Err(Error::Stopped)), "{found:?}");
}

#[test]
fn other_errors_are_returned() {
    let mut fake = Fake::new(Failure::Searched, |_, _| true);
    let mut recording = Recording::new(&mut fake);
    let style = CastlingStyle::Standard;
    let error = hunt(&mut recording, &start(KIWIPETE, 1), style, |_, _| {}).expect_err("a failure");
    let error =
        trace_failure(&mut recording, &Standard, style, error).expect_err("no failure to answer");
    assert!(matches!(
        error,
        Error::Failed {
            failure: Failure::Searched,
            ..
        }
    ));
}
