// The last two plies by the differential node.
//
// Positions have different numbers of irregular moves, and threads of a GPU wait for each other. So `two_plies` only makes
// these moves and queues the positions after them; `count_queue` counts the replies with all threads busy, and
// `add_replies` adds them up. `count_without_queue` is for what did not fit.

// What `two_plies` says about a position whose irregular moves do not fit into the queue.
#define QUEUE_FULL 0xffffffff

// For each position, `ranges` gets the place of its first move in the queue and the number of its moves there.
KERNEL two_plies(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 first, u32 n,
                 u32 capacity, GLOBAL u32 *RESTRICT queued, GLOBAL u64 *RESTRICT queue, GLOBAL u32 *RESTRICT ranges,
                 GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i >= n) {
        return;
    }
    u32 index = list[first + i];
    Packed position = load(boards, index);
    Sets sets;
    counts[index] = count_regular_moves(tables, position, &sets);
    u32 moves = 0;
    for (u32 set = 0; set < sets.len; set++) {
        moves += POPC(sets.targets[set]) * (KIND(sets.codes[set]) == PROMOTION ? 4 : 1);
    }
    u32 place = moves ? ATOMIC_ADD(queued, moves) : 0;
    ranges[2 * i] = place;
    // The sum of all moves may be more than the capacity, but not more than 2^32.
    if (place > capacity || moves > capacity - place) {
        ranges[2 * i + 1] = QUEUE_FULL;
        return;
    }
    ranges[2 * i + 1] = moves;
    for (u32 set = 0; set < sets.len; set++) {
        u32 code = sets.codes[set], kinds = KIND(code) == PROMOTION ? 4 : 1;
        for (u64 rest = sets.targets[set]; rest; rest &= rest - 1) {
            for (u32 promoted = 0; promoted < kinds; promoted++) {
                store(queue, place++, make(position, code, CTZ(rest), promoted));
            }
        }
    }
}

// Counts the replies to the moves in the queue.
KERNEL count_queue(Tables tables, u32 capacity, GLOBAL const u32 *RESTRICT queued, GLOBAL const u64 *RESTRICT queue,
                   GLOBAL u32 *RESTRICT replies) {
    u32 all = queued[0] < capacity ? queued[0] : capacity;
    for (u64 i = TID(); i < all; i += ITEMS()) {
        Board board = unpack(load(queue, i));
        // Behind the last moves that fit there may be a place that was never written.
        replies[i] = board.kings ? count_moves(tables, &board) : 0;
    }
}

// Adds up the replies, and empties the queue.
KERNEL add_replies(GLOBAL const u32 *RESTRICT list, u32 first, u32 n, GLOBAL const u32 *RESTRICT ranges,
                   GLOBAL const u32 *RESTRICT replies, GLOBAL u32 *RESTRICT queued, GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i == 0) {
        queued[0] = 0;
    }
    if (i >= n || ranges[2 * i + 1] == QUEUE_FULL) {
        return;
    }
    u64 sum = counts[list[first + i]];
    for (u32 move = 0; move < ranges[2 * i + 1]; move++) {
        sum += replies[ranges[2 * i] + move];
    }
    counts[list[first + i]] = sum;
}

// Counts the positions whose moves did not fit into the queue.
KERNEL count_without_queue(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 first,
                           u32 n, GLOBAL const u32 *RESTRICT ranges, GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n && ranges[2 * i + 1] == QUEUE_FULL) {
        u32 index = list[first + i];
        counts[index] = count_two_plies_by_making(tables, load(boards, index));
    }
}
