// The kernels. Each work item handles one position, in the order of a list of positions or of all.
//
// The host expands a tree level by level: it selects the positions to count, counts their moves, adds these up to the
// offsets of the children, and makes the children. Two plies above the leaves it counts, and then adds up the counts
// from level to level. Each count is added up by one work item.

KERNEL list_all(u32 n, GLOBAL u32 *RESTRICT list) {
    u32 i = (u32)TID();
    if (i < n) {
        list[i] = i;
    }
}

KERNEL count_children(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 first,
                      u32 n, GLOBAL u32 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n) {
        Board board = unpack(load(boards, list[first + i]));
        counts[first + i] = count_moves(tables, &board);
    }
}

// The work items of a scan handle this many numbers each.
#define SCAN_RUN 32

// The sums of runs of numbers.
KERNEL scan_sums(GLOBAL const u32 *RESTRICT numbers, u32 n, GLOBAL u32 *RESTRICT sums) {
    u64 run = TID();
    if (run * SCAN_RUN < n) {
        u32 sum = 0;
        for (u64 i = run * SCAN_RUN; i < (run + 1) * SCAN_RUN && i < n; i++) {
            sum += numbers[i];
        }
        sums[run] = sum;
    }
}

// Turns numbers into the sums of all numbers before them, given the sums before each run. After the last number follows
// the sum of all.
KERNEL scan_apply(GLOBAL const u32 *RESTRICT numbers, u32 n, GLOBAL const u32 *RESTRICT before,
                  GLOBAL u32 *RESTRICT offsets) {
    u64 run = TID();
    if (run * SCAN_RUN < n) {
        u32 sum = before[run];
        for (u64 i = run * SCAN_RUN; i < (run + 1) * SCAN_RUN && i < n; i++) {
            offsets[i] = sum;
            sum += numbers[i];
            if (i + 1 == n) {
                offsets[n] = sum;
            }
        }
    }
}

// Makes the children of positions, from `offsets[first]` on.
KERNEL expand(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list,
              GLOBAL const u32 *RESTRICT offsets, u32 base, u32 first, u32 n, GLOBAL u64 *RESTRICT children) {
    u32 i = (u32)TID();
    if (i >= n) {
        return;
    }
    Packed parent = load(boards, list[first + i]);
    Board board = unpack(parent);
    Sets sets;
    sets.len = 0;
    generate(tables, &board, &sets, 0, DANGER_UNKNOWN, 0);
    u32 place = offsets[first + i] - offsets[base];
    for (u32 index = 0; index < sets.len; index++) {
        u32 code = sets.codes[index], kinds = KIND(code) == PROMOTION ? 4 : 1;
        for (u64 rest = sets.targets[index]; rest; rest &= rest - 1) {
            for (u32 promoted = 0; promoted < kinds; promoted++) {
                Packed child = make(parent, code, CTZ(rest), promoted);
                if (KIND(code) == DOUBLE_PUSH) {
                    // Positions with the same moves are equal: no en passant square without a legal capture.
                    Board after = unpack(child);
                    if (after.en_passant && en_passant_origins(tables, &after) == 0) {
                        child.us &= ~after.en_passant;
                    }
                }
                store(children, place++, child);
            }
        }
    }
}

KERNEL count_one_ply(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 first, u32 n,
                     GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n) {
        u32 index = list[first + i];
        Board board = unpack(load(boards, index));
        counts[index] = count_moves(tables, &board);
    }
}

// Adds up the counts of children. `base` is the first parent whose children have been counted.
KERNEL sum_up(GLOBAL const u32 *RESTRICT list, GLOBAL const u32 *RESTRICT offsets, u32 base, u32 n,
              GLOBAL const u64 *RESTRICT children, GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n) {
        u64 sum = 0;
        for (u32 child = offsets[base + i] - offsets[base]; child < offsets[base + i + 1] - offsets[base]; child++) {
            sum += children[child];
        }
        counts[list[base + i]] = sum;
    }
}
