//! What is to be estimated, and how large a table that needs.

/// The most plies that the table goes down, and fewer for trees that are not deep: below a shallow table
/// more lines are drawn in the same time than a deeper one takes to build.
const PLIES: u32 = 5;
const SHALLOW_PLIES: u32 = 4;
const DEEP: u32 = 12;

/// From this width of the interval on, a table of one ply less than usual is enough.
const COARSE: f64 = 2e-3;

/// From this width on, a table of [`COARSE_PLIES`] is enough, so that the first answer comes at once.
const VERY_COARSE: f64 = 5e-3;
const COARSE_PLIES: u32 = 3;

/// The memory of a table in bytes, if nothing else is asked for.
const TABLE_BYTES: usize = 256 << 20;

/// What is to be estimated.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub(super) depth: u32,
    pub(super) split: Option<u32>,
    coarseness: f64,
    bytes: usize,
    pub(super) widest: usize,
}

impl Plan {
    /// The leaves at exactly `depth` plies.
    pub fn new(depth: u32) -> Plan {
        Plan {
            depth,
            split: None,
            coarseness: 0.0,
            bytes: TABLE_BYTES,
            widest: usize::MAX,
        }
    }

    /// Sets the precision that is wanted: half the width of the interval, as a fraction of the estimate. For a coarse
    /// one, a small table takes less time and memory than the lines that a large one saves.
    #[must_use]
    pub fn precision(self, coarseness: f64) -> Plan {
        Plan { coarseness, ..self }
    }

    /// Sets the memory that building the table may take, in bytes: a ply that does not fit is left out.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Plan {
        Plan { bytes, ..self }
    }

    /// The plies that the table should go down.
    pub(super) fn plies(&self) -> u32 {
        let usual = match self.depth < DEEP {
            true => SHALLOW_PLIES.min(self.depth),
            false => PLIES,
        };
        self.split.unwrap_or(match self.coarseness {
            rel if rel >= VERY_COARSE => COARSE_PLIES.min(usual),
            rel if rel >= COARSE => SHALLOW_PLIES.min(usual),
            _ => usual,
        })
    }

    /// Sets the plies that the table goes down, at least one, whatever memory that takes. By default they follow from
    /// the depth, the precision and the memory.
    #[must_use]
    pub fn split(self, plies: u32) -> Plan {
        Plan {
            split: Some(plies.max(1)),
            ..self
        }
    }

    /// Refuses a table with a ply of more positions than this, before it is built.
    #[must_use]
    pub fn at_most(self, widest: usize) -> Plan {
        Plan { widest, ..self }
    }

    /// The memory that building the table may take, in bytes.
    pub(super) fn table_bytes(&self) -> usize {
        match self.split {
            Some(_) => usize::MAX,
            None => self.bytes,
        }
    }
}
