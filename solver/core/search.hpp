// "Do South and East take at least this many of the tricks left?", answered with the ranks that decide it.
#pragma once
#include "bounds.hpp"
#include "moves.hpp"
#include "table.hpp"

namespace SOLO {

struct OutOfNodes {};

class Search {
  public:
    State state;
    uint64_t nodes = 0, limit = ~uint64_t(0);  // a node is a seat's turn to play

    void forget() {
        table_.clear();
        std::memset(leads_, NO_MOVE, sizeof leads_);
        std::memset(replies_, NO_MOVE, sizeof replies_);
    }

    // At the start of a trick. `matter` is set to cards whose ranks decide the answer: any position with the same ENDS,
    // leader and lengths, and with the same owners from the top of each suit down to there, has this answer. Throws
    // OutOfNodes, after which `state` is undefined and the table still right.
    bool reaches(int left, int leader, int target, Cards& matter) {
        matter = 0;
        if (target <= 0) return true;
        if (target > left) return false;
        if (left == 1) return last_trick(leader, matter);
        const uint64_t key = key_of(leader);
        table_.prefetch(key);
        const Cards alive = state.alive();
        const Pattern pattern = Pattern::of(state.held, alive);
        Hints hints;
        bool answer;
        if (known(key, pattern, alive, target, hints, matter, answer)) return answer;
        if (certain(left, leader, target, matter, answer)) return answer;
        uint8_t& like = leads_[leader][state.left[EAST]][state.left[WEST]][left];
        if (hints.known == NONE && like != NO_MOVE) hints.like = like;
        int lead = NO_MOVE;
        answer = lead_from(leader, Trick::start(state, left, target), hints, matter, &lead);
        if (lead != NO_MOVE) like = uint8_t(lead);
        const Cards mask = pack(at_or_above(matter) & alive, alive);
        table_.store(key, Entry{pattern.a & mask, pattern.b & mask, mask, uint8_t(answer ? target : 0),
                                uint8_t(answer ? left : target - 1), uint8_t(lead)});
        return answer;
    }

    // In mid-trick.
    bool reaches(const Trick& trick, int seat, int played, Cards& matter) {
        switch (seat) {
            case NORTH: return from_middle<NORTH>(trick, played, matter);
            case EAST: return from_middle<EAST>(trick, played, matter);
            case SOUTH: return from_middle<SOUTH>(trick, played, matter);
            default: return from_middle<WEST>(trick, played, matter);
        }
    }

    uint32_t entries() const { return table_.entries(); }

  private:
    // Bounds are tried only when so few tricks are needed that they often hold.
    static constexpr int ASK_LEADER = 4, ASK_OTHER = 2;

    Table table_;

    // The last cards that cut off, by what matters most in this game: which ENDS there are.
    uint8_t leads_[4][16][16][16];  // by leader, left ENDS of both dummies, tricks left
    // For a dummy that could choose: by its own ENDS, suit led, cards played.
    uint8_t replies_[2][16][16][SUITS][4];

    uint64_t key_of(int leader) const {
        return uint64_t(state.lengths) | uint64_t(leader) << 32 | uint64_t(state.left[EAST]) << 36
               | uint64_t(state.left[WEST]) << 40;
    }

    bool last_trick(int leader, Cards& matter) const {
        Trick trick = Trick::start(state, 1, 1);
        for (int k = 0, seat = leader; k < 4; k++, seat = next(seat))
            trick = trick.after(state, seat, lowest(state.held[seat]));
        matter = trick.that_mattered();
        return is_south(trick.winner);
    }

    bool known(uint64_t key, const Pattern& pattern, Cards alive, int target, Hints& hints, Cards& matter,
               bool& answer) {
        const Bucket* bucket = table_.find(key);
        if (!bucket) return false;
        for (const Entry *first = table_.begin(*bucket), *e = table_.end(*bucket); e-- != first;) {
            if (!pattern.agrees(e->a, e->b, e->mask)) continue;
            if (e->low >= target || e->high < target) {
                matter = unpack(e->mask, alive);
                answer = e->low >= target;
                return true;
            }
            if (hints.known == NONE && e->move != NO_MOVE) hints.known = e->move;
        }
        if (hints.known == NONE && bucket->move != NO_MOVE) hints.known = bucket->move;
        return false;
    }

    bool certain(int left, int leader, int target, Cards& matter, bool& answer) {
        const bool south = is_south(leader);
        const int leaders_need = south ? target : left - target + 1, others_need = left + 1 - leaders_need;
        Cards marks = 0;
        if (leaders_need <= ASK_LEADER && LeaderIsSure(state, leader).of(leaders_need, marks)) {
            matter = marks;
            answer = south;
            return true;
        }
        marks = 0;
        if (others_need <= ASK_OTHER && other_side_is_sure(state, leader, others_need, marks)) {
            matter = marks;
            answer = !south;
            return true;
        }
        return false;
    }

    template <int SEAT>
    bool from_middle(const Trick& trick, int played, Cards& matter) {
        if (played == 1) return play<1, SEAT>(trick, Hints(), matter, nullptr);
        if (played == 2) return play<2, SEAT>(trick, Hints(), matter, nullptr);
        return play<3, SEAT>(trick, Hints(), matter, nullptr);
    }

