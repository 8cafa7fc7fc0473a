//! Games: a position with its history, as a GameString of the Universal Hive Protocol.

use std::fmt;
use std::str::FromStr;

use super::{Color, GameType, GameTypeError, Move, MoveError, Position, State};

/// A position and the moves that led to it.
///
/// ```
/// use movegen::hive::Game;
/// let mut game: Game = "Base+M;InProgress;White[2];wM;bA1 wM-".parse().unwrap();
/// game.play_text("wQ -wM").unwrap();
/// assert_eq!(game.to_string(), "Base+M;InProgress;Black[2];wM;bA1 wM-;wQ -wM");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Each move with the position in which it was made.
    moves: Vec<(Position, Move)>,
    position: Position,
}

impl Game {
    /// A game without moves.
    pub fn new(game_type: GameType) -> Game {
        Game {
            moves: Vec::new(),
            position: Position::new(game_type),
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        self.moves.push((self.position, mv));
        self.position = self.position.play(mv);
    }

    /// Makes the move that a MoveString names.
    ///
    /// # Errors
    /// [`MoveError`] if it is not a legal move; the game is then unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.position.parse_move(text)?;
        self.play(mv);
        Ok(())
    }

    /// Takes back the last `moves` moves, or none and returns `None` if there are fewer.
    pub fn undo(&mut self, moves: usize) -> Option<()> {
        let left = self.moves.len().checked_sub(moves)?;
        if let Some((position, _)) = self.moves.get(left) {
            self.position = *position;
        }
        self.moves.truncate(left);
        Some(())
    }

    /// The number of moves made.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::NotStarted => f.write_str("NotStarted"),
            State::InProgress => f.write_str("InProgress"),
            State::Draw => f.write_str("Draw"),
            State::Won(color) => write!(f, "{color}Wins"),
        }
    }
}

impl fmt::Display for Game {
    /// The GameString.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        write!(
            f,
            "{};{};{}[{}]",
            position.game_type(),
            position.state(),
            position.turn(),
            1 + position.ply() / 2,
        )?;
        let mut moves = self.moves.iter();
        moves.try_for_each(|(position, mv)| write!(f, ";{}", position.move_text(*mv)))
    }
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The first part is not a game type.
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    /// The second part is not a game state.
    #[error(
        "'{found}' is not a game state; use NotStarted, InProgress, Draw, WhiteWins or BlackWins"
    )]
    State {
        /// The text found.
        found: String,
    },
    /// The third part is not a turn.
    #[error("'{found}' is not a turn; write it as in White[1] or Black[12]")]
    Turn {
        /// The text found.
        found: String,
    },
    /// There is no third part.
    #[error("the turn is missing after the game type and state, as in White[1]")]
    NoTurn,
    /// One of the moves is not legal.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// Why it is not legal.
        reason: MoveError,
    },
}

impl FromStr for Game {
    type Err = GameError;

    /// Parses a GameString, or a game type alone. State and turn must be well-formed, but are
    /// otherwise ignored: they follow from the moves.
    fn from_str(text: &str) -> Result<Game, GameError> {
        let mut parts = text.trim().split(';').map(str::trim);
        let game_type = parts.next().unwrap_or_default().parse()?;
        let mut game = Game::new(game_type);
        let Some(state) = parts.next() else {
            return Ok(game);
        };
        if !is_state(state) {
            let found = state.to_owned();
            return Err(GameError::State { found });
        }
        let turn = parts.next().ok_or(GameError::NoTurn)?;
        if !is_turn(turn) {
            let found = turn.to_owned();
            return Err(GameError::Turn { found });
        }
        for (index, text) in parts.enumerate() {
            game.play_text(text).map_err(|reason| GameError::Move {
                number: index + 1,
                reason,
            })?;
        }
        Ok(game)
    }
}

fn is_state(text: &str) -> bool {
    let all = [
        State::NotStarted,
        State::InProgress,
        State::Draw,
        State::Won(Color::White),
        State::Won(Color::Black),
    ];
    all.iter().any(|state| state.to_string() == text)
}

