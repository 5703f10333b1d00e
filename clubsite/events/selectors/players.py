"""A heat's players: their names, and who may not play because they played elsewhere, deal, or saw the cards.

People are recognised by their account, and within one club also by their place on the club's list.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db.models import F, Prefetch, Q
from django.utils.crypto import salted_hmac

from clubsite.accounts.models import User
from clubsite.clubs.models import Club, Person, ResultsFor, ShownAs
from clubsite.events.models import EventEntrant, EventPerson, Heat
from clubsite.nights.models import Contestant, ContestantPerson, SessionStatus
from clubsite.nights.selectors.contestants import accounts_of, plays_in, rows_named
from clubsite.privacy.names import A_PLAYER, FACTS, name_to_strangers
from clubsite.readers.visitor import ClubVisitor
from clubsite.visibility.models import Look, LookKind
from games.wording import counted


def person_key(event_id: str, account: int) -> str:
    """Return the key that recognises an account in two heats of an event, in hex. Only this server can compute it."""
    return str(salted_hmac("clubsite.events.person", f"{event_id}/{account}", algorithm="sha256").hexdigest())


def barred_from(heat: Heat, people: Collection[Person], *, may_deal: bool = False) -> list[str]:
    """Return why some of these people may not play in this heat. Dealing is no reason if `may_deal`."""
    played = _played_elsewhere(heat, people)
    dealers = heat.event.heats.filter(dealer__isnull=False).values_list("dealer", "dealer__user", "club_name")
    by_person = {person: club for person, _, club in dealers}
    by_account: dict[int | None, str] = {account: club for _, account, club in dealers if account is not None}
    rows = Look.objects.filter(
        board__board_set__session__heat__event=heat.event,
        board__number__lte=F("board__board_set__event_boards"),
        user__in=[person.user_id for person in people if person.user_id is not None],
    )
    saw = dict(rows.exclude(kind=LookKind.SEAT).order_by("-pk").values_list("user", "kind"))
    barred = []
    for person in people:
        if where := played.get(person.pk):
            barred.append(f"{person.name} has played the boards of this event already, at {where}.")
        elif where := by_person.get(person.pk) or by_account.get(person.user_id):
            barred += [] if may_deal else [f"{person.name} deals the cards at {where} and so plays in no heat."]
        elif person.user_id in saw:
            did = LookKind(saw[person.user_id]).label
            barred.append(f"{person.name} {did} and so plays in no heat of this event.")
    return barred


def why_no_dealer(heat: Heat, user: User) -> str:
    """Return why this user, who plays in the event, may not release a heat's cards without a dealer, or ""."""
    people = list(Person.objects.filter(user=user))
    if heat.session is not None and any(plays_in(heat.session, person) for person in people):
        return "You play in this night, so somebody else deals. Name a dealer who does not play in the event."
    if played := _played_elsewhere(heat, people):
        where, *_ = played.values()
        return f"You have played the boards of this event at {where}. Name a dealer who does not play in it."
    return ""


def _played_elsewhere(heat: Heat, people: Collection[Person]) -> dict[int, str]:
    """Map person ids to the club and date of another heat, or one that left, in which the person has played."""
    begun = Heat.objects.filter(event=heat.event_id, session__isnull=False).select_related("session")
    begun = begun.exclude(pk=heat.pk).exclude(session__status=SessionStatus.DRAFT)
    accounts = {person.user_id for person in people if person.user_id is not None}
    rows = ContestantPerson.objects.filter(
        Q(person__in=people) | Q(person__user__in=accounts) | Q(contestant__played_as__user__in=accounts),
        contestant__section__session__heat__in=begun,
    )
    contestants = dict(rows.values_list("contestant", "contestant__section__session__heat"))
    heats = {each.pk: each for each in begun}
    by_person: dict[int, Heat] = {}
    keys = {person_key(heat.event.public_id, account): account for account in accounts}
    seats = EventPerson.objects.filter(entrant__heat__event=heat.event_id, key__in=keys).exclude(entrant__heat=heat)
    seats = seats.exclude(entrant__heat__session__status=SessionStatus.DRAFT, entrant__heat__results_file="")
    seats = seats.select_related("entrant__heat__session")
    by_account: dict[int | None, Heat] = {keys[row.key]: row.entrant.heat for row in seats}
    for contestant, persons in accounts_of(list(contestants)).items():
        where = heats[contestants[contestant]]
        by_person.update(dict.fromkeys(persons, where))
        by_account.update(dict.fromkeys(set().union(*persons.values()), where))
    by_player = {person.pk: by_person.get(person.pk) or by_account.get(person.user_id) for person in people}
    return {
        person: where.club_name + (f" on {where.session.date:%-d %B %Y}" if where.session is not None else "")
        for person, where in by_player.items()
        if where is not None
    }


