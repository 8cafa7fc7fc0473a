//! No line makes the command parser or the position reader panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::command::{Command, Dialect};
use uci::game::Game;

fuzz_target!(|line: &str| {
    for dialect in [Dialect::Uci, Dialect::Console] {
        if let Command::Position(Ok(text)) = dialect.parse(line) {
            // An error is as good as a game here.
            let _ = Game::from_text(&text);
        }
    }
});
