//! What `canopy perft --verbose` prints.

use movegen::perft::TableUse;

use super::super::speed::Method;

/// The counter, the threads and the hash table, with the probability of a false hit.
pub(super) fn details(method: &Method, table: Option<&TableUse>) -> String {
    let (kind, number) = match method.devices {
        0 => ("threads", method.threads),
        devices => ("devices", devices),
    };
    let used = format!("counting: {}\n{kind}: {number}", method.counting);
    match table {
        None => format!("{used}\ntable: not used, the count is exact"),
        Some(table) => format!(
            "{used}\ntable: {} MB, {} probes, {} hits, {} stores\n\
             chance of one false hit in this run: at most {:.1e}",
            method.hash,
            table.probes,
            table.hits,
            table.stores,
            table.false_hit_chance(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::HashSize;

    #[test]
    fn details_of_a_run_without_a_table() {
        let method = Method {
            counting: "kernel portable, bulk counting".to_owned(),
            threads: 3,
            devices: 0,
            hash: HashSize::NONE,
        };
        assert_eq!(
            details(&method, None),
            "counting: kernel portable, bulk counting\nthreads: 3\ntable: not used, the count is exact"
        );
    }

    #[test]
    fn details_of_a_table() {
        let method = Method {
            counting: "every move made".to_owned(),
            threads: 1,
            devices: 0,
            hash: HashSize::new(16).expect("a size"),
        };
        let table = TableUse {
            probes: 4_000_000,
            hits: 3,
            stores: 2,
        };
        let text = details(&method, Some(&table));
        let (_, text) = text.split_once('\n').expect("lines");
        assert_eq!(
            text,
            format!(
                "threads: 1\ntable: 16 MB, 4000000 probes, 3 hits, 2 stores\n\
                 chance of one false hit in this run: at most {:.1e}",
                table.false_hit_chance()
            )
        );
    }
}
