// Random lines, one for each work item: see `movegen/src/perft/estimate/sampler.rs`. The host turns the numbers of moves
// into weights, so that sums of floating-point numbers are those of the CPU.

// SplitMix64, see `movegen/src/random.rs`.
DEV u64 next_random(u64 *state) {
    *state += 0x9e3779b97f4a7c15;
    u64 mixed = *state;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

// Walks `plies` moves from each start and counts the leaves one and two plies below the end. Writes the number of legal
// moves at each ply, 0 after the end of a line.
KERNEL walk(Tables tables, GLOBAL const u64 *RESTRICT starts, GLOBAL const u64 *RESTRICT states, u32 n, u32 plies,
            u32 black, GLOBAL u16 *RESTRICT moves, GLOBAL u32 *RESTRICT one_ply, GLOBAL u32 *RESTRICT two_plies) {
    u32 i = (u32)TID();
    if (i >= n) {
        return;
    }
    Packed position = load(starts, i);
    u64 state = states[i];
    u32 alive = 1;
    Sets sets;
    for (u32 ply = 0; ply < plies; ply++) {
        u32 count = 0;
        if (alive) {
            Board board = unpack(position);
            int mirrored = (int)((black + ply) & 1);
            sets.len = 0;
            count = generate(tables, &board, &sets, mirrored, DANGER_UNKNOWN, 0);
            alive = count != 0;
        }
        moves[(u64)ply * n + i] = (u16)count;
        if (!alive) {
            continue;
        }
        u32 chosen = (u32)MUL_HI(next_random(&state), (u64)count), index = 0, each = 1;
        for (;; index++) {
            each = KIND(sets.codes[index]) == PROMOTION ? 4 : 1;
            u32 of_set = each * POPC(sets.targets[index]);
            if (chosen < of_set || index + 1 >= sets.len) {
                break;
            }
            chosen -= of_set;
        }
        int mirrored = (int)((black + ply) & 1);
        u64 targets = mirrored ? byte_swap(sets.targets[index]) : sets.targets[index];
        for (u32 skipped = 0; skipped < chosen / each; skipped++) {
            targets &= targets - 1;
        }
        u32 to = mirrored ? CTZ(targets) ^ 56 : CTZ(targets);
        position = make(position, sets.codes[index], to, chosen % each);
    }
    Board board = unpack(position);
    one_ply[i] = alive ? count_moves(tables, &board) : 0;
    u64 leaves = 0;
    if (alive) {
        leaves = count_regular_moves(tables, position, &sets);
        leaves += count_each_reply(tables, position, &sets);
    }
    two_plies[i] = (u32)leaves;
}
