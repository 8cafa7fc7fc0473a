// The last two plies with every move of the first one made: slower than the differential node, to check it.

KERNEL two_plies_by_making(Tables tables, GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 first,
                           u32 n, GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n) {
        u32 index = list[first + i];
        counts[index] = count_two_plies_by_making(tables, load(boards, index));
    }
}
