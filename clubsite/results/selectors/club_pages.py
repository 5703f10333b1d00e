"""The public front pages: the site's, a club's, and a club's list of results."""

from dataclasses import dataclass

from django.db.models import Count

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import all_clubs, club_by_slug
from clubsite.duplicate.models import Movement, Section, Session, SessionStatus
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.rankings.selectors.published import Published, published_ids, published_sessions
from clubsite.season.selectors.honours import Honour, HonourList, honours

ENOUGH_FOR_A_HABIT = 3


@dataclass(slots=True)
class Tonight:
    """A session in play, as a member of the public may know it."""

    session: Session
    section: Section
    rounds: int
    tables: int
    players: int
    boards: int

    @property
    def paused(self) -> bool:
        return self.session.status == SessionStatus.PAUSED


@dataclass(slots=True)
class ClubPage:
    club: Club
    nights: list[Tonight]
    last: Published | None
    podium: list[tuple[str, list[Honour]]]
    earlier: list[Session]
    weekday: str


@dataclass(slots=True)
class ResultsPage:
    club: Club
    sessions: list[tuple[Published, list[HonourList]]]


def home_page() -> list[Club]:
    """The clubs of the site."""
    return list(all_clubs())


def club_page(slug: str) -> ClubPage:
    """A club's front page. Raises Http404."""
    club = club_by_slug(slug)
    published = published_sessions(club, limit=1)
    last = published[0] if published else None
    earlier = published_ids(club)
    return ClubPage(
        club=club,
        nights=_in_play(club),
        last=last,
        podium=[(found.title, found.rows[:3]) for found in honours(last)] if last else [],
        earlier=earlier[1:6],
        weekday=_habit(earlier),
    )


def results_page(slug: str) -> ResultsPage:
    """Every published night of a club, newest first, with its winners. Raises Http404."""
    club = club_by_slug(slug)
    return ResultsPage(club, [(p, honours(p)) for p in published_sessions(club)])


def _in_play(club: Club) -> list[Tonight]:
    sections = Section.objects.filter(session__club=club, session__status__in=IN_PLAY).select_related(
        "session"
    )
    sections = sections.annotate(
        n_rounds=Count("rounds", distinct=True),
        n_tables=Count("tables", distinct=True),
        n_contestants=Count("contestants__persons__contestant", distinct=True),
    )
    return [
        Tonight(s.session, s, s.n_rounds, s.n_tables, s.n_contestants, _boards_of_plan(s))
        for s in sections.order_by("-session__date", "-session__pk", "name")
    ]


def _boards_of_plan(section: Section) -> int:
    """Boards that the movement uses; a set that was imported may hold more."""
    movement = Movement.objects.filter(section=section).first()
    return movement.sets_needed * section.boards_per_round if movement else 0


def _habit(sessions: list[Session]) -> str:
    """The weekday on which a club plays, if its last nights agree."""
    days = {session.date.strftime("%A") for session in sessions[:ENOUGH_FOR_A_HABIT]}
    return days.pop() if len(days) == 1 and len(sessions) >= ENOUGH_FOR_A_HABIT else ""
