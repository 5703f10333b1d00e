// Cards as bits: 16 bits a suit (C D H S), the two in bit 0, the ace in bit 12, bits 13 to 15 unused.
#pragma once
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace SOLO {

using Cards = uint64_t;

enum { NORTH, EAST, SOUTH, WEST };
constexpr int NO_TRUMP = 4, SUITS = 4, NONE = -1, MOST = 13;
constexpr Cards LANE = 0x1fff;

constexpr Cards bit(int card) { return Cards(1) << card; }
constexpr Cards suit(int s) { return LANE << (16 * s); }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int rank_of(int card) { return card & 15; }
constexpr int highest(Cards x) { return 63 - __builtin_clzll(x); }
constexpr int lowest(Cards x) { return __builtin_ctzll(x); }
constexpr Cards lowest_bit(Cards x) { return x & (0 - x); }
constexpr int larger(int a, int b) { return a > b ? a : b; }
constexpr int smaller(int a, int b) { return a < b ? a : b; }

// Partners sit side by side (SOLO-2): South with East, North with West.
constexpr bool is_south(int seat) { return seat == EAST || seat == SOUTH; }
constexpr bool is_dummy(int seat) { return seat & 1; }
constexpr int next(int seat) { return (seat + 1) & 3; }
constexpr int other(int seat) { return (seat + 2) & 3; }  // the other hand, or the other dummy
constexpr int dummy_of(int hand) { return hand == SOUTH ? EAST : WEST; }
constexpr int hand_of(int seat) { return is_south(seat) ? SOUTH : NORTH; }

inline int count(Cards x) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return __builtin_popcountll(x);
#else
    // Without the instruction the compiler would call a library function here.
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    return int((((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL) >> 56);
#endif
}

// Every rank that is at or below some member, suit by suit.
constexpr Cards at_or_below(Cards x) {
    x |= (x >> 1) & 0x0fff0fff0fff0fffULL;
    x |= (x >> 2) & 0x07ff07ff07ff07ffULL;
    x |= (x >> 4) & 0x01ff01ff01ff01ffULL;
    return x | ((x >> 8) & 0x001f001f001f001fULL);
}

// Every rank that is at or above some member, suit by suit.
constexpr Cards at_or_above(Cards x) {
    x |= (x << 1) & 0x1ffe1ffe1ffe1ffeULL;
    x |= (x << 2) & 0x1ffc1ffc1ffc1ffcULL;
    x |= (x << 4) & 0x1ff01ff01ff01ff0ULL;
    return x | ((x << 8) & 0x1f001f001f001f00ULL);
}

// The bits of x at the places where `among` has bits, moved together: the instruction `pext`, or its slow equivalent.
#if defined(__BMI2__)
inline Cards pack(Cards x, Cards among) { return _pext_u64(x, among); }
inline Cards unpack(Cards x, Cards among) { return _pdep_u64(x, among); }
#else
inline Cards pack(Cards x, Cards among) {
    Cards packed = 0;
    for (Cards to = 1; among; among &= among - 1, to <<= 1)
        if (x & among & (0 - among)) packed |= to;
    return packed;
}
inline Cards unpack(Cards x, Cards among) {
    Cards spread = 0;
    for (; x && among; among &= among - 1, x >>= 1)
        if (x & 1) spread |= lowest_bit(among);
    return spread;
}
#endif

}  // namespace SOLO
