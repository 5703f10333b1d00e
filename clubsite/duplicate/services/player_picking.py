"""Players picked by one tap for the next empty place: those of the last session, and the club's other members."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import ContestantPerson, Session
from clubsite.duplicate.services.player_assignment import last_session, lines_of, place_person
from clubsite.duplicate.services.setup import draft_locked


@dataclass(frozen=True, slots=True)
class Picks:
    """Who may be picked: of the last session, in its order; then members, and guests, who were not in it."""

    last: Session | None
    played: list[Person]
    members: list[Person]
    guests: list[Person]


def picks_of(session: Session) -> Picks:
    """Nobody who plays already is among them."""
    last = last_session(session)
    here = _playing(session)
    before = (
        list(_rows(last).order_by("contestant__number", "pk").values_list("person", flat=True))
        if last
        else []
    )
    others = {person.pk: person for person in people_of(session.club) if person.pk not in here}
    played = [others.pop(pk) for pk in dict.fromkeys(before) if pk in others]
    rest = others.values()
    return Picks(last, played, [p for p in rest if not p.guest], [p for p in rest if p.guest])


def player_pick(*, session: Session, person_id: int) -> Person:
    """Put somebody of the club into the first empty place. Raises Refused: no such person, no place, or they play."""
    with transaction.atomic():
        session = draft_locked(session)
        person = people_of(session.club).filter(pk=person_id).first()
        if person is None:
            raise Refused("There is nobody of this name in the club any more.")
        if person.pk in _playing(session):
            raise Refused(f"{person.name} plays already.")
        empty = next((line for line in lines_of(session) if line.person is None and not line.robot), None)
        if empty is None:
            raise Refused(
                f"Every place has a name. For {person.name} put the number of players up, under Date and players; "
                "the names stay."
            )
        place_person(session, empty.key, person)
    return person


def _rows(session: Session) -> QuerySet[ContestantPerson]:
    return ContestantPerson.objects.filter(contestant__section__session=session)


def _playing(session: Session) -> set[int]:
    return set(_rows(session).values_list("person", flat=True))
