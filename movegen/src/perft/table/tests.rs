use super::counts::{Counts, ENTRIES, MAX_SMALL};
use super::*;

type Table<'a> = super::Table<'a, Counts>;
type Line = Counts;

const KEY: u128 = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;

fn get(table: &Table, slot: Slot, depth: u32) -> Option<u64> {
    table.get(slot, depth, &mut TableUse::default())
}

#[test]
fn a_stored_count_is_found_under_its_own_key_and_depth_only() {
    let mut memory = allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0, &Progress::new());
    let mut used = TableUse::default();
    let slot = table.slot(KEY, 3);
    assert_eq!(table.get(slot, 3, &mut used), None);
    table.put(slot, 3, 42, &mut used);
    assert_eq!(table.get(slot, 3, &mut used), Some(42));
    assert_eq!(get(&table, table.slot(KEY, 4), 4), None);
    assert_eq!(get(&table, table.slot(KEY ^ 1 << 100, 3), 3), None);
    assert_eq!(get(&table, table.slot(KEY ^ 1, 3), 3), None);
    assert_eq!((used.probes, used.hits, used.stores), (2, 1, 1));
    // A count of 0 is not stored, and a tag of 0 must not match an empty entry.
    let empty = Slot { tag: 0, word: 0 };
    table.put(empty, 3, 0, &mut used);
    assert_eq!(get(&table, empty, 3), None);
    assert_eq!(get(&table, empty, 9), None);
}

#[test]
fn large_counts_are_stored_from_the_wide_depth_on() {
    let mut memory = allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0, &Progress::new());
    let mut used = TableUse::default();
    let small = u64::from(MAX_SMALL);
    for (bit, count) in [(1, u64::MAX), (2, 1 << 32), (3, small + 1), (4, small)] {
        let slot = table.slot(KEY ^ 1 << bit, 7);
        table.put(slot, 7, count, &mut used);
        assert_eq!(get(&table, slot, 7), Some(count));
    }
    let low = table.slot(KEY, WIDE_DEPTH - 1);
    table.put(low, WIDE_DEPTH - 1, u64::MAX, &mut used);
    assert_eq!(get(&table, low, WIDE_DEPTH - 1), None);
    assert_eq!(used.stores, 4);
}

#[test]
fn the_smallest_count_of_a_full_line_goes_first() {
    let mut memory = allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0, &Progress::new());
    let mut used = TableUse::default();
    let slot = |tag| Slot { tag, word: 0 };
    for (tag, count) in [(1, 50), (2, 40), (3, 30), (4, 20), (5, 10), (5, 10), (6, 5)] {
        table.put(slot(tag), 3, count, &mut used);
    }
    let found: Vec<_> = (1..=6).map(|tag| get(&table, slot(tag), 3)).collect();
    assert_eq!(
        found,
        [Some(50), Some(40), Some(30), Some(20), None, Some(5)]
    );
}

#[test]
fn a_survey_counts_the_entries_of_each_depth() {
    let mut memory = allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0, &Progress::new());
    let mut used = TableUse::default();
    for (key, depth, count) in [
        (1, 2, 7),
        (2, 2, 8),
        (3, 4, 9),
        (4, 200, 9),
        (5, 6, 1 << 40),
    ] {
        let slot = table.slot(KEY ^ key << 40, depth);
        table.put(slot, depth, count, &mut used);
    }
    let survey = table.survey();
    assert_eq!((survey.by_depth[2], survey.by_depth[4]), (2, 1));
    assert_eq!((survey.by_depth[63], survey.wide), (1, 1));
    assert_eq!((survey.taken(), survey.exact), (5, true));
    assert!(survey.bytes < 1 << 18);
}

