// Tricks that a side is sure of without search, each with the ranks that the proof needs.
//
// This is harder than in bridge: a dummy plays only from its ENDS, so it can be forced to ruff or to overtake its own
// side's winner, and what it can have at an END later depends on how many cards it has played (State::reach).
#pragma once
#include "state.hpp"

namespace SOLO {

// The trump tricks that this seat must make, however the play goes.
inline int sure_trumps(const State& state, int seat, int need, Cards& matter) {
    const Cards own = state.held[seat] & state.trumps;
    const int mine = count(own);
    if (!mine) return 0;
    const int enemy = is_south(seat) ? NORTH : SOUTH;
    const Cards theirs = (state.held[enemy] | state.held[dummy_of(enemy)]) & state.trumps;
    int best = mine - smaller(count(theirs), mine);
    if (best >= need || !theirs) return best;
    // From the top down: each of their trumps can swallow one lower trump of mine.
    int above = 0, below = count(theirs), left = mine, swallowed = 0;
    Cards down_to = 0;
    for (Cards all = own | theirs; all; all ^= bit(highest(all))) {
        const Cards top = bit(highest(all));
        if (theirs & top) {
            above++, below--;
        } else {
            left--;
            if (above) above--, swallowed++;
        }
        const int sure = mine - swallowed - smaller(above + below, left);
        if (sure > best) best = sure, down_to = top;
        if (!left || best >= need) break;
    }
    matter |= down_to;
    return best;
}

// Marks the ranks by which `need` of these winners beat `against`, as few ranks as possible.
inline void mark_winners(Cards winners, Cards against, int need, Cards& matter) {
    for (int s = 0; s < SUITS && need > 0; s++)
        if (!(against & suit(s))) need -= count(winners & suit(s));
    for (int s = 0; s < SUITS && need > 0; s++) {
        if (!(against & suit(s))) continue;
        Cards lowest_used = 0;
        for (Cards w = winners & suit(s); w && need > 0; need--) {
            lowest_used = bit(highest(w));
            w ^= lowest_used;
        }
        matter |= lowest_used;
    }
}

// How many cards a dummy can play before it has nothing but trumps at its ENDS.
inline int plays_before_trumps(const State& state, int dummy) {
    if (!(state.held[dummy] & state.trumps)) return MOST + 1;
    int i = state.left[dummy], j = state.right[dummy], plays = 0;
    while (suit_of(state.sequence[dummy][i]) != state.trump) i++, plays++;
    while (suit_of(state.sequence[dummy][j]) != state.trump) j--, plays++;
    return plays;
}

// A hand that cashes winners of its side suits (at no trump: of all suits), one after another.
class HandRun {
  public:
    // `spent` tricks have gone before, in which the other hand's trumps were drawn.
    HandRun(const State& state, int hand, int spent)
        : state_(state),
          spent_(spent),
          enemy_hand_(state.held[other(hand)]),
          enemy_(other(dummy_of(hand))),
          partner_(dummy_of(hand)),
          winners_(state.held[hand] & ~state.trumps) {
        if (!spent && (enemy_hand_ & state.trumps)) drop_what_will_be_ruffed();
        if (winners_) plays_before_ruff_ = plays_before_trumps(state, partner_);
    }

    // Tricks that are sure, at most `need`. With led >= 0 the hand is not on lead: it must win the first trick in that
    // suit. If `need` is reached, the ranks that matter are marked.
    int cash(int need, int led, Cards& matter) {
        if (!winners_) return 0;
        if (led != NONE && !win_first(led)) return overtaken(need, led, matter);
        if (led != NONE && need <= 1) {
            first_ = bit(highest(at_start_ & suit(led)));
            mark_first(led, matter);
            return 1;
        }
        int sure = MOST + 1, k = 0;
        for (;; k++) {
            look(k);
            sure = smaller(sure, k + count(now_ & ~first_) + (k == 0 && first_ ? 1 : 0));
            if (k >= sure || sure + 1 < need) break;
            last_ = now_, last_against_ = against_;
            if (k + 1 >= need) break;
        }
        if (sure >= need) return mark(need, led, matter), need;
        if (k == sure && (led == NONE || k > 0)) return sure + one_more(sure + 1 >= need, led, matter);
        return sure;
    }

  private:
    const State& state_;
    const int spent_;
    const Cards enemy_hand_;
    const int enemy_, partner_;          // the dummies
    Cards winners_;                      // cards that may become tricks
    int plays_before_ruff_ = MOST + 1;   // of partner's dummy
    Cards beaten_by_enemy_ = 0;          // what the enemy can hold against us after k tricks
    Cards against_ = 0, now_ = 0;        // that and partner's dummy; the winners above them all
    Cards last_ = 0, last_against_ = 0;  // the same after the last trick that counts
    Cards at_start_ = 0, start_against_ = 0;
    Cards first_ = 0;  // the card that wins the suit led
    bool ruffed_ = false;

