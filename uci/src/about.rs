//! The version of this program, and how it was built.

use engine::Network;
use movegen::chess::Kernel;

/// The version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit.
pub const COMMIT: &str = env!("CANOPY_COMMIT");

/// The version and the commit, on one line.
pub const VERSION_AND_COMMIT: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("CANOPY_COMMIT"), ")");

/// The commit, the kernel and the network in use, the target and the compiler, one per line, without
/// the last line end.
pub fn build(kernel: Kernel, network: &Network) -> String {
    let supported: Vec<_> = Kernel::available().iter().map(Kernel::name).collect();
    let profile = match cfg!(debug_assertions) {
        true => "debug",
        false => "release",
    };
    format!(
        "commit: {COMMIT}\nkernel: {kernel} (this CPU supports {})\nnetwork: SHA-256 {} ({})\ntarget: {}\ncompiler: {}, {profile} build",
        supported.join(", "),
        network.sha256(),
        if network.is_embedded() {
            "embedded"
        } else {
            "from a file"
        },
        env!("CANOPY_TARGET"),
        env!("CANOPY_COMPILER"),
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_commit_covers_every_member_of_the_workspace() {
        let sources: Vec<&str> = env!("CANOPY_SOURCES").split(' ').collect();
        for member in ["movegen", "gpu", "engine", "corpus", "workbench", "uci"] {
            assert!(
                sources.contains(&format!("{member}/src").as_str()),
                "{sources:?}"
            );
        }
        for source in [
            "Cargo.lock",
            "uci/build.rs",
            "bindings/c/src",
            "gpu/kernels",
            "corpus/data",
        ] {
            assert!(sources.contains(&source), "{source}: {sources:?}");
        }
    }
}
