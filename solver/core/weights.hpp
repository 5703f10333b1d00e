// Numbers for the order in which moves are tried. They change how long a search takes, never its result.
//
// Set by hand and by fitting; for the leads of a hand see judge.hpp.
#pragma once
#include "cards.hpp"

namespace SOLO {

// A dummy's lead. The classes: the card beats all enemies and not its partner; both do; only the partner; neither.
struct DummyLead {
    int by_class[4], rank_by_class[4];
    int trump_loses, is_top, uncovers_top, uncovers_trump, uncovers_same, uncovered_matches_other_end,
        other_end_same;
    int own_length, uncovered_rank, hand_length, their_length, they_can_cover, hand_has_top;
};

constexpr DummyLead DUMMY_LEAD[2] = {
    {{-27, -6, 89, -55}, {100, 65, -32, -43}, -48, -19, 24, 4, 10, -4, 0, 9, -6, 2, 4, -5, -26},
    {{126, -22, 36, -139}, {-68, 75, -125, 1}, 0, -24, -5, 0, 8, -20, 0, -35, 10, 81, -115, 55, -24}};

// A card that need not, or cannot, follow: `base` minus `each` per rank, and more for its properties.
struct Free {
    int wins_base, wins_each, wins_over_partner, wins_by_ruff;
    int partner_base, partner_each, partner_ruff;
    int loses_base, loses_each, loses_trump;
    int length, lone;
};

constexpr Free FREE_HAND = {464, 12, -80, -84, 388, 4, -122, 160, 4, -80, 8, -16};
constexpr Free FREE_END = {400, 4, -80, -20, 444, 4, -120, 160, 20, -198, 0, 8};

// For what last worked with the same ENDS. A much larger bonus is worse than none.
constexpr int LIKED_HAND = 8000, LIKED_LEAD = 100, LIKED_END = 80;

}  // namespace SOLO