#[test]
fn another_seed_gives_other_slots_and_tags() {
    let (one, other) = (Mixer::new(0), Mixer::new(1));
    let (a, b) = (one.slot(KEY, 3), other.slot(KEY, 3));
    assert_ne!(a.tag, b.tag);
    assert_ne!(a.word, b.word);
    assert_ne!(a, one.slot(KEY, 4));
    // Two keys with the same tag under one seed: the difference of the lower halves cancels that of
    // the upper halves.
    let [high, low, _] = one.tag;
    let inverse = (0..6).fold(low, |inverse, _| {
        inverse.wrapping_mul(2u64.wrapping_sub(low.wrapping_mul(inverse)))
    });
    let twin = ((1u128) << 64).wrapping_add(KEY & !u128::from(u64::MAX))
        | u128::from((KEY as u64).wrapping_sub(high.wrapping_mul(inverse)));
    assert_ne!(twin, KEY);
    assert_eq!(one.slot(twin, 3).tag, a.tag);
    assert_ne!(one.slot(twin, 3).word, a.word);
    assert_ne!(other.slot(twin, 3).tag, b.tag);
}

#[test]
fn tags_depend_on_key_and_depth_in_all_bits() {
    let mixer = Mixer::new(0);
    let (mut ever, mut always) = (0, u64::MAX);
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let key = random.next_u128();
        let tag = mixer.slot(key, 3).tag;
        ever |= tag;
        always &= tag;
        // Two depths of a position must differ in the tag: both may be in one line.
        let mut tags: Vec<u64> = (1..20).map(|depth| mixer.slot(key, depth).tag).collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 19);
    }
    assert_eq!((ever, always), (u64::MAX, 0));
}

#[test]
fn the_lines_can_fill_the_whole_memory() {
    for megabytes in [1, 3, 64] {
        let mut memory = allocate(megabytes, usize::MAX).expect("memory");
        assert_eq!(memory.bytes_mut().len(), megabytes << 20);
        let table = Table::new(&mut memory, 0, &Progress::new());
        let bytes = table.growth.largest() * size_of::<Line>() + size_of_val(table.wide);
        assert!((megabytes << 20) - bytes < 4096, "{megabytes} MB, {bytes}");
    }
    let mut memory = allocate(64, 100).expect("memory");
    assert_eq!(memory.bytes_mut().len(), STEP);
}

/// Stores the counts 1 to `stores` under keys of their own.
fn fill(table: &Table, stores: u32) {
    let (mut used, mut told) = (TableUse::default(), 0);
    for count in 1..=stores {
        table.make_room(&used, &mut told);
        table.put(numbered(table, count), 3, u64::from(count), &mut used);
    }
}

fn numbered(table: &Table, number: u32) -> Slot {
    let mut random = Random::new(u64::from(number));
    table.slot(random.next_u128(), 3)
}

#[test]
fn a_table_grows_with_its_contents_and_keeps_them() {
    let mut memory = allocate(64, usize::MAX).expect("memory");
    let table = Table::new(&mut memory, 0, &Progress::new());
    let start = table.growth.size();
    assert!(start * size_of::<Line>() <= 128 << 10);
    let stores = 400_000;
    fill(&table, stores);
    // Some lines have just been moved and some have not: both are found.
    let mut found = 0;
    for count in 1..=stores {
        let known = get(&table, numbered(&table, count), 3);
        assert!(known.is_none_or(|known| known == u64::from(count)));
        found += u32::from(known.is_some());
    }
    assert!(found > stores / 100 * 90, "{found}");
    let survey = table.survey();
    // Entries without bits left are in the wrong line.
    let taken = survey.taken();
    assert!(
        (u64::from(found)..=u64::from(found) * 102 / 100).contains(&taken),
        "{found} {taken}"
    );
    // Between as large as the contents and six times as large.
    let bytes = table.growth.size() * size_of::<Line>();
    let needed = stores as usize * 13;
    assert!((needed..6 * needed).contains(&bytes), "{bytes}");
    assert_eq!(table.growth.size() % start, 0);
}