fn is_turn(text: &str) -> bool {
    let number = Color::ALL.iter().find_map(|color| {
        let number = text.strip_prefix(&color.to_string())?;
        number.strip_prefix('[')?.strip_suffix(']')
    });
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game with moves onto and off other pieces.
    const LONG: &str = "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;\
                        wB2 wQ;bB1 bQ";

    #[test]
    fn texts_round_trip() {
        for text in [
            "Base;NotStarted;White[1]",
            "Base+LP;NotStarted;White[1]",
            LONG,
        ] {
            let game: Game = text.parse().expect(text);
            let written = game.to_string();
            assert_eq!(written.parse::<Game>().as_ref(), Ok(&game), "{text}");
        }
        let short: Game = "Base+P".parse().expect("a type alone");
        assert_eq!(short.to_string(), "Base+P;NotStarted;White[1]");
        // State and turn are recomputed.
        let odd: Game = "Base;Draw;Black[7];wS1".parse().expect("odd");
        assert_eq!(odd.to_string(), "Base;InProgress;Black[1];wS1");
    }

    #[test]
    fn undo_takes_back_moves_if_there_are_enough() {
        let mut game: Game = LONG.parse().expect(LONG);
        assert_eq!(game.undo(9), None);
        assert_eq!(game.len(), 8);
        game.undo(6).expect("enough moves");
        assert_eq!(
            game.to_string(),
            "Base+MLP;InProgress;White[2];wB1;bB1 -wB1"
        );
        game.undo(0).expect("nothing");
        game.undo(2).expect("all");
        assert_eq!(game, Game::new(GameType::BASE_MLP));
    }

    fn error(text: &str) -> String {
        text.parse::<Game>().expect_err(text).to_string()
    }

    #[test]
    fn errors_name_the_text_and_the_move() {
        for (text, said) in [
            ("", "'' is not a game type"),
            ("Base;wA1", "'wA1' is not a game state"),
            ("Base;InProgress", "the turn is missing"),
            ("Base;InProgress;White[]", "'White[]' is not a turn"),
            ("Base;InProgress;White[1];", "move 1: '' is not a move"),
            (
                "Base;InProgress;White[1];wA1;bA1",
                "move 2: bA1 has no target",
            ),
            (
                "Base;InProgress;White[1];wA1;bA1 wA2-",
                "move 2: wA2 is not in play",
            ),
            (
                "Base;InProgress;White[1];wA1;bX wA1-",
                "move 2: 'bX' is not a piece",
            ),
            (
                "Base;InProgress;White[1];wA1;bA1 wA1- x",
                "'bA1 wA1- x' is not a move",
            ),
        ] {
            assert!(error(text).contains(said), "{text}: {}", error(text));
        }
    }

    #[test]
    fn illegal_moves_have_a_reason() {
        let start = "Base;InProgress;White[1]";
        for (moves, said) in [
            (
                "wQ",
                "'wQ' is illegal: the queen cannot be placed on the first turn",
            ),
            ("wA2", "wA1 must be placed first"),
            ("bA1", "it is White's turn"),
            ("wM", "the game type Base has no wM"),
            ("pass", "there are other moves"),
            ("wA1;bA1 wA1-;wA2 wA1/", "must touch its own side only"),
            ("wA1;bA1 wA1-;wA2 wA1", "must be placed on an empty hex"),
            (
                "wA1;bA1 wA1-;wA1 bA1-",
                "pieces move only after their side's queen",
            ),
            (
                "wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA1 -wQ",
                "would be disconnected without wA1",
            ),
            (
                "wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ bQ-",
                "wQ cannot reach that hex",
            ),
            ("wA1;bA1 wA1-;wQ -wA1;bQ bA1-;bQ bA1/", "it is White's turn"),
            (
                "wA1;bA1 wA1-;wA2 -wA1;bA2 bA1-;wA3 -wA2;bA3 bA2-;wS1 -wA3",
                "the queen must be placed by the fourth turn",
            ),
            (
                "wS1;bA1 wS1-;wQ -wS1;bQ bA1-;wB1 -wQ;bQ bA1\\;wB1 wQ;bQ bA1-;wQ /wS1",
                "wQ lies under another piece",
            ),
        ] {
            let text = format!("{start};{moves}");
            assert!(error(&text).contains(said), "{text}: {}", error(&text));
        }
    }
}
