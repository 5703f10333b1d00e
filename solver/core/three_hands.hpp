// Exact play of the games with three cards to a trick, Umbrage and the secret-card game, once all cards are known.
//
// One dummy serves both players: whoever leads plays it. solver/three_hands.py has the rules, and a slow search for
// the same values, which the tests compare.
#pragma once
#include <cstring>
#include <vector>
#include "cards.hpp"

namespace SOLO {

enum { DUMMY = 2, HANDS = 3 };
// The order of the hands in a trick: leader's hand, other hand, dummy; dummy, other, leader's; leader's, dummy, other.
enum Order { FROM_HAND, FROM_DUMMY, KEPT };

// A deal of three hands between two tricks or within one.
struct ThreeHandDeal {
    Cards held[HANDS];  // of South, North and the dummy, whose hidden secret card is not among them
    Cards secret;       // the hidden secret card, or 0
    int leader, order;
};

// The cards on the table.
struct ThreeHandTrick {
    Cards alive;        // at the start of the trick
    int n, led, best;   // how many cards, the suit led, the card that wins so far
    int hand, by;       // the hand that it came from, and the player for whom it counts
};

struct ThreeHandsOutOfNodes {};

class ThreeHandSearch {
  public:
    // `me` is the player whose tricks are counted; `declarer` owns the secret card, which is `forced` by SC-14.
    void start(int trump, int me, int declarer, bool forced) {
        trump_ = trump, trumps_ = trump < NO_TRUMP ? suit(trump) : 0;
        me_ = me, declarer_ = declarer, forced_ = forced;
        if (entries_.empty()) entries_.resize(SIZE);
        std::memset(static_cast<void*>(entries_.data()), 0, SIZE * sizeof(Entry));
        nodes_ = 0;
    }

    void set_limit(uint64_t more) { limit_ = nodes_ + more; }
    uint64_t nodes() const { return nodes_; }

    // The tricks that `me` takes after each card that may be chosen now, the trick on the table included. `intended` is
    // the dummy's card that the declarer may let be played or stop with the secret card, or NONE. Returns how many.
    int values(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int intended, uint8_t* cards, int8_t* tricks) {
        const bool stops = deal.secret && deal.leader != declarer_;
        const int hand = hand_to_play(deal, trick);
        const bool secret = hand == DUMMY && deal.secret && (!stops || intended != NONE);
        const bool only = hand == DUMMY && deal.secret && intended == NONE && only_secret(deal, trick);
        const int most = count(deal.held[me_]) + (trick.n && has_played(deal, trick, me_));
        int n = 0, guess = most / 2;
        const Cards open = intended != NONE ? bit(intended) : only ? 0 : follows(deal.held[hand], trick);
        const Cards others = trick.alive & ~open;
        for (int s = 0; s < SUITS; s++)
            for (Cards rest = open & suit(s), above = 0; rest; rest ^= above) {
                const Cards last = above;
                above = bit(highest(rest));
                cards[n] = uint8_t(highest(rest));
                const bool equal = last && !(others & (last - 1) & ~((above << 1) - 1));
                if (!equal)
                    guess = value([&](int need) { return after(deal, trick, cards[n], stops, intended, need); }, guess, most);
                tricks[n++] = int8_t(guess);
            }
        if (only || (secret && may_play_secret(deal, trick))) {
            cards[n] = uint8_t(lowest(deal.secret));
            tricks[n++] = int8_t(value([&](int need) { return with_secret(deal, trick, need); }, guess, most));
        }
        return n;
    }

    ThreeHandTrick fresh(const ThreeHandDeal& deal) const {
        return {deal.held[0] | deal.held[1] | deal.held[DUMMY] | deal.secret, 0, NONE, NONE, NONE, NONE};
    }

    // The trick on the table, whose cards are no longer in the deal.
    ThreeHandTrick on_table(const ThreeHandDeal& deal, int n, const uint8_t* card, const uint8_t* hand,
                            const uint8_t* by) const {
        ThreeHandTrick trick = fresh(deal);
        for (int i = 0; i < n; i++) {
            trick.alive |= bit(card[i]);
            add(trick, card[i], hand[i], by[i]);
        }
        return trick;
    }

