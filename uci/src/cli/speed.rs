//! The line with the speed of a count. It always says how the leaves were counted.

use std::fmt;
use std::time::Duration;

use movegen::threads::Shortage;

use crate::diagnostics::{note, warning};
use crate::limits::HashSize;
use crate::report::amount;
use crate::resources::Resources;

/// Everything that a speed depends on besides the position and the machine.
#[derive(Clone, Debug)]
pub(super) struct Method {
    /// What was done for each leaf.
    pub(super) counting: String,
    /// The number of threads.
    pub(super) threads: usize,
    /// The number of devices that count instead of threads; 0 if threads do.
    pub(super) devices: usize,
    /// The size of the hash table.
    pub(super) hash: HashSize,
}

impl Method {
    /// Counting with these resources, on devices if there are any.
    pub(super) fn new(counting: impl ToString, devices: usize, resources: Resources) -> Method {
        Method {
            counting: counting.to_string(),
            threads: resources.threads.count(),
            devices,
            hash: resources.hash,
        }
    }

    /// What counts: threads or devices, with their number.
    pub(super) fn workers(&self) -> String {
        match self.devices {
            0 => amount(self.threads, "thread", "threads"),
            devices => amount(devices, "device", "devices"),
        }
    }

    /// Sets the number of threads to those that were available. Reports a shortage on standard error.
    pub(super) fn limit(&mut self, shortage: Option<&Shortage>) {
        if let Some(shortage) = shortage {
            warning(shortage);
            self.threads = shortage.available;
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, ", self.counting, self.workers())?;
        match self.hash {
            HashSize::NONE => write!(f, "no hash"),
            hash => write!(f, "hash {hash} MB"),
        }
    }
}

/// Reports the speed on standard error.
pub(super) fn print(leaves: u128, elapsed: Duration, method: &Method) {
    let seconds = elapsed.as_secs_f64();
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    note(format_args!(
        "{seconds:.3} s, {speed:.1} million leaves/s ({method})"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_written_in_full() {
        let text = |threads, megabytes| {
            let method = Method {
                counting: "every move made".to_owned(),
                threads,
                devices: 0,
                hash: HashSize::new(megabytes).expect("a size"),
            };
            method.to_string()
        };
        assert_eq!(text(2, 64), "every move made, 2 threads, hash 64 MB");
        assert_eq!(text(1, 0), "every move made, 1 thread, no hash");
    }
}
