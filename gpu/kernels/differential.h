// The differential node: the number of leaves two plies below a position without making most of the moves. The method
// is explained in `movegen/src/chess/count/differential/mod.rs`; U is the side to move and V the side that replies.
// Here every promotion is irregular, and zone moves are not treated apart.

// A set of squares for each direction. "Up" is towards higher squares.
typedef struct {
    // North, north-east, east, north-west.
    u64 up[4];
    // South, south-west, west, south-east.
    u64 down[4];
} Directions;

// The squares attacked along each kind of line.
typedef struct {
    u64 file, diagonal, rank, anti;
} Lines;

#define STEP_OF(line) ((line) == 0 ? 8 : (line) == 1 ? 9 : (line) == 2 ? 1 : 7)
// The squares that one step can reach without wrapping around the edge.
#define REACH_UP(line) ((line) == 0 ? ~(u64)0 : (line) == 3 ? NOT_H : NOT_A)
#define REACH_DOWN(line) ((line) == 0 ? ~(u64)0 : (line) == 3 ? NOT_A : NOT_H)

// Kogge-Stone fills (Steffan Westcott, Chess Programming Wiki): attacks up to the first blocker.
DEV u64 fill_up(u64 sliders, u64 empty, int line) {
    u32 step = STEP_OF(line);
    u64 through = empty & REACH_UP(line), filled = sliders;
    filled |= through & filled << step;
    through &= through << step;
    filled |= through & filled << 2 * step;
    through &= through << 2 * step;
    filled |= through & filled << 4 * step;
    return REACH_UP(line) & filled << step;
}

DEV u64 fill_down(u64 sliders, u64 empty, int line) {
    u32 step = STEP_OF(line);
    u64 through = empty & REACH_DOWN(line), filled = sliders;
    filled |= through & filled >> step;
    through &= through >> step;
    filled |= through & filled >> 2 * step;
    through &= through >> 2 * step;
    filled |= through & filled >> 4 * step;
    return REACH_DOWN(line) & filled >> step;
}

DEV Directions slider_attacks(u64 straight, u64 diagonal, u64 empty) {
    Directions attacks;
#pragma unroll
    for (int line = 0; line < 4; line++) {
        u64 sliders = line & 1 ? diagonal : straight;
        attacks.up[line] = fill_up(sliders, empty, line);
        attacks.down[line] = fill_down(sliders, empty, line);
    }
    return attacks;
}

DEV Lines lines_of(Directions attacks) {
    Lines lines;
    lines.file = attacks.up[0] | attacks.down[0];
    lines.diagonal = attacks.up[1] | attacks.down[1];
    lines.rank = attacks.up[2] | attacks.down[2];
    lines.anti = attacks.up[3] | attacks.down[3];
    return lines;
}

DEV u64 any_line(Lines lines) {
    return lines.file | lines.diagonal | lines.rank | lines.anti;
}

// A number for each square, in bit planes: plane k has bit k of every number, in two's complement.
typedef struct {
    u64 bits[8];
} Planes;

DEV void add_one(Planes *planes, u64 set) {
#pragma unroll
    for (int k = 0; k < 8; k++) {
        u64 carry = planes->bits[k] & set;
        planes->bits[k] ^= set;
        set = carry;
    }
}

DEV void subtract_one(Planes *planes, u64 set) {
#pragma unroll
    for (int k = 0; k < 8; k++) {
        planes->bits[k] ^= set;
        set &= planes->bits[k];
    }
}

// Adds a number from -128 to 127 to those of a set of squares.
DEV void add_number(Planes *planes, u64 set, int number) {
    u64 carry = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        u64 addend = (0 - (u64)(number >> k & 1)) & set, partial = planes->bits[k] ^ addend;
        u64 next = (planes->bits[k] & addend) | (partial & carry);
        planes->bits[k] = partial ^ carry;
        carry = next;
    }
}

DEV int number_at(const Planes *planes, u32 square) {
    int number = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        number |= (int)(planes->bits[k] >> square & 1) << k;
    }
    return (number ^ 128) - 128;
}

// The sum of the numbers of a set of squares.
DEV int sum_of(const Planes *planes, u64 set) {
    int sum = -(int)(POPC(planes->bits[7] & set) << 7);
#pragma unroll
    for (int k = 0; k < 7; k++) {
        sum += (int)(POPC(planes->bits[k] & set) << k);
    }
    return sum;
}

