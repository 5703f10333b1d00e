"""The public front pages: the site's and each club's front page, and a club's list of results."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.nights.models import Movement, Section, Session, SessionStatus, Table
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.rankings.models import PublishedSession
from clubsite.rankings.selectors.published import published_sessions, published_years
from clubsite.readers.visitor import ClubVisitor
from clubsite.results.front_page import front_page_events
from clubsite.season.selectors.honours import Honour, HonourList, honours
from clubsite.signups.selectors.nights import NightRow, coming_nights

ENOUGH_FOR_A_HABIT = 3
MAX_LATEST = 6
"""Number of sessions on the front page."""
MAX_ANNOUNCED = 4
"""Number of coming nights on the front page."""


@dataclass(slots=True)
class SessionInPlay:
    """A section of a session in play, with the facts that the public may know. `watched` is the number of the table
    that anyone may watch, or None if there is no such table.
    """

    session: Session
    section: Section
    rounds: int
    tables: int
    players: int
    boards: int
    watched: int | None

    @property
    def paused(self) -> bool:
        return self.session.status == SessionStatus.PAUSED


@dataclass(slots=True)
class ClubPage:
    club: Club
    members_only: bool
    """True if there are results that this visitor may not read."""
    in_play: list[SessionInPlay]
    last: PublishedSession | None
    podium: list[tuple[str, list[Honour]]]
    earlier: list[Session]
    weekday: str
    coming: list[NightRow]
    events: list[Any]


@dataclass(slots=True)
class ResultsPage:
    """A year of results. `years` lists the years that have results, newest first."""

    club: Club
    year: int | None
    years: list[int]
    sessions: list[tuple[PublishedSession, list[HonourList]]]

    @property
    def keeps(self) -> str:
        """The URL parameter that distinguishes this page from the default page, or ""."""
        return "year" if self.year not in self.years[:1] else ""


def club_page(visitor: ClubVisitor) -> ClubPage:
    """Return a club's front page. Results shown only to members are hidden from everyone else."""
    club = visitor.club
    latest = list(published_sessions(club).select_related("session")[:MAX_LATEST]) if visitor.may_read else []
    last = latest[0] if latest else None
    lists = honours([last.pk], visitor)[last.pk] if last else []
    return ClubPage(
        club=club,
        members_only=not visitor.may_read,
        in_play=_in_play(club),
        last=last,
        podium=[(found.title, found.rows[:3]) for found in lists],
        earlier=[one.session for one in latest[1:]],
        weekday=_habit([one.session for one in latest]),
        coming=coming_nights(club, MAX_ANNOUNCED),
        events=front_page_events(club),
    )


def results_page(visitor: ClubVisitor, year: str = "") -> ResultsPage:
    """Return a club's published sessions in a year (the latest by default), newest first, with their winners.

    Raise Http404 for a year without results, and MembersOnly for a reader who may not see the club's results.
    """
    club = visitor.require_access().club
    years = published_years(club)
    asked = next((one for one in years if str(one) == year), None) if year else next(iter(years), None)
    if asked is None:
        if year:
            raise Http404("No results of that year")
        return ResultsPage(club, None, [], [])
    first, last = datetime.date(asked, 1, 1), datetime.date(asked, 12, 31)
    sessions = list(published_sessions(club, since=first, until=last).select_related("session"))
    won = honours([one.pk for one in sessions], visitor, winners=True)
    return ResultsPage(club, asked, years, [(one, won[one.pk]) for one in sessions])


def _in_play(club: Club) -> list[SessionInPlay]:
    watched = Table.objects.filter(section=OuterRef("pk"), watch__isnull=False)
    sections = Section.objects.filter(session__club=club, session__status__in=IN_PLAY).select_related("session")
    sections = sections.annotate(
        n_rounds=Count("rounds", distinct=True),
        n_tables=Count("tables", distinct=True),
        n_contestants=Count("contestants__persons__contestant", distinct=True),
        n_watched=Subquery(watched.values("number")[:1]),
    )
    return [
        SessionInPlay(s.session, s, s.n_rounds, s.n_tables, s.n_contestants, _boards_of_plan(s), s.n_watched)
        for s in sections.order_by("-session__date", "-session__pk", "name")
    ]


def _boards_of_plan(section: Section) -> int:
    """Return the number of boards that the movement uses. An imported set may contain more boards."""
    movement = Movement.objects.filter(section=section).first()
    return movement.sets_needed * section.boards_per_round if movement else 0


def _habit(sessions: list[Session]) -> str:
    """Return the weekday on which a club plays if its latest sessions were all on the same weekday, else ""."""
    days = {session.date.strftime("%A") for session in sessions[:ENOUGH_FOR_A_HABIT]}
    return days.pop() if len(days) == 1 and len(sessions) >= ENOUGH_FOR_A_HABIT else ""
