// The cost of searching each lead of a hand, and the features that the judge sees: the data that fit.py fits the net
// to.
//
//     g++ -std=c++17 -O2 -mpopcnt -mbmi -mbmi2 -mavx2 -DSOLO=fast -DSOLO_WATCH_LEADS -I solver/core bench/leads/sample.cpp
//     ./a.out SEED DEALS > FILE
//
// The positions are those at which a search of random deals has found a lead that reaches the target. A share of them
// is kept, and each lead is searched again with an empty table. A position is five bytes (no trump or not, tricks left,
// tricks that the leader's side needs, leads, features of a lead). A lead is 32 bits for whether it reaches the target,
// 32 bits for its nodes, and a byte a feature.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include "solver.hpp"

using namespace SOLO;

namespace {

constexpr int FEATURES = OF_POSITION + OF_SUIT + OF_CARD;
// How many of a thousand positions are kept, by tricks left; at no trump, one strain of five, twice as many.
constexpr int KEPT[MOST + 1] = {0, 0, 4, 3, 4, 4, 5, 7, 12, 25, 50, 100, 200, 500};

struct Random {
    uint64_t state;
    int below(int n) {
        uint64_t z = state += 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return int((z ^ (z >> 31)) % uint64_t(n));
    }
};

Random chance;
bool sampling = false;

void write_lead(const State& state, int hand, const Trick& trick, const Move& move, const LeadJudge& judge) {
    static Search fresh;
    fresh.forget();
    fresh.state = state;
    fresh.state.play(hand, move.card);
    const uint64_t before = fresh.nodes;
    Cards matter = 0;
    const bool answer = fresh.reaches(trick.led_by(state, hand, move.card), next(hand), 1, matter);
    const int32_t found[] = {answer == is_south(hand), int32_t(fresh.nodes - before)};
    int seen[FEATURES];
    judge.see(move.card, move.run, seen);
    std::fwrite(found, sizeof *found, 2, stdout);
    for (int x : seen) std::fputc(x, stdout);
}

}  // namespace

void SOLO::watch_lead(const State& state, int hand, const Trick& trick) {
    const bool no_trump = state.trump == NO_TRUMP;
    if (sampling || chance.below(1000) >= KEPT[trick.left] * (no_trump ? 2 : 1)) return;
    Moves moves;
    hand == SOUTH ? runs_of_hand<0, SOUTH>(state, trick, state.held[SOUTH], moves)
                  : runs_of_hand<0, NORTH>(state, trick, state.held[NORTH], moves);
    if (moves.n == 1) return;
    const int need = hand == SOUTH ? trick.target : trick.left - trick.target + 1;
    for (int x : {int(no_trump), trick.left, need, moves.n, FEATURES}) std::fputc(x, stdout);
    const LeadJudge judge(state, hand, trick);
    sampling = true;
    for (int i = 0; i < moves.n; i++) write_lead(state, hand, trick, moves.at[i], judge);
    sampling = false;
}

int main(int count, char** arguments) {
    if (count != 3) return std::fprintf(stderr, "sample SEED DEALS > FILE\n"), 1;
    chance.state = std::strtoull(arguments[1], nullptr, 10);
    Solver solver;
    for (int deals = std::atoi(arguments[2]); deals > 0; deals--) {
        uint8_t cards[52];
        for (int i = 0; i < 52; i++) cards[i] = uint8_t(i / 13 * 16 + i % 13);
        for (int i = 51; i > 0; i--) std::swap(cards[i], cards[chance.below(i + 1)]);
        Cards hands[4] = {};
        for (int i = 0; i < 52; i++) hands[i / 13] |= bit(cards[i]);
        for (int trump = 0; trump <= NO_TRUMP; trump++) {
            solver.load(hands, cards + 13, cards + 39, MOST, trump);
            int guess = 6;
            for (int leader : {NORTH, SOUTH}) {
                solver.go_to(leader, nullptr, 0);
                solver.set_limit(~uint64_t(0));
                guess = solver.value(guess) + 1;
            }
        }
    }
}
