// The cards that are left, their owners, and the trick on the table.
#pragma once
#include "cards.hpp"

namespace SOLO {

struct State {
    int trump = NO_TRUMP;
    Cards trumps = 0;                 // the suit of trumps, 0 at no trump
    Cards held[4] = {};               // N E S W
    uint8_t sequence[4][MOST] = {};   // of the dummies E and W, from their own left end (SOLO-5)
    Cards first[4][MOST + 1] = {};    // first[d][i]: the first i cards of dummy d's sequence
    int left[4] = {}, right[4] = {};  // the places of a dummy's two END cards now (SOLO-16)
    int8_t heights[SUITS][64] = {};   // heights[led][card]: a look-up costs less than a branch
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
        for (int led = 0; led < SUITS; led++)
            for (int card = 0; card < 64; card++) {
                const int above = suit_of(card) == trump ? RUFF : 0;
                heights[led][card] = int8_t(above || suit_of(card) == led ? above + rank_of(card) : NONE);
            }
        lay(EAST, east, size);
        lay(WEST, west, size);
    }

    Cards alive() const { return held[0] | held[1] | held[2] | held[3]; }
    int left_end(int dummy) const { return sequence[dummy][left[dummy]]; }
    int right_end(int dummy) const { return sequence[dummy][right[dummy]]; }

    void play(int seat, int card) {
        if (is_dummy(seat))
            play_end(seat, card, left_end(seat) != card);
        else
            play_from_hand(seat, card);
    }

    void play_from_hand(int hand, int card) { held[hand] ^= bit(card), lengths -= one(hand, card); }
    void take_back_to_hand(int hand, int card) { held[hand] ^= bit(card), lengths += one(hand, card); }
    void play_end(int dummy, int card, bool from_right) {
        held[dummy] ^= bit(card);
        left[dummy] += !from_right, right[dummy] -= from_right;
    }
    void take_back_end(int dummy, int card, bool from_right) {
        held[dummy] ^= bit(card);
        left[dummy] -= !from_right, right[dummy] += from_right;
    }

    // The cards that a dummy can have played after `plays` more of its own, or have at an END then.
    Cards reach(int dummy, int plays) const {
        const int a = left[dummy], b = right[dummy];
        if (b - a < 2 * plays + 2) return held[dummy];
        const Cards* f = first[dummy];
        return (f[a + plays + 1] ^ f[a]) | (f[b + 1] ^ f[b - plays]);
    }

    // How high a card is in a trick of this suit: trumps RUFF above it, other suits nowhere.
    int height(int card, int led) const { return heights[led][card]; }

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
        const int height_a = height(a, led), height_b = height(b, led);
        const int both = larger(height_a, height_b), one = follows_a ? height_a : height_b;
        return follows_a != follows_b ? one : both;
    }

    int best_of_hand(int hand, int led) const {
        const Cards follow = held[hand] & suit(led), ruff = held[hand] & trumps;
        const Cards may_win = follow ? follow : ruff;
        return may_win ? height(highest(may_win), led) : NONE;
    }
};

// A trick while its cards fall. Whatever must not change within it (which cards are equal) is fixed at its start.
struct Trick {
    int left, target;  // tricks left, this one included; how many of them South and East have to take
    Cards alive;       // at the start of the trick
    Cards fallen;      // the cards on the table
    int led;           // the suit
    int best, winner;  // the card that wins so far, and its seat
    int height;        // of that card

    static Trick start(const State& state, int left, int target) {
        return Trick{left, target, state.alive(), 0, NONE, NONE, NONE, NONE};
    }

    // The trick after its first card, and after another.
    Trick led_by(const State& state, int seat, int card) const {
        const int s = suit_of(card);
        return Trick{left, target, alive, bit(card), s, card, seat, state.height(card, s)};
    }

    Trick with(const State& state, int seat, int card) const {
        const int h = state.height(card, led);
        const bool wins = h > height;
        return Trick{left, target, alive, fallen | bit(card), led, wins ? card : best,
                     wins ? seat : winner, wins ? h : height};
    }

    Trick after(const State& state, int seat, int card) const {
        return best == NONE ? led_by(state, seat, card) : with(state, seat, card);
    }

    // The rank of the winning card matters only if another card of its suit fell with it.
    Cards that_mattered() const {
        const bool contested = fallen & suit(suit_of(best)) & ~bit(best);
        return contested ? bit(best) : 0;
    }
};

}  // namespace SOLO
