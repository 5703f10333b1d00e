"""A person's published sessions, and the boards that they played in a year, with no names."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet

from clubsite.clubs.models import Club, Person
from clubsite.nights.models import Board, ContestantPerson, SessionStatus
from clubsite.privacy.names import FACTS
from clubsite.rankings.models import PublishedLine, PublishedResult
from clubsite.rankings.models.published import PublishedDirection
from scoring.lines import Status

PLAYED_STATUSES = (Status.PLAYED, Status.PASSED_OUT, Status.ASSIGNED, Status.FOULED)
Facts = tuple[Any, ...]
"""Facts about a person, as `ClubVisitor.called` takes them."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A published session as seen by one contestant. If `counts` is true, the result is the person's own. `percentage`
    is the result, or None if it was scored by IMPs. `label` is used in the address of their score card.
    """

    session: int
    date: date
    contestant: int
    counts: bool
    percentage: Fraction | None
    name: str
    public_id: str
    label: str


@dataclass(frozen=True, slots=True)
class BoardMet:
    """A board that the person played as a contestant without a partner. `player` is their seat, S or N.

    `opponent` is the single opponent, or None for a robot, a pair or an unnamed contestant. `share` is the person's
    match points as a percentage of the top, or None without match points. `played` means that the board has a
    result from play. `play` is the id of the live play, or None.
    """

    session: int
    board: int
    player: str
    opponent: int | None
    share: Fraction | None
    played: bool
    play: int | None


@dataclass(slots=True)
class Year:
    """A person's published results in one year. `counted` holds the boards that count in the ranking, by contestant;
    `people` holds facts about the opponents, by person id.
    """

    sessions: list[PlayedSession]
    boards: list[BoardMet]
    counted: dict[int, int]
    people: dict[int, Facts]


def sessions_of(person: Person) -> list[PlayedSession]:
    """Return all of a person's published sessions, oldest first, with each contestant only once.

    Sessions in which the person only helped out are included.
    """
    rows = PublishedResult.objects.filter(
        person=person, stratum="", handicap=False, published__session__status=SessionStatus.ENDED
    ).exclude(direction=PublishedDirection.TEAMS)
    section = "contestant__section"
    facts: Any = rows.order_by("date", "published", "-counts", "list").values_list(
        "published", "date", "contestant", "counts", "percentage_num", "percentage_den", "published__session__name",
        "published__session__public_id", "contestant__number", f"{section}__lettered", f"{section}__name",
    )  # fmt: skip
    by_contestant: dict[int, PlayedSession] = {}
    for session, day, contestant, counts, num, den, name, public_id, number, lettered, letter in facts:
        percentage = None if num is None else Fraction(num, den)
        label = f"{letter if lettered else ''}{number}"
        played = PlayedSession(session, day, contestant, counts, percentage, name, public_id, label)
        by_contestant.setdefault(contestant, played)
    return list(by_contestant.values())


def year_of(person: Person, sessions: list[PlayedSession]) -> Year:
    """Return the person's year, with the boards that they played in these sessions."""
    own = {played.contestant for played in sessions}
    lines: Any = PublishedLine.objects.filter(
        Q(ns__in=own) | Q(ew__in=own), published__in={played.session for played in sessions}
    ).values_list(
        "published", "board", "ns", "ew", "top", "status", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den",
        "table_board__play", "table_board__round__number", "published__method",
    )  # fmt: skip
    rows = list(lines)
    met = {pk for row in rows for pk in (row[2], row[3])}
    players, people = players_of(ContestantPerson.objects.filter(contestant__in=met))
    counted: defaultdict[int, int] = defaultdict(int)
    boards = []
    for session, board, ns, ew, top, status, ns_num, ns_den, ew_num, ew_den, play, number, method in rows:
        for player, me, other, num, den in (("S", ns, ew, ns_num, ns_den), ("N", ew, ns, ew_num, ew_den)):
            if me not in own:
                continue
            counted[me] += num is not None
            if person_at(players[me], number) != person.pk:
                continue
            opponent = person_at(players[other], number)
            share = Fraction(100 * num, den * top) if method == "match_points" and num is not None and top else None
            boards.append(BoardMet(session, board, player, opponent, share, status in PLAYED_STATUSES, play))
    return Year(sessions, boards, counted, people)


def boards_between(club: Club, since: date, until: date) -> QuerySet[Board]:
    """Return a club's published boards between two dates."""
    lines = PublishedLine.objects.filter(published__club=club, published__date__range=(since, until))
    return Board.objects.filter(pk__in=lines.values("board"))


def plays_on_screens(boards: Collection[BoardMet]) -> dict[str, list[int]]:
    """Return the ids of the person's plays as S and as N."""
    return {player: [entry.play for entry in boards if entry.play and entry.player == player] for player in ("S", "N")}


Spell = tuple[int, int | None, int]
"""From which round, to which, and the person."""


def players_of(rows: QuerySet[ContestantPerson]) -> tuple[defaultdict[int, list[Spell]], dict[int, Facts]]:
    """Return who played as each contestant and when, and facts about each person."""
    spells: defaultdict[int, list[Spell]] = defaultdict(list)
    values: Any = rows.order_by("contestant", "from_round", "pk").values_list(
        "contestant", "from_round", "to_round", "person"
    )
    for contestant, first, last, person in values:
        spells[contestant].append((first, last, person))
    played = {person for own in spells.values() for _, _, person in own}
    facts: Any = Person.objects.filter(pk__in=played).values_list("pk", *FACTS)
    return spells, {pk: tuple(known) for pk, *known in facts.order_by()}


def person_at(spells: list[Spell], number: int) -> int | None:
    """Return the only person who plays in this round: the substitute if one has replaced the player.

    Return None for a pair, and for a robot, which has no name.
    """
    if len(spells) == 1:
        return spells[0][2]
    here = [spell for spell in spells if spell[0] <= number and (spell[1] is None or number <= spell[1])]
    latest = max((first for first, _, _ in here), default=None)
    people = [person for first, _, person in here if first == latest]
    return people[0] if len(people) == 1 else None
