use super::*;

const KEY: u128 = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;

fn get(table: &Table, place: Place, depth: u32) -> Option<u64> {
    table.get(place, depth, &mut TableUse::default())
}

#[test]
fn a_stored_count_is_found_under_its_own_key_and_depth_only() {
    let mut memory = Table::allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0);
    let mut used = TableUse::default();
    let place = table.place(KEY, 3);
    assert_eq!(table.get(place, 3, &mut used), None);
    table.put(place, 3, 42, &mut used);
    assert_eq!(table.get(place, 3, &mut used), Some(42));
    assert_eq!(get(&table, table.place(KEY, 4), 4), None);
    assert_eq!(get(&table, table.place(KEY ^ 1 << 100, 3), 3), None);
    assert_eq!(get(&table, table.place(KEY ^ 1, 3), 3), None);
    assert_eq!((used.probes, used.hits, used.stores), (2, 1, 1));
    // A count of 0 is not stored, and a tag of 0 must not match an empty entry.
    let empty = Place { tag: 0, word: 0 };
    table.put(empty, 3, 0, &mut used);
    assert_eq!(get(&table, empty, 3), None);
    assert_eq!(get(&table, empty, 9), None);
}

#[test]
fn large_counts_are_stored_from_the_wide_depth_on() {
    let mut memory = Table::allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0);
    let mut used = TableUse::default();
    for (bit, count) in [(1, u64::MAX), (2, 1 << 32), (3, u64::from(u32::MAX))] {
        let place = table.place(KEY ^ 1 << bit, 7);
        table.put(place, 7, count, &mut used);
        assert_eq!(get(&table, place, 7), Some(count));
    }
    let low = table.place(KEY, WIDE_DEPTH - 1);
    table.put(low, WIDE_DEPTH - 1, u64::MAX, &mut used);
    assert_eq!(get(&table, low, WIDE_DEPTH - 1), None);
    assert_eq!(used.stores, 3);
}

#[test]
fn the_smallest_count_of_a_full_line_goes_first() {
    let mut memory = Table::allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0);
    let mut used = TableUse::default();
    let place = |tag| Place { tag, word: 0 };
    for (tag, count) in [(1, 50), (2, 40), (3, 30), (4, 20), (5, 10), (5, 10), (6, 5)] {
        table.put(place(tag), 3, count, &mut used);
    }
    let found: Vec<_> = (1..=6).map(|tag| get(&table, place(tag), 3)).collect();
    assert_eq!(
        found,
        [Some(50), Some(40), Some(30), Some(20), None, Some(5)]
    );
}

#[test]
fn a_survey_counts_the_entries_of_each_depth() {
    let mut memory = Table::allocate(1, usize::MAX).expect("1 MB");
    let table = Table::new(&mut memory, 0);
    let mut used = TableUse::default();
    for (key, depth, count) in [
        (1, 2, 7),
        (2, 2, 8),
        (3, 4, 9),
        (4, 200, 9),
        (5, 6, 1 << 40),
    ] {
        let place = table.place(KEY ^ key << 40, depth);
        table.put(place, depth, count, &mut used);
    }
    let survey = table.survey();
    assert_eq!((survey.by_depth[2], survey.by_depth[4]), (2, 1));
    assert_eq!((survey.by_depth[63], survey.wide), (1, 1));
    assert_eq!((survey.taken(), survey.exact), (5, true));
    assert_eq!(survey.bytes, 1 << 20);
}

#[test]
fn another_seed_gives_other_places_and_tags() {
    let (one, other) = (Mixer::new(0), Mixer::new(1));
    let (a, b) = (one.place(KEY, 3), other.place(KEY, 3));
    assert_ne!(a.tag, b.tag);
    assert_ne!(a.word, b.word);
    assert_ne!(a, one.place(KEY, 4));
    // Two keys with the same tag under one seed: the difference of the lower halves cancels that of
    // the upper halves.
    let [high, low, _] = one.tag;
    let inverse = (0..6).fold(low, |inverse, _| {
        inverse.wrapping_mul(2u64.wrapping_sub(low.wrapping_mul(inverse)))
    });
    let twin = ((1u128) << 64).wrapping_add(KEY & !u128::from(u64::MAX))
        | u128::from((KEY as u64).wrapping_sub(high.wrapping_mul(inverse)));
    assert_ne!(twin, KEY);
    assert_eq!(one.place(twin, 3).tag, a.tag);
    assert_ne!(one.place(twin, 3).word, a.word);
    assert_ne!(other.place(twin, 3).tag, b.tag);
}

#[test]
fn the_lines_fill_the_whole_memory() {
    for megabytes in [1, 3, 64] {
        let mut memory = Table::allocate(megabytes, usize::MAX).expect("memory");
        assert_eq!(memory.bytes_mut().len(), megabytes << 20);
        let table = Table::new(&mut memory, 0);
        let bytes = size_of_val(table.lines) + size_of_val(table.wide);
        assert_eq!(bytes, megabytes << 20);
    }
    let mut memory = Table::allocate(64, 100).expect("memory");
    assert_eq!(memory.bytes_mut().len(), STEP);
}

/// Threads that write and read the same line all the time: no half-written entry may match.
#[test]
fn a_torn_entry_never_matches() {
    let mut memory = Table::allocate(1, usize::MAX).expect("1 MB");
    let table = &Table::new(&mut memory, 0);
    let tag = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let wide = |number: u64| tag(number) | 1 << 40;
    let small = |number: u64| (tag(number) >> 32) | 1;
    let hits: u64 = std::thread::scope(|scope| {
        let hammer = |thread: u64| {
            move || {
                let mut used = TableUse::default();
                for round in 0..200_000 {
                    let number = 1 + (round + thread) % 11;
                    let place = Place {
                        tag: tag(number),
                        word: 0,
                    };
                    let other = Place {
                        tag: !tag(number),
                        word: 0,
                    };
                    table.put(place, 3, small(number), &mut used);
                    table.put(other, 9, wide(number), &mut used);
                    let asked = 1 + (round * 7 + thread) % 11;
                    let asked_place = |tag| Place { tag, word: 0 };
                    if let Some(count) = table.get(asked_place(tag(asked)), 3, &mut used) {
                        assert_eq!(count, small(asked));
                    }
                    if let Some(count) = table.get(asked_place(!tag(asked)), 9, &mut used) {
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
