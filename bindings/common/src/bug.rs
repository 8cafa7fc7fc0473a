//! Finds and explains the bug of a move generator that a function asks.

use corpus::Embedded;
use movegen::chess::variant::Rules;
use movegen::perft::Stop;
use workbench::ask::{self, DivideFn, Question};
use workbench::find::{NoAnswer, NoAnswerCause, Node, RandomGames, Smallest};
use workbench::{CheckError, check_variant, tell};

use crate::count::check_depth;
use crate::game::rules;
use crate::{Error, Game};

/// The positions that a generator is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// The start position and a few hundred positions that expose known bugs, with 2.8 million leaves;
    /// some of them are Chess960 positions, which are left out on request. Of a variant, some hundred positions of random
    /// games.
    BuiltIn {
        /// Whether positions of Chess960 are among them.
        chess960: bool,
    },
    /// These FENs, each with its depth in plies.
    Fens(Vec<(String, u32)>),
}

/// How a generator fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BugKind {
    /// Its counts or its moves are wrong.
    Wrong,
    /// It gives no answer.
    NoAnswer,
}

/// A bug of a move generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug {
    /// How it fails.
    pub kind: BugKind,
    /// The cause in one sentence.
    pub headline: String,
    /// The whole explanation: the position, the wrong moves and the rule behind each, and the smallest
    /// position that shows it.
    pub text: String,
    /// The FEN of the smallest position that shows it.
    pub fen: String,
    /// Moves to play from there first, in UCI notation.
    pub moves: Vec<String>,
    /// The depth that shows it, in plies.
    pub depth: u32,
}

/// The depth of the start position in [`Positions::BuiltIn`].
const START_DEPTH: u32 = 3;

/// The number of [`Positions::BuiltIn`] of a variant, and the leaves of each: 1.6 million at most in all.
const GAMES: usize = 400;
const MOST_LEAVES: u128 = 4000;

/// Positions of a variant, each with its depth.
fn of_variant(rules: &'static dyn Rules, chess960: bool) -> Result<Vec<(String, u32)>, Error> {
    let games = RandomGames {
        rules,
        seed: 1,
        chess960,
        depth: START_DEPTH,
        most_leaves: MOST_LEAVES,
    };
    let nodes = games.nodes().take(GAMES);
    let positions = nodes.map(|node| node.map(|node| (node.fen, node.depth)));
    positions.collect::<Result<_, _>>().map_err(Error::Ask)
}

impl Positions {
    fn list(&self, rules: &'static dyn Rules) -> Result<Vec<(String, u32)>, Error> {
        match self {
            Positions::Fens(fens) => {
                fens.iter()
                    .try_for_each(|&(_, depth)| check_depth(depth, 0))?;
                Ok(fens.clone())
            }
            Positions::BuiltIn { chess960 } if !rules.is_standard() => of_variant(rules, *chess960),
            Positions::BuiltIn { chess960 } => {
                let mut fens = vec![("startpos".to_owned(), START_DEPTH)];
                for sample in Embedded::Killer.samples() {
                    let sample = sample?;
                    if *chess960 || !sample.chess960 {
                        fens.push((sample.fen(), sample.depth()));
                    }
                }
                Ok(fens)
            }
        }
    }
}

