"""The function `problems` finds every kind of fault. Each test breaks one thing in a sound plan."""

from dataclasses import replace

import pytest

from movements.checks import problems
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import Pairing, Plan, Share, with_sit_out

SOUND = straight(5, 5)


def changed(plan: Plan, index: int, **what: int) -> Plan:
    rows = list(plan.schedule)
    rows[index] = replace(rows[index], **what)
    return replace(plan, schedule=tuple(rows))


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (changed(SOUND, 7, ew=8), "Round 2: contestant 8 sits at tables 3 and 4."),
        (changed(SOUND, 7, ew=8), "Round 2: contestant 7 has no seat."),
        (changed(SOUND, 7, table=1), "Round 2: table 1 is written twice."),
        (changed(SOUND, 7, boardset=3), "Contestant 3 plays board set 3 twice, in rounds 1 and 2."),
        (
            changed(SOUND, 7, boardset=3),
            "Tables 2 and 3 share board set 3 in round 2: duplicate them, or pass them at half-time.",
        ),
        (changed(SOUND, 7, boardset=6), "Round 2, table 3: there is no board set 6."),
        (changed(SOUND, 7, ew=11), "Round 2, table 3: there is no contestant 11."),
        (changed(SOUND, 7, round=6), "Round 6, table 3: there are rounds 1 to 5 only."),
        (changed(SOUND, 7, table=6), "Round 2, table 6: there are tables 1 to 5 only."),
        (
            changed(SOUND, 7, ew=8),
            "Contestant 3 and contestant 8 meet in rounds 1 and 2: on other boards, and every board counts.",
        ),
        (changed(SOUND, 7, boardset=0), "Round 2, table 3: two contestants sit there and have no boards."),
        (
            changed(SOUND, 7, ns=7, ew=3),
            "Contestants 3 and 7 change direction, yet N/S and E/W are ranked apart: "
            "each is ranked where it sits most.",
        ),
        (replace(SOUND, absent=(10,)), "Round 1, table 5: board set 5 with contestant 10 missing."),
        (replace(SOUND, absent=(11,)), "Contestant 11 is absent but has no number from 1 to 10."),
        (replace(SOUND, absent=tuple(range(2, 11))), "A movement has at least two contestants."),
        (replace(SOUND, contestants=9), "5 tables seat 10 contestants, not 9."),
        (replace(SOUND, winners=3), "A movement has one or two winners, not 3."),
        (replace(SOUND, rounds=6), "Round 6: table 1 is missing."),
        (replace(SOUND, rounds=0), "A movement has at least one table, one round and one board set."),
    ],
)
def test_what_is_broken_is_told(plan, told):
    assert told in problems(plan)


def test_a_second_sit_out_of_one_contestant_is_told():
    plan = with_sit_out(howell(4), 8)
    again = Pairing(3, 1, 8, 1, 0)
    rows = tuple(again if (p.round, p.table) == (3, 1) else p for p in plan.schedule)
    assert any(s.startswith("Contestant 1 sits out 2 times") for s in problems(replace(plan, schedule=rows)))


def test_sharing_is_a_problem_where_it_is_not_declared():
    assert problems(howell(3)) == []
    assert problems(replace(howell(3), name="mitchell", declares=())) == [
        "Tables 1, 2 and 3 share board set 5 in round 5: make 3 copies, or pass them from table to table."
    ]


def test_json_has_the_agreed_keys():
    plan = with_sit_out(straight(3, 3), 6).to_json()
    assert list(plan) == "name tables rounds contestants board_sets winners absent schedule".split()
    assert plan["absent"] == [6]
    assert plan["schedule"][2] == {"round": 1, "table": 3, "ns": 3, "ew": 6, "boardset": 0}


def test_rounds_seats_shares_and_cuts():
    plan = howell(3)
    assert [p.table for p in plan.round(2)] == [1, 2, 3]
    assert plan.round(6) == ()
    assert plan.shares() == (Share(5, 5, (1, 2, 3)),)
    seat = plan.seat_of(4, 1)
    assert (seat.table, seat.ns, seat.ew) == (1, 6, 4)
    assert plan.seat_of(7, 1) is None
    assert plan.cut(4).shares() == ()
    with pytest.raises(MovementError, match="5 rounds, not 6"):
        plan.cut(6)
