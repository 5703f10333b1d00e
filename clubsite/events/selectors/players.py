"""Who may not play in a heat of an event: people who have played it in another heat, deal its cards, or have seen them.

People are recognised by their account, and within one club also by their place on the club's list. Nothing is known
about the heats of somebody without an account at another club.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, Q

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.duplicate.models import ContestantPerson, PlayedAs, Session, SessionStatus
from clubsite.events.heat_state import person_key
from clubsite.events.models import Event, EventPerson, Heat
from clubsite.looks.models import Look, LookKind


@dataclass(frozen=True, slots=True)
class Barred:
    """A person who may not play in a heat, and why, as a sentence without what to do. `deals` is True for a dealer."""

    person: Person
    why: str
    deals: bool = False


def people_of_session(session: Session) -> list[Person]:
    """Return the people who play in a session, sorted by name."""
    rows = Person.objects.filter(entered__contestant__section__session=session)
    return list(rows.select_related("user").order_by("name_order", "pk").distinct())


def played_here(session: Session, person: Person) -> bool:
    """True if this person, or somebody with the same account, plays or has played in the session."""
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    same = Q(person=person) | Q(person__user=person.user_id, person__user__isnull=False)
    return rows.filter(same).exists()


def barred_from(heat: Heat, people: Collection[Person]) -> list[Barred]:
    """Return those of these people who may not play in this heat, in their order, each with the first reason."""
    barred = []
    played, deals, saw = _played_elsewhere(heat, people), _deals(heat.event, people), _lookers(heat.event, people)
    for person in people:
        if where := played.get(person.pk):
            barred.append(Barred(person, f"{person.name} has played the boards of this event already, at {where}."))
        elif where := deals.get(person.pk):
            barred.append(Barred(person, f"{person.name} deals the cards at {where} and so plays in no heat.", True))
        elif person.user_id in saw:
            barred.append(Barred(person, f"{person.name} {saw[person.user_id]} and so plays in no heat of this event."))
    return barred


def why_no_dealer(heat: Heat, user: User) -> str:
    """Return why this user may not release a heat's cards without a dealer, or "": they play in the event."""
    people = list(Person.objects.filter(user=user))
    if heat.session is not None and any(played_here(heat.session, person) for person in people):
        return "You play in this night, so somebody else deals. Name a dealer who does not play in the event."
    if played := _played_elsewhere(heat, people):
        where = next(iter(played.values()))
        return f"You have played the boards of this event at {where}. Name a dealer who does not play in it."
    return ""


def accounts_of(contestants: Collection[int]) -> dict[int, dict[int, set[int]]]:
    """Map contestant ids to {person id: account ids} for everybody who plays or has played as the contestant.

    An account that was unlinked from its person after the session began is still known.
    """
    found: dict[int, dict[int, set[int]]] = {pk: {} for pk in contestants}
    rows = ContestantPerson.objects.filter(contestant__in=contestants).order_by("contestant", "pk")
    for contestant, person, account in rows.values_list("contestant", "person", "person__user"):
        found[contestant].setdefault(person, set()).update({account} - {None})
    then = PlayedAs.objects.filter(contestant__in=contestants, person__isnull=False, user__isnull=False)
    for contestant, person, account in then.values_list("contestant", "person", "user"):
        if person in found[contestant]:  # not somebody who was replaced before the first board
            found[contestant][person].add(account)
    return found


def _played_elsewhere(heat: Heat, people: Collection[Person]) -> dict[int, str]:
    """Map the ids of people to the club and date of another heat in which they have played."""
    # Those that left the event are included.
    begun = Heat.objects.filter(event=heat.event_id, session__isnull=False).exclude(pk=heat.pk)
    begun = begun.exclude(session__status=SessionStatus.DRAFT).select_related("session")
    rows = ContestantPerson.objects.filter(contestant__section__session__heat__in=begun)
    accounts = {person.user_id for person in people if person.user_id is not None}
    wanted = rows.filter(
        Q(person__in=people) | Q(person__user__in=accounts) | Q(contestant__played_as__user__in=accounts)
    )
    contestants = dict(wanted.values_list("contestant", "contestant__section__session__heat"))
    heats = {one.pk: one for one in begun}
    by_person: dict[int, Heat] = {}
    by_account: dict[int | None, Heat] = {}
    for contestant, persons in accounts_of(list(contestants)).items():
        where = heats[contestants[contestant]]
        by_person.update(dict.fromkeys(persons, where))
        by_account.update(dict.fromkeys(set().union(*persons.values()), where))
    by_key = _keys_elsewhere(heat, accounts)
    found = {}
    for person in people:
        key = person_key(heat.event.public_id, person.user_id) if person.user_id is not None else ""
        first = by_person.get(person.pk) or by_account.get(person.user_id) or by_key.get(key)
        if first is not None:
            found[person.pk] = _where(first)
    return found


def _keys_elsewhere(heat: Heat, accounts: Collection[int]) -> dict[str, Heat]:
    """Map these accounts' keys to another heat in which they have played, also on another server."""
    keys = [person_key(heat.event.public_id, account) for account in accounts]
    rows = EventPerson.objects.filter(entrant__heat__event=heat.event_id, key__in=keys).exclude(entrant__heat=heat)
    rows = rows.exclude(entrant__heat__session__status=SessionStatus.DRAFT, entrant__heat__results_file="")
    return {row.key: row.entrant.heat for row in rows.select_related("entrant__heat__session")}


def _where(heat: Heat) -> str:
    return f"{heat.club_name} on {heat.session.date:%-d %B %Y}" if heat.session is not None else heat.club_name


def _deals(event: Event, people: Collection[Person]) -> dict[int, str]:
    """Map the ids of people to the club in whose heat they deal."""
    heats = list(event.heats.filter(dealer__isnull=False).select_related("dealer"))
    return {
        person.pk: heat.club_name
        for person in people
        for heat in heats
        if heat.dealer and _is_same(person, heat.dealer)
    }


def _is_same(one: Person, other: Person) -> bool:
    return one.pk == other.pk or (one.user_id is not None and one.user_id == other.user_id)


def _lookers(event: Event, people: Collection[Person]) -> dict[int | None, str]:
    """Map the accounts of people who have looked at cards of the event, in any heat, to what they did."""
    accounts = {person.user_id for person in people if person.user_id is not None}
    rows = Look.objects.filter(
        board__board_set__session__heat__event=event,
        board__number__lte=F("board__board_set__event_boards"),
        user__in=accounts,
    ).exclude(kind=LookKind.SEAT)
    return {user: str(LookKind(kind).label) for user, kind in rows.order_by("-pk").values_list("user", "kind")}