    // While the other hand has trumps, a suit is good for as many tricks as that hand must follow.
    void drop_what_will_be_ruffed() {
        for (int s = 0; s < SUITS; s++) {
            Cards own = winners_ & suit(s);
            for (int extra = count(own) - count(enemy_hand_ & suit(s)); extra > 0; extra--) {
                winners_ ^= lowest_bit(own);
                own &= own - 1;
            }
        }
    }

    void look(int k) {
        const Cards dummy = state_.reach(enemy_, k + spent_);
        ruffed_ = dummy & state_.trumps;
        beaten_by_enemy_ = enemy_hand_ | dummy;
        against_ = beaten_by_enemy_ | state_.reach(partner_, k + spent_);
        now_ = ruffed_ || k + spent_ >= plays_before_ruff_ ? 0 : winners_ & ~at_or_below(against_);
        if (k == 0) at_start_ = now_, start_against_ = against_;
    }

    bool win_first(int led) {
        look(0);
        first_ = lowest_bit(now_ & suit(led));
        return first_ != 0;
    }

    // Our card beats the enemy, but partner's dummy may have to play a higher one: that is a trick all the same.
    int overtaken(int need, int led, Cards& matter) const {
        const Cards good = ruffed_ ? 0 : winners_ & ~at_or_below(beaten_by_enemy_) & suit(led);
        if (good && need <= 1 && (beaten_by_enemy_ & suit(led))) matter |= bit(highest(good));
        return good ? 1 : 0;
    }

    void mark_first(int led, Cards& matter) const {
        if (led != NONE && (start_against_ & suit(led))) matter |= first_;
    }

    void mark(int need, int led, Cards& matter) const {
        mark_first(led, matter);
        const int rest = need - (led != NONE ? 1 : 0);
        if (count(last_ & ~first_) >= rest)
            mark_winners(last_ & ~first_, last_against_, rest, matter);
        else
            mark_winners(at_start_ & ~first_, last_against_, MOST, matter);
    }

    // When the winners are cashed: one more trick that partner's dummy may have to overtake.
    int one_more(bool enough, int led, Cards& matter) const {
        if (ruffed_) return 0;
        const Cards good = winners_ & ~at_or_below(beaten_by_enemy_) & ~at_start_ & ~first_;
        if (!good || !enough) return good ? 1 : 0;
        bool unopposed = false;
        for (int s = 0; s < SUITS; s++) unopposed |= (good & suit(s)) && !(beaten_by_enemy_ & suit(s));
        if (!unopposed) matter |= bit(highest(good));
        mark_first(led, matter);
        mark_winners(at_start_ & ~first_, last_against_, MOST, matter);
        return 1;
    }
};

// A dummy on lead that cashes winners from its ENDS: one END as far as it goes, then the other.
class DummyRun {
  public:
    DummyRun(const State& state, int dummy)
        : state_(state),
          dummy_(dummy),
          own_hand_(state.held[hand_of(dummy)]),
          enemy_hand_(state.held[other(hand_of(dummy))]),
          enemy_(other(dummy)) {}

    int cash(int need, Cards& matter) {
        int best = 0;
        Cards marked = 0;
        for (int from_right = 0; from_right < 2 && best < need; from_right++) {
            const int tricks = run(need, from_right);
            if (tricks > best) best = tricks, marked = marked_;
        }
        matter |= marked;
        return best;
    }

  private:
    const State& state_;
    const int dummy_;
    const Cards own_hand_, enemy_hand_;
    const int enemy_;
    Cards marked_ = 0;
    int tricks_ = 0, of_suit_[SUITS] = {};

    int run(int need, int from_right) {
        int i = state_.left[dummy_], j = state_.right[dummy_];
        marked_ = 0, tricks_ = 0;
        for (int& n : of_suit_) n = 0;
        for (int turn = 0; turn < 2; turn++) {
            const bool right = turn != from_right;
            while (i <= j) {
                const int card = state_.sequence[dummy_][right ? j : i];
                if (!wins(card)) break;
                if (tricks_ >= need) return tricks_;
                if (!keeps_the_lead(card)) return tricks_;
                right ? j-- : i++;
            }
        }
        return tricks_;
    }

    bool wins(int card) {
        const int s = suit_of(card);
        if (s == state_.trump) return false;
        const Cards dummy = state_.reach(enemy_, tricks_);
        const Cards against = (enemy_hand_ | dummy) & suit(s);
        if (against >> card) return false;
        if ((enemy_hand_ & state_.trumps) && of_suit_[s] + 1 > count(enemy_hand_ & suit(s))) return false;
        if (dummy & state_.trumps) return false;
        if (against) marked_ |= bit(card);
        tricks_++, of_suit_[s]++;
        return true;
    }

