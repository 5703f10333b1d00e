// The cards that are left, who holds them, and the trick on the table.
#pragma once
#include "cards.hpp"

namespace SOLO {

struct State {
    int trump = NO_TRUMP;
    Cards trumps = 0;                 // the suit of trumps, nothing at no trump
    Cards held[4] = {};               // N E S W
    uint8_t sequence[4][MOST] = {};   // of the dummies E and W, from their own left end (SOLO-5)
    Cards first[4][MOST + 1] = {};    // first[d][i]: the first i cards of dummy d's sequence
    int left[4] = {}, right[4] = {};  // where the two END cards of a dummy stand now (SOLO-16)
    uint32_t lengths = 0;             // cards of each suit in N (low 16 bits) and in S, four bits a suit

    void deal(const Cards hands[4], const uint8_t* east, const uint8_t* west, int size, int trump_suit) {
        trump = trump_suit;
        trumps = trump < NO_TRUMP ? suit(trump) : 0;
        for (int seat = 0; seat < 4; seat++) held[seat] = hands[seat];
        lengths = 0;
        for (int s = 0; s < SUITS; s++) {
            lengths += uint32_t(count(held[NORTH] & suit(s))) << (4 * s);
            lengths += uint32_t(count(held[SOUTH] & suit(s))) << (4 * s + 16);
        }
        lay(EAST, east, size);
        lay(WEST, west, size);
    }

    Cards alive() const { return held[0] | held[1] | held[2] | held[3]; }
    int left_end(int dummy) const { return sequence[dummy][left[dummy]]; }
    int right_end(int dummy) const { return sequence[dummy][right[dummy]]; }

    void play(int seat, int card) {
        held[seat] ^= bit(card);
        if (!is_dummy(seat))
            lengths -= one(seat, card);
        else if (left_end(seat) == card)
            left[seat]++;
        else
            right[seat]--;
    }

    void take_back(int seat, int card) {
        held[seat] ^= bit(card);
        if (!is_dummy(seat))
            lengths += one(seat, card);
        else if (left[seat] > 0 && sequence[seat][left[seat] - 1] == card)
            left[seat]--;
        else
            right[seat]++;
    }

    // The cards that a dummy can have played after `plays` more of its own, or have at an END then.
    Cards reach(int dummy, int plays) const {
        const int a = left[dummy], b = right[dummy];
        if (b - a < 2 * plays + 2) return held[dummy];
        const Cards* f = first[dummy];
        return (f[a + plays + 1] ^ f[a]) | (f[b + 1] ^ f[b - plays]);
    }

    // How high a card stands in a trick of this suit: trumps above it, other suits nowhere.
    int height(int card, int led) const {
        const int s = suit_of(card);
        return s == trump ? RUFF + rank_of(card) : s == led ? rank_of(card) : NONE;
    }

    // How high this seat can play to a trick of this suit, by following or ruffing as it must (SOLO-15, SOLO-17).
    int best_height(int seat, int led) const {
        return is_dummy(seat) ? best_end(seat, led) : best_of_hand(seat, led);
    }

    static constexpr int RUFF = 100;

  private:
    static uint32_t one(int hand, int card) { return 1u << (8 * hand + 4 * suit_of(card)); }

    void lay(int dummy, const uint8_t* cards, int size) {
        left[dummy] = 0;
        right[dummy] = size - 1;
        first[dummy][0] = 0;
        for (int i = 0; i < size; i++) {
            sequence[dummy][i] = cards[i];
            first[dummy][i + 1] = first[dummy][i] | bit(cards[i]);
        }
    }

    int best_end(int dummy, int led) const {
        const int a = left_end(dummy), b = right_end(dummy);
        const bool follows_a = suit_of(a) == led, follows_b = suit_of(b) == led;
        if (follows_a != follows_b) return height(follows_a ? a : b, led);
        return larger(height(a, led), height(b, led));
    }

    int best_of_hand(int hand, int led) const {
        if (const Cards follow = held[hand] & suit(led)) return height(highest(follow), led);
        if (const Cards ruff = held[hand] & trumps) return RUFF + rank_of(highest(ruff));
        return NONE;
    }
};

// A trick while its cards fall. What must not change within it (who is equal to whom) is fixed at its start.
struct Trick {
    int left, target;      // tricks left, this one included; how many of them South and East shall take
    Cards alive;           // at the start of the trick
    int led;               // the suit
    int best, winner;      // the card that wins so far, and whose it is
    int followed, ruffed;  // cards of the suit led; trumps on another suit

    static Trick start(const State& state, int left, int target) {
        return Trick{left, target, state.alive(), NONE, NONE, NONE, 0, 0};
    }

    Trick with(const State& state, int seat, int card) const {
        Trick t = *this;
        const int s = suit_of(card);
        if (t.best == NONE) {
            t.led = s, t.best = card, t.winner = seat, t.followed = 1;
        } else if (s == led) {
            t.followed++;
            if (suit_of(best) == led && card > best) t.best = card, t.winner = seat;
        } else if (s == state.trump) {
            t.ruffed++;
            if (suit_of(best) != s || card > best) t.best = card, t.winner = seat;
        }
        return t;
    }

    // The rank of the winning card matters only if another card of its suit fell with it.
    Cards that_mattered() const { return (suit_of(best) == led ? followed : ruffed) > 1 ? bit(best) : 0; }
};

}  // namespace SOLO
