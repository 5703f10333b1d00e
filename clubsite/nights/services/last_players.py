"""Players entered with one tap: the last session's people, teams and pairs, and other people of the club."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.nights.models import Session, SessionStatus
from clubsite.nights.selectors.contestants import people_entered
from clubsite.nights.selectors.drafts import Unit, contestants_by_team, groups_of, label_of, lines_of
from clubsite.nights.selectors.movements import plan_of, team_with_players
from clubsite.nights.selectors.sessions import sections_of, sessions_of
from clubsite.nights.services.movement import team_names_set
from clubsite.nights.services.player_assignment import place_person
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import draft_locked


@dataclass(frozen=True, slots=True)
class Together:
    """People who played together in the last session: a team, a pair, or one player (and any substitute).

    `people` can be entered now, `all` holds everyone's ids, `size` is how many played at a time, and `key` is their
    first contestant's id. `pair` is true for a four-handed section.
    """

    key: int
    size: int
    pair: bool
    team: str
    people: tuple[Person, ...]
    all: frozenset[int]

    @property
    def called(self) -> str:
        """The team and its players, such as "Kiwis: Bo and Ann"."""
        return team_with_players(self.team, " and ".join(person.name for person in self.people))


def last_session(session: Session) -> Session | None:
    """Return the club's most recent session that was played, or None."""
    played = sessions_of(session.club).exclude(pk=session.pk).exclude(status=SessionStatus.DRAFT)
    return played.first()


def together_last(session: Session, last: Session) -> list[Together]:
    """Return the people of the last session by team or pair, without those who are entered here or were forgotten."""
    known, together = people_entered(session), list[Together]()
    for section in sections_of(last):
        for head, contestants in contestants_by_team(section, plan_of(section)):
            rows = [row for contestant in contestants for row in contestant.persons.all()]
            rows.sort(key=lambda row: row.from_round)  # starters before substitutes
            new = {row.person_id: row.person for row in rows if row.person_id not in known}
            people = tuple(person for person in new.values() if person.forgotten_at is None)
            known |= new.keys()
            if people:
                size, name = len(contestants) * (1 + section.pairs), head.name if head else ""
                everybody = frozenset(row.person_id for row in rows)
                together.append(Together(contestants[0].pk, size, section.pairs, name, people, everybody))
    return together


def fill_from_last(*, session: Session, user: User) -> int:
    """Enter the last session's teams, pairs and players. Return how many. Raise Refused if there was no session."""
    last = last_session(session)
    if last is None:
        raise Refused("There is no earlier night of this club to take names from.")
    with transaction.atomic():
        before = together_last(session, last)
        count, left = together_enter(session, [each for each in before if each.size > 1], user)
        left += [person for each in before if each.size == 1 for person in each.people]
        empty = [line for line in lines_of(session) if line.person is None and not line.robot]
        rest = list(zip(empty, left, strict=False))
        for line, person in rest:
            place_person(session, line.key, person)
        count += len(rest)
        session_audit_add(session, AuditAction.NAMES_FILLED_IN, str(last), user=user, count=count)
    return count


def together_pick(*, session: Session, key: int, user: User) -> None:
    """Put a team or pair of the last session into the next empty place. Raise Refused if they play or there is none."""
    last = last_session(session)
    with transaction.atomic():
        together = [each for each in together_last(session, last) if each.key == key] if last else []
        if not together:
            raise Refused("They play already, or did not play on the last night.")
        _, left = together_enter(session, together, user)
        if left:
            names = " and ".join(person.name for person in left)
            raise Refused(
                f"No team or pair is empty for {names}. Put the number of players up, under Date and players, or type "
                "the name into a place."
            )


def together_enter(session: Session, groups: list[Together], user: User) -> tuple[int, list[Person]]:
    """Enter the people in these groups. Return how many were entered, and the people for whom there was no place."""
    units = [unit for group in groups_of(session) for unit in group.units]
    count, left = 0, list[Person]()
    for each in groups:
        people = list(each.people)
        while people and (unit := _unit_for(units, each)) is not None:
            for line in unit.open[: len(people)]:
                line.person = people.pop(0)
                place_person(session, line.key, line.person)
                count += 1
            head = unit.team
            if head and each.team and not head.name:
                faults = team_names_set(session=session, typed={head.key: each.team}, user=user)
                head.name = "" if faults else each.team
        left += people
    return count, left


def _unit_for(units: list[Unit], each: Together) -> Unit | None:
    """Return the unit with room in which a partner of these people sits, or the most similar empty one, or None."""
    with_room = [unit for unit in units if unit.open]
    for unit in with_room:
        if any(line.person and line.person.pk in each.all for line in unit.lines):
            return unit
    empty = [unit for unit in with_room if len(unit.open) == len(unit.lines)]
    return min(empty, key=lambda unit: (unit.lines[0].pair != each.pair, len(unit.lines) != each.size), default=None)


def picks_of(session: Session) -> dict[str, Any]:
    """Return the people who may be picked: of the `last` session, `members` and `guests`; `together` has its groups."""
    last = last_session(session)
    before = together_last(session, last) if last else []
    here = people_entered(session)
    people = list(people_of(session.club))
    keys = [person.name_key for person in people]
    others = {person.pk: person for person in people if person.pk not in here}
    played = [others.pop(person.pk) for each in before for person in each.people if person.pk in others]
    by_more_than_one = any(len(unit.lines) > 1 for group in groups_of(session) for unit in group.units)

    def picks(people: Iterable[Person]) -> list[dict[str, Any]]:
        return [{"pk": person.pk, "name": label_of(person, keys)} for person in people]

    return {
        "last": last,
        "together": [each for each in before if each.size > 1] if by_more_than_one else [],
        "played": picks(played),
        "members": picks(person for person in others.values() if not person.guest),
        "guests": picks(person for person in others.values() if person.guest),
    }


def player_pick(*, session: Session, person_id: int) -> Person:
    """Put a club person in the first empty place. Raise Refused if there is none, or if the person already plays."""
    with transaction.atomic():
        session = draft_locked(session)
        person = people_of(session.club).filter(pk=person_id).first()
        if person is None:
            raise Refused("There is nobody of this name in the club any more.")
        if person.pk in people_entered(session):
            raise Refused(f"{person.name} plays already.")
        empty = next((line for line in lines_of(session) if line.person is None and not line.robot), None)
        if empty is None:
            raise Refused(
                f"Every place has a name. For {person.name} put the number of players up, under Date and players; "
                "the names stay."
            )
        place_person(session, empty.key, person)
    return person
