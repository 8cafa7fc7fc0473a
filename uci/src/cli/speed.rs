//! How a speed is said: never without how it was counted.

use std::fmt;
use std::time::Duration;

use movegen::chess::Kernel;
use movegen::threads::Shortage;

use super::notes::note;

/// What was done for each leaf.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counting {
    /// The last plies are counted, not played.
    Bulk(Kernel),
    /// The same, and compared with the plain generator.
    Verified(Kernel),
    /// Every move is made, the last ones too.
    EachMove,
    /// The last ply is put into categories.
    Categories,
}

/// The same for a game of Hive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HiveCounting {
    /// The last ply is counted, not played, and above it placements on one hex are taken together.
    GroupedPlacements,
    /// Every move is made, the last ones too.
    EachMove,
}

impl fmt::Display for HiveCounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HiveCounting::GroupedPlacements => "Hive, bulk counting, placements multiplied",
            HiveCounting::EachMove => "Hive, every move made",
        })
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counting::Bulk(kernel) => write!(f, "kernel {kernel}, bulk counting"),
            Counting::Verified(kernel) => write!(f, "kernel {kernel}, every count verified"),
            Counting::EachMove => write!(f, "every move made"),
            Counting::Categories => write!(f, "statistics, equal positions near the root merged"),
        }
    }
}

/// All that a speed depends on besides the position and the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Method<C = Counting> {
    pub(super) counting: C,
    pub(super) threads: usize,
    /// 0 for none.
    pub(super) hash_mb: usize,
}

impl<C> Method<C> {
    /// The method with as many threads as were available. Reports a shortage on standard error.
    pub(super) fn limited(self, shortage: Option<&Shortage>) -> Method<C> {
        let Some(shortage) = shortage else {
            return self;
        };
        note(format_args!("canopy: warning: {shortage}"));
        Method {
            threads: shortage.available,
            ..self
        }
    }
}

impl<C: fmt::Display> fmt::Display for Method<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (threads, plural) = (self.threads, if self.threads == 1 { "" } else { "s" });
        write!(f, "{}, {threads} thread{plural}, ", self.counting)?;
        match self.hash_mb {
            0 => write!(f, "no hash"),
            megabytes => write!(f, "hash {megabytes} MB"),
        }
    }
}

/// Reports the speed on standard error.
pub(super) fn print<C: fmt::Display>(leaves: u128, elapsed: Duration, method: &Method<C>) {
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
    fn a_method_is_said_in_full() {
        let kernel: Kernel = "portable".parse().expect("every CPU has it");
        let say = |counting, threads, hash_mb| {
            Method {
                counting,
                threads,
                hash_mb,
            }
            .to_string()
        };
        assert_eq!(
            say(Counting::Bulk(kernel), 2, 64),
            "kernel portable, bulk counting, 2 threads, hash 64 MB"
        );
        assert_eq!(
            say(Counting::Verified(kernel), 1, 0),
            "kernel portable, every count verified, 1 thread, no hash"
        );
        assert_eq!(
            say(Counting::EachMove, 1, 0),
            "every move made, 1 thread, no hash"
        );
    }
}
