//! A position of a variant: a position of chess with a state, under the rules of the variant.

use std::fmt;

use super::rules::no_drops;
use super::{GameOver, Rules, State};
use crate::chess::explain::{Illegal, Legal, MoveHistory, Reason, UciMove};
use crate::chess::rules::report_order::ordered;
use crate::chess::text::position_text::{self, TextPosition};
use crate::chess::{
    Bitboard, CastlingStyle, Color, InvalidFen, Move, MoveError, MoveList, Operation, ParsedFen,
    ParsedPosition, Piece, Position, PositionText, PositionTextError, Setup,
};
use crate::perft::Tree;

/// A position under the rules of a variant.
///
/// ```
/// use movegen::chess::variant::{KingOfTheHill, VariantPosition};
/// let over = VariantPosition::from_fen(&KingOfTheHill, "8/8/8/4K3/8/8/8/k7 b - - 0 1").unwrap();
/// assert!(over.legal_moves().is_empty());
/// assert_eq!(
///     over.explain("a1a2".parse().unwrap(), None).unwrap_err().to_string(),
///     "a1a2 is illegal: the game is over: the white king has reached e5",
/// );
/// ```
#[derive(Clone, Copy)]
pub struct VariantPosition {
    rules: &'static dyn Rules,
    chess: Position,
    state: State,
}

impl VariantPosition {
    /// The position at the start of the game.
    pub fn startpos(rules: &'static dyn Rules) -> VariantPosition {
        VariantPosition {
            rules,
            chess: rules.startpos(),
            state: rules.first_state(),
        }
    }

    /// A position of a setup of chess and a state, such as one that was changed: what does not fit is left out of the state.
    ///
    /// # Errors
    /// [`InvalidFen`] if it is no position.
    pub fn from_setup(
        rules: &'static dyn Rules,
        setup: &Setup,
        state: State,
    ) -> Result<VariantPosition, InvalidFen> {
        if state != State::default() {
            let fen = rules.join_fen(setup.fen(CastlingStyle::Chess960), state);
            return VariantPosition::from_fen(rules, &fen);
        }
        let (chess, _) = rules.position(setup)?;
        Ok(VariantPosition::new(rules, chess, state))
    }

    /// The position of a FEN in the form of the variant.
    ///
    /// # Errors
    /// [`InvalidFen`] if it cannot be read, or is no position.
    pub fn from_fen(rules: &'static dyn Rules, fen: &str) -> Result<VariantPosition, InvalidFen> {
        Ok(VariantPosition::parse_fen(rules, fen)?.position)
    }

    /// As [`from_fen`](VariantPosition::from_fen), with what else the text says.
    ///
    /// ```
    /// use movegen::chess::variant::{Atomic, VariantPosition};
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w K - id \"kings\";";
    /// let parsed = VariantPosition::parse_fen(&Atomic, fen).unwrap();
    /// assert_eq!(parsed.operations[0].operand, "\"kings\"");
    /// assert_eq!(parsed.warnings.len(), 1);
    /// ```
    ///
    /// # Errors
    /// [`InvalidFen`] if it cannot be read, or is no position.
    pub fn parse_fen(rules: &'static dyn Rules, fen: &str) -> Result<ParsedVariantFen, InvalidFen> {
        let (fen, state) = rules.split_fen(fen)?;
        let parsed: ParsedFen = fen.parse()?;
        let (chess, notes) = rules.position(&parsed.setup)?;
        let position = VariantPosition::new(rules, chess, state);
        let warnings = parsed.warnings.iter().map(ToString::to_string);
        let warnings = warnings.chain(notes).chain(rules.warnings(&position));
        Ok(ParsedVariantFen {
            position,
            warnings: warnings.collect(),
            operations: parsed.operations,
        })
    }

    /// The FEN and the moves that a text names, as [`ParsedPosition::from_text`].
    ///
    /// # Errors
    /// [`PositionTextError`] says what is wrong: for an illegal move, the rule that forbids it.
    ///
    /// ```
    /// use movegen::chess::PositionText;
    /// use movegen::chess::variant::{KingOfTheHill, VariantPosition};
    /// let text = PositionText::new(Some("8/8/8/8/8/4K3/8/k7 w - - 0 1"), "e3e4 a1a2");
    /// assert_eq!(
    ///     VariantPosition::from_text(&KingOfTheHill, &text).unwrap_err().to_string(),
    ///     "move 2: a1a2 is illegal: the game is over: the white king has reached e4",
    /// );
    /// ```
    pub fn from_text(
        rules: &'static dyn Rules,
        text: &PositionText,
    ) -> Result<ParsedPosition<VariantPosition>, PositionTextError> {
        if !rules.is_standard() {
            return position_text::read(rules, text);
        }
        let parsed = ParsedPosition::from_text(text)?;
        Ok(ParsedPosition {
            position: parsed.position.into(),
            history: parsed.history,
            warnings: parsed.warnings,
        })
    }

