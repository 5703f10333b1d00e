"""Choosing the movement: the options in order, the director's wishes, and a club's own plan."""

from collections.abc import Iterator
from typing import Any

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.director.setup.forms import MovementForm
from clubsite.director.setup.own_movements import (
    KEPT,
    NOTHING_ASKED,
    OWN,
    OWN_MOVEMENT_NOTE,
    SWISS_TEAMS,
    MovementChoice,
    MovementWish,
    swiss_field,
    swiss_rounds,
    too_few,
    words_of,
    wrong_size,
)
from clubsite.nights.models import Section
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_by_number
from clubsite.nights.selectors.movements import kept_fitting, movement_of, plan_kept
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.sections import section_pace
from clubsite.nights.services.setup import session_update
from games.wording import counted, group_name
from movements.balance import quality
from movements.catalogue import FAMILIES, build
from movements.check_words import fault_text, notes_told
from movements.choose import options
from movements.errors import MovementError
from movements.faults import faults
from movements.files import ReadPlan, read_plan
from movements.grid import grid_of
from movements.notes import notes
from movements.plan import Plan
from movements.swiss import first_round

FEWEST_FOR_SWISS, FEWEST_TEAMS = 4, 3
WHIST = "american-whist"
USUAL_BOARDS, MOST_BOARDS = 28, 36
ASKED_ELSEWHERE = ("swiss", "swiss-teams", "american-whist")


def choices_for(section: Section, wish: MovementWish = NOTHING_ASKED) -> list[MovementChoice]:
    """Return every movement for a section's contestants, best first. Raise MovementError for impossible numbers."""
    return MovementOptions(section, wish).all()


def alone(section: Section) -> bool:
    """True if the number of boards per round can still change, because no other section has a movement."""
    others = [other for other in sections_of(section.session) if other.pk != section.pk]
    return not any(movement_of(other) for other in others)


