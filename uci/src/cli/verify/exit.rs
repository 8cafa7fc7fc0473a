//! The exit code of `canopy verify`.

use crate::exit::Exit;

/// How the command ends. `empty` is whether there was too little time to count anything.
pub(super) fn exit(wrong: bool, interrupted: bool, empty: bool) -> Exit {
    match wrong {
        true => Exit::Disagreement,
        false if interrupted => Exit::Interrupted,
        false if empty => Exit::Failed,
        false => Exit::Done,
    }
}
