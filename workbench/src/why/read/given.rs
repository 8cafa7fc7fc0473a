//! What the arguments say about a text.

use movegen::chess::CastlingStyle;
use movegen::chess::variant::Rules;

use super::collect::Collector;
use super::error::ReadError;
use super::place::Place;

/// What is known besides the text. It may complete the text, but not contradict it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The rules of all positions: those of standard chess by default.
    pub rules: &'static dyn Rules,
    /// The position: a FEN, or `startpos`.
    pub fen: Option<String>,
    /// Moves played from there, in UCI notation or in SAN.
    pub moves: Vec<String>,
    /// The depth.
    pub depth: Option<u32>,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
}

impl Given {
    /// Completes what was gathered.
    ///
    /// # Errors
    /// [`ReadError`] if the position is none, or if the text says something else.
    pub(super) fn apply(&self, collected: &mut Collector) -> Result<(), ReadError> {
        let given = self.place()?;
        if let Some(given) = &given {
            self.check_positions(given, collected)?;
            for draft in &mut collected.drafts {
                let keeps = !self.moves.is_empty() || draft.place.is_none();
                if keeps {
                    draft.place = Some(given.clone());
                }
            }
            collected.wrong.clear();
        } else if !self.moves.is_empty() {
            self.add_moves(collected)?;
        }
        let Some(depth) = self.depth else {
            return Ok(());
        };
        for draft in &mut collected.drafts {
            if let Some(other) = draft.depth.filter(|other| *other != depth) {
                let mut lines = collected.depths.iter().filter(|(_, it)| *it == other);
                let first = draft.lines.map_or(1, |(first, _)| first);
                return Err(ReadError::Contradiction {
                    argument: "depth",
                    given: depth.to_string(),
                    line: lines.next().map_or(first, |(line, _)| *line),
                    text: format!("depth {other}"),
                });
            }
            draft.depth = Some(depth);
        }
        Ok(())
    }

    /// The position of the arguments, with their moves.
    fn place(&self) -> Result<Option<Place>, ReadError> {
        let Some(fen) = self.fen.as_deref().map(str::trim) else {
            return Ok(None);
        };
        let base = match fen {
            "startpos" => Place::start(self.rules),
            fen => Place::new(self.rules, fen),
        };
        play(base, &self.moves, "fen").map(Some)
    }

    fn check_positions(&self, given: &Place, collected: &Collector) -> Result<(), ReadError> {
        let base = given.base();
        for (line, place) in &collected.places {
            let named = place.base();
            let contradicts_moves =
                !self.moves.is_empty() && !place.moves.is_empty() && place.moves != given.moves;
            let (argument, given, text) = match () {
                () if place.is_same(given) => continue,
                () if !named.is_same(&base) => ("fen", given.fen.clone(), place.fen.clone()),
                () if contradicts_moves => ("moves", given.moves.join(" "), place.moves.join(" ")),
                () => continue,
            };
            return Err(ReadError::Contradiction {
                argument,
                given,
                line: *line,
                text,
            });
        }
        Ok(())
    }

    /// Plays the moves in the positions of the text, or in the start position if it names none.
    fn add_moves(&self, collected: &mut Collector) -> Result<(), ReadError> {
        for draft in &mut collected.drafts {
            let named = draft.place.as_ref();
            let base = named.map_or_else(|| Place::start(self.rules), Place::base);
            let place = play(base, &self.moves, "moves")?;
            let named = draft.place.as_ref().filter(|named| !named.moves.is_empty());
            if let Some(named) = named.filter(|named| !named.is_same(&place)) {
                return Err(ReadError::Contradiction {
                    argument: "moves",
                    given: place.moves.join(" "),
                    line: draft.lines.map_or(1, |(first, _)| first),
                    text: named.moves.join(" "),
                });
            }
            draft.place = Some(place);
        }
        Ok(())
    }
}

/// Plays moves from a place without any and writes them in UCI notation.
fn play(mut place: Place, moves: &[String], argument: &str) -> Result<Place, ReadError> {
    let fen = place.fen.clone();
    let wrong = |reason: String| ReadError::Position {
        place: format!("the argument {argument}"),
        fen: fen.clone(),
        reason,
    };
    let parsed = place.read(CastlingStyle::Standard);
    let mut position = parsed.map_err(|error| wrong(error.to_string()))?.position;
    for mv in moves {
        let legal = position
            .parse_move(mv)
            .map_err(|error| wrong(error.to_string()))?;
        place
            .moves
            .push(position.uci(legal, CastlingStyle::Standard));
        position = position.play(legal);
    }
    Ok(place)
}
