//! Which counts a hunt asks for before it finds a disagreement.

/// Limits the counts that a hunt asks for, as for a slow program that has little time.
///
/// It has no influence once the answers differ: a disagreement is always followed to its cause.
pub trait Pacing {
    /// Whether to ask for a count of this many leaves. The answer follows at once.
    fn asks(&mut self, _leaves: u128) -> bool {
        true
    }

    /// Whether answers take long even about small counts: then a position is asked about at its greatest depth only, which
    /// contains the others.
    fn asks_once(&self) -> bool {
        false
    }

    /// Both agree on this total.
    fn agreed(&mut self, _depth: u32, _total: u128) {}
}

/// Asks for everything.
impl Pacing for () {}

/// Asks for everything, and calls this function with each depth and total on which both agree.
pub(super) struct Everything<F>(pub(super) F);

impl<F: FnMut(u32, u128)> Pacing for Everything<F> {
    fn agreed(&mut self, depth: u32, total: u128) {
        self.0(depth, total);
    }
}
