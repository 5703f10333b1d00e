// Numbers of the order in which moves are tried. They change how long a search takes, never what it finds.
//
// Leads: fitted (softmax over the leads that reach the target, weighted by what each then cost) on positions met in
// random deals; first row with more than LATE tricks left, second row at the end. The rest was set by hand.
#pragma once
#include "cards.hpp"

namespace SOLO {

constexpr int LATE = 5;

struct HandLead {
    int beats_all, partner_wins, partner_overtakes;  // 0 to 2
    int rank_beats, rank_partner, rank_loses;        // 3 to 5: per rank of 12
    int is_top, is_trump, own_length, their_length, they_are_void, their_end_follows;       // 6 to 11
    int their_end_must_win, their_top_must_fall, our_top_must_fall, partner_must_overtake;  // 12 to 15
    int partner_ruffs, dummy_ruffs, hand_ruffs;                                             // 16 to 18
    int in_a_run, dummy_length, their_dummy_length, their_hand_wins, singleton;             // 19 to 23
    int above_in_hand, above_in_dummy, need_if_beats, need_if_loses;                        // 24 to 27
};

constexpr HandLead HAND_LEAD[2][2] = {
    {{368, 156,  -22, -120, -45, -67, -55, -2,  -10, -105, -177, 97, -11, 81,
      19,  -212, 122, 4,    86,  60,  55,  -76, -28, 67,   29,   67, -7,  -62},
     {361, 170,  -70, -49, -70, 39, -6,  -54,  15,  -158, -152, 105, -84, 39,
      60,  -135, 168, -45, 77,  99, 128, -196, -19, 49,   -31,  130, -40, -82}},
    {{467, 370,  -3, -109, -68, 62,  -44, 0,    43, -239, -159, 90,  -8, 131,
      -86, -127, 0,  0,    0,   104, -10, -108, 23, 51,   69,   131, -3, -77},
     {362,  509, 3, 69, 110, 110, -76, 0,    31,  -292, -117, 80,  -103, 124,
      -137, -17, 0, 0,  0,   82,  -87, -150, 117, 38,   9,    239, 167,  -15}}};

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

// A card that need not, or cannot, follow: `base` minus `each` per rank, and more for what it is.
struct Free {
    int wins_base, wins_each, wins_over_partner, wins_by_ruff;
    int partner_base, partner_each, partner_ruff;
    int loses_base, loses_each, loses_trump;
    int length, lone;
};

constexpr Free FREE_HAND = {464, 12, -80, -84, 388, 4, -122, 160, 4, -80, 8, -16};
constexpr Free FREE_END = {400, 4, -80, -20, 444, 4, -120, 160, 20, -198, 0, 8};

// For what last worked where the ENDS were the same. Much more makes it worse than none.
constexpr int LIKED_LEAD = 100, LIKED_END = 80;

}  // namespace SOLO