  private:
    void add(ThreeHandTrick& trick, int card, int hand, int by) const {
        if (!trick.n) trick.led = suit_of(card);
        if (!trick.n || beats(card, trick.best)) trick.best = card, trick.hand = hand, trick.by = by;
        trick.n++;
    }

    void play(ThreeHandDeal& deal, ThreeHandTrick& trick, int card, int hand, int by) const {
        add(trick, card, hand, by);
        if (deal.secret & bit(card)) {
            if (trick.n == 1) deal.leader = declarer_, deal.order = FROM_DUMMY;  // a lead that was stopped (SC-13)
            deal.secret = 0;
        } else {
            deal.held[hand] ^= bit(card);
        }
    }

    struct Entry {
        Cards owners, more;  // `owners` has a mark for the position's form above the cards
        uint8_t low, high, card;
    };
    static constexpr uint32_t SIZE = 1 << 17;
    static constexpr uint8_t NO_CARD = 255;

    std::vector<Entry> entries_;
    int trump_ = NO_TRUMP, me_ = 0, declarer_ = 0;
    Cards trumps_ = 0;
    bool forced_ = true;
    uint64_t nodes_ = 0, limit_ = 0;

    template <class Reaches>
    static int value(const Reaches& reaches, int guess, int most) {
        int low = 0, high = most;
        while (low < high) {
            const int need = larger(low + 1, smaller(high, guess));
            if (reaches(need))
                low = need, guess = need + 1;
            else
                high = need - 1, guess = need - 1;
        }
        return low;
    }

    bool after(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int card, bool stops, int intended, int need) {
        const int hand = hand_to_play(deal, trick);
        if (hand == DUMMY && stops && intended == NONE)
            return stoppable(deal, trick, card, may_play_secret(deal, trick), need);
        return with(deal, trick, card, hand, hand == DUMMY ? deal.leader : hand, need);
    }

    static bool has_played(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int player) {
        ThreeHandTrick before = trick;
        for (before.n = 0; before.n < trick.n; before.n++)
            if (hand_to_play(deal, before) == player) return true;
        return false;
    }

    static int hand_to_play(const ThreeHandDeal& deal, const ThreeHandTrick& trick) {
        const int leader = deal.leader, other = 1 - leader;
        const int order[3][HANDS] = {{leader, other, DUMMY}, {DUMMY, other, leader}, {leader, DUMMY, other}};
        return order[deal.order][trick.n];
    }

    static Cards follows(Cards held, const ThreeHandTrick& trick) {
        const Cards follow = trick.n ? held & suit(trick.led) : 0;
        return follow ? follow : held;
    }

    bool beats(int card, int best) const {
        return suit_of(card) == suit_of(best) ? card > best : suit_of(card) == trump_;
    }

    // The secret card goes if it is the dummy's last, or the only one that can follow suit (SC-14, SC-16d).
    bool only_secret(const ThreeHandDeal& deal, const ThreeHandTrick& trick) const {
        if (!deal.held[DUMMY]) return true;
        const Cards led = trick.n ? suit(trick.led) : 0;
        return forced_ && (led & deal.secret) && !(led & deal.held[DUMMY]);
    }

    static bool may_play_secret(const ThreeHandDeal& deal, const ThreeHandTrick& trick) {
        if (!trick.n) return true;
        const Cards led = suit(trick.led);
        return (led & deal.secret) || !(led & deal.held[DUMMY]);
    }

    bool between(const ThreeHandDeal& deal, int need) {
        if (need <= 0) return true;
        const int left = count(deal.held[me_]);
        if (need > left) return false;
        const int mine = deal.leader == me_ ? sure_of_leader(deal) : sure_of_other(deal);
        if (mine >= need) return true;
        const int theirs = deal.leader == me_ ? sure_of_other(deal) : sure_of_leader(deal);
        if (left - theirs < need) return false;
        const ThreeHandTrick trick = fresh(deal);
        Entry key = key_of(deal, trick.alive);
        Entry* entry = slot(key);
        const bool known = entry->owners == key.owners && entry->more == key.more;
        uint8_t first = NO_CARD;
        if (known) {
            if (need <= entry->low) return true;
            if (need > entry->high) return false;
            first = entry->card;
            key.low = entry->low, key.high = entry->high;
        } else {
            key.low = 0, key.high = uint8_t(left);
        }
        key.card = first;
        const bool found = on(deal, trick, need, &key.card);
        found ? key.low = uint8_t(need) : key.high = uint8_t(need - 1);
        *entry = key;
        return found;
    }

