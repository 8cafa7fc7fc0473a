//! The entry points for tests of move generators in Rust.

use std::fmt;

use movegen::chess::variant::{Rules, Standard, VariantPosition};
use movegen::chess::{CastlingStyle, PositionText, PositionTextError};

use crate::ask::{self, InProcess, MoveGenerator, OtherSide, Recording};
use crate::explain::Diagnosis;
use crate::find::{NoAnswer, Node, RandomPositions, Shrunk, hunt, shrink, trace_failure};
use crate::tell;

/// Compares a move generator with Canopy's on these positions, depth after depth up to `depth`, and
/// stops at the first disagreement.
///
/// # Errors
/// [`CheckError::Bug`] explains the disagreement: the position, the wrong moves, the rule behind
/// each, and the smallest position that shows it. Both `Display` and `Debug` print the explanation,
/// so that `check(...).unwrap()` fails with a readable message.
pub fn check<G: MoveGenerator>(
    generator: &mut G,
    fens: &[&str],
    depth: u32,
) -> Result<(), CheckError> {
    check_positions(
        &mut InProcess(generator),
        fens.iter().map(|fen| (*fen, depth)),
    )
}

/// As [`check`], for anything that can be asked for divides, with a depth for each position.
///
/// # Errors
/// As [`check`].
///
/// ```
/// use movegen::chess::{ParsedPosition, PositionText};
/// use movegen::perft::Stop;
/// use workbench::{ask::{DivideFn, Question}, check_positions};
///
/// /// Canopy's divide without castling.
/// fn divide(question: &Question) -> Result<String, String> {
///     let text = PositionText::new(Some(question.fen), &question.moves.join(" "));
///     let position = ParsedPosition::from_text(&text).map_err(|error| error.to_string())?.position;
///     let lines = position.divide(question.depth).into_iter();
///     let lines = lines.filter(|(mv, _)| !position.san(*mv).starts_with("O-O"));
///     Ok(lines.map(|(mv, count)| format!("{mv}: {count}\n")).collect())
/// }
///
/// let mut other = DivideFn::new(divide, &Stop::new());
/// let error = check_positions(&mut other, [("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2)]).unwrap_err();
/// assert!(error.to_string().contains("e1g1 castling is legal"));
/// ```
pub fn check_positions<'a>(
    other: &mut dyn OtherSide,
    positions: impl IntoIterator<Item = (&'a str, u32)>,
) -> Result<(), CheckError> {
    check_variant(&Standard, other, positions)
}

/// As [`check_positions`], for a variant of chess.
///
/// # Errors
/// As [`check`].
///
/// ```
/// use movegen::chess::CastlingStyle;
/// use movegen::chess::variant::{Antichess, VariantPosition};
/// use movegen::perft::{Stop, Tree as _};
/// use workbench::{ask::{DivideFn, Question}, check_variant};
///
/// /// Canopy's moves of antichess without promotions to a king.
/// fn divide(question: &Question) -> Result<String, String> {
///     let position = VariantPosition::from_fen(&Antichess, question.fen).map_err(|error| error.to_string())?;
///     let moves = position.moves().into_iter().map(|mv| position.uci(mv, CastlingStyle::Standard));
///     Ok(moves.filter(|mv| !mv.ends_with('k')).map(|mv| format!("{mv}: 1\n")).collect())
/// }
///
/// let mut other = DivideFn::new(divide, &Stop::new());
/// let error = check_variant(&Antichess, &mut other, [("8/P7/8/8/8/8/8/7n w - - 0 1", 1)]).unwrap_err();
/// assert!(error.to_string().contains("a7a8k"));
/// ```
pub fn check_variant<'a>(
    rules: &'static dyn Rules,
    other: &mut dyn OtherSide,
    positions: impl IntoIterator<Item = (&'a str, u32)>,
) -> Result<(), CheckError> {
    for (fen, depth) in positions {
        let text = PositionText::new(Some(fen), "");
        let parsed = VariantPosition::from_text(rules, &text);
        let parsed = parsed.map_err(|error| CheckError::Position {
            fen: fen.to_owned(),
            error,
        })?;
        let style = CastlingStyle::new(parsed.position.chess().needs_chess960());
        let node = Node::root(
            parsed.position,
            parsed.history.passed_square(),
            depth,
            style,
        );
        check_node(other, &node, style)?;
    }
    Ok(())
}

