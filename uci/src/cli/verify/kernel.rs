//! The kernel that counts again: another one, if there is one.

use movegen::chess::Kernel;

use crate::devices::DeviceRequest;
use crate::games::{GameFlags, GameUser, with_game};
use crate::limits::{HashSize, Threads};
use crate::resources::Resources;

/// The way to count with a kernel on the CPU.
pub(super) fn counting<G: GameFlags>(kernel: Kernel) -> G::Counting {
    let request = DeviceRequest {
        kernel,
        ..DeviceRequest::cpu(Resources {
            threads: Threads::ONE_PER_CORE,
            hash: HashSize::NONE,
            seed: 0,
        })
    };
    // Only devices can be refused.
    G::counting_on(&request, 0.0).unwrap_or_else(|_| G::fastest())
}

/// The fastest kernel that a certificate does not use, and whether there is one.
pub(super) fn other_kernel(
    game: &str,
    statistics: bool,
    is_used: impl Fn(&str) -> bool,
) -> (Kernel, bool) {
    struct Text(Kernel);
    impl GameUser for Text {
        type Output = String;

        fn with<G: GameFlags>(self) -> String {
            counting::<G>(self.0).to_string()
        }
    }
    let is_other = |kernel: &Kernel| {
        // Statistics are classified by the rules, whatever the kernel.
        let text = with_game(game, Text(*kernel));
        !statistics && text.is_some_and(|text| !is_used(&text))
    };
    let mut fastest = Kernel::available().into_iter().rev();
    match fastest.find(is_other) {
        Some(kernel) => (kernel, true),
        None => (Kernel::best(), false),
    }
}
