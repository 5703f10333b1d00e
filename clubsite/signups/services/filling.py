"""Filling a session's empty places with people who are coming, as checked by a director, and undoing a filling.

Locks: the club, the night, the session.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.services import club_locked, member_add, person_add
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.nights.models import ContestantPerson, Session, Team
from clubsite.nights.selectors.contestants import people_entered
from clubsite.nights.selectors.drafts import lines_of
from clubsite.nights.services.last_players import Together, together_enter
from clubsite.nights.services.movement import contestant_assign, team_names_set
from clubsite.nights.services.player_assignment import place_person
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import draft_locked
from clubsite.signups.models import ComingNight, FilledPlace, Filling, JoinedBy, NightKind, ReplyPlayer
from clubsite.signups.selectors.filling import NEW_GUEST, NEW_MEMBER, parties_for
from clubsite.signups.services.nights import night_locked

Party = tuple[list[Person], str]  # people who come together, and the name of their team
Place = tuple[int, int, bool]  # the id of the section, the number, and whether it is a pair's second place


def fill_from_coming(*, session: Session, night: ComingNight, chosen: Mapping[int, str], user: User) -> tuple[int, int]:
    """Put people who are coming into the empty places: teams and pairs together, then the others in order of turn.

    `chosen` maps each player's id to the id of a person in the club, NEW_GUEST or NEW_MEMBER. From then on the
    player is linked to that person. Return how many people got a place and how many did not. Raise Refused if the
    session has begun, or if it is not clear who a player is.
    """
    with transaction.atomic():
        club_locked(session.club_id)
        night = night_locked(night)
        session = draft_locked(session)
        made: list[Person] = []
        parties = [
            ([_person(session, row, chosen[row.pk], user, made) for row in players if row.pk in chosen], team)
            for players, team in parties_for(night)
        ]
        parties = _once(parties, people_entered(session))
        count = sum(len(people) for people, _ in parties)
        placed = _filled(session, parties, night.kind != NightKind.TEAMS, user, made)
        session_audit_add(session, AuditAction.COMING_FILLED_IN, str(night), user=user, count=placed)
    return placed, count - placed


def fill_undo(*, session: Session, user: User) -> int:
    """Remove everybody who is still in the place that the last filling gave them. Return how many were removed.

    Guests or members whom the filling created are deleted if nothing else about them is stored. Raise Refused if
    the session has begun or there is nothing to undo.
    """
    with transaction.atomic():
        club_locked(session.club_id)
        session = draft_locked(session)
        filling = last_fill(session)
        if filling is None:
            raise Refused("There is nothing to take out again.")
        filling.undone_at = timezone.now()
        filling.save(update_fields=["undone_at"])
        there = _there(session)
        places = filling.places.select_related("section").order_by("-pk")  # of a pair the second first
        out = [seat for seat in places if there.get((seat.section_id, seat.number, seat.partner)) == seat.person_id]
        for row in out:
            contestant_assign(session=session, section=row.section, number=row.number, person=None, partner=row.partner)
        named = {team.section.label(team.number): "" for team in filling.teams.select_related("section")}
        team_names_set(session=session, typed=named, user=user)
        deletion_lock(filling.made.all())
        for person in filling.made.all():
            _unmade(person)
        session_audit_add(session, AuditAction.COMING_FILL_UNDONE, user=user, count=len(out))
    return len(out)


def last_fill(session: Session) -> Filling | None:
    """Return the filling that can be undone: the session's last one, unless it has already been undone."""
    last = session.fillings.last()
    return last if last is not None and last.undone_at is None else None


def _person(session: Session, player: ReplyPlayer, who: str, user: User, made: list[Person]) -> Person:
    """Return the person who plays, who may be new. Raise Refused if `who` names nobody or the name is not accepted."""
    person = None
    if who == NEW_GUEST:
        person = person_add(club=session.club, name=player.name, guest=True)
    elif who == NEW_MEMBER:
        person = member_add(club=session.club, name=player.name, number="", user=user)
    if person is not None:
        made.append(person)
    elif who.isdecimal() and len(who) < 16:
        person = session.club.people.filter(pk=int(who), forgotten_at=None).first()
    if person is None:
        raise Refused(f"Choose who {player.name} is.")
    player.person, player.joined_by = person, JoinedBy.DIRECTOR
    player.save(update_fields=["person", "joined_by"])
    return person


def _once(parties: Sequence[Party], playing: set[int]) -> list[Party]:
    new_parties = []
    for people, team in parties:
        fresh = {person.pk: person for person in people if person.pk not in playing}
        playing |= set(fresh)
        if fresh:
            new_parties.append((list(fresh.values()), team))
    return new_parties


def _filled(session: Session, parties: Sequence[Party], pairs: bool, user: User, made: Sequence[Person]) -> int:
    """Store a filling, and return how many people got a place. With `pairs`, the parties are pairs, not teams."""
    teams = Team.objects.filter(section__session=session)
    before, named = _there(session), list(teams.values_list("pk", flat=True))
    groups = [
        Together(
            key=0,
            size=len(people),
            pair=pairs,
            team=team,
            people=tuple(people),
            all=frozenset(person.pk for person in people),
        )
        for people, team in parties
        if len(people) > 1
    ]
    _, left = together_enter(session, groups, user)
    left += [people[0] for people, _ in parties if len(people) == 1]
    empty = [line for line in lines_of(session) if line.person is None and not line.robot]
    for line, person in zip(sorted(empty, key=lambda line: line.pair), left, strict=False):
        place_person(session, line.key, person)
    filling = Filling.objects.create(session=session)
    filling.made.set(made)
    filling.teams.set(teams.exclude(pk__in=named))
    places = FilledPlace.objects.bulk_create(
        FilledPlace(filling=filling, section_id=section, number=number, partner=partner, person_id=person)
        for (section, number, partner), person in _there(session).items()
        if before.get((section, number, partner)) != person
    )
    return len(places)


def _there(session: Session) -> dict[Place, int]:
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    people: dict[Place, int] = {}
    for section, number, person in rows.values_list("contestant__section", "contestant__number", "person"):
        people[section, number, (section, number, False) in people] = person
    return people


def _unmade(person: Person) -> None:
    players = [player for player in person.coming_players.all() if fold(player.name) == fold(person.name)]
    try:
        with transaction.atomic():
            ReplyPlayer.objects.filter(pk__in=[player.pk for player in players]).update(person=None, joined_by="")
            person.delete()
    except ProtectedError:
        return