    // A card is to be played from the next hand in order. `first` is the card to try first, and which proved it.
    bool on(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int need, uint8_t* first = nullptr) {
        if (++nodes_ > limit_) throw ThreeHandsOutOfNodes();
        const int hand = hand_to_play(deal, trick);
        const Cards cards = follows(deal.held[hand], trick);
        if (hand != DUMMY) return best(deal, trick, cards, hand, hand, false, false, need, first);
        const int by = deal.leader;
        if (!deal.secret) return best(deal, trick, cards, hand, by, false, false, need, first);
        if (only_secret(deal, trick)) return with_secret(deal, trick, need);
        const bool may = may_play_secret(deal, trick);
        if (by != declarer_) return best(deal, trick, cards, hand, by, true, may, need, first);
        const bool mine = by == me_;
        if (best(deal, trick, cards, hand, by, false, false, need, first) == mine) return mine;
        return may ? with_secret(deal, trick, need) : !mine;
    }

    bool best(const ThreeHandDeal& deal, const ThreeHandTrick& trick, Cards cards, int hand, int by, bool shown,
              bool may, int need, uint8_t* first) {
        const bool mine = by == me_;
        int list[MOST];
        const int n = ordered(deal, trick, cards, hand, by, first ? *first : NO_CARD, list);
        for (int i = 0; i < n; i++) {
            const bool found = shown ? stoppable(deal, trick, list[i], may, need)
                                     : with(deal, trick, list[i], hand, by, need);
            if (found == mine) {
                if (first) *first = uint8_t(list[i]);
                return mine;
            }
        }
        return !mine;
    }

    bool stoppable(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int card, bool may, int need) {
        const bool mine = declarer_ == me_;
        if (with(deal, trick, card, DUMMY, deal.leader, need) == mine) return mine;
        return may ? with_secret(deal, trick, need) : !mine;
    }

    bool with_secret(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int need) {
        return with(deal, trick, lowest(deal.secret), DUMMY, declarer_, need);
    }

    bool with(ThreeHandDeal deal, ThreeHandTrick trick, int card, int hand, int by, int need) {
        play(deal, trick, card, hand, by);
        if (trick.n < HANDS) return on(deal, trick, need);
        const bool kept = deal.order == KEPT && trick.hand == deal.leader;
        deal.leader = trick.by;
        deal.order = kept ? KEPT : trick.hand == DUMMY ? FROM_DUMMY : FROM_HAND;
        return between(deal, need - (trick.by == me_));
    }

    // One card of each group of equals, the likeliest to prove something first.
    int ordered(const ThreeHandDeal& deal, const ThreeHandTrick& trick, Cards cards, int hand, int by,
                uint8_t first, int* list) const {
        int worth[MOST], n = 0;
        const Cards others = trick.alive & ~cards;
        for (int s = 0; s < SUITS; s++) {
            int above = NONE;
            for (Cards rest = cards & suit(s); rest; rest ^= bit(highest(rest))) {
                const int card = highest(rest);
                const bool equal = above != NONE && !(others & (bit(above) - 1) & ~((bit(card) << 1) - 1));
                above = card;
                if (equal) {  // the lowest stands for all
                    list[n - 1] = card;
                    if (card == first) worth[n - 1] = FIRST;
                    continue;
                }
                list[n] = card;
                worth[n++] = card == first ? FIRST : worth_of(deal, trick, card, hand, by);
            }
        }
        for (int i = 1; i < n; i++)
            for (int k = i; k > 0 && worth[k] > worth[k - 1]; k--) {
                const int w = worth[k], c = list[k];
                worth[k] = worth[k - 1], list[k] = list[k - 1], worth[k - 1] = w, list[k - 1] = c;
            }
        return n;
    }
    static constexpr int FIRST = 1000;