    bool lead_from(int leader, const Trick& trick, const Hints& hints, Cards& matter, int* lead) {
        switch (leader) {
            case NORTH: return play<0, NORTH>(trick, hints, matter, lead);
            case EAST: return play<0, EAST>(trick, hints, matter, lead);
            case SOUTH: return play<0, SOUTH>(trick, hints, matter, lead);
            default: return play<0, WEST>(trick, hints, matter, lead);
        }
    }

    // What depends on the seat is compiled for each of the four.
    template <int PLAYED, int SEAT>
    bool play(const Trick& trick, const Hints& hints, Cards& matter, int* lead) {
        if (++nodes > limit) throw OutOfNodes();
        if constexpr (is_dummy(SEAT))
            return play_end<PLAYED, SEAT>(trick, hints, matter, lead);
        else
            return play_hand<PLAYED, SEAT>(trick, hints, matter, lead);
    }

    template <int PLAYED, int SEAT>
    bool after(int card, const Trick& trick, Cards& matter) {
        const Trick t = PLAYED ? trick.with(state, SEAT, card) : trick.led_by(state, SEAT, card);
        if constexpr (PLAYED < 3) {
            return play<PLAYED + 1, next(SEAT)>(t, Hints(), matter, nullptr);
        } else {
            const bool answer = reaches(t.left - 1, t.winner, t.target - is_south(t.winner), matter);
            matter |= t.that_mattered();
            return answer;
        }
    }

    // A dummy's turn. At most two cards may be played.
    template <int PLAYED, int DUMMY>
    bool play_end(const Trick& trick, const Hints& hints, Cards& matter, int* lead) {
        const int a = state.left_end(DUMMY), b = state.right_end(DUMMY);
        const bool follows_a = PLAYED && suit_of(a) == trick.led, follows_b = PLAYED && suit_of(b) == trick.led;
        if (a == b || follows_a != follows_b) {
            const bool from_right = follows_b;
            const int card = from_right ? b : a;
            const bool answer = end_played<PLAYED, DUMMY>(card, from_right, trick, matter);
            if (lead && answer == is_south(DUMMY)) *lead = card;
            return answer;
        }
        uint8_t* reply = nullptr;
        int like = hints.like;
        if (PLAYED) {
            reply = &replies_[DUMMY == EAST][state.left[DUMMY]][state.right[DUMMY]][trick.led][PLAYED];
            if (*reply != NO_MOVE) like = *reply;
        }
        bool from_right = right_end_first<PLAYED, DUMMY>(state, trick, hints.known, like);
        Cards all = 0;
        for (int i = 0; i < 2; i++, from_right = !from_right) {
            const int card = from_right ? b : a;
            Cards marks = 0;
            if (end_played<PLAYED, DUMMY>(card, from_right, trick, marks) == is_south(DUMMY)) {
                if (PLAYED) *reply = uint8_t(card);
                if (lead) *lead = card;
                matter = marks;
                return is_south(DUMMY);
            }
            all |= marks;
        }
        matter = all;
        return !is_south(DUMMY);
    }

    template <int PLAYED, int DUMMY>
    bool end_played(int card, bool from_right, const Trick& trick, Cards& marks) {
        state.play_end(DUMMY, card, from_right);
        const bool answer = after<PLAYED, DUMMY>(card, trick, marks);
        state.take_back_end(DUMMY, card, from_right);
        return answer;
    }

    // A hand's turn.
    template <int PLAYED, int HAND>
    bool play_hand(const Trick& trick, const Hints& hints, Cards& matter, int* lead) {
        Moves moves;
        moves_of_hand<PLAYED, HAND>(state, trick, hints, moves);
        Cards all = 0, same = 0;
        for (int i = 0; i < moves.n; i++) {
            if (i == 1 && PLAYED == 0 && moves.only_first) order_leads(state, HAND, trick, hints, 1, moves);
            const int card = moves.at[i].card;
            if (same & bit(card)) continue;
            Cards marks = 0;
            state.play_from_hand(HAND, card);
            const bool answer = after<PLAYED, HAND>(card, trick, marks);
            state.take_back_to_hand(HAND, card);
            if (answer == is_south(HAND)) {
                if (PLAYED == 0) *lead = card;
                matter = marks;
                return answer;
            }
            all |= marks;
            same |= as_bad_as(card, marks);
        }
        matter = moves.has_runs ? down_to_whole_runs(moves, all) : all;
        return !is_south(HAND);
    }

    // A card has failed by these marks: all lower cards of its suit fail too.
    static Cards as_bad_as(int card, Cards marks) {
        const Cards lane = suit(suit_of(card)), marked = marks & lane;
        const Cards below = marked ? (lowest_bit(marked) - 1) & lane : lane;
        return below & bit(card) ? below : 0;
    }

    // A run of which only one card was tried must not straddle the lowest rank that matters. Two bounds were once wrong
    // because in another position of the same pattern the run was no run.
    static Cards down_to_whole_runs(const Moves& moves, Cards matter) {
        Cards whole = matter;
        for (int i = 0; i < moves.n; i++) {
            const Cards run = moves.at[i].run, marked = whole & suit(suit_of(moves.at[i].card));
            if (!marked) continue;
            const Cards below = bit(lowest(marked)) - 1;
            if ((run & below) && (run & ~below)) whole |= lowest_bit(run);
        }
        return whole;
    }
};

}  // namespace SOLO
