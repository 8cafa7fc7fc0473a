//! action.yml, the composite GitHub Action: its inputs, the settings of its script, its files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

#[cfg(unix)]
use crate::support::canopy::Scratch;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

fn action() -> Yaml {
    let mut documents = YamlLoader::load_from_str(&text("action.yml")).expect("YAML");
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

fn steps(action: &Yaml) -> &[Yaml] {
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    action["runs"]["steps"].as_vec().expect("a list of steps")
}

/// The texts of a mapping; nothing if it is missing.
fn texts(mapping: &Yaml) -> BTreeMap<&str, &str> {
    let pairs = mapping.as_hash().into_iter().flatten();
    let text = |(key, value): (_, _)| (Yaml::as_str(key), Yaml::as_str(value));
    pairs
        .map(text)
        .map(|(key, value)| (key.expect("a name"), value.expect("a text")))
        .collect()
}

/// What is inserted into a text: `a` of `${{ a }}`.
fn insertions(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("${{").skip(1);
    parts.map(|part| part.split("}}").next().unwrap_or_default().trim())
}

#[test]
fn every_input_is_used_and_documented() {
    let action = action();
    let inputs = action["inputs"].as_hash().expect("inputs");
    let declared: BTreeSet<&str> = inputs.keys().filter_map(Yaml::as_str).collect();
    for (name, input) in inputs {
        assert!(input["description"].as_str().is_some(), "{name:?}");
        let is_required = input["required"].as_bool() == Some(true);
        assert_ne!(is_required, input["default"].as_str().is_some(), "{name:?}");
    }
    let values = steps(&action)
        .iter()
        .flat_map(|step| [texts(&step["env"]), texts(&step["with"])])
        .flat_map(BTreeMap::into_values);
    let used: BTreeSet<&str> = values
        .flat_map(insertions)
        .filter_map(|inserted| inserted.strip_prefix("inputs."))
        .collect();
    assert_eq!(declared, used);
    let page = text("docs/ci.md");
    let (_, table) = page.split_once("| input | meaning |").expect("a table");
    let rows = table.lines().skip(2).map_while(|line| {
        let name = line.strip_prefix("| `")?;
        name.split('`').next()
    });
    assert_eq!(declared, rows.collect());
}

#[test]
fn the_script_reads_every_setting_with_the_same_default() {
    let action = action();
    let check = steps(&action)
        .iter()
        .find(|step| !step["env"]["SCRIPT"].is_badvalue())
        .expect("a step that runs the script");
    let script = check["env"]["SCRIPT"].as_str().expect("a path");
    let (_, script) = script
        .split_once("github.action_path }}/")
        .expect("a file of ours");
    let script = text(script);
    for (variable, value) in texts(&check["env"]) {
        if variable == "SCRIPT" {
            continue;
        }
        let read = script.split(&format!("${{{variable}:")).nth(1);
        let read = read.unwrap_or_else(|| panic!("{variable} is not read"));
        let default = read
            .strip_prefix('-')
            .and_then(|rest| rest.split('}').next());
        let input = insertions(value).find_map(|inserted| inserted.strip_prefix("inputs."));
        if let Some(input) = input {
            let declared = action["inputs"][input]["default"].as_str();
            assert_eq!(default, declared, "{variable}");
        }
    }
}

/// The action's check with an engine that does not offer UCI_Chess960.
#[cfg(unix)]
#[test]
fn the_builtin_suite_passes_without_the_option_chess960() {
    let canopy = env!("CARGO_BIN_EXE_canopy");
    let engine = format!("'{canopy}' | grep --line-buffered -v UCI_Chess960");
    let engine = Scratch::script("standard-only", &engine);
    let report = Scratch::new("action-report");
    let checked = Command::new("bash")
        .arg(root().join("scripts/check-generator"))
        .env("CANOPY", canopy)
        .env("ENGINE", engine.path())
        .env("REPORT", report.path())
        .envs([("DEPTH", "3"), ("POSITIONS", "5"), ("SUITE", "builtin")])
        .output()
        .expect("bash starts");
    let text = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{text}");
    assert!(text.contains(" positions of Chess960 left out: "), "{text}");
}

#[test]
fn every_step_can_run() {
    let action = action();
    for step in steps(&action) {
        let name = step["name"].as_str().expect("a name");
        match (step["run"].as_str(), step["uses"].as_str()) {
            // Steps of composite actions have no default shell.
            (Some(run), None) => {
                assert_eq!(step["shell"].as_str(), Some("bash"), "{name}");
                for variable in texts(&step["env"]).keys() {
                    let is_script_setting = run.contains("$SCRIPT");
                    let is_used = run.contains(&format!("${variable}"));
                    assert!(is_used || is_script_setting, "{name}: {variable}");
                }
            }
            (None, Some(uses)) => {
                let (_, commit) = uses.split_once('@').expect("a version");
                let is_hash = commit.bytes().all(|byte| byte.is_ascii_hexdigit());
                assert!(is_hash && commit.len() == 40, "{name}: {uses}");
            }
            found => panic!("{name}: {found:?}"),
        }
        if let Some(script) = step["env"]["INSTALL"].as_str() {
            let (_, script) = script.split_once("}}/").expect("a file of ours");
            assert!(root().join(script).is_file(), "{script}");
        }
    }
}
