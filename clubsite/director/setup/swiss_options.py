"""Swiss movements and movements for teams of two, as offered in the set-up."""

from dataclasses import replace

from clubsite.catalogue.grid import grid_of
from clubsite.director.setup.movement_option import (
    SWISS_TEAMS,
    MovementChoice,
    MovementWish,
    swiss_field,
    swiss_rounds,
    too_few,
)
from clubsite.director.setup.own_movements import own_choice
from clubsite.nights.models import Section
from clubsite.nights.selectors.movements import movement_of, plan_of
from movements.catalogue import build
from movements.files import ReadPlan
from movements.plan import Plan
from movements.swiss import first_round

FEWEST_FOR_SWISS, FEWEST_TEAMS = 4, 3
WHIST = "american-whist"


def swiss_choices(
    section: Section, wish: MovementWish, boards: list[int], names: dict[int, str]
) -> list[MovementChoice]:
    """Return the Swiss movement, if there are enough contestants for one."""
    if section.field < FEWEST_FOR_SWISS:
        return []
    why = (
        "Each round is drawn when the one before it is over: those who stand alike meet, and nobody meets "
        "anybody again. All tables play the same boards at the same time."
        + (" The lowest who has not yet sat out does so." if section.field % 2 else "")
    )
    return [_drawn_choice(section, first_round(section.field), why, wish, boards, names)]


def team_choices(
    section: Section, wish: MovementWish, boards: list[int], names: dict[int, str]
) -> list[MovementChoice]:
    """Return the movement for teams of two: an odd number of teams play a round robin; an even number are drawn."""
    teams, odd = divmod(section.field, 2)
    if odd or section.pairs or teams < FEWEST_TEAMS:
        return []
    why = f"Teams of two: the numbers 1 and {teams + 1} are team 1, 2 and {teams + 2} are team 2, and so on. "
    if teams % 2:
        why += "Every team meets every other at two tables on the same boards, for victory points."
        return [_whist_choice(section, why, boards, names)]
    why += (
        "A match takes two tables on the same boards, for victory points. Each round is drawn when the one "
        "before it is over: teams that stand alike meet, and no two meet again."
    )
    return [_drawn_choice(section, build(SWISS_TEAMS, teams), why, wish, boards, names)]


def _whist_choice(section: Section, why: str, boards: list[int], names: dict[int, str]) -> MovementChoice:
    teams, per_round = section.field // 2, section.boards_per_round
    plan = build(WHIST, teams)
    choice, chosen = own_choice(section, ReadPlan(plan), boards, names), plan_of(section) == plan
    return replace(
        choice,
        key=f"{WHIST}.{section.field}.{per_round}",
        name="American whist",
        title=f"American whist, {teams} teams, {plan.rounds} rounds of {per_round} boards",
        why=why,
        chosen=chosen,
        problem=too_few(choice.boards_needed, boards),
        more=not chosen,
        notes=(),
        own=False,
    )


def _drawn_choice(
    section: Section, plan: Plan, why: str, wish: MovementWish, boards: list[int], names: dict[int, str]
) -> MovementChoice:
    """Return a Swiss with enough rounds to fill an evening, or with as many as the director asked for."""
    movement = movement_of(section)
    per_round = section.boards_per_round
    usual = swiss_rounds(swiss_field(plan), per_round)[0]
    chosen = movement is not None and movement.drawn and movement.plan["name"] == plan.name
    rounds = movement.rounds_all if movement is not None and chosen else usual
    if wish.minutes and not chosen:
        rounds = max(1, min(usual, wish.minutes // (per_round * section.minutes_per_board)))
    needed = rounds * per_round
    return MovementChoice(
        key=f"{plan.name}.{section.field}.{per_round}",
        name=_swiss_name(plan),
        title=swiss_title(plan, rounds, per_round),
        why=why,
        rounds=rounds,
        boards_needed=needed,
        per_round=per_round,
        winners=1,
        sit_outs=rounds if section.field % 2 else 0,
        minutes=needed * section.minutes_per_board,
        plan=plan,
        grid=grid_of(plan, per_round, boards, names),
        chosen=chosen,
        problem=too_few(needed, boards),
        more=not chosen,
        swiss=True,
        waits=bool(movement is not None and chosen and movement.waits),
    )


def swiss_title(plan: Plan, rounds: int, per_round: int) -> str:
    """Return the title of a Swiss with `rounds` rounds, used wherever the session names its movement."""
    size = f"{plan.tables} {'teams' if plan.name == SWISS_TEAMS else 'tables'}"
    return f"{_swiss_name(plan)}, {size}, {rounds} rounds of {per_round} boards"


def _swiss_name(plan: Plan) -> str:
    return "Swiss for teams of two" if plan.name == SWISS_TEAMS else "Swiss"
