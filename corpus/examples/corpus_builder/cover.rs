//! Choosing few items that satisfy many needs at a low cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What may be chosen.
pub(super) struct Item {
    /// The needs that it satisfies once each.
    pub(super) needs: Vec<usize>,
    /// What it costs, at least 1.
    pub(super) cost: u64,
}

/// Chooses items until each need is satisfied as many times as `wanted` says, or no item is left for
/// it.
///
/// The next item is always the one that is worth most for its cost; a need that few items satisfy is
/// worth more than one that many satisfy. Returns indices of items in the order of the choice. The
/// first of equal ones is chosen.
pub(super) fn cover(items: &[Item], mut wanted: Vec<u32>) -> Vec<usize> {
    let mut times = vec![0_u64; wanted.len()];
    for &need in items.iter().flat_map(|item| &item.needs) {
        times[need] += 1;
    }
    let worth = |item: &Item, wanted: &[u32]| -> u64 {
        let open = item.needs.iter().filter(|&&need| wanted[need] > 0);
        open.map(|&need| (1 << 40) / times[need]).sum::<u64>() / item.cost
    };
    let mut queue: BinaryHeap<(u64, Reverse<usize>)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| (worth(item, &wanted), Reverse(index)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((known, Reverse(index))) = queue.pop() {
        let item = &items[index];
        let now = worth(item, &wanted);
        match now {
            0 => {}
            // Worths only fall, so the first item that has kept its worth is the best one.
            _ if now < known => queue.push((now, Reverse(index))),
            _ => {
                for &need in &item.needs {
                    wanted[need] = wanted[need].saturating_sub(1);
                }
                chosen.push(index);
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(items: &[(&[usize], u64)], wanted: &[u32]) -> Vec<usize> {
        let item = |&(needs, cost): &(&[usize], u64)| Item {
            needs: needs.to_vec(),
            cost,
        };
        let items: Vec<Item> = items.iter().map(item).collect();
        cover(&items, wanted.to_vec())
    }

    #[test]
    fn the_most_for_the_least() {
        // One item for two needs is better than two, unless it costs more.
        assert_eq!(chosen(&[(&[0], 1), (&[0, 1], 1), (&[1], 1)], &[1, 1]), [1]);
        assert_eq!(
            chosen(&[(&[0], 1), (&[0, 1], 9), (&[1], 1)], &[1, 1]),
            [0, 2]
        );
        // What only one item has is chosen first.
        assert_eq!(chosen(&[(&[0], 1), (&[0], 1), (&[1], 1)], &[1, 1]), [2, 0]);
        assert_eq!(chosen(&[(&[0], 1), (&[0], 1), (&[], 1)], &[5]), [0, 1]);
        assert_eq!(chosen(&[(&[0], 1)], &[0]), [0_usize; 0]);
    }
}
