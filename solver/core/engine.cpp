// One build of the engine. build.py compiles this file once for any processor and once for those with POPCNT, BMI2 and
// AVX2 (SOLO is then another namespace), and api.cpp chooses.
#include "solver.hpp"
#include "three_hands.hpp"
#include "engine.hpp"

namespace SOLO {

class Engine final : public ::Engine {
  public:
    void load(const uint64_t hands[4], const uint8_t* east, const uint8_t* west, int size,
              int trump) override {
        solver_.load(hands, east, west, size, trump);
    }

    int value(int leader, const uint8_t* cards, int n, int guess, uint64_t limit) override {
        solver_.go_to(leader, cards, n);
        solver_.set_limit(limit);
        try {
            return solver_.value(guess);
        } catch (const OutOfNodes&) {
            return OUT_OF_NODES;
        }
    }

    int values(int leader, const uint8_t* cards, int n, int guess, uint64_t limit, uint8_t* legal,
               int8_t* found) override {
        solver_.go_to(leader, cards, n);
        solver_.set_limit(limit);
        try {
            return solver_.values(guess, legal, found);
        } catch (const OutOfNodes&) {
            return OUT_OF_NODES;
        }
    }

    int sure(int leader, const uint8_t* cards, int n, bool by_leader) override {
        solver_.go_to(leader, cards, n);
        int tricks = 0;
        for (Cards marks = 0; tricks < solver_.left() && is_sure(by_leader, tricks + 1, marks); tricks++) {
        }
        return tricks;
    }

    void three_hands(int trump, int me, int declarer, bool forced) override {
        three_hands_.start(trump, me, declarer, forced);
    }

    int three_hand_values(const ThreeHandPoint& point, uint64_t limit, uint8_t* cards, int8_t* tricks) override {
        ThreeHandDeal deal{{point.held[0], point.held[1], point.held[2]}, point.secret, point.leader, point.order};
        ThreeHandTrick trick = three_hands_.on_table(deal, point.played, point.card, point.hand, point.by);
        three_hands_.set_limit(limit);
        try {
            return three_hands_.values(deal, trick, point.intended, cards, tricks);
        } catch (const ThreeHandsOutOfNodes&) {
            return OUT_OF_NODES;
        }
    }

    uint64_t three_hand_nodes() const override { return three_hands_.nodes(); }
    uint64_t nodes() const override { return solver_.nodes(); }
    uint32_t entries() const override { return solver_.entries(); }

  private:
    Solver solver_;
    ThreeHandSearch three_hands_;

    bool is_sure(bool by_leader, int need, Cards& marks) {
        if (by_leader) return LeaderIsSure(solver_.state(), solver_.seat()).of(need, marks);
        return other_side_is_sure(solver_.state(), solver_.seat(), need, marks);
    }
};

::Engine* make() { return new Engine; }

}  // namespace SOLO
