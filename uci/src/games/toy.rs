//! Tic-tac-toe: a game that only the tests have.
