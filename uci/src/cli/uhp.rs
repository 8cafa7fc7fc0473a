//! `canopy uhp`: a Hive engine for viewers that speak the Universal Hive Protocol.

use std::io;
use std::path::Path;

use super::exit::Exit;
use crate::conversation;
use crate::uhp::Session;

/// Whether the program was called by a name that ends in `-uhp`: some viewers accept the path of an
/// engine but no arguments.
pub(super) fn is_selected_by_name() -> bool {
    std::env::args_os().next().is_some_and(|name| {
        let stem = Path::new(&name).file_stem();
        stem.is_some_and(|stem| stem.to_string_lossy().ends_with("-uhp"))
    })
}

/// Holds the whole conversation.
pub(super) fn run() -> Exit {
    conversation::run(Session::new(io::stdout()))
}
