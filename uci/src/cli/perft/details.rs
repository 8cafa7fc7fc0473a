//! What `canopy perft` says besides the divide.

use std::fmt::Display;

use movegen::chess::{CastlingStyle, Difference, Kernel};
use movegen::perft::TableUse;

use super::super::speed::Method;

/// What was used, and how likely it is that the table has told a lie.
pub(super) fn details<C: Display>(method: &Method<C>, table: Option<&TableUse>) -> String {
    let used = format!("counting: {}\nthreads: {}", method.counting, method.threads);
    match table {
        None => format!("{used}\ntable: not used, the count is exact"),
        Some(table) => format!(
            "{used}\ntable: {} MB, {} probes, {} hits, {} stores\n\
             chance of one false hit in this run: at most {:.1e}",
            method.hash_mb,
            table.probes,
            table.hits,
            table.stores,
            table.false_hit_chance(),
        ),
    }
}

/// No difference was found.
pub(super) fn verified(nodes: u64) -> String {
    format!("verified: {nodes} nodes two plies above the leaves, all counted alike")
}

/// The first difference. Its position alone shows it again: `canopy perft 2 --fen ... --verify`.
pub(super) fn difference(kernel: Kernel, found: &Difference) -> String {
    format!(
        "the kernel {kernel} is wrong at depth 2 of {}: it counts {}, the plain generator {}",
        found.position.fen(CastlingStyle::Chess960),
        found.kernel,
        found.plain,
    )
}

#[cfg(test)]
mod tests {
    use movegen::chess::Position;

    use super::super::super::speed::Counting;
    use super::*;

    fn portable() -> Kernel {
        "portable".parse().expect("every CPU has it")
    }

    #[test]
    fn a_difference_shows_the_position_and_both_counts() {
        let found = Difference {
            position: Position::startpos(),
            kernel: 401,
            plain: 400,
        };
        assert_eq!(
            difference(portable(), &found),
            "the kernel portable is wrong at depth 2 of \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1: \
             it counts 401, the plain generator 400"
        );
    }

    #[test]
    fn details_of_a_run_without_a_table() {
        let method = Method {
            counting: Counting::Bulk(portable()),
            threads: 3,
            hash_mb: 0,
        };
        assert_eq!(
            details(&method, None),
            "counting: kernel portable, bulk counting\nthreads: 3\ntable: not used, the count is exact"
        );
    }

    #[test]
    fn details_of_a_table() {
        let method = Method {
            counting: Counting::EachMove,
            threads: 1,
            hash_mb: 16,
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
