//! The program's information about itself: version, completions and manual pages.

use crate::support::canopy::{canopy, commands, stdout};
use crate::uci_driver::Engine;
use movegen::chess::Kernel;

#[test]
fn version_and_compiler_agree() {
    let version = stdout(&["--version"]);
    let (name, facts) = version.split_once('\n').expect("several lines");
    assert_eq!(name, concat!("canopy ", env!("CARGO_PKG_VERSION")));
    let compiler = stdout(&["compiler"]);
    assert!(compiler.contains(facts), "{compiler}");
    let fact = |name: &str| {
        let lines = facts.lines();
        let mut found = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        found
            .next()
            .unwrap_or_else(|| panic!("no {name} in {version}"))
            .to_owned()
    };
    let kernel = fact("kernel");
    assert!(kernel.starts_with(Kernel::best().name()), "{kernel}");
    assert!(fact("target").contains(std::env::consts::ARCH), "{version}");
    assert!(fact("compiler").starts_with("rustc 1."), "{version}");
    let short = stdout(&["-V"]);
    assert_eq!(short, format!("{name} ({})\n", fact("commit")));
}

/// A session prints the kernel that it counts with.
#[test]
fn compiler_names_the_kernel_of_the_session() {
    for kernel in Kernel::available() {
        let mut engine = Engine::session();
        engine.send(&format!("setoption name Kernel value {kernel}"));
        engine.send("compiler");
        let (text, _, _) = engine.finish();
        assert!(text.contains(&format!("\nkernel: {kernel} (")), "{text}");
    }
}

#[test]
fn help_offers_the_kernels_of_this_cpu() {
    for command in ["perft", "suite"] {
        let help = stdout(&[command, "--help"]);
        let line = help
            .lines()
            .find(|line| line.contains("auto (the fastest), "));
        let line = line.unwrap_or_else(|| panic!("no kernels in {help}"));
        for name in Kernel::NAMES {
            let offered = line.split(", ").any(|word| word.trim() == name);
            assert_eq!(offered, name.parse::<Kernel>().is_ok(), "{name}: {line}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    let shells = ["bash", "zsh", "fish", "powershell", "elvish"];
    for shell in shells {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        assert!(script.contains("divide-depth"), "{shell}");
    }
    let refusal = canopy(&["completions", "dos"]).refusal();
    for shell in shells {
        assert!(refusal.contains(shell), "{refusal}");
    }
}

/// Completes in a real bash.
#[cfg(unix)]
#[test]
fn bash_completes_commands_and_options() {
    use std::process::Command;

    let completed = |line: &str| {
        let script = format!(
            "source /dev/stdin <<< \"$SCRIPT\"\n\
             COMP_WORDS=({line}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _canopy canopy \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash")
            .args(["-c", &script])
            .env("SCRIPT", stdout(&["completions", "bash"]))
            .output();
        let Ok(output) = output else {
            crate::support::skip::skipped("bash is not installed");
            return None;
        };
        let text = String::from_utf8(output.stdout).expect("a text");
        assert!(
            output.status.success(),
            "{text}{:?}",
            String::from_utf8(output.stderr)
        );
        Some(text)
    };
    for (line, found) in [
        ("canopy per", "perft\n"),
        ("canopy diff-", "diff-divide\n"),
        ("canopy perft --divide-d", "--divide-depth\n"),
        ("canopy perft --format js", "json\n"),
        ("canopy perft --kernel port", "portable\n"),
        ("canopy suite --device gp", "gpu\n"),
        // No names of files, such as Cargo.toml.
        ("canopy perft --fen Car", "Car\n"),
    ] {
        if let Some(text) = completed(line) {
            assert_eq!(text, found, "{line}");
        }
    }
}

#[test]
fn a_manual_page_for_canopy_and_each_command() {
    let page = stdout(&["man"]);
    assert!(page.contains("\n.TH canopy 1 "), "{page}");
    for command in commands() {
        // A hyphen that is not to be broken is written so.
        let name = format!("canopy-{command}");
        assert!(page.contains(&name.replace('-', "\\-")), "{name}: {page}");
        let own = stdout(&["man", &command]);
        assert!(own.contains(&format!("\n.TH {name} 1 ")), "{own}");
    }
    assert!(stdout(&["man", "perft"]).contains("\\-\\-divide\\-depth"));
    let refusal = canopy(&["man", "prft"]).refusal();
    assert!(
        refusal.contains("'prft'") && refusal.contains("perft"),
        "{refusal}"
    );
}
