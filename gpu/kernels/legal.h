// The legal generator. It follows `movegen/src/chess/rules/legal.rs` step by step.

// At most 30 sets of sliders and knights (a queen has two), and those of the king, the pawns, promotions, castling and
// en passant. The host counts positions with more than 16 men on a side by itself.
#define MAX_SETS 48

// Sets of moves that have the origin and the kind in common.
typedef struct {
    u64 targets[MAX_SETS];
    u16 codes[MAX_SETS];
    u32 len;
} Sets;

DEV void add(Sets *sets, u64 targets, u32 code) {
    sets->targets[sets->len] = targets;
    sets->codes[sets->len] = (u16)code;
    sets->len += targets != 0 && sets->len < MAX_SETS - 1;
}

// The squares strictly between two squares of one rank.
DEV u64 between_on_rank(u32 one, u32 other) {
    u32 low = one < other ? one : other, high = one < other ? other : one;
    return (bit(high) - 1) & ~((bit(low) << 1) - 1);
}

// The rooks with which a king may castle; none if it stands between pieces of its own that do not castle.
DEV u64 rights_with_room(Tables tables, u64 rights, u32 king, u64 own) {
    return (ENTRY(tables, king, KING_FROM) & RANK_1 << (king & 56) & ~(own & ~rights)) == 0 ? 0 : rights;
}

// The squares that castling needs: those that the king crosses, and those that must be empty.
typedef struct {
    u64 king, clear;
} CastlingPath;

DEV CastlingPath castling_path(u32 king, u32 rook) {
    u32 king_to = king_after_castling(king, rook), rook_to = rook_after_castling(king, rook);
    CastlingPath path;
    path.king = bit(king_to) | between_on_rank(king, king_to);
    path.clear = (path.king | bit(rook_to) | between_on_rank(rook, rook_to)) & ~(bit(king) | bit(rook));
    return path;
}

// Whether castling exposes the king's destination to an enemy rook or queen behind the castling rook.
RARE int uncovers(Tables tables, u64 occupied, u64 enemies, u32 king, u32 from) {
    u32 king_to = king_after_castling(king, from), rook_to = rook_after_castling(king, from);
    u64 after = (occupied & ~(bit(king) | bit(from))) | bit(king_to) | bit(rook_to);
    return (rook(tables, king_to, after) & enemies & RANK_1 << (king & 56)) != 0;
}

// The rooks with which a king that is not in check may castle. `enemies` are the straight sliders of the other side.
DEV u64 castling_rooks(Tables tables, u64 rights, u32 king, u64 occupied, u64 enemies, u64 danger) {
    u64 found = 0;
    for (u64 rest = rights; rest; rest &= rest - 1) {
        u32 from = CTZ(rest);
        CastlingPath path = castling_path(king, from);
        if ((path.clear & occupied) == 0 && (path.king & danger) == 0 &&
            ((bit(from) & CORNERS) != 0 || !uncovers(tables, occupied, enemies, king, from))) {
            found |= bit(from);
        }
    }
    return found;
}

// The squares that their king, knights and pawns attack.
DEV u64 leaper_danger(Tables tables, const Board *board) {
    u64 pawns = (board->pawns & board->them) >> 8;
    return east(pawns) | west(pawns) | knights_attack(board->knights & board->them) |
           ENTRY(tables, CTZ(board->kings & board->them), KING_FROM);
}

// All squares that they attack; our king does not block sliders.
DEV u64 danger_of(Tables tables, const Board *board) {
    u64 occupied = board->occupied & ~(board->kings & board->us);
    u64 set = leaper_danger(tables, board);
    for (u64 rest = board->diagonal & board->them; rest; rest &= rest - 1) {
        set |= bishop(tables, CTZ(rest), occupied);
    }
    for (u64 rest = board->straight & board->them; rest; rest &= rest - 1) {
        set |= rook(tables, CTZ(rest), occupied);
    }
    return set;
}

