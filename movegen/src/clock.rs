//! The monotonic clock.
//!
//! WebAssembly in a browser has no clock of its own: there, the standard library panics. Time stands still
//! there instead, so that code that measures itself still runs.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use still::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod still {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    /// The only moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant;

    impl Instant {
        /// The only moment.
        pub fn now() -> Instant {
            Instant
        }

        /// No time.
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, _: Duration) -> Instant {
            self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, _: Instant) -> Duration {
            Duration::ZERO
        }
    }
}