// For each of `squares`, the number of open squares that a slider on it could reach in one direction, as three bit
// planes: each bit of the length is the parity of some of the nested sets of squares with a ray of at least one, two, ...
// squares.
DEV void ray_lengths(u64 squares, u64 empty, u64 open, int line, int up, u64 *bits) {
    u64 reach = up ? REACH_UP(line) : REACH_DOWN(line);
    int back = up ? -STEP_OF(line) : STEP_OF(line);
    empty &= reach;
    u64 length = shifted(reach & open, back), odd = length, twos = 0, four = 0;
#pragma unroll
    for (int k = 2; k <= 7; k++) {
        length = shifted(empty & length, back);
        if (k & 1) {
            odd ^= length;
        } else {
            twos ^= length;
        }
        if (k == 4) {
            four = length;
        }
    }
    bits[0] = (odd ^ twos) & squares;
    bits[1] = twos & squares;
    bits[2] = four & squares;
}

// Adds the contribution of the sliders of one line to the weights.
DEV void add_line_weights(Planes *weights, u64 up, u64 down, u64 sliders, u64 empty, u64 open, int line) {
    u64 one[3], other[3];
    ray_lengths((up & open) | sliders, empty, open, line, 1, one);
    ray_lengths((down & open) | sliders, empty, open, line, 0, other);
    // The sum of both rays, at most seven.
    u64 ones = one[0] ^ other[0], carry = one[0] & other[0];
    u64 twos = one[1] ^ other[1] ^ carry;
    carry = (one[1] & other[1]) | ((one[1] ^ other[1]) & carry);
    u64 fours = one[2] ^ other[2] ^ carry;
    // Minus the attacks on squares that are not open: no square with a ray is among them, except that of a slider.
    u64 defended_up = up & ~open, defended_down = down & ~open;
    u64 minus_one = defended_up ^ defended_down, minus_two = defended_up & defended_down;
    u64 borrow = minus_one & ~ones, subtrahend = minus_two | borrow;
    ones ^= minus_one;
    borrow = subtrahend & ~twos;
    twos ^= subtrahend;
    u64 sign = borrow & ~fours;
    fours ^= borrow;
    u64 addend = 0;
    carry = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        addend = k == 0 ? ones : k == 1 ? twos : k == 2 ? fours : sign;
        u64 partial = weights->bits[k] ^ addend, next = (weights->bits[k] & addend) | (partial & carry);
        weights->bits[k] = partial ^ carry;
        carry = next;
    }
}

// V's king and the lines on which U's sliders may give check.
typedef struct {
    // V's pieces pinned on these lines.
    u64 pinned;
    // Each line to a slider of U with at most one piece of either side on it, the slider included.
    u64 sensitive;
    // The squares from which a slider gives check, now or after one piece of V has left the line.
    u64 checks;
} KingLines;

DEV u64 line_attacks(Tables tables, u32 square, u64 occupied, int straight) {
    return straight ? rook(tables, square, occupied) : bishop(tables, square, occupied);
}

DEV KingLines king_lines(Tables tables, u32 king, u64 occupied, u64 us, u64 sliders, int straight) {
    // Up to the first, second and third piece on each ray.
    u64 first = line_attacks(tables, king, occupied, straight);
    u64 second = line_attacks(tables, king, occupied & ~first, straight);
    u64 third = line_attacks(tables, king, occupied & ~second, straight);
    KingLines lines;
    lines.pinned = lines.sensitive = 0;
    for (u64 rest = third & sliders & us; rest; rest &= rest - 1) {
        u64 between = BETWEEN(tables, king, CTZ(rest));
        u64 ours = between & us, theirs = between & occupied & ~us;
        if ((ours & (ours - 1)) == 0 && (theirs & (theirs - 1)) == 0) {
            lines.sensitive |= between | (rest & (0 - rest));
            lines.pinned |= ours ? 0 : theirs;
        }
    }
    lines.checks = line_attacks(tables, king, occupied & ~(first & ~us), straight);
    return lines;
}

// What is known about V's replies before U moves.
typedef struct {
    // The number of V's legal moves if U passes.
    u32 pass_count;
    // What V gains when U leaves a square, or loses when U enters it.
    Planes weights;
    // Moves that start or end on these squares are irregular.
    // Moves of queens if they do so for bishops or rooks.
    u64 bishop, rook, knight, king, pawn;
    // The squares attacked by V's sliders: moves along such a line are irregular.
    Lines lines;
    // The squares that V's pawns push to, or would if they were vacated.
    u64 pushes;
} Analysis;

