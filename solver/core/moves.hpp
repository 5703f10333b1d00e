// The moves of a seat: what it may play, what of that is the same, and the order in which to try it.
#pragma once
#include "state.hpp"
#include "weights.hpp"

namespace SOLO {

struct Move {
    int card;
    int order;  // the highest first
    Cards run;  // the cards of which this one stands for all
};

struct Moves {
    Move at[MOST];
    int n = 0;
    bool has_runs = false;
    bool only_first = false;  // a recommended lead stands first, the others have not been put in order

    void add(int card, Cards run) { at[n++] = Move{card, 0, run}; }

    void sort(int from = 0) {
        for (int i = from + 1; i < n; i++) {
            const Move x = at[i];
            int j = i;
            for (; j > from && at[j - 1].order < x.order; j--) at[j] = at[j - 1];
            at[j] = x;
        }
    }

    void reverse() {
        for (int i = 0, j = n - 1; i < j; i++, j--) swap(i, j);
    }

    void swap(int i, int j) {
        const Move x = at[i];
        at[i] = at[j];
        at[j] = x;
    }
};

// How high our side and the enemy can still play to the trick; what lies there counts.
struct Heights {
    int ours = NONE, theirs = NONE;

    void see(bool is_ours, int height) {
        is_ours ? ours = larger(ours, height) : theirs = larger(theirs, height);
    }

    static Heights of_lead(const State& state, int seat, int led) {
        Heights h;
        for (int p = next(seat); p != seat; p = next(p))
            h.see(is_south(p) == is_south(seat), state.best_height(p, led));
        return h;
    }

    static Heights after(const State& state, int seat, const Trick& trick, int played) {
        Heights h;
        h.see(is_south(trick.winner) == is_south(seat), state.height(trick.best, trick.led));
        for (int k = played + 1, p = next(seat); k < 4; k++, p = next(p))
            h.see(is_south(p) == is_south(seat), state.best_height(p, trick.led));
        return h;
    }
};

// Cards that earlier searches recommend; NONE where they say nothing.
struct Hints {
    int known =
        NONE;  // the lead that proved something about this pattern, or else about this bucket: tried first
    int like = NONE;  // what last worked where the ENDS were the same: moved forward
};

// A hand's leads.
class LeadOrder {
  public:
    LeadOrder(const State& state, int hand, const Trick& trick, const Hints& hints)
        : state_(state),
          hand_(hand),
          dummy_(dummy_of(hand)),
          enemy_(other(hand)),
          enemy_dummy_(dummy_of(other(hand))),
          trick_(trick),
          hints_(hints),
          w_(HAND_LEAD[state.trump == NO_TRUMP][trick.left <= LATE]),
          need_(100 * (hand == SOUTH ? trick.target : trick.left - trick.target + 1) / trick.left) {}

    int of(const Move& move) {
        const int s = suit_of(move.card);
        if (!(seen_ >> s & 1)) seen_ |= 1u << s, look_at(s, suits_[s]);
        const bool liked = hints_.like != NONE && (move.run >> hints_.like & 1);
        return suits_[s].base + of_card(move, suits_[s]) + (liked ? LIKED_LEAD : 0);
    }

  private:
    struct Suit {
        int their_dummy, their_hand, partner, theirs;  // heights
        int forced_enemy, forced_partner;  // the END that a dummy must follow with, if it has but one
        int base;
        Cards in_their_hand, in_their_dummy;
    };

    const State& state_;
    const int hand_, dummy_, enemy_, enemy_dummy_;
    const Trick& trick_;
    const Hints& hints_;
    const HandLead& w_;
    const int need_;  // per cent of the tricks left
    unsigned seen_ = 0;
    Suit suits_[SUITS];

    bool is_top(int card) const { return (trick_.alive & suit(suit_of(card))) >> card == 1; }

    int forced_end(int dummy, int s, bool& follows) const {
        const int a = state_.left_end(dummy), b = state_.right_end(dummy);
        const bool fa = suit_of(a) == s, fb = suit_of(b) == s;
        follows = fa || fb;
        return fa == fb ? NONE : fa ? a : b;
    }