    // The dummy's own hand must be able to stay below, and not have to ruff.
    bool keeps_the_lead(int card) {
        const Cards follow = own_hand_ & suit(suit_of(card));
        if (follow >> card) return false;
        if (follow) marked_ |= bit(card);
        const bool may_run_out = of_suit_[suit_of(card)] > count(follow);
        return !(state_.trumps && may_run_out && count(own_hand_ & ~state_.trumps) < tricks_);
    }
};

// True if the side on lead is sure of `need` tricks.
class LeaderIsSure {
  public:
    LeaderIsSure(const State& state, int leader)
        : state_(state), leader_(leader), hand_(hand_of(leader)), dummy_(dummy_of(hand_)) {}

    bool of(int need, Cards& matter) {
        if (state_.trumps) {
            by_hand_ = sure_trumps(state_, hand_, need, marked_hand_);
            if (by_hand_ >= need) return matter |= marked_hand_, true;
            by_dummy_ = sure_trumps(state_, dummy_, need, marked_dummy_);
            if (by_dummy_ >= need) return matter |= marked_dummy_, true;
        }
        return is_dummy(leader_) ? dummy_leads(need, matter) : hand_leads(need, matter);
    }

  private:
    const State& state_;
    const int leader_, hand_, dummy_;
    int by_hand_ = 0, by_dummy_ = 0;
    Cards marked_hand_ = 0, marked_dummy_ = 0;

    bool run(int need, int led, int spent, Cards marked, Cards& matter) const {
        Cards marks = 0;
        if (HandRun(state_, hand_, spent).cash(need, led, marks) < need) return false;
        matter |= marks | marked;
        return true;
    }

    bool hand_leads(int need, Cards& matter) const {
        if (run(need - by_hand_, NONE, 0, marked_hand_, matter)) return true;
        // The dummy's trumps only count in addition if it never has to ruff a winner of the run.
        const int rest = need - by_dummy_;
        if (by_dummy_ > by_hand_ && rest <= plays_before_trumps(state_, dummy_)
            && run(rest, NONE, 0, marked_dummy_, matter))
            return true;
        return draws_trumps(need, matter);
    }

    bool draws_trumps(int need, Cards& matter) const {
        const int enemy = other(hand_), rounds = count(state_.held[enemy] & state_.trumps);
        if (!rounds || by_hand_ < rounds) return false;
        const Cards against =
            state_.held[enemy] | state_.reach(dummy_of(enemy), rounds - 1) | state_.reach(dummy_, rounds - 1);
        Cards top = state_.held[hand_] & state_.trumps & ~at_or_below(against & state_.trumps);
        if (count(top) < rounds) return false;
        Cards down_to = 0;
        for (int k = 0; k < rounds; k++) top ^= down_to = bit(highest(top));
        return run(need - by_hand_, NONE, rounds, marked_hand_ | down_to, matter);
    }

    bool dummy_leads(int need, Cards& matter) const {
        Cards marks = 0;
        const int rest = need - by_dummy_;
        if (DummyRun(state_, dummy_).cash(rest, marks) >= rest) return matter |= marks | marked_dummy_, true;
        const int after_hand = need - by_hand_;
        if (by_hand_ > by_dummy_ && count(state_.held[hand_] & ~state_.trumps) >= after_hand) {
            marks = 0;
            if (DummyRun(state_, dummy_).cash(after_hand, marks) >= after_hand)
                return matter |= marks | marked_hand_, true;
        }
        const int a = suit_of(state_.left_end(dummy_)), b = suit_of(state_.right_end(dummy_));
        if (a != state_.trump && run(after_hand, a, 0, marked_hand_, matter)) return true;
        return b != state_.trump && b != a && run(after_hand, b, 0, marked_hand_, matter);
    }
};

// True if the side not on lead is sure of `need` tricks: its hand has the top card of everything that may be led.
inline bool other_side_is_sure(const State& state, int leader, int need, Cards& matter) {
    const int hand = other(hand_of(leader)), enemy = other(hand);
    int trumps = 0;
    Cards marks = 0;
    if (state.trumps) {
        trumps = sure_trumps(state, hand, need, marks);
        if (trumps >= need) return matter |= marks, true;
        Cards marks_of_dummy = 0;
        if (sure_trumps(state, dummy_of(hand), need, marks_of_dummy) >= need)
            return matter |= marks_of_dummy, true;
    }
    unsigned suits = 0;
    if (is_dummy(leader))
        suits = 1u << suit_of(state.left_end(leader)) | 1u << suit_of(state.right_end(leader));
    else
        for (int s = 0; s < SUITS; s++) suits |= unsigned((state.held[leader] & suit(s)) != 0) << s;
    if (state.trumps && (suits >> state.trump & 1)) return false;
    for (int s = 0; s < SUITS; s++) {
        if (!(suits >> s & 1)) continue;
        const Cards ours = state.held[hand] & suit(s), theirs = state.held[enemy] & suit(s);
        if (ours <= theirs || (!theirs && (state.held[enemy] & state.trumps))) return false;
    }
    for (int s = 0; s < SUITS; s++)
        if ((suits >> s & 1) && HandRun(state, hand, 0).cash(need - trumps, s, marks) < need - trumps)
            return false;
    return matter |= marks, true;
}

}  // namespace SOLO