    int worth_of(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int card, int hand, int by) const {
        const int rank = rank_of(card), s = suit_of(card);
        const int cost = rank + (s == trump_ ? 8 : 0);
        if (!trick.n) {
            const int other = 1 - by, mine = hand == DUMMY ? by : DUMMY;
            const Cards theirs = deal.held[other] & suit(s), same = deal.held[mine] & suit(s);
            const bool ruffed = !theirs && s != trump_ && (deal.held[other] & trumps_);
            if (ruffed) return -20 - cost;
            if (!theirs || bit(card) > theirs) return 40 - cost / 4;
            if (same > theirs) return 30 - cost;
            return 10 - cost;
        }
        const bool wins = beats(card, trick.best);
        const int last = trick.n == HANDS - 1;
        if (last) {
            if (wins) return trick.by == by ? 15 - cost : 50 - cost;
            return trick.by == by ? 30 - cost : 10 - cost;
        }
        if (!wins) return 10 - cost;
        return holds(deal, trick, card) ? 50 - cost : 20 - cost;
    }

    // Whether this second card of a trick wins it against whatever the third hand has.
    bool holds(const ThreeHandDeal& deal, const ThreeHandTrick& trick, int card) const {
        const int third = deal.order == FROM_HAND ? DUMMY : deal.order == FROM_DUMMY ? deal.leader : 1 - deal.leader;
        const Cards held = deal.held[third], follow = held & suit(trick.led);
        const Cards same = held & suit(suit_of(card));
        if (suit_of(card) == trick.led) return !(same > bit(card)) && (follow || !(held & trumps_) || trick.led == trump_);
        return follow || !(same > bit(card));
    }

    // Tricks that the leader makes by leading high cards of one hand, whatever the others do.
    int sure_of_leader(const ThreeHandDeal& deal) const {
        const int leader = deal.leader;
        const bool dummy = deal.order == FROM_DUMMY;
        if (dummy && deal.secret && leader != declarer_) return 0;
        const Cards own = deal.held[dummy ? DUMMY : leader];
        const Cards opponent = deal.held[1 - leader];
        const Cards partner = dummy ? deal.held[leader] : deal.held[DUMMY] | deal.secret;
        const Cards top = own & ~at_or_below(opponent | partner);
        if (!trumps_) return count(top);
        const int by_trumps = count(top & trumps_);
        if (deal.secret && !forced_) return by_trumps;
        const Cards against = opponent & trumps_, beside = partner & trumps_;
        const bool draws = by_trumps >= count(against) && by_trumps >= count(beside);
        if (draws || !(against | beside)) return count(top);
        int sure = by_trumps;
        for (int s = 0; s < SUITS; s++) {
            if (s == trump_) continue;
            int good = count(top & suit(s));
            if (against) good = smaller(good, count(opponent & suit(s)));
            if (beside) good = smaller(good, count(partner & suit(s)));
            sure += good;
        }
        return sure;
    }

    // Trumps of the other player's hand that nothing beats.
    int sure_of_other(const ThreeHandDeal& deal) const {
        const int other = 1 - deal.leader;
        if (!trumps_) return 0;
        const Cards rest = deal.held[deal.leader] | deal.held[DUMMY] | deal.secret;
        return count(deal.held[other] & trumps_ & ~at_or_below(rest & trumps_));
    }

    // Positions with the same owners of the cards left, from the top of each suit down, have the same value.
    Entry key_of(const ThreeHandDeal& deal, Cards alive) const {
        Entry key = {};
        Cards form = Cards(deal.order) | Cards(deal.leader) << 2 | Cards(deal.secret != 0) << 3;
        for (int s = 0; s < SUITS; s++) form = form << 4 | Cards(count(alive & suit(s)));
        key.owners = pack(deal.held[0] | deal.held[DUMMY], alive) | form << 43;
        key.more = pack(deal.held[1] | deal.held[DUMMY], alive) | Cards(1) << 63;
        return key;
    }

    Entry* slot(const Entry& key) {
        uint64_t hash = (key.owners ^ (key.more * 0x9E3779B97F4A7C15ULL)) * 0xD6E8FEB86659FD93ULL;
        hash ^= hash >> 32;
        return &entries_[hash & (SIZE - 1)];
    }
};

}  // namespace SOLO