    void look_at(int s, Suit& x) const {
        bool they_follow, we_follow;
        x.their_dummy = state_.best_height(enemy_dummy_, s);
        x.their_hand = state_.best_height(enemy_, s);
        x.partner = state_.best_height(dummy_, s);
        x.theirs = larger(x.their_dummy, x.their_hand);
        x.forced_enemy = forced_end(enemy_dummy_, s, they_follow);
        x.forced_partner = forced_end(dummy_, s, we_follow);
        x.in_their_hand = state_.held[enemy_] & suit(s);
        x.in_their_dummy = state_.held[enemy_dummy_] & suit(s);
        const int own = count(state_.held[hand_] & suit(s)), dummy = count(state_.held[dummy_] & suit(s));
        x.base = w_.own_length * own / 4 + w_.their_length * count(x.in_their_hand) / 4
                 + (w_.dummy_length * dummy + w_.their_dummy_length * count(x.in_their_dummy)) / 4;
        if (!x.in_their_hand) x.base += w_.they_are_void;
        if (they_follow) x.base += w_.their_end_follows;
        if (own == 1) x.base += w_.singleton;
        if (x.forced_enemy >= 0 && is_top(x.forced_enemy)) x.base += w_.their_top_must_fall;
        if (x.forced_partner >= 0 && is_top(x.forced_partner)) x.base += w_.our_top_must_fall;
        if (s == state_.trump) {
            x.base += w_.is_trump;
        } else {
            if (x.partner >= State::RUFF) x.base += w_.partner_ruffs;
            if (x.their_dummy >= State::RUFF) x.base += w_.dummy_ruffs;
            if (x.their_hand >= State::RUFF) x.base += w_.hand_ruffs;
        }
    }