#[test]
fn a_table_stops_at_its_largest_size() {
    let mut memory = allocate(1, usize::MAX).expect("memory");
    let table = Table::new(&mut memory, 0, &Progress::new());
    fill(&table, 400_000);
    assert_eq!(table.growth.size(), table.growth.largest());
    let survey = table.survey();
    assert!(survey.bytes <= 1 << 20);
    assert!(survey.taken() * 100 > survey.places * 95, "{survey:?}");
}

#[test]
fn a_table_does_not_grow_for_the_rest_of_a_run() {
    let progress = Progress::new();
    progress.begin(100);
    progress.add(90);
    let mut memory = allocate(64, usize::MAX).expect("memory");
    let table = Table::new(&mut memory, 0, &progress);
    let slots = (table.growth.size() * ENTRIES) as u32;
    let start = table.growth.size();
    fill(&table, slots * 3 / 2);
    assert_eq!(table.growth.size(), start);
    fill(&table, slots * 5 / 2);
    assert!(table.growth.size() > start);
}

/// Threads that store, look up and move lines at the same time.
#[test]
fn a_table_that_grows_under_many_threads_returns_no_wrong_count() {
    let mut memory = allocate(16, usize::MAX).expect("memory");
    let table = &Table::new(&mut memory, 0, &Progress::new());
    let start = table.growth.size();
    let hits: u64 = std::thread::scope(|scope| {
        let hammer = |thread: u32| {
            move || {
                let (mut used, mut told) = (TableUse::default(), 0);
                for round in 0..60_000 {
                    let count = 1 + round * 4 + thread;
                    table.make_room(&used, &mut told);
                    table.put(numbered(table, count), 3, u64::from(count), &mut used);
                    // One of the counts that this thread has stored, so that the number of hits does
                    // not depend on how far the other threads are.
                    let asked = 1 + round.wrapping_mul(0x9e37_79b9) % (round + 1) * 4 + thread;
                    if let Some(known) = table.get(numbered(table, asked), 3, &mut used) {
                        assert_eq!(known, u64::from(asked));
                    }
                }
                used.hits
            }
        };
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(hammer(thread))).collect();
        let hits = threads.into_iter().map(|thread| thread.join());
        hits.map(|hits| hits.expect("no wrong count")).sum()
    });
    assert!(table.growth.size() > start);
    // All of what was asked had been stored. A thread that is interrupted while it moves lines hides
    // them from the others.
    assert!(hits > 100_000, "{hits}");
}

/// Threads that write and read the same line all the time: no half-written entry may match.
#[test]
fn a_torn_entry_never_matches() {
    let mut memory = allocate(1, usize::MAX).expect("1 MB");
    let table = &Table::new(&mut memory, 0, &Progress::new());
    let tag = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let wide = |number: u64| tag(number) | 1 << 40;
    let small = |number: u64| (tag(number) >> 37) | 1;
    let hits: u64 = std::thread::scope(|scope| {
        let hammer = |thread: u64| {
            move || {
                let mut used = TableUse::default();
                for round in 0..200_000 {
                    let number = 1 + (round + thread) % 11;
                    let slot = Slot {
                        tag: tag(number),
                        word: 0,
                    };
                    let other = Slot {
                        tag: !tag(number),
                        word: 0,
                    };
                    table.put(slot, 3, small(number), &mut used);
                    table.put(other, 9, wide(number), &mut used);
                    let asked = 1 + (round * 7 + thread) % 11;
                    let asked_slot = |tag| Slot { tag, word: 0 };
                    if let Some(count) = table.get(asked_slot(tag(asked)), 3, &mut used) {
                        assert_eq!(count, small(asked));
                    }
                    if let Some(count) = table.get(asked_slot(!tag(asked)), 9, &mut used) {
                        assert_eq!(count, wide(asked));
                    }
                }
                used.hits
            }
        };
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(hammer(thread))).collect();
        let hits = threads.into_iter().map(|thread| thread.join());
        hits.map(|hits| hits.expect("no wrong count")).sum()
    });
    assert!(hits > 0);
}
