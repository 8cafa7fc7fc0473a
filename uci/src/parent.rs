//! Ends this process when its parent dies, so that a worker that is killed leaves no orphan behind.

/// From now on, the death of the parent process ends this one at once.
///
/// Linux does this for us. Other Unix systems are asked every second who the parent is. Elsewhere the
/// process goes on: what it stores is what the next run of the same work would store.
pub fn die_with_parent() {
    if let Err(error) = watch() {
        log::warn!("the end of the parent process will not be noticed: {error}");
    }
}

#[cfg(target_os = "linux")]
fn watch() -> std::io::Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    use std::os::unix::process::parent_id;

    let parent = parent_id();
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have died before the system knew that it matters.
    if parent_id() != parent {
        std::process::exit(i32::from(crate::exit::Exit::Retry.code()));
    }
    Ok(())
}

#[cfg(all(unix, not(target_os = "linux")))]
fn watch() -> std::io::Result<()> {
    use movegen::threads;
    use std::os::unix::process::parent_id;
    use std::time::Duration;

    let parent = parent_id();
    threads::spawn("parent", threads::STACK, move || {
        while parent_id() == parent {
            std::thread::sleep(Duration::from_secs(1));
        }
        std::process::exit(i32::from(crate::exit::Exit::Retry.code()));
    })
    .map(drop)
}

#[cfg(not(unix))]
fn watch() -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