    int of_card(const Move& move, const Suit& x) const {
        const int card = move.card, rank = rank_of(card), height = state_.height(card, suit_of(card));
        int order = 0;
        if (height > x.theirs) {
            order = w_.need_if_beats * need_ / 100 + w_.beats_all + w_.rank_beats * rank / 12;
            if (x.partner > x.theirs) order += w_.partner_overtakes;
            if (x.forced_partner > card) order += w_.partner_must_overtake;
        } else if (x.partner > x.theirs) {
            order = w_.partner_wins + w_.rank_partner * rank / 12;
        } else {
            order = w_.need_if_loses * need_ / 100 + w_.rank_loses * rank / 12;
            if (x.their_hand > x.their_dummy) order += w_.their_hand_wins;
        }
        if (is_top(card)) order += w_.is_top;
        if (x.forced_enemy > card) order += w_.their_end_must_win;
        if (move.run & (move.run - 1)) order += w_.in_a_run;
        return order + w_.above_in_hand * count(x.in_their_hand >> card) / 3
               + w_.above_in_dummy * count(x.in_their_dummy >> card) / 3;
    }
};

// How good a dummy's lead of this END looks; `other_end` stays, `uncovered` becomes the new END.
inline int order_of_end_lead(const State& state, int dummy, int card, int other_end, int uncovered,
                             const Trick& trick) {
    const DummyLead& w = DUMMY_LEAD[state.trump == NO_TRUMP];
    const int s = suit_of(card), to = suit_of(uncovered), hand = hand_of(dummy), enemy = other(hand);
    const Heights heights = Heights::of_lead(state, dummy, s);
    const bool wins = state.height(card, s) > heights.theirs, partner = heights.ours > heights.theirs;
    const int kind = wins ? (partner ? 1 : 0) : partner ? 2 : 3;
    const Cards in_suit = trick.alive & suit(s);
    int order = w.by_class[kind] + w.rank_by_class[kind] * rank_of(card) / 12;
    if (s == state.trump && !wins) order += w.trump_loses;
    if (in_suit >> card == 1) order += w.is_top;
    if ((trick.alive & suit(to) & ~bit(card)) >> uncovered == 1) order += w.uncovers_top;
    if (to == state.trump) order += w.uncovers_trump;
    if (to == s) order += w.uncovers_same;
    if (to == suit_of(other_end)) order += w.uncovered_matches_other_end;
    if (suit_of(other_end) == s) order += w.other_end_same;
    const Cards their_suit = state.held[enemy] & suit(s);
    order += (w.own_length * count(state.held[dummy] & suit(s))
              + w.hand_length * count(state.held[hand] & suit(s)) + w.their_length * count(their_suit))
                 / 4
             + w.uncovered_rank * rank_of(uncovered) / 12;
    if (their_suit >> card) order += w.they_can_cover;
    if (state.held[hand] & bit(highest(in_suit))) order += w.hand_has_top;
    return order;
}

// How good a card looks that follows, ruffs or is thrown away; `length` counts its suit where it is held.
inline int order_of_free(const State& state, const Free& w, int card, int led, const Heights& heights,
                         int length) {
    const int rank = rank_of(card), height = state.height(card, led);
    const bool trump = suit_of(card) == state.trump;
    int order;
    if (height > heights.theirs) {
        order = w.wins_base - w.wins_each * rank + (heights.ours > heights.theirs ? w.wins_over_partner : 0);
        if (trump && led != state.trump) order += w.wins_by_ruff;
    } else if (heights.ours > heights.theirs) {
        order = w.partner_base - w.partner_each * rank + (trump && led != state.trump ? w.partner_ruff : 0);
    } else {
        order = w.loses_base - w.loses_each * rank + (trump ? w.loses_trump : 0);
    }
    return suit_of(card) == led ? order : order + w.length * length + (length <= 1 ? w.lone : 0);
}

inline int length_in(const State& state, int seat, int card) {
    return count(state.held[seat] & suit(suit_of(card)));
}

// The legal ENDS (SOLO-16, SOLO-17), in order.
template <int PLAYED>
void moves_of_dummy(const State& state, int dummy, const Trick& trick, const Hints& hints, Moves& moves) {
    const int a = state.left_end(dummy), b = state.right_end(dummy);
    if (a == b) return moves.add(a, bit(a));
    const bool follows_a = PLAYED && suit_of(a) == trick.led, follows_b = PLAYED && suit_of(b) == trick.led;
    if (follows_a != follows_b) return follows_a ? moves.add(a, bit(a)) : moves.add(b, bit(b));
    moves.add(a, bit(a));
    moves.add(b, bit(b));
    if (hints.known == a) return;
    if (hints.known == b) return moves.swap(0, 1);
    const Heights heights = PLAYED ? Heights::after(state, dummy, trick, PLAYED) : Heights();
    for (int i = 0; i < 2; i++) {
        Move& m = moves.at[i];
        const int uncovered = state.sequence[dummy][i ? state.right[dummy] - 1 : state.left[dummy] + 1];
        if (PLAYED)
            m.order =
                order_of_free(state, FREE_END, m.card, trick.led, heights, length_in(state, dummy, m.card));
        else
            m.order = order_of_end_lead(state, dummy, m.card, i ? a : b, uncovered, trick);
        if (m.card == hints.like) m.order += PLAYED ? LIKED_END : LIKED_LEAD;
    }
    if (moves.at[1].order > moves.at[0].order) moves.swap(0, 1);
}

// The legal cards of a hand (SOLO-15), one a run, the highest run first. A run is cards that touch among those alive at
// the start of the trick: all of them do the same, except that the winner so far is beaten by the highest at once.
template <int PLAYED>
void runs_of_hand(const State& state, int hand, const Trick& trick, Cards legal, Moves& moves) {
    const Cards rest = trick.alive & ~state.held[hand];
    const int beat = PLAYED ? state.height(trick.best, trick.led) : NONE;
    while (legal) {
        const int top = highest(legal);
        const Cards below = rest & (bit(top) - 1), lane = bit(top & 48);
        Cards floor = below ? bit(highest(below)) << 1 : 1;
        if (floor < lane) floor = lane;
        const Cards run = legal & ~(floor - 1);
        legal ^= run;
        const int bottom = lowest(run);
        moves.has_runs |= bottom != top;
        moves.add(PLAYED && state.height(top, trick.led) <= beat ? bottom : top, run);
    }
}

// Following: as cheaply as it wins, unless partner wins or nothing does; then low.
inline void order_following(const State& state, const Trick& trick, const Heights& heights, Moves& moves) {
    moves.reverse();
    if (heights.ours > heights.theirs) return;
    int k = 0;
    while (k < moves.n && state.height(moves.at[k].card, trick.led) <= heights.theirs) k++;
    if (k == 0 || k == moves.n) return;
    Moves turned;
    for (int i = 0; i < moves.n; i++) turned.at[i] = moves.at[(i + k) % moves.n];
    for (int i = 0; i < moves.n; i++) moves.at[i] = turned.at[i];
}

// Nine known leads in ten cut off, so the others are put in order only when one has failed.
inline bool put_known_first(const Hints& hints, Moves& moves) {
    if (hints.known == NONE) return false;
    for (int i = 0; i < moves.n; i++) {
        if (!(moves.at[i].run >> hints.known & 1)) continue;
        moves.swap(0, i);
        return true;
    }
    return false;
}

inline void order_leads(const State& state, int hand, const Trick& trick, const Hints& hints, int from,
                        Moves& moves) {
    LeadOrder order(state, hand, trick, hints);
    for (int i = from; i < moves.n; i++) moves.at[i].order = order.of(moves.at[i]);
    moves.sort(from);
}

template <int PLAYED>
void moves_of_hand(const State& state, int hand, const Trick& trick, const Hints& hints, Moves& moves) {
    const Cards held = state.held[hand], follow = PLAYED ? held & suit(trick.led) : 0;
    runs_of_hand<PLAYED>(state, hand, trick, follow ? follow : held, moves);
    if (moves.n == 1) return;
    if (!PLAYED) {
        moves.only_first = put_known_first(hints, moves);
        if (!moves.only_first) order_leads(state, hand, trick, hints, 0, moves);
        return;
    }
    const Heights heights = Heights::after(state, hand, trick, PLAYED);
    if (follow) return order_following(state, trick, heights, moves);
    for (int i = 0; i < moves.n; i++) {
        Move& m = moves.at[i];
        m.order = order_of_free(state, FREE_HAND, m.card, trick.led, heights, length_in(state, hand, m.card));
    }
    moves.sort();
}

}  // namespace SOLO
