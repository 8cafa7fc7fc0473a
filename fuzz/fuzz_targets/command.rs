//! No line makes the command parser or the position parser panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::command::{Command, Dialect};
use uci::session::CurrentPosition;

fuzz_target!(|line: &str| {
    for dialect in [Dialect::Uci, Dialect::Console] {
        if let Command::Position(Ok(text)) = dialect.parse(line) {
            // Only a panic is a failure here.
            let _ = CurrentPosition::from_text(&text);
        }
    }
});
