"""Players entered in the next empty place with one tap: people from the last session, and other club people."""

from dataclasses import dataclass

from django.db import transaction

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.selectors.contestants import people_entered
from clubsite.nights.selectors.person_search import label_of
from clubsite.nights.selectors.player_lines import groups_of, lines_of
from clubsite.nights.services.last_players import Together, last_session, together_last
from clubsite.nights.services.player_assignment import place_person
from clubsite.nights.services.setup import draft_locked


@dataclass(frozen=True, slots=True)
class PlayerPick:
    """A button for picking a person. It shows the name, and the number if another person has the same name."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class Picks:
    """The people who may be picked: those from the last session, in order, then other members and guests.

    `together` holds the teams or pairs from the last session, if this session is also for teams or pairs.
    """

    last: Session | None
    together: list[Together]
    played: list[PlayerPick]
    members: list[PlayerPick]
    guests: list[PlayerPick]


def picks_of(session: Session) -> Picks:
    """Return the people who may be picked, without the people who already play."""
    last = last_session(session)
    before = together_last(session, last) if last else []
    here = people_entered(session)
    people = list(people_of(session.club))
    keys = [person.name_key for person in people]
    others = {person.pk: person for person in people if person.pk not in here}
    played = [others.pop(person.pk) for each in before for person in each.people if person.pk in others]
    rest = others.values()
    by_more_than_one = any(len(unit.lines) > 1 for group in groups_of(session) for unit in group.units)
    return Picks(
        last,
        [each for each in before if each.size > 1] if by_more_than_one else [],
        [PlayerPick(p.pk, label_of(p, keys)) for p in played],
        [PlayerPick(p.pk, label_of(p, keys)) for p in rest if not p.guest],
        [PlayerPick(p.pk, label_of(p, keys)) for p in rest if p.guest],
    )


def player_pick(*, session: Session, person_id: int) -> Person:
    """Put a club person in the first empty place. Raise Refused if there is no such person or place, or if the person
    already plays.
    """
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
