//! The options: their declarations, good and bad values.

use super::*;

/// The declaration of an option.
fn declared(name: &str) -> &'static str {
    let start = format!("option name {name} type ");
    let mut lines = Options::declarations().iter();
    lines
        .find(|line| line.starts_with(&start))
        .expect("an option")
}

#[test]
fn every_declaration_is_legal_uci() {
    // python-chess raises at start-up on a default outside of min..max.
    let mut options = Options::default();
    for entry in TABLE {
        if let Kind::Spin { min, max, field } = entry.kind {
            let field = field(&mut options);
            assert!((min..=max).contains(&field.get()), "{}", entry.name);
            for limit in [min, max] {
                assert_eq!(field.set(limit).map(|()| field.get()), Ok(limit));
            }
        }
    }
    for (name, declaration) in [
        ("Hash", "spin default 16 min 1 max 33554432"),
        ("Clear Hash", "button"),
        ("EvalFile", "string default <embedded>"),
        ("Ponder", "check default false"),
        ("SyzygyPath", "string default <empty>"),
        ("Device", "string default cpu"),
    ] {
        let expected = format!("option name {name} type {declaration}");
        assert_eq!(declared(name), expected);
    }
    assert_eq!(
        declared("Kernel"),
        format!(
            "option name Kernel type combo default auto var {}",
            kernel_names().join(" var ")
        )
    );
}

#[test]
fn good_values() {
    let mut options = Options::default();
    assert_eq!(options.set("hASH", Some("64")), Ok(Effect::Stored));
    assert_eq!(options.set("move overhead", Some("0")), Ok(Effect::Stored));
    assert_eq!(
        options.set("uci_chess960", Some("true")),
        Ok(Effect::Stored)
    );
    assert_eq!(options.set("Clear Hash", None), Ok(Effect::ClearHash));
    for (value, path) in [(Some("a b:c"), "a b:c"), (Some("<empty>"), ""), (None, "")] {
        assert_eq!(options.set("syzygypath", value), Ok(Effect::FindTables));
        assert_eq!(options.syzygy_path, path);
    }
    for kernel in Kernel::available() {
        assert_eq!(
            options.set("kernel", Some(kernel.name())),
            Ok(Effect::Stored)
        );
        assert_eq!(options.kernel.name(), kernel.name());
    }
    assert_eq!(options.set("Kernel", Some("auto")), Ok(Effect::Stored));
    assert_eq!(options.kernel.name(), Kernel::best().name());
    assert_eq!(
        (options.hash, options.move_overhead, options.chess960),
        (64, 0, true)
    );
}

#[test]
fn kernels_are_offered_exactly_if_this_cpu_supports_them() {
    let declared = declared("Kernel");
    for name in Kernel::NAMES {
        assert_eq!(
            declared.split(" var ").any(|offered| offered == name),
            name.parse::<Kernel>().is_ok(),
            "{name}: {declared}"
        );
    }
}

#[test]
fn strength_is_limited_when_asked() {
    let mut options = Options::default();
    assert_eq!(options.strength(), None);
    options.set("Skill Level", Some("10")).expect("in range");
    assert_eq!(options.strength(), Some(1700));
    options.set("UCI_Elo", Some("1500")).expect("in range");
    assert_eq!(options.strength(), Some(1700));
    options
        .set("UCI_LimitStrength", Some("true"))
        .expect("known");
    assert_eq!(options.strength(), Some(1500));
}

#[test]
fn bad_values_change_nothing() {
    let mut options = Options::default();
    for value in [
        None,
        Some("abc"),
        Some("0"),
        Some("33554433"),
        Some("1.5"),
        Some(""),
    ] {
        assert!(matches!(
            options.set("Hash", value),
            Err(OptionError::Value { kept, .. }) if kept == "16"
        ));
    }
    for value in [None, Some("TRUE"), Some("1")] {
        assert!(matches!(
            options.set("Ponder", value),
            Err(OptionError::Value { kept, .. }) if kept == "false"
        ));
    }
    assert!(matches!(
        options.set("Foo", Some("3")),
        Err(OptionError::Unknown { found, .. }) if found == "Foo"
    ));
    for value in [None, Some("sse2"), Some("AUTO")] {
        let error = options.set("Kernel", value).expect_err("no kernel");
        assert!(error.to_string().contains("there is no kernel"), "{error}");
    }
    for (value, reason) in [
        (
            None,
            "found no file, expected the path of a network or <embedded>",
        ),
        (
            Some(""),
            "found no file, expected the path of a network or <embedded>",
        ),
        (
            Some("no/such.bin"),
            "'no/such.bin': cannot be read: no such file",
        ),
    ] {
        let error = options.set("EvalFile", value).expect_err("no network");
        assert_eq!(
            error.to_string(),
            format!("option EvalFile: {reason}; it stays <embedded>")
        );
    }
    assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
}