class MovementOptions:
    """The movements from which a section can choose, with what they all need: its boards, names and movement."""

    def __init__(self, section: Section, wish: MovementWish = NOTHING_ASKED) -> None:
        self.section, self.wish = section, wish
        self.alone = alone(section)
        self.boards = [board.number for board in boards_of(section)]
        self.names, self.movement = names_by_number(section), movement_of(section)
        self.accepted = Plan.from_json(self.movement.plan) if self.movement else None
        self.drawn = self.movement is not None and self.movement.drawn

    def all(self) -> list[MovementChoice]:
        made = [*self._library(), *self._kept()]
        made += self._rare({choice.plan.name for choice in made})
        made += [*self._teams(), *self._swiss()]
        if self.movement is not None and not self.drawn and not any(choice.chosen for choice in made):
            made.append(self._chosen_otherwise(self.movement.name, self.movement.title))
        return made

    def choice(self, plan: Plan, *, per_round: int = 0, shown: bool = True, **facts: Any) -> MovementChoice:
        """Return an option, with its grid if it is `shown`, and with a `problem` if the set has too few boards."""
        choice = MovementChoice(self.section, plan, per_round or self.section.boards_per_round, **facts)
        if shown:
            choice.grid = grid_of(plan, choice.per_round, self.boards, self.names)
        if choice.problem is None:
            choice.problem = too_few(choice.boards_needed, self.boards)
        return choice

    def own(self, read: ReadPlan, *, shown: bool = True, **facts: Any) -> MovementChoice:
        """Return a plan that is not one of the library's options, as shown before it is accepted."""
        plan, per_round = read.plan, read.per_round or self.section.boards_per_round
        length = f"{counted(plan.rounds, 'round')} of {counted(per_round, 'board')}"
        named: dict[str, Any] = {"name": plan.name, "title": f"{plan.name}, {counted(plan.tables, 'table')}, {length}"}
        if shown:
            words = words_of(self.section, per_round, self.boards)
            named["notes"] = notes_told(notes(plan), words, live=self.section.live)
        named |= {"key": OWN, "why": OWN_MOVEMENT_NOTE, "own": True} | facts
        return self.choice(plan, per_round=per_round, shown=shown, **named)

    def own_plan(self, text: str) -> tuple[MovementChoice | None, list[str]]:
        """Return a club's own plan read from `text`, and its faults."""
        try:
            read = read_plan(text)
        except MovementError as no:
            return None, [str(no)]
        problems = [fault_text(fault) for fault in faults(read.plan)]
        if not problems and len(read.plan.present) != self.section.field:
            problems = [wrong_size(self.section, read.plan)]
        return (None, problems) if problems else (self.own(self._paced(read)), [])

    def _paced(self, read: ReadPlan) -> ReadPlan:
        fits = read.per_round is not None and 1 <= read.per_round <= 12
        return read if self.alone and fits else ReadPlan(read.plan)

    def _library(self) -> Iterator[MovementChoice]:
        section = self.section
        stay, move = (group_name(direction, section.pairs) for direction in ("NS", "EW"))
        offers = options(
            section.field,
            None if self.wish.minutes and self.alone else section.boards_per_round,
            len(self.boards) or None,
            stay=stay,
            move=move,
            minutes=self.wish.minutes,
            minutes_per_board=section.minutes_per_board,
            live=not section.any_cards,
            physical=section.any_cards,
            aim=self.wish.aim,
        )
        for option in offers:
            key, chosen = f"{option.key}.{section.field}", not self.drawn and option.plan == self.accepted
            yield self.choice(
                option.plan,
                per_round=option.boards_per_round,
                shown=chosen or self.wish.look == key or not option.more,
                key=key,
                name=option.name,
                title=option.title,
                why=option.why,
                chosen=chosen,
                recommended=option.recommended,
                problem=option.problem,
                quality=float(option.quality) if option.winners == 1 else None,
                more=option.more and not chosen,
                placed=option.placed,
            )

    def _kept(self) -> Iterator[MovementChoice]:
        for kept in kept_fitting(self.section.session.club, self.section.field):
            key, read = f"{KEPT}.{kept.pk}", self._paced(plan_kept(kept))
            chosen = read.plan == self.accepted
            yield self.own(read, shown=chosen or self.wish.look == key, key=key, chosen=chosen)

    def _rare(self, offered: set[str]) -> Iterator[MovementChoice]:
        """Yield a movement of about an evening's length from each family that suits the field and is not `offered`."""
        section, per_round = self.section, self.section.boards_per_round
        for name in (name for name in FAMILIES if name not in {*offered, *ASKED_ELSEWHERE}):
            plan, kind = self._fitting(name), FAMILIES[name]
            if plan is None:
                continue
            chosen, key = plan == self.accepted, f"{name}.{plan.tables}.{plan.rounds}.{section.field}.{per_round}"
            tables = plan.tables if kind.odd or not plan.absent else plan.tables - 1
            choice = self.own(
                ReadPlan(plan),
                key=key,
                name=kind.title,
                title=f"{kind.title}, {tables} tables, {plan.rounds} rounds of {per_round} boards",
                why=kind.told(*(group_name(direction, section.pairs) for direction in ("NS", "EW"))),
                own=False,
                chosen=chosen,
                more=not chosen,
                quality=float(quality(plan)) if plan.winners == 1 else None,
            )
            choice.grid = choice.grid if chosen or self.wish.look == key else []
            yield choice

    def _fitting(self, name: str) -> Plan | None:
        """Return the family's plan for the field that comes nearest to a usual evening, or None."""
        field, per_round = self.section.field, self.section.boards_per_round
        for tables in dict.fromkeys((field // 2, (field + 1) // 2)):
            there = FAMILIES[name].rounds(tables) if tables > 0 else ()
            fitting = [rounds for rounds in there if rounds * per_round <= MOST_BOARDS]
            for rounds in sorted(fitting, key=lambda rounds: abs(rounds * per_round - USUAL_BOARDS)):
                try:
                    return build(name, tables, rounds, field)
                except MovementError:
                    continue
        return None

    def _teams(self) -> Iterator[MovementChoice]:
        """Yield the movement for teams of two: an odd number of teams play a round robin; an even number are drawn."""
        section, (teams, odd) = self.section, divmod(self.section.field, 2)
        if odd or section.pairs or teams < FEWEST_TEAMS:
            return
        why = f"Teams of two: the numbers 1 and {teams + 1} are team 1, 2 and {teams + 2} are team 2, and so on. "
        if teams % 2 == 0:
            why += (
                "A match takes two tables on the same boards, for victory points. Each round is drawn when the one "
                "before it is over: teams that stand alike meet, and no two meet again."
            )
            yield self._drawn_choice(build(SWISS_TEAMS, teams), why)
            return
        plan, per_round = build(WHIST, teams), section.boards_per_round
        chosen = plan == self.accepted
        yield self.choice(
            plan,
            key=f"{WHIST}.{section.field}.{per_round}",
            name="American whist",
            title=f"American whist, {teams} teams, {plan.rounds} rounds of {per_round} boards",
            why=why + "Every team meets every other at two tables on the same boards, for victory points.",
            chosen=chosen,
            more=not chosen,
        )

    def _swiss(self) -> Iterator[MovementChoice]:
        if self.section.field < FEWEST_FOR_SWISS:
            return
        why = (
            "Each round is drawn when the one before it is over: those who stand alike meet, and nobody meets "
            "anybody again. All tables play the same boards at the same time."
            + (" The lowest who has not yet sat out does so." if self.section.field % 2 else "")
        )
        yield self._drawn_choice(first_round(self.section.field), why)

    def _drawn_choice(self, plan: Plan, why: str) -> MovementChoice:
        """Return a Swiss with enough rounds to fill an evening, or with as many as the director asked for."""
        movement, section, per_round = self.movement, self.section, self.section.boards_per_round
        rounds = usual = swiss_rounds(swiss_field(plan), per_round)[0]
        chosen = movement if movement and movement.drawn and movement.plan["name"] == plan.name else None
        if chosen:
            rounds = chosen.rounds_all
        elif self.wish.minutes:
            rounds = max(1, min(usual, self.wish.minutes // (per_round * section.minutes_per_board)))
        return self.choice(
            plan,
            key=f"{plan.name}.{section.field}.{per_round}",
            name=_swiss_name(plan),
            title=swiss_title(plan, rounds, per_round),
            why=why,
            drawn=rounds,
            chosen=chosen is not None,
            more=chosen is None,
            waits=chosen is not None and chosen.waits,
        )

    def _chosen_otherwise(self, name: str, title: str) -> MovementChoice:
        """Return the chosen movement that the list does not contain: a club's own plan, or one for another time."""
        assert self.accepted is not None
        return self.own(ReadPlan(self.accepted), name=name, title=title, chosen=True, problem="")


def swiss_title(plan: Plan, rounds: int, per_round: int) -> str:
    """Return the title of a Swiss with `rounds` rounds, used wherever the session names its movement."""
    size = f"{plan.tables} {'teams' if plan.name == SWISS_TEAMS else 'tables'}"
    return f"{_swiss_name(plan)}, {size}, {rounds} rounds of {per_round} boards"


def _swiss_name(plan: Plan) -> str:
    return "Swiss for teams of two" if plan.name == SWISS_TEAMS else "Swiss"


def accept(section: Section, form: MovementForm, user: User) -> None:
    """Accept the option or plan. Raise Refused or MovementError if it has faults or is no longer on the list."""
    key, plan = form.cleaned_data["option"], form.cleaned_data["plan"]
    offer = MovementOptions(section, form.wish())
    if key == OWN and plan:
        own, wrong = offer.own_plan(plan)
        if own is None:
            raise Refused(wrong[0], "plan")
        _take(section, own, user)
        return
    by_key = {choice.key: choice for choice in offer.all()}
    if key not in by_key:
        raise Refused("Choose one of these movements: the list has changed since you looked.", "option")
    choice = by_key[key]
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
    data = form.cleaned_data
    rounds = choice.rounds if data[f"{choice.asks}rounds"] is None else data[f"{choice.asks}rounds"]
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
        waits=data[f"{choice.asks}wait"] == "yes",
    )


def ask_rounds(choice: MovementChoice, form: MovementForm) -> None:
    """Give a Swiss its own questions, filled with what was typed."""
    rounds, wait = f"{choice.asks}rounds", f"{choice.asks}wait"
    form.initial[rounds] = choice.rounds
    form.initial[wait] = "yes" if choice.waits else "no"
    form[rounds].help_text = f"1 to {choice.most}"
    if form.has_error(rounds):
        form.fields[rounds].widget.attrs["autofocus"] = True
    choice.rounds_field, choice.waits = form[rounds], form[wait].value() == "yes"
