"""Swiss movements: after each round, the next one is drawn from the standings, shown to the director, and opened."""

from dataclasses import replace
from fractions import Fraction

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.models import Movement, Round, Section, SessionStatus
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.rounds import all_done, round_check, seatings_write
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.services import room_update
from clubsite.rankings.models import Ranking, RankingLine
from clubsite.rankings.selectors.rankings import ranked_with
from clubsite.rankings.services.scoring import score_if_asked
from clubsite.rankings.services.teams import TEAM_SWISS, teams_of
from clubsite.scores.services.entries import scoring_request
from movements.errors import MovementError
from movements.plan import Plan
from movements.swiss import next_round, team_of

AVERAGE_PERCENT = Fraction(50)


def round_draw(*, section_id: int) -> bool:
    """Draw the next round if it is due, and open it unless the director holds it back. Return False if no round was
    due.

    If a draw without a rematch is impossible, there are as few rematches as possible. The session is scored before
    anything is locked, since the last round is over and all its scores are in.
    """
    session_id = Section.objects.values_list("session_id", flat=True).get(pk=section_id)
    score_if_asked(session_id)
    with transaction.atomic():
        section = section_locked(section_id)
        movement = Movement.objects.select_for_update().filter(section=section).first()
        if movement is None or not due(section, movement):
            return False
        plan = drawn(section, Plan.from_json(movement.plan))
        Round.objects.create(section=section, number=plan.rounds)
        _seat(section, movement, plan, plan.rounds)
        session_audit_add(
            section.session, AuditAction.ROUND_DRAWN, actor="the site", section=section.letter, round=plan.rounds
        )
    changed(section.session)
    round_check(section_id=section_id)
    return True


def _seat(section: Section, movement: Movement, plan: Plan, number: int) -> None:
    """Store the plan as the section's movement, and seat the contestants of this round."""
    seatings_write(section, plan, number)
    movement.plan = plan.to_json()
    movement.save(update_fields=["plan", "accepted_at"])
    scoring_request(section.session_id)
    for room in rooms_locked(section.session, section):  # the pages show where players go next
        room_update(room=room)


def due(section: Section, movement: Movement) -> bool:
    """True if the next round is waiting to be drawn."""
    running = section.session.status == SessionStatus.RUNNING
    last = section.round_number >= movement.rounds_all
    there = section.rounds.filter(number=section.round_number + 1).exists()
    return movement.drawn and running and not last and not there and all_done(section)


def drawn(section: Section, plan: Plan) -> Plan:
    """Return the plan with one more round for the contestants present. A team counts as present if a member is away."""
    teams, missing = plan.name == TEAM_SWISS, plan.missing(plan.rounds + 1)
    if teams:
        order = list(dict.fromkeys(team_of(number, plan.tables) for number in order_of(section)))
    else:
        order = [number for number in order_of(section) if number not in missing]
    try:
        return next_round(plan, order, teams=teams)
    except MovementError:
        return next_round(plan, order, teams=teams, kept=0, rematches=True)


def order_of(section: Section) -> list[int]:
    """Return the contestants' numbers, best score first. A contestant who has not played a board counts as average.

    If teams are playing, both players of the best team come first. Teams are ranked by victory points.
    """
    teams = teams_of(section)
    numbers = dict(section.contestants.order_by("number").values_list("pk", "number"))
    if teams is not None:  # those without a match come last
        placed = [contestant for row in teams["rows"] for contestant in row["entries"]]
        return [numbers[contestant] for contestant in dict.fromkeys([*placed, *numbers])]
    lists = Ranking.objects.filter(section=ranked_with(section)[0], line=RankingLine.ALL, stratum="", handicap=False)
    shares = {row.contestant: row.percentage for ranking in lists for row in ranking.rows if row.percentage is not None}
    order = sorted(numbers, key=lambda pk: (-shares.get(pk, AVERAGE_PERCENT), numbers[pk]))
    return [numbers[pk] for pk in order]


def draw_swap(*, section: Section, one: int, other: int, user: User, number: int | None = None, seen: str = "") -> None:
    """Exchange two contestants in a round that has been drawn but has not begun.

    With `number`, do this only if that round is still the round that is waiting to begin, because the page may be
    stale. With `seen` (`draw_mark`), do it only if the draw is unchanged, because submitting the form twice would
    swap the two contestants back. Raise Refused if one of these conditions is not met, if no drawn round is
    waiting, or if the two contestants cannot be exchanged.
    """
    with transaction.atomic():
        section = section_locked(section.pk)
        movement = Movement.objects.select_for_update().filter(section=section, drawn=True).first()
        coming = section.rounds.filter(number=section.round_number + 1).first()
        if movement is None or coming is None:
            raise Refused("No round is drawn and waiting.")
        if number is not None and number != coming.number:
            raise Refused(f"Round {number} has begun. This is the draw of round {coming.number}: look at it first.")
        plan = Plan.from_json(movement.plan)
        if seen and seen != draw_mark(plan, coming.number):
            raise Refused("This draw has been changed since your page was made. Here it is as it is now.")
        if one == other or not {one, other} <= set(plan.present) - plan.missing(coming.number):
            raise Refused("Choose two different contestants who play.", "one")
        swapped = _swapped(plan, coming.number, _places(plan, one, other))
        coming.seatings.all().delete()
        _seat(section, movement, swapped, coming.number)
        facts = {"one": section.label(one), "other": section.label(other)}
        session_audit_add(section.session, AuditAction.DRAW_CHANGED, user=user, round=coming.number, **facts)
    changed(section.session)


def draw_mark(plan: Plan, number: int) -> str:
    """Return a string that says who meets whom in a round. It changes with the draw, and forms submit it again."""
    return " ".join(f"{row.ns}-{row.ew}" for row in plan.round(number))


def _places(plan: Plan, contestant: int, other: int) -> dict[int, int]:
    """Return a dict from each contestant to the contestant whose place they take in the exchange.

    Two teams exchange both of their members. Two players on one team exchange places only with each other.
    """
    places = {contestant: other, other: contestant}
    mates = {(number - 1 + plan.tables) % (2 * plan.tables) + 1: number for number in places}
    if plan.name != TEAM_SWISS or contestant in mates:
        return places
    first, second = mates
    return places | {first: second, second: first}


def _swapped(plan: Plan, number: int, places: dict[int, int]) -> Plan:
    """Return the plan with these contestants exchanged in a round. The plan declares any rematches that this causes."""
    rows = tuple(
        replace(row, ns=places.get(row.ns, row.ns), ew=places.get(row.ew, row.ew)) if row.round == number else row
        for row in plan.schedule
    )
    again = replace(plan, schedule=rows)
    declares = {*plan.declares, *(["rematches"] if rematches(again, number) else [])}
    return replace(again, declares=tuple(sorted(declares)))


def rematches(plan: Plan, number: int) -> set[frozenset[int]]:
    """Return the pairings in a round whose contestants have already met in an earlier round."""
    met = {frozenset((row.ns, row.ew)) for row in plan.schedule if row.round < number and row.boardset}
    return {couple for row in plan.round(number) if (couple := frozenset((row.ns, row.ew))) in met}
