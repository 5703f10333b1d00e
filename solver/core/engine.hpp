// The interface of both builds of the engine.
#pragma once
#include <cstdint>

constexpr int OUT_OF_NODES = -1;

// A position of a game with three hands, as solver/compiled_three_hands.py sends it. Cards are bits or numbers.
struct ThreeHandPoint {
    uint64_t held[3], secret;  // of South, North and the dummy; the hidden secret card, or 0
    int32_t leader, order;     // 0 is South; the order of the hands as in three_hands.hpp
    int32_t played, intended;  // how many cards are on the table; the dummy's card that is shown, or -1
    uint8_t card[4], hand[4], by[4];
};

struct Engine {
    virtual ~Engine() = default;
    virtual void load(const uint64_t hands[4], const uint8_t* east, const uint8_t* west, int size,
                      int trump) = 0;
    virtual int value(int leader, const uint8_t* cards, int n, int guess, uint64_t limit) = 0;
    virtual int values(int leader, const uint8_t* cards, int n, int guess, uint64_t limit, uint8_t* legal,
                       int8_t* found) = 0;
    virtual int sure(int leader, const uint8_t* cards, int n, bool by_leader) = 0;
    virtual void three_hands(int trump, int me, int declarer, bool forced) = 0;
    virtual int three_hand_values(const ThreeHandPoint& point, uint64_t limit, uint8_t* cards, int8_t* tricks) = 0;
    virtual uint64_t three_hand_nodes() const = 0;
    virtual uint64_t nodes() const = 0;
    virtual uint32_t entries() const = 0;
};