// The pawns that may capture en passant. Two pawns leave their squares at once, which no pin ray shows, so each
// capture is made on the occupied squares and the king's lines are looked at again.
DEV u64 en_passant_origins(Tables tables, const Board *board) {
    u32 king = CTZ(board->kings & board->us), to = CTZ(board->en_passant);
    u64 captured = board->en_passant >> 8, origins = 0;
    u64 leapers = (ENTRY(tables, king, KNIGHT_FROM) & board->knights) |
                  (ENTRY(tables, king, PAWN_UP) & board->pawns & ~captured);
    if (leapers & board->them) {
        return 0;
    }
    for (u64 rest = ENTRY(tables, to, PAWN_DOWN) & board->pawns & board->us; rest; rest &= rest - 1) {
        u64 after = (board->occupied ^ (rest & (0 - rest)) ^ captured) | board->en_passant;
        u64 attackers = (rook(tables, king, after) & board->straight) | (bishop(tables, king, after) & board->diagonal);
        if ((attackers & board->them) == 0) {
            origins |= rest & (0 - rest);
        }
    }
    return origins;
}

// The rays from the king to each pinner, the pinner included.
DEV u64 pin_rays(Tables tables, u32 king, u64 pinners) {
    u64 rays = pinners;
    for (u64 rest = pinners; rest; rest &= rest - 1) {
        rays |= BETWEEN(tables, king, CTZ(rest));
    }
    return rays;
}

// How the generator is used: constants, for which the compiler makes one instance each.
#define COUNT_ONLY ((Sets *)0)
#define DANGER_UNKNOWN 0
#define DANGER_KNOWN 1

#define EMIT(set, code)                                                                                                \
    do {                                                                                                               \
        u64 emitted = (set);                                                                                           \
        count += POPC(emitted);                                                                                        \
        if (sets) {                                                                                                    \
            add(sets, emitted, code);                                                                                  \
        }                                                                                                              \
    } while (0)

// For each square of the set in the order of a board seen from White, Black's view being mirrored.
#define FOR_EACH(square, set)                                                                                          \
    for (u64 rest = mirrored ? byte_swap(set) : (set); rest; rest &= rest - 1)                                         \
        for (u32 square = mirrored ? CTZ(rest) ^ 56 : CTZ(rest), again = 1; again; again = 0)