/// Compares a move generator with Canopy's on random legal positions, rich in pins, checks,
/// promotions, en passant captures and castling. The same seed gives the same positions.
///
/// # Errors
/// As [`check`].
pub fn check_random<G: MoveGenerator>(
    generator: &mut G,
    positions: RandomPositions,
    number: usize,
) -> Result<(), CheckError> {
    let style = CastlingStyle::new(positions.chess960);
    for node in positions.nodes().take(number) {
        let node = node.map_err(CheckError::Ask)?;
        check_node(&mut InProcess(generator), &node, style)?;
    }
    Ok(())
}

fn check_node(
    other: &mut dyn OtherSide,
    node: &Node,
    style: CastlingStyle,
) -> Result<(), CheckError> {
    let mut other = Recording::new(other);
    let found = match hunt(&mut other, node, style, |_, _| {}) {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(()),
        Err(error) => {
            let found = trace_failure(&mut other, node.position.rules(), style, error)
                .map_err(CheckError::Ask)?;
            return Err(CheckError::NoAnswer(Box::new(found)));
        }
    };
    let shrunk = shrink(&mut other, &found, style).map_err(CheckError::Ask)?;
    let diagnosis = Diagnosis::new(found, style, &mut other);
    let shrunk = shrunk.diagnose(&diagnosis, &mut other);
    Err(CheckError::Bug(Box::new((diagnosis, shrunk))))
}

/// Why a check failed.
pub enum CheckError {
    /// The generator disagrees; with the smallest position that shows it.
    Bug(Box<(Diagnosis, Shrunk<Diagnosis>)>),
    /// A position of the test is not usable.
    Position {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        error: PositionTextError,
    },
    /// The generator failed or panicked; with the smallest position that makes it fail.
    NoAnswer(Box<NoAnswer>),
    /// There is no answer, from Canopy or from the generator.
    Ask(ask::Error),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Bug(bug) => {
                let (diagnosis, shrunk) = &**bug;
                writeln!(f, "{}", tell::describe(diagnosis))?;
                write!(f, "{}", tell::describe_shrunk(shrunk, diagnosis))
            }
            CheckError::Position { fen, error } => write!(f, "{fen}: {error}"),
            CheckError::NoAnswer(found) => write!(f, "{}", tell::describe_no_answer(found)),
            CheckError::Ask(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Debug for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for CheckError {}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::{MoveKind, Position};

    /// Canopy's generator with a fault.
    enum Faulty {
        /// None.
        Right,
        /// It does not list captures en passant.
        NoEnPassant,
        /// It panics when the side to move is in check.
        PanicsInCheck,
    }

    impl MoveGenerator for Faulty {
        type Position = Position;

        fn set_up(&mut self, fen: &str) -> Result<Position, String> {
            fen.parse().map_err(|error| format!("{error}"))
        }

        fn legal_moves(&mut self, position: &Position) -> Vec<String> {
            if matches!(self, Faulty::PanicsInCheck) && position.is_check() {
                panic!("no evasions");
            }
            let moves = position.legal_moves();
            let listed = moves.iter().filter(|mv| {
                !matches!(self, Faulty::NoEnPassant) || mv.kind() != MoveKind::EnPassant
            });
            listed
                .map(|&mv| position.uci(mv, CastlingStyle::new(position.needs_chess960())))
                .collect()
        }

        fn play(&mut self, position: &Position, mv: &str) -> Position {
            position.play_uci(mv).expect("a legal move")
        }
    }

    fn random(chess960: bool) -> RandomPositions {
        RandomPositions {
            seed: 1,
            chess960,
            depth: 2,
            most_leaves: 2000,
        }
    }

    #[test]
    fn random_positions_find_a_fault_and_nothing_else() {
        for chess960 in [false, true] {
            let right = check_random(&mut Faulty::Right, random(chess960), 50);
            assert!(right.is_ok(), "{right:?}");
        }
        let error = check_random(&mut Faulty::NoEnPassant, random(false), 50).expect_err("a fault");
        assert!(matches!(error, CheckError::Bug(_)), "{error}");
        assert!(error.to_string().contains("en passant is legal"), "{error}");
    }

    #[test]
    fn a_panic_names_the_position() {
        let fen = "4k3/pppp4/8/8/8/8/4r3/4K3 w - - 0 1";
        let error = check(&mut Faulty::PanicsInCheck, &[fen], 1).expect_err("a panic");
        assert!(matches!(error, CheckError::NoAnswer(_)), "{error}");
        let text = error.to_string();
        let smallest = "Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
        for part in ["no evasions", fen, smallest] {
            assert!(text.contains(part), "no {part:?} in\n{text}");
        }
    }

    #[test]
    fn an_unusable_position_is_named() {
        let error = check(&mut Faulty::Right, &["8/8/8 w - - 0 1"], 1).expect_err("no position");
        let CheckError::Position { fen, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(fen, "8/8/8 w - - 0 1");
    }
}
