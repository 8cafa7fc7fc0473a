//! `canopy uhp`: a Hive engine for viewers that speak the Universal Hive Protocol.

use std::io;
use std::path::Path;

use super::exit::{self, Exit};
use crate::reader;
use crate::signals;
use crate::stdout_closed;
use crate::uhp::{Event, Session};

/// Whether the program was called by a name that ends in `-uhp`: some viewers take the path of an
/// engine and no word behind it.
pub(super) fn is_meant() -> bool {
    std::env::args_os().next().is_some_and(|name| {
        let stem = Path::new(&name).file_stem();
        stem.is_some_and(|stem| stem.to_string_lossy().ends_with("-uhp"))
    })
}

/// The whole conversation.
pub(super) fn run() -> Exit {
    let mut session = Session::new(io::stdout());
    if let Err(error) = wire(&session) {
        return exit::failed(format_args!("cannot start a thread: {error}"));
    }
    match session.run() {
        Ok(exit) => exit,
        Err(error) => exit::output_failed(&error),
    }
}

/// Connects interrupts, the end of standard output, and standard input.
fn wire<W: io::Write>(session: &Session<W>) -> io::Result<()> {
    let sender = session.sender();
    signals::on_request(move |request| drop(sender.send(Event::Signal(request))));
    let sender = session.sender();
    stdout_closed::call_when_closed(move || drop(sender.send(Event::OutputClosed)));
    let sender = session.sender();
    reader::spawn(move |input| drop(sender.send(Event::Input(input))))
}
