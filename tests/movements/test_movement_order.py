"""The order of the movements for a field: what the director asks for comes first, with the reason for each place."""

from itertools import pairwise

import pytest

from movements.aims import Aim
from movements.choose import Option, options
from movements.plan import SIT_OUT
from tests.movements.fields import FIELDS


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
    "asked",
    [
        {}, {"boards_per_round": 2}, {"boards_per_round": 3}, {"minutes": 180}, {"boards_available": 24},
        {"minutes": 240},
    ],
)  # fmt: skip
@pytest.mark.parametrize("contestants", [5, 6])
def test_the_fair_half_rounds_stand_above_a_less_even_barometer(contestants, asked):
    """The ten half-rounds of six players have Q 100. A barometer of two rounds has Q 16.6."""
    names = [option.plan.name for option in options(contestants, **asked)]
    halves = names.index("half-rounds")
    assert "barometer" not in names[:halves]


def test_six_players_are_offered_the_even_half_rounds_first():
    first = options(6, minutes=180)[0]
    assert (first.plan.name, first.quality, first.recommended, first.placed) == ("half-rounds", 100, True, "")


@pytest.mark.parametrize("contestants", FIELDS)
def test_the_most_even_ranking_comes_first_if_asked(contestants):
    found = [option for option in options(contestants, 3, aim=Aim.EVEN) if not option.problem]
    ranks = [(option.winners, -option.quality) for option in found if option.winners == 1]
    assert ranks == sorted(ranks)
    winners = [option.winners for option in found]
    assert winners == sorted(winners)


@pytest.mark.parametrize("contestants", FIELDS)
def test_the_movement_with_the_most_opponents_comes_first_if_asked(contestants):
    found = options(contestants, 2, aim=Aim.MEET)
    met = [others_met(option) for option in found if not option.problem]
    assert met == sorted(met, reverse=True)
    for option in found:
        told = f"{others_met(option):.1f}".removesuffix(".0")
        assert f"Each contestant meets {told} of the" in option.placed


def test_all_aims_list_the_same_movements():
    lists = [{option.key for option in options(12, 2, aim=aim)} for aim in Aim]
    assert lists[0] == lists[1] == lists[2]
    firsts = [options(16, 2, aim=aim)[0].key for aim in Aim]
    assert len(set(firsts)) > 1


def test_each_movement_says_why_it_stands_lower():
    found = options(6, minutes=180)
    told = {(option.plan.name, option.rounds): option.placed for option in found}
    assert told["howell", 5] == "Lower because competition is uneven (60 of 100)."
    assert told["barometer", 2] == (
        "Lower because competition is uneven (17 of 100) and not everybody meets everybody."
    )
    assert told["mitchell", 3] == "Lower because each player is compared with few others."
    long = next(option for option in options(6, 3) if option.plan.name == "half-rounds")
    assert long.placed == "Lower because 30 boards are a long evening."
    even = options(18, 3, aim=Aim.EVEN)
    assert even[0].placed.startswith("Competition is uneven (9")
    assert {o.placed for o in even if o.winners == 2} == {"Lower because it has two rankings instead of one."}


def test_what_does_not_fit_comes_last_for_every_aim():
    for aim in Aim:
        troubled = [option.problem is not None for option in options(18, 3, 24, aim=aim)]
        assert any(troubled)
        assert all(before <= after for before, after in pairwise(troubled))
