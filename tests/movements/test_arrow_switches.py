"""Arrow switches: the published balance figures, and how many rounds to switch."""

from fractions import Fraction

import pytest

from movements.balance import quality
from movements.catalogue import build
from movements.checks import problems
from movements.errors import MovementError
from movements.switch import arrow_switch, best_switch, usual_switch

# design page, after Manning: tables, rounds switched, Q of the whole Mitchell (an even number: share and
# relay).
PUBLISHED = [
    (5, 1, "65"), (6, 1, "78"), (7, 1, "90.5"), (8, 1, "90"), (9, 1, "93"), (10, 1, "89"), (11, 2, "84.5"),
    (11, 1, "88.6"), (12, 2, "88.5"), (13, 2, "92.5"), (17, 2, "94.7"), (21, 3, "93.9"),
]  # fmt: skip


def whole(tables: int) -> str:
    return "mitchell" if tables % 2 else "relay-mitchell"


@pytest.mark.parametrize(("tables", "rounds", "published"), PUBLISHED)
def test_the_published_figures(tables, rounds, published):
    decimals = len(published.partition(".")[2])
    q = quality(build(whole(tables), tables, arrow_switch=rounds))
    assert round(q, decimals) == Fraction(published)


@pytest.mark.parametrize("tables", [5, 7, 9, 11, 13])
def test_no_switch_and_half_the_rounds_are_both_poor(tables):
    plan = build("mitchell", tables)
    assert 44 <= quality(plan) <= 49
    assert 30 <= round(quality(arrow_switch(plan, tables // 2))) <= 35


@pytest.mark.parametrize(
    ("rounds", "switched"), [(1, 1), (5, 1), (8, 1), (11, 1), (12, 2), (18, 2), (20, 3), (26, 3), (28, 4)]
)
def test_directors_switch_an_eighth_of_the_rounds(rounds, switched):
    assert usual_switch(rounds) == switched


@pytest.mark.parametrize("tables", range(5, 31))
def test_no_other_number_of_rounds_is_better_than_the_best(tables):
    plan = build(whole(tables), tables)
    best = quality(arrow_switch(plan, best_switch(plan)))
    assert best == max(quality(arrow_switch(plan, k)) for k in range(1, tables))


def test_the_best_is_chosen_by_balance_and_not_by_rule():
    """With 19 tables, an eighth of the rounds is 2, but directors' tables say 3. Switching two rounds is more even."""
    plan = build("mitchell", 19)
    assert best_switch(plan) == 2
    assert quality(arrow_switch(plan, 2)) > quality(arrow_switch(plan, 3))


@pytest.mark.parametrize("name", ["mitchell", "skip-mitchell", "relay-mitchell", "web", "sections", "hesitation"])
def test_a_switched_movement_is_sound_and_more_even(name):
    tables = 15 if name in ("mitchell", "web", "hesitation") else 14
    plan = build(name, tables)
    switched = arrow_switch(plan, best_switch(plan))
    assert problems(switched) == []
    assert switched.winners == 1
    assert quality(switched) > quality(plan)


def test_what_has_one_winner_already_has_no_arrow_switch():
    with pytest.raises(MovementError, match="Howell has no arrow switch"):
        build("howell", 4, arrow_switch=1)


@pytest.mark.parametrize("rounds", [-1, 0, 9, 10])
def test_a_switch_of_no_round_or_of_all_is_refused(rounds):
    with pytest.raises(MovementError, match=f"1 to 8 of 9 rounds, not {rounds}"):
        arrow_switch(build("mitchell", 9), rounds)
    with pytest.raises(MovementError, match="one round has no arrow switch"):
        best_switch(build("mitchell", 9, 1))