/// Asks `divide` about every position until an answer is wrong, follows the difference down to its cause,
/// and explains it. `divide` returns one line per move, such as `e2e4: 20`; its error is any text. `variant` is the name
/// of a variant of chess, or `chess`. `None` if everything is right.
///
/// # Errors
/// [`Error`] if there is no such variant, if a position or a depth is unusable, or if `stop` is raised.
///
/// ```
/// use bindings::{Counting, Game, Positions, Question, Stop, find_bug};
///
/// /// Counts with Canopy, but never promotes to a bishop.
/// fn divide(question: &Question) -> Result<String, String> {
///     let game = Game::new(question.fen, &question.moves.join(" "), None).map_err(|error| error.to_string())?;
///     let lines = Counting::new(question.depth).threads(1).divide(&game).map_err(|error| error.to_string())?;
///     let lines = lines.into_iter().filter(|(mv, _)| !mv.ends_with('b'));
///     Ok(lines.map(|(mv, leaves)| format!("{mv}: {leaves}\n")).collect())
/// }
///
/// let fens = Positions::Fens(vec![("7k/P7/8/8/8/8/8/K7 w - - 0 1".to_owned(), 2)]);
/// let bug = find_bug("chess", divide, &fens, &Stop::new()).unwrap().unwrap();
/// assert!(bug.text.contains("a7a8b"));
/// ```
pub fn find_bug(
    variant: &str,
    divide: impl FnMut(&Question) -> Result<String, String>,
    positions: &Positions,
    stop: &Stop,
) -> Result<Option<Bug>, Error> {
    let rules = rules(variant)?;
    let list = positions.list(rules)?;
    let list = list.iter().map(|(fen, depth)| (fen.as_str(), *depth));
    let mut other = DivideFn::new(divide, stop);
    let Err(failure) = check_variant(rules, &mut other, list) else {
        return Ok(None);
    };
    let text = failure.to_string();
    Ok(Some(match failure {
        CheckError::Bug(found) => {
            let (diagnosis, shrunk) = &*found;
            let node = match &shrunk.smallest {
                Smallest::Found(smallest) => &smallest.found.node,
                Smallest::Same | Smallest::NotReproducible => &diagnosis.found.node,
            };
            bug(BugKind::Wrong, tell::headline(diagnosis), text, node)
        }
        CheckError::NoAnswer(failed) => no_answer(&failed, text)?,
        CheckError::Position { fen, error } => return Err(Error::Position { fen, reason: error }),
        CheckError::Ask(ask::Error::Stopped) => return Err(Error::Stopped),
        CheckError::Ask(error) => return Err(Error::Ask(error)),
    }))
}

fn bug(kind: BugKind, headline: String, text: String, node: &Node) -> Bug {
    Bug {
        kind,
        headline,
        text,
        fen: node.fen.clone(),
        moves: node.moves.clone(),
        depth: node.depth,
    }
}

fn no_answer(failed: &NoAnswer, text: String) -> Result<Bug, Error> {
    let headline = failed.error.to_string();
    let kind = BugKind::NoAnswer;
    if let NoAnswerCause::Alone(last) | NoAnswerCause::AfterOthers { last, .. } = &failed.cause {
        return Ok(bug(kind, headline, text, &last.node));
    }
    // The question that failed first.
    let (fen, moves, depth) = match &failed.error {
        ask::Error::Generator {
            fen, moves, depth, ..
        } => (fen.clone(), moves.clone(), *depth),
        _ => (Game::new("startpos", "", None)?.fen(), Vec::new(), 1),
    };
    Ok(Bug {
        kind,
        headline,
        text,
        fen,
        moves,
        depth,
    })
}

#[cfg(test)]
mod tests {
    use movegen::chess::variant::VARIANTS;

    use super::*;
    use crate::Counting;

    const STANDARD: Positions = Positions::BuiltIn { chess960: false };

    fn right(question: &Question) -> Result<String, String> {
        let game = Game::new(question.fen, &question.moves.join(" "), None);
        let game = game.map_err(|error| error.to_string())?;
        let lines = Counting::new(question.depth).threads(1).divide(&game);
        let lines = lines.map_err(|error| error.to_string())?.into_iter();
        Ok(lines
            .map(|(mv, leaves)| format!("{mv}: {leaves}\n"))
            .collect())
    }

    #[test]
    fn a_right_generator_has_no_bug() {
        let mut chess960 = false;
        let asked = |question: &Question| {
            let game = Game::new(question.fen, "", None).map_err(|error| error.to_string())?;
            chess960 |= game.position().chess().needs_chess960();
            right(question)
        };
        let found = find_bug("chess", asked, &STANDARD, &Stop::new());
        assert_eq!(found.expect("usable positions"), None);
        assert!(!chess960);
        let all = Positions::BuiltIn { chess960: true };
        assert_eq!(
            find_bug("chess", right, &all, &Stop::new()).expect("usable"),
            None
        );
    }

