// The interface of both builds of the engine.
#pragma once
#include <cstdint>

constexpr int OUT_OF_NODES = -1;

struct Engine {
    virtual ~Engine() = default;
    virtual void load(const uint64_t hands[4], const uint8_t* east, const uint8_t* west, int size,
                      int trump) = 0;
    virtual int value(int leader, const uint8_t* cards, int n, int guess, uint64_t limit) = 0;
    virtual int values(int leader, const uint8_t* cards, int n, int guess, uint64_t limit, uint8_t* legal,
                       int8_t* found) = 0;
    virtual int sure(int leader, const uint8_t* cards, int n, bool by_leader) = 0;
    virtual uint64_t nodes() const = 0;
    virtual uint32_t entries() const = 0;
};
