// A position as the side to move sees it, and how moves change it.
//
// The board is stored from the view of the side to move: its pawns move up, and after every move the ranks
// are mirrored. So one generator serves both sides.
//
// Three words hold a code for each square:
//
//   code  a b c   piece
//   0     - - -   none; the en passant square if the bit in `us` is set
//   1     a - -   pawn
//   2     - b -   bishop
//   3     a b -   knight
//   4     - - c   rook
//   5     a - c   rook that may castle
//   6     - b c   queen
//   7     a b c   king
//
// `us` has the pieces of the side to move.

typedef struct {
    u64 us, a, b, c;
} Packed;

// The sets of a position. A queen is in both `diagonal` and `straight`.
typedef struct {
    u64 us, them, occupied, pawns, knights, diagonal, straight, kings, castling, en_passant;
} Board;

#define FILE_A ((u64)0x0101010101010101)
#define NOT_A ((u64)0xfefefefefefefefe)
#define NOT_H ((u64)0x7f7f7f7f7f7f7f7f)
#define RANK_1 ((u64)0xff)
#define RANK_3 ((u64)0xff0000)
#define RANK_6 ((u64)0xff0000000000)
#define RANK_7 ((u64)0xff000000000000)
#define RANK_8 ((u64)0xff00000000000000)
#define CORNERS ((u64)0x8100000000000081)

// For each square, eight words of the tables.
#define LINE_FILE 0
#define LINE_DIAGONAL 1
#define LINE_ANTI 2
#define LINE_RANK 3
#define KNIGHT_FROM 4
#define KING_FROM 5
// What pawns of the side to move and of the other side attack.
#define PAWN_UP 6
#define PAWN_DOWN 7
#define ENTRY(tables, square, word) ((tables)[(square) * 8 + (word)])
#define BETWEEN(tables, a, b) ((tables)[512 + (a) * 64 + (b)])
// Bytes: attacks along a rank, by the file of the slider and the six inner squares.
#define RANK_ATTACKS(tables) ((GLOBAL const u8 *)((tables) + 512 + 4096))

DEV u64 bit(u32 square) {
    return (u64)1 << square;
}

DEV u64 east(u64 set) {
    return set << 1 & NOT_A;
}

DEV u64 west(u64 set) {
    return set >> 1 & NOT_H;
}

// `line` if the square is in the set, otherwise nothing.
DEV u64 if_in(u64 set, u32 square, u64 line) {
    return (0 - (set >> square & 1)) & line;
}

// The set moved by -16 to 16 squares.
DEV u64 shifted(u64 set, int offset) {
    return offset < 0 ? set >> -offset : set << offset;
}

