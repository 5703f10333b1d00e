"""Pages of many sessions: a club's front page and list of results, the reader's own page, and searches by programs."""

import datetime
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import Http404

from clubsite.clubs.models import Club, Person, ResultsFor
from clubsite.core.names import fold
from clubsite.nights.models import Movement, Section, Session, SessionStatus, Table
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.privacy.names import may_be_followed
from clubsite.rankings.models import PublishedResult, PublishedSession
from clubsite.rankings.selectors.published import listed_sessions, published_sessions, published_years, waiting_for
from clubsite.readers.visitor import ClubVisitor, Visitor
from clubsite.results.over_all import OVER_ALL
from clubsite.season.selectors.records import honours
from clubsite.signups.selectors.nights import coming_nights

ENOUGH_FOR_A_HABIT = 3
MAX_LATEST = 6
"""Number of sessions on the front page."""
MAX_ANNOUNCED = 4
"""Number of coming nights on the front page."""


def club_page(visitor: ClubVisitor) -> dict[str, Any]:
    """Return the context of a club's front page. Results shown only to members are hidden from everyone else.

    `members_only` is true if there are results that this visitor may not read.
    """
    club = visitor.club
    latest = list(published_sessions(club).select_related("session")[:MAX_LATEST]) if visitor.may_read else []
    last = latest[0] if latest else None
    lists = honours([last.pk], visitor)[last.pk] if last else []
    return {
        "members_only": not visitor.may_read,
        "in_play": _in_play(club),
        "last": last,
        "podium": [(ranking.title, ranking.rows[:3]) for ranking in lists],
        "earlier": [row.session for row in latest[1:]],
        "weekday": _habit([row.session for row in latest]),
        "coming": coming_nights(club, MAX_ANNOUNCED),
        "events": OVER_ALL.events(club),
    }


def results_page(visitor: ClubVisitor, year: str = "") -> dict[str, Any]:
    """Return the context of a club's published sessions in a year (the latest by default), with their winners.

    `years` and `sessions` have the newest first. `keeps` is the URL parameter that distinguishes this page from the
    default page, or "". Raise Http404 for a year without results, and MembersOnly for a reader who may not see the
    club's results.
    """
    club = visitor.require_access().club
    years = published_years(club)
    shown = next((number for number in years if str(number) == year or not year), None)
    if shown is None and year:
        raise Http404("No results of that year")
    rows = published_sessions(club).filter(date__year=shown) if shown else PublishedSession.objects.none()
    sessions = list(rows.select_related("session"))
    won = honours([row.pk for row in sessions], visitor, winners=True) if sessions else {}
    keeps = "year" if shown not in years[:1] else ""
    return {"year": shown, "years": years, "keeps": keeps, "sessions": [(row, won[row.pk]) for row in sessions]}


def _in_play(club: Club) -> list[tuple[Section, int]]:
    """Return the sections of sessions in play and how many boards their movements use, with what the public may know.

    `watched` is the number of the table that anyone may watch, or None if there is no such table.
    """
    watched = Table.objects.filter(section=OuterRef("pk"), watch__isnull=False)
    sections = Section.objects.filter(session__club=club, session__status__in=IN_PLAY).select_related("session")
    sections = sections.annotate(
        all_rounds=Count("rounds", distinct=True),
        playing=Count("contestants__persons__contestant", distinct=True),
        watched=Subquery(watched.values("number")[:1]),
    )
    return [
        (section, _boards_of_plan(section)) for section in sections.order_by("-session__date", "-session__pk", "name")
    ]


def _boards_of_plan(section: Section) -> int:
    """Return the number of boards that the movement uses. An imported set may contain more boards."""
    movement = Movement.objects.filter(section=section).first()
    return movement.sets_needed * section.boards_per_round if movement else 0


def _habit(sessions: list[Session]) -> str:
    """Return the weekday on which a club plays if its latest sessions were all on the same weekday, else ""."""
    days = {session.date.strftime("%A") for session in sessions[:ENOUGH_FOR_A_HABIT]}
    return days.pop() if len(days) == 1 and len(sessions) >= ENOUGH_FOR_A_HABIT else ""


