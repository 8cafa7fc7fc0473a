//! What a report must say about the machine.

use std::fs;
use std::path::Path;

use movegen::chess::Kernel;
use movegen::threads::cores;
use serde_json::{Map, Value};

use crate::about;

/// The properties of the machine on which scaling depends, by name. What the system does not tell
/// is `None`.
pub(super) struct Machine(Vec<(&'static str, Option<String>)>);

impl Machine {
    /// This machine, with the kernel that counts.
    pub(super) fn of_this_system(kernel: Kernel) -> Machine {
        Machine::read(Path::new("/"), kernel)
    }

    /// The machine whose `proc` and `sys` are below this folder.
    fn read(root: &Path, kernel: Kernel) -> Machine {
        let text = |file: &str| {
            let text = fs::read_to_string(root.join(file)).ok()?;
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let cpu = "sys/devices/system/cpu";
        let system = match text("proc/sys/kernel/osrelease") {
            Some(release) => format!("{} {release}", std::env::consts::OS),
            None => std::env::consts::OS.to_owned(),
        };
        let load = text("proc/loadavg").map(|text| first_words(&text, 3));
        Machine(vec![
            ("canopy", Some(about::VERSION_AND_COMMIT.to_owned())),
            ("counting_kernel", Some(kernel.name().to_owned())),
            (
                "cpu",
                text("proc/cpuinfo").and_then(|text| named(&text, "model name")),
            ),
            ("cores_available", Some(cores().to_string())),
            ("cpus_online", text(&format!("{cpu}/online"))),
            (
                "siblings_of_cpu0",
                text(&format!("{cpu}/cpu0/topology/thread_siblings_list")),
            ),
            ("l2_cache", text(&format!("{cpu}/cpu0/cache/index2/size"))),
            ("l3_cache", text(&format!("{cpu}/cpu0/cache/index3/size"))),
            (
                "l3_shared_by",
                text(&format!("{cpu}/cpu0/cache/index3/shared_cpu_list")),
            ),
            (
                "frequency_governor",
                text(&format!("{cpu}/cpu0/cpufreq/scaling_governor")),
            ),
            ("numa_nodes", text("sys/devices/system/node/online")),
            (
                "memory",
                text("proc/meminfo").and_then(|text| named(&text, "MemTotal")),
            ),
            (
                "huge_pages",
                text("sys/kernel/mm/transparent_hugepage/enabled"),
            ),
            ("system", Some(system)),
            ("load_average", load),
        ])
    }

    /// A line for each property.
    pub(super) fn text(&self) -> Vec<String> {
        let line = |(name, value): &(&str, Option<String>)| {
            let value = value.as_deref().unwrap_or("unknown");
            format!("{}: {value}", name.replace('_', " "))
        };
        self.0.iter().map(line).collect()
    }

    /// The properties as fields; what is unknown is null.
    pub(super) fn json(&self) -> Map<String, Value> {
        let field = |(name, value): &(&str, Option<String>)| {
            ((*name).to_owned(), Value::from(value.clone()))
        };
        self.0.iter().map(field).collect()
    }
}

/// The value of the first line `name : value`.
fn named(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        (found.trim() == name).then(|| value.trim().to_owned())
    })
}

fn first_words(text: &str, count: usize) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().take(count).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_come_from_proc_and_sys() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |file: &str, text: &str| {
            let file = root.path().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        };
        write(
            "proc/cpuinfo",
            "processor\t: 0\nmodel name\t: A CPU @ 3 GHz\n",
        );
        write("proc/loadavg", "0.10 0.20 0.30 1/99 7\n");
        write("sys/devices/system/node/online", "0-1\n");
        let machine = Machine::read(root.path(), Kernel::best());
        let text = machine.text();
        for line in [
            "cpu: A CPU @ 3 GHz",
            "load average: 0.10 0.20 0.30",
            "numa nodes: 0-1",
            "memory: unknown",
        ] {
            assert!(text.iter().any(|found| found == line), "{line}: {text:?}");
        }
        let json = machine.json();
        assert_eq!(json["numa_nodes"], "0-1");
        assert!(json["l3_cache"].is_null());
    }
}