// The contribution of V's pawns that are not pinned.
DEV void add_pawns(Analysis *analysis, const Board *board, u64 pawns) {
    u64 us = board->us, them = board->them, empty = ~board->occupied;
    u64 ahead = pawns >> 8, single = ahead & ~them, to_east = east(ahead), to_west = west(ahead);
    Planes *weights = &analysis->weights;
    subtract_one(weights, to_east);
    subtract_one(weights, to_west);
    add_one(weights, single);
    u64 third = single & RANK_6, twice = third >> 8 & ~them, twice_over_empty = (third & empty) >> 8;
    // The square passed over, if the target is empty, and the target, if the square passed over is empty.
    add_one(weights, (third & (twice & empty) << 8) | (twice & twice_over_empty));
    // When a pawn is captured, its moves are lost.
    u64 single_origins = (single & empty) << 8, twice_origins = (twice_over_empty & twice & empty) << 16;
    u64 east_origins = west(to_east & us) << 8, west_origins = east(to_west & us) << 8;
    analysis->pass_count += POPC(single_origins) + POPC(twice_origins) + POPC(east_origins) + POPC(west_origins);
    add_one(weights, single_origins);
    add_one(weights, twice_origins);
    add_one(weights, east_origins);
    add_one(weights, west_origins);
    if (ahead & RANK_1) {
        // A promotion is four moves: three more.
        add_number(weights, to_east & RANK_1, -3);
        add_number(weights, to_west & RANK_1, -3);
        add_number(weights, single & RANK_1, 3);
        u64 last = RANK_1 << 8;
        analysis->pass_count +=
            3 * (POPC(single_origins & last) + POPC(east_origins & last) + POPC(west_origins & last));
        add_number(weights, single_origins & last, 3);
        add_number(weights, east_origins & last, 3);
        add_number(weights, west_origins & last, 3);
    }
    analysis->pushes = single | twice;
}

// The moves of V's pinned pieces other than the king.
DEV u32 count_pinned(Tables tables, const Board *board, u64 pinned, u64 straight_lines, u64 diagonal_lines, u32 king) {
    u32 count = 0;
    for (u64 rest = board->straight & pinned & straight_lines; rest; rest &= rest - 1) {
        count += POPC(rook(tables, CTZ(rest), board->occupied) & straight_lines & ~board->them);
    }
    for (u64 rest = board->diagonal & pinned & diagonal_lines; rest; rest &= rest - 1) {
        count += POPC(bishop(tables, CTZ(rest), board->occupied) & diagonal_lines & ~board->them);
    }
    for (u64 rest = board->pawns & pinned; rest; rest &= rest - 1) {
        u64 pawn = rest & (0 - rest);
        u64 single = (pawn & straight_lines & FILE_A << (king & 7)) >> 8 & ~board->occupied;
        u64 twice = (single & RANK_6) >> 8 & ~board->occupied;
        u64 captures = pawn & diagonal_lines ? ENTRY(tables, CTZ(pawn), PAWN_DOWN) & board->us & diagonal_lines : 0;
        u64 targets = single | twice | captures;
        count += POPC(targets) + 3 * POPC(targets & RANK_1);
    }
    return count;
}