    /// The rules of its variant.
    pub fn rules(&self) -> &'static dyn Rules {
        self.rules
    }

    /// What it has in common with a position of chess. Its legal moves are not those of the variant.
    pub fn chess(&self) -> &Position {
        &self.chess
    }

    /// The position with these parts.
    pub(super) fn new(rules: &'static dyn Rules, chess: Position, state: State) -> VariantPosition {
        VariantPosition {
            rules,
            chess,
            state,
        }
    }

    /// The same pieces and state under other rules, such as those of an imitation.
    #[must_use]
    pub fn with_rules(&self, rules: &'static dyn Rules) -> VariantPosition {
        VariantPosition { rules, ..*self }
    }

    /// The position, if its rules are those of standard chess.
    pub fn as_standard(&self) -> Option<&Position> {
        self.rules.is_standard().then_some(&self.chess)
    }

    /// What it has besides.
    pub fn state(&self) -> State {
        self.state
    }

    /// The FEN, with the castling rights in this style.
    pub fn fen(&self, style: CastlingStyle) -> String {
        self.rules.join_fen(self.chess.fen(style), self.state)
    }

    /// Why the game is over by a rule of the variant. A game without legal moves is over as well.
    pub fn game_over(&self) -> Option<GameOver> {
        self.rules.game_over(self)
    }

    /// Who has won a game without legal moves; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.game_over() {
            Some(over) => over.winner,
            None => self.rules.winner_without_moves(self),
        }
    }

    /// The number of these pieces on the board and in the pocket.
    pub fn count(&self, piece: Piece) -> u32 {
        self.chess.squares_of(piece).len() + self.rules.in_pocket(self, piece)
    }

    /// All legal moves; none if the game is over.
    pub fn legal_moves(&self) -> MoveList {
        match self.game_over() {
            Some(_) => MoveList::new(),
            None => self.rules.legal_moves(self),
        }
    }

    /// All moves that its rules may allow: those that are legal if no king is in danger and nothing else forbids them.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let moves = self.chess.pseudo_legal_moves().into_iter();
        moves.chain(self.rules.more_moves(self)).collect()
    }

    /// A legal move in UCI notation.
    pub fn uci(&self, mv: Move, style: CastlingStyle) -> String {
        self.chess.uci(mv, style)
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.rules.checkers(self)
    }

    /// A legal move in SAN. `#` is checkmate, or a victory by a rule of the variant.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.chess.san_among(mv, &self.legal_moves());
        let after = self.play(mv);
        if after.game_over().is_some_and(|over| over.winner.is_some()) {
            text.push('#');
        } else if !self.rules.checkers(&after).is_empty() {
            text.push(if after.legal_moves().is_empty() {
                '#'
            } else {
                '+'
            });
        }
        text
    }

    /// What Stockfish's `d` shows, under the FEN in this style.
    pub fn board_text(&self, style: CastlingStyle) -> String {
        self.board_text_with(&self.fen(style))
    }

    /// As [`board_text`](VariantPosition::board_text), with another spelling of its FEN.
    pub fn board_text_with(&self, fen: &str) -> String {
        self.chess.board_text_with(fen, self.checkers())
    }

    /// The position after a legal move, which is not checked.
    #[must_use]
    pub fn play(&self, mv: Move) -> VariantPosition {
        let chess = self.rules.play(self, mv);
        VariantPosition {
            rules: self.rules,
            chess,
            state: self.rules.next_state(self, mv, &chess),
        }
    }

    /// Whether the move is legal here, and why, as [`Position::explain`].
    ///
    /// # Errors
    /// [`Illegal`], with its reasons. That the game is over is the only one then.
    pub fn explain(&self, uci: UciMove, history: Option<&MoveHistory>) -> Result<Legal, Illegal> {
        if let Some(over) = self.game_over() {
            return Err(Illegal::new(uci, Reason::GameOver(over)));
        }
        if self.rules.has_own_moves() {
            return self.explain_own(uci, history);
        }
        if uci.drop.is_some() {
            return Err(Illegal::new(uci, no_drops()));
        }
        let legal = self.chess.explain(uci, history)?;
        match self.rules.forbids(self, legal.mv) {
            Some(reason) => Err(Illegal::new(uci, reason)),
            None => Ok(legal),
        }
    }

    /// Whether a move in UCI notation is legal here, and why.
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn explain_text(
        &self,
        text: &str,
        history: Option<&MoveHistory>,
    ) -> Result<Legal, MoveError> {
        let uci = match self.as_standard() {
            Some(_) => text.parse()?,
            None => UciMove::of_variant(text)?,
        };
        Ok(self.explain(uci, history)?)
    }

    /// Reads a legal move in UCI notation.
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        Ok(self.explain_text(text, None)?.mv)
    }

    /// Reads a legal move in UCI notation or in SAN, as [`Position::parse_move`].
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    ///
    /// ```
    /// use movegen::chess::variant::{Crazyhouse, VariantPosition};
    /// let position = VariantPosition::from_fen(&Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1").unwrap();
    /// assert_eq!(position.parse_move("@e4"), position.parse_move("P@e4"));
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        match self.as_standard() {
            Some(chess) => chess.parse_move(text),
            None => self.parse_move_after(text, &MoveHistory::default()),
        }
    }

    /// Reads a legal move in UCI notation or in SAN, as [`Position::parse_move_after`].
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        let over = self.game_over();
        if let (Some(over), Ok(uci)) = (&over, UciMove::of_variant(text)) {
            return Err(Illegal::new(uci, Reason::GameOver(over.clone())).into());
        }
        if over.is_none() && self.rules.has_own_moves() {
            return self.parse_own(text, history);
        }
        let mv = self.chess.parse_move_after(text, history)?;
        let reason = match over {
            Some(over) => Some(Reason::GameOver(over)),
            None => self.rules.forbids(self, mv),
        };
        match reason {
            Some(reason) => Err(Illegal::new(UciMove::new(mv), reason).into()),
            None => Ok(mv),
        }
    }
}

