"""Every kind of fault in a plan is found, the order of tables, and sections."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.aims import Aim
from movements.catalogue import build
from movements.checks import problems
from movements.choose import Option, options
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import SIT_OUT, Pairing, Plan, Share, with_sit_out
from movements.sections import even_split, sections_for, split, together
from movements.web import web
from tests.movements.repairs import FIELDS


def others_met(option: Option) -> float:
    """Return the average number of others that a contestant meets, counted contestant by contestant."""
    plan = option.plan
    met: dict[int, set[int]] = {contestant: set() for contestant in plan.present}
    for row in plan.schedule:
        if row.boardset != SIT_OUT:
            met[row.ns].add(row.ew)
            met[row.ew].add(row.ns)
    return sum(map(len, met.values())) / len(met)


@pytest.mark.parametrize(
    "wishes",
    [
        {}, {"boards_per_round": 2}, {"boards_per_round": 3}, {"minutes": 180}, {"boards_available": 24},
        {"minutes": 240},
    ],
)  # fmt: skip
@pytest.mark.parametrize("contestants", [5, 6])
def test_the_fair_half_rounds_stand_above_a_less_even_barometer(contestants, wishes):
    names = [option.plan.name for option in options(contestants, **wishes)]
    halves = names.index("half-rounds")
    assert "barometer" not in names[:halves]


@pytest.mark.parametrize("contestants", FIELDS)
def test_the_most_even_ranking_comes_first_if_asked(contestants):
    offers = [option for option in options(contestants, 3, aim=Aim.EVEN) if not option.problem]
    ranks = [(option.winners, -option.quality) for option in offers if option.winners == 1]
    assert ranks == sorted(ranks)
    winners = [option.winners for option in offers]
    assert winners == sorted(winners)


@pytest.mark.parametrize("contestants", FIELDS)
def test_the_movement_with_the_most_opponents_comes_first_if_asked(contestants):
    offers = options(contestants, 2, aim=Aim.MEET)
    met = [others_met(option) for option in offers if not option.problem]
    assert met == sorted(met, reverse=True)
    for option in offers:
        average = f"{others_met(option):.1f}".removesuffix(".0")
        assert f"Each contestant meets {average} of the" in option.placed


def test_all_aims_list_the_same_movements():
    lists = [{option.key for option in options(12, 2, aim=aim)} for aim in Aim]
    assert lists[0] == lists[1] == lists[2]
    firsts = [options(16, 2, aim=aim)[0].key for aim in Aim]
    assert len(set(firsts)) > 1


def test_six_players_are_offered_the_even_half_rounds_first_and_others_say_why_they_stand_lower():
    offers = options(6, minutes=180)
    reasons = {(option.plan.name, option.rounds): option.placed for option in offers}
    for movement, why in (
        (("howell", 5), "competition is uneven (60 of 100)"),
        (("barometer", 2), "competition is uneven (17 of 100) and not everybody meets everybody"),
        (("mitchell", 3), "each player is compared with few others"),
    ):
        assert reasons[movement] == f"Lower because {why}."
    long = next(option for option in options(6, 3) if option.plan.name == "half-rounds")
    assert long.placed == "Lower because 30 boards are a long evening."
    even = options(18, 3, aim=Aim.EVEN)
    assert even[0].placed.startswith("Competition is uneven (9")
    assert {o.placed for o in even if o.winners == 2} == {"Lower because it has two rankings instead of one."}
    first = options(6, minutes=180)[0]
    assert (first.plan.name, first.quality, first.recommended, first.placed) == ("half-rounds", 100, True, "")


def test_what_does_not_fit_comes_last_for_every_aim():
    for aim in Aim:
        troubled = [option.problem is not None for option in options(18, 3, 24, aim=aim)]
        assert any(troubled)
        assert all(before <= after for before, after in pairwise(troubled))


SOUND = straight(5, 5)


def changed(plan: Plan, index: int, **what: int) -> Plan:
    rows = list(plan.schedule)
    rows[index] = replace(rows[index], **what)
    return replace(plan, schedule=tuple(rows))


@pytest.mark.parametrize(
    ("plan", "sentence"),
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
def test_what_is_broken_is_refused(plan, sentence):
    assert sentence in problems(plan)


def test_a_second_sit_out_and_boards_shared_undeclared_are_refused():
    plan = with_sit_out(howell(4), 8)
    again = Pairing(3, 1, 8, 1, 0)
    rows = tuple(again if (p.round, p.table) == (3, 1) else p for p in plan.schedule)
    assert any(s.startswith("Contestant 1 sits out 2 times") for s in problems(replace(plan, schedule=rows)))
    assert problems(replace(howell(3), name="mitchell", declares=())) == [
        "Tables 1, 2 and 3 share board set 5 in round 5: make 3 copies, or pass them from table to table."
    ]


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


@given(st.integers(4, 400), st.integers(1, 20))
def test_a_field_is_split_as_evenly_as_can_be(contestants, count):
    if (contestants + 1) // 2 < 2 * count:
        with pytest.raises(MovementError, match="cannot be split"):
            even_split(contestants, count)
        return
    sizes = even_split(contestants, count)
    assert (sum(sizes), len(sizes)) == (contestants, count)
    tables = [(size + 1) // 2 for size in sizes]
    assert max(tables) - min(tables) <= 1
    assert [size % 2 for size in sizes] == [0] * (count - 1) + [contestants % 2]


@pytest.mark.parametrize("contestants", range(12, 61))
def test_the_sections_of_a_field_play_the_same_boards_and_make_one_sound_plan(contestants):
    for rounds in (3, 5, 9, 13):
        count = sections_for(contestants, rounds)
        if count is None:
            continue
        parts = split(contestants, count, rounds)
        assert [problems(part) for part in parts] == [[]] * count
        assert {(p.rounds, p.board_sets) for p in parts} == {(rounds, rounds)}
        whole = together(parts)
        assert problems(whole) == []
        assert len(whole.present) == contestants
        assert whole.tables == sum(part.tables for part in parts)


def test_numbers_count_on_from_section_to_section_of_different_sizes_and_with_one_sit_out():
    whole = together([straight(5, 5), straight(5, 5)])
    first, second = whole.round(2)[:5], whole.round(2)[5:]
    assert [(p.table, p.ns, p.ew, p.boardset) for p in first] == [
        (1, 1, 15, 2), (2, 2, 11, 3), (3, 3, 12, 4), (4, 4, 13, 5), (5, 5, 14, 1),
    ]  # fmt: skip
    assert [(p.table, p.ns, p.ew, p.boardset) for p in second] == [
        (p.table + 5, p.ns + 5, p.ew + 5, p.boardset) for p in first
    ]
    whole = together([with_sit_out(web(6, 5), 12), straight(5, 5)])
    assert (whole.tables, whole.absent, whole.contestants) == (11, (17,), 22)
    assert problems(whole) == []
    assert together([howell(4), howell(4)]).winners == 1


@pytest.mark.parametrize(("tables", "rounds"), [(24, 11), (29, 13), (15, 7), (30, 9)])
def test_by_name_an_odd_field_gets_the_same_sections(tables, rounds):
    contestants = 2 * tables - 1
    count = sections_for(contestants, rounds)
    assert count is not None
    assert build("sections", tables, rounds, contestants) == together(split(contestants, count, rounds))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: together([straight(5, 5), straight(7, 7)]), "same rounds"),
        (lambda: together([straight(5, 5), straight(5, 4)]), "same rounds"),
        (lambda: together([with_sit_out(straight(5, 5), 10)] * 2), "Only one"),
        (lambda: split(40, 4, 9), "an odd number of rounds and 9 to 19 tables"),
        (lambda: split(60, 1, 9), "an odd number of rounds and 9 to 19 tables"),
    ],
)
def test_sections_that_do_not_fit_together_or_the_rounds_are_refused(make, sentence):
    with pytest.raises(MovementError, match=sentence):
        make()