def strata_words(heat: Heat) -> str:
    """Return a sentence or two about how a heat's players are spread over the event's strata, or ""."""
    strata = heat.event.scoring_settings.strata
    if not strata:
        return ""
    rows: Any = heat.entrants.filter(robot=False)
    if heat.session_id is not None and not heat.results_file:
        rows = Contestant.objects.filter(section__session=heat.session_id, robot="")
    given, (highest, *below) = list(rows.values_list("stratum", flat=True)), strata
    players, lower = counted(len(given), "player"), sum(stratum in below for stratum in given)
    if not given:
        return f"{', '.join(strata)}. Nobody plays yet."
    if not lower:
        return f"All {players} count in {highest}, the highest."
    return (
        f"{lower} of {players} {'is' if lower == 1 else 'are'} in a lower stratum ({', '.join(below)}). "
        f"The others count in {highest}, the highest."
    )


def names_of_file(heat: Heat) -> dict[EventEntrant, tuple[str, ...]]:
    """Return each entrant's names, for directors, if the heat's results came from a file, or {} for other heats."""
    if not heat.results_file:
        return {}
    people = Prefetch("people", EventPerson.objects.select_related("person").order_by("pk"))
    rows = heat.entrants.order_by("pk").prefetch_related(people)
    names = {row: [player.person.name if player.person else player.name for player in row.people.all()] for row in rows}
    return {row: tuple(filter(None, parts)) for row, parts in names.items()}


NOT_ON_LIST = (ShownAs.CLUB, "", None, None)
"""The facts, besides the name, of a person who is not on the club's list: they have not agreed to anything."""


def names_from_files(entrants: Mapping[int, ClubVisitor]) -> dict[int, str]:
    """Map the ids of entrants who have people to the names that a visitor to each one's club may see."""
    return _named(list(entrants), lambda pk, facts: entrants[pk].called(*facts) if entrants[pk].may_read else A_PLAYER)


def may_be_named(club: Club | None) -> bool:
    """True if strangers may read any names of a club's people."""
    return club is not None and club.results_for == ResultsFor.EVERYBODY


def names_to_strangers(heat: Heat, entrants: Sequence[EventEntrant]) -> dict[int, str]:
    """Map these entrants of a heat to the names that strangers may read, or "". Another server sends its own."""
    club = heat.club
    if club is None or not may_be_named(club):
        return {entrant.pk: entrant.name if club is None else "" for entrant in entrants}
    contestants = {entrant.pk: entrant.contestant_id for entrant in entrants if entrant.contestant_id is not None}
    facts = [f"persons__person__{fact}" for fact in FACTS]
    named = rows_named(list(contestants.values()), facts, lambda values: name_to_strangers(club, *values))
    by_entrant = _named([entrant.pk for entrant in entrants], lambda _, known: name_to_strangers(club, *known))
    by_entrant |= {pk: named[contestant] for pk, contestant in contestants.items() if contestant in named}
    return {entrant.pk: by_entrant.get(entrant.pk, "")[:200] for entrant in entrants}


def _named(entrants: list[int], called: Callable[[int, tuple[Any, ...]], str]) -> dict[int, str]:
    by_entrant: defaultdict[int, list[str]] = defaultdict(list)
    rows: Any = EventPerson.objects.filter(entrant__in=entrants).order_by("pk")
    columns = ("entrant", "name", "person", *(f"person__{fact}" for fact in FACTS))
    for entrant, name, person, *facts in rows.values_list(*columns):
        known = tuple(facts) if person is not None else (name, *NOT_ON_LIST)
        by_entrant[entrant].append(called(entrant, known) if known[0] else A_PLAYER)
    return {entrant: " & ".join(names) for entrant, names in by_entrant.items()}
