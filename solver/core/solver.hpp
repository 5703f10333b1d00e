// Exact values of any point of a play of one deal in one strain.
#pragma once
#include "search.hpp"

namespace SOLO {

class Solver {
  public:
    // `size` cards in each hand. Starts a new table: earlier results are forgotten.
    void load(const Cards hands[4], const uint8_t* east, const uint8_t* west, int size, int trump) {
        dealt_.deal(hands, east, west, size, trump);
        size_ = size;
        search_.nodes = 0;
        search_.forget();
    }

    // Goes to the point after these cards, the first of them led by `leader`. They must be legal.
    void go_to(int leader, const uint8_t* cards, int n) {
        search_.state = dealt_;
        seat_ = leader;
        left_ = size_;
        won_ = played_ = 0;
        trick_ = Trick::start(dealt_, left_, 0);
        for (int i = 0; i < n; i++) play(cards[i]);
    }

    void set_limit(uint64_t more_nodes) {
        const uint64_t most = ~uint64_t(0);
        search_.limit = more_nodes > most - search_.nodes ? most : search_.nodes + more_nodes;
    }
    uint64_t nodes() const { return search_.nodes; }
    uint32_t entries() const { return search_.entries(); }
    const State& state() const { return search_.state; }
    int seat() const { return seat_; }
    int left() const { return left_; }

    // Tricks of South and East in the whole play, including those already won; `guess` is such a number too.
    int value(int guess) { return won_ + to_come(guess - won_, 0, left_); }

    // The value after each legal card, in the order of their bits.
    int values(int guess, uint8_t* cards, int8_t* values) {
        const int best = to_come(guess - won_, 0, left_);
        const Point point = here();
        const Cards legal = legal_cards(), rest = trick_.alive & ~search_.state.held[seat_];
        int n = 0;
        for (Cards left = legal; left; left &= left - 1, n++) {
            cards[n] = uint8_t(lowest(left));
            if (n && touching(cards[n - 1], cards[n], rest))
                values[n] = values[n - 1];
            else
                values[n] = int8_t(value_after(cards[n], point.won + best)), back_to(point);
        }
        return n;
    }

  private:
    struct Point {
        State state;
        Trick trick;
        int seat, left, won, played;
    };

    State dealt_;
    Search search_;
    Trick trick_ = {};
    int size_ = 0, seat_ = 0, left_ = 0, won_ = 0, played_ = 0;

    Point here() const { return {search_.state, trick_, seat_, left_, won_, played_}; }
    void back_to(const Point& p) {
        search_.state = p.state, trick_ = p.trick, seat_ = p.seat, left_ = p.left, won_ = p.won,
        played_ = p.played;
    }

    void play(int card) {
        trick_ = trick_.after(search_.state, seat_, card);
        search_.state.play(seat_, card);
        seat_ = next(seat_);
        if (++played_ < 4) return;
        seat_ = trick_.winner;
        won_ += is_south(seat_);
        left_--;
        played_ = 0;
        trick_ = Trick::start(search_.state, left_, 0);
    }

    // The search asks for one target after another, from the guess.
    int to_come(int guess, int low, int high) {
        while (low < high) {
            const int target = larger(low + 1, smaller(high, guess));
            if (reaches(target))
                low = target, guess = target + 1;
            else
                high = target - 1, guess = target - 1;
        }
        return low;
    }

    bool reaches(int target) {
        Cards matter = 0;
        if (!played_) return search_.reaches(left_, seat_, target, matter);
        trick_.target = target;
        return search_.reaches(trick_, seat_, played_, matter);
    }

    // The side to play cannot do better than `best`, the value of the point itself.
    int value_after(int card, int best) {
        const bool south = is_south(seat_);
        play(card);
        const int to_take = best - won_;
        return won_
               + (south ? to_come(to_take, 0, smaller(left_, larger(0, to_take)))
                        : to_come(to_take + 1, larger(0, to_take), left_));
    }

    Cards legal_cards() const {
        const State& s = search_.state;
        Cards open = s.held[seat_];
        if (is_dummy(seat_)) open = bit(s.left_end(seat_)) | bit(s.right_end(seat_));
        const Cards follow = played_ ? open & suit(trick_.led) : 0;
        return follow ? follow : open;
    }

    bool touching(int low, int high, Cards rest) const {
        const Cards between = (bit(high) - 1) & ~((bit(low) << 1) - 1);
        return !is_dummy(seat_) && suit_of(low) == suit_of(high) && !(rest & between);
    }
};

}  // namespace SOLO