// Counts the legal moves, and adds them to `sets` unless that is `COUNT_ONLY`. `known_danger` are the squares that the
// other side attacks, if `danger_known`. With `mirrored`, the order of the sets is that of Black's board.
DEV u32 generate(Tables tables, const Board *board, Sets *sets, int mirrored, int danger_known, u64 known_danger) {
    u64 occupied = board->occupied, us = board->us, them = board->them;
    u32 king = CTZ(board->kings & us), count = 0;
    u64 straight_rays = rook(tables, king, occupied), diagonal_rays = bishop(tables, king, occupied);
    u64 checkers = ((straight_rays & board->straight) | (diagonal_rays & board->diagonal) |
                    (ENTRY(tables, king, KNIGHT_FROM) & board->knights) | (ENTRY(tables, king, PAWN_UP) & board->pawns)) &
                   them;
    u64 steps = ENTRY(tables, king, KING_FROM) & ~us;
    u64 rights = board->castling & us;
    if (rights) {
        rights = checkers ? 0 : rights_with_room(tables, rights, king, us);
    }
    if (steps | rights) {
        u64 danger = danger_known ? known_danger : danger_of(tables, board);
        EMIT(steps & ~danger, king | AS_KING);
        if (rights) {
            u64 rooks = castling_rooks(tables, rights, king, occupied, board->straight & them, danger);
            EMIT(rooks, king | CASTLE << 8);
        }
    }
    u64 targets = ~us;
    if (checkers) {
        if (checkers & (checkers - 1)) {
            return count;
        }
        targets = checkers | BETWEEN(tables, king, CTZ(checkers));
    }
    u64 straight_pins = pin_rays(tables, king,
                                 rook(tables, king, occupied & ~(straight_rays & us)) & ~straight_rays &
                                     board->straight & them);
    u64 diagonal_pins = pin_rays(tables, king,
                                 bishop(tables, king, occupied & ~(diagonal_rays & us)) & ~diagonal_rays &
                                     board->diagonal & them);
    FOR_EACH(from, board->knights & us & ~(straight_pins | diagonal_pins)) {
        EMIT(ENTRY(tables, from, KNIGHT_FROM) & targets, from);
    }
    FOR_EACH(from, board->diagonal & us & ~straight_pins) {
        u64 line = diagonal_pins >> from & 1 ? diagonal_pins : ~(u64)0;
        EMIT(bishop(tables, from, occupied) & targets & line, from | ON_DIAGONALS);
    }
    FOR_EACH(from, board->straight & us & ~diagonal_pins) {
        u64 line = straight_pins >> from & 1 ? straight_pins : ~(u64)0;
        EMIT(rook(tables, from, occupied) & targets & line, from | ON_STRAIGHTS);
    }
    u64 pawns = board->pawns & us;
    if (pawns) {
        u64 empty = ~occupied, file = FILE_A << (king & 7);
        u64 pushers = pawns & ~diagonal_pins & (~straight_pins | file);
        u64 once = pushers << 8 & empty, twice = (once & RANK_3) << 8 & empty & targets;
        u64 capturers = pawns & ~straight_pins;
        u64 free = (capturers & ~diagonal_pins) << 8, pinned = (capturers & diagonal_pins) << 8;
        u64 enemies = them & targets;
        u64 to_east = (east(free) | (east(pinned) & diagonal_pins)) & enemies;
        u64 to_west = (west(free) | (west(pinned) & diagonal_pins)) & enemies;
        once &= targets;
        EMIT(once & ~RANK_8, MOVED_BY(8, PLAIN));
        EMIT(twice, MOVED_BY(16, DOUBLE_PUSH));
        EMIT(to_east & ~RANK_8, MOVED_BY(9, PLAIN));
        EMIT(to_west & ~RANK_8, MOVED_BY(7, PLAIN));
        if (pawns & RANK_7) {
            EMIT(once & RANK_8, MOVED_BY(8, PROMOTION));
            EMIT(to_east & RANK_8, MOVED_BY(9, PROMOTION));
            EMIT(to_west & RANK_8, MOVED_BY(7, PROMOTION));
            count += 3 * POPC((once | to_east) & RANK_8) + 3 * POPC(to_west & RANK_8);
        }
    }
    if (board->en_passant) {
        u64 origins = en_passant_origins(tables, board);
        FOR_EACH(from, origins) {
            EMIT(board->en_passant, from | EN_PASSANT << 8);
        }
    }
    return count;
}

DEV u32 count_moves(Tables tables, const Board *board) {
    return generate(tables, board, COUNT_ONLY, 0, DANGER_UNKNOWN, 0);
}

// Makes the moves of the sets one by one and counts the replies to each.
DEV u64 count_each_reply(Tables tables, Packed position, const Sets *sets) {
    u64 total = 0, rest = 0;
    u32 index = 0, code = 0, promoted = 0;
    for (;;) {
        while (rest == 0 && index < sets->len) {
            rest = sets->targets[index];
            code = sets->codes[index++];
        }
        if (rest == 0) {
            return total;
        }
        Board child = unpack(make(position, code, CTZ(rest), promoted));
        total += count_moves(tables, &child);
        if (KIND(code) == PROMOTION && promoted < 3) {
            promoted++;
        } else {
            promoted = 0;
            rest &= rest - 1;
        }
    }
}

// The last two plies with every move of the first one made.
DEV u64 count_two_plies_by_making(Tables tables, Packed position) {
    Board board = unpack(position);
    Sets sets;
    sets.len = 0;
    generate(tables, &board, &sets, 0, DANGER_UNKNOWN, 0);
    return count_each_reply(tables, position, &sets);
}
