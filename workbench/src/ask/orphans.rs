//! Processes that other programs leave behind in process groups of their own (Linux).
//!
//! The process that calls [`adopt_orphans`] becomes the parent of every descendant whose own parent ends. When no
//! program runs any more, all such children are killed: those that have left the group of their program (`setsid`)
//! are reached in no other way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use rustix::io::{Errno, retry_on_intr};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpgid, getpgrp, getpid, kill_process,
    set_child_subreaper, waitid, waitpid,
};

/// How often children are looked for: each round kills those that the last one made orphans. Only a program that
/// keeps starting processes faster than they are killed needs more.
const MOST_ROUNDS: usize = 1000;

/// Whether this process adopts orphans.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// The number of programs that run. Locked while orphans are killed, so that none starts meanwhile.
static RUNNING: Mutex<usize> = Mutex::new(0);

/// Makes this process adopt the orphans of the programs that it starts, and kill them when the last program has
/// ended. For a process that has no other children: a program, not a library.
///
/// Nothing happens if it has children already, which a shell can have started before it became this program, since
/// their orphans cannot be told from those of other programs. Nor if it is process 1: the system ends all other
/// processes with it, and orphans of every origin are its children.
pub fn adopt_orphans() {
    if ADOPTS.load(Ordering::SeqCst) || getpid() == Pid::INIT || is_parent_of(WaitId::All) {
        return;
    }
    match set_child_subreaper(Some(getpid())) {
        Ok(()) => ADOPTS.store(true, Ordering::SeqCst),
        Err(error) => log::debug!("cannot adopt orphans: {error}"),
    }
}

/// A program that is being started or runs; dropped after it has ended.
#[derive(Debug)]
pub(super) struct Running(());

impl Running {
    pub(super) fn begin() -> Running {
        *running() += 1;
        Running(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = running();
        *running -= 1;
        if *running == 0 && ADOPTS.load(Ordering::SeqCst) {
            end_orphans();
        }
    }
}

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all children in other process groups, and their children in turn, which are ours when they have ended.
fn end_orphans() {
    let mut unkillable = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let found = match orphans() {
            Ok(mut found) => {
                found.retain(|orphan| !unkillable.contains(orphan));
                found
            }
            Err(error) => return log::warn!("cannot look for orphans: {error}"),
        };
        if found.is_empty() {
            return;
        }
        for orphan in found {
            let killed = kill_process(orphan, Signal::KILL);
            let ended =
                killed.and_then(|()| retry_on_intr(|| waitpid(Some(orphan), WaitOptions::empty())));
            if let Err(error) = ended {
                log::warn!("cannot end process {orphan}: {error}");
                unkillable.push(orphan);
            }
        }
    }
    log::warn!("processes of another program are still there after {MOST_ROUNDS} rounds");
}

/// The children in other process groups.
fn orphans() -> io::Result<Vec<Pid>> {
    // Almost always there is none at all.
    if !is_parent_of(WaitId::All) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.parse().ok());
        // `/proc` can be that of another namespace of processes: the system says whose child it is.
        found.extend(
            number
                .and_then(Pid::from_raw)
                .filter(|&pid| is_parent_of(WaitId::Pid(pid)))
                // A library can start processes as well, such as the linker of an OpenCL driver.
                .filter(|&pid| getpgid(Some(pid)).is_ok_and(|group| group != getpgrp())),
        );
    }
    Ok(found)
}

/// Whether this process has such a child, running or not waited for.
fn is_parent_of(children: WaitId<'_>) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(children, options), Err(Errno::CHILD))
}
