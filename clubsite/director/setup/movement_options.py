"""Choosing the movement: the options in order, the director's wishes, and a club's own plan."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from clubsite.accounts.models import User
from clubsite.catalogue.movement_page import grid_of
from clubsite.core.refused import Refused
from clubsite.director.setup.forms import MovementForm
from clubsite.director.setup.own_movements import (
    NOTHING_ASKED,
    OWN,
    SWISS_TEAMS,
    MovementChoice,
    MovementWish,
    kept_choices,
    own_choice,
    own_plan,
    swiss_field,
    swiss_rounds,
    too_few,
)
from clubsite.nights.models import Section
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_by_number
from clubsite.nights.selectors.movements import movement_of, plan_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.sections import section_pace
from clubsite.nights.services.setup import session_update
from games.wording import group_name
from movements.balance import quality
from movements.catalogue import FAMILIES, build
from movements.choose import options
from movements.errors import MovementError
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


USUAL_BOARDS, MOST_BOARDS = 28, 36
ASKED_ELSEWHERE = ("swiss", "swiss-teams", "american-whist")


def rare_choices(
    section: Section, offered: set[str], wish: MovementWish, boards: list[int], names: dict[int, str]
) -> list[MovementChoice]:
    """Return one movement of about an evening's length from each family that suits the field and is not `offered`."""
    accepted, per_round, found = plan_of(section), section.boards_per_round, []
    for plan in (_fitting(name, section) for name in FAMILIES if name not in {*offered, *ASKED_ELSEWHERE}):
        if plan is None:
            continue
        kind, chosen, choice = FAMILIES[plan.name], plan == accepted, own_choice(section, ReadPlan(plan), boards, names)
        key = f"{plan.name}.{plan.tables}.{plan.rounds}.{section.field}.{per_round}"
        tables = plan.tables if kind.odd or not plan.absent else plan.tables - 1
        found.append(
            replace(
                choice,
                key=key,
                name=kind.title,
                title=f"{kind.title}, {tables} tables, {plan.rounds} rounds of {per_round} boards",
                why=kind.told(*(group_name(direction, section.pairs) for direction in ("NS", "EW"))),
                own=False,
                grid=choice.grid if chosen or wish.look == key else [],
                chosen=chosen,
                more=not chosen,
                problem=too_few(choice.boards_needed, boards),
                quality=float(quality(plan)) if plan.winners == 1 else None,
            )
        )
    return found


