// Compares vector instructions, one at a time, with plain C, on random operands.
//
// scripts/check-avx512 runs this in the emulator before the tests, so that a bug in the emulator is not mistaken for a
// bug in the kernel. It covers the AVX-512 instructions of the kernel, prints each incorrect one, and returns 1 if there
// is any.

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef union {
    uint8_t b[64];
    uint16_t w[32];
    uint32_t d[16];
    uint64_t q[8];
} Vector;

static Vector a, b, c, found, expected;
static uint64_t k; // The mask.
static int wrong;

// SplitMix64.
static uint64_t next(void) {
    static uint64_t state = 1;
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static void report(const char *name) {
    printf("wrong: %s\n", name);
    wrong = 1;
}

static void check(const char *name) {
    if (memcmp(&found, &expected, sizeof found) != 0) report(name);
}

// Byte `x` times the 8 x 8 bit matrix `m`.
static uint8_t affine(uint8_t x, uint64_t m) {
    uint8_t y = 0;
    for (int n = 0; n < 8; n++) y |= __builtin_parity((m >> (56 - 8 * n) & 0xff) & x) << n;
    return y;
}

static uint64_t ternary(uint64_t x, uint64_t y, uint64_t z, int table) {
    uint64_t r = 0;
    for (int n = 0; n < 8; n++)
        if (table >> n & 1) r |= (n & 4 ? x : ~x) & (n & 2 ? y : ~y) & (n & 1 ? z : ~z);
    return r;
}

static int saturate(int x) { return x > 32767 ? 32767 : x < -32768 ? -32768 : x; }

// Checks `instruction`, element by element.
#define EACH(name, instruction, part, count, element) \
    _mm512_storeu_si512(&found, instruction);         \
    for (int i = 0; i < count; i++) expected.part[i] = (element); \
    check(name);
#define BYTES(name, instruction, element) EACH(name, instruction, b, 64, element)
#define WORDS(name, instruction, element) EACH(name, instruction, w, 32, element)
#define DWORDS(name, instruction, element) EACH(name, instruction, d, 16, element)
#define QWORDS(name, instruction, element) EACH(name, instruction, q, 8, element)
// Checks an instruction whose result is a mask.
#define MASK(name, instruction, count, bit)                                        \
    {                                                                              \
        uint64_t mask = 0;                                                         \
        for (int i = 0; i < count; i++) mask |= (uint64_t)((bit) != 0) << i;       \
        if ((instruction) != mask) report(name);                                   \
    }
#define K (k >> i & 1)
#define TERNARY(table) QWORDS("vpternlogq " #table, _mm512_ternarylogic_epi64(A, B, C, table), \
                              ternary(a.q[i], b.q[i], c.q[i], table))
