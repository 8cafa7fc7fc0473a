//! The games whose trees can be counted, as data.
//!
//! A [`Game`] is a [`Tree`](movegen::perft::Tree) with its name, the text of moves and positions, and its
//! counters. [`GameFlags`] adds what the command line needs. The driver, the output formats, the suites
//! and the table of published results know games only through these traits.
//!
//! To add a game: implement both traits in a file of this folder, and add a line to [`visit_games`].

mod any;
pub mod chess;
mod flags;
mod game;
pub mod hive;
#[cfg(test)]
pub(crate) mod toy;
pub mod variant;

pub use any::{
    AnyPosition, GameInfo, ParseError, all, parse, parse_root, parse_suite_line, suite_positions,
};
pub use flags::{GameFlags, NoArgs, Root, WantedCount};
pub use game::{EveryMove, Game, SuiteLine, Verification};

/// Shows a visitor every game, chess first. This is the list of games.
pub fn visit_games(visitor: &mut impl GameVisitor) {
    visitor.visit::<movegen::chess::Position>();
    visitor.visit::<movegen::chess::variant::VariantPosition>();
    visitor.visit::<movegen::hive::Position>();
    #[cfg(test)]
    visitor.visit::<toy::TicTacToe>();
}

/// Code that is generic over all games.
pub trait GameVisitor {
    /// Called once for each game.
    fn visit<G: GameFlags>(&mut self);
}

/// Code that is generic over one game.
pub trait GameUser {
    /// What it returns.
    type Output;

    /// Called for the game.
    fn with<G: GameFlags>(self) -> Self::Output;
}

/// Calls `user` for the game with this name; `None` if no game has it.
pub fn with_game<U: GameUser>(name: &str, user: U) -> Option<U::Output> {
    struct Find<'a, U: GameUser> {
        name: &'a str,
        user: Option<U>,
        output: Option<U::Output>,
    }
    impl<U: GameUser> GameVisitor for Find<'_, U> {
        fn visit<G: GameFlags>(&mut self) {
            if G::NAME == self.name {
                self.output = self.user.take().map(U::with::<G>);
            }
        }
    }
    let mut find = Find {
        name,
        user: Some(user),
        output: None,
    };
    visit_games(&mut find);
    find.output
}