def dated(
    rows: QuerySet[Any],
    *,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    name: str = "",
    of: str = "",
) -> QuerySet[Any]:
    """Return the rows from `since` to `until`, both days included, newest first.

    With `name`, return only rows whose name contains `name`, ignoring accents and case. `of` is the lookup path to
    the row that has the name.
    """
    wanted = {"date__gte": since, "date__lte": until, f"{of}name_key__contains": fold(name) or None}
    rows = rows.filter(**{field: value for field, value in wanted.items() if value is not None})
    return rows.order_by("-date", "-pk")


def sessions_published(*, club: Club | None = None, **wanted: Any) -> QuerySet[PublishedSession]:
    """Return the published sessions as strangers see them, newest first. `wanted` has the filters that `dated` takes.

    Raise MembersOnly if `club` shows its results only to members.
    """
    rows = listed_sessions().filter(club__results_for=ResultsFor.EVERYBODY)
    rows = rows if club is None else rows.filter(club=Visitor.as_public().at(club).require_access().club)
    return dated(rows, of="session__", **wanted)


def sessions_matching(club: Club, *, status: str = "", **wanted: Any) -> QuerySet[Session]:
    """Return all sessions of a club, published or not, newest first. `wanted` has the filters that `dated` takes."""
    rows = club.sessions.filter(status=status) if status else club.sessions.all()
    return dated(rows, **wanted).select_related("club")


MAX_EARLIER = 6
"""Sessions of a club that are listed below its last one."""


def own_clubs(visitor: Visitor) -> list[dict[str, Any]]:
    """Return what the site's clubs show the reader about themselves, the club with their newest session first.

    A reader who has merely said who they are sees only what a stranger sees. `to_come` has sessions without
    published results. `has_profile` means that the reader may see their own profile.
    """
    clubs = [_own_club(there, there.person) for there in visitor.at_known_clubs() if there.person]
    newest = lambda own: own["sessions"][0]["session"].date.toordinal() if own["sessions"] else 0  # noqa: E731
    return sorted(clubs, key=newest, reverse=True)


def own_last(visitor: ClubVisitor) -> dict[str, Any] | None:
    """Return a person's latest published session if this visitor may see it, else None."""
    return next(iter(_sessions(visitor.person)), None) if visitor.person and visitor.may_read else None


def _own_club(visitor: ClubVisitor, person: Person) -> dict[str, Any]:
    sessions = _sessions(person) if visitor.may_read else []
    called = visitor.called_person(person)
    return {
        "visitor": visitor,
        "person": person,
        "called": called,
        "sessions": sessions,
        "to_come": _to_come(person, visitor.visitor),
        "has_profile": bool(sessions) and may_be_followed(called, person.forgotten_at),
    }


def _sessions(person: Person) -> list[dict[str, Any]]:
    """Return each of a person's sessions once, from the list that ranks everyone, even if they were a substitute.

    `label` is used in the address of the person's card.
    """
    rows = PublishedResult.objects.filter(person=person, stratum="", handicap=False)
    rows = rows.filter(published__session__status=SessionStatus.ENDED).order_by(
        "-date", "-published", "-counts", "list"
    )
    rows = rows.select_related("published__session", "contestant__section")
    sessions: dict[int, dict[str, Any]] = {}
    for row in rows[: 3 * (MAX_EARLIER + 1)]:
        played = {"session": row.published.session, "result": row, "label": row.contestant.label}
        sessions.setdefault(row.published_id, played)
    return list(sessions.values())[: MAX_EARLIER + 1]


def _to_come(person: Person, visitor: Visitor) -> list[Session]:
    """Return sessions with results to come in which the person plays or has played, if the reader may know of them."""
    sessions = Session.objects.filter(
        club=person.club_id,
        status__in=[*IN_PLAY, SessionStatus.ENDED],
        published=None,
        sections__contestants__persons__person=person,
    )
    newest = sessions.distinct().order_by("-date", "-pk")[:2]
    return [session for session in newest if waiting_for(session.public_id, visitor)]