def _fitting(name: str, section: Section) -> Plan | None:
    for tables in dict.fromkeys((section.field // 2, (section.field + 1) // 2)):
        for rounds in _lengths(name, tables, section.boards_per_round):
            try:
                return build(name, tables, rounds, section.field)
            except MovementError:
                continue
    return None


def _lengths(name: str, tables: int, per_round: int) -> Iterator[int]:
    """Yield the possible numbers of rounds, beginning with those nearest to a usual evening."""
    there = FAMILIES[name].rounds(tables) if tables > 0 else ()
    fitting = [rounds for rounds in there if rounds * per_round <= MOST_BOARDS]
    return iter(sorted(fitting, key=lambda rounds: abs(rounds * per_round - USUAL_BOARDS)))


def choices_for(section: Section, wish: MovementWish = NOTHING_ASKED) -> list[MovementChoice]:
    """Return every movement for a section's contestants, best first. Raise MovementError for impossible numbers."""
    boards = [board.number for board in boards_of(section)]
    stay, move = (group_name(direction, section.pairs) for direction in ("NS", "EW"))
    found = options(
        section.field,
        None if wish.minutes and alone(section) else section.boards_per_round,
        len(boards) or None,
        stay=stay,
        move=move,
        minutes=wish.minutes,
        minutes_per_board=section.minutes_per_board,
        live=not section.any_cards,
        physical=section.any_cards,
        aim=wish.aim,
    )
    names, accepted = names_by_number(section), plan_of(section)
    chosen = {accepted} if accepted and not _drawn(section) else set()
    made = [_choice(section, option, option.plan in chosen, wish, boards, names) for option in found]
    made += kept_choices(section, wish, boards, names, accepted, alone=alone(section))
    made += rare_choices(section, {choice.plan.name for choice in made}, wish, boards, names)
    made += [*team_choices(section, wish, boards, names), *swiss_choices(section, wish, boards, names)]
    return [*made, *_chosen_otherwise(section, made, boards, names)]


def alone(section: Section) -> bool:
    """True if the number of boards per round can still change, because no other section has a movement."""
    others = [one for one in sections_of(section.session) if one.pk != section.pk]
    return not any(movement_of(one) for one in others)


def _drawn(section: Section) -> bool:
    movement = movement_of(section)
    return movement is not None and movement.drawn


def _choice(
    section: Section, option: Any, chosen: bool, wish: MovementWish, boards: list[int], names: dict[int, str]
) -> MovementChoice:
    key = f"{option.key}.{section.field}"
    shown = chosen or wish.look == key or not option.more
    return MovementChoice(
        key=key,
        name=option.name,
        title=option.title,
        why=option.why,
        rounds=option.rounds,
        boards_needed=option.boards_needed,
        per_round=option.boards_per_round,
        winners=option.winners,
        sit_outs=option.sit_outs,
        minutes=option.minutes,
        plan=option.plan,
        grid=grid_of(option.plan, option.boards_per_round, boards, names) if shown else [],
        chosen=chosen,
        recommended=option.recommended,
        problem=option.problem,
        quality=float(option.quality) if option.winners == 1 else None,
        more=option.more and not chosen,
        placed=option.placed,
    )


def _chosen_otherwise(
    section: Section, made: list[MovementChoice], boards: list[int], names: dict[int, str]
) -> list[MovementChoice]:
    """Return the chosen movement if the list does not contain it: a club's own plan, or one for a different time."""
    movement, plan = movement_of(section), plan_of(section)
    if movement is None or plan is None or movement.drawn or any(choice.chosen for choice in made):
        return []
    own = own_choice(section, ReadPlan(plan), boards, names)
    return [replace(own, name=movement.name, title=movement.title, chosen=True, more=False)]


def accept(section: Section, form: MovementForm, user: User) -> None:
    """Accept the option or plan. Raise Refused or MovementError if it has faults or is no longer on the list."""
    key, plan = form.cleaned_data["option"], form.cleaned_data["plan"]
    if key == OWN and plan:
        choice, faults = own_plan(section, plan, alone=alone(section))
        if choice is None:
            raise Refused(faults[0], "plan")
        _take(section, choice, user)
        return
    found = {choice.key: choice for choice in choices_for(section, form.wish())}
    if key not in found:
        raise Refused("Choose one of these movements: the list has changed since you looked.", "option")
    choice = found[key]
    if choice.swiss:
        _take_swiss(section, choice, form, user)
    elif not choice.chosen:
        _take(section, choice, user)


def _take(section: Section, choice: MovementChoice, user: User) -> None:
    session = section.session
    if choice.per_round != section.boards_per_round and section.own_boards_per_round:
        minutes = section.own_minutes_per_board
        section_pace(session=session, section=section, boards=choice.per_round, minutes=minutes, user=user)
    elif choice.per_round != section.boards_per_round:
        session_update(session=session, user=user, boards_per_round=choice.per_round)
    movement_accept(session=session, section=section, plan=choice.plan, name=choice.name, title=choice.title, user=user)


def _take_swiss(section: Section, choice: MovementChoice, form: MovementForm, user: User) -> None:
    asked = form.cleaned_data
    rounds = choice.rounds if asked[f"{choice.asks}rounds"] is None else asked[f"{choice.asks}rounds"]
    if not 1 <= rounds <= choice.most:
        whose = f"{choice.plan.tables} teams" if choice.asks else str(section.field)
        raise Refused(f"A Swiss of {whose} has from 1 to {choice.most} rounds.", f"{choice.asks}rounds")
    movement_accept(
        session=section.session,
        section=section,
        plan=choice.plan,
        name=choice.name,
        title=swiss_title(choice.plan, rounds, choice.per_round),
        user=user,
        drawn_rounds=rounds,
        waits=asked[f"{choice.asks}wait"] == "yes",
    )


def with_questions(choices: list[MovementChoice], form: MovementForm) -> list[MovementChoice]:
    """Return each option with its own questions, filled with what was typed."""
    return [_with_questions(choice, form) if choice.swiss else choice for choice in choices]


def _with_questions(choice: MovementChoice, form: MovementForm) -> MovementChoice:
    rounds, wait = f"{choice.asks}rounds", f"{choice.asks}wait"
    form.initial[rounds] = choice.rounds
    form.initial[wait] = "yes" if choice.waits else "no"
    form[rounds].help_text = f"1 to {choice.most}"
    if form.has_error(rounds):
        form.fields[rounds].widget.attrs["autofocus"] = True
    return replace(choice, rounds_field=form[rounds], waits=form[wait].value() == "yes")
