"""A session's empty places filled with who said that they come, as a director has looked through it; and taken back.

Locks: the club, the night, the session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.clubs.services import club_locked, member_add, person_add
from clubsite.coming.models import ComingNight, JoinedBy, ReplyPlayer
from clubsite.coming.selectors.filling import NEW_GUEST, NEW_MEMBER, parties_for
from clubsite.coming.selectors.replies import folded
from clubsite.coming.services.places import night_locked
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import ContestantPerson, Session
from clubsite.duplicate.services.player_assignment import Line, lines_of, place_person, place_set
from clubsite.duplicate.services.setup import draft_locked

FILLING = [AuditAction.COMING_FILLED_IN, AuditAction.COMING_FILL_UNDONE]


@dataclass(frozen=True, slots=True)
class Filled:
    """How many were put into places, and how many found none."""

    placed: int
    left: int


def fill_from_coming(
    *, session: Session, night: ComingNight, chosen: Mapping[int, str], user: User
) -> Filled:
    """Put who comes into the empty places: partners together, then the others in their turn.

    `chosen`: for the id of each player who plays who they are: the id of a person of the club, NEW_GUEST or NEW_MEMBER.
    From then on they are joined to that person. Raises Refused.
    """
    with transaction.atomic():
        club_locked(session.club_id)
        night = night_locked(night)
        session = draft_locked(session)
        made: list[int] = []
        parties = [
            [
                _person(session, player, chosen[player.pk], user, made)
                for player in party
                if player.pk in chosen
            ]
            for party in parties_for(night)
        ]
        parties = _once([party for party in parties if party], _playing(session))
        placed = _placed(session, parties)
        count = sum(map(len, parties))
        audit_add(
            club=session.club,
            action=AuditAction.COMING_FILLED_IN,
            subject=f"{len(placed)} for {night}",
            session_ref=session.public_id,
            user=user,
            placed=placed,
            made=made,
        )
    return Filled(len(placed), count - len(placed))


def fill_undo(*, session: Session, user: User) -> int:
    """Take out again whoever is still where the last filling has put them; how many. Raises Refused.

    Whom it made a guest or member of is taken off the list, if nothing else is kept of them.
    """
    with transaction.atomic():
        club_locked(session.club_id)
        session = draft_locked(session)
        entry = last_fill(session)
        if entry is None:
            raise Refused("There is nothing to take out again.")
        there = {line.key: line.person.pk for line in lines_of(session) if line.person}
        out = [(key, pk) for key, pk in reversed(entry.detail["placed"]) if there.get(key) == pk]
        for key, _ in out:
            place_set(session=session, key=key, typed="")
        for person in Person.objects.filter(pk__in=entry.detail["made"]):
            _unmade(person)
        audit_add(
            club=session.club,
            action=AuditAction.COMING_FILL_UNDONE,
            subject=str(len(out)),
            session_ref=session.public_id,
            user=user,
        )
    return len(out)


def last_fill(session: Session) -> AuditEntry | None:
    """The filling that would be taken back; None where there is none."""
    entry = AuditEntry.objects.filter(session_ref=session.public_id, action__in=FILLING).first()
    return entry if entry is not None and entry.action == AuditAction.COMING_FILLED_IN else None


def _person(session: Session, player: ReplyPlayer, who: str, user: User, made: list[int]) -> Person:
    """Who plays, made if they are new. Raises Refused."""
    person = None
    try:
        if who == NEW_GUEST:
            person = person_add(club=session.club, name=player.name, guest=True)
        elif who == NEW_MEMBER:
            person = member_add(club=session.club, name=player.name, number="", user=user)
    except ValueError as no:
        raise Refused(str(no)) from no
    if person is not None:
        made.append(person.pk)
    elif who.isdecimal() and len(who) < 16:
        person = session.club.people.filter(pk=int(who), forgotten_at=None).first()
    if person is None:
        raise Refused(f"Choose who {player.name} is.")
    player.person, player.joined_by = person, JoinedBy.DIRECTOR
    player.save(update_fields=["person", "joined_by"])
    return person


def _playing(session: Session) -> set[int]:
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    return set(rows.values_list("person", flat=True))


def _once(parties: list[list[Person]], playing: set[int]) -> list[list[Person]]:
    """Nobody twice, and nobody who plays already."""
    found = []
    for party in parties:
        fresh = [person for person in party if person.pk not in playing]
        playing |= {person.pk for person in fresh}
        found.append(fresh)
    return [party for party in found if party]


def _placed(session: Session, parties: Sequence[list[Person]]) -> list[list[Any]]:
    """[key of the place, id of the person] of whoever found one."""
    empty = [line for line in lines_of(session) if line.person is None and not line.robot]
    pairs = _empty_pairs(empty)
    found: list[tuple[Line, Person]] = []
    rest: list[Person] = []
    for party in parties:
        if len(party) == 2 and pairs:
            both = pairs.pop(0)
            found += zip(both, party, strict=True)
            empty = [line for line in empty if line not in both]
        else:
            rest += party
    found += zip(sorted(empty, key=lambda line: line.pair), rest, strict=False)
    for line, person in found:
        place_person(session, line.key, person)
    return [[line.key, person.pk] for line, person in found]


def _empty_pairs(empty: Sequence[Line]) -> list[tuple[Line, Line]]:
    """Both places of pairs that have nobody yet."""
    return [
        (one, other)
        for one, other in pairwise(empty)
        if one.pair and other.partner and not one.partner and one.label == other.label
    ]


def _unmade(person: Person) -> None:
    """Take somebody off the list again whom the filling has put there, unless something else is kept of them."""
    players = [one for one in person.coming_players.all() if folded(one.name) == folded(person.name)]
    try:
        with transaction.atomic():
            ReplyPlayer.objects.filter(pk__in=[one.pk for one in players]).update(person=None, joined_by="")
            person.delete()
    except ProtectedError:
        return