// Analyses V's replies. Neither side is in check. `attacks` are those of all of V's sliders.
DEV void analyse(Tables tables, const Board *board, Directions attacks, Analysis *analysis) {
    u64 occupied = board->occupied, us = board->us, them = board->them, empty = ~occupied;
    u64 king_bit = board->kings & them;
    u32 king = CTZ(king_bit);
    // The zone: the squares that V's king may move to or castle across if U does not attack them.
    u64 near = ENTRY(tables, king, KING_FROM), zone = near & ~them, castling = 0;
    u64 rights = rights_with_room(tables, board->castling & them, king, them);
    for (u64 rest = rights; rest; rest &= rest - 1) {
        u32 from = CTZ(rest);
        CastlingPath path = castling_path(king, from);
        // A piece of V on the path blocks it. If U captures that piece, the capturer blocks it.
        if ((path.clear & them) == 0) {
            zone |= path.king & ~king_bit;
            // A rook that is not in the corner may shield the king from a slider behind it.
            castling |= bit(from) & CORNERS ? path.king | path.clear | bit(from) : RANK_8;
        }
    }
    // The king does not shield the squares behind it.
    u64 through = empty | king_bit;
    // The squares that U's sliders attack, those from which sliders would attack the zone, and those between: moves there
    // block or open an attack.
    u64 enemy = 0, between = 0, straight_origins = 0, diagonal_origins = 0;
#pragma unroll
    for (int line = 0; line < 4; line++) {
        u64 sliders = (line & 1 ? board->diagonal : board->straight) & us;
        u64 up = fill_up(sliders, through, line), down = fill_down(sliders, through, line);
        u64 below = fill_down(zone, through, line), above = fill_up(zone, through, line);
        enemy |= up | down;
        between |= (below & up) | (above & down);
        if (line & 1) {
            diagonal_origins |= below | above;
        } else {
            straight_origins |= below | above;
        }
    }
    KingLines straight = king_lines(tables, king, occupied, us, board->straight, 1);
    KingLines diagonal = king_lines(tables, king, occupied, us, board->diagonal, 0);
    u64 touch = near | straight.sensitive | diagonal.sensitive | castling | between;
    analysis->bishop = touch | diagonal_origins | diagonal.checks;
    analysis->rook = touch | straight_origins | straight.checks;
    analysis->knight = touch | knights_attack(zone) | ENTRY(tables, king, KNIGHT_FROM);
    analysis->king = touch | kings_attack(zone) | zone;
    u64 below = (zone | king_bit) >> 8;
    analysis->pawn = touch | east(below) | west(below);

    // V's replies if U passes.
    u64 ahead = (board->pawns & us) << 8;
    u64 danger = enemy | east(ahead) | west(ahead) | knights_attack(board->knights & us) |
                 ENTRY(tables, CTZ(board->kings & us), KING_FROM);
    u64 pinned = straight.pinned | diagonal.pinned, free = them & ~pinned;
    analysis->pass_count = POPC(near & ~them & ~danger);
    if (rights) {
        analysis->pass_count += POPC(castling_rooks(tables, rights, king, occupied, board->straight & us, danger));
    }
    if (pinned) {
        analysis->pass_count += count_pinned(tables, board, pinned, straight.sensitive, diagonal.sensitive, king);
        attacks = slider_attacks(board->straight & free, board->diagonal & free, empty);
    }
    analysis->lines = lines_of(attacks);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        analysis->weights.bits[k] = 0;
    }
#pragma unroll
    for (int line = 0; line < 4; line++) {
        u64 up = attacks.up[line], down = attacks.down[line];
        analysis->pass_count += POPC(up & ~them) + POPC(down & ~them);
        add_line_weights(&analysis->weights, up, down, (line & 1 ? board->diagonal : board->straight) & free, empty,
                         ~them, line);
    }
    for (u64 rest = board->knights & free; rest; rest &= rest - 1) {
        u64 moves = ENTRY(tables, CTZ(rest), KNIGHT_FROM);
        u32 count = POPC(moves & ~them);
        analysis->pass_count += count;
        subtract_one(&analysis->weights, moves & them);
        add_number(&analysis->weights, rest & (0 - rest), (int)count);
    }
    add_pawns(analysis, board, board->pawns & free);
}

// The squares that moves of this set must not end on to be regular.
DEV u64 irregular_targets(Tables tables, const Board *board, const Analysis *analysis, u32 code) {
    const Lines *lines = &analysis->lines;
    if (code & RELATIVE) {
        // Single or double pushes, or captures to the east or west.
        u32 offset = 64 - (code & 63);
        u64 same_line = offset == 9 ? lines->diagonal : offset == 7 ? lines->anti : lines->file | analysis->pushes;
        return analysis->pawn | (analysis->pawn | same_line) << offset;
    }
    u32 from = code & 63;
    u64 touch, bad = 0;
    if (code & ON_DIAGONALS) {
        touch = analysis->bishop;
        bad = if_in(lines->diagonal, from, ENTRY(tables, from, LINE_DIAGONAL)) |
              if_in(lines->anti, from, ENTRY(tables, from, LINE_ANTI)) |
              (ENTRY(tables, from, PAWN_UP) & board->pawns & board->them);
    } else if (code & ON_STRAIGHTS) {
        touch = analysis->rook;
        bad = if_in(lines->rank, from, ENTRY(tables, from, LINE_RANK)) |
              if_in(lines->file | analysis->pushes, from, ENTRY(tables, from, LINE_FILE));
    } else if (code & AS_KING) {
        touch = analysis->king;
        bad = if_in(analysis->pushes, from, ENTRY(tables, from, LINE_FILE));
    } else {
        touch = analysis->knight;
    }
    touch |= if_in(board->diagonal & board->straight, from, analysis->bishop | analysis->rook);
    return bad | touch | if_in(touch, from, ~(u64)0);
}

