"""A session's empty places filled with who said that they come, as a director has looked through it; and taken back.

Locks: the club, the night, the session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.clubs.services import club_locked, member_add, person_add
from clubsite.coming.models import ComingNight, JoinedBy, NightKind, ReplyPlayer
from clubsite.coming.selectors.filling import NEW_GUEST, NEW_MEMBER, parties_for
from clubsite.coming.services.places import night_locked
from clubsite.core.names import fold, name_order
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import ContestantPerson, Session
from clubsite.duplicate.selectors.player_lines import groups_of, lines_of
from clubsite.duplicate.services.last_players import Together, together_enter
from clubsite.duplicate.services.player_assignment import place_person, place_set
from clubsite.duplicate.services.setup import draft_locked
from clubsite.duplicate.services.team_naming import team_names_set

FILLING = [AuditAction.COMING_FILLED_IN, AuditAction.COMING_FILL_UNDONE]


@dataclass(frozen=True, slots=True)
class Filled:
    """How many were put into places, and how many found none."""

    placed: int
    left: int


@dataclass(frozen=True, slots=True)
class _Party:
    """Who come together, as people of the club."""

    people: list[Person]
    team: str


def fill_from_coming(
    *, session: Session, night: ComingNight, chosen: Mapping[int, str], user: User
) -> Filled:
    """Put who comes into the empty places: teams and pairs together, then the others in their turn.

    `chosen`: for the id of each player who plays who they are: the id of a person of the club, NEW_GUEST or NEW_MEMBER.
    From then on they are joined to that person. Raises Refused.
    """
    with transaction.atomic():
        club_locked(session.club_id)
        night = night_locked(night)
        session = draft_locked(session)
        made: list[int] = []
        parties = [
            _Party(
                [_person(session, one, chosen[one.pk], user, made) for one in players if one.pk in chosen],
                team,
            )
            for players, team in parties_for(night)
        ]
        parties = _once(parties, _playing(session))
        count = sum(len(party.people) for party in parties)
        placed, teams = _placed(session, parties, night.kind != NightKind.TEAMS, user)
        audit_add(
            club=session.club,
            action=AuditAction.COMING_FILLED_IN,
            subject=f"{len(placed)} for {night}",
            session_ref=session.public_id,
            user=user,
            placed=placed,
            made=made,
            teams=teams,
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
        there = _there(session)
        out = [(key, pk) for key, pk in reversed(entry.detail["placed"]) if there.get(key) == pk]
        for key, _ in out:
            place_set(session=session, key=key, typed="")
        team_names_set(session=session, typed=dict.fromkeys(entry.detail["teams"], ""), user=user)
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


def _once(parties: Sequence[_Party], playing: set[int]) -> list[_Party]:
    """Nobody twice, and nobody who plays already."""
    found = []
    for party in parties:
        fresh = {person.pk: person for person in party.people if person.pk not in playing}
        playing |= set(fresh)
        if fresh:
            found.append(_Party(list(fresh.values()), party.team))
    return found


def _placed(
    session: Session, parties: Sequence[_Party], pairs: bool, user: User
) -> tuple[list[list[Any]], list[str]]:
    """[key of the place, id of the person] of whoever found one, and the keys of teams that got a name.

    `pairs`: those who come together are pairs, not teams.
    """
    before, named = _there(session), _named(session)
    groups = [
        Together(
            key=0,
            size=len(party.people),
            pair=pairs,
            team=party.team,
            people=tuple(party.people),
            all=frozenset(person.pk for person in party.people),
        )
        for party in parties
        if len(party.people) > 1
    ]
    _, left = together_enter(session, groups, user)
    left += [party.people[0] for party in parties if len(party.people) == 1]
    empty = [line for line in lines_of(session) if line.person is None and not line.robot]
    for line, person in zip(sorted(empty, key=lambda line: line.pair), left, strict=False):
        place_person(session, line.key, person)
    placed = [[key, pk] for key, pk in _there(session).items() if before.get(key) != pk]
    return placed, sorted(_named(session) - named, key=name_order)


def _there(session: Session) -> dict[str, int]:
    return {line.key: line.person.pk for line in lines_of(session) if line.person}


def _named(session: Session) -> set[str]:
    """The keys of the teams that have a name."""
    heads = [unit.team for group in groups_of(session) for unit in group.units]
    return {head.key for head in heads if head is not None and head.name}


def _unmade(person: Person) -> None:
    """Take somebody off the list again whom the filling has put there, unless something else is kept of them."""
    players = [one for one in person.coming_players.all() if fold(one.name) == fold(person.name)]
    try:
        with transaction.atomic():
            ReplyPlayer.objects.filter(pk__in=[one.pk for one in players]).update(person=None, joined_by="")
            person.delete()
    except ProtectedError:
        return
