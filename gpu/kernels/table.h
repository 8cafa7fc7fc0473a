// Hash tables: equal positions of a level are counted once, and counts are kept from batch to batch.

// The number of words of the host's random keys.
#define KEY_WORDS 14

// 64 bits of a strongly universal hash function of the position: two different positions have equal values with
// probability 2^-64 over the choice of the keys (Dietzfelbinger, "Universal hashing and k-wise independent random
// variables via integer arithmetic without primes", 1996). `keys` has 128 bits for each word and a summand.
DEV u64 strong_hash(Packed position, GLOBAL const u64 *RESTRICT keys) {
    u64 words[4] = {position.us, position.a, position.b, position.c};
    u64 low = keys[8], high = keys[9];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        u64 product = words[k] * keys[2 * k];
        high += MUL_HI(words[k], keys[2 * k]) + words[k] * keys[2 * k + 1];
        low += product;
        high += low < product;
    }
    return high;
}

// An independent hash that selects a place in a table. Its upper bits are the better ones.
DEV u32 place_of(Packed position, GLOBAL const u64 *RESTRICT keys, u32 bits) {
    u64 sum = position.us * keys[10] + position.a * keys[11] + position.b * keys[12] + position.c * keys[13];
    return (u32)((sum ^ sum << 29) * 0x9e3779b97f4a7c15 >> (64 - bits));
}

// Each position of a level writes its number to its place. Of equal positions one remains.
KERNEL claim(GLOBAL const u64 *RESTRICT boards, u32 n, GLOBAL const u64 *RESTRICT keys, u32 bits,
             GLOBAL u32 *RESTRICT places) {
    u32 i = (u32)TID();
    if (i < n) {
        places[place_of(load(boards, i), keys, bits)] = i;
    }
}

// Decides for each position whether it must be counted: not if it equals another one of the level, whose number is then
// in `first`, and not if the table holds its count. Positions are compared in full; a number that was overwritten is a
// duplicate that goes unnoticed.
KERNEL select_wanted(GLOBAL const u64 *RESTRICT boards, u32 n, GLOBAL const u64 *RESTRICT keys, u32 bits,
              GLOBAL const u32 *RESTRICT places, u32 table_bits, GLOBAL const u64 *RESTRICT table,
              GLOBAL u32 *RESTRICT first, GLOBAL u64 *RESTRICT counts, GLOBAL u32 *RESTRICT wanted) {
    u32 i = (u32)TID();
    if (i >= n) {
        return;
    }
    Packed position = load(boards, i);
    u32 other = places[place_of(position, keys, bits)];
    u32 is_wanted = 1, equal = i;
    if (other != i && other < n) {
        Packed twin = load(boards, other);
        if (twin.us == position.us && twin.a == position.a && twin.b == position.b && twin.c == position.c) {
            equal = other;
            is_wanted = 0;
        }
    }
    if (is_wanted && table_bits) {
        u64 entry = 2 * (u64)place_of(position, keys, table_bits);
        u64 check = table[entry], count = table[entry + 1];
        if (count && (check ^ count) == strong_hash(position, keys)) {
            counts[i] = count;
            is_wanted = 0;
        }
    }
    first[i] = equal;
    wanted[i] = is_wanted;
}

// Lists the wanted positions.
KERNEL list_wanted(GLOBAL const u32 *RESTRICT wanted, GLOBAL const u32 *RESTRICT offsets, u32 n,
                   GLOBAL u32 *RESTRICT list) {
    u32 i = (u32)TID();
    if (i < n && wanted[i]) {
        list[offsets[i]] = i;
    }
}

// Copies the counts of equal positions.
KERNEL copy_counts(GLOBAL const u32 *RESTRICT first, u32 n, GLOBAL u64 *RESTRICT counts) {
    u32 i = (u32)TID();
    if (i < n && first[i] != i) {
        counts[i] = counts[first[i]];
    }
}

// Stores counts. The check word is xored with the count, so that an entry of which each half is from another position
// matches neither (Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess engines",
// 2002).
KERNEL store_counts(GLOBAL const u64 *RESTRICT boards, GLOBAL const u32 *RESTRICT list, u32 n,
                GLOBAL const u64 *RESTRICT keys, u32 table_bits, GLOBAL const u64 *RESTRICT counts,
                GLOBAL u64 *RESTRICT table) {
    u32 i = (u32)TID();
    if (i < n) {
        u32 index = list[i];
        Packed position = load(boards, index);
        u64 entry = 2 * (u64)place_of(position, keys, table_bits), count = counts[index];
        table[entry] = strong_hash(position, keys) ^ count;
        table[entry + 1] = count;
    }
}
