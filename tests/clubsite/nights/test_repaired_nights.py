"""Sessions in which everything goes wrong: change after change, scores in between, and correct results at the end."""

import os
from random import Random

import pytest

from clubsite.core.refused import Refused
from clubsite.demo.management.commands.play_night import board_faults
from clubsite.nights.models import Section, TableBoard, TableBoardSeat
from clubsite.nights.selectors import repairs as orders
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.services.repairs import repair_undo
from clubsite.nights.services.rounds import round_force
from clubsite.rankings.services.scoring import score_session
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import skip, straight
from movements.plan import Plan, with_sit_out
from tests.clubsite.at_tables import look
from tests.clubsite.nights.seatings import planned, seats
from tests.kit.repairs import mend
from tests.kit.typed_scores import enter_score

FIELDS: list[Plan] = [
    straight(5, 5), with_sit_out(straight(5, 5), 10), skip(4, 3), howell(4), with_sit_out(howell(4), 8),
    howell(6),
]  # fmt: skip
SEEDS = range(14) if os.environ.get("LONG") else range(2)
STEPS = 10


NEW, OTHER = (orders.Newcomer("New", None),), (orders.Newcomer("Other", None),)


def any_order(rng: Random, plan: Plan, round_number: int) -> orders.RepairOrder:
    """Return a random repair order, which may be possible or impossible."""
    one, other = rng.randint(1, plan.contestants), rng.randint(1, plan.contestants)
    number, table = rng.randint(1, round_number), rng.randint(1, plan.tables)
    rounds = rng.randint(1, plan.rounds)
    if rng.random() < 0.15:
        return orders.LeaveOrder(one)
    possible: list[orders.RepairOrder] = [
        orders.LateOrder(NEW),
        orders.ShorterOrder(rounds),
        orders.LongerOrder(1),
        orders.TableOrder(NEW, OTHER),
        orders.AnewOrder(plan.rounds),
        orders.SwapOrder(one, other, number),
        orders.TurnOrder(number, table),
        orders.WrongPlayersOrder(number, table, one, other),
    ]
    return rng.choice(possible)


def some_scores(rng, section, user):
    for row in TableBoard.objects.filter(round__section=section, state="waiting"):
        if rng.random() < 0.25:
            declarer, tricks = rng.choice("SN"), rng.randint(5, 9)
            enter_score(row, user, f"1N {declarer} {tricks}")


def step(rng: Random, section: Section, user):
    """Move on to the next round, make a change, or undo the last change."""
    what = rng.random()
    if what < 0.2:
        round_force(section=section, user=user)
        return
    if what < 0.3:
        repair_undo(section=section, user=user)
        return
    plan = plan_of(section)
    assert plan is not None
    mend(section, any_order(rng, plan, section.round_number), user)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_changed_seats_plan_and_match_points_agree(make_night, dee, seed):
    rng = Random(seed)
    plan = rng.choice(FIELDS)
    night = make_night(players=len(plan.present), plan=plan, boards_per_round=rng.choice([1, 2]))
    made = 0
    for _ in range(STEPS):
        section = Section.objects.select_related("session").get(pk=night.section.pk)
        some_scores(rng, section, dee)
        try:
            step(rng, section, dee)
            made += 1
        except (Refused, MovementError) as no:
            assert str(no).endswith(".")
        section.refresh_from_db()
        now = plan_of(section)
        assert now is not None and seats(section) == planned(now)
        for contestant in section.contestants.all():
            held = list(
                TableBoardSeat.objects.filter(contestant=contestant, void=False).values_list("board", flat=True)
            )
            assert len(held) == len(set(held))
        assert all(look(ticket)["t"] in ("view", "gone") for ticket in night.tickets.values())
    assert made
    score_session(night.session.pk)
    assert board_faults(night.section) in ([], ["No board has match points."])