/// A FEN of a variant that was read.
#[derive(Clone, Debug)]
pub struct ParsedVariantFen {
    /// The position.
    pub position: VariantPosition,
    /// What was repaired or is unusual.
    pub warnings: Vec<String>,
    /// The EPD operations that follow the fields.
    pub operations: Vec<Operation>,
}

impl From<&VariantPosition> for VariantPosition {
    fn from(position: &VariantPosition) -> VariantPosition {
        *position
    }
}

impl PartialEq for VariantPosition {
    fn eq(&self, other: &VariantPosition) -> bool {
        (self.chess, self.state) == (other.chess, other.state) && self.rules == other.rules
    }
}

impl Eq for VariantPosition {}

/// The FEN in standard castling notation, or with `{:#}` in that of Chess960.
impl fmt::Display for VariantPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(CastlingStyle::new(f.alternate())))
    }
}

impl fmt::Debug for VariantPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self:#}", self.rules.name())
    }
}

impl Tree for VariantPosition {
    type Move = Move;

    /// In the order in which Stockfish prints the moves of chess.
    fn moves(&self) -> Vec<Move> {
        let legal = self.legal_moves();
        if legal.is_empty() {
            return Vec::new();
        }
        if self.rules.has_own_moves() {
            let mut candidates = self.pseudo_legal_moves();
            // Imitations of faulty programs may play any move.
            let others = legal.iter().filter(|mv| !candidates.contains(mv));
            let others: Vec<Move> = others.copied().collect();
            candidates.extend(others);
            return ordered(candidates, &legal);
        }
        let mut moves = self.chess.moves_in_report_order();
        moves.retain(|mv| legal.contains(mv));
        debug_assert_eq!(moves.len(), legal.len(), "{self:?}");
        moves
    }

    fn child(&self, mv: Move) -> VariantPosition {
        self.play(mv)
    }

    fn key(&self) -> u128 {
        // An odd factor: different states have different products.
        self.chess.key()
            ^ self
                .state
                .0
                .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn plays_like(&self, other: &VariantPosition) -> bool {
        self.chess.plays_like(&other.chess)
            && self.state == other.state
            && self.rules.name() == other.rules.name()
    }
}

impl TextPosition for VariantPosition {
    type Rules = &'static dyn Rules;

    fn startpos(rules: &'static dyn Rules) -> VariantPosition {
        VariantPosition::startpos(rules)
    }

    fn from_fen(
        rules: &'static dyn Rules,
        fen: &str,
        style: CastlingStyle,
    ) -> Result<(VariantPosition, MoveHistory, Vec<String>), PositionTextError> {
        let (fen, state) = rules.split_fen(fen)?;
        let (chess, history, mut warnings) =
            position_text::read_fen(&fen, style, |setup| rules.position(setup))?;
        let position = VariantPosition::new(rules, chess, state);
        warnings.extend(rules.warnings(&position));
        Ok((position, history, warnings))
    }

    fn read_uci(text: &str) -> Result<UciMove, MoveError> {
        UciMove::of_variant(text)
    }

    fn explain(&self, uci: UciMove, history: Option<&MoveHistory>) -> Result<Legal, Illegal> {
        VariantPosition::explain(self, uci, history)
    }

    fn san(&self, mv: Move) -> String {
        VariantPosition::san(self, mv)
    }

    fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        VariantPosition::parse_move_after(self, text, history)
    }

    fn play(&self, mv: Move) -> VariantPosition {
        VariantPosition::play(self, mv)
    }

    fn chess(&self) -> Position {
        self.chess
    }
}