    #[test]
    fn the_built_in_positions_show_a_missing_en_passant_capture() {
        let divide = |question: &Question| {
            let text = right(question)?;
            let game = Game::new(question.fen, &question.moves.join(" "), None);
            let game = game.map_err(|error| error.to_string())?;
            let takes = |mv: &str| {
                let explained = crate::explain(&game, mv);
                explained.is_ok_and(|verdict| verdict.text.contains("en passant"))
            };
            let lines = text
                .lines()
                .filter(|line| !takes(line.split(':').next().unwrap_or_default()));
            Ok(lines.map(|line| format!("{line}\n")).collect())
        };
        let bug = find_bug("chess", divide, &STANDARD, &Stop::new());
        let bug = bug.expect("usable positions").expect("a bug");
        assert_eq!(bug.kind, BugKind::Wrong);
        assert!(bug.text.contains("en passant"), "{}", bug.text);
        assert_eq!(bug.depth, 1);
    }

    /// The built-in positions of every variant are usable, and show what is special about it.
    #[test]
    fn a_generator_that_counts_chess_fails_in_every_variant() {
        for rules in VARIANTS {
            let name = rules.name();
            let of = |variant: &'static str| {
                move |question: &Question| {
                    let moves = question.moves.join(" ");
                    let game = Game::of_variant(variant, question.fen, &moves, None);
                    let lines = Counting::new(question.depth)
                        .threads(1)
                        .divide(&game.map_err(|error| error.to_string())?);
                    let lines = lines.map_err(|error| error.to_string())?.into_iter();
                    Ok(lines
                        .map(|(mv, leaves)| format!("{mv}: {leaves}\n"))
                        .collect())
                }
            };
            let chess960 = Positions::BuiltIn { chess960: true };
            for positions in [&STANDARD, &chess960] {
                let found = find_bug(name, of(name), positions, &Stop::new());
                assert_eq!(found.expect("usable positions"), None, "{name}");
            }
            let found = find_bug(name, of("chess"), &STANDARD, &Stop::new());
            assert!(found.expect("usable positions").is_some(), "{name}");
        }
    }

    #[test]
    fn an_error_of_the_function_is_reported_with_the_position() {
        let fens = Positions::Fens(vec![("startpos".to_owned(), 2)]);
        let divide = |_: &Question| Err("out of cheese".to_owned());
        let bug = find_bug("chess", divide, &fens, &Stop::new());
        let bug = bug.expect("usable positions").expect("a bug");
        assert_eq!((bug.kind, bug.depth), (BugKind::NoAnswer, 1));
        assert!(bug.headline.contains("out of cheese"), "{bug:?}");
    }

    #[test]
    fn a_stop_and_an_unusable_position_are_errors() {
        let stop = Stop::new();
        let divide = |_: &Question| {
            stop.stop();
            Ok(String::new())
        };
        let found = find_bug("chess", divide, &STANDARD, &stop);
        assert!(matches!(found, Err(Error::Stopped)), "{found:?}");
        let fens = Positions::Fens(vec![("8/8 w".to_owned(), 2)]);
        let found = find_bug("chess", right, &fens, &Stop::new());
        assert!(matches!(found, Err(Error::Position { .. })), "{found:?}");
    }

    #[test]
    fn a_depth_that_no_count_allows_is_refused_before_any_question() {
        let fens = Positions::Fens(vec![
            ("startpos".to_owned(), 1),
            ("startpos".to_owned(), 256),
        ]);
        let divide = |_: &Question| panic!("asked");
        let error = find_bug("chess", divide, &fens, &Stop::new()).expect_err("too deep");
        assert_eq!(error.to_string(), "depth 256 is out of range: 0 to 255");
    }
}
