// The moves of a seat: the cards that it may play, without equivalents, and the order in which to try them.
#pragma once
#include "judge.hpp"
#include "weights.hpp"

namespace SOLO {

struct Move {
    int card;
    int order;  // highest first
    Cards run;  // the cards that this one stands for
};

struct Moves {
    Move at[MOST];
    int n = 0;
    bool has_runs = false;
    bool only_first = false;  // a recommended lead comes first, the others are not sorted yet

    void add(int card, Cards run) { at[n++] = Move{card, 0, run}; }

    void sort(int from = 0) {  // equal orders keep their places
        for (int i = from + 1; i < n; i++) {
            const Move x = at[i];
            int j = i;
            for (; j > from && at[j - 1].order < x.order; j--) at[j] = at[j - 1];
            at[j] = x;
        }
    }

    void swap(int i, int j) {
        const Move x = at[i];
        at[i] = at[j];
        at[j] = x;
    }
};

// How high our side and the enemy can still play to the trick; cards on the table count.
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

    template <int PLAYED, int SEAT>
    static Heights after(const State& state, const Trick& trick) {
        Heights h;
        h.see(is_south(trick.winner) == is_south(SEAT), trick.height);
        for (int k = PLAYED + 1, p = next(SEAT); k < 4; k++, p = next(p))
            h.see(is_south(p) == is_south(SEAT), state.best_height(p, trick.led));
        return h;
    }
};

// Cards that earlier searches recommend; NONE without a recommendation.
struct Hints {
    int known = NONE;  // the lead that proved something about this pattern, or else about this bucket: first
    int like = NONE;   // what last worked with the same ENDS: moved forward
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

// How good a card looks that follows, ruffs or is thrown away; `length` counts its suit in its hand.
inline int order_of_free(const State& state, const Free& w, int card, int led, const Heights& heights,
                         int length) {
    const int rank = rank_of(card), height = state.height(card, led);
    const bool trump = suit_of(card) == state.trump;
    const bool ruffs = trump && led != state.trump, ours = heights.ours > heights.theirs;
    const int wins = w.wins_base - w.wins_each * rank + (ours ? w.wins_over_partner : 0)
                     + (ruffs ? w.wins_by_ruff : 0);
    const int partner = w.partner_base - w.partner_each * rank + (ruffs ? w.partner_ruff : 0);
    const int loses = w.loses_base - w.loses_each * rank + (trump ? w.loses_trump : 0);
    const int order = height > heights.theirs ? wins : ours ? partner : loses;
    return suit_of(card) == led ? order : order + w.length * length + (length <= 1 ? w.lone : 0);
}

inline int length_in(const State& state, int seat, int card) {
    return count(state.held[seat] & suit(suit_of(card)));
}

// For two playable ENDS: whether to try the right one first.
template <int PLAYED, int DUMMY>
bool right_end_first(const State& state, const Trick& trick, int known, int like) {
    const int a = state.left_end(DUMMY), b = state.right_end(DUMMY);
    if (known == a || known == b) return known == b;
    int left, right;
    if (PLAYED) {
        const Heights heights = Heights::after<PLAYED, DUMMY>(state, trick);
        left = order_of_free(state, FREE_END, a, trick.led, heights, length_in(state, DUMMY, a));
        right = order_of_free(state, FREE_END, b, trick.led, heights, length_in(state, DUMMY, b));
    } else {
        left = order_of_end_lead(state, DUMMY, a, b, state.sequence[DUMMY][state.left[DUMMY] + 1], trick);
        right = order_of_end_lead(state, DUMMY, b, a, state.sequence[DUMMY][state.right[DUMMY] - 1], trick);
    }
    const int liked = PLAYED ? LIKED_END : LIKED_LEAD;
    if (like == a) left += liked;
    if (like == b) right += liked;
    return right > left;
}

// The legal cards of a hand (SOLO-15), one a run, the highest run first. A run is cards that touch among those alive at
// the start of the trick: all of them do the same, except that the highest at once beats the winner so far.
template <int PLAYED, int HAND>
void runs_of_hand(const State& state, const Trick& trick, Cards legal, Moves& moves) {
    const Cards rest = trick.alive & ~state.held[HAND];
    const int beat = PLAYED ? trick.height : NONE;
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

// The runs of a hand that follows, lowest first; but if the enemy wins so far, cards that beat that card come first.
template <int PLAYED, int HAND>
void runs_that_follow(const State& state, const Trick& trick, Cards follow, Moves& moves) {
    const Cards others = trick.alive & suit(trick.led) & ~follow;
    // Within the suit led heights are in the order of the cards; no follower beats a ruff.
    const Cards beats_best = suit_of(trick.best) == trick.led ? ~((bit(trick.best) << 1) - 1) : 0;
    while (follow) {
        const Cards above = others & ~(lowest_bit(follow) - 1);
        const Cards run = above ? follow & (lowest_bit(above) - 1) : follow;
        follow ^= run;
        moves.has_runs |= (run & (run - 1)) != 0;
        moves.add(run & beats_best ? highest(run) : lowest(run), run);
    }
    if (moves.n == 1) return;
    const Heights heights = Heights::after<PLAYED, HAND>(state, trick);
    if (heights.ours > heights.theirs) return;
    int k = 0;
    while (k < moves.n && state.height(moves.at[k].card, trick.led) <= heights.theirs) k++;
    if (k == 0 || k == moves.n) return;
    Move low[MOST];
    for (int i = 0; i < k; i++) low[i] = moves.at[i];
    for (int i = k; i < moves.n; i++) moves.at[i - k] = moves.at[i];
    for (int i = 0; i < k; i++) moves.at[moves.n - k + i] = low[i];
}

// Nine known leads in ten cut off, so the others are sorted only after one has failed.
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
    LeadJudge judge(state, hand, trick);
    for (int i = from; i < moves.n; i++) {
        Move& m = moves.at[i];
        const bool liked = hints.like != NONE && (m.run >> hints.like & 1);
        m.order = judge.of(m.card, m.run) + (liked ? LIKED_HAND : 0);
    }
    moves.sort(from);
}

template <int PLAYED, int HAND>
void moves_of_hand(const State& state, const Trick& trick, const Hints& hints, Moves& moves) {
    const Cards held = state.held[HAND];
    if (const Cards follow = PLAYED ? held & suit(trick.led) : 0)
        return runs_that_follow<PLAYED, HAND>(state, trick, follow, moves);
    runs_of_hand<PLAYED, HAND>(state, trick, held, moves);
    if (moves.n == 1) return;
    if (!PLAYED) {
        moves.only_first = put_known_first(hints, moves);
        if (!moves.only_first) order_leads(state, HAND, trick, hints, 0, moves);
        return;
    }
    const Heights heights = Heights::after<PLAYED, HAND>(state, trick);
    for (int i = 0; i < moves.n; i++) {
        Move& m = moves.at[i];
        m.order = order_of_free(state, FREE_HAND, m.card, trick.led, heights, length_in(state, HAND, m.card));
    }
    moves.sort();
}

}  // namespace SOLO
