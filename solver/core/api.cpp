// The functions that solver/compiled.py calls. Plain C: no exception leaves it, and it keeps nothing but the engine.
//
// Cards are bytes suit * 16 + rank, suits C D H S, ranks from the two; hands in the order N E S W; trump 4 is no trump.
// One engine belongs to one thread at a time. The caller has checked everything.
#include <new>
#include "engine.hpp"

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace portable {
Engine* make();
}
#if defined(SOLO_WITH_FAST)
namespace fast {
Engine* make();
}
#endif

namespace {

bool has_fast() {
#if defined(SOLO_WITH_FAST)
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")
           && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

constexpr int OUT_OF_MEMORY = -2;

}  // namespace

EXPORTED int solo_version() { return 2; }
EXPORTED int solo_has_fast() { return has_fast(); }

EXPORTED Engine* solo_new(int want_portable) {
    try {
#if defined(SOLO_WITH_FAST)
        if (!want_portable && has_fast()) return fast::make();
#endif
        (void)want_portable;
        return portable::make();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

EXPORTED void solo_free(Engine* engine) { delete engine; }

EXPORTED void solo_load(Engine* engine, const uint64_t* hands, const uint8_t* east, const uint8_t* west,
                        int size, int trump) {
    engine->load(hands, east, west, size, trump);
}

EXPORTED int solo_value(Engine* engine, int leader, const uint8_t* cards, int n, int guess, uint64_t limit) {
    try {
        return engine->value(leader, cards, n, guess, limit);
    } catch (const std::bad_alloc&) {
        return OUT_OF_MEMORY;
    }
}

EXPORTED int solo_values(Engine* engine, int leader, const uint8_t* cards, int n, int guess, uint64_t limit,
                         uint8_t* legal, int8_t* found) {
    try {
        return engine->values(leader, cards, n, guess, limit, legal, found);
    } catch (const std::bad_alloc&) {
        return OUT_OF_MEMORY;
    }
}

EXPORTED int solo_sure(Engine* engine, int leader, const uint8_t* cards, int n, int by_leader) {
    return engine->sure(leader, cards, n, by_leader);
}

EXPORTED int three_hands_start(Engine* engine, int trump, int me, int declarer, int forced) {
    try {
        engine->three_hands(trump, me, declarer, forced);
        return 0;
    } catch (const std::bad_alloc&) {
        return OUT_OF_MEMORY;
    }
}

EXPORTED int three_hands_values(Engine* engine, const ThreeHandPoint* point, uint64_t limit, uint8_t* cards,
                                int8_t* tricks) {
    return engine->three_hand_values(*point, limit, cards, tricks);
}

EXPORTED uint64_t three_hands_nodes(const Engine* engine) { return engine->three_hand_nodes(); }
EXPORTED uint64_t solo_nodes(const Engine* engine) { return engine->nodes(); }
EXPORTED uint32_t solo_entries(const Engine* engine) { return engine->entries(); }