// Adds one to the numbers of a set of squares, which have `bits` bits.
DEV void increment(u64 *planes, int bits, u64 set) {
#pragma unroll
    for (int k = 0; k < bits; k++) {
        u64 plane = planes[k];
        planes[k] = plane ^ set;
        set &= plane;
    }
}

// The captures en passant that V gets by U's double pushes to these squares.
DEV u32 en_passant_replies(Tables tables, Packed position, const Board *board, u64 targets) {
    u64 pawns = board->pawns & board->them;
    u32 count = 0;
    for (u64 rest = targets & (east(pawns) | west(pawns)); rest; rest &= rest - 1) {
        Board child = unpack(make(position, MOVED_BY(16, DOUBLE_PUSH), CTZ(rest), 0));
        if (child.en_passant) {
            count += POPC(en_passant_origins(tables, &child));
        }
    }
    return count;
}

// Sums up the replies to regular moves and leaves the irregular ones in `sets`.
DEV int count_regular(Tables tables, Packed position, const Board *board, const Analysis *analysis, Sets *sets) {
    int total = 0;
    // How many moves enter each square, and how many moves of pawns leave it, in bit planes.
    u64 entered[5] = {0, 0, 0, 0, 0}, left[3] = {0, 0, 0};
    for (u32 index = 0; index < sets->len; index++) {
        u32 code = sets->codes[index];
        if (KIND(code) > DOUBLE_PUSH) {
            continue;
        }
        u64 targets = sets->targets[index];
        u64 bad = irregular_targets(tables, board, analysis, code);
        u64 regular = targets & ~bad;
        sets->targets[index] = targets & bad;
        int moves = (int)POPC(regular), each = (int)analysis->pass_count;
        if (code & RELATIVE) {
            u32 offset = 64 - (code & 63);
            increment(left, 3, regular >> offset);
            // A pawn that captures a pawn: V loses one capture, which is in both weights.
            total += POPC(regular & board->pawns & board->them);
            if (KIND(code) == DOUBLE_PUSH) {
                total += en_passant_replies(tables, position, board, regular);
            }
        } else {
            each += number_at(&analysis->weights, code & 63);
        }
        total += moves * each;
        increment(entered, 5, regular);
    }
    total += sum_of(&analysis->weights, left[0]) - sum_of(&analysis->weights, entered[0]);
    total += 2 * (sum_of(&analysis->weights, left[1]) - sum_of(&analysis->weights, entered[1]));
    // Larger numbers are rare.
    if (left[2] | entered[2] | entered[3] | entered[4]) {
        total += 4 * (sum_of(&analysis->weights, left[2]) - sum_of(&analysis->weights, entered[2]));
        total -= 8 * sum_of(&analysis->weights, entered[3]) + 16 * sum_of(&analysis->weights, entered[4]);
    }
    return total;
}

// With so few moves, making each costs less than the analysis.
#define FEW_MOVES 4

// Counts the replies to regular moves, and leaves the irregular moves in `sets`.
DEV u64 count_regular_moves(Tables tables, Packed position, Sets *sets) {
    Board board = unpack(position);
    u64 king = board.kings & board.us;
    Directions attacks =
        slider_attacks(board.straight & board.them, board.diagonal & board.them, ~board.occupied | king);
    u64 danger = any_line(lines_of(attacks)) | leaper_danger(tables, &board);
    sets->len = 0;
    u32 moves = generate(tables, &board, sets, 0, DANGER_KNOWN, danger);
    if ((danger & king) != 0 || moves <= FEW_MOVES) {
        return 0;
    }
    Analysis analysis;
    analyse(tables, &board, attacks, &analysis);
    return (u64)(i64)count_regular(tables, position, &board, &analysis, sets);
}