DEV u64 knights_attack(u64 set) {
    u64 one = east(set) | west(set);
    u64 two = (set << 2 & (u64)0xfcfcfcfcfcfcfcfc) | (set >> 2 & (u64)0x3f3f3f3f3f3f3f3f);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

DEV u64 kings_attack(u64 set) {
    u64 row = set | east(set) | west(set);
    return (row | row << 8 | row >> 8) & ~set;
}

DEV Packed load(GLOBAL const u64 *RESTRICT boards, u64 index) {
    Packed position;
    position.us = boards[4 * index];
    position.a = boards[4 * index + 1];
    position.b = boards[4 * index + 2];
    position.c = boards[4 * index + 3];
    return position;
}

DEV void store(GLOBAL u64 *RESTRICT boards, u64 index, Packed position) {
    boards[4 * index] = position.us;
    boards[4 * index + 1] = position.a;
    boards[4 * index + 2] = position.b;
    boards[4 * index + 3] = position.c;
}

DEV Board unpack(Packed position) {
    u64 a = position.a, b = position.b, c = position.c;
    Board board;
    board.occupied = a | b | c;
    board.us = position.us & board.occupied;
    board.them = board.occupied & ~position.us;
    board.en_passant = position.us & ~board.occupied;
    board.pawns = a & ~b & ~c;
    board.knights = a & b & ~c;
    board.diagonal = b & ~a;
    board.straight = c & ~(a & b);
    board.kings = a & b & c;
    board.castling = a & ~b & c;
    return board;
}

// Attacks of sliders: hyperbola quintessence (Aleks Peshkov and Gerd Isenberg, Chess Programming Wiki). A line
// other than a rank has one square on each rank, so swapping the bytes reverses it.
DEV u64 hyperbola(u64 from, u64 swapped_from, u64 occupied, u64 line) {
    u64 blockers = occupied & line;
    u64 up = blockers - (from << 1), down = byte_swap(blockers) - (swapped_from << 1);
    return (up ^ byte_swap(down)) & line;
}

DEV u64 rook(Tables tables, u32 square, u64 occupied) {
    u32 shift = square & 56;
    u32 inner = (u32)(occupied >> shift) >> 1 & 63;
    u64 rank = (u64)RANK_ATTACKS(tables)[(square & 7) * 64 + inner] << shift;
    return rank | hyperbola(bit(square), bit(square ^ 56), occupied, ENTRY(tables, square, LINE_FILE));
}

DEV u64 bishop(Tables tables, u32 square, u64 occupied) {
    u64 from = bit(square), swapped = bit(square ^ 56);
    return hyperbola(from, swapped, occupied, ENTRY(tables, square, LINE_DIAGONAL)) |
           hyperbola(from, swapped, occupied, ENTRY(tables, square, LINE_ANTI));
}

// Moves of one piece, or of all pawns that move by the same offset: the code says where they come from.
#define PLAIN 0
#define DOUBLE_PUSH 1
#define EN_PASSANT 2
#define CASTLE 3
#define PROMOTION 4
#define KIND(code) ((code) >> 8 & 7)
// How a piece moves; a knight has none of these, and a queen has one set for each kind of line.
#define ON_DIAGONALS 0x800
#define ON_STRAIGHTS 0x1000
#define AS_KING 0x2000
// The origin is relative to the target.
#define RELATIVE 0x40
#define MOVED_BY(offset, kind) ((u32)(-(offset) & 63) | RELATIVE | (u32)(kind) << 8)

DEV u32 origin(u32 code, u32 to) {
    return (code + (code & RELATIVE ? to : 0)) & 63;
}

// The squares of king and rook after castling.
DEV u32 king_after_castling(u32 king, u32 rook) {
    return (king & 56) + (rook > king ? 6 : 2);
}

DEV u32 rook_after_castling(u32 king, u32 rook) {
    return (king & 56) + (rook > king ? 5 : 3);
}

// The position after a move, from the view of the other side. `promoted` is 0 to 3: queen, rook, bishop, knight.
// A castling move has the rook as its target. The en passant square is set if a pawn stands beside the target,
// whether or not the capture is legal.
DEV Packed make(Packed parent, u32 code, u32 to, u32 promoted) {
    u32 from = origin(code, to), kind = KIND(code);
    u64 target = bit(to), source = bit(from), en_passant = 0;
    u64 a = parent.a, b = parent.b, c = parent.c;
    u64 us = parent.us & (a | b | c);
    u64 in_a = a >> from & 1, in_b = b >> from & 1, in_c = c >> from & 1;
    // Moving the king ends all castling rights. A rook that may castle becomes a usual one.
    u64 rights = a & ~b & c & us;
    a &= ~((0 - (in_a & in_b & in_c)) & rights);
    in_a &= ~(in_c & ~in_b);
    u64 removed = source | target, second = 0;
    if (kind >= EN_PASSANT) {
        if (kind == PROMOTION) {
            in_a = promoted == 3;
            in_b = promoted != 1;
            in_c = promoted < 2;
        } else if (kind == EN_PASSANT) {
            removed |= target >> 8;
        } else {
            second = bit(rook_after_castling(from, to));
            target = bit(king_after_castling(from, to));
        }
    } else if (kind == DOUBLE_PUSH) {
        u64 enemies = parent.a & ~parent.b & ~parent.c & ~us;
        en_passant = (east(target) | west(target)) & enemies ? source << 8 : 0;
    }
    a = (a & ~removed) | ((0 - in_a) & target);
    b = (b & ~removed) | ((0 - in_b) & target);
    c = (c & ~removed) | ((0 - in_c) & target) | second;
    us = (us & ~removed) | target | second;
    Packed child;
    child.us = byte_swap((((a | b | c) & ~us)) | en_passant);
    child.a = byte_swap(a);
    child.b = byte_swap(b);
    child.c = byte_swap(c);
    return child;
}
