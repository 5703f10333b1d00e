// How good a lead of a hand looks: a small net over features of the position, the suit and the card.
//
// One layer of WIDTH units, each the sum of its weights times the features, or 0 if that is negative. The position's
// part is summed once a trick, a suit's part once a suit.
#pragma once
#include "lead_net.hpp"
#include "state.hpp"

namespace SOLO {

// The units that are above 0, each by its weight.
inline int output(const Row& units, const Row& out) {
#if defined(__AVX2__)
    const __m256i cut = _mm256_max_epi16((__m256i)units, _mm256_setzero_si256());
    const __m256i pairs = _mm256_madd_epi16(cut, (__m256i)out);
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(two) + _mm_extract_epi32(two, 1);
#else
    int sum = 0;
    for (int i = 0; i < WIDTH; i++) sum += (units[i] > 0 ? units[i] : 0) * out[i];
    return sum;
#endif
}

class LeadJudge {
  public:
    LeadJudge(const State& state, int hand, const Trick& trick)
        : held_(state.held),
          state_(state),
          trick_(trick),
          net_(LEAD_NETS[state.trump == NO_TRUMP]),
          hand_(hand),
          dummy_(dummy_of(hand)),
          enemy_(other(hand)),
          enemy_dummy_(other(dummy_)) {
        Seen<OF_POSITION> seen;
        see_position(seen);
        position_ = net_.start;
        sum(position_, seen, net_.position);
    }

    // The value of the lead that stands for this run; higher is better.
    int of(int card, Cards run) {
        const int s = suit_of(card);
        Suit& x = suits_[s];
        if (!(looked_at_ >> s & 1)) {
            looked_at_ |= 1u << s;
            Seen<OF_SUIT> seen;
            see_suit(s, x, seen);
            x.units = position_;
            sum(x.units, seen, net_.suit);
        }
        Seen<OF_CARD> seen;
        see_card(card, run, x, seen);
        Row units = x.units;
        sum(units, seen, net_.card);
        return output(units, net_.out);
    }

    // The features of a lead, in the order of the net's rows, for the program that fits them.
    void see(int card, Cards run, int* all) const {
        Seen<OF_POSITION> position;
        Seen<OF_SUIT> suit;
        Seen<OF_CARD> card_seen;
        Suit x;
        see_position(position);
        see_suit(suit_of(card), x, suit);
        see_card(card, run, x, card_seen);
        for (int value : position.value) *all++ = value;
        for (int value : suit.value) *all++ = value;
        for (int value : card_seen.value) *all++ = value;
    }

  private:
    template <int N>
    struct Seen {
        int value[N];
    };
    struct Suit {
        int their_dummy, their_hand, partner, theirs;  // heights
        int forced_enemy, forced_partner;              // the END that a dummy must follow with, if it has only one
        Row units;
    };

    const Cards* const held_;
    const State& state_;
    const Trick& trick_;
    const LeadNet& net_;
    const int hand_, dummy_, enemy_, enemy_dummy_;
    unsigned looked_at_ = 0;
    Row position_;
    Suit suits_[SUITS];

    template <int N>
    static void sum(Row& units, const Seen<N>& seen, const Row (&weights)[N]) {
        for (int i = 0; i < N; i++) units += weights[i] * int16_t(seen.value[i]);
    }

    void see_position(Seen<OF_POSITION>& seen) const {
        const Cards trumps = state_.trumps, alive = trick_.alive, tops = alive & ~(at_or_below(alive) >> 1);
        const int need = hand_ == SOUTH ? trick_.target : trick_.left - trick_.target + 1;
        const Cards our_ends = ends(dummy_), their_ends = ends(enemy_dummy_);
        seen = {{trick_.left,
                 need * 16 / trick_.left,
                 count(held_[hand_] & trumps),
                 count(held_[enemy_] & trumps),
                 count(held_[dummy_] & trumps),
                 count(held_[enemy_dummy_] & trumps),
                 count(held_[hand_] & ~at_or_below(alive & ~held_[hand_])),
                 count(held_[enemy_] & ~at_or_below(alive & ~held_[enemy_])),
                 count(held_[dummy_] & tops),
                 count(held_[enemy_] & tops),
                 count(our_ends & tops),
                 count(their_ends & tops),
                 count(our_ends & trumps),
                 count(their_ends & trumps)}};
    }

    void see_suit(int s, Suit& x, Seen<OF_SUIT>& seen) const {
        const Cards lane = suit(s), alive = trick_.alive & lane;
        const Cards top = bit(highest(alive)), lower = alive ^ top, second = lower ? bit(highest(lower)) : 0;
        const bool side_suit = s != state_.trump;
        const Cards our_ends = ends(dummy_) & lane, their_ends = ends(enemy_dummy_) & lane;
        x.their_dummy = state_.best_height(enemy_dummy_, s);
        x.their_hand = state_.best_height(enemy_, s);
        x.partner = state_.best_height(dummy_, s);
        x.theirs = larger(x.their_dummy, x.their_hand);
        x.forced_partner = only_card(our_ends);
        x.forced_enemy = only_card(their_ends);
        seen = {{!side_suit,
                 count(held_[hand_] & lane),
                 count(held_[enemy_] & lane),
                 (held_[enemy_] & lane) == 0,
                 their_ends == top,
                 our_ends == top,
                 side_suit && x.partner >= State::RUFF,
                 side_suit && x.their_dummy >= State::RUFF,
                 side_suit && x.their_hand >= State::RUFF,
                 count(held_[dummy_] & lane),
                 count(held_[enemy_dummy_] & lane),
                 (held_[hand_] & top) != 0,
                 (held_[dummy_] & top) != 0,
                 (held_[enemy_] & top) != 0,
                 (held_[hand_] & second) != 0,
                 (held_[dummy_] & second) != 0,
                 (held_[enemy_] & second) != 0,
                 count(our_ends),
                 count(their_ends)}};
    }

    void see_card(int card, Cards run, const Suit& x, Seen<OF_CARD>& seen) const {
        const int s = suit_of(card), rank = rank_of(card), height = state_.height(card, s);
        const bool beats = height > x.theirs, partner = x.partner > x.theirs;
        const bool partner_wins = !beats && partner, loses = !beats && !partner;
        const Cards below = bit(card) - 1, above = suit(s) & ~(below | bit(card)), own = held_[hand_] & suit(s);
        seen = {{beats,
                 partner_wins,
                 beats && partner,
                 beats * rank,
                 partner_wins * rank,
                 loses * rank,
                 (trick_.alive & above) == 0,
                 x.forced_enemy > card,
                 beats && x.forced_partner > card,
                 (run & (run - 1)) != 0,
                 loses && x.their_hand > x.their_dummy,
                 count(held_[enemy_] & above),
                 count(held_[enemy_dummy_] & above),
                 count(trick_.alive & above),
                 count(own & above),
                 count(held_[dummy_] & above),
                 (own & below) == 0,
                 (own & above) == 0}};
    }

    Cards ends(int dummy) const { return bit(state_.left_end(dummy)) | bit(state_.right_end(dummy)); }
    static int only_card(Cards x) { return x && !(x & (x - 1)) ? lowest(x) : NONE; }
};

}  // namespace SOLO
