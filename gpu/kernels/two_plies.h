// The last two plies by the differential node.

KERNEL two_plies(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 first, u32 n,
                 GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n) {
        u32 index = list[first + i];
        Sets sets;
        counts[index] = count_two_plies(tables, load(boards, index), &sets);
    }
}
