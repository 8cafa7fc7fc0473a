//! Rules of a variant of which one part is changed.

use std::borrow::Cow;

use movegen::chess::explain::{Reason, UciMove};
use movegen::chess::variant::{GameOver, Rules, State, VariantPosition, variant};
use movegen::chess::{
    Bitboard, CastlingStyle, Color, FenError, Move, MoveList, Piece, Position, PositionError,
    PositionText, Setup,
};
use movegen::perft::Perft;

use crate::ask::{Answer, Exchange, Question, reported};
use crate::find::{Difference, count, run};
use crate::imitate::{Budget, Counts, Defect, Exhausted, Imitation, Unpredicted, Variants};

/// A defect of programs that play a variant, and at the same time the rules that such a program plays by.
#[derive(Debug)]
pub struct Altered {
    /// A name for programs to read.
    pub id: &'static str,
    /// What such a program does, without a full stop.
    pub sentence: &'static str,
    pub(super) base: &'static dyn Rules,
    pub(super) change: Change,
}

/// What is changed. Each function gets the position before the move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// The legal moves.
    Moves(fn(&VariantPosition, &mut MoveList)),
    /// The pieces after a move, which begin as they should be.
    Play(fn(&VariantPosition, Move, &mut Setup)),
    /// The state after a move that leads to the position of chess.
    State(fn(&VariantPosition, Move, &Position, State) -> State),
    /// Whether the game is over.
    Over(fn(&VariantPosition, Option<GameOver>) -> Option<GameOver>),
}

pub(super) const fn row(
    id: &'static str,
    base: &'static dyn Rules,
    sentence: &'static str,
    change: Change,
) -> Altered {
    Altered {
        id,
        sentence,
        base,
        change,
    }
}

impl Altered {
    /// It as a defect of which all programs give the same counts.
    pub(crate) fn defect(&'static self) -> Defect {
        Defect {
            id: self.id,
            sentence: self.sentence,
            variants: self,
        }
    }

    /// The position that such a program reaches; `None` if the text is no position, or if a move is illegal.
    pub(crate) fn position(&'static self, question: &Question) -> Option<VariantPosition> {
        let text = PositionText::new(Some(question.fen), "");
        let rules = variant(self.base.name())?;
        let mut right = VariantPosition::from_text(rules, &text).ok()?.position;
        let mut position = right.with_rules(self);
        for text in question.moves {
            let mv = right.parse_uci(text).ok()?;
            (right, position) = (right.play(mv), position.play(mv));
        }
        Some(position)
    }

    /// Whether such a program gives this answer; `None` if that cannot be told.
    pub(crate) fn gives(&'static self, question: &Question, answer: &Answer) -> Option<bool> {
        let position = self.position(question)?;
        let counted = count(position, question.depth).ok()?;
        let difference = Difference::between(position, &counted, answer)?;
        Some(difference.is_none())
    }

    /// The same for an answer that was recorded.
    pub(crate) fn gave(&'static self, exchange: &Exchange) -> Option<bool> {
        self.gives(&exchange.question(), exchange.answer.as_ref()?)
    }
}

/// The only program with the defect.
impl Variants for Altered {
    fn all(&'static self) -> Vec<Box<dyn Imitation>> {
        vec![Box::new(self)]
    }
}

impl Imitation for &'static Altered {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let position = self.position(question).ok_or(Unpredicted::Unknown)?;
        let stop = budget.stop.clone();
        let count = |depth| run(&position, &Perft::new(depth), &stop).map_err(|_| Exhausted);
        let mut before = 1;
        for depth in 1..question.depth {
            // The tree may be much larger than by the rules: the next depth has about as many times more leaves as this one.
            let total = count(depth)?.total;
            if Budget::cost_of_tree(total * total / before) > budget.left() {
                return Err(Unpredicted::Exhausted);
            }
            before = total.max(1);
        }
        let counted = count(question.depth)?;
        budget.spend(Budget::cost_of_tree(counted.total))?;
        let lines = counted.lines.into_iter().map(|line| {
            let text = position.uci(line.mv, CastlingStyle::Chess960);
            (text, reported(line.count))
        });
        Ok(Counts::of_lines(lines.collect()))
    }

    /// The moves of the last ply are counted, not made.
    fn visits_leaves(&self) -> bool {
        false
    }

    fn adds_up(&self) -> bool {
        true
    }
}

impl Rules for Altered {
    fn name(&self) -> &'static str {
        self.base.name()
    }

    fn summary(&self) -> &'static str {
        self.sentence
    }

    fn startpos(&self) -> Position {
        self.base.startpos()
    }

    fn position(&self, setup: &Setup) -> Result<(Position, Vec<String>), PositionError> {
        self.base.position(setup)
    }

    fn has_own_moves(&self) -> bool {
        true
    }

    fn has_drops(&self) -> bool {
        self.base.has_drops()
    }

    fn more_moves(&self, position: &VariantPosition) -> MoveList {
        self.base.more_moves(position)
    }

    fn checkers(&self, position: &VariantPosition) -> Bitboard {
        self.base.checkers(position)
    }

    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        let right = self.base.play(position, mv);
        match self.change {
            Change::Play(change) => {
                let mut setup = right.to_setup();
                change(position, mv, &mut setup);
                Position::from_setup_pseudo_legal(&setup)
            }
            _ => right,
        }
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        let right = self.base.game_over(position);
        match self.change {
            Change::Over(change) => change(position, right),
            _ => right,
        }
    }

    fn winner_without_moves(&self, position: &VariantPosition) -> Option<Color> {
        self.base.winner_without_moves(position)
    }

    fn in_pocket(&self, position: &VariantPosition, piece: Piece) -> u32 {
        self.base.in_pocket(position, piece)
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        let mut moves = self.base.legal_moves(position);
        if let Change::Moves(change) = self.change {
            change(position, &mut moves);
        }
        moves
    }

    /// Only asked about moves that are not legal here.
    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        let altered = || Reason::OfVariant {
            code: "imitated",
            text: self.sentence.to_owned(),
        };
        Some(self.base.forbids(position, mv).unwrap_or_else(altered))
    }

    fn why_not_pseudo_legal(&self, position: &VariantPosition, uci: UciMove) -> Option<Reason> {
        self.base.why_not_pseudo_legal(position, uci)
    }

    fn first_state(&self) -> State {
        self.base.first_state()
    }

    fn next_state(&self, position: &VariantPosition, mv: Move, child: &Position) -> State {
        let right = self.base.next_state(position, mv, child);
        match self.change {
            Change::State(change) => change(position, mv, child, right),
            _ => right,
        }
    }

    fn split_fen<'a>(&self, fen: &'a str) -> Result<(Cow<'a, str>, State), FenError> {
        self.base.split_fen(fen)
    }

    fn join_fen(&self, fen: String, state: State) -> String {
        self.base.join_fen(fen, state)
    }
}

/// Adds moves that are not listed yet.
pub(super) fn add(moves: &mut MoveList, more: impl IntoIterator<Item = Move>) {
    for mv in more {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
}

/// The end of a game where the right rules have none.
pub(super) fn over() -> GameOver {
    GameOver {
        code: "imitated",
        winner: None,
        reason: "the imitated program ends the game".to_owned(),
    }
}