#define TERNARY_16(high)                                                                        \
    TERNARY(0x##high##0) TERNARY(0x##high##1) TERNARY(0x##high##2) TERNARY(0x##high##3)         \
    TERNARY(0x##high##4) TERNARY(0x##high##5) TERNARY(0x##high##6) TERNARY(0x##high##7)         \
    TERNARY(0x##high##8) TERNARY(0x##high##9) TERNARY(0x##high##a) TERNARY(0x##high##b)         \
    TERNARY(0x##high##c) TERNARY(0x##high##d) TERNARY(0x##high##e) TERNARY(0x##high##f)

#define KERNEL_TARGET \
    __attribute__((noinline, target("avx512f,avx512bw,avx512dq,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,"  \
                                    "avx512bitalg,avx512vpopcntdq,gfni,bmi2")))

KERNEL_TARGET static void arithmetic(__m512i A, __m512i B, __m512i C) {
    BYTES("vpaddb", _mm512_add_epi8(A, B), a.b[i] + b.b[i])
    BYTES("vpaddb, mask", _mm512_mask_add_epi8(C, k, A, B), K ? a.b[i] + b.b[i] : c.b[i])
    DWORDS("vpaddd", _mm512_add_epi32(A, B), a.d[i] + b.d[i])
    QWORDS("vpaddq", _mm512_add_epi64(A, B), a.q[i] + b.q[i])
    QWORDS("vpaddq, mask", _mm512_mask_add_epi64(C, k, A, B), K ? a.q[i] + b.q[i] : c.q[i])
    BYTES("vpsubb", _mm512_sub_epi8(A, B), a.b[i] - b.b[i])
    QWORDS("vpsubq", _mm512_sub_epi64(A, B), a.q[i] - b.q[i])
    WORDS("vpmaddubsw", _mm512_maddubs_epi16(A, B),
          saturate(a.b[2 * i] * (int8_t)b.b[2 * i] + a.b[2 * i + 1] * (int8_t)b.b[2 * i + 1]))
    DWORDS("vpmaddwd", _mm512_madd_epi16(A, B),
           (uint32_t)((int16_t)a.w[2 * i] * (int16_t)b.w[2 * i]) +
               (uint32_t)((int16_t)a.w[2 * i + 1] * (int16_t)b.w[2 * i + 1]))
    QWORDS("vpmuludq", _mm512_mul_epu32(A, B), (uint64_t)a.d[2 * i] * b.d[2 * i])
    BYTES("vpopcntb", _mm512_popcnt_epi8(A), __builtin_popcount(a.b[i]))
    QWORDS("vpopcntq", _mm512_popcnt_epi64(A), __builtin_popcountll(a.q[i]))
    QWORDS("vplzcntq", _mm512_lzcnt_epi64(_mm512_srlv_epi64(A, _mm512_and_si512(B, _mm512_set1_epi64(63)))),
           a.q[i] >> (b.q[i] & 63) ? __builtin_clzll(a.q[i] >> (b.q[i] & 63)) : 64)
    BYTES("vgf2p8affineqb", _mm512_gf2p8affine_epi64_epi8(A, B, 0), affine(a.b[i], b.q[i / 8]))
    BYTES("vgf2p8affineqb, memory", _mm512_gf2p8affine_epi64_epi8(A, *(volatile __m512i_u *)&b, 0x5a),
          affine(a.b[i], b.q[i / 8]) ^ 0x5a)
}

KERNEL_TARGET static void bits(__m512i A, __m512i B, __m512i C) {
    __m512i counts = _mm512_and_si512(B, _mm512_set1_epi64(63));
    QWORDS("vpandq", _mm512_and_si512(A, B), a.q[i] & b.q[i])
    QWORDS("vpandnq", _mm512_andnot_si512(A, B), ~a.q[i] & b.q[i])
    QWORDS("vpandq, mask", _mm512_mask_and_epi64(C, k, A, B), K ? a.q[i] & b.q[i] : c.q[i])
    QWORDS("vporq, mask", _mm512_mask_or_epi64(C, k, A, B), K ? a.q[i] | b.q[i] : c.q[i])
    QWORDS("vpxorq, mask", _mm512_mask_xor_epi64(C, k, A, B), K ? a.q[i] ^ b.q[i] : c.q[i])
    QWORDS("vprolvq", _mm512_rolv_epi64(A, B), a.q[i] << (b.q[i] & 63) | a.q[i] >> (-b.q[i] & 63))
    QWORDS("vpsllvq", _mm512_sllv_epi64(A, counts), a.q[i] << (b.q[i] & 63))
    QWORDS("vpsrlvq", _mm512_srlv_epi64(A, counts), a.q[i] >> (b.q[i] & 63))
    QWORDS("vpsravq", _mm512_srav_epi64(A, counts), (int64_t)a.q[i] >> (b.q[i] & 63))
    QWORDS("vpsllvq by 64", _mm512_sllv_epi64(A, _mm512_set1_epi64(64)), 0)
    QWORDS("vpsllq", _mm512_slli_epi64(A, 9), a.q[i] << 9)
    QWORDS("vpsrlq", _mm512_srli_epi64(A, 7), a.q[i] >> 7)
    DWORDS("vpslld", _mm512_slli_epi32(A, 7), a.d[i] << 7)
    DWORDS("vpternlogd", _mm512_ternarylogic_epi32(A, B, C, 0x2c), ternary(a.d[i], b.d[i], c.d[i], 0x2c))
    QWORDS("vpternlogq, mask", _mm512_mask_ternarylogic_epi64(A, k, B, C, 0xf8),
           K ? a.q[i] | (b.q[i] & c.q[i]) : a.q[i])
    TERNARY_16(0) TERNARY_16(1) TERNARY_16(2) TERNARY_16(3) TERNARY_16(4) TERNARY_16(5) TERNARY_16(6) TERNARY_16(7)
    TERNARY_16(8) TERNARY_16(9) TERNARY_16(a) TERNARY_16(b) TERNARY_16(c) TERNARY_16(d) TERNARY_16(e) TERNARY_16(f)
}

KERNEL_TARGET static void moves(__m512i A, __m512i B, __m512i C) {
    BYTES("vpermb", _mm512_permutexvar_epi8(A, B), b.b[a.b[i] & 63])
    QWORDS("vpermq", _mm512_permutexvar_epi64(A, B), b.q[a.q[i] & 7])
    QWORDS("vpermq, constant", _mm512_permutex_epi64(A, 0x9c), a.q[(i & 4) + (0x9c >> 2 * (i & 3) & 3)])
    QWORDS("vpermt2q", _mm512_permutex2var_epi64(A, B, C), b.q[i] & 8 ? c.q[b.q[i] & 7] : a.q[b.q[i] & 7])
    QWORDS("vshufi64x2", _mm512_shuffle_i64x2(A, B, 0x4e), (i < 4 ? a : b).q[2 * (0x4e >> (i & 6) & 3) + (i & 1)])
    QWORDS("vpunpckhqdq", _mm512_unpackhi_epi64(A, B), i & 1 ? b.q[i] : a.q[i + 1])
    QWORDS("vpunpcklqdq", _mm512_unpacklo_epi64(A, B), i & 1 ? b.q[i - 1] : a.q[i])
    BYTES("vpshufb", _mm512_shuffle_epi8(A, B), b.b[i] & 0x80 ? 0 : a.b[(i & 48) + (b.b[i] & 15)])
    DWORDS("vpmovzxbd", _mm512_cvtepu8_epi32(_mm512_castsi512_si128(A)), a.b[i])
    QWORDS("vpmovzxdq", _mm512_cvtepu32_epi64(_mm512_castsi512_si256(A)), a.d[i])
    BYTES("vpmovqb", _mm512_zextsi128_si512(_mm512_cvtepi64_epi8(A)), i < 8 ? a.q[i] : 0)
    QWORDS("vinserti32x4", _mm512_inserti32x4(A, _mm512_castsi512_si128(B), 2), i / 2 == 2 ? b.q[i - 4] : a.q[i])
    QWORDS("vinserti64x4", _mm512_inserti64x4(A, _mm512_castsi512_si256(B), 1), i < 4 ? a.q[i] : b.q[i - 4])
    QWORDS("vextracti64x4", _mm512_zextsi256_si512(_mm512_extracti64x4_epi64(A, 1)), i < 4 ? a.q[i + 4] : 0)
    QWORDS("vbroadcasti32x4", _mm512_broadcast_i32x4(_mm512_castsi512_si128(B)), b.q[i & 1])
    BYTES("vpbroadcastb", _mm512_set1_epi8(b.b[3]), b.b[3])
    QWORDS("vpbroadcastq, mask", _mm512_mask_set1_epi64(A, k, b.q[0]), K ? b.q[0] : a.q[i])
    BYTES("vpmovm2b", _mm512_movm_epi8(k), K ? 0xff : 0)
    QWORDS("vpmovm2q", _mm512_movm_epi64(k), K ? -1 : 0)
    QWORDS("vmovdqa64, mask", _mm512_mask_mov_epi64(A, k, B), K ? b.q[i] : a.q[i])
    BYTES("vmovdqu8, zeroing, memory", _mm512_maskz_loadu_epi8(k, &b), K ? b.b[i] : 0)
    QWORDS("vmovdqu64, zeroing, memory", _mm512_maskz_loadu_epi64(k, &b), K ? b.q[i] : 0)

    memset(&expected, 0, sizeof expected);
    for (int i = 0, n = 0; i < 64; i++)
        if (K) expected.b[n++] = a.b[i];
    _mm512_storeu_si512(&found, _mm512_maskz_compress_epi8(k, A));
    check("vpcompressb");
    memset(&expected, 0, sizeof expected);
    for (int i = 0, n = 0; i < 8; i++)
        if (K) expected.q[n++] = a.q[i];
    _mm512_storeu_si512(&found, _mm512_maskz_compress_epi64(k, A));
    check("vpcompressq");
    found = c;
    _mm512_mask_storeu_epi8(&found, k, A);
    for (int i = 0; i < 64; i++) expected.b[i] = K ? a.b[i] : c.b[i];
    check("vmovdqu8 to memory, mask");

    // The emulator fails where the index register is above 15; see `rewrite` in the script `emulate`.
    register __m512i index asm("zmm23") = _mm512_and_si512(B, _mm512_set1_epi64(7));
    register __m512i gathered asm("zmm18") = C;
    __mmask8 mask = k;
    asm volatile("vpgatherqq (%[base], %[index], 8), %[gathered]%{%[mask]%}"
                 : [gathered] "+v"(gathered), [mask] "+Yk"(mask)
                 : [base] "r"(&a), [index] "v"(index)
                 : "memory");
    QWORDS("vpgatherqq", gathered, K ? a.q[b.q[i] & 7] : c.q[i])
}

KERNEL_TARGET static void masks(__m512i A, __m512i B) {
    MASK("vpcmpeqb", _mm512_cmpeq_epi8_mask(A, B), 64, a.b[i] == b.b[i])
    MASK("vpcmpeqb, mask", _mm512_mask_cmpeq_epi8_mask(k, A, B), 64, K && a.b[i] == b.b[i])
    MASK("vpcmpneqb, mask", _mm512_mask_cmpneq_epi8_mask(k, A, B), 64, K && a.b[i] != b.b[i])
    MASK("vpcmpeqq, mask", _mm512_mask_cmpeq_epi64_mask(k, A, B), 8, K && a.q[i] == b.q[i])
    MASK("vptestmd", _mm512_test_epi32_mask(A, B), 16, a.d[i] & b.d[i])
    MASK("vptestmq", _mm512_test_epi64_mask(A, B), 8, a.q[i] & b.q[i])
    MASK("vptestmq, mask", _mm512_mask_test_epi64_mask(k, A, B), 8, K && a.q[i] & b.q[i])
    MASK("vptestnmq", _mm512_testn_epi64_mask(A, B), 8, !(a.q[i] & b.q[i]))
    MASK("vptestnmq, mask", _mm512_mask_testn_epi64_mask(k, A, B), 8, K && !(a.q[i] & b.q[i]))
    MASK("vptestnmb", _mm512_testn_epi8_mask(A, B), 64, !(a.b[i] & b.b[i]))
    MASK("vptestnmb, mask", _mm512_mask_testn_epi8_mask(k, A, B), 64, K && !(a.b[i] & b.b[i]))
}

KERNEL_TARGET int main(void) {
    for (int round = 0; round < 40; round++) {
        k = next();
        for (int i = 0; i < 8; i++) {
            // Every other round has sparse operands, and every third round has some equal elements.
            uint64_t sparse = round & 1 ? next() & next() : -1;
            a.q[i] = next() & sparse;
            b.q[i] = round % 3 == 0 && i % 3 == 0 ? a.q[i] : next() & sparse;
            c.q[i] = next();
        }
        __m512i A = _mm512_loadu_si512(&a), B = _mm512_loadu_si512(&b), C = _mm512_loadu_si512(&c);
        arithmetic(A, B, C);
        bits(A, B, C);
        moves(A, B, C);
        masks(A, B);
    }
    return wrong;
}
