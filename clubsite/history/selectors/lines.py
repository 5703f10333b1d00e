"""A person's published nights, and the boards that they played in a year of them. Names are no part of it."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet

from clubsite.clubs.models import Club, Person
from clubsite.clubs.shown_names import FACTS
from clubsite.duplicate.models import Board, ContestantPerson, SessionStatus
from clubsite.rankings.models import PublishedLine, PublishedResult
from clubsite.rankings.models.published import PublishedDirection
from scoring.lines import Status

PLAYED = (Status.PLAYED, Status.PASSED_OUT, Status.ASSIGNED, Status.FOULED)
Facts = tuple[Any, ...]
"""Of a person, as `Reader.called` takes them."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A published session, as it was to a contestant. `counts`: it is what the session was worth to the person, and
    then `percentage` is theirs, None where it was scored by IMPs. `label`: what their card is addressed by."""

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
    """A board that the person alone played as a contestant. `player`: S or N, who they were. `opponent`: the one person
    against them, None for a robot, a pair, or where nobody is named. `share`: their match points in per cent of the
    top, None without match points. `played`: it has a result that was played. `play`: its play, if it was live."""

    session: int
    board: int
    player: str
    opponent: int | None
    share: Fraction | None
    played: bool
    play: int | None


@dataclass(slots=True)
class Year:
    """What is published of a person in a year. `counted`: by contestant, boards that count in the ranking; `people`:
    what is known of the opponents, by id."""

    nights: list[PlayedSession]
    boards: list[BoardMet]
    counted: dict[int, int]
    people: dict[int, Facts]


def nights_of(person: Person) -> list[PlayedSession]:
    """All their published sessions, oldest first, also those in which they only helped out; a contestant once each."""
    rows = PublishedResult.objects.filter(
        person=person, stratum="", handicap=False, published__session__status=SessionStatus.ENDED
    ).exclude(direction=PublishedDirection.TEAMS)
    section = "contestant__section"
    facts: Any = rows.order_by("date", "published", "-counts", "list").values_list(
        "published", "date", "contestant", "counts", "percentage_num", "percentage_den", "published__session__name",
        "published__session__public_id", "contestant__number", f"{section}__lettered", f"{section}__name",
    )  # fmt: skip
    found: dict[int, PlayedSession] = {}
    for session, day, contestant, counts, num, den, name, public_id, number, lettered, letter in facts:
        percentage = None if num is None else Fraction(num, den)
        label = f"{letter if lettered else ''}{number}"
        night = PlayedSession(session, day, contestant, counts, percentage, name, public_id, label)
        found.setdefault(contestant, night)
    return list(found.values())


def year_of(person: Person, nights: list[PlayedSession]) -> Year:
    """The boards of these nights."""
    own = {night.contestant for night in nights}
    lines: Any = PublishedLine.objects.filter(
        Q(ns__in=own) | Q(ew__in=own), published__in={night.session for night in nights}
    ).values_list(
        "published", "board", "ns", "ew", "top", "status", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den",
        "table_board__play", "table_board__round__number", "published__method",
    )  # fmt: skip
    rows = list(lines)
    players, people = players_of({pk for row in rows for pk in (row[2], row[3])})
    counted: defaultdict[int, int] = defaultdict(int)
    boards = []
    for session, board, ns, ew, top, status, ns_num, ns_den, ew_num, ew_den, play, number, method in rows:
        for player, me, other, num, den in (("S", ns, ew, ns_num, ns_den), ("N", ew, ns, ew_num, ew_den)):
            if me not in own:
                continue
            counted[me] += num is not None
            if people_at(players[me], number) != [person.pk]:
                continue
            opponent = person_at(players[other], number)
            share = (
                Fraction(100 * num, den * top)
                if method == "match_points" and num is not None and top
                else None
            )
            boards.append(BoardMet(session, board, player, opponent, share, status in PLAYED, play))
    return Year(nights, boards, counted, people)


def boards_between(club: Club, since: date, until: date) -> QuerySet[Board]:
    """The published boards of a club from one day to another."""
    lines = PublishedLine.objects.filter(published__club=club, published__date__range=(since, until))
    return Board.objects.filter(pk__in=lines.values("board"))


def plays_on_screens(boards: Collection[BoardMet]) -> dict[str, list[int]]:
    """S and N -> the plays in which the person was it."""
    return {
        player: [one.play for one in boards if one.play and one.player == player] for player in ("S", "N")
    }


Spell = tuple[int, int | None, int]
"""From which round to which, and who."""


def players_of(contestants: set[int]) -> tuple[defaultdict[int, list[Spell]], dict[int, Facts]]:
    """By contestant who played as it and when; and what is known of each person."""
    facts: Any = ContestantPerson.objects.filter(contestant__in=contestants).values_list(
        "contestant", "from_round", "to_round", "person", *(f"person__{fact}" for fact in FACTS)
    )
    spells: defaultdict[int, list[Spell]] = defaultdict(list)
    people: dict[int, Facts] = {}
    for contestant, first, last, person, *known in facts.order_by("contestant", "from_round", "pk"):
        spells[contestant].append((first, last, person))
        people[person] = tuple(known)
    return spells, people


def person_at(spells: list[Spell], number: int) -> int | None:
    """Who plays in this round, if it is one person: nobody is named of a robot, and a pair are two."""
    here = people_at(spells, number)
    return here[0] if len(here) == 1 else None


def people_at(spells: list[Spell], number: int) -> list[int]:
    """Who plays in this round: of a substitute and whom they replaced the later; both of a pair."""
    if len(spells) == 1:
        return [spells[0][2]]
    here = [one for one in spells if one[0] <= number and (one[1] is None or number <= one[1])]
    latest = max((first for first, _, _ in here), default=None)
    return [person for first, _, person in here if first == latest]
